// The points of an affine set in the order an access visits them.
#pragma once
#include "engine/reference/Values.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"
#include <string>

namespace sg::reference {

/// Per dimension the smallest and largest coordinate a set's points have.
struct Box {
  Shape low, high;    ///< inclusive; low > high: no points
  bool exact = false; ///< every point of the box is in the set
  bool isEmpty() const;
};

/// Bounds of a set with its symbols fixed. The error says which dimension has
/// none.
std::optional<Box> boundingBox(mlir::IntegerSet set,
                               llvm::ArrayRef<int64_t> symbols,
                               std::string &error);

/// The points of `set` within `box`, visited lexicographically in the order of
/// `order`'s results (a permutation of the dimensions, outermost first). Calls
/// `visit` with each point's coordinates in the set's own order; false from it
/// ends the walk. Returns false with an error when a constraint cannot be
/// evaluated or the box is too large to walk.
bool forEachPoint(mlir::IntegerSet set, llvm::ArrayRef<int64_t> symbols,
                  const Box &box, mlir::AffineMap order,
                  llvm::function_ref<bool(llvm::ArrayRef<int64_t>)> visit,
                  std::string &error);

/// An affine expression as constant + coefficients * dimensions.
struct LinearExpr {
  int64_t constant = 0;
  Shape coefficients;
};
/// Nothing when the expression divides, or overflows. Symbols are given.
std::optional<LinearExpr> linearOf(mlir::AffineExpr expr, unsigned numDims,
                                   llvm::ArrayRef<int64_t> symbols);

/// a * b + c; nothing on overflow.
std::optional<int64_t> multiplyAdd(int64_t a, int64_t b, int64_t c);

} // namespace sg::reference
