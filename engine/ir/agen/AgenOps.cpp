#include "engine/ir/agen/Agen.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sg::agen;

using Operands = SmallVectorImpl<OpAsmParser::UnresolvedOperand>;

/// `[%i, %j * 2]`.
static ParseResult parseSubscripts(OpAsmParser &parser, AffineMapAttr &map,
                                   Operands &operands) {
  NamedAttrList unused;
  return parser.parseAffineMapOfSSAIds(operands, map, "map", unused,
                                       AsmParser::Delimiter::Square);
}

static void printSubscripts(OpAsmPrinter &printer, Operation *,
                            AffineMapAttr map, OperandRange operands) {
  printer << "[";
  printer.printAffineMapOfSSAIds(map, operands);
  printer << "]";
}

#include "engine/ir/agen/AgenDialect.cpp.inc"

#include "engine/ir/agen/AgenEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "engine/ir/agen/AgenAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "engine/ir/agen/AgenOps.cpp.inc"

void AgenDialect::initialize() {
  registerAttributes();
  registerOperations();
}

void AgenDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "engine/ir/agen/AgenAttrs.cpp.inc"
      >();
}

void AgenDialect::registerOperations() {
  addOperations<
#define GET_OP_LIST
#include "engine/ir/agen/AgenOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// What all accesses have in common
//===----------------------------------------------------------------------===//

/// `name` is "load" or "store", for the message.
static LogicalResult verifyAccess(Operation *op, StringRef name,
                                  const Access &access) {
  size_t rank = cast<MemRefType>(access.memref.getType()).getRank();
  if (access.map.getNumResults() != rank)
    return op->emitOpError()
           << "has " << access.map.getNumResults() << " subscripts for the "
           << name << " memref of rank " << rank;
  if (access.map.getNumInputs() != access.operands.size())
    return op->emitOpError()
           << "has " << access.operands.size() << " operands for " << name
           << " subscripts over " << access.map.getNumInputs();
  if (access.set.getNumDims() < rank)
    return op->emitOpError()
           << "has a " << name << " set of " << access.set.getNumDims()
           << " dimensions for a memref of rank " << rank;
  if (access.set.getNumDims() != access.order.getNumDims())
    return op->emitOpError()
           << "has a " << name << " set of " << access.set.getNumDims()
           << " dimensions but a " << name << " order of "
           << access.order.getNumDims();
  return success();
}

static LogicalResult verifyTime(Operation *op, const TimeSteps &time,
                                ArrayRef<AffineMap> maps) {
  for (AffineMap map : maps)
    if (map.getNumDims() != time.set.getNumDims())
      return op->emitOpError()
             << "has a time set of " << time.set.getNumDims()
             << " dimensions but a time order or address map of "
             << map.getNumDims();
  if (time.set.getNumSymbols() > time.symbols.size())
    return op->emitOpError()
           << "has " << time.symbols.size()
           << " time symbols for a time set of " << time.set.getNumSymbols();
  return success();
}

/// The body's argument is the vector loaded.
static LogicalResult verifyBody(Operation *op, Block *body) {
  if (body->getNumArguments() != 1 ||
      !sg::dataflow::vectorElementType(body->getArgument(0).getType()))
    return op->emitOpError("needs one block argument, the vector loaded");
  return success();
}

//===----------------------------------------------------------------------===//
// Single vectors
//===----------------------------------------------------------------------===//

Access VectorLoadOp::getAccess() {
  return {getMemRef(), getAffineMap(), llvm::to_vector(getMapOperands()),
          getLoadSet().getValue(), getLoadOrder()};
}

LogicalResult VectorLoadOp::verify() {
  return verifyAccess(*this, "load", getAccess());
}

void VectorLoadOp::build(OpBuilder &builder, OperationState &state, Type result,
                         const Access &access) {
  build(builder, state, result, access.memref, StringAttr(), access.map,
        access.operands, IntegerSetAttr::get(access.set), access.order,
        Value());
}

Access VectorStoreOp::getAccess() {
  return {getMemRef(), getAffineMap(), llvm::to_vector(getMapOperands()),
          getStoreSet().getValue(), getStoreOrder()};
}

LogicalResult VectorStoreOp::verify() {
  return verifyAccess(*this, "store", getAccess());
}

void VectorStoreOp::build(OpBuilder &builder, OperationState &state,
                          Value value, const Access &access) {
  build(builder, state, value, access.memref, StringAttr(), access.map,
        access.operands, IntegerSetAttr::get(access.set), access.order);
}

//===----------------------------------------------------------------------===//
// composite_load_and_store
//===----------------------------------------------------------------------===//

Access CompositeLoadAndStoreOp::getLoad() {
  return {getSrcMemRef(),
          getSrcMap(),
          llvm::to_vector(getSrcMapOperands()),
          getLoadSet().getValue(),
          getLoadOrder(),
          getLoadTimeAddrMap()};
}

Access CompositeLoadAndStoreOp::getStore() {
  return {getDstMemRef(),
          getDstMap(),
          llvm::to_vector(getDstMapOperands()),
          getStoreSet().getValue(),
          getStoreOrder(),
          getStoreTimeAddrMap()};
}

TimeSteps CompositeLoadAndStoreOp::getTime() {
  return {getTimeSet().getValue(), getTimeOrder(),
          llvm::to_vector(getTimeSymbols())};
}

LogicalResult CompositeLoadAndStoreOp::verify() {
  return failure(failed(verifyAccess(*this, "load", getLoad())) ||
                 failed(verifyAccess(*this, "store", getStore())) ||
                 failed(verifyTime(*this, getTime(),
                                   {getTimeOrder(), getLoadTimeAddrMap(),
                                    getStoreTimeAddrMap()})) ||
                 failed(verifyBody(*this, getBody())));
}

/// The map of a side that stands still at the single time step.
static AffineMap timeAddrMapOrZero(const Access &access, unsigned timeDims) {
  if (access.timeAddrMap)
    return access.timeAddrMap;
  MLIRContext *context = access.map.getContext();
  SmallVector<AffineExpr> zeros(access.map.getNumResults(),
                                getAffineConstantExpr(0, context));
  return AffineMap::get(timeDims, 0, zeros, context);
}

void CompositeLoadAndStoreOp::build(OpBuilder &builder, OperationState &state,
                                    Type vector, const Access &load,
                                    const Access &store,
                                    const TimeSteps &time) {
  TimeSteps steps =
      time.isSingle() ? blockTime(builder.getContext(), {1}) : time;
  unsigned dims = steps.set.getNumDims();
  state.addOperands({load.memref, store.memref});
  state.addOperands(load.operands);
  state.addOperands(store.operands);
  state.addOperands(steps.symbols);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {1,
                                    1,
                                    static_cast<int32_t>(load.operands.size()),
                                    static_cast<int32_t>(store.operands.size()),
                                    static_cast<int32_t>(steps.symbols.size()),
                                    0};
  properties.src_map = AffineMapAttr::get(load.map);
  properties.dst_map = AffineMapAttr::get(store.map);
  properties.load_set = IntegerSetAttr::get(load.set);
  properties.load_order = AffineMapAttr::get(load.order);
  properties.store_set = IntegerSetAttr::get(store.set);
  properties.store_order = AffineMapAttr::get(store.order);
  properties.time_set = IntegerSetAttr::get(steps.set);
  properties.time_order = AffineMapAttr::get(steps.order);
  properties.load_time_addr_map =
      AffineMapAttr::get(timeAddrMapOrZero(load, dims));
  properties.store_time_addr_map =
      AffineMapAttr::get(timeAddrMapOrZero(store, dims));
  Region *region = state.addRegion();
  region->emplaceBlock().addArgument(vector, state.location);
  ensureTerminator(*region, builder, state.location);
}

/// `%memref[subscripts]` after the keyword `name` and a colon.
static ParseResult parseSide(OpAsmParser &parser, StringRef name,
                             OpAsmParser::UnresolvedOperand &memref,
                             AffineMapAttr &map, Operands &operands) {
  return failure(parser.parseKeyword(name) || parser.parseColon() ||
                 parser.parseOperand(memref) ||
                 parseSubscripts(parser, map, operands));
}

ParseResult CompositeLoadAndStoreOp::parse(OpAsmParser &parser,
                                           OperationState &result) {
  Type index = parser.getBuilder().getIndexType();
  OpAsmParser::UnresolvedOperand source, dest;
  SmallVector<OpAsmParser::UnresolvedOperand> sourceOperands, destOperands,
      symbols, multicast;
  OpAsmParser::Argument vector;
  AffineMapAttr sourceMap, destMap;
  if (parseSide(parser, "src", source, sourceMap, sourceOperands) ||
      parseSide(parser, "dst", dest, destMap, destOperands) ||
      parser.parseKeyword("time_symbols") ||
      parser.parseOperandList(symbols, AsmParser::Delimiter::Paren) ||
      parser.parseComma() || parser.parseKeyword("load_iv") ||
      parser.parseLParen() ||
      parser.parseArgument(vector, /*allowType=*/true) || parser.parseRParen())
    return failure();
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("multicast_info") || parser.parseEqual() ||
       parser.parseOperand(multicast.emplace_back())))
    return failure();
  Region *body = result.addRegion();
  Type sourceType, destType;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseRegion(*body, {vector}) ||
      parser.parseColonType(sourceType) || parser.parseComma() ||
      parser.parseType(destType))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  auto &properties = result.getOrAddProperties<Properties>();
  properties.src_map = sourceMap;
  properties.dst_map = destMap;
  properties.operandSegmentSizes = {1,
                                    1,
                                    static_cast<int32_t>(sourceOperands.size()),
                                    static_cast<int32_t>(destOperands.size()),
                                    static_cast<int32_t>(symbols.size()),
                                    static_cast<int32_t>(multicast.size())};
  return failure(
      parser.resolveOperand(source, sourceType, result.operands) ||
      parser.resolveOperand(dest, destType, result.operands) ||
      parser.resolveOperands(sourceOperands, index, result.operands) ||
      parser.resolveOperands(destOperands, index, result.operands) ||
      parser.resolveOperands(symbols, index, result.operands) ||
      parser.resolveOperands(multicast, index, result.operands));
}

void CompositeLoadAndStoreOp::print(OpAsmPrinter &printer) {
  printer << " src:" << getSrcMemRef();
  printSubscripts(printer, *this, getSrcMapAttr(), getSrcMapOperands());
  printer << " dst:" << getDstMemRef();
  printSubscripts(printer, *this, getDstMapAttr(), getDstMapOperands());
  printer.printNewline();
  printer << " time_symbols(" << getTimeSymbols() << "), load_iv(";
  printer.printOperand(getLoadIv());
  printer << ":" << getLoadIv().getType() << ")";
  if (getMulticastInfo())
    printer << ", multicast_info = " << getMulticastInfo();
  printer.printNewline();
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getSrcMapAttrName(), getDstMapAttrName(),
                                 getOperandSegmentSizesAttrName()});
  printer.printNewline();
  printer.printRegion(getRegion(), /*printEntryBlockArgs=*/false);
  printer << " : " << getSrcMemRef().getType() << ", "
          << getDstMemRef().getType();
}

//===----------------------------------------------------------------------===//
// composite_load
//===----------------------------------------------------------------------===//

Access CompositeLoadOp::getAccess() {
  return {getMemRef(),
          getAffineMap(),
          llvm::to_vector(getMapOperands()),
          getLoadSet().getValue(),
          getLoadOrder(),
          getTimeAddrMap()};
}

LogicalResult CompositeLoadOp::verify() {
  TimeSteps time{getTimeSet().getValue(), getTimeOrder(),
                 llvm::to_vector(getTimeSymbols())};
  return failure(
      failed(verifyAccess(*this, "load", getAccess())) ||
      failed(verifyTime(*this, time, {getTimeOrder(), getTimeAddrMap()})) ||
      failed(verifyBody(*this, getBody())));
}

ParseResult CompositeLoadOp::parse(OpAsmParser &parser,
                                   OperationState &result) {
  Type index = parser.getBuilder().getIndexType();
  OpAsmParser::UnresolvedOperand memref;
  SmallVector<OpAsmParser::UnresolvedOperand> operands, symbols;
  OpAsmParser::Argument vector;
  AffineMapAttr map;
  Region *body = result.addRegion();
  Type type;
  if (parser.parseOperand(memref) || parseSubscripts(parser, map, operands) ||
      parser.parseKeyword("time_symbols") ||
      parser.parseOperandList(symbols, AsmParser::Delimiter::Paren) ||
      parser.parseLParen() ||
      parser.parseArgument(vector, /*allowType=*/true) ||
      parser.parseRParen() || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseRegion(*body, {vector}) || parser.parseColonType(type))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  auto &properties = result.getOrAddProperties<Properties>();
  properties.affine_map = map;
  properties.operandSegmentSizes = {1, static_cast<int32_t>(operands.size()),
                                    static_cast<int32_t>(symbols.size())};
  return failure(parser.resolveOperand(memref, type, result.operands) ||
                 parser.resolveOperands(operands, index, result.operands) ||
                 parser.resolveOperands(symbols, index, result.operands));
}

void CompositeLoadOp::print(OpAsmPrinter &printer) {
  printer << " " << getMemRef();
  printSubscripts(printer, *this, getAffineMapAttr(), getMapOperands());
  printer.printNewline();
  printer << " time_symbols(" << getTimeSymbols() << ")(";
  printer.printOperand(getLoadIv());
  printer << ":" << getLoadIv().getType() << ")";
  printer.printNewline();
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getAffineMapAttrName(), getOperandSegmentSizesAttrName()});
  printer.printNewline();
  printer.printRegion(getRegion(), /*printEntryBlockArgs=*/false);
  printer << " : " << getMemRef().getType();
}
