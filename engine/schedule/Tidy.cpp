#include "engine/schedule/Tidy.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace sg {

void tidy(func::FuncOp kernel) {
  IRRewriter rewriter(kernel.getContext());
  DominanceInfo dominance(kernel);
  eliminateCommonSubExpressions(rewriter, dominance, kernel);
  (void)runRegionDCE(rewriter, kernel->getRegions());
}

void hoistIndices(func::FuncOp kernel) {
  kernel.walk([](LoopLikeOpInterface loop) {
    moveLoopInvariantCode(
        loop.getLoopRegions(),
        [&](Value value, Region *) {
          return loop.isDefinedOutsideOfLoop(value);
        },
        [&](Operation *op, Region *) {
          return isMemoryEffectFree(op) && isSpeculatable(op) &&
                 llvm::all_of(op->getResultTypes(), [](Type type) {
                   return isa<IndexType, MemRefType>(type);
                 });
        },
        [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
  });
}

} // namespace sg
