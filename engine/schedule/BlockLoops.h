// The loops a block pipeline runs in, shared by the passes after tiling.
#pragma once
#include "engine/ir/ktdf/Ktdf.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sg {

/// The parallel loops around a pipeline whose body holds it alone, outermost
/// first. Its iterations are the pipeline's; double buffers take turns over
/// them.
llvm::SmallVector<mlir::scf::ForOp> blockLoops(ktdf::PipelineOp pipeline);

/// How many of `loops`, from the outside, the subscripts depend on: the
/// position after the innermost loop whose counter is among `operands`.
unsigned dependentLoops(llvm::ArrayRef<mlir::scf::ForOp> loops,
                        mlir::ValueRange operands);

/// The pipelines that move blocks (not those inside their stages).
llvm::SmallVector<ktdf::PipelineOp> blockPipelines(mlir::func::FuncOp kernel);

} // namespace sg
