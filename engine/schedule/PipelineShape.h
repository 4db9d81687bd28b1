// A routed program read back from IR: its loops, what every operand touches,
// and the five steps of an element's way. What tile choice and tiling work on.
#pragma once
#include "engine/ir/ktdf/Ktdf.h"
#include "engine/schedule/CoreValues.h"
#include "engine/schedule/Schedule.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sg {

struct PipelineOperand {
  mlir::Value view;                   ///< in global memory
  mlir::Value buffer;                 ///< in the scratchpad
  llvm::SmallVector<unsigned> dims;   ///< domain dimensions of the view
  llvm::SmallVector<int64_t> strides; ///< elements per step of each
  mlir::Type elementType;
  int64_t elementBytes = 0;
  std::string name;
  mlir::Location loc;
  bool uses(unsigned dim) const { return llvm::is_contained(dims, dim); }
};

struct PipelineShape {
  ktdf::PipelineOp pipeline;
  llvm::SmallVector<mlir::scf::ForOp> loops; ///< outermost first
  llvm::SmallVector<PerCore> extents;        ///< trip counts
  llvm::SmallVector<PipelineOperand> inputs, outputs;
  mlir::linalg::GenericOp compute;
  llvm::SmallVector<unsigned> outputResult; ///< generic result per output
  std::string dmaIn, loadUnit, vectorUnit, storeUnit, dmaOut;

  unsigned rank() const { return extents.size(); }
  int64_t extent(unsigned dim) const { return maxOf(extents[dim]); }
};

/// Reports an error at the pipeline if it is not in the routed form.
mlir::FailureOr<PipelineShape> readShape(ktdf::PipelineOp pipeline,
                                         CoreValues &values);

/// Format of an element type, nothing for types no unit handles.
std::optional<Format> formatOf(mlir::Type type);

/// Number of compute tiles of a kernel with a flattened grid.
int64_t flatGrid(mlir::Operation *kernel);

} // namespace sg
