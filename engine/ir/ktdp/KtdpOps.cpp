// The ktdp dialect's views, loads, stores and arguments: verifiers, builders
// and the generated classes. Access tiles are in KtdpAccess.cpp and
// KtdpIndirect.cpp, the operations between tiles in KtdpInterTile.cpp.
#include "engine/ir/ktdp/Ktdp.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg::ktdp;

// `-> !ktdp.tile_future<...>`; the older spelling lists the tensors before it.
static ParseResult parseProducedFuture(OpAsmParser &parser, Type &future) {
  SmallVector<Type> partials;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalColon()) && parser.parseTypeList(partials))
    return failure();
  TileFutureType type;
  if (parser.parseArrow() ||
      parser.parseCustomTypeWithFallback<TileFutureType>(type))
    return failure();
  if (!partials.empty() && !llvm::equal(partials, type.getPartialTypes(),
                                        [](Type a, Type b) { return a == b; }))
    return parser.emitError(loc)
           << "the tensors before '->' are not those of the future " << type
           << ": leave them out, the future names them";
  future = type;
  return success();
}

static void printProducedFuture(OpAsmPrinter &printer, Operation *,
                                TileFutureType future) {
  printer << "-> ";
  printer.printStrippedAttrOrType(future);
}

#define GET_OP_CLASSES
#include "engine/ir/ktdp/KtdpOps.cpp.inc"

Value sg::ktdp::getAccessedView(Value accessTile) {
  if (auto direct = accessTile.getDefiningOp<ConstructAccessTileOp>())
    return direct.getBase();
  if (auto indirect = accessTile.getDefiningOp<ConstructIndirectAccessTileOp>())
    return indirect.getBase();
  return {};
}

//===- Compute tiles ------------------------------------------------------===//

LogicalResult GetComputeTileIdOp::verify() {
  // The RFC has grids of one to three axes.
  if (getNumResults() < 1 || getNumResults() > 3)
    return emitOpError() << "has one result per axis of the grid, 1 to 3 of "
                            "them, not "
                         << getNumResults();
  return success();
}

void GetComputeTileIdOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  for (OpResult result : getResults())
    setName(result, "tile");
}

//===- Views --------------------------------------------------------------===//

void ConstructMemoryViewOp::build(OpBuilder &builder, OperationState &state,
                                  MemRefType type, Value offset,
                                  ArrayRef<OpFoldResult> mixedSizes,
                                  ArrayRef<OpFoldResult> mixedStrides,
                                  MemorySpaceAttr memorySpace,
                                  IntegerSet coordinateSet) {
  SmallVector<int64_t> staticSizes, staticStrides;
  SmallVector<Value> sizes, strides;
  dispatchIndexOpFoldResults(mixedSizes, sizes, staticSizes);
  dispatchIndexOpFoldResults(mixedStrides, strides, staticStrides);
  build(builder, state, type, offset, sizes, strides, staticSizes,
        staticStrides, memorySpace, IntegerSetAttr::get(coordinateSet));
}

SmallVector<OpFoldResult> ConstructMemoryViewOp::getMixedSizes() {
  return getMixedValues(getStaticSizes(), getSizes(), getContext());
}

SmallVector<OpFoldResult> ConstructMemoryViewOp::getMixedStrides() {
  return getMixedValues(getStaticStrides(), getStrides(), getContext());
}

// The entries of one list: as many values as dynamic ones, none negative.
static LogicalResult verifyEntries(ConstructMemoryViewOp op, StringRef name,
                                   ArrayRef<int64_t> entries, size_t values,
                                   int64_t rank) {
  if (static_cast<int64_t>(entries.size()) != rank)
    return op.emitOpError()
           << "has " << entries.size() << ' ' << name
           << " for a result of rank " << rank << ": write one per dimension";
  size_t dynamic = llvm::count(entries, ShapedType::kDynamic);
  if (dynamic != values)
    return op.emitOpError() << "has " << values << " value(s) for " << dynamic
                            << " dynamic " << name;
  for (auto [dim, entry] : llvm::enumerate(entries))
    if (!ShapedType::isDynamic(entry) && entry < 0)
      return op.emitOpError()
             << name << '[' << dim << "] is " << entry << ": write 0 or more";
  return success();
}

// Whether the distance from the first element to the last fits 63 bits.
static bool extentFits(ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides) {
  int64_t extent = 0, elements = 1;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    if (ShapedType::isDynamic(size))
      continue;
    int64_t length = 0;
    if (llvm::MulOverflow(elements, size, elements))
      return false;
    if (ShapedType::isDynamic(stride) || size == 0)
      continue;
    if (llvm::MulOverflow(size - 1, stride, length) ||
        llvm::AddOverflow(extent, length, extent))
      return false;
  }
  return true;
}

LogicalResult ConstructMemoryViewOp::verify() {
  MemRefType type = getViewType();
  int64_t rank = type.getRank();
  if (failed(verifyEntries(*this, "sizes", getStaticSizes(), getSizes().size(),
                           rank)) ||
      failed(verifyEntries(*this, "strides", getStaticStrides(),
                           getStrides().size(), rank)))
    return failure();
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t size = getStaticSizes()[dim], inType = type.getDimSize(dim);
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(inType) &&
        size != inType)
      return emitOpError() << "has sizes[" << dim << "] = " << size
                           << " but makes a memref with " << inType
                           << " there: write the same number";
  }
  if (!extentFits(getStaticSizes(), getStaticStrides()))
    return emitOpError()
           << "spans more than 2^63 elements: check its sizes and strides";
  IntegerSet set = getCoordinateSet().getValue();
  if (set.getNumDims() != rank)
    return emitOpError() << "has a coordinate_set of " << set.getNumDims()
                         << " dimension(s) for a view of rank " << rank;
  if (set.getNumSymbols() > getSizes().size())
    return emitOpError()
           << "has a coordinate_set with " << set.getNumSymbols()
           << " symbol(s), which stand for the dynamic sizes from left to "
              "right, but "
           << getSizes().size() << " dynamic size(s)";
  auto space = dyn_cast_or_null<MemorySpaceAttr>(type.getMemorySpace());
  if (space && space != getMemorySpace())
    return emitOpError() << "lies in " << getMemorySpace()
                         << " but makes a memref in " << space
                         << ": write the same memory space";
  return success();
}

LogicalResult ConstructDistributedMemoryViewOp::verify() {
  MemRefType type = getResult().getType();
  if (getMemrefs().empty())
    return emitOpError() << "has no partitions: name at least one view";
  for (auto [number, view] : llvm::enumerate(getMemrefs())) {
    auto partition = cast<MemRefType>(view.getType());
    if (partition.getElementType() != type.getElementType())
      return emitOpError() << "partition " << number << " holds "
                           << partition.getElementType() << ", the whole view "
                           << type.getElementType() << ": use one type";
    if (partition.getRank() != type.getRank())
      return emitOpError() << "partition " << number << " has rank "
                           << partition.getRank() << ", the whole view "
                           << type.getRank() << ": use one rank";
  }
  return success();
}

//===- Loads and stores ---------------------------------------------------===//

void LoadOp::build(OpBuilder &builder, OperationState &state, Value accessTile,
                   Type elementType) {
  auto tile = cast<AccessTileType>(accessTile.getType());
  build(builder, state, RankedTensorType::get(tile.getShape(), elementType),
        accessTile);
}

// What a load and a store have in common: tile and tensor fit each other.
static LogicalResult verifyMove(Operation *op, Value tile, Type data) {
  auto tensor = dyn_cast<RankedTensorType>(data);
  if (!tensor)
    return op->emitOpError() << "moves a ranked tensor, not " << data;
  auto tileType = cast<AccessTileType>(tile.getType());
  if (tensor.getShape() != tileType.getShape()) {
    return op->emitOpError() << "moves a " << data << " through a tile "
                             << tileType << ": they must have one shape";
  }
  Value view = getAccessedView(tile);
  Type element =
      view ? cast<ShapedType>(view.getType()).getElementType() : Type();
  if (element && element != tensor.getElementType())
    return op->emitOpError()
           << "moves elements of type " << tensor.getElementType()
           << ", but the view is a " << view.getType()
           << ": use its element type";
  return success();
}

LogicalResult LoadOp::verify() {
  return verifyMove(*this, getAccessTile(), getResult().getType());
}

LogicalResult StoreOp::verify() {
  return verifyMove(*this, getAccessTile(), getDataTile().getType());
}

void LoadOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
}

void StoreOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
}

//===- Runtime arguments --------------------------------------------------===//

LogicalResult RuntimeArgExtractOp::verify() {
  RuntimeArgType argument = getInput().getType();
  Type expected = argument.getUnderlyingType();
  if (getKind() != RuntimeArgExtractKind::Value) {
    bool present = getKind() == RuntimeArgExtractKind::Granularity
                       ? argument.getGranularity().has_value()
                       : argument.getUpperbound().has_value();
    if (!present)
      return emitOpError() << "takes the "
                           << stringifyRuntimeArgExtractKind(getKind())
                           << " of a " << argument << ", which has none";
    expected = IndexType::get(getContext());
  }
  if (getResult().getType() != expected)
    return emitOpError() << "takes the "
                         << stringifyRuntimeArgExtractKind(getKind())
                         << " of a " << argument << ", which is of type "
                         << expected << ", not " << getResult().getType();
  return success();
}
