// Loads a block only when it changes: a transfer whose source does not depend
// on the inner block loops runs in their first iteration alone.
#include "engine/schedule/BlockLoops.h"
#include "engine/schedule/Loops.h"
#include "engine/schedule/Passes.h"
#include "engine/schedule/PipelineShape.h"
#include "engine/schedule/SchedulePass.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace sg {

// Puts the transfer under "all of these counters are zero".
static void guard(ktdf::DataTransferOp transfer, ArrayRef<scf::ForOp> loops) {
  OpBuilder b(transfer);
  Location loc = transfer.getLoc();
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  for (scf::ForOp loop : loops) {
    Value first = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        loop.getInductionVar(), zero);
    auto condition = scf::IfOp::create(b, loc, first, /*withElse=*/false);
    b.setInsertionPointToStart(&condition.getThenRegion().front());
  }
  transfer->moveBefore(b.getInsertionBlock()->getTerminator());
}

namespace {
struct HoistTransfers : SchedulePass<HoistTransfers> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HoistTransfers)
  using SchedulePass::SchedulePass;
  static constexpr llvm::StringLiteral argument = "sg-hoist-transfers";
  static constexpr llvm::StringLiteral purpose =
      "Loads a block that several iterations share only once, in the first of "
      "them";

  LogicalResult run(func::FuncOp kernel) {
    CoreValues values(flatGrid(kernel));
    for (ktdf::PipelineOp pipeline : blockPipelines(kernel)) {
      SmallVector<scf::ForOp> loops = blockLoops(pipeline);
      for (ktdf::StageOp stage : pipeline.getStages())
        for (auto transfer : llvm::make_early_inc_range(
                 stage.getRegion().front().getOps<ktdf::DataTransferOp>())) {
          // Loads only: what is stored changes in every iteration.
          ktdf::TransferEnd from = transfer.getSourceEnd();
          if (from.operands.empty() && from.isFifo())
            continue;
          auto memory = dyn_cast<MemRefType>(transfer.getSource().getType());
          auto name =
              memory ? dyn_cast_or_null<StringAttr>(memory.getMemorySpace())
                     : StringAttr();
          if (!name || name.getValue() != context->device.globalMemory().kind)
            continue;
          unsigned depth = dependentLoops(loops, from.operands);
          if (depth == loops.size())
            continue;
          PerCore trips = values.constant(1);
          for (scf::ForOp loop : ArrayRef(loops).drop_front(depth))
            if (auto range = loopRange(loop, values))
              for (auto [total, trip] : llvm::zip(trips, range->trips))
                total *= trip;
          guard(transfer, ArrayRef(loops).drop_front(depth));
          auto buffer = transfer->getAttrOfType<StringAttr>("sg.buffer");
          context->remark("hoist-transfers", transfer.getLoc(),
                          (buffer ? buffer.getValue().str() : "a block") +
                              " is loaded once for " +
                              std::to_string(maxOf(trips)) + " iterations");
        }
    }
    return success();
  }
};
} // namespace

std::unique_ptr<Pass> createHoistTransfersPass(ScheduleContextPtr context) {
  return std::make_unique<HoistTransfers>(std::move(context));
}

} // namespace sg
