#include "engine/ops/Format.h"
#include "engine/ops/FormatBits.h"
#include <cmath>
#include <limits>

namespace sg {

namespace {
struct FormatFacts {
  std::string_view name;
  unsigned bytes;
  bool isFloat;
};
constexpr FormatFacts facts[numFormats] = {
    {"f16", 2, true}, {"bf16", 2, true}, {"f32", 4, true}, {"i32", 4, false},
    {"i1", 1, false}, {"i64", 8, false}, {"i8", 1, false}, {"i16", 2, false},
};

// Bits read from a file may name a format that does not exist.
const FormatFacts &factsOf(Format format) {
  unsigned index = unsigned(format);
  return facts[index < numFormats ? index : unsigned(Format::I8)];
}

// Floats in the order of their values as consecutive integers.
int64_t ordinal(Format format, double value) {
  uint8_t image[8] = {};
  storeScalar(format, {value, 0}, image);
  unsigned width = 8 * formatBytes(format);
  uint64_t bits = width == 16 ? uint64_t(bits::read<uint16_t>(image))
                              : uint64_t(bits::read<uint32_t>(image));
  uint64_t sign = uint64_t(1) << (width - 1);
  int64_t magnitude = int64_t(bits & (sign - 1));
  return bits & sign ? -magnitude : magnitude;
}
} // namespace

unsigned formatBytes(Format format) { return factsOf(format).bytes; }
std::string_view formatName(Format format) { return factsOf(format).name; }
bool isFloat(Format format) { return factsOf(format).isFloat; }

std::optional<Format> parseFormat(std::string_view name) {
  if (name == "index")
    return Format::I64;
  for (unsigned i = 0; i < numFormats; ++i)
    if (facts[i].name == name)
      return Format(i);
  return std::nullopt;
}

float f16ToFloat(uint16_t bits) { return bits::f16ToFloat(bits); }
uint16_t floatToF16(float value) { return bits::floatToF16(value); }
float bf16ToFloat(uint16_t bits) { return bits::bf16ToFloat(bits); }
uint16_t floatToBf16(float value) { return bits::floatToBf16(value); }

Scalar loadScalar(Format format, const void *from) {
  switch (format) {
  case Format::F16:
    return {bits::f16ToFloat(bits::read<uint16_t>(from)), 0};
  case Format::BF16:
    return {bits::bf16ToFloat(bits::read<uint16_t>(from)), 0};
  case Format::F32:
    return {bits::read<float>(from), 0};
  case Format::I32:
    return {0, bits::read<int32_t>(from)};
  case Format::I1:
    return {0, bits::read<uint8_t>(from) != 0};
  case Format::I64:
    return {0, bits::read<int64_t>(from)};
  case Format::I8:
    return {0, bits::read<int8_t>(from)};
  case Format::I16:
    return {0, bits::read<int16_t>(from)};
  }
  return {};
}

void storeScalar(Format format, Scalar value, void *to) {
  switch (format) {
  case Format::F16:
    return bits::write(to, bits::floatToF16(bits::toOddFloat(value.f)));
  case Format::BF16:
    return bits::write(to, bits::floatToBf16(bits::toOddFloat(value.f)));
  case Format::F32:
    return bits::write(to, bits::floatToF32(float(value.f)));
  case Format::I32:
    return bits::write(to, int32_t(value.i));
  case Format::I1:
    return bits::write(to, uint8_t(value.i & 1));
  case Format::I64:
    return bits::write(to, value.i);
  case Format::I8:
    return bits::write(to, int8_t(value.i));
  case Format::I16:
    return bits::write(to, int16_t(value.i));
  }
}

Scalar roundTo(Format format, Scalar value) {
  uint8_t image[8];
  storeScalar(format, value, image);
  return loadScalar(format, image);
}

uint64_t ulpDistance(Format format, Scalar a, Scalar b) {
  int64_t left = a.i, right = b.i;
  if (isFloat(format)) {
    if (std::isnan(a.f) || std::isnan(b.f))
      return std::isnan(a.f) && std::isnan(b.f)
                 ? 0
                 : std::numeric_limits<uint64_t>::max();
    left = ordinal(format, a.f);
    right = ordinal(format, b.f);
  }
  return left > right ? uint64_t(left) - uint64_t(right)
                      : uint64_t(right) - uint64_t(left);
}

} // namespace sg
