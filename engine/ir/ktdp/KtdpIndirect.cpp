// ktdp.construct_indirect_access_tile: text, builder and verifier.
#include "engine/ir/ktdp/AccessText.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace sg::ktdp;

using Operand = OpAsmParser::UnresolvedOperand;

//===- Text ---------------------------------------------------------------===//

namespace {
// The subscripts of an indirect access as they are read, dimension by
// dimension.
struct Subscripts {
  SmallVector<bool> kinds;
  SmallVector<AffineMap> maps;
  SmallVector<SmallVector<Operand>> operands;
  SmallVector<Operand> indexViews;
};
} // namespace

static bool sameName(const Operand &a, const Operand &b) {
  return a.name == b.name && a.number == b.number;
}

// `(%h + 1)` or `ind(%Idx[%b, %t floordiv 64])`.
static ParseResult parseSubscript(OpAsmParser &parser, Subscripts &subscripts) {
  AffineMapAttr map;
  NamedAttrList scratch;
  SmallVector<Operand> operands;
  bool indirect = succeeded(parser.parseOptionalKeyword("ind"));
  if (indirect) {
    if (parser.parseLParen() ||
        parser.parseOperand(subscripts.indexViews.emplace_back()) ||
        parser.parseAffineMapOfSSAIds(operands, map, "map", scratch) ||
        parser.parseRParen())
      return failure();
  } else if (parser.parseAffineMapOfSSAIds(operands, map, "map", scratch,
                                           AsmParser::Delimiter::Paren)) {
    return failure();
  }
  subscripts.kinds.push_back(indirect);
  subscripts.maps.push_back(map.getValue());
  subscripts.operands.push_back(std::move(operands));
  return success();
}

// The values of the subscripts that are no intermediate variables, each once.
static SmallVector<Operand> collectCaptured(const Subscripts &subscripts,
                                            ArrayRef<Operand> variables) {
  SmallVector<Operand> captured;
  auto has = [](ArrayRef<Operand> list, const Operand &operand) {
    return llvm::any_of(
        list, [&](const Operand &other) { return sameName(operand, other); });
  };
  for (const SmallVector<Operand> &operands : subscripts.operands)
    for (const Operand &operand : operands)
      if (!has(variables, operand) && !has(captured, operand))
        captured.push_back(operand);
  return captured;
}

// Rewrites every map to inputs captured..., variables..., all of them
// dimensions.
static SmallVector<AffineMap> unifyMaps(MLIRContext *context,
                                        const Subscripts &subscripts,
                                        ArrayRef<Operand> inputs) {
  SmallVector<AffineMap> unified;
  for (auto [map, operands] :
       llvm::zip_equal(subscripts.maps, subscripts.operands)) {
    SmallVector<AffineExpr> places;
    for (const Operand &operand : operands) {
      const Operand *place = llvm::find_if(
          inputs, [&](const Operand &o) { return sameName(o, operand); });
      places.push_back(getAffineDimExpr(place - inputs.begin(), context));
    }
    ArrayRef<AffineExpr> all = places;
    unified.push_back(map.replaceDimsAndSymbols(
        all.take_front(map.getNumDims()), all.drop_front(map.getNumDims()),
        inputs.size(), 0));
  }
  return unified;
}

static void addVariables(OpBuilder &builder, Location loc, Region &region,
                         unsigned count) {
  Block &block = region.emplaceBlock();
  for (unsigned i = 0; i < count; ++i)
    block.addArgument(builder.getIndexType(), loc);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&block);
  RegionTerminatorOp::create(builder, loc);
}

ParseResult ConstructIndirectAccessTileOp::parse(OpAsmParser &parser,
                                                 OperationState &result) {
  OpBuilder builder(parser.getContext());
  SmallVector<Operand> variables, symbols;
  Operand base;
  Subscripts subscripts;
  SMLoc variablesLoc;
  if (parser.parseKeyword("intermediate_variables") ||
      parser.getCurrentLocation(&variablesLoc) ||
      parser.parseOperandList(variables, AsmParser::Delimiter::Paren) ||
      parser.parseOperand(base) ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&] { return parseSubscript(parser, subscripts); }) ||
      parseSymbolOperands(parser, symbols))
    return failure();
  for (auto [i, variable] : llvm::enumerate(variables))
    for (const Operand &earlier : ArrayRef(variables).take_front(i))
      if (sameName(variable, earlier))
        return parser.emitError(variable.location)
               << "the intermediate variable " << variable.name
               << " is named twice: give each its own name";

  SMLoc loc = parser.getCurrentLocation();
  SmallVector<Type> viewTypes;
  AccessTileType type;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      checkAttribute(parser, loc, result, "variables_space_set",
                     /*isSet=*/true) ||
      checkAttribute(parser, loc, result, "variables_space_order",
                     /*isSet=*/false))
    return failure();
  SMLoc typesLoc = parser.getCurrentLocation();
  if (parser.parseColonTypeList(viewTypes) || parser.parseArrow() ||
      parser.parseCustomTypeWithFallback<AccessTileType>(type))
    return failure();
  if (viewTypes.size() != subscripts.indexViews.size() + 1)
    return parser.emitError(typesLoc)
           << "there are " << viewTypes.size() << " type(s) for the base and "
           << subscripts.indexViews.size()
           << " index view(s): write the base's type, then one per ind(...)";

  SmallVector<Operand> captured = collectCaptured(subscripts, variables);
  SmallVector<Operand> inputs(captured);
  llvm::append_range(inputs, variables);
  SmallVector<AffineMap> maps =
      unifyMaps(parser.getContext(), subscripts, inputs);
  result.attributes.set(getPerDimSubscriptKindsAttrName(result.name),
                        builder.getDenseBoolArrayAttr(subscripts.kinds));
  result.attributes.set(getPerDimSubscriptMapsAttrName(result.name),
                        builder.getAffineMapArrayAttr(maps));
  result.attributes.set(
      getOperandSegmentSizesAttrName(result.name),
      builder.getDenseI32ArrayAttr(
          {1, static_cast<int32_t>(subscripts.indexViews.size()),
           static_cast<int32_t>(captured.size()),
           static_cast<int32_t>(symbols.size())}));
  addVariables(builder, result.location, *result.addRegion(), variables.size());
  result.addTypes(type);
  Type index = builder.getIndexType();
  return failure(parser.resolveOperand(base, viewTypes[0], result.operands) ||
                 parser.resolveOperands(subscripts.indexViews,
                                        ArrayRef(viewTypes).drop_front(),
                                        typesLoc, result.operands) ||
                 parser.resolveOperands(captured, index, result.operands) ||
                 parser.resolveOperands(symbols, index, result.operands));
}

void ConstructIndirectAccessTileOp::print(OpAsmPrinter &printer) {
  printer << " intermediate_variables(" << getIntermediateVariables() << ") "
          << getBase() << '[';
  SmallVector<Value> inputs(getCapturedVariables());
  llvm::append_range(inputs, getIntermediateVariables());
  auto view = getIndirectMemrefs().begin();
  for (unsigned dim = 0, rank = getPerDimSubscriptKinds().size(); dim < rank;
       ++dim) {
    if (dim)
      printer << ", ";
    auto map = cast<AffineMapAttr>(getPerDimSubscriptMaps()[dim]);
    if (isIndirect(dim))
      printer << "ind(" << *view++ << '[';
    else
      printer << '(';
    printer.printAffineMapOfSSAIds(map, inputs);
    printer << (isIndirect(dim) ? "])" : ")");
  }
  printer << ']';
  printSymbolOperands(printer, getSymbolOperands());
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getPerDimSubscriptKindsAttrName(),
                                 getPerDimSubscriptMapsAttrName(),
                                 getOperandSegmentSizesAttrName()});
  printer << " : " << getBase().getType();
  for (Type type : getIndirectMemrefs().getTypes())
    printer << ", " << type;
  printer << " -> " << getType();
}

//===- Building and checking ----------------------------------------------===//

void ConstructIndirectAccessTileOp::build(
    OpBuilder &builder, OperationState &state, AccessTileType type, Value base,
    ArrayRef<bool> kinds, ArrayRef<AffineMap> maps, ValueRange indirectMemrefs,
    ValueRange capturedVariables, ValueRange symbolOperands, IntegerSet set,
    AffineMap order) {
  state.addOperands(base);
  state.addOperands(indirectMemrefs);
  state.addOperands(capturedVariables);
  state.addOperands(symbolOperands);
  auto count = [](ValueRange range) {
    return static_cast<int32_t>(range.size());
  };
  state.addAttribute(getOperandSegmentSizesAttrName(state.name),
                     builder.getDenseI32ArrayAttr({1, count(indirectMemrefs),
                                                   count(capturedVariables),
                                                   count(symbolOperands)}));
  state.addAttribute(getPerDimSubscriptKindsAttrName(state.name),
                     builder.getDenseBoolArrayAttr(kinds));
  state.addAttribute(getPerDimSubscriptMapsAttrName(state.name),
                     builder.getAffineMapArrayAttr(maps));
  state.addAttribute(getVariablesSpaceSetAttrName(state.name),
                     IntegerSetAttr::get(set));
  state.addAttribute(getVariablesSpaceOrderAttrName(state.name),
                     AffineMapAttr::get(order));
  addVariables(builder, state.location, *state.addRegion(), set.getNumDims());
  state.addTypes(type);
}

Value ConstructIndirectAccessTileOp::getIndexView(unsigned dim) {
  if (!isIndirect(dim))
    return {};
  return getIndirectMemrefs()[llvm::count(
      getPerDimSubscriptKinds().take_front(dim), true)];
}

void ConstructIndirectAccessTileOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
}

// The subscript of one dimension; all counts have been checked.
static LogicalResult verifySubscript(ConstructIndirectAccessTileOp op,
                                     unsigned dim, size_t inputs) {
  AffineMap map = op.getSubscriptMap(dim);
  if (map.getNumInputs() != inputs || map.getNumSymbols())
    return op.emitOpError()
           << "has a subscript " << AffineMapAttr::get(map) << " of dimension "
           << dim
           << ": its inputs are the captured and the intermediate variables, "
           << inputs << " dimensions and no symbols";
  Value view = op.getIndexView(dim);
  if (!view) {
    if (map.getNumResults() == 1)
      return success();
    return op.emitOpError()
           << "has " << map.getNumResults() << " expressions for dimension "
           << dim
           << ": write one, as in (%i), or read an index view, as in "
              "ind(%view[%i, %j])";
  }
  auto type = cast<MemRefType>(view.getType());
  if (!type.getElementType().isIntOrIndex())
    return op.emitOpError() << "reads dimension " << dim << " from a " << type
                            << ": coordinates are integers or index values";
  if (map.getNumResults() != type.getRank())
    return op.emitOpError() << "has " << map.getNumResults()
                            << " subscript(s) in the index view of dimension "
                            << dim << ", which has rank " << type.getRank();
  return success();
}

LogicalResult ConstructIndirectAccessTileOp::verify() {
  ShapedType base = getBaseType();
  if (!base.hasRank())
    return emitOpError() << "points into a ranked view, not " << base;
  size_t kinds = getPerDimSubscriptKinds().size();
  if (kinds != getPerDimSubscriptMaps().size() ||
      static_cast<int64_t>(kinds) != base.getRank())
    return emitOpError() << "has " << kinds << " subscript(s) for a view of "
                         << "rank " << base.getRank()
                         << ": write one per dimension";
  size_t indirect = llvm::count(getPerDimSubscriptKinds(), true);
  if (indirect != getIndirectMemrefs().size())
    return emitOpError() << "has " << indirect << " indirect subscript(s) and "
                         << getIndirectMemrefs().size() << " index view(s)";
  IntegerSet set = getVariablesSet();
  size_t variables = getIntermediateVariables().size();
  if (variables != set.getNumDims())
    return emitOpError() << "has " << variables
                         << " intermediate variable(s) and a "
                            "variables_space_set of "
                         << set.getNumDims()
                         << " dimension(s): the set has one per variable";
  for (BlockArgument variable : getIntermediateVariables())
    if (!variable.getType().isIndex())
      return emitOpError() << "has an intermediate variable of type "
                           << variable.getType() << ": they are index values";
  if (!llvm::hasSingleElement(getRegion().front()))
    return emitOpError() << "has operations in its region, which only names "
                            "the intermediate variables";
  for (unsigned dim = 0; dim < kinds; ++dim)
    if (failed(verifySubscript(*this, dim,
                               getCapturedVariables().size() + variables)))
      return failure();
  return verifyTileShape(*this, "variables_space_set", set,
                         getSymbolOperands().size(), "variables_space_order",
                         getVariablesSpaceOrder(), getType());
}
