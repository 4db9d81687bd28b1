// Conversions between formats.
//
// DataflowIR has one `vectorchain.cast` for all; it spells the float
// conversions and the signed integer to float one, which the operand's format
// tells apart. The others are opaque.
#include "engine/ops/RowKit.h"
#include <cmath>

namespace sg::rows {
namespace {

Scalar evalFloatToFloat(std::span<const Scalar> in, Format, Format out) {
  return roundTo(out, in[0]);
}
Scalar evalSigned(std::span<const Scalar> in, Format from, Format out) {
  return roundTo(out, {0, asSigned(from, in[0].i)});
}
Scalar evalUnsigned(std::span<const Scalar> in, Format from, Format out) {
  return roundTo(out, {0, int64_t(asUnsigned(from, in[0].i))});
}

// Integer to float with one rounding: 64 bits do not fit a double, so the low
// half is kept as an odd last bit ("sticky").
double stickyDouble(uint64_t magnitude) {
  if (magnitude >> 53) {
    unsigned drop = 11 - unsigned(std::countl_zero(magnitude));
    uint64_t kept = magnitude >> drop;
    kept |= (kept << drop) != magnitude;
    magnitude = kept << drop;
  }
  return double(magnitude);
}
double signedToDouble(int64_t value) {
  return value < 0 ? -stickyDouble(0 - uint64_t(value))
                   : stickyDouble(uint64_t(value));
}
Scalar evalSignedToFloat(std::span<const Scalar> in, Format from, Format out) {
  return roundTo(out, {signedToDouble(asSigned(from, in[0].i)), 0});
}
Scalar evalUnsignedToFloat(std::span<const Scalar> in, Format from,
                           Format out) {
  return roundTo(out, {stickyDouble(asUnsigned(from, in[0].i)), 0});
}

// Towards zero; NaN is 0, what does not fit becomes the nearest that does.
// (MLIR leaves both open.)
Scalar evalFloatToSigned(std::span<const Scalar> in, Format, Format out) {
  double value = std::trunc(in[0].f);
  double limit = std::ldexp(1.0, int(widthOf(out)) - 1);
  if (value != value)
    return {};
  int64_t least = int64_t(~uint64_t(0) << (widthOf(out) - 1));
  int64_t result = value >= limit    ? ~least
                   : value <= -limit ? least
                                     : int64_t(value);
  return roundTo(out, {0, result});
}
Scalar evalFloatToUnsigned(std::span<const Scalar> in, Format, Format out) {
  double value = std::trunc(in[0].f);
  if (!(value > 0))
    return {};
  double limit = std::ldexp(1.0, int(widthOf(out)));
  uint64_t result = value >= limit ? ~uint64_t(0) : uint64_t(value);
  return roundTo(out, {0, int64_t(result)});
}

// The same bits under another format of the same size.
Scalar evalBits(std::span<const Scalar> in, Format from, Format out) {
  uint8_t image[8] = {};
  storeScalar(from, in[0], image);
  return loadScalar(out, image);
}

template <Format From, Format To>
void vectorFloat(const void *const *in, void *out, size_t count) {
  inBlocks<Element<From>, Element<To>, float, float, 1>(
      in, out, count, [](auto &values, auto &results, size_t n) {
        std::copy_n(values[0], n, results);
      });
}

template <Format From, Format To> void setFloatPath(OpRow &row) {
  row.castVector[unsigned(From)][unsigned(To)] = vectorFloat<From, To>;
}

OpRow castRow(std::string name, std::string summary, uint16_t encoding,
              uint32_t from, uint32_t to, EvalFn eval, bool isCast = false) {
  OpRow row;
  row.mlirNames = {"arith." + name};
  row.dataflow = {"dataflow.opaque", name};
  if (isCast)
    row.dataflow = {"vectorchain.cast", ""};
  row.name = std::move(name);
  row.summary = std::move(summary);
  row.signature = Signature::Cast;
  row.encoding = encoding;
  row.formats = from;
  row.resultFormats = to;
  row.eval = eval;
  return row;
}

} // namespace

void addCastRows(std::vector<OpRow> &rows) {
  constexpr uint32_t half = bit(Format::F16) | bit(Format::BF16);
  constexpr uint32_t f32 = bit(Format::F32);
  OpRow extend = castRow("extf", "float to a wider float", 0x300, half, f32,
                         evalFloatToFloat, true);
  setFloatPath<Format::F16, Format::F32>(extend);
  setFloatPath<Format::BF16, Format::F32>(extend);
  rows.push_back(std::move(extend));
  OpRow narrow = castRow("truncf", "float to a narrower float", 0x301, f32,
                         half, evalFloatToFloat, true);
  setFloatPath<Format::F32, Format::F16>(narrow);
  setFloatPath<Format::F32, Format::BF16>(narrow);
  rows.push_back(std::move(narrow));

  rows.push_back(castRow("sitofp", "signed integer to float", 0x302, ints,
                         floats, evalSignedToFloat, true));
  rows.push_back(castRow("uitofp", "unsigned integer to float", 0x303, ints,
                         floats, evalUnsignedToFloat));
  rows.push_back(castRow("fptosi",
                         "float to signed integer, towards zero, held to its "
                         "range; NaN is 0",
                         0x304, floats, ints, evalFloatToSigned));
  rows.push_back(castRow("fptoui",
                         "float to unsigned integer, towards zero, held to "
                         "its range; NaN is 0",
                         0x305, floats, ints, evalFloatToUnsigned));
  rows.push_back(castRow("extsi", "signed integer to a wider one", 0x306, ints,
                         wideInts, evalSigned));
  rows.push_back(castRow("extui", "unsigned integer to a wider one", 0x307,
                         ints, wideInts, evalUnsigned));
  rows.push_back(castRow("trunci", "low bits of an integer", 0x308, wideInts,
                         ints, evalSigned));
  rows.push_back(castRow("index_cast", "index to or from a signed integer",
                         0x309, ints, ints, evalSigned));
  rows.push_back(castRow("index_castui", "index to or from an unsigned integer",
                         0x30a, ints, ints, evalUnsigned));
  rows.push_back(castRow("bitcast", "the same bits as another format", 0x30b,
                         floats | ints, floats | ints, evalBits));
}

} // namespace sg::rows
