// Data for a run: what buffers and arguments hold before it.
#include "engine/session/Internal.h"
#include "engine/session/Pieces.h"
#include <cstring>

namespace sg {

Random::Random(uint64_t seed, const std::string &name) : state(seed) {
  for (char c : name)
    state = (state ^ uint8_t(c)) * 0x100000001b3ull + 0x9e3779b97f4a7c15ull;
}

uint64_t Random::next() {
  uint64_t z = state += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

Scalar Random::scalar(Format format) {
  Scalar value;
  if (format == Format::I1)
    value.i = next() & 1;
  else if (isFloat(format))
    value.f = (double(next() >> 40) / double(1 << 24) - 0.5) * 8.0;
  else
    value.i = int64_t(next() % 201) - 100;
  return value;
}

// Of the first view; -1 when there are more than 64 bits count.
static int64_t elementsOf(const KernelBuffer &buffer) {
  int64_t total = 1;
  for (int64_t extent : buffer.shape)
    if (extent < 0 || __builtin_mul_overflow(total, extent, &total))
      return -1;
  return total;
}

std::vector<int64_t> argumentValues(const KernelInfo &info, uint64_t seed) {
  std::vector<int64_t> values;
  for (const KernelArgument &argument : info.arguments) {
    int64_t value = argument.value.value_or(0);
    if (argument.kind == ArgumentKind::Scalar && !argument.value) {
      uint8_t bits[8] = {};
      storeScalar(argument.format,
                  Random(seed, argument.name).scalar(argument.format), bits);
      std::memcpy(&value, bits, sizeof value);
    }
    values.push_back(value);
  }
  return values;
}

InputFill::InputFill(const KernelInfo &info, const RunRequest &request)
    : info(info), request(request) {
  if (check() && !info.buffers.empty())
    begin(info.buffers.front());
}

bool InputFill::check() {
  // All buffers of a run live in memory several times.
  constexpr int64_t limit = int64_t(1) << 32;
  int64_t size = 0;
  for (const KernelBuffer &buffer : info.buffers) {
    int64_t count, bytes;
    if (__builtin_sub_overflow(buffer.endElement, buffer.firstElement,
                               &count) ||
        count < 0 ||
        __builtin_mul_overflow(count, int64_t(formatBytes(buffer.format)),
                               &bytes) ||
        __builtin_add_overflow(size, bytes, &size) || size > limit ||
        elementsOf(buffer) < 0 || elementsOf(buffer) > limit) {
      error = Error{"buffer '" + buffer.name +
                        "' is too large to run here: all buffers together may "
                        "hold 4 GiB",
                    ""};
      return false;
    }
    total += count;
  }
  for (const auto &[name, given] : request.inputs) {
    bool known = false;
    std::string names;
    for (const KernelBuffer &buffer : info.buffers) {
      known |= buffer.name == name;
      names += (names.empty() ? "" : ", ") + buffer.name;
    }
    if (!known) {
      error =
          Error{"there is no buffer '" + name + "'; there are " + names, ""};
      return false;
    }
  }
  return true;
}

// Makes room for the buffer; false after an error.
bool InputFill::begin(const KernelBuffer &buffer) {
  fill = nullptr;
  for (const auto &[name, one] : request.inputs)
    if (name == buffer.name)
      fill = &one;
  regions.emplace_back();
  given.reset();
  done = 0;
  size_t bytes = formatBytes(buffer.format);
  int64_t count = buffer.endElement - buffer.firstElement;
  if (buffer.use == BufferUse::Out && !fill) {
    done = count;
    return true;
  }
  regions.back().reserve(size_t(count) * bytes);
  random.emplace(request.seed, buffer.name);
  if (!fill || fill->kind != BufferFill::Bytes)
    return true;
  size_t expected = size_t(elementsOf(buffer)) * bytes;
  if (fill->bytes.size() != expected) {
    error = Error{"buffer '" + buffer.name + "' holds " +
                      std::to_string(expected) + " bytes, but " +
                      std::to_string(fill->bytes.size()) + " were given",
                  ""};
    return false;
  }
  given.emplace(buffer);
  return true;
}

void InputFill::generate(const KernelBuffer &buffer) {
  std::vector<uint8_t> &region = regions.back();
  size_t bytes = formatBytes(buffer.format);
  int64_t count = buffer.endElement - buffer.firstElement;
  int64_t end = std::min(count, done + (1 << 16));
  region.resize(size_t(end) * bytes);
  BufferFill::Kind kind = fill ? fill->kind : BufferFill::Random;
  auto number = [](double value) {
    Scalar scalar;
    scalar.f = value;
    scalar.i = int64_t(value);
    return scalar;
  };
  filled += end - done;
  for (; done < end; ++done) {
    Scalar value;
    switch (kind) {
    case BufferFill::Random:
    case BufferFill::Bytes:
      value = random->scalar(buffer.format);
      break;
    case BufferFill::Zeros:
      value = number(0);
      break;
    case BufferFill::Ones:
      value = number(1);
      break;
    case BufferFill::Iota:
      value = number(double(done));
      break;
    }
    storeScalar(buffer.format, value, &region[size_t(done) * bytes]);
  }
}

void InputFill::copyGiven(const KernelBuffer &buffer) {
  size_t bytes = formatBytes(buffer.format);
  int64_t count = buffer.endElement - buffer.firstElement;
  for (int64_t left = 1 << 16; left > 0;) {
    std::optional<ViewWalk::Run> run = given->next(left);
    if (!run)
      return given.reset();
    for (int64_t i = 0; i < run->count; ++i) {
      int64_t index = run->offset + i * run->stride - buffer.firstElement;
      if (index >= 0 && index < count)
        std::memcpy(&regions.back()[size_t(index) * bytes],
                    &fill->bytes[size_t(run->position + i) * bytes], bytes);
    }
    left -= run->count + 16; // short runs take their time too
  }
}

bool InputFill::advance() {
  if (error || info.buffers.empty())
    return false;
  const KernelBuffer &buffer = info.buffers[regions.size() - 1];
  if (done < buffer.endElement - buffer.firstElement)
    generate(buffer);
  else if (given)
    copyGiven(buffer);
  else if (regions.size() == info.buffers.size())
    return false;
  else
    return begin(info.buffers[regions.size()]);
  return true;
}

Result<std::vector<std::vector<uint8_t>>> InputFill::take() {
  if (error)
    return *error;
  return std::move(regions);
}

Result<std::vector<std::vector<uint8_t>>> fillAll(const KernelInfo &info,
                                                  const RunRequest &request) {
  InputFill fill(info, request);
  while (fill.advance()) {
  }
  return fill.take();
}

BufferContent viewOf(const KernelBuffer &buffer,
                     const std::vector<uint8_t> &region,
                     const std::vector<uint8_t> &written) {
  ViewCopy copy(buffer, region, written);
  while (copy.advance()) {
  }
  return copy.take();
}

} // namespace sg
