#include "engine/schedule/BlockLoops.h"

using namespace mlir;

namespace sg {

SmallVector<scf::ForOp> blockLoops(ktdf::PipelineOp pipeline) {
  SmallVector<scf::ForOp> loops;
  Operation *inner = pipeline;
  while (auto loop = dyn_cast<scf::ForOp>(inner->getParentOp())) {
    if (ktdf::getLoopType(loop) != ktdf::LoopType::ParallelLoop)
      break;
    bool alone = llvm::all_of(*loop.getBody(), [&](Operation &op) {
      return &op == inner || op.getNumRegions() == 0;
    });
    if (!alone)
      break;
    loops.insert(loops.begin(), loop);
    inner = loop;
  }
  return loops;
}

unsigned dependentLoops(ArrayRef<scf::ForOp> loops, ValueRange operands) {
  unsigned count = 0;
  for (unsigned i = 0; i < loops.size(); ++i) {
    scf::ForOp loop = loops[i];
    if (llvm::is_contained(operands, loop.getInductionVar()))
      count = i + 1;
  }
  return count;
}

SmallVector<ktdf::PipelineOp> blockPipelines(func::FuncOp kernel) {
  SmallVector<ktdf::PipelineOp> pipelines;
  kernel.walk([&](ktdf::PipelineOp op) {
    if (!op->getParentOfType<ktdf::PipelineOp>())
      pipelines.push_back(op);
  });
  return pipelines;
}

} // namespace sg
