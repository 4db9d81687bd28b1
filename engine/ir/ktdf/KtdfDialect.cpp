#include "engine/ir/ktdf/Ktdf.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sg::ktdf;

#include "engine/ir/ktdf/KtdfDialect.cpp.inc"

#include "engine/ir/ktdf/KtdfEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "engine/ir/ktdf/KtdfAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "engine/ir/ktdf/KtdfTypes.cpp.inc"

void KtdfDialect::initialize() {
  registerAttributes();
  registerTypes();
  registerOperations();
}

Operation *KtdfDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

void KtdfDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "engine/ir/ktdf/KtdfAttrs.cpp.inc"
      >();
}

void KtdfDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "engine/ir/ktdf/KtdfTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// FIFO slots
//===----------------------------------------------------------------------===//

/// One end of a slot: a string, a bare word (older text) or an attribute.
static ParseResult parseEnd(AsmParser &parser, Attribute &end) {
  std::string word;
  if (succeeded(parser.parseOptionalKeywordOrString(&word))) {
    end = parser.getBuilder().getStringAttr(word);
    return success();
  }
  return parser.parseAttribute(end);
}

Type FifoSlotType::parse(AsmParser &parser) {
  Attribute src, dest;
  if (parser.parseLess() || parseEnd(parser, src))
    return {};
  if (succeeded(parser.parseOptionalArrow()) && failed(parseEnd(parser, dest)))
    return {};
  SMLoc where = parser.getCurrentLocation();
  SmallVector<int64_t, 1> dims;
  Type elementType;
  if (parser.parseComma() || parser.parseDimensionList(dims) ||
      parser.parseType(elementType) || parser.parseGreater())
    return {};
  if (dims.size() != 1) {
    parser.emitError(where, "a FIFO slot has one dimension, its number of "
                            "elements: write e.g. '64xf16'");
    return {};
  }
  return parser.getChecked<FifoSlotType>(where, parser.getContext(), src, dest,
                                         dims.front(), elementType);
}

void FifoSlotType::print(AsmPrinter &printer) const {
  printer << "<" << getSrc();
  if (getDest())
    printer << " -> " << getDest();
  printer << ", ";
  if (isDynamic())
    printer << "?";
  else
    printer << getNumElements();
  printer << "x" << getElementType() << ">";
}

LogicalResult FifoSlotType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   Attribute src, Attribute dest,
                                   int64_t numElements, Type elementType) {
  if (!src)
    return emitError() << "a FIFO slot needs the unit that writes it";
  if (!ShapedType::isDynamic(numElements) && numElements < 1)
    return emitError() << "a FIFO slot holds at least one element, not "
                       << numElements;
  if (!elementType || !elementType.isIntOrIndexOrFloat())
    return emitError() << "a FIFO slot holds integers or floats, not "
                       << elementType;
  return success();
}

static StringRef nameOf(Attribute end) {
  auto name = dyn_cast_if_present<StringAttr>(end);
  return name ? name.getValue() : StringRef();
}

StringRef FifoSlotType::getSrcName() const { return nameOf(getSrc()); }
StringRef FifoSlotType::getDestName() const { return nameOf(getDest()); }

Type sg::ktdf::elementTypeOf(Type type) {
  if (auto slot = dyn_cast<FifoSlotType>(type))
    return slot.getElementType();
  return getElementTypeOrSelf(type);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

std::optional<LoopType> sg::ktdf::getLoopType(Operation *loop) {
  auto type = loop->getAttrOfType<LoopTypeAttr>(loopTypeAttrName);
  if (!type)
    return std::nullopt;
  return type.getValue();
}

void sg::ktdf::setLoopType(Operation *loop, LoopType type) {
  loop->setAttr(loopTypeAttrName, LoopTypeAttr::get(loop->getContext(), type));
}
