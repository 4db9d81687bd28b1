#include "engine/ir/vectorchain/VectorChain.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg::vectorchain;
using sg::dataflow::numElementsOf;
using sg::dataflow::vectorElementType;

#include "engine/ir/vectorchain/VectorChainDialect.cpp.inc"

#include "engine/ir/vectorchain/VectorChainEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "engine/ir/vectorchain/VectorChainAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "engine/ir/vectorchain/VectorChainOps.cpp.inc"

void VectorChainDialect::initialize() {
  registerAttributes();
  registerOperations();
}

void VectorChainDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "engine/ir/vectorchain/VectorChainAttrs.cpp.inc"
      >();
}

void VectorChainDialect::registerOperations() {
  addOperations<
#define GET_OP_LIST
#include "engine/ir/vectorchain/VectorChainOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Element-wise operations
//===----------------------------------------------------------------------===//

/// All given types have the same number of elements.
static LogicalResult verifySameCount(Operation *op, ArrayRef<Type> types) {
  for (Type type : types)
    if (numElementsOf(type) != numElementsOf(types.front()))
      return op->emitOpError()
             << "works element by element, but " << types.front() << " and "
             << type << " have different numbers of elements";
  return success();
}

/// All given types have the same element type.
static LogicalResult verifySameElements(Operation *op, ArrayRef<Type> types) {
  for (Type type : types)
    if (vectorElementType(type) != vectorElementType(types.front()))
      return op->emitOpError() << "mixes " << vectorElementType(types.front())
                               << " and " << vectorElementType(type)
                               << " elements; convert with vectorchain.cast";
  return success();
}

static LogicalResult verifySame(Operation *op, ArrayRef<Type> types) {
  return failure(failed(verifySameElements(op, types)) ||
                 failed(verifySameCount(op, types)));
}

#define SG_VERIFY_UNARY(OpClass)                                               \
  LogicalResult OpClass::verify() {                                            \
    return verifySame(*this, {getOp().getType(), getData().getType()});        \
  }
SG_VERIFY_UNARY(NegOp)
SG_VERIFY_UNARY(FloorOp)
SG_VERIFY_UNARY(FastExpOp)
SG_VERIFY_UNARY(RecEstimateOp)
SG_VERIFY_UNARY(LnEstimateOp)
SG_VERIFY_UNARY(RsqrtEstimateOp)
SG_VERIFY_UNARY(ExpEstimateOp)
SG_VERIFY_UNARY(SigmoidEstimateOp)
SG_VERIFY_UNARY(TanhEstimateOp)
#undef SG_VERIFY_UNARY

LogicalResult CastOp::verify() {
  return verifySameCount(*this, {getInput().getType(), getData().getType()});
}

LogicalResult BinaryOp::verify() {
  return verifySameElements(
      *this, {getOp1().getType(), getOp2().getType(), getData().getType()});
}

LogicalResult ElementWiseCompareOp::verify() {
  if (failed(verifySame(*this, {getOp1().getType(), getOp2().getType()})) ||
      failed(verifySameCount(*this, {getOp1().getType(), getData().getType()})))
    return failure();
  Type element = vectorElementType(getData().getType());
  if (!element.isInteger(1) && element != vectorElementType(getOp1().getType()))
    return emitOpError() << "gives i1 or its operands' element type, not "
                         << element;
  return success();
}

LogicalResult ElementWiseSelectionOp::verify() {
  if (failed(verifySame(*this, {getLhs().getType(), getRhs().getType(),
                                getData().getType()})))
    return failure();
  return verifySameCount(*this, {getCond().getType(), getData().getType()});
}

LogicalResult MultiplyAndAccumulateOp::verify() {
  return verifySame(*this, {getOp3().getType(), getData().getType()});
}

LogicalResult ScanWithGapOp::verify() {
  if (getGap().getSExtValue() < 1)
    return emitOpError() << "has a gap of " << getGap().getSExtValue()
                         << "; lanes are at least 1 apart";
  return verifySame(*this, {getInput().getType(), getOutput().getType()});
}

LogicalResult RotateOp::verify() {
  return verifySame(*this, {getInput().getType(), getOutput().getType()});
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

bool ConstantBitstreamOp::isSymbol() {
  auto symbol = (*this)->getAttrOfType<BoolAttr>("is_symbol");
  return symbol && symbol.getValue();
}

SmallVector<int64_t> ConstantBitstreamOp::getBits() {
  return llvm::map_to_vector(getValue(), [](Attribute bits) {
    return cast<IntegerAttr>(bits).getValue().getSExtValue();
  });
}

ParseResult ConstantBitstreamOp::parse(OpAsmParser &parser,
                                       OperationState &result) {
  Type type;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  result.addTypes(type);
  return success();
}

void ConstantBitstreamOp::print(OpAsmPrinter &printer) {
  if ((*this)->getAttrs().size() != 1) {
    printer.printOptionalAttrDict((*this)->getAttrs());
  } else {
    printer << " {value = [";
    llvm::interleaveComma(getBits(), printer, [&](int64_t bits) {
      printer << "0x" << llvm::utohexstr(bits, /*LowerCase=*/true);
    });
    printer << "]}";
  }
  printer << " : " << getResult().getType();
}

LogicalResult ConstantBitstreamOp::verify() {
  Type type = getResult().getType();
  Type element = vectorElementType(type);
  std::optional<int64_t> count = numElementsOf(type);
  std::optional<unsigned> width = sg::dataflow::bitWidthOf(element);
  if (!count || !width || *width > 64)
    return emitOpError() << "needs a vector of a fixed number of elements of "
                            "at most 64 bits, not "
                         << type;
  if (static_cast<int64_t>(getValue().size()) != *count)
    return emitOpError() << "gives " << getValue().size() << " values for "
                         << *count << " elements";
  for (Attribute value : getValue()) {
    auto bits = dyn_cast<IntegerAttr>(value);
    if (!bits || bits.getValue().getSignificantBits() > 64)
      return emitOpError() << "has the value " << value
                           << "; give bit patterns as integers, e.g. 0x3c00";
    uint64_t pattern = bits.getValue().getSExtValue();
    if (!isSymbol() && !llvm::isUIntN(*width, pattern))
      return emitOpError() << "has the bit pattern 0x"
                           << llvm::utohexstr(pattern, /*LowerCase=*/true)
                           << ", which does not fit the " << *width
                           << " bits of " << element;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// Indices times repetition must fill the result, and each index lie in
/// [low, high).
static LogicalResult verifyPattern(Operation *op, ArrayAttr indices,
                                   int64_t repetition, Type result, int64_t low,
                                   int64_t high) {
  int64_t total;
  std::optional<int64_t> count = numElementsOf(result);
  if (repetition < 1 || !count ||
      llvm::MulOverflow(static_cast<int64_t>(indices.size()), repetition,
                        total) ||
      total != *count)
    return op->emitOpError()
           << "repeats " << indices.size() << " indices " << repetition
           << " times, which does not fill " << result;
  for (Attribute attr : indices) {
    auto index = dyn_cast<IntegerAttr>(attr);
    if (!index || index.getValue().getSignificantBits() > 64)
      return op->emitOpError() << "has the index " << attr
                               << "; indices are integers, e.g. 0 : i32";
    int64_t value = index.getValue().getSExtValue();
    if (value < low || value >= high)
      return op->emitOpError()
             << "has the index " << value << "; here they go from " << low
             << " to " << high - 1;
  }
  return success();
}

LogicalResult ShuffleOp::verify() {
  if (failed(verifySameElements(*this,
                                {getInput().getType(), getOutput().getType()})))
    return failure();
  int64_t extra = getVariable().size() + getPad().size();
  return verifyPattern(*this, getIndices(),
                       static_cast<int32_t>(getRepetition()),
                       getOutput().getType(), -extra,
                       numElementsOf(getInput().getType()).value_or(0));
}

SmallVector<int64_t> ShuffleOp::getIndexValues() {
  return llvm::map_to_vector(getIndices(), [](Attribute index) {
    return cast<IntegerAttr>(index).getValue().getSExtValue();
  });
}

namespace {
using Operand = OpAsmParser::UnresolvedOperand;

/// The operand groups of a shuffle, in the order of their types.
struct ShuffleGroups {
  SmallVector<Operand, 1> input, variable, pad, mask;
};
} // namespace

/// `, variable(…)`, `, pad(…)`, `, mask(…)` in any order, each at most once.
static ParseResult parseShuffleGroups(OpAsmParser &parser,
                                      ShuffleGroups &groups) {
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc where = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    SmallVectorImpl<Operand> *group =
        llvm::StringSwitch<SmallVectorImpl<Operand> *>(keyword)
            .Case("variable", &groups.variable)
            .Case("pad", &groups.pad)
            .Case("mask", &groups.mask)
            .Default(nullptr);
    if (!group || !group->empty())
      return parser.emitError(where, "expected 'variable', 'pad' or 'mask', "
                                     "each at most once");
    int count = keyword == "mask" ? 1 : -1;
    if (parser.parseOperandList(*group, count, AsmParser::Delimiter::Paren))
      return failure();
  }
  return success();
}

/// `shuffle input(%v) …`; `shuffle %v …` as older text has it.
ParseResult ShuffleOp::parse(OpAsmParser &parser, OperationState &result) {
  ShuffleGroups groups;
  if (succeeded(parser.parseOptionalKeyword("input"))) {
    if (parser.parseOperandList(groups.input, 1, AsmParser::Delimiter::Paren) ||
        parseShuffleGroups(parser, groups))
      return failure();
  } else if (parser.parseOperand(groups.input.emplace_back())) {
    return failure();
  }
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();
  for (SmallVectorImpl<Operand> *group :
       std::initializer_list<SmallVectorImpl<Operand> *>{
           &groups.input, &groups.variable, &groups.pad, &groups.mask})
    for (Operand &operand : *group) {
      Type type;
      if (parser.parseType(type) || parser.parseComma() ||
          parser.resolveOperand(operand, type, result.operands))
        return failure();
    }
  Type output;
  if (parser.parseType(output))
    return failure();
  result.addTypes(output);
  result.getOrAddProperties<Properties>().operandSegmentSizes = {
      1, static_cast<int32_t>(groups.variable.size()),
      static_cast<int32_t>(groups.pad.size()),
      static_cast<int32_t>(groups.mask.size())};
  return success();
}

void ShuffleOp::print(OpAsmPrinter &printer) {
  printer << " input(" << getInput() << ")";
  if (!getVariable().empty())
    printer << ", variable(" << getVariable() << ")";
  if (!getPad().empty())
    printer << ", pad(" << getPad() << ")";
  if (getMask())
    printer << ", mask(" << getMask() << ")";
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getOperandSegmentSizesAttrName()});
  printer << " : ";
  llvm::interleaveComma((*this)->getOperandTypes(), printer);
  printer << ", " << getOutput().getType();
}

LogicalResult PackOp::verify() {
  if (failed(
          verifySameElements(*this, {getOp1().getType(), getOp2().getType()})))
    return failure();
  int64_t lanes = numElementsOf(getOp1().getType()).value_or(0) +
                  numElementsOf(getOp2().getType()).value_or(0);
  return verifyPattern(*this, getIndices(), getRepetition().getSExtValue(),
                       getData().getType(), -1, lanes);
}

LogicalResult MergeOp::verify() {
  auto fits = [](IntegerSetAttr set, AffineMap result, AffineMap operand) {
    unsigned dims = set.getValue().getNumDims();
    return dims == result.getNumDims() && dims == operand.getNumDims();
  };
  if (!fits(getIterationSpace_CA(), getAccessFunction_CA(),
            getAccessFunction_A()) ||
      !fits(getIterationSpace_CB(), getAccessFunction_CB(),
            getAccessFunction_B()))
    return emitOpError("has access functions whose dimensions are not those of "
                       "their iteration space");
  return success();
}

LogicalResult CreateAffineMaskOp::verify() {
  IntegerSet set = getMaskSet().getValue();
  unsigned symbols = getMaskParameter() ? 1 : 0;
  if (set.getNumDims() != 1 || set.getNumSymbols() != symbols)
    return emitOpError() << "has a set of " << set.getNumDims()
                         << " dimensions and " << set.getNumSymbols()
                         << " symbols; needed are the lane as dimension and "
                         << symbols << " symbols";
  return success();
}
