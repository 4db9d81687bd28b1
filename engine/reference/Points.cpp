#include "engine/reference/Points.h"
#include "engine/ir/ktdp/TileSets.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;

namespace sg::reference {

namespace {
constexpr int64_t lowest = std::numeric_limits<int64_t>::min();
constexpr int64_t highest = std::numeric_limits<int64_t>::max();

int64_t floorDiv(__int128 a, int64_t b) {
  __int128 quotient = a / b;
  if (a % b != 0 && (a < 0) != (b < 0))
    --quotient;
  return quotient < lowest    ? lowest
         : quotient > highest ? highest
                              : int64_t(quotient);
}

// constant + sum >= 0 bounds each dimension once the others' extremes are
// known. `sign` is -1 for the second half of an equality.
bool tighten(const LinearExpr &expr, int sign, Box &box) {
  bool changed = false;
  size_t dims = expr.coefficients.size();
  for (size_t i = 0; i < dims; ++i) {
    int64_t own = sign * expr.coefficients[i];
    if (own == 0)
      continue;
    __int128 most = __int128(sign) * expr.constant;
    bool bounded = true;
    for (size_t k = 0; k < dims && bounded; ++k) {
      int64_t c = sign * expr.coefficients[k];
      if (k == i || c == 0)
        continue;
      int64_t extreme = c > 0 ? box.high[k] : box.low[k];
      bounded = extreme != lowest && extreme != highest;
      most += __int128(c) * extreme;
    }
    if (!bounded)
      continue;
    // own * x >= -most
    if (own > 0) {
      int64_t bound = -floorDiv(most, own);
      if (bound > box.low[i]) {
        box.low[i] = bound;
        changed = true;
      }
    } else {
      int64_t bound = floorDiv(most, -own);
      if (bound < box.high[i]) {
        box.high[i] = bound;
        changed = true;
      }
    }
  }
  return changed;
}
} // namespace

std::optional<int64_t> multiplyAdd(int64_t a, int64_t b, int64_t c) {
  int64_t product, sum;
  if (llvm::MulOverflow(a, b, product) || llvm::AddOverflow(product, c, sum))
    return std::nullopt;
  return sum;
}

bool Box::isEmpty() const {
  for (size_t i = 0; i < low.size(); ++i)
    if (low[i] > high[i])
      return true;
  return false;
}

std::optional<LinearExpr> linearOf(AffineExpr expr, unsigned numDims,
                                   ArrayRef<int64_t> symbols) {
  LinearExpr result;
  result.coefficients.assign(numDims, 0);
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    if (dim.getPosition() >= numDims)
      return std::nullopt;
    result.coefficients[dim.getPosition()] = 1;
    return result;
  }
  if (expr.isSymbolicOrConstant()) {
    std::optional<int64_t> value = ktdp::evaluate(expr, {}, symbols);
    if (!value)
      return std::nullopt;
    result.constant = *value;
    return result;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<LinearExpr> a = linearOf(binary.getLHS(), numDims, symbols);
  std::optional<LinearExpr> b = linearOf(binary.getRHS(), numDims, symbols);
  if (!a || !b)
    return std::nullopt;
  int64_t factorA = 1, factorB = 1;
  if (expr.getKind() == AffineExprKind::Mul) {
    auto isConstant = [](const LinearExpr &e) {
      return llvm::all_of(e.coefficients, [](int64_t c) { return c == 0; });
    };
    if (!isConstant(*b))
      std::swap(a, b);
    if (!isConstant(*b))
      return std::nullopt;
    factorA = b->constant;
    factorB = 0;
  } else if (expr.getKind() != AffineExprKind::Add) {
    return std::nullopt;
  }
  auto combine = [&](int64_t x, int64_t y) -> std::optional<int64_t> {
    return multiplyAdd(factorA, x, factorB * y);
  };
  std::optional<int64_t> constant = combine(a->constant, b->constant);
  if (!constant)
    return std::nullopt;
  result.constant = *constant;
  for (unsigned i = 0; i < numDims; ++i) {
    auto c = combine(a->coefficients[i], b->coefficients[i]);
    if (!c)
      return std::nullopt;
    result.coefficients[i] = *c;
  }
  return result;
}

std::optional<Box> boundingBox(IntegerSet set, ArrayRef<int64_t> symbols,
                               std::string &error) {
  unsigned dims = set.getNumDims();
  Box box;
  box.low.assign(dims, lowest);
  box.high.assign(dims, highest);
  box.exact = true;
  SmallVector<std::pair<LinearExpr, bool>> constraints;
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    auto linear = linearOf(set.getConstraint(i), dims, symbols);
    if (!linear) {
      box.exact = false;
      continue;
    }
    bool unbounded = llvm::any_of(linear->coefficients,
                                  [](int64_t c) { return c == lowest; });
    if (unbounded) {
      box.exact = false;
      continue;
    }
    unsigned used =
        llvm::count_if(linear->coefficients, [](int64_t c) { return c != 0; });
    // A constraint without dimensions holds for all points or for none.
    if (used == 0 &&
        (set.isEq(i) ? linear->constant != 0 : linear->constant < 0)) {
      box.low.assign(dims, 0);
      box.high.assign(dims, -1);
      return box;
    }
    box.exact &=
        used <= 1 &&
        (!set.isEq(i) || llvm::all_of(linear->coefficients, [](int64_t c) {
          return c >= -1 && c <= 1;
        }));
    constraints.emplace_back(std::move(*linear), set.isEq(i));
  }
  // Each round carries bounds one dimension further.
  bool changed = true;
  for (unsigned round = 0; changed && round <= dims + 1; ++round) {
    changed = false;
    for (const auto &[linear, isEquality] : constraints) {
      changed |= tighten(linear, 1, box);
      if (isEquality)
        changed |= tighten(linear, -1, box);
    }
    if (box.isEmpty())
      return box;
  }
  for (unsigned i = 0; i < dims; ++i)
    if (box.low[i] == lowest || box.high[i] == highest) {
      std::string dim = "d" + std::to_string(i);
      error = "dimension " + dim + " of the set has no ";
      error += box.low[i] == lowest ? "lower bound: add " + dim + " >= 0"
                                    : "upper bound: add -" + dim + " + 63 >= 0";
      return std::nullopt;
    }
  return box;
}

bool forEachPoint(IntegerSet set, ArrayRef<int64_t> symbols, const Box &box,
                  AffineMap order,
                  llvm::function_ref<bool(ArrayRef<int64_t>)> visit,
                  std::string &error) {
  unsigned dims = set.getNumDims();
  if (box.isEmpty())
    return true;
  Shape counts, index(dims, 0), point(dims, 0);
  SmallVector<unsigned> axes;
  for (AffineExpr expr : order.getResults())
    axes.push_back(cast<AffineDimExpr>(expr).getPosition());
  for (unsigned axis : axes) {
    int64_t span;
    if (llvm::SubOverflow(box.high[axis], box.low[axis], span) ||
        span >= maxBytes) {
      error = "the set spans too many points to walk";
      return false;
    }
    counts.push_back(span + 1);
  }
  if (!elementCount(counts)) {
    error = "the set spans too many points to walk";
    return false;
  }
  do {
    for (unsigned i = 0; i < dims; ++i)
      point[axes[i]] = box.low[axes[i]] + index[i];
    if (!box.exact) {
      std::optional<bool> inside = ktdp::contains(set, point, symbols);
      if (!inside) {
        error = "a constraint of the set has no value (division by zero, or "
                "too large)";
        return false;
      }
      if (!*inside)
        continue;
    }
    if (!visit(point))
      return true;
  } while (advance(index, counts));
  return true;
}

} // namespace sg::reference
