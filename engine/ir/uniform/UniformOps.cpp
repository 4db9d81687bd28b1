#include "engine/ir/uniform/Uniform.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace sg::uniform;

#include "engine/ir/uniform/UniformDialect.cpp.inc"

#define GET_OP_CLASSES
#include "engine/ir/uniform/UniformOps.cpp.inc"

void UniformDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "engine/ir/uniform/UniformOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

ParseResult DefImmutableMappingOp::parse(OpAsmParser &parser,
                                         OperationState &result) {
  Type index = parser.getBuilder().getIndexType();
  SmallVector<OpAsmParser::UnresolvedOperand> keys, values;
  auto parseEntry = [&]() -> ParseResult {
    return failure(
        parser.parseLSquare() || parser.parseOperand(keys.emplace_back()) ||
        parser.parseArrow() || parser.parseOperand(values.emplace_back()) ||
        parser.parseRSquare());
  };
  Type type, valueType = index;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseEntry) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  if (succeeded(parser.parseOptionalComma()) && parser.parseType(valueType))
    return failure();
  result.addTypes(type);
  int32_t count = keys.size();
  result.getOrAddProperties<Properties>().operandSegmentSizes = {count, count};
  return failure(parser.resolveOperands(keys, index, result.operands) ||
                 parser.resolveOperands(values, valueType, result.operands));
}

void DefImmutableMappingOp::print(OpAsmPrinter &printer) {
  printer << "(";
  llvm::interleaveComma(llvm::zip(getKeys(), getValues()), printer,
                        [&](auto entry) {
                          printer << "[" << std::get<0>(entry) << " -> "
                                  << std::get<1>(entry) << "]";
                        });
  printer << ")";
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getOperandSegmentSizesAttrName()});
  printer << ":" << getResult().getType();
  Type valueType = getValues().front().getType();
  if (!valueType.isIndex())
    printer << ", " << valueType;
}

LogicalResult DefImmutableMappingOp::verify() {
  if (getKeys().empty() || getKeys().size() != getValues().size())
    return emitOpError() << "has " << getKeys().size() << " keys and "
                         << getValues().size()
                         << " values; write one or more '[%key -> %value]'";
  Type type = getValues().front().getType();
  for (Type other : getValues().getTypes())
    if (other != type)
      return emitOpError() << "has values of types " << type << " and " << other
                           << "; they must be the same";
  for (auto [number, key] : llvm::enumerate(getKeys()))
    if (llvm::is_contained(getKeys().take_front(number), key))
      return emitOpError() << "has the key of entry " << number << " twice";
  return success();
}

Value DefImmutableMappingOp::lookup(Value key) {
  for (auto [candidate, value] : llvm::zip(getKeys(), getValues()))
    if (candidate == key)
      return value;
  return {};
}

void QueryMapOp::build(OpBuilder &builder, OperationState &state,
                       DefImmutableMappingOp map, Value key) {
  build(builder, state, map.getValues().front().getType(), map.getResult(),
        key);
}

DefImmutableMappingOp QueryMapOp::getTable() {
  return getMap().getDefiningOp<DefImmutableMappingOp>();
}

Value QueryMapOp::lookup(Value key) {
  DefImmutableMappingOp table = getTable();
  return table ? table.lookup(key) : Value();
}

LogicalResult QueryMapOp::verify() {
  DefImmutableMappingOp table = getTable();
  if (!table)
    return emitOpError(
        "asks something that is no uniform.def_immutable_mapping");
  // The table may be malformed itself; it says so on its own.
  if (!table.getValues().empty() &&
      table.getValues().front().getType() != getResult().getType())
    return emitOpError() << "gives " << getResult().getType()
                         << ", but the table's values are "
                         << table.getValues().front().getType();
  return success();
}
