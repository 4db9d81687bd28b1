// Inline conversions between element bits and numbers, for loops that the
// compiler should vectorise. Everyone else uses Format.h.
#pragma once
#include "engine/support/BitCast.h"
#include <bit>
#include <cstdint>
#include <cstring>

namespace sg::bits {

static_assert(std::endian::native == std::endian::little,
              "memory images are little-endian");

// Every NaN that is written is this one: what a NaN's sign and payload are
// after an operation differs between processors, and results must not.
inline constexpr uint16_t nanF16 = 0x7e00;
inline constexpr uint16_t nanBf16 = 0x7fc0;
inline constexpr uint32_t nanF32 = 0x7fc00000;

/// Bits of an IEEE binary16 to the float of the same value.
inline float f16ToFloat(uint16_t half) {
  // Exponent and fraction moved to where a float has them; the exponent then
  // lacks 127 - 15. An all-ones exponent needs that twice to be all ones again;
  // a subnormal is given the exponent 2^-14 and loses the leading one again.
  uint32_t body = uint32_t(half & 0x7fff) << 13;
  uint32_t exponent = body & 0x0f800000u;
  uint32_t normal = body + 0x38000000u;
  uint32_t special = body + 0x70000000u;
  float subnormal = bitCast<float>(body + 0x38800000u) -
                    bitCast<float>(0x38800000u);
  uint32_t bits = exponent == 0x0f800000u ? special : normal;
  bits = exponent == 0 ? bitCast<uint32_t>(subnormal) : bits;
  return bitCast<float>(bits | (uint32_t(half & 0x8000) << 16));
}

/// The binary16 nearest to a float, ties to even.
inline uint16_t floatToF16(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  uint32_t sign = (bits >> 16) & 0x8000u;
  uint32_t body = bits & 0x7fffffffu;
  // Normal: drop 13 bits; the added half rounds, one less when the last kept
  // bit is even. A carry runs into the exponent, up to infinity.
  uint32_t normal = (body + 0xc8000fffu + ((body >> 13) & 1u)) >> 13;
  // Subnormal: adding 0.5 leaves a fraction that counts units of 2^-24.
  float sum = bitCast<float>(body) + 0.5f;
  uint32_t subnormal = bitCast<uint32_t>(sum) - 0x3f000000u;
  uint32_t result = body < 0x38800000u ? subnormal : normal;
  result = body >= 0x47800000u ? 0x7c00u : result;
  result |= sign;
  return uint16_t(body > 0x7f800000u ? uint32_t(nanF16) : result);
}

inline float bf16ToFloat(uint16_t bits) {
  return bitCast<float>(uint32_t(bits) << 16);
}

/// The bfloat16 nearest to a float, ties to even.
inline uint16_t floatToBf16(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  bool nan = (bits & 0x7fffffffu) > 0x7f800000u;
  return uint16_t(nan ? uint32_t(nanBf16) : rounded);
}

inline uint32_t floatToF32(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  return (bits & 0x7fffffffu) > 0x7f800000u ? nanF32 : bits;
}

/// A double cut to a float whose last bit is one when anything was lost:
/// rounding the result again to a format of at most 22 bits is then the same
/// as rounding the double directly.
inline float toOddFloat(double value) {
  float nearest = float(value);
  if (double(nearest) == value || value != value)
    return nearest;
  uint32_t bits = bitCast<uint32_t>(nearest);
  double magnitude = value < 0 ? -value : value;
  double rounded = nearest < 0 ? -double(nearest) : double(nearest);
  if (rounded > magnitude)
    --bits;
  return bitCast<float>(bits | 1u);
}

template <typename T> T read(const void *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}
template <typename T> void write(void *to, T value) {
  std::memcpy(to, &value, sizeof(T));
}

} // namespace sg::bits
