// Cleaning up after a pass, so that what it wrote stays readable.
#pragma once
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sg {

/// Merges equal constants, tables and views, drops what is unused.
void tidy(mlir::func::FuncOp kernel);

} // namespace sg
