#include "app/cli/Data.h"
#include "app/cli/Files.h"
#include "app/cli/Npy.h"
#include "app/cli/Text.h"

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

bool fillRequest(const KernelInfo &kernel, const Options &options,
                 RunRequest &request, Outcome &outcome) {
  request.seed = options.seed;
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
