// Runs the scalar part of a kernel on every tile: loops, branches and address
// arithmetic, but no tensors. Says where views lie and how much is computed.
#pragma once
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/reference/RowLookup.h"
#include "engine/reference/Values.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <map>

namespace sg::reference {

/// A view as one tile sees it.
struct ViewExtent {
  ktdp::ConstructMemoryViewOp op;
  int64_t offset = 0;
  Shape sizes, strides;
};

class ScalarRun {
public:
  using Visit = std::function<bool(const ViewExtent &)>;

  /// `visit` is called for every view of global memory that a tile makes; false
  /// from it ends the run with failure.
  ScalarRun(mlir::func::FuncOp kernel, const OpTable &ops,
            llvm::ArrayRef<int64_t> grid, Visit visit)
      : kernel(kernel), ops(ops), grid(grid), visit(std::move(visit)) {}

  void setArgument(unsigned number, std::optional<int64_t> value) {
    values[kernel.getArgument(number)] = value;
  }
  /// Reports views whose place cannot be known.
  mlir::LogicalResult run();

  /// Elements computed on all tiles, by cost class. Where sizes or loops depend
  /// on data, less than what is computed.
  std::map<CostClass, int64_t> work;

private:
  using Known = std::optional<int64_t>;

  bool runBlock(mlir::Block &block, int64_t times);
  bool runOp(mlir::Operation &op, int64_t times);
  bool runFor(mlir::scf::ForOp loop, int64_t times);
  bool runIf(mlir::scf::IfOp op, int64_t times);
  bool runView(ktdp::ConstructMemoryViewOp view);
  void evaluate(mlir::Operation &op);
  void countWork(mlir::Operation &op, int64_t times);
  bool dependsOnLoop(mlir::Value value, mlir::Block *body,
                     llvm::DenseMap<mlir::Value, bool> &seen);
  bool needsEveryIteration(mlir::scf::ForOp loop);
  Known get(mlir::Value value) const { return values.lookup(value); }
  const std::optional<RowUse> &rowOf(mlir::Operation *op);

  mlir::func::FuncOp kernel;
  const OpTable &ops;
  llvm::ArrayRef<int64_t> grid;
  Visit visit;
  int64_t tile = 0, steps = 0;
  llvm::DenseMap<mlir::Value, Known> values;
  llvm::DenseMap<mlir::Operation *, bool> iterates;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<std::optional<RowUse>>>
      rows;
};

} // namespace sg::reference
