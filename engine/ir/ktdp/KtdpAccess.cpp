// ktdp.construct_access_tile: text and verifier.
#include "engine/ir/ktdp/AccessText.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace sg::ktdp;

ParseResult sg::ktdp::parseSymbolOperands(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  if (failed(parser.parseOptionalKeyword("symbols")))
    return success();
  return parser.parseOperandList(operands, AsmParser::Delimiter::Paren);
}

void sg::ktdp::printSymbolOperands(OpAsmPrinter &printer,
                                   OperandRange operands) {
  if (operands.empty())
    return;
  printer << " symbols(" << operands << ')';
}

ParseResult sg::ktdp::checkAttribute(OpAsmParser &parser, SMLoc loc,
                                     const OperationState &state,
                                     StringRef name, bool isSet) {
  Attribute value = state.attributes.get(name);
  if (!value)
    return parser.emitError(loc)
           << "'" << state.name << "' says nothing of its " << name
           << ": write {" << name << " = "
           << (isSet ? "affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>"
                     : "affine_map<(d0) -> (d0)>")
           << ", ...}, with one dimension per dimension of the tile";
  if (isSet ? isa<IntegerSetAttr>(value) : isa<AffineMapAttr>(value))
    return success();
  return parser.emitError(loc)
         << name << " is " << (isSet ? "a set" : "a map") << ", not " << value;
}

LogicalResult sg::ktdp::verifyTileShape(Operation *op, StringRef setName,
                                        IntegerSet set, size_t symbols,
                                        StringRef orderName, AffineMap order,
                                        AccessTileType type) {
  if (set.getNumSymbols() != symbols)
    return op->emitOpError()
           << "has " << set.getNumSymbols() << " symbol(s) in its " << setName
           << " and " << symbols
           << " value(s) for them: name them after the subscripts, as in "
              "symbols(%n)";
  if (order.getNumDims() != set.getNumDims() || !order.isPermutation())
    return op->emitOpError()
           << "has " << orderName << " = " << AffineMapAttr::get(order)
           << ", which is not an order of the " << set.getNumDims()
           << " dimension(s) of its " << setName
           << ": name each of them once, as in affine_map<(d0, d1) -> (d0, "
              "d1)>";
  if (type.getRank() != set.getNumDims())
    return op->emitOpError()
           << "makes a tile of rank " << type.getRank() << ", but its "
           << setName << " has " << set.getNumDims() << " dimension(s)";
  return success();
}

ParseResult ConstructAccessTileOp::parse(OpAsmParser &parser,
                                         OperationState &result) {
  Builder &builder = parser.getBuilder();
  OpAsmParser::UnresolvedOperand base;
  SmallVector<OpAsmParser::UnresolvedOperand> indices, symbols;
  AffineMapAttr map;
  NamedAttrList scratch;
  StringAttr mapName = getBaseMapAttrName(result.name);
  if (parser.parseOperand(base) ||
      parser.parseAffineMapOfSSAIds(indices, map, mapName, scratch) ||
      parseSymbolOperands(parser, symbols))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  Type baseType;
  AccessTileType type;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      checkAttribute(parser, loc, result, "access_tile_set", /*isSet=*/true) ||
      checkAttribute(parser, loc, result, "access_tile_order",
                     /*isSet=*/false) ||
      parser.parseColonType(baseType) || parser.parseArrow() ||
      parser.parseCustomTypeWithFallback<AccessTileType>(type))
    return failure();
  result.attributes.set(mapName, map);
  result.addAttribute(
      getOperandSegmentSizesAttrName(result.name),
      builder.getDenseI32ArrayAttr({1, static_cast<int32_t>(indices.size()),
                                    static_cast<int32_t>(symbols.size())}));
  result.addTypes(type);
  return failure(
      parser.resolveOperand(base, baseType, result.operands) ||
      parser.resolveOperands(indices, builder.getIndexType(),
                             result.operands) ||
      parser.resolveOperands(symbols, builder.getIndexType(), result.operands));
}

void ConstructAccessTileOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getBase() << '[';
  printer.printAffineMapOfSSAIds(getBaseMapAttr(), getIndices());
  printer << ']';
  printSymbolOperands(printer, getSymbolOperands());
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getBaseMapAttrName(), getOperandSegmentSizesAttrName()});
  printer << " : " << getBase().getType() << " -> " << getType();
}

LogicalResult ConstructAccessTileOp::verify() {
  ShapedType base = getBaseType();
  if (!base.hasRank())
    return emitOpError() << "points into a ranked view, not " << base;
  AffineMap map = getBaseMap();
  if (map.getNumInputs() != getIndices().size())
    return emitOpError() << "has a base_map of " << map.getNumInputs()
                         << " input(s) and " << getIndices().size()
                         << " value(s) for them";
  if (map.getNumResults() != base.getRank())
    return emitOpError() << "has " << map.getNumResults()
                         << " subscript(s) for a view of rank "
                         << base.getRank() << ": write one per dimension";
  IntegerSet set = getTileSet();
  if (set.getNumDims() != map.getNumResults())
    return emitOpError() << "has an access_tile_set of " << set.getNumDims()
                         << " dimension(s) for " << map.getNumResults()
                         << " subscript(s): the set has one per subscript";
  return verifyTileShape(*this, "access_tile_set", set,
                         getSymbolOperands().size(), "access_tile_order",
                         getAccessTileOrder(), getType());
}
