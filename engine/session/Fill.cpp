// Data for a run: what buffers and arguments hold before it, and what a view
// shows after it.
#include "engine/session/Internal.h"
#include <cstring>

namespace sg {

namespace {
// SplitMix64: small, and the same on every platform.
class Random {
public:
  Random(uint64_t seed, const std::string &name) : state(seed) {
    for (char c : name)
      state = (state ^ uint8_t(c)) * 0x100000001b3ull + 0x9e3779b97f4a7c15ull;
  }
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  /// Floats in [-4, 4) in steps that every format holds well, small integers,
  /// truth values.
  Scalar scalar(Format format) {
    Scalar value;
    if (format == Format::I1)
      value.i = next() & 1;
    else if (isFloat(format))
      value.f = (double(next() >> 40) / double(1 << 24) - 0.5) * 8.0;
    else
      value.i = int64_t(next() % 201) - 100;
    return value;
  }

private:
  uint64_t state;
};
} // namespace

// Calls visit(element offset from the base, position) for every element of the
// buffer's first view, in row-major order.
template <typename Visit>
static void eachElement(const KernelBuffer &buffer, Visit visit) {
  std::vector<int64_t> at(buffer.shape.size(), 0);
  int64_t total = 1;
  for (int64_t extent : buffer.shape)
    total *= extent;
  for (int64_t position = 0; position < total; ++position) {
    int64_t offset = buffer.viewOffset;
    for (size_t d = 0; d < at.size(); ++d)
      offset += at[d] * buffer.strides[d];
    visit(offset, position);
    for (size_t d = at.size(); d-- > 0;) {
      if (++at[d] < buffer.shape[d])
        break;
      at[d] = 0;
    }
  }
}

// Of the first view; -1 when there are more than 64 bits count.
static int64_t elementsOf(const KernelBuffer &buffer) {
  int64_t total = 1;
  for (int64_t extent : buffer.shape)
    if (extent < 0 || __builtin_mul_overflow(total, extent, &total))
      return -1;
  return total;
}

Result<std::vector<uint8_t>> fillBuffer(const KernelBuffer &buffer,
                                        const BufferFill *fill, uint64_t seed) {
  unsigned bytes = formatBytes(buffer.format);
  int64_t count = buffer.endElement - buffer.firstElement;
  std::vector<uint8_t> region(size_t(count) * bytes);
  BufferFill::Kind kind = fill ? fill->kind : BufferFill::Random;
  Random random(seed, buffer.name);
  auto number = [&](double value) {
    Scalar scalar;
    scalar.f = value;
    scalar.i = int64_t(value);
    return scalar;
  };
  for (int64_t i = 0; i < count; ++i) {
    Scalar value;
    switch (kind) {
    case BufferFill::Random:
    case BufferFill::Bytes:
      value = random.scalar(buffer.format);
      break;
    case BufferFill::Zeros:
      value = number(0);
      break;
    case BufferFill::Ones:
      value = number(1);
      break;
    case BufferFill::Iota:
      value = number(double(i));
      break;
    }
    storeScalar(buffer.format, value, &region[size_t(i) * bytes]);
  }
  if (kind != BufferFill::Bytes)
    return region;
  size_t expected = size_t(elementsOf(buffer)) * bytes;
  if (fill->bytes.size() != expected)
    return Error{"buffer '" + buffer.name + "' holds " +
                     std::to_string(expected) + " bytes, but " +
                     std::to_string(fill->bytes.size()) + " were given",
                 ""};
  eachElement(buffer, [&](int64_t offset, int64_t position) {
    int64_t index = offset - buffer.firstElement;
    if (index >= 0 && index < count)
      std::memcpy(&region[size_t(index) * bytes],
                  &fill->bytes[size_t(position) * bytes], bytes);
  });
  return region;
}

BufferContent viewOf(const KernelBuffer &buffer,
                     const std::vector<uint8_t> &region,
                     const std::vector<uint8_t> &written) {
  unsigned bytes = formatBytes(buffer.format);
  BufferContent content{buffer.name, buffer.format, buffer.shape, {}, {}};
  size_t total = size_t(elementsOf(buffer));
  content.bytes.resize(total * bytes);
  content.written.resize(total);
  int64_t count = buffer.endElement - buffer.firstElement;
  eachElement(buffer, [&](int64_t offset, int64_t position) {
    int64_t index = offset - buffer.firstElement;
    if (index < 0 || index >= count || region.empty())
      return;
    std::memcpy(&content.bytes[size_t(position) * bytes],
                &region[size_t(index) * bytes], bytes);
    content.written[position] = written[index];
  });
  return content;
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

Result<std::vector<std::vector<uint8_t>>> fillAll(const KernelInfo &info,
                                                  const RunRequest &request) {
  // All buffers of a run live in memory several times.
  constexpr int64_t limit = int64_t(1) << 32;
  int64_t total = 0;
  for (const KernelBuffer &buffer : info.buffers) {
    int64_t count, bytes;
    if (__builtin_sub_overflow(buffer.endElement, buffer.firstElement,
                               &count) ||
        count < 0 ||
        __builtin_mul_overflow(count, int64_t(formatBytes(buffer.format)),
                               &bytes) ||
        __builtin_add_overflow(total, bytes, &total) || total > limit ||
        elementsOf(buffer) < 0 || elementsOf(buffer) > limit)
      return Error{"buffer '" + buffer.name +
                       "' is too large to run here: all buffers together may "
                       "hold 4 GiB",
                   ""};
  }
  std::vector<std::vector<uint8_t>> result;
  for (const auto &[name, fill] : request.inputs) {
    bool known = false;
    std::string names;
    for (const KernelBuffer &buffer : info.buffers) {
      known |= buffer.name == name;
      names += (names.empty() ? "" : ", ") + buffer.name;
    }
    if (!known)
      return Error{"there is no buffer '" + name + "'; there are " + names, ""};
  }
  for (const KernelBuffer &buffer : info.buffers) {
    const BufferFill *fill = nullptr;
    for (const auto &[name, given] : request.inputs)
      if (name == buffer.name)
        fill = &given;
    if (buffer.use == BufferUse::Out && !fill) {
      result.emplace_back();
      continue;
    }
    auto region = fillBuffer(buffer, fill, request.seed);
    if (!region)
      return region.error();
    result.push_back(std::move(*region));
  }
  return result;
}

} // namespace sg
