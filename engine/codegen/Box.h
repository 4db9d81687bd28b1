// The sets of agen operations, which have to be boxes: every dimension between
// bounds of its own.
#pragma once
#include "engine/codegen/IndexExpr.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"
#include <string>

namespace sg::codegen {

/// One dimension: lower .. lower + count - 1. Both are constants unless the
/// set's symbols appear in them.
struct BoxDim {
  Linear lower, count;
};

/// Either the dimensions, or why the set is none (`error` not empty).
struct Box {
  std::vector<BoxDim> dims;
  std::string error;
  bool empty = false; ///< known to hold no element
};

/// `symbols` are the values of the set's symbols.
Box boxOf(mlir::IntegerSet set, llvm::ArrayRef<Linear> symbols,
          IndexContext &index);

/// The dimensions of a set of rank `rank`, slowest first, as an order map says:
/// elements follow each other in lexicographic order of its results.
/// Dimensions the map leaves out have to be single; they come first. Empty
/// with an `error` when the map is no permutation.
std::vector<unsigned> enumerationOrder(mlir::AffineMap order,
                                       const std::vector<BoxDim> &dims,
                                       IndexContext &index, std::string &error);

/// Value of an affine expression; empty with `error` when it multiplies two
/// values only known at run time or divides by something not positive.
std::optional<Linear> evaluate(mlir::AffineExpr expr,
                               llvm::ArrayRef<Linear> dims,
                               llvm::ArrayRef<Linear> symbols,
                               IndexContext &index, std::string &error);

} // namespace sg::codegen
