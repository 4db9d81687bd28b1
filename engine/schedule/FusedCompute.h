// Turns the tensor computation behind a group of stores into one
// linalg.generic over the stored tiles' positions, whose inputs are the loaded
// tiles.
#pragma once
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"

namespace sg {

/// The loads a value is computed from, in order of first use. Reports an error
/// at the first operation that is not element-wise.
mlir::FailureOr<llvm::SmallVector<mlir::Operation *>>
loadsBehind(mlir::Value value);

/// Builds the generic before `builder`'s insertion point: one result per
/// stored value, all of one shape.
mlir::FailureOr<mlir::linalg::GenericOp>
fuseCompute(mlir::OpBuilder &builder, mlir::ArrayRef<mlir::Value> stored,
            mlir::ArrayRef<mlir::Location> locations);

} // namespace sg
