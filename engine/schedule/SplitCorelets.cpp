// Deals the rows of a block out to the corelets of a core.
#include "engine/schedule/BlockLoops.h"
#include "engine/schedule/Passes.h"
#include "engine/schedule/SchedulePass.h"

using namespace mlir;

namespace sg {
namespace {
struct SplitCorelets : SchedulePass<SplitCorelets> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SplitCorelets)
  using SchedulePass::SchedulePass;
  static constexpr llvm::StringLiteral argument = "sg-split-corelets";
  static constexpr llvm::StringLiteral purpose =
      "Deals the rows of every block out to the corelets of a core, which "
      "compute side by side";

  LogicalResult run(func::FuncOp kernel) {
    int64_t corelets = context->device.corelets;
    if (context->options.corelets > 0)
      corelets = std::min(corelets, context->options.corelets);
    OpBuilder b(kernel.getContext());
    kernel->setAttr("sg.corelets", b.getI64IntegerAttr(corelets));
    if (corelets < 2)
      return success();
    unsigned split = 0;
    for (ktdf::PipelineOp pipeline : blockPipelines(kernel))
      for (ktdf::StageOp stage : pipeline.getStages())
        for (scf::ForOp loop : llvm::make_early_inc_range(
                 stage.getRegion().front().getOps<scf::ForOp>())) {
          b.setInsertionPoint(loop);
          auto parallel = ktdf::ParallelOp::create(
              b, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(),
              loop.getStep(), corelets);
          Block *body = &parallel.getRegion().front();
          loop.getInductionVar().replaceAllUsesWith(
              parallel.getInductionVar(0));
          auto &from = loop.getBody()->getOperations();
          body->getOperations().splice(body->getTerminator()->getIterator(),
                                       from, from.begin(),
                                       std::prev(from.end()));
          loop.erase();
          ++split;
        }
    context->remark("split-corelets", kernel.getLoc(),
                    std::to_string(split) + " row loops run on " +
                        std::to_string(corelets) + " corelets each");
    return success();
  }
};
} // namespace

std::unique_ptr<Pass> createSplitCoreletsPass(ScheduleContextPtr context) {
  return std::make_unique<SplitCorelets>(std::move(context));
}

} // namespace sg
