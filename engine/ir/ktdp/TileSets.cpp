#include "engine/ir/ktdp/TileSets.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>

using namespace mlir;

static std::optional<int64_t> floorDivide(int64_t a, int64_t b) {
  if (b <= 0)
    return std::nullopt;
  int64_t quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

std::optional<int64_t> sg::ktdp::evaluate(AffineExpr expression,
                                          ArrayRef<int64_t> dims,
                                          ArrayRef<int64_t> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expression))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expression))
    return dim.getPosition() < dims.size()
               ? std::optional(dims[dim.getPosition()])
               : std::nullopt;
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression))
    return symbol.getPosition() < symbols.size()
               ? std::optional(symbols[symbol.getPosition()])
               : std::nullopt;
  auto binary = cast<AffineBinaryOpExpr>(expression);
  std::optional<int64_t> a = evaluate(binary.getLHS(), dims, symbols);
  std::optional<int64_t> b = evaluate(binary.getRHS(), dims, symbols);
  if (!a || !b)
    return std::nullopt;
  int64_t value = 0;
  switch (expression.getKind()) {
  case AffineExprKind::Add:
    return llvm::AddOverflow(*a, *b, value) ? std::nullopt
                                            : std::optional(value);
  case AffineExprKind::Mul:
    return llvm::MulOverflow(*a, *b, value) ? std::nullopt
                                            : std::optional(value);
  case AffineExprKind::FloorDiv:
    return floorDivide(*a, *b);
  case AffineExprKind::CeilDiv:
    if (auto quotient = floorDivide(*a, *b))
      return *quotient + (*a % *b != 0);
    return std::nullopt;
  case AffineExprKind::Mod:
    if (*b <= 0)
      return std::nullopt;
    return *a % *b < 0 ? *a % *b + *b : *a % *b;
  default:
    return std::nullopt;
  }
}

std::optional<bool> sg::ktdp::contains(IntegerSet set, ArrayRef<int64_t> dims,
                                       ArrayRef<int64_t> symbols) {
  bool inside = true;
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    std::optional<int64_t> value =
        evaluate(set.getConstraint(i), dims, symbols);
    if (!value)
      return std::nullopt;
    inside &= set.isEq(i) ? *value == 0 : *value >= 0;
  }
  return inside;
}

// Whether an expression is linear in the dimension: neither divided nor taken
// modulo anything.
static bool isLinear(AffineExpr expression) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
  if (!binary || !expression.isFunctionOfDim(0))
    return true;
  if (expression.getKind() == AffineExprKind::Add)
    return isLinear(binary.getLHS()) && isLinear(binary.getRHS());
  return expression.getKind() == AffineExprKind::Mul &&
         isLinear(binary.getLHS()) && isLinear(binary.getRHS());
}

namespace {
struct Bounds {
  std::optional<int64_t> low, high;
  void atLeast(int64_t value) { low = low ? std::max(*low, value) : value; }
  void atMost(int64_t value) { high = high ? std::min(*high, value) : value; }
};
} // namespace

// Tightens `range` by `slope * x + constant >= 0`.
static void tighten(Bounds &range, int64_t slope, int64_t constant) {
  constexpr int64_t lowest = std::numeric_limits<int64_t>::min();
  if (slope == 0 || slope == lowest || constant == lowest)
    return;
  if (slope > 0)
    range.atLeast(-*floorDivide(constant, slope));
  else
    range.atMost(*floorDivide(constant, -slope));
}

std::optional<std::vector<int64_t>>
sg::ktdp::listPoints(IntegerSet set, ArrayRef<int64_t> symbols) {
  if (set.getNumDims() != 1 || set.getNumSymbols() != symbols.size())
    return std::nullopt;
  Bounds range;
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    AffineExpr expression = set.getConstraint(i);
    if (!isLinear(expression))
      continue;
    std::optional<int64_t> at0 = evaluate(expression, {0}, symbols);
    std::optional<int64_t> at1 = evaluate(expression, {1}, symbols);
    int64_t slope = 0;
    if (!at0 || !at1 || llvm::SubOverflow(*at1, *at0, slope))
      continue;
    tighten(range, slope, *at0);
    if (set.isEq(i) && slope != std::numeric_limits<int64_t>::min() &&
        *at0 != std::numeric_limits<int64_t>::min())
      tighten(range, -slope, -*at0);
  }
  int64_t span = 0;
  if (!range.low || !range.high ||
      llvm::SubOverflow(*range.high, *range.low, span) ||
      span >= maxListedPoints)
    return std::nullopt;
  std::vector<int64_t> points;
  for (int64_t step = 0; step <= span; ++step) {
    int64_t point = *range.low + step;
    std::optional<bool> inside = contains(set, {point}, symbols);
    if (!inside)
      return std::nullopt;
    if (*inside)
      points.push_back(point);
  }
  return points;
}
