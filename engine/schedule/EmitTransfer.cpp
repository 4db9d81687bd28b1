// Transfers as DataflowIR: DMA blocks, vector loads that are sent on, vectors
// received and stored.
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/schedule/EmitUnit.h"
#include "engine/schedule/PipelineShape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace sg {

namespace {
// Where a transfer end lies: the memory, the address of element 0 and the
// strides of its dimensions, in elements.
struct Place {
  Value memory, start;
  SmallVector<int64_t> strides;
  SmallVector<NamedAttribute> attributes; ///< names for pictures
};
} // namespace

static int64_t intAttr(Operation *op, StringRef name) {
  auto attr = op->getAttrOfType<IntegerAttr>(name);
  return attr ? attr.getInt() : 0;
}

static Attribute bufferEntry(OpBuilder &b, memref::AllocOp alloc,
                             int64_t bytes) {
  auto name = alloc->getAttrOfType<StringAttr>("sg.buffer");
  std::string text = name ? name.str() : "buffer";
  if (alloc->hasAttr("sg.phase"))
    text += "." + std::to_string(intAttr(alloc, "sg.phase"));
  return b.getDictionaryAttr(
      {b.getNamedAttr("name", b.getStringAttr(text)),
       b.getNamedAttr("address",
                      b.getI64IntegerAttr(intAttr(alloc, "sg.address"))),
       b.getNamedAttr("bytes", b.getI64IntegerAttr(bytes))});
}

// A scratchpad buffer, or the one of several whose turn it is.
static FailureOr<Place> bufferPlace(OpBuilder &b, UnitProgram &unit,
                                    Value memref, Location loc) {
  Place place;
  SmallVector<memref::AllocOp> candidates;
  Value phase;
  if (auto select = memref.getDefiningOp<ktdf::SelectMemrefOp>()) {
    phase = select.getPhase();
    for (Value candidate : select.getCandidates())
      candidates.push_back(candidate.getDefiningOp<memref::AllocOp>());
  } else {
    candidates.push_back(memref.getDefiningOp<memref::AllocOp>());
  }
  for (memref::AllocOp alloc : candidates)
    if (!alloc || !alloc->hasAttr("sg.address"))
      return emitError(loc, "this scratchpad buffer has no address; run "
                            "sg-assign-addresses first"),
             failure();
  auto type = cast<MemRefType>(memref.getType());
  int64_t bytes = formatBytes(*formatOf(type.getElementType()));
  auto address = [&](size_t i) {
    return intAttr(candidates[i], "sg.address") / bytes;
  };
  place.start = arith::ConstantIndexOp::create(b, loc, address(0));
  SmallVector<Attribute> entries;
  for (memref::AllocOp alloc : candidates)
    entries.push_back(bufferEntry(b, alloc, type.getNumElements() * bytes));
  if (candidates.size() > 1) {
    Value step =
        arith::ConstantIndexOp::create(b, loc, address(1) - address(0));
    for (size_t i = 2; i < candidates.size(); ++i)
      if (address(i) - address(i - 1) != address(1) - address(0))
        return emitError(loc, "buffers that take turns must lie at equal "
                              "distances"),
               failure();
    Value turn = arith::MulIOp::create(b, loc, phase, step);
    place.start = address(0) == 0
                      ? turn
                      : Value(arith::AddIOp::create(b, loc, place.start, turn));
  }
  place.attributes.push_back(
      b.getNamedAttr("sg.buffers", b.getArrayAttr(entries)));
  auto space = cast<StringAttr>(type.getMemorySpace());
  place.memory = unit.beside(loc, space.getValue());
  int64_t stride = 1;
  for (int64_t extent : llvm::reverse(type.getShape())) {
    place.strides.insert(place.strides.begin(), stride);
    stride *= extent;
  }
  return place;
}

static FailureOr<Place> viewPlace(OpBuilder &b, UnitProgram &unit,
                                  ktdp::ConstructMemoryViewOp view,
                                  Location loc) {
  Place place;
  std::optional<LinearForm> start = unit.emit.values.linear(view.getOffset());
  if (!start)
    return emitError(loc, "the base address of this view is not linear in "
                          "arguments and loop counters"),
           failure();
  place.start = unit.linear(b, loc, *start);
  const Device &device = unit.emit.schedule.device;
  place.memory = unit.beside(loc, device.globalMemory().kind);
  place.strides.assign(view.getStaticStrides().begin(),
                       view.getStaticStrides().end());
  return place;
}

FailureOr<agen::Access> emitAccess(OpBuilder &b, UnitProgram &unit,
                                   const ktdf::TransferEnd &end, Location loc) {
  FailureOr<Place> place = failure();
  if (auto view = end.value.getDefiningOp<ktdp::ConstructMemoryViewOp>())
    place = viewPlace(b, unit, view, loc);
  else
    place = bufferPlace(b, unit, end.value, loc);
  if (failed(place))
    return failure();
  auto type = cast<MemRefType>(end.value.getType());
  AffineExpr layout = b.getAffineConstantExpr(0);
  for (auto [d, stride] : llvm::enumerate(place->strides))
    layout = layout + b.getAffineDimExpr(d) * stride;
  auto flat = MemRefType::get(type.getShape(), type.getElementType());
  auto logical = dataflow::GetLogicalMemoryViewOp::create(
      b, loc, flat, place->memory, place->start,
      AffineMapAttr::get(AffineMap::get(type.getRank(), 0, layout)));
  for (NamedAttribute attribute : place->attributes)
    logical->setAttr(attribute.getName(), attribute.getValue());
  SmallVector<Value> operands;
  for (Value operand : end.operands)
    operands.push_back(unit.localIndex(b, operand));
  return agen::blockAccess(logical.getResult(), end.map, operands, end.sizes);
}

// Which dimensions of the fine side make up each dimension of the coarse one.
static SmallVector<SmallVector<unsigned>> factor(ArrayRef<int64_t> coarse,
                                                 ArrayRef<int64_t> fine) {
  SmallVector<SmallVector<unsigned>> result(coarse.size());
  unsigned next = 0;
  for (auto [c, size] : llvm::enumerate(coarse)) {
    int64_t product = 1;
    while (next < fine.size() && product < size) {
      product *= fine[next];
      result[c].push_back(next++);
    }
  }
  return result;
}

// One DMA operation: a time step per run of the last dimension of the global
// side, whose dimensions refine those of the scratchpad side.
static LogicalResult emitDma(ktdf::DataTransferOp op, UnitProgram &unit) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  MLIRContext *ctx = op.getContext();
  ktdf::TransferEnd ends[2] = {op.getSourceEnd(), op.getDestEnd()};
  bool loading =
      ends[0].value.getDefiningOp<ktdp::ConstructMemoryViewOp>() != nullptr;
  ktdf::TransferEnd &global = ends[loading ? 0 : 1];
  ktdf::TransferEnd &local = ends[loading ? 1 : 0];
  ArrayRef<int64_t> fine = global.sizes;
  int64_t run = fine.back();
  SmallVector<int64_t> time(fine.drop_back());
  unsigned times = time.size();

  // By how much a time step moves each subscript.
  SmallVector<AffineExpr> globalStep, localStep;
  for (unsigned d = 0; d < times; ++d)
    globalStep.push_back(getAffineDimExpr(d, ctx));
  globalStep.push_back(getAffineConstantExpr(0, ctx));
  for (ArrayRef<unsigned> dims : factor(local.sizes, fine)) {
    AffineExpr expr = getAffineConstantExpr(0, ctx);
    int64_t stride = 1;
    for (unsigned d : llvm::reverse(dims)) {
      if (d < times)
        expr = expr + getAffineDimExpr(d, ctx) * stride;
      stride *= fine[d];
    }
    localStep.push_back(expr);
  }
  SmallVector<int64_t> globalSet(fine.size(), 1);
  SmallVector<int64_t> localSet(local.sizes.size(), 1);
  globalSet.back() = localSet.back() = run;
  global.sizes = globalSet;
  local.sizes = localSet;

  FailureOr<agen::Access> from = emitAccess(b, unit, ends[0], loc);
  FailureOr<agen::Access> to = emitAccess(b, unit, ends[1], loc);
  if (failed(from) || failed(to))
    return failure();
  unsigned timeDims = std::max(times, 1u);
  auto globalMap = AffineMap::get(timeDims, 0, globalStep, ctx);
  auto localMap = AffineMap::get(timeDims, 0, localStep, ctx);
  from->timeAddrMap = loading ? globalMap : localMap;
  to->timeAddrMap = loading ? localMap : globalMap;
  if (time.empty())
    time.push_back(1);
  auto vector = VectorType::get({run}, op.getElementType());
  agen::CompositeLoadAndStoreOp::create(b, loc, vector, *from, *to,
                                        agen::blockTime(ctx, time));
  op.erase();
  return success();
}

LogicalResult emitTransfer(ktdf::DataTransferOp op, UnitProgram &unit) {
  if (!op.isSourceFifo() && !op.isDestFifo())
    return emitDma(op, unit);
  OpBuilder b(op);
  Location loc = op.getLoc();
  bool sending = op.isDestFifo();
  Value slot = sending ? op.getDestination() : op.getSource();
  auto type = cast<ktdf::FifoSlotType>(slot.getType());
  auto vector = VectorType::get({type.getNumElements()}, type.getElementType());
  Value peer =
      unit.beside(loc, sending ? type.getDestName() : type.getSrcName());
  if (sending) {
    FailureOr<agen::Access> from = emitAccess(b, unit, op.getSourceEnd(), loc);
    if (failed(from))
      return failure();
    Value loaded = agen::VectorLoadOp::create(b, loc, vector, *from);
    dataflow::SendOp::create(b, loc, peer, loaded);
  } else {
    Value received = dataflow::ReceiveOp::create(b, loc, vector, peer);
    FailureOr<agen::Access> to = emitAccess(b, unit, op.getDestEnd(), loc);
    if (failed(to))
      return failure();
    agen::VectorStoreOp::create(b, loc, received, *to);
  }
  op.erase();
  return success();
}

} // namespace sg
