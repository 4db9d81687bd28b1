// The spyreop dialect: registration, text and verifiers.
#include "engine/ir/spyreop/SpyreOp.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/NativeFormatting.h"

using namespace mlir;
using namespace sg::spyreop;

//===- Text ---------------------------------------------------------------===//

using OptionalOperand = std::optional<OpAsmParser::UnresolvedOperand>;

// A value or a number of 32 bits, signed or not.
static ParseResult parseValueOrNumber(OpAsmParser &parser,
                                      OptionalOperand &value,
                                      IntegerAttr &number) {
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult parsed = parser.parseOptionalOperand(operand);
  if (parsed.has_value()) {
    value = operand;
    return *parsed;
  }
  SMLoc loc = parser.getCurrentLocation();
  int64_t bits = 0;
  if (parser.parseInteger(bits))
    return failure();
  if (!llvm::isInt<32>(bits) && !llvm::isUInt<32>(bits))
    return parser.emitError(loc)
           << bits << " does not fit the 32 bits of an address";
  number = parser.getBuilder().getI32IntegerAttr(static_cast<int32_t>(bits));
  return success();
}

static ParseResult parseValueOrHex(OpAsmParser &parser, OptionalOperand &value,
                                   IntegerAttr &number) {
  return parseValueOrNumber(parser, value, number);
}

static void printValueOrNumber(OpAsmPrinter &printer, Operation *, Value value,
                               IntegerAttr number) {
  if (value)
    printer << value;
  else if (number)
    printer << number.getInt();
}

static void printValueOrHex(OpAsmPrinter &printer, Operation *op, Value value,
                            IntegerAttr number) {
  if (value || !number)
    return printValueOrNumber(printer, op, value, number);
  llvm::write_hex(printer.getStream(), static_cast<uint32_t>(number.getInt()),
                  llvm::HexPrintStyle::PrefixUpper);
}

//===- Generated ----------------------------------------------------------===//

#include "engine/ir/spyreop/SpyreOpDialect.cpp.inc"

#include "engine/ir/spyreop/SpyreOpEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "engine/ir/spyreop/SpyreOpAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "engine/ir/spyreop/SpyreOpTypes.cpp.inc"

#define GET_OP_CLASSES
#include "engine/ir/spyreop/SpyreOpOps.cpp.inc"

void SpyreOpDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "engine/ir/spyreop/SpyreOpTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "engine/ir/spyreop/SpyreOpAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "engine/ir/spyreop/SpyreOpOps.cpp.inc"
      >();
}

//===- Fused pairs --------------------------------------------------------===//

Type sg::spyreop::fusedPairOf(Type scalar) {
  MLIRContext *context = scalar.getContext();
  return llvm::TypeSwitch<Type, Type>(scalar)
      .Case([&](Float16Type) { return FP16FusedType::get(context); })
      .Case([&](DF16Type) { return DF16FusedType::get(context); })
      .Case([&](Float32Type) { return FP32FusedType::get(context); })
      .Default(Type());
}

Type sg::spyreop::scalarOfFused(Type fused) {
  MLIRContext *context = fused.getContext();
  return llvm::TypeSwitch<Type, Type>(fused)
      .Case([&](FP16FusedType) { return Float16Type::get(context); })
      .Case([&](DF16FusedType) { return DF16Type::get(context); })
      .Case([&](FP32FusedType) { return Float32Type::get(context); })
      .Default(Type());
}

// The one result of a fusing operation, from the first operand.
static LogicalResult infer(Type (*function)(Type), ValueRange operands,
                           SmallVectorImpl<Type> &types) {
  Type type = operands.empty() ? Type() : function(operands[0].getType());
  if (!type)
    return failure();
  types.push_back(type);
  return success();
}

LogicalResult Exx2FusedOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location>,
                                            ValueRange operands, DictionaryAttr,
                                            OpaqueProperties, RegionRange,
                                            SmallVectorImpl<Type> &types) {
  return infer(fusedPairOf, operands, types);
}

LogicalResult Exx2ZeromeanFusedOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &types) {
  return infer(fusedPairOf, operands, types);
}

LogicalResult LayerNormScaleFusedOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &types) {
  return infer(scalarOfFused, operands, types);
}

//===- Verifiers ----------------------------------------------------------===//

LogicalResult SoftplusOp::verify() {
  if (getBeta().isZero() || !getBeta().isFinite())
    return emitOpError() << "divides by beta, which cannot be " << getBetaAttr()
                         << ": write a finite number other than 0";
  return success();
}

LogicalResult Idx32ToAddrOp::verify() {
  if (static_cast<bool>(getBase()) == getBaseAddress().has_value())
    return emitOpError() << "takes its base as a value or as a number, one of "
                            "them";
  if (static_cast<bool>(getStride()) == getStaticStride().has_value())
    return emitOpError() << "takes its stride as a value or as a number, one "
                            "of them";
  return success();
}
