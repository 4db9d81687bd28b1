#include "engine/ir/symbol/Symbol.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace sg::symbol;

using Operands = SmallVectorImpl<OpAsmParser::UnresolvedOperand>;

/// `([%key -> %value], …)`.
static ParseResult parseMappingEntries(OpAsmParser &parser, Operands &keys,
                                       Operands &values) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Paren, [&]() -> ParseResult {
        return failure(
            parser.parseLSquare() || parser.parseOperand(keys.emplace_back()) ||
            parser.parseArrow() || parser.parseOperand(values.emplace_back()) ||
            parser.parseRSquare());
      });
}

static void printMappingEntries(OpAsmPrinter &printer, Operation *,
                                OperandRange keys, OperandRange values) {
  printer << "(";
  llvm::interleaveComma(llvm::zip(keys, values), printer, [&](auto entry) {
    printer << "[" << std::get<0>(entry) << " -> " << std::get<1>(entry) << "]";
  });
  printer << ")";
}

#include "engine/ir/symbol/SymbolDialect.cpp.inc"

#define GET_OP_CLASSES
#include "engine/ir/symbol/SymbolOps.cpp.inc"

void SymbolDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "engine/ir/symbol/SymbolOps.cpp.inc"
      >();
}

std::optional<int64_t> CreateSymbolOp::getSymbolId() {
  auto id = (*this)->getAttrOfType<IntegerAttr>("SymbolId");
  if (!id || id.getValue().getSignificantBits() > 64)
    return std::nullopt;
  return id.getValue().getSExtValue();
}

LogicalResult CreateSymbolOp::verify() {
  if ((*this)->hasAttr("SymbolId") && !getSymbolId())
    return emitOpError(
        "needs an integer as SymbolId: write e.g. 'SymbolId = -1 : i64'");
  return success();
}

LogicalResult SymbolImmutableMappingOp::verify() {
  if (getNumOperands() == 0 || getNumOperands() % 2 != 0)
    return emitOpError("needs one or more '[%key -> %value]'");
  for (Value key : getKeys())
    if (!matchPattern(key, m_Constant()))
      return emitOpError("has a key that is no constant");
  for (Value value : getValues())
    if (!value.getDefiningOp<CreateSymbolOp>())
      return emitOpError("has a value that is no symbol.create_symbol");
  return success();
}

SymbolImmutableMappingOp QueryMapOp::getTable() {
  return getMap().getDefiningOp<SymbolImmutableMappingOp>();
}

LogicalResult QueryMapOp::verify() {
  if (!getTable())
    return emitOpError("asks something that is no "
                       "symbol.symbol_immutable_mapping");
  auto argument = dyn_cast<BlockArgument>(getKey());
  if (argument &&
      !isa_and_present<LoopLikeOpInterface>(argument.getOwner()->getParentOp()))
    return emitOpError(
        "has a block argument of something other than a loop as key");
  return success();
}
