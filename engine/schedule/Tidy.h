// Cleaning up after a pass, so that what it wrote stays readable.
#pragma once
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sg {

/// Merges equal constants, tables and views, drops what is unused.
void tidy(mlir::func::FuncOp kernel);

/// Moves index values and memory views out of the loops they do not depend on,
/// so that a loop shows what it does and not how addresses are made.
void hoistIndices(mlir::func::FuncOp kernel);

} // namespace sg
