// NumPy's .npy files: one array of numbers with its shape and type.
// Format: numpy/lib/format.py, versions 1.0, 2.0 and 3.0 of the header.
//
// Element types: <f2 <f4 <f8 <i1 <i2 <i4 <i8 |b1 |u1 <u2 and V2. NumPy has no
// bfloat16: bf16 is written as <u2, the values' bits, and read from <u2, from
// V2 (what ml_dtypes writes), or from floats, which are rounded.
#pragma once
#include "engine/ops/Format.h"
#include "engine/support/Result.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sg::cli {

struct NpyArray {
  std::string type;           ///< "<f2", "|b1", …
  std::vector<int64_t> shape; ///< empty: one number
  std::string data;           ///< row-major, little-endian
};

/// Files in Fortran order are transposed. Rejects what is truncated, has bytes
/// left over, or holds objects, big-endian numbers or structures.
Result<NpyArray> readNpy(std::string_view file);

/// Version 1.0, C order.
std::string writeNpy(Format format, const std::vector<int64_t> &shape,
                     std::string_view data);

/// The array as elements of `format`. Types must be the same, except that <f8
/// (and for bf16 <f4 and <f2) are rounded to nearest, ties to even; <i8 becomes
/// any integer format that holds the values; |u1 and |b1 stand for each other.
/// The error names both types.
Result<std::vector<uint8_t>> toFormat(const NpyArray &array, Format format);

} // namespace sg::cli
