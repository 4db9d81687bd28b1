// Gives every block two buffers that take turns, so that one iteration's
// transfers run while another's block is computed.
#include "engine/schedule/BlockLoops.h"
#include "engine/schedule/Loops.h"
#include "engine/schedule/Passes.h"
#include "engine/schedule/PipelineShape.h"
#include "engine/schedule/SchedulePass.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace sg {
namespace {
struct DoubleBuffer : SchedulePass<DoubleBuffer> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DoubleBuffer)
  using SchedulePass::SchedulePass;
  static constexpr llvm::StringLiteral argument = "sg-double-buffer";
  static constexpr llvm::StringLiteral purpose =
      "Keeps two buffers for every block, so that the next block is loaded and "
      "the last one stored while one is computed";
  static constexpr int64_t phases = 2;

  LogicalResult run(func::FuncOp kernel);

private:
  void doublePipeline(ktdf::PipelineOp pipeline, ArrayRef<scf::ForOp> loops);
};
} // namespace

// Loops the contents of a buffer change with: those of the transfer that fills
// it, or all of them for results.
static unsigned changingLoops(Value buffer, ArrayRef<scf::ForOp> loops) {
  for (Operation *user : buffer.getUsers()) {
    auto transfer = dyn_cast<ktdf::DataTransferOp>(user);
    if (transfer && transfer.getDestination() == buffer &&
        !transfer.isSourceFifo())
      return dependentLoops(loops, transfer.getSourceEnd().operands);
  }
  return loops.size();
}

void DoubleBuffer::doublePipeline(ktdf::PipelineOp pipeline,
                                  ArrayRef<scf::ForOp> loops) {
  llvm::SetVector<Operation *> allocations;
  pipeline.walk([&](ktdf::DataTransferOp transfer) {
    for (Value end : {transfer.getSource(), transfer.getDestination()})
      if (auto alloc = end.getDefiningOp<memref::AllocOp>())
        allocations.insert(alloc);
  });
  OpBuilder b(pipeline);
  pipeline.setModulo(phases);
  DenseMap<unsigned, Value> phaseOf;
  for (Operation *alloc : allocations) {
    Value buffer = alloc->getResult(0);
    unsigned depth = changingLoops(buffer, loops);
    if (depth == 0)
      continue; // loaded once, for all iterations
    Value &phase = phaseOf[depth];
    if (!phase) {
      SmallVector<Value> counters;
      for (scf::ForOp loop : loops.take_front(depth))
        counters.push_back(loop.getInductionVar());
      phase =
          ktdf::BufferPhaseOp::create(b, pipeline.getLoc(), counters, phases);
    }
    OpBuilder at(alloc);
    at.setInsertionPointAfter(alloc);
    Operation *second = at.clone(*alloc);
    alloc->setAttr("sg.phase", b.getI64IntegerAttr(0));
    second->setAttr("sg.phase", b.getI64IntegerAttr(1));
    auto select = ktdf::SelectMemrefOp::create(
        b, alloc->getLoc(), phase, ValueRange{buffer, second->getResult(0)});
    buffer.replaceUsesWithIf(select.getResult(), [&](OpOperand &use) {
      return pipeline->isProperAncestor(use.getOwner());
    });
  }
}

LogicalResult DoubleBuffer::run(func::FuncOp kernel) {
  if (!context->options.doubleBuffering) {
    context->remark("double-buffer", kernel.getLoc(),
                    "off: every block waits for the one before it");
    return success();
  }
  CoreValues values(flatGrid(kernel));
  for (ktdf::PipelineOp pipeline : blockPipelines(kernel)) {
    SmallVector<scf::ForOp> loops = blockLoops(pipeline);
    PerCore iterations = values.constant(1);
    for (scf::ForOp loop : loops)
      if (auto range = loopRange(loop, values))
        for (auto [total, trip] : llvm::zip(iterations, range->trips))
          total *= trip;
    if (maxOf(iterations) < 2) {
      context->remark("double-buffer", pipeline.getLoc(),
                      "one block only: nothing to overlap");
      continue;
    }
    doublePipeline(pipeline, loops);
    context->remark("double-buffer", pipeline.getLoc(),
                    "two buffers for each of up to " +
                        std::to_string(maxOf(iterations)) + " blocks");
  }
  return success();
}

std::unique_ptr<Pass> createDoubleBufferPass(ScheduleContextPtr context) {
  return std::make_unique<DoubleBuffer>(std::move(context));
}

} // namespace sg
