// Dense blocks as affine sets and back.
#include "engine/ir/agen/Agen.h"

using namespace mlir;
using namespace sg::agen;

IntegerSet sg::agen::blockSet(MLIRContext *context, ArrayRef<int64_t> sizes) {
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> equalities;
  for (auto [number, size] : llvm::enumerate(sizes)) {
    AffineExpr dim = getAffineDimExpr(number, context);
    constraints.push_back(dim);
    equalities.push_back(size == 1);
    if (size == 1)
      continue;
    constraints.push_back(size - 1 - dim);
    equalities.push_back(false);
  }
  // A set of no dimensions needs a constraint, too.
  if (constraints.empty()) {
    constraints.push_back(getAffineConstantExpr(0, context));
    equalities.push_back(true);
  }
  return IntegerSet::get(sizes.size(), 0, constraints, equalities);
}

Access sg::agen::blockAccess(Value memref, AffineMap map, ValueRange operands,
                             ArrayRef<int64_t> sizes) {
  MLIRContext *context = memref.getContext();
  return {memref, map, llvm::to_vector(operands), blockSet(context, sizes),
          AffineMap::getMultiDimIdentityMap(sizes.size(), context)};
}

TimeSteps sg::agen::blockTime(MLIRContext *context, ArrayRef<int64_t> sizes) {
  return {blockSet(context, sizes),
          AffineMap::getMultiDimIdentityMap(sizes.size(), context)};
}

namespace {
/// scale * dim + offset, the only kind of constraint a block has.
struct Bound {
  unsigned dim;
  int64_t scale, offset;
};
} // namespace

static std::optional<Bound> matchBound(AffineExpr expr) {
  Bound bound{0, 1, 0};
  if (auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
      sum && expr.getKind() == AffineExprKind::Add) {
    auto offset = dyn_cast<AffineConstantExpr>(sum.getRHS());
    if (!offset)
      return std::nullopt;
    bound.offset = offset.getValue();
    expr = sum.getLHS();
  }
  if (auto product = dyn_cast<AffineBinaryOpExpr>(expr);
      product && expr.getKind() == AffineExprKind::Mul) {
    auto scale = dyn_cast<AffineConstantExpr>(product.getRHS());
    if (!scale)
      return std::nullopt;
    bound.scale = scale.getValue();
    expr = product.getLHS();
  }
  auto dim = dyn_cast<AffineDimExpr>(expr);
  if (!dim)
    return std::nullopt;
  bound.dim = dim.getPosition();
  return bound;
}

std::optional<SmallVector<int64_t>> sg::agen::blockSizes(IntegerSet set) {
  if (!set || set.getNumSymbols() != 0)
    return std::nullopt;
  SmallVector<int64_t> sizes(set.getNumDims(), -1);
  SmallVector<bool> fromZero(set.getNumDims(), false);
  for (auto [expr, equality] :
       llvm::zip(set.getConstraints(), set.getEqFlags())) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      if (equality ? constant.getValue() != 0 : constant.getValue() < 0)
        return std::nullopt;
      continue;
    }
    std::optional<Bound> bound = matchBound(expr);
    if (!bound)
      return std::nullopt;
    bool lower = bound->scale == 1 && bound->offset == 0;
    bool upper = bound->scale == -1 && bound->offset >= 0;
    if (equality ? bound->offset != 0 || bound->scale == 0 : !lower && !upper)
      return std::nullopt;
    if (equality || lower) {
      fromZero[bound->dim] = true;
    }
    if (equality || upper) {
      int64_t size = equality ? 1 : bound->offset + 1;
      int64_t &known = sizes[bound->dim];
      known = known < 0 ? size : std::min(known, size);
    }
  }
  for (auto [size, lower] : llvm::zip(sizes, fromZero))
    if (size < 1 || !lower)
      return std::nullopt;
  return sizes;
}
