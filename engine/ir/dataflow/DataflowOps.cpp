// Verifiers, builders and text form of the dataflow operations.
#include "engine/ir/dataflow/Dataflow.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace sg::dataflow;

#define GET_OP_CLASSES
#include "engine/ir/dataflow/DataflowOps.cpp.inc"

void DataflowDialect::registerOperations() {
  addOperations<
#define GET_OP_LIST
#include "engine/ir/dataflow/DataflowOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

static std::optional<int64_t> integerAttr(Operation *op, StringRef name) {
  auto value = op->getAttrOfType<IntegerAttr>(name);
  if (!value || value.getValue().getSignificantBits() > 64)
    return std::nullopt;
  return value.getValue().getSExtValue();
}

void GetUnitOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                      StringRef type, std::optional<int64_t> core,
                      std::optional<int64_t> corelet) {
  build(builder, state, TypeRange(builder.getIndexType()),
        builder.getStringAttr(name), builder.getStringAttr(type));
  if (core)
    state.addAttribute("core", builder.getI32IntegerAttr(*core));
  if (corelet)
    state.addAttribute("corelet", builder.getI32IntegerAttr(*corelet));
}

std::optional<int64_t> GetUnitOp::getCore() {
  return integerAttr(*this, "core");
}

std::optional<int64_t> GetUnitOp::getCorelet() {
  return integerAttr(*this, "corelet");
}

LogicalResult GetUnitOp::verify() {
  if (getUnits().empty())
    return emitOpError("has no result: write ': index'");
  for (StringRef name : {"core", "corelet"}) {
    if (!(*this)->hasAttr(name))
      continue;
    std::optional<int64_t> value = integerAttr(*this, name);
    if (!value || *value < 0)
      return emitOpError() << "needs a number from 0 for '" << name
                           << "': write e.g. '" << name << " = 0 : i32'";
  }
  return success();
}

LogicalResult CreateGroupOp::verify() {
  if (getUnitIds().empty())
    return emitOpError("groups no units");
  return success();
}

LogicalResult CreateMulticastGroupOp::verify() {
  int64_t expected = static_cast<int32_t>(getNumConsumers());
  if (!getConsumers().empty() &&
      static_cast<int64_t>(getConsumers().size()) != expected)
    return emitOpError() << "lists " << getConsumers().size()
                         << " consumers but num_consumers is " << expected;
  return success();
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

void ProgramUnitOp::build(
    OpBuilder &builder, OperationState &state, ValueRange units,
    function_ref<void(OpBuilder &, Location, Value)> body) {
  state.addOperands(units);
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(
      state.addRegion(), {}, {builder.getIndexType()}, {state.location});
  if (body)
    body(builder, state.location, block->getArgument(0));
  ensureTerminator(*state.regions.front(), builder, state.location);
}

ParseResult ProgramUnitOp::parse(OpAsmParser &parser, OperationState &result) {
  Type index = parser.getBuilder().getIndexType();
  SmallVector<OpAsmParser::Argument, 1> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> units;
  if (succeeded(parser.parseOptionalKeyword("iter_arg"))) {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    if (parser.parseColon() || parser.parseArgument(argument) ||
        parser.parseArrow() ||
        parser.parseOperandList(units, AsmParser::Delimiter::Paren))
      return failure();
    argument.type = index;
  } else if (parser.parseOperandList(units)) {
    return failure();
  }
  Region *body = result.addRegion();
  if (parser.resolveOperands(units, index, result.operands) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.parseRegion(*body, arguments))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void ProgramUnitOp::print(OpAsmPrinter &printer) {
  if (Value argument = getIterArg()) {
    printer << " iter_arg : ";
    printer.printOperand(argument);
    printer << " -> (" << getUnits() << ")";
  } else {
    printer << " " << getUnits();
  }
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : ";
  bool plain = getBody()->getTerminator()->getAttrs().empty();
  printer.printRegion(getRegion(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/!plain);
}

LogicalResult ProgramUnitOp::verify() {
  if (getUnits().empty())
    return emitOpError("is the program of no unit; name at least one");
  for (auto [number, unit] : llvm::enumerate(getUnits()))
    if (llvm::is_contained(getUnits().take_front(number), unit))
      return emitOpError() << "names unit number " << number << " twice";
  Block *body = getBody();
  if (body->getNumArguments() > 1 ||
      (body->getNumArguments() == 1 &&
       !body->getArgument(0).getType().isIndex()))
    return emitOpError(
        "has at most one block argument, an index: the unit that runs");
  return success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

LogicalResult GetLogicalMemoryViewOp::verify() {
  AffineMap map = getLayoutMap();
  int64_t rank = cast<MemRefType>(getData().getType()).getRank();
  if (map.getNumDims() != rank || map.getNumSymbols() != 0)
    return emitOpError() << "has a layout map of " << map.getNumDims()
                         << " dimensions and " << map.getNumSymbols()
                         << " symbols for a view of rank " << rank;
  if (map.getNumResults() != 1)
    return emitOpError() << "has a layout map with " << map.getNumResults()
                         << " results; it gives one element address";
  return success();
}
