// Transcendental functions: computed in double, rounded to the format once.
#include "engine/ops/RowKit.h"
#include <cmath>
#include <numbers>

namespace sg::rows {
namespace {

#define SG_FUNCTION(NAME, EXPRESSION)                                          \
  struct NAME {                                                                \
    using Type = double;                                                       \
    static double apply(double x) { return EXPRESSION; }                       \
  }

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

SG_FUNCTION(Exp, std::exp(x));
SG_FUNCTION(Exp2, std::exp2(x));
SG_FUNCTION(ExpM1, std::expm1(x));
SG_FUNCTION(Log, std::log(x));
SG_FUNCTION(Log2, std::log2(x));
SG_FUNCTION(Log10, std::log10(x));
SG_FUNCTION(Log1p, std::log1p(x));
SG_FUNCTION(Rsqrt, 1 / std::sqrt(x));
SG_FUNCTION(Tanh, std::tanh(x));
SG_FUNCTION(Sin, std::sin(x));
SG_FUNCTION(Cos, std::cos(x));
SG_FUNCTION(Tan, std::tan(x));
SG_FUNCTION(Atan, std::atan(x));
SG_FUNCTION(Erf, std::erf(x));
SG_FUNCTION(Sigmoid, logistic(x));
SG_FUNCTION(Silu, x *logistic(x));
// x times the normal distribution's share below x; erfc keeps the digits that
// 1 + erf loses where x is far below zero.
SG_FUNCTION(Gelu, 0.5 * x * std::erfc(-x / std::numbers::sqrt2));
#undef SG_FUNCTION

struct Pow {
  using Type = double;
  static double apply(double x, double y) { return std::pow(x, y); }
};
struct Atan2 {
  using Type = double;
  static double apply(double y, double x) { return std::atan2(y, x); }
};
// As PyTorch defines it: the identity where beta * x is above the threshold.
// log(1 + exp(z)) is written so that exp(z) cannot overflow.
struct Softplus {
  using Type = double;
  static double apply(double x, double beta, double threshold) {
    double scaled = beta * x;
    if (scaled > threshold)
      return x;
    double above = scaled > 0 ? scaled : 0;
    return (above + std::log1p(std::exp(-std::fabs(scaled)))) / beta;
  }
};

} // namespace

void addFunctionRows(std::vector<OpRow> &rows) {
  using enum CostClass;
  auto add = [&](OpRow row) {
    row.cost = Transcendental;
    row.maxUlp = 1;
    if (row.dataflow.op == "dataflow.opaque")
      row.dataflow.kind = row.name;
    rows.push_back(std::move(row));
  };
  add(tabledFloat<Exp>({.name = "exp",
                        .summary = "e to the power of x",
                        .encoding = 0x040,
                        .mlirNames = {"math.exp", "linalg.exp", "spyreop.exp"},
                        .dataflow = {"vectorchain.fast_exp", ""}}));
  add(tabledFloat<Exp2>({.name = "exp2",
                         .summary = "2 to the power of x",
                         .encoding = 0x041,
                         .mlirNames = {"math.exp2"}}));
  add(tabledFloat<ExpM1>({.name = "expm1",
                          .summary = "e to the power of x, minus one",
                          .encoding = 0x042,
                          .mlirNames = {"math.expm1"}}));
  add(tabledFloat<Log>({.name = "log",
                        .summary = "natural logarithm",
                        .encoding = 0x043,
                        .mlirNames = {"math.log", "linalg.log"},
                        .dataflow = {"vectorchain.ln_estimate", ""}}));
  add(tabledFloat<Log2>({.name = "log2",
                         .summary = "logarithm to base 2",
                         .encoding = 0x044,
                         .mlirNames = {"math.log2"}}));
  add(tabledFloat<Log10>({.name = "log10",
                          .summary = "logarithm to base 10",
                          .encoding = 0x045,
                          .mlirNames = {"math.log10"}}));
  add(tabledFloat<Log1p>({.name = "log1p",
                          .summary = "natural logarithm of 1 + x",
                          .encoding = 0x046,
                          .mlirNames = {"math.log1p"}}));
  add(tabledFloat<Rsqrt>({.name = "rsqrt",
                          .summary = "one divided by the square root",
                          .encoding = 0x047,
                          .mlirNames = {"math.rsqrt", "linalg.rsqrt"},
                          .dataflow = {"vectorchain.rsqrt_estimate", ""}}));
  add(tabledFloat<Tanh>({.name = "tanh",
                         .summary = "hyperbolic tangent",
                         .encoding = 0x048,
                         .mlirNames = {"math.tanh", "linalg.tanh"}}));
  add(tabledFloat<Sin>({.name = "sin",
                        .summary = "sine of an angle in radians",
                        .encoding = 0x049,
                        .mlirNames = {"math.sin"}}));
  add(tabledFloat<Cos>({.name = "cos",
                        .summary = "cosine of an angle in radians",
                        .encoding = 0x04a,
                        .mlirNames = {"math.cos"}}));
  add(tabledFloat<Tan>({.name = "tan",
                        .summary = "tangent of an angle in radians",
                        .encoding = 0x04b,
                        .mlirNames = {"math.tan"}}));
  add(tabledFloat<Atan>({.name = "atan",
                         .summary = "angle whose tangent is x",
                         .encoding = 0x04c,
                         .mlirNames = {"math.atan"}}));
  add(computedFloat<Atan2, 2>({.name = "atan2",
                               .summary = "angle of the point (second, first)",
                               .encoding = 0x04d,
                               .mlirNames = {"math.atan2"}}));
  add(tabledFloat<Erf>({.name = "erf",
                        .summary = "error function",
                        .encoding = 0x04e,
                        .mlirNames = {"math.erf", "linalg.erf"}}));
  add(computedFloat<Pow, 2>({.name = "powf",
                             .summary = "first to the power of the second",
                             .encoding = 0x04f,
                             .mlirNames = {"math.powf", "linalg.powf"}}));
  add(tabledFloat<Sigmoid>({.name = "sigmoid",
                            .summary = "1 / (1 + exp(-x))",
                            .encoding = 0x050,
                            .mlirNames = {"spyreop.sigmoid"}}));
  add(tabledFloat<Silu>({.name = "silu",
                         .summary = "x * sigmoid(x)",
                         .encoding = 0x051,
                         .mlirNames = {"spyreop.silu"}}));
  add(tabledFloat<Gelu>({.name = "gelu",
                         .summary = "x times the normal distribution's share "
                                    "below x (the exact form)",
                         .encoding = 0x052,
                         .mlirNames = {"spyreop.gelu"}}));
  add(computedFloat<Softplus, 3>(
      {.name = "softplus",
       .summary = "log(1 + exp(beta * x)) / beta; x itself where beta * x is "
                  "above the threshold",
       .encoding = 0x053,
       .mlirNames = {"spyreop.softplus"},
       .attributes = {"beta", "threshold"}}));
}

} // namespace sg::rows
