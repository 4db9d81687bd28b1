// Sends every transfer through the memories the device offers: from device
// memory to a unit and back leads through the scratchpad, one stage per unit on
// the way.
#include "engine/ir/ktdf/Ktdf.h"
#include "engine/schedule/Passes.h"
#include "engine/schedule/SchedulePass.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace sg {
namespace {

class Router {
public:
  Router(func::FuncOp kernel, ScheduleContext &context)
      : kernel(kernel), context(context) {}
  LogicalResult run();

private:
  LogicalResult routePipeline(ktdf::PipelineOp pipeline);
  FailureOr<std::vector<RouteStep>> stepsOf(ktdf::StageOp stage,
                                            ktdf::DataTransferOp transfer);
  Value slotBetween(ktdf::PipelineOp pipeline, StringRef from, StringRef to,
                    Value slot);
  void expand(ktdf::StageOp stage, ArrayRef<RouteStep> steps);

  func::FuncOp kernel;
  ScheduleContext &context;
};

} // namespace

FailureOr<std::vector<RouteStep>>
Router::stepsOf(ktdf::StageOp stage, ktdf::DataTransferOp transfer) {
  bool load = transfer.isDestFifo();
  auto slot = cast<ktdf::FifoSlotType>(
      (load ? transfer.getDestination() : transfer.getSource()).getType());
  std::string from = slot.getSrcName().str(), to = slot.getDestName().str();
  Result<std::vector<RouteStep>> route = context.device.route(from, to);
  if (!route)
    return transfer.emitError("device '")
               << context.device.name << "' " << route.error().str(),
           failure();
  if (route->size() < 2)
    return transfer.emitError("device '")
               << context.device.name << "' connects " << from << " and " << to
               << " without a scratchpad between them, which is not scheduled",
           failure();
  return *route;
}

// The slot's new type: FIFO ends are the units next to each other.
static Value retype(Value slot, StringRef from, StringRef to) {
  auto old = cast<ktdf::FifoSlotType>(slot.getType());
  auto type = ktdf::FifoSlotType::get(from, to, old.getNumElements(),
                                      old.getElementType());
  auto priv = cast<ktdf::PrivateOp>(slot.getDefiningOp());
  Value inner =
      priv.getYield().getOperand(cast<OpResult>(slot).getResultNumber());
  inner.setType(type);
  slot.setType(type);
  return slot;
}

void Router::expand(ktdf::StageOp stage, ArrayRef<RouteStep> steps) {
  auto pipeline = stage.getPipeline();
  SmallVector<ktdf::DataTransferOp> transfers(
      stage.getRegion().front().getOps<ktdf::DataTransferOp>());
  bool load = transfers.front().isDestFifo();

  // Buffers in every memory on the way, allocated with the pipeline.
  OpBuilder allocate(&kernel.getBody().front(),
                     kernel.getBody().front().begin());
  SmallVector<SmallVector<Value>>
      buffers; // per step but the last, per transfer
  for (const RouteStep &step : steps.drop_back()) {
    SmallVector<Value> row;
    for (ktdf::DataTransferOp transfer : transfers) {
      auto type = MemRefType::get({1}, transfer.getElementType(), AffineMap(),
                                  allocate.getStringAttr(step.to));
      auto buffer = memref::AllocOp::create(allocate, transfer.getLoc(), type);
      buffer->setAttr("sg.buffer", transfer->getAttr("sg.buffer"));
      row.push_back(buffer);
    }
    buffers.push_back(row);
  }
  // Slots end at the units that meet there.
  for (ktdf::DataTransferOp transfer : transfers) {
    Value slot = load ? transfer.getDestination() : transfer.getSource();
    auto old = cast<ktdf::FifoSlotType>(slot.getType());
    if (load)
      retype(slot, steps.back().unit, old.getDestName());
    else
      retype(slot, old.getSrcName(), steps.front().unit);
  }
  // Tokens between the new stages.
  auto priv = pipeline.getPrivateOp();
  OpBuilder b(priv);
  SmallVector<Value> yielded(priv.getYield().getOperands());
  OpBuilder inner(priv.getYield());
  for (size_t i = 0; i + 1 < steps.size(); ++i)
    yielded.push_back(ktdf::CreateTokenOp::create(inner, stage.getLoc()));
  priv.getYield().getOperandsMutable().assign(yielded);
  SmallVector<Type> types;
  for (Value value : yielded)
    types.push_back(value.getType());
  auto grown = ktdf::PrivateOp::create(b, priv.getLoc(), types);
  grown.getRegion().takeBody(priv.getRegion());
  for (auto [old, now] : llvm::zip(priv.getResults(), grown.getResults()))
    old.replaceAllUsesWith(now);
  size_t firstToken = priv.getNumResults();
  priv.erase();

  b.setInsertionPoint(stage);
  AffineMap zero = AffineMap::getConstantMap(0, b.getContext());
  for (auto [i, step] : llvm::enumerate(steps)) {
    SmallVector<Value> in(stage.getDependsIn()), out(stage.getDependsOut());
    if (i > 0)
      in = {grown.getResult(firstToken + i - 1)};
    if (i + 1 < steps.size())
      out = {grown.getResult(firstToken + i)};
    StringRef unit = step.unit;
    ktdf::StageOp::create(
        b, stage.getLoc(), in, out, ArrayRef(unit),
        [&, i = i](OpBuilder &nested, Location) {
          for (auto [t, transfer] : llvm::enumerate(transfers)) {
            ktdf::TransferEnd from = transfer.getSourceEnd();
            ktdf::TransferEnd to = transfer.getDestEnd();
            if (i > 0)
              from = {buffers[i - 1][t], zero, {}, {1}};
            if (i + 1 < steps.size())
              to = {buffers[i][t], zero, {}, {1}};
            auto op = ktdf::DataTransferOp::create(nested, transfer.getLoc(),
                                                   from, to);
            op->setAttr("sg.buffer", transfer->getAttr("sg.buffer"));
          }
        });
  }
  stage.erase();
}

LogicalResult Router::routePipeline(ktdf::PipelineOp pipeline) {
  for (ktdf::StageOp stage : pipeline.getStages()) {
    if (!stage.getUnitNames().empty())
      continue;
    auto transfers = stage.getRegion().front().getOps<ktdf::DataTransferOp>();
    if (transfers.empty())
      continue;
    FailureOr<std::vector<RouteStep>> steps =
        stepsOf(stage, *transfers.begin());
    if (failed(steps))
      return failure();
    std::string message = "through";
    for (const RouteStep &step : *steps)
      message += " " + step.unit + " (" + step.from + " to " + step.to + ")";
    context.remark("route-transfers", stage.getLoc(), message);
    expand(stage, *steps);
  }
  return success();
}

LogicalResult Router::run() {
  SmallVector<ktdf::PipelineOp> pipelines;
  kernel.walk([&](ktdf::PipelineOp op) { pipelines.push_back(op); });
  for (ktdf::PipelineOp pipeline : pipelines)
    if (failed(routePipeline(pipeline)))
      return failure();
  return success();
}

namespace {
struct RouteTransfers : SchedulePass<RouteTransfers> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RouteTransfers)
  using SchedulePass::SchedulePass;
  static constexpr llvm::StringLiteral argument = "sg-route-transfers";
  static constexpr llvm::StringLiteral purpose =
      "Leads every transfer through the device's memories, with one stage for "
      "each unit that moves the data";
  LogicalResult run(func::FuncOp kernel) {
    return Router(kernel, *context).run();
  }
};
} // namespace

std::unique_ptr<Pass> createRouteTransfersPass(ScheduleContextPtr context) {
  return std::make_unique<RouteTransfers>(std::move(context));
}

} // namespace sg
