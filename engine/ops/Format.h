// The element formats that tensors, vectors and instructions carry, and the
// conversions between their bits and numbers.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace sg {

/// Element formats. The values are part of the SpyreBinary format.
enum class Format : uint8_t {
  F16 = 0,  ///< IEEE binary16
  BF16 = 1, ///< bfloat16
  F32 = 2,  ///< IEEE binary32
  I32 = 3,  ///< 32-bit two's complement integer
  I1 = 4,   ///< truth value, one byte in memory (0 or 1)
  I64 = 5,  ///< 64-bit integer; also MLIR's `index`
  I8 = 6,   ///< 8-bit integer
  I16 = 7,  ///< 16-bit integer
};
inline constexpr unsigned numFormats = 8;

/// Bytes one element takes in memory.
unsigned formatBytes(Format format);
/// The MLIR spelling: "f16", "bf16", "f32", "i32", "i1", "i64", "i8", "i16".
std::string_view formatName(Format format);
/// Inverse of formatName; also takes "index" (as I64).
std::optional<Format> parseFormat(std::string_view name);
bool isFloat(Format format);

/// One element as a number. Floats hold their exact value in `f`, integers in
/// `i`; the other member is unused.
struct Scalar {
  double f = 0;
  int64_t i = 0;
};

/// Reads one element from its memory image (little-endian, any alignment).
Scalar loadScalar(Format format, const void *from);
/// Writes one element. Floats are rounded to nearest, ties to even; overflow
/// becomes infinity; integers wrap.
void storeScalar(Format format, Scalar value, void *to);
/// Rounds a number to what the format can hold (integers: wraps).
Scalar roundTo(Format format, Scalar value);

/// f16 bits to float and back (round to nearest even), for inner loops.
float f16ToFloat(uint16_t bits);
uint16_t floatToF16(float value);
float bf16ToFloat(uint16_t bits);
uint16_t floatToBf16(float value);

/// Distance of two values in units in the last place of the format: 0 when
/// equal (also NaN and NaN, +0 and -0), for integers the absolute difference.
/// A NaN against a number is UINT64_MAX.
uint64_t ulpDistance(Format format, Scalar a, Scalar b);

} // namespace sg
