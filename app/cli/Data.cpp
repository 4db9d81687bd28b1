#include "app/cli/Data.h"
#include "app/cli/Files.h"
#include "app/cli/Npy.h"
#include "app/cli/Text.h"
#include <algorithm>
#include <optional>
#include <unistd.h>

namespace sg::cli {

static const KernelBuffer *findBuffer(const KernelInfo &kernel,
                                      const std::string &name,
                                      Outcome &outcome) {
  std::string names;
  for (const KernelBuffer &buffer : kernel.buffers) {
    if (buffer.name == name)
      return &buffer;
    names += (names.empty() ? "" : ", ") + buffer.name;
  }
  outcome.fail("kernel '" + kernel.name + "' has no buffer '" + name + "'", "",
               BadInput, "its buffers are " + names);
  return nullptr;
}

static Result<BufferFill> readFill(const KernelBuffer &buffer,
                                   const std::string &path) {
  Result<std::string> file = readFile(path);
  if (!file)
    return Error{file.error().message, ""};
  Result<NpyArray> array = readNpy(*file);
  if (!array)
    return array.error();
  if (array->shape != buffer.shape)
    return Error{"buffer '" + buffer.name + "' is " + shapeText(buffer.shape) +
                     " " + std::string(formatName(buffer.format)) +
                     ", but the file holds " + shapeText(array->shape) + " '" +
                     array->type + "'",
                 ""};
  Result<std::vector<uint8_t>> bytes = toFormat(*array, buffer.format);
  if (!bytes)
    return Error{"buffer '" + buffer.name + "': " + bytes.error().message, ""};
  BufferFill fill;
  fill.kind = BufferFill::Bytes;
  fill.bytes = std::move(*bytes);
  return fill;
}

// Bytes of a buffer on the device and of its first view; nothing when the
// numbers make no sense, as they may in a damaged kernel.json.
static std::optional<double> bytesOf(const KernelBuffer &buffer) {
  double width = formatBytes(buffer.format), view = 1;
  double low = double(buffer.viewOffset), high = low;
  if (buffer.endElement < buffer.firstElement ||
      buffer.shape.size() != buffer.strides.size())
    return std::nullopt;
  for (size_t d = 0; d < buffer.shape.size(); ++d) {
    if (buffer.shape[d] < 0)
      return std::nullopt;
    view *= double(buffer.shape[d]);
    double reach = double(buffer.strides[d]) *
                   (double(std::max<int64_t>(buffer.shape[d], 1)) - 1);
    (reach < 0 ? low : high) += reach;
  }
  // The view lies within the region, or is far too large either way.
  double first = double(buffer.firstElement), end = double(buffer.endElement);
  if (view > 0 && (low < first - 1 || high > end + 1))
    return std::nullopt;
  return width * std::max(end - first, view);
}

// Refuses what this computer's memory cannot hold, before it is asked for.
static bool checkSizes(const KernelInfo &kernel, const Options &options,
                       Outcome &outcome) {
  double total = 0;
  for (const KernelBuffer &buffer : kernel.buffers) {
    std::optional<double> bytes = bytesOf(buffer);
    if (!bytes) {
      outcome.fail("buffer '" + buffer.name +
                       "' has a shape or strides that "
                       "do not fit its elements " +
                       std::to_string(buffer.firstElement) + " to " +
                       std::to_string(buffer.endElement),
                   displayName(options.files.front()));
      return false;
    }
    if (*bytes > double(segmentBytes)) {
      outcome.fail("buffer '" + buffer.name + "' takes " +
                       fixed(*bytes / double(1 << 30), 1) +
                       " GiB, but a segment of device memory holds 16 GiB",
                   displayName(options.files.front()));
      return false;
    }
    total += *bytes;
  }
  // The host's copy, the device's and the interpreter's.
  double needed = 3 * total;
  double present =
      double(::sysconf(_SC_PHYS_PAGES)) * double(::sysconf(_SC_PAGESIZE));
  if (present <= 0 || needed < present)
    return true;
  outcome.fail("running this needs about " +
                   fixed(needed / double(1 << 30), 1) +
                   " GiB of memory, this computer has " +
                   fixed(present / double(1 << 30), 1) + " GiB",
               displayName(options.files.front()));
  return false;
}

bool fillRequest(const KernelInfo &kernel, const Options &options,
                 RunRequest &request, Outcome &outcome) {
  request.seed = options.seed;
  if (!checkSizes(kernel, options, outcome))
    return false;
  for (const auto &[name, value] : options.inputs) {
    const KernelBuffer *buffer = findBuffer(kernel, name, outcome);
    if (!buffer)
      return false;
    BufferFill fill;
    if (value == "random")
      fill.kind = BufferFill::Random;
    else if (value == "zeros")
      fill.kind = BufferFill::Zeros;
    else if (value == "ones")
      fill.kind = BufferFill::Ones;
    else if (value == "iota")
      fill.kind = BufferFill::Iota;
    else {
      Result<BufferFill> read = readFill(*buffer, value);
      if (!read) {
        outcome.fail(read.error(), displayName(value));
        return false;
      }
      fill = std::move(*read);
    }
    request.inputs.push_back({name, std::move(fill)});
  }
  return true;
}

bool checkOutputs(const KernelInfo &kernel, const Options &options,
                  Outcome &outcome) {
  for (const auto &[name, path] : options.outputs)
    if (!findBuffer(kernel, name, outcome))
      return false;
  return true;
}

void writeOutputs(const std::vector<BufferContent> &buffers,
                  const Options &options, Outcome &outcome) {
  for (const auto &[name, path] : options.outputs)
    for (const BufferContent &buffer : buffers) {
      if (buffer.name != name)
        continue;
      std::string file =
          writeNpy(buffer.format, buffer.shape,
                   {reinterpret_cast<const char *>(buffer.bytes.data()),
                    buffer.bytes.size()});
      if (path == "-")
        outcome.output += file;
      else if (Result<void> written = writeFile(path, file); !written)
        outcome.fail(written.error());
    }
}

} // namespace sg::cli
