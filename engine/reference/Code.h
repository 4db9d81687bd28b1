// A kernel prepared for interpretation: every SSA value has a numbered slot and
// every operation the function that runs it, so that nothing is looked up while
// it runs.
#pragma once
#include "engine/ops/OpTable.h"
#include "engine/reference/Values.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>
#include <vector>

namespace sg::reference {

class Executor;
struct Step;

struct Frame;

/// Runs one operation; false after it has reported an error.
using StepFn = bool (*)(Executor &, const Step &);
/// What comes after a block of the operation: leaves it, or runs it or another
/// again.
using LeaveFn = bool (*)(Executor &, const Step &, Frame &);

/// What a kind of operation prepared for itself.
struct Plan {
  virtual ~Plan() = default;
};

/// A block: its steps, then the values its terminator passes on.
struct Code {
  std::vector<Step> steps;
  llvm::SmallVector<unsigned, 4> arguments;
  llvm::SmallVector<unsigned, 4> yields;
};

struct Step {
  mlir::Operation *op = nullptr;
  StepFn run = nullptr;
  LeaveFn leave = nullptr;                ///< of those that enter blocks
  llvm::SmallVector<unsigned, 4> in, out; ///< slots
  std::vector<std::unique_ptr<Code>> regions;
  std::unique_ptr<Plan> plan;
};

struct Program {
  Code body;
  unsigned slots = 0;
};

class Compiler {
public:
  Compiler(const OpTable &ops,
           const llvm::DenseMap<mlir::Operation *, size_t> &bufferOfView)
      : ops(ops), bufferOfView(bufferOfView) {}

  /// Reports operations that the interpreter cannot run.
  mlir::FailureOr<Program> compile(mlir::func::FuncOp kernel);

  const OpTable &ops;
  /// Index into KernelInfo::buffers of every view of global memory.
  const llvm::DenseMap<mlir::Operation *, size_t> &bufferOfView;

  /// Null: everything runs. Otherwise only these operations do, with all that
  /// is inside of those that are no control flow.
  const llvm::DenseSet<mlir::Operation *> *only = nullptr;

  unsigned slotOf(mlir::Value value);
  mlir::LogicalResult compileBlock(mlir::Block &block, Code &code);

private:
  mlir::LogicalResult compileOp(mlir::Operation *op, Code &code);
  mlir::LogicalResult compileRegions(mlir::Operation *op, Step &step);

  llvm::DenseMap<mlir::Value, unsigned> slots;
  unsigned depth = 0;
};

// Each of these fills in `step.run` and `step.plan` for the operations it knows
// and leaves `run` null for others. Failure after a reported error.
mlir::LogicalResult planElementwise(Compiler &compiler, Step &step);
mlir::LogicalResult planControl(Compiler &compiler, Step &step);
mlir::LogicalResult planTensor(Compiler &compiler, Step &step);
mlir::LogicalResult planSlices(Compiler &compiler, Step &step);
mlir::LogicalResult planStructured(Compiler &compiler, Step &step);
mlir::LogicalResult planAccess(Compiler &compiler, Step &step);
mlir::LogicalResult planMove(Compiler &compiler, Step &step);

} // namespace sg::reference
