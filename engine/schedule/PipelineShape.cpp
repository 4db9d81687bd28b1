#include "engine/schedule/PipelineShape.h"
#include "engine/ir/ktdp/Ktdp.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace sg {

std::optional<Format> formatOf(Type type) {
  if (type.isF16())
    return Format::F16;
  if (type.isBF16())
    return Format::BF16;
  if (type.isF32())
    return Format::F32;
  if (type.isInteger(32))
    return Format::I32;
  if (type.isInteger(1))
    return Format::I1;
  if (type.isInteger(64) || type.isIndex())
    return Format::I64;
  if (type.isInteger(8))
    return Format::I8;
  if (type.isInteger(16))
    return Format::I16;
  return std::nullopt;
}

int64_t flatGrid(Operation *kernel) {
  int64_t tiles = 1;
  if (auto grid = kernel->getAttrOfType<ArrayAttr>("grid"))
    for (Attribute extent : grid)
      if (auto number = dyn_cast<IntegerAttr>(extent))
        tiles *= number.getInt();
  return tiles;
}

// The unit-step loops from 0 around the pipeline alone.
static LogicalResult readLoops(PipelineShape &shape, CoreValues &values) {
  Operation *inner = shape.pipeline;
  while (auto loop = dyn_cast<scf::ForOp>(inner->getParentOp())) {
    if (ktdf::getLoopType(loop) != ktdf::LoopType::ParallelLoop)
      break;
    std::optional<PerCore> low = values.evaluate(loop.getLowerBound());
    std::optional<PerCore> high = values.evaluate(loop.getUpperBound());
    std::optional<PerCore> step = values.evaluate(loop.getStep());
    if (!low || !high || !step || maxOf(*low) != 0 || minOf(*low) != 0 ||
        maxOf(*step) != 1 || minOf(*step) != 1)
      return loop.emitError("expected a loop from 0 in steps of 1 with a bound "
                            "known for every tile");
    shape.loops.insert(shape.loops.begin(), loop);
    shape.extents.insert(shape.extents.begin(), *high);
    inner = loop;
  }
  return success();
}

static FailureOr<PipelineOperand>
readOperand(ktdf::DataTransferOp transfer, bool input, PipelineShape &shape) {
  ktdf::TransferEnd outer =
      input ? transfer.getSourceEnd() : transfer.getDestEnd();
  Value buffer = input ? transfer.getDestination() : transfer.getSource();
  auto view = outer.value.getDefiningOp<ktdp::ConstructMemoryViewOp>();
  auto type = dyn_cast<MemRefType>(outer.value.getType());
  if (!view || !type || !isa<MemRefType>(buffer.getType()))
    return transfer.emitError("expected a transfer between a memory view and "
                              "a scratchpad buffer"),
           failure();
  PipelineOperand operand{outer.value,           buffer, {}, {},
                          type.getElementType(), 0,      "", transfer.getLoc()};
  std::optional<Format> format = formatOf(operand.elementType);
  if (!format)
    return transfer.emitError("element type ")
               << operand.elementType << " is not handled by any unit",
           failure();
  operand.elementBytes = formatBytes(*format);
  if (auto name = transfer->getAttrOfType<StringAttr>("sg.buffer"))
    operand.name = name.getValue().str();
  for (auto [i, expr] : llvm::enumerate(outer.map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim)
      continue; // a dimension of one element
    Value counter = outer.operands[dim.getPosition()];
    for (auto [d, loop] : llvm::enumerate(shape.loops))
      if (loop.getInductionVar() == counter) {
        operand.dims.push_back(d);
        operand.strides.push_back(view.getStaticStrides()[i]);
      }
  }
  return operand;
}

FailureOr<PipelineShape> readShape(ktdf::PipelineOp pipeline,
                                   CoreValues &values) {
  PipelineShape shape;
  shape.pipeline = pipeline;
  if (failed(readLoops(shape, values)))
    return failure();
  for (ktdf::StageOp stage : pipeline.getStages()) {
    Block &block = stage.getRegion().front();
    auto units = stage.getUnitNames();
    std::string unit = units.empty() ? "" : units.front().str();
    for (Operation &op : block) {
      if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
        shape.compute = generic;
        shape.vectorUnit = unit;
      } else if (auto write = dyn_cast<ktdf::WriteToFifoOp>(op)) {
        shape.outputResult.push_back(
            cast<OpResult>(write.getData()).getResultNumber());
      } else if (auto transfer = dyn_cast<ktdf::DataTransferOp>(op)) {
        if (transfer.isDestFifo()) {
          shape.loadUnit = unit;
        } else if (transfer.isSourceFifo()) {
          shape.storeUnit = unit;
        } else {
          bool input =
              transfer.getSource()
                  .getDefiningOp<ktdp::ConstructMemoryViewOp>() != nullptr;
          FailureOr<PipelineOperand> operand =
              readOperand(transfer, input, shape);
          if (failed(operand))
            return failure();
          (input ? shape.inputs : shape.outputs).push_back(*operand);
          (input ? shape.dmaIn : shape.dmaOut) = unit;
        }
      }
    }
  }
  if (!shape.compute || shape.outputs.empty() ||
      shape.outputResult.size() != shape.outputs.size())
    return pipeline.emitError("expected a routed load, compute, store "
                              "pipeline"),
           failure();
  return shape;
}

} // namespace sg
