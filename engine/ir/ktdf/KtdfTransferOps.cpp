// Verifiers, builders and memory effects of the operations that move data.
#include "engine/ir/ktdf/Ktdf.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace sg::ktdf;

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

//===----------------------------------------------------------------------===//
// FIFOs
//===----------------------------------------------------------------------===//

LogicalResult FifoAllocateOp::verify() {
  if (getSlots().empty())
    return emitOpError("allocates no slot: name at least one slot type");
  size_t dynamic = llvm::count_if(getSlots().getTypes(), [](Type type) {
    return cast<FifoSlotType>(type).isDynamic();
  });
  if (getDynamicSizes().size() != dynamic)
    return emitOpError() << "has " << getDynamicSizes().size()
                         << " size operands but " << dynamic
                         << " slot types with '?'; give one size per '?'";
  return success();
}

void FifoAllocateOp::getEffects(Effects &effects) {
  for (OpResult slot : getSlots())
    effects.emplace_back(MemoryEffects::Allocate::get(), slot,
                         FifoResource::get());
}

/// A slot and the value that goes in or comes out must agree.
static LogicalResult verifySlotAgainst(Operation *op, FifoSlotType slot,
                                       ShapedType data) {
  if (slot.getElementType() != data.getElementType())
    return op->emitOpError() << "moves " << data.getElementType()
                             << " elements, but the slot has "
                             << slot.getElementType() << " elements";
  if (slot.isDynamic() != !data.hasStaticShape())
    return op->emitOpError(
        "needs a slot and data that both have static or both have dynamic "
        "sizes");
  if (!slot.isDynamic() && data.getNumElements() != slot.getNumElements())
    return op->emitOpError()
           << "moves " << data.getNumElements()
           << " elements, but the slot holds " << slot.getNumElements();
  return success();
}

LogicalResult ReadFromFifoOp::verify() {
  return verifySlotAgainst(*this, getFifoSlot().getType(),
                           cast<ShapedType>(getResult().getType()));
}

void ReadFromFifoOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getFifoSlotMutable(),
                       FifoResource::get());
  effects.emplace_back(MemoryEffects::Write::get(), FifoResource::get());
  if (isa<MemRefType>(getResult().getType()))
    effects.emplace_back(MemoryEffects::Allocate::get(),
                         cast<OpResult>(Value(getResult())),
                         SideEffects::AutomaticAllocationScopeResource::get());
}

LogicalResult WriteToFifoOp::verify() {
  return verifySlotAgainst(*this, getFifoSlot().getType(),
                           cast<ShapedType>(getData().getType()));
}

void WriteToFifoOp::getEffects(Effects &effects) {
  if (isa<MemRefType>(getData().getType()))
    effects.emplace_back(MemoryEffects::Read::get(), &getDataMutable());
  effects.emplace_back(MemoryEffects::Write::get(), &getFifoSlotMutable(),
                       FifoResource::get());
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

namespace {

/// One side as it stands in the operation, before it is known to be valid.
struct Side {
  StringRef name;
  Value value;
  std::optional<AffineMap> map;
  OperandRange indices;
  OperandRange dynamicSizes;
  std::optional<ArrayRef<int64_t>> sizes;
};

} // namespace

static LogicalResult verifySizes(Operation *op, const Side &side) {
  ArrayRef<int64_t> sizes = side.sizes.value_or(ArrayRef<int64_t>{});
  size_t dynamic = llvm::count_if(sizes, ShapedType::isDynamic);
  if (side.dynamicSizes.size() != dynamic)
    return op->emitOpError()
           << "has " << side.dynamicSizes.size() << " size operands for its "
           << side.name << ", but " << dynamic
           << " of the static sizes are marked as dynamic";
  for (int64_t size : sizes)
    if (!ShapedType::isDynamic(size) && size < 1)
      return op->emitOpError() << "has a " << side.name << " size of " << size
                               << "; sizes are at least 1";
  return success();
}

static LogicalResult verifyBlock(Operation *op, const Side &side,
                                 MemRefType type) {
  if (!side.map)
    return op->emitOpError() << "needs subscripts on its " << side.name
                             << ", which is a memref: write e.g. '%m[%i, 0]'";
  size_t rank = type.getRank();
  if (side.map->getNumSymbols() != 0)
    return op->emitOpError()
           << "has symbols in the " << side.name
           << " subscripts; use plain index values instead of symbol(...)";
  if (side.map->getNumResults() != rank)
    return op->emitOpError()
           << "has " << side.map->getNumResults() << " subscripts for the "
           << side.name << " memref of rank " << rank;
  if (side.map->getNumDims() != side.indices.size())
    return op->emitOpError()
           << "has " << side.indices.size() << " index operands for a "
           << side.name << " map of " << side.map->getNumDims()
           << " dimensions";
  ArrayRef<int64_t> sizes = side.sizes.value_or(ArrayRef<int64_t>{});
  if (sizes.size() != rank)
    return op->emitOpError()
           << "has " << sizes.size() << " sizes for the " << side.name
           << " memref of rank " << rank << "; give one size per dimension";
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!ShapedType::isDynamic(size) && !type.isDynamicDim(dim) &&
        size > type.getDimSize(dim))
      return op->emitOpError() << "moves " << size << " elements in dimension "
                               << dim << " of its " << side.name
                               << ", which has only " << type.getDimSize(dim);
  return success();
}

static LogicalResult verifySide(Operation *op, const Side &side) {
  if (failed(verifySizes(op, side)))
    return failure();
  if (auto type = dyn_cast<MemRefType>(side.value.getType()))
    return verifyBlock(op, side, type);
  if (side.map || !side.indices.empty())
    return op->emitOpError()
           << "has subscripts on its " << side.name
           << ", which is a FIFO slot; slots are read and written in order";
  return success();
}

static LogicalResult verifySides(Operation *op, const Side &source,
                                 const Side &dest) {
  if (failed(verifySide(op, source)) || failed(verifySide(op, dest)))
    return failure();
  if (isa<FifoSlotType>(source.value.getType()) &&
      isa<FifoSlotType>(dest.value.getType()))
    return op->emitOpError(
        "has FIFO slots on both sides; a unit must read one and write the "
        "other");
  Type from = elementTypeOf(source.value.getType());
  Type to = elementTypeOf(dest.value.getType());
  if (from != to)
    return op->emitOpError()
           << "has element type " << from << " at its source and " << to
           << " at its destination; a transfer does not convert";
  return success();
}

static TransferEnd makeEnd(Value value, std::optional<AffineMap> map,
                           OperandRange indices, OperandRange dynamicSizes,
                           std::optional<ArrayRef<int64_t>> sizes) {
  TransferEnd end;
  end.value = value;
  end.map = map.value_or(AffineMap());
  end.operands = llvm::to_vector(indices);
  end.sizes = llvm::to_vector(sizes.value_or(ArrayRef<int64_t>{}));
  end.dynamicSizes = llvm::to_vector(dynamicSizes);
  return end;
}

static void addSideEffects(Effects &effects, OpOperand &source,
                           OpOperand &dest) {
  if (isa<FifoSlotType>(source.get().getType())) {
    effects.emplace_back(MemoryEffects::Read::get(), &source,
                         FifoResource::get());
    effects.emplace_back(MemoryEffects::Write::get(), FifoResource::get());
  } else {
    effects.emplace_back(MemoryEffects::Read::get(), &source);
  }
  if (isa<FifoSlotType>(dest.get().getType()))
    effects.emplace_back(MemoryEffects::Write::get(), &dest,
                         FifoResource::get());
  else
    effects.emplace_back(MemoryEffects::Write::get(), &dest);
}

/// Null for a FIFO slot without sizes.
static DenseI64ArrayAttr sizesAttr(OpBuilder &builder, const TransferEnd &end) {
  if (end.isFifo() && end.sizes.empty())
    return {};
  return builder.getDenseI64ArrayAttr(end.sizes);
}

static AffineMapAttr mapAttr(const TransferEnd &end) {
  return end.map ? AffineMapAttr::get(end.map) : AffineMapAttr();
}

LogicalResult DataTransferOp::verify() {
  return verifySides(*this,
                     {"source", getSource(), getSourceMap(), getSourceIndices(),
                      getSourceSizes(), getStaticSourceSizes()},
                     {"destination", getDestination(), getDestMap(),
                      getDestIndices(), getDestSizes(), getStaticDestSizes()});
}

void DataTransferOp::getEffects(Effects &effects) {
  addSideEffects(effects, getSourceMutable(), getDestinationMutable());
}

TransferEnd DataTransferOp::getSourceEnd() {
  return makeEnd(getSource(), getSourceMap(), getSourceIndices(),
                 getSourceSizes(), getStaticSourceSizes());
}

TransferEnd DataTransferOp::getDestEnd() {
  return makeEnd(getDestination(), getDestMap(), getDestIndices(),
                 getDestSizes(), getStaticDestSizes());
}

Type DataTransferOp::getElementType() {
  return elementTypeOf(getSource().getType());
}

void DataTransferOp::build(OpBuilder &builder, OperationState &state,
                           const TransferEnd &source,
                           const TransferEnd &destination) {
  state.addOperands(source.value);
  state.addOperands(source.operands);
  state.addOperands(source.dynamicSizes);
  state.addOperands(destination.value);
  state.addOperands(destination.operands);
  state.addOperands(destination.dynamicSizes);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {
      1,
      static_cast<int32_t>(source.operands.size()),
      static_cast<int32_t>(source.dynamicSizes.size()),
      1,
      static_cast<int32_t>(destination.operands.size()),
      static_cast<int32_t>(destination.dynamicSizes.size())};
  properties.static_source_sizes = sizesAttr(builder, source);
  properties.static_dest_sizes = sizesAttr(builder, destination);
  properties.source_map = mapAttr(source);
  properties.dest_map = mapAttr(destination);
}

void DataTransferOp::build(OpBuilder &builder, OperationState &state,
                           Value source, AffineMap sourceMap,
                           ValueRange sourceIndices,
                           ArrayRef<int64_t> sourceSizes, Value destination,
                           AffineMap destMap, ValueRange destIndices,
                           ArrayRef<int64_t> destSizes) {
  build(builder, state,
        TransferEnd{source, sourceMap, llvm::to_vector(sourceIndices),
                    llvm::to_vector(sourceSizes)},
        TransferEnd{destination, destMap, llvm::to_vector(destIndices),
                    llvm::to_vector(destSizes)});
}

//===----------------------------------------------------------------------===//
// Indirect transfers
//===----------------------------------------------------------------------===//

LogicalResult IndDataTransferOp::verify() {
  bool gather = static_cast<bool>(getIndSrcMemref());
  bool scatter = static_cast<bool>(getIndDstMemref());
  if (gather == scatter)
    return emitOpError() << "has " << (gather ? "both" : "neither")
                         << " of ind_src and ind_dst; give exactly one";
  if (static_cast<bool>(getIndSrcIndex()) != gather ||
      static_cast<bool>(getIndDstIndex()) != scatter)
    return emitOpError("needs one entry index for its address buffer");
  Value addresses = getAddresses();
  if (cast<MemRefType>(addresses.getType()).getRank() != 1)
    return emitOpError("needs an address buffer of rank 1");
  Value direct = gather ? getDirSrc() : getDirDst();
  if (!isa<MemRefType>(direct.getType()))
    return emitOpError() << "needs a memref for "
                         << (gather ? "dir_src" : "dir_dst")
                         << ", to which the address applies";
  return verifySides(
      *this,
      {"dir_src", getDirSrc(), getDirSrcMap(), getDirSrcIndices(),
       getDirSrcSizes(), getStaticDirSrcSizes()},
      {"dir_dst", getDirDst(), getDirDstMap(), getDirDstIndices(),
       getDirDstSizes(), getStaticDirDstSizes()});
}

void IndDataTransferOp::getEffects(Effects &effects) {
  for (OpOperand &addresses : getIndSrcMemrefMutable())
    effects.emplace_back(MemoryEffects::Read::get(), &addresses);
  for (OpOperand &addresses : getIndDstMemrefMutable())
    effects.emplace_back(MemoryEffects::Read::get(), &addresses);
  addSideEffects(effects, getDirSrcMutable(), getDirDstMutable());
}

TransferEnd IndDataTransferOp::getSourceEnd() {
  return makeEnd(getDirSrc(), getDirSrcMap(), getDirSrcIndices(),
                 getDirSrcSizes(), getStaticDirSrcSizes());
}

TransferEnd IndDataTransferOp::getDestEnd() {
  return makeEnd(getDirDst(), getDirDstMap(), getDirDstIndices(),
                 getDirDstSizes(), getStaticDirDstSizes());
}

void IndDataTransferOp::build(OpBuilder &builder, OperationState &state,
                              bool gather, Value addresses, Value entry,
                              const TransferEnd &source,
                              const TransferEnd &destination) {
  auto count = [](const auto &range) {
    return static_cast<int32_t>(range.size());
  };
  if (gather)
    state.addOperands({addresses, entry});
  state.addOperands(source.value);
  state.addOperands(source.operands);
  state.addOperands(source.dynamicSizes);
  if (!gather)
    state.addOperands({addresses, entry});
  state.addOperands(destination.value);
  state.addOperands(destination.operands);
  state.addOperands(destination.dynamicSizes);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {gather,
                                    gather,
                                    1,
                                    count(source.operands),
                                    count(source.dynamicSizes),
                                    !gather,
                                    !gather,
                                    1,
                                    count(destination.operands),
                                    count(destination.dynamicSizes)};
  properties.static_dir_src_sizes = sizesAttr(builder, source);
  properties.static_dir_dst_sizes = sizesAttr(builder, destination);
  properties.dir_src_map = mapAttr(source);
  properties.dir_dst_map = mapAttr(destination);
}
