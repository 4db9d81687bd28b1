// Float arithmetic that is exact up to one rounding.
//
// The 16-bit formats compute in float: for + - * / and square root a float has
// more than twice their precision plus two bits, so that rounding twice gives
// what rounding once would (Figueroa, "When is double rounding innocuous?").
#include "engine/ops/RowKit.h"
#include <cmath>

namespace sg::rows {
namespace {

#define SG_FLOAT_OP(NAME, PARAMETERS, EXPRESSION)                              \
  struct NAME {                                                                \
    using Type = float;                                                        \
    static float apply PARAMETERS { return EXPRESSION; }                       \
  }

SG_FLOAT_OP(Add, (float a, float b), a + b);
SG_FLOAT_OP(Sub, (float a, float b), a - b);
SG_FLOAT_OP(Mul, (float a, float b), a *b);
SG_FLOAT_OP(Div, (float a, float b), a / b);
SG_FLOAT_OP(Neg, (float a), -a);
SG_FLOAT_OP(Abs, (float a), std::fabs(a));
SG_FLOAT_OP(Square, (float a), a *a);
SG_FLOAT_OP(Sqrt, (float a), std::sqrt(a));
SG_FLOAT_OP(Reciprocal, (float a), 1.0f / a);
SG_FLOAT_OP(Floor, (float a), std::floor(a));
SG_FLOAT_OP(Ceil, (float a), std::ceil(a));
SG_FLOAT_OP(Trunc, (float a), std::trunc(a));
SG_FLOAT_OP(Round, (float a), std::round(a));
SG_FLOAT_OP(CopySign, (float a, float b), std::copysign(a, b));
SG_FLOAT_OP(Rem, (float a, float b), std::fmod(a, b));
#undef SG_FLOAT_OP

// Ties to even without the processor's rounding mode.
struct RoundEven {
  using Type = float;
  static float apply(float a) {
    float down = std::floor(a), rest = a - down;
    bool up = rest > 0.5f || (rest == 0.5f && std::fmod(down, 2.0f) != 0);
    return std::copysign(up ? down + 1.0f : down, a);
  }
};

// +0 counts as larger than -0.
float larger(float a, float b) {
  return a == b ? (std::signbit(a) ? b : a) : (a > b ? a : b);
}
float smaller(float a, float b) {
  return a == b ? (std::signbit(a) ? a : b) : (a < b ? a : b);
}
// "num": a number wins over a NaN. "imum": a NaN wins.
template <float (*Choose)(float, float)> struct Num {
  using Type = float;
  static float apply(float a, float b) {
    return a != a ? b : b != b ? a : Choose(a, b);
  }
};
template <float (*Choose)(float, float)> struct Imum {
  using Type = float;
  static float apply(float a, float b) {
    return a != a ? a : b != b ? b : Choose(a, b);
  }
};
struct AbsMax {
  using Type = float;
  static float apply(float a, float b) {
    return Num<larger>::apply(std::fabs(a), std::fabs(b));
  }
};
struct AbsMin {
  using Type = float;
  static float apply(float a, float b) {
    return Num<smaller>::apply(std::fabs(a), std::fabs(b));
  }
};

// The product of two elements is exact in double. Adding the third cuts to an
// odd last bit when something is lost, so that the rounding that follows is
// the only one. (Knuth's two-sum gives the loss.)
struct Fma {
  using Type = double;
  static double apply(double a, double b, double c) {
    double product = a * b;
    double sum = product + c;
    if (!std::isfinite(sum))
      return sum;
    double part = sum - product;
    double lost = (product - (sum - part)) + (c - part);
    uint64_t bits = bitCast<uint64_t>(sum);
    if (lost == 0 || (bits & 1))
      return sum;
    // One step towards the exact sum.
    bool grows = (lost > 0) == (sum > 0);
    return bitCast<double>(grows ? bits + 1 : bits - 1);
  }
};

DataflowSpelling binary(std::string kind) {
  return {"vectorchain.binary", std::move(kind)};
}

} // namespace

void addArithmeticRows(std::vector<OpRow> &rows) {
  using enum CostClass;
  auto add = [&](OpRow row) { rows.push_back(std::move(row)); };
  add(computedFloat<Add, 2>({.name = "addf",
                             .summary = "sum of two floats",
                             .encoding = 0x001,
                             .mlirNames = {"arith.addf", "linalg.add"},
                             .dataflow = binary("add")}));
  add(computedFloat<Sub, 2>({.name = "subf",
                             .summary = "difference of two floats",
                             .encoding = 0x002,
                             .mlirNames = {"arith.subf", "linalg.sub"},
                             .dataflow = binary("sub")}));
  add(computedFloat<Mul, 2>({.name = "mulf",
                             .summary = "product of two floats",
                             .cost = Multiply,
                             .encoding = 0x003,
                             .mlirNames = {"arith.mulf", "linalg.mul"},
                             .dataflow = binary("mul")}));
  add(computedFloat<Div, 2>(
      {.name = "divf",
       .summary = "quotient of two floats",
       .cost = Divide,
       .encoding = 0x004,
       .mlirNames = {"arith.divf", "linalg.div", "spyreop.realdiv"},
       .dataflow = {"dataflow.opaque", "divf"}}));
  add(computedFloat<Neg, 1>({.name = "negf",
                             .summary = "float with the sign changed",
                             .encoding = 0x005,
                             .mlirNames = {"arith.negf", "linalg.negf"},
                             .dataflow = {"vectorchain.neg", ""}}));
  add(computedFloat<Abs, 1>({.name = "absf",
                             .summary = "magnitude of a float",
                             .encoding = 0x006,
                             .mlirNames = {"math.absf", "linalg.abs"},
                             .dataflow = {"dataflow.opaque", "absf"}}));
  add(computedFloat<Num<larger>, 2>(
      {.name = "maxnumf",
       .summary = "larger float; a number wins over NaN",
       .encoding = 0x007,
       .mlirNames = {"arith.maxnumf"},
       .dataflow = binary("max")}));
  add(computedFloat<Num<smaller>, 2>(
      {.name = "minnumf",
       .summary = "smaller float; a number wins over NaN",
       .encoding = 0x008,
       .mlirNames = {"arith.minnumf"},
       .dataflow = binary("min")}));
  add(computedFloat<Imum<larger>, 2>(
      {.name = "maximumf",
       .summary = "larger float; NaN wins over a number",
       .encoding = 0x009,
       .mlirNames = {"arith.maximumf", "linalg.max"},
       .dataflow = {"dataflow.opaque", "maximumf"}}));
  add(computedFloat<Imum<smaller>, 2>(
      {.name = "minimumf",
       .summary = "smaller float; NaN wins over a number",
       .encoding = 0x00a,
       .mlirNames = {"arith.minimumf", "linalg.min"},
       .dataflow = {"dataflow.opaque", "minimumf"}}));
  add(computedFloat<AbsMax, 2>({.name = "absmaxf",
                                .summary = "larger of two magnitudes",
                                .encoding = 0x00b,
                                .dataflow = binary("abs_max")}));
  add(computedFloat<AbsMin, 2>({.name = "absminf",
                                .summary = "smaller of two magnitudes",
                                .encoding = 0x00c,
                                .dataflow = binary("abs_min")}));
  add(computedFloat<Square, 1>({.name = "square",
                                .summary = "float times itself",
                                .cost = Multiply,
                                .encoding = 0x00d,
                                .mlirNames = {"linalg.square"},
                                .dataflow = {"dataflow.opaque", "square"}}));
  add(computedFloat<Sqrt, 1>(
      {.name = "sqrt",
       .summary = "square root",
       .cost = Divide,
       .encoding = 0x00e,
       .mlirNames = {"math.sqrt", "linalg.sqrt", "spyreop.sqrt"},
       .dataflow = {"dataflow.opaque", "sqrt"}}));
  add(computedFloat<Reciprocal, 1>(
      {.name = "reciprocal",
       .summary = "one divided by a float",
       .cost = Divide,
       .encoding = 0x00f,
       .mlirNames = {"linalg.reciprocal", "spyreop.reciprocal"},
       .dataflow = {"vectorchain.rec_estimate", ""}}));
  add(computedFloat<Floor, 1>({.name = "floor",
                               .summary = "largest whole number not above",
                               .encoding = 0x010,
                               .mlirNames = {"math.floor", "linalg.floor"},
                               .dataflow = {"vectorchain.floor", ""}}));
  add(computedFloat<Ceil, 1>({.name = "ceil",
                              .summary = "smallest whole number not below",
                              .encoding = 0x011,
                              .mlirNames = {"math.ceil", "linalg.ceil"},
                              .dataflow = {"dataflow.opaque", "ceil"}}));
  add(computedFloat<Trunc, 1>({.name = "trunc",
                               .summary = "whole number next towards zero",
                               .encoding = 0x012,
                               .mlirNames = {"math.trunc"},
                               .dataflow = {"dataflow.opaque", "trunc"}}));
  add(computedFloat<Round, 1>({.name = "round",
                               .summary = "nearest whole number, ties away "
                                          "from zero",
                               .encoding = 0x013,
                               .mlirNames = {"math.round", "linalg.round"},
                               .dataflow = {"dataflow.opaque", "round"}}));
  add(computedFloat<RoundEven, 1>(
      {.name = "roundeven",
       .summary = "nearest whole number, ties to even",
       .encoding = 0x014,
       .mlirNames = {"math.roundeven"},
       .dataflow = {"dataflow.opaque", "roundeven"}}));
  add(computedFloat<CopySign, 2>(
      {.name = "copysign",
       .summary = "first float with the sign of the second",
       .encoding = 0x015,
       .mlirNames = {"math.copysign"},
       .dataflow = {"dataflow.opaque", "copysign"}}));
  add(computedFloat<Rem, 2>({.name = "remf",
                             .summary = "remainder with the first's sign",
                             .cost = Divide,
                             .encoding = 0x016,
                             .mlirNames = {"arith.remf"},
                             .dataflow = {"dataflow.opaque", "remf"}}));
  add(computedFloat<Fma, 3>({.name = "fma",
                             .summary = "first times second plus third, one "
                                        "rounding",
                             .cost = Multiply,
                             .encoding = 0x017,
                             .mlirNames = {"math.fma"},
                             .dataflow = {"dataflow.opaque", "fma"}}));
}

} // namespace sg::rows
