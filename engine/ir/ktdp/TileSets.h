// The integer sets of inter-tile operations, point by point: which groups there
// are and which tiles take part.
#pragma once
#include "mlir/IR/IntegerSet.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace sg::ktdp {

/// Most group numbers or tile numbers a set may span to be listed.
inline constexpr int64_t maxListedPoints = 1 << 14;

/// Value of `expression` at a point; nothing on division by zero or overflow.
std::optional<int64_t> evaluate(mlir::AffineExpr expression,
                                mlir::ArrayRef<int64_t> dims,
                                mlir::ArrayRef<int64_t> symbols);

/// Whether `set` holds the point; nothing where a constraint has no value.
std::optional<bool> contains(mlir::IntegerSet set, mlir::ArrayRef<int64_t> dims,
                             mlir::ArrayRef<int64_t> symbols);

/// The points of a set of one dimension with `symbols` fixed, in rising order;
/// nothing when they cannot be listed: the constraints do not bound them, or
/// they span more than maxListedPoints.
std::optional<std::vector<int64_t>> listPoints(mlir::IntegerSet set,
                                               mlir::ArrayRef<int64_t> symbols);

} // namespace sg::ktdp
