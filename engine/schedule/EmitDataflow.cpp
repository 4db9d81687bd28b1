// Writes what is left of the schedule as DataflowIR: memory views with
// addresses, DMA operations, vector loads and stores, messages between units,
// and vector arithmetic. What depends on the tile becomes a table by unit.
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/schedule/EmitUnit.h"
#include "engine/schedule/Passes.h"
#include "engine/schedule/SchedulePass.h"
#include "engine/schedule/Tidy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace sg {
namespace {
struct EmitDataflow : SchedulePass<EmitDataflow> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EmitDataflow)
  using SchedulePass::SchedulePass;
  static constexpr llvm::StringLiteral argument = "sg-emit-dataflow";
  static constexpr llvm::StringLiteral purpose =
      "Writes every unit's program as DataflowIR: addresses, DMA operations, "
      "vector loads and stores, messages and vector arithmetic";

  LogicalResult run(func::FuncOp kernel) {
    EmitContext emit(kernel, *context);
    SmallVector<dataflow::ProgramUnitOp> programs(
        kernel.getOps<dataflow::ProgramUnitOp>());
    for (dataflow::ProgramUnitOp program : programs)
      if (failed(emitUnit(program, emit)))
        return failure();
    // The function holds units and their programs only.
    hoistIndices(kernel);
    tidy(kernel);
    SmallVector<Operation *> dead;
    for (Operation &op : kernel.getBody().front())
      if (isa<memref::AllocOp>(op) && op.use_empty())
        dead.push_back(&op);
    for (Operation *op : dead)
      op->erase();
    return success();
  }
};
} // namespace

std::unique_ptr<Pass> createEmitDataflowPass(ScheduleContextPtr context) {
  return std::make_unique<EmitDataflow>(std::move(context));
}

} // namespace sg
