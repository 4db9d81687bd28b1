// Syntax and checks of what repeats: neighborhoods, and the tiles picked from
// them.
#include "engine/ir/ktdf_arch/KtdfArchSyntax.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace sg::ktdf_arch;

// -- the type

static LogicalResult verifyTiles(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<Type> results,
                                 ArrayRef<int64_t> sizes) {
  for (Type type : results)
    if (!isa<MemoryType, ExecUnitType, PortType>(type))
      return emitError() << "a tile yields memory, exec_unit or port, not "
                         << type;
  for (int64_t size : sizes)
    if (size < 1)
      return emitError() << "the sizes of a neighborhood must be at least 1, "
                            "not "
                         << size;
  return success();
}

LogicalResult
NeighborhoodType::verify(function_ref<InFlightDiagnostic()> emitError,
                         ArrayRef<Type> results, ArrayRef<int64_t> sizes) {
  return verifyTiles(emitError, results, sizes);
}

/// `(` endpoint types `)` `[` sizes `]`
static ParseResult parseTiles(AsmParser &parser, SmallVectorImpl<Type> &results,
                              SmallVectorImpl<int64_t> &sizes) {
  SMLoc loc = parser.getCurrentLocation();
  auto parseType = [&] {
    return parseEndpointType(parser, results.emplace_back());
  };
  auto parseSize = [&] { return parser.parseInteger(sizes.emplace_back()); };
  auto emitError = [&] { return parser.emitError(loc); };
  return failure(
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseType) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseSize) ||
      failed(verifyTiles(emitError, results, sizes)));
}

static void printTiles(AsmPrinter &printer, ArrayRef<Type> results,
                       ArrayRef<int64_t> sizes) {
  printer << '(';
  printEndpointTypes(printer, results);
  printer << ")[";
  llvm::interleaveComma(sizes, printer);
  printer << ']';
}

Type NeighborhoodType::parse(AsmParser &parser) {
  SmallVector<Type> results;
  SmallVector<int64_t> sizes;
  if (parser.parseLess() || parseTiles(parser, results, sizes) ||
      parser.parseGreater())
    return {};
  return get(parser.getContext(), results, sizes);
}

void NeighborhoodType::print(AsmPrinter &printer) const {
  printer << '<';
  printTiles(printer, getResults(), getSizes());
  printer << '>';
}

// -- neighborhood

ParseResult NeighborhoodOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::Argument self;
  SmallVector<Type> results;
  SmallVector<int64_t> sizes;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseArgument(self) || parser.parseColon() ||
      parseTiles(parser, results, sizes))
    return failure();
  self.type = NeighborhoodType::get(parser.getContext(), results, sizes);
  result.addTypes(self.type);
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, self))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void NeighborhoodOp::print(OpAsmPrinter &printer) {
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << ' ' << getSelf() << " : ";
  printTiles(printer, getType().getResults(), getType().getSizes());
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/
                      !getType().getResults().empty());
}

void NeighborhoodOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getTiles(), "neighborhood");
}

YieldOp NeighborhoodOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}

LogicalResult NeighborhoodOp::verifyRegions() {
  if (failed(verifyResources(*this, getBody())))
    return failure();
  if (getBody().getArgumentTypes() != (*this)->getResultTypes())
    return emitOpError("needs one block argument, the tiles, of the type of "
                       "its result");
  if (getYield().getOperandTypes() == TypeRange(getType().getResults()))
    return success();
  auto diag = emitOpError("says that a tile yields (");
  llvm::interleaveComma(getType().getResults(), diag);
  diag << "), but its body yields (";
  llvm::interleaveComma(getYield().getOperandTypes(), diag);
  diag << ')';
  diag.attachNote(getYield().getLoc()) << "the yield";
  return diag;
}

// -- neighbor

/// Either `%tiles : (…)[sizes]` or `neighborhood(%a, %b) : (…)[2, sizes]`.
static ParseResult parsePicked(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> tiles;
  SMLoc loc = parser.getCurrentLocation();
  bool choosing = succeeded(parser.parseOptionalKeyword("neighborhood"));
  if (choosing ? parser.parseOperandList(tiles, AsmParser::Delimiter::Paren)
               : parser.parseOperand(tiles.emplace_back()))
    return failure();
  SmallVector<Type> results;
  SmallVector<int64_t> sizes;
  if (parser.parseColon() || parseTiles(parser, results, sizes))
    return failure();
  if (choosing) {
    if (tiles.empty())
      return parser.emitError(loc, "expected at least one neighborhood");
    if (sizes.empty() || sizes.front() != int64_t(tiles.size()))
      return parser.emitError(loc)
             << "the first size must be " << tiles.size()
             << ", how many neighborhoods there are to choose from";
    sizes.erase(sizes.begin());
  }
  Type type = NeighborhoodType::get(parser.getContext(), results, sizes);
  result.addTypes(results);
  return parser.resolveOperands(tiles, type, result.operands);
}

ParseResult NeighborOp::parse(OpAsmParser &parser, OperationState &result) {
  AffineMapAttr map;
  return failure(
      parser.parseAttribute(map, "map", result.attributes) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseKeyword("in", ", as in neighbor affine_map<...> in %tiles") ||
      parsePicked(parser, result));
}

void NeighborOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getMapAttr();
  printer.printOptionalAttrDict((*this)->getAttrs(), {"map"});
  printer << " in ";
  auto type = cast<NeighborhoodType>(getTiles().front().getType());
  SmallVector<int64_t> sizes(type.getSizes());
  if (isChoosing()) {
    printer << "neighborhood(" << getTiles() << ')';
    sizes.insert(sizes.begin(), getTiles().size());
  } else {
    printer << getTiles();
  }
  printer << " : ";
  printTiles(printer, type.getResults(), sizes);
}

bool NeighborOp::isChoosing() {
  auto type = cast<NeighborhoodType>(getTiles().front().getType());
  return getTiles().size() > 1 ||
         getMap().getNumResults() == type.getSizes().size() + 1;
}

SmallVector<int64_t> NeighborOp::getDomain() {
  SmallVector<ArrayRef<int64_t>> around;
  for (auto scope = (*this)->getParentOfType<NeighborhoodOp>(); scope;
       scope = scope->getParentOfType<NeighborhoodOp>())
    around.push_back(scope.getType().getSizes());
  SmallVector<int64_t> domain;
  for (ArrayRef<int64_t> sizes : llvm::reverse(around))
    llvm::append_range(domain, sizes);
  return domain;
}

LogicalResult NeighborOp::verify() {
  if (getTiles().empty())
    return emitOpError("needs a neighborhood to pick a tile from");
  auto type = cast<NeighborhoodType>(getTiles().front().getType());
  if (!llvm::all_equal(getTiles().getTypes()))
    return emitOpError("chooses among neighborhoods of different types");
  if (getResultTypes() != TypeRange(type.getResults()))
    return emitOpError("has other results than what a tile of ")
           << type << " yields";
  if (getMap().getNumSymbols())
    return emitOpError("has a map with symbols; use dimensions");
  size_t around = getDomain().size();
  if (getMap().getNumDims() != around)
    return emitOpError() << "has a map of " << getMap().getNumDims()
                         << " dimensions, but is inside of " << around;
  size_t wanted = type.getSizes().size() + isChoosing();
  if (getMap().getNumResults() != wanted)
    return emitOpError() << "has a map with " << getMap().getNumResults()
                         << " results, but a tile is found by " << wanted;
  return success();
}
