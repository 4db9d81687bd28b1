#include "engine/ir/Verify.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

/// MLIR 22 counts a dimension that stands there twice only once, and reads past
/// the end of the input's shape.
static WalkResult checkBroadcast(linalg::BroadcastOp op) {
  llvm::SmallDenseSet<int64_t> seen;
  if (DenseI64ArrayAttr dimensions = op.getProperties().dimensions)
    for (int64_t dimension : dimensions.asArrayRef())
      if (!seen.insert(dimension).second) {
        op.emitOpError() << "has dimension " << dimension
                         << " twice in 'dimensions'";
        return WalkResult::interrupt();
      }
  return WalkResult::advance();
}

LogicalResult sg::verifyParsed(Block &block) {
  if (block.walk(checkBroadcast).wasInterrupted())
    return failure();
  for (Operation &op : block)
    if (failed(verify(&op)))
      return failure();
  return success();
}
