// Refuses what the scheduler cannot handle yet, at the operation, before
// anything is changed.
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/schedule/BlockLayout.h"
#include "engine/schedule/Passes.h"
#include "engine/schedule/SchedulePass.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace sg {
namespace {
struct CheckSupport : SchedulePass<CheckSupport> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckSupport)
  using SchedulePass::SchedulePass;
  static constexpr llvm::StringLiteral argument = "sg-check-support";
  static constexpr llvm::StringLiteral purpose =
      "Checks that the kernel and the device are of a kind that can be "
      "scheduled, and says what is not and what to do instead";

  LogicalResult run(func::FuncOp kernel);

private:
  LogicalResult checkDevice(func::FuncOp kernel);
  LogicalResult checkOp(Operation *op);
  LogicalResult checkFormats(Operation *op);
};
} // namespace

LogicalResult CheckSupport::checkDevice(func::FuncOp kernel) {
  const Device &device = context->device;
  int64_t tiles = flatGrid(kernel);
  if (tiles > device.cores)
    return kernel.emitError("the grid has ")
           << tiles << " compute tiles, but device '" << device.name << "' has "
           << device.cores << (device.cores == 1 ? " core" : " cores")
           << "; choose a smaller grid or another device";
  const DeviceUnit *vector = device.vectorUnit();
  if (!vector)
    return kernel.emitError("device '")
           << device.name
           << "' describes no vector unit (an exec_unit with feature.compute "
              "and feature.simd)";
  for (const auto &[from, to] :
       {std::pair{device.globalMemory().kind, vector->kind},
        std::pair{vector->kind, device.globalMemory().kind}}) {
    auto route = device.route(from, to);
    if (!route)
      return kernel.emitError("device '")
             << device.name << "': " << route.error().str();
  }
  return success();
}

LogicalResult CheckSupport::checkFormats(Operation *op) {
  const DeviceUnit *vector = context->device.vectorUnit();
  for (Value result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type)
      continue;
    std::optional<Format> format = formatOf(type.getElementType());
    if (format && !type.getElementType().isIndex() &&
        (vector->lanes.empty() || *format == Format::I1 ||
         vector->lanes.count(std::string(formatName(*format)))))
      continue;
    return op->emitError("unit ")
           << vector->kind << " of device '" << context->device.name
           << "' has no lanes for elements of type " << type.getElementType();
  }
  return success();
}

LogicalResult CheckSupport::checkOp(Operation *op) {
  auto later = [&](const Twine &what) {
    return op->emitError(what) << " not scheduled yet; `spyreglass interpret` "
                                  "shows what the kernel "
                                  "means";
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (loop.getNumRegionIterArgs())
      return later("loops that carry values (iter_args) are");
    return success();
  }
  if (isa<scf::IfOp, scf::WhileOp, scf::ParallelOp, scf::ForallOp>(op))
    return later("'" + op->getName().getStringRef() +
                 "' (data-dependent control flow) is");
  if (isa<ktdp::ConstructIndirectAccessTileOp>(op))
    return later("indirect access tiles (gather and scatter) are");
  if (isa<ktdp::ConstructDistributedMemoryViewOp>(op))
    return later("distributed memory views are");
  if (isa<ktdp::InterTileProduceOp, ktdp::InterTileConsumeOp,
          ktdp::InterTileReduceOp>(op))
    return later("communication between tiles is");
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    if (linalgOp.getNumParallelLoops() != linalgOp.getNumLoops())
      return later("'" + op->getName().getStringRef() +
                   "' (a reduction or matrix product) is");
    for (Operation &nested : linalgOp.getBlock()->without_terminator())
      if (!isa<arith::ConstantOp>(nested) && !rowOf(&nested, *context->ops))
        return nested.emitError("'")
               << nested.getName()
               << "' is not in the op table for these types; `spyreglass ops` "
                  "lists what is";
    return checkFormats(op);
  }
  bool onTensors = llvm::any_of(
      op->getResultTypes(), [](Type type) { return isa<TensorType>(type); });
  if (onTensors && OpTrait::hasElementwiseMappableTraits(op) &&
      !isa<arith::ConstantOp>(op))
    return checkFormats(op);
  return success();
}

LogicalResult CheckSupport::run(func::FuncOp kernel) {
  if (!llvm::hasSingleElement(kernel.getBody()))
    return kernel.emitError("kernels with branches (cf.br) are not scheduled; "
                            "use scf.for");
  if (failed(checkDevice(kernel)))
    return failure();
  WalkResult walked = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (failed(checkOp(op)))
      return WalkResult::interrupt();
    // Compute regions were looked at from the outside.
    return isa<linalg::LinalgOp>(op) ? WalkResult::skip()
                                     : WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

std::unique_ptr<Pass> createCheckSupportPass(ScheduleContextPtr context) {
  return std::make_unique<CheckSupport>(std::move(context));
}

} // namespace sg
