#include "engine/ir/dataflow/Dataflow.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sg::dataflow;

#include "engine/ir/dataflow/DataflowDialect.cpp.inc"

#include "engine/ir/dataflow/DataflowEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "engine/ir/dataflow/DataflowAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "engine/ir/dataflow/DataflowTypes.cpp.inc"

void DataflowDialect::initialize() {
  registerAttributes();
  registerTypes();
  registerOperations();
}

void DataflowDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "engine/ir/dataflow/DataflowAttrs.cpp.inc"
      >();
}

void DataflowDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "engine/ir/dataflow/DataflowTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// `custom<mxfp8>` and the like, the short form of the microscaling formats.
static Type parseCustom(DialectAsmParser &parser) {
  SMLoc where = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseLess() || parser.parseKeyword(&name) || parser.parseGreater())
    return {};
  MLIRContext *context = parser.getContext();
  if (name == "mxfp4")
    return MXFloatType::get(context, 4);
  if (name == "mxfp8")
    return MXFloatType::get(context, 8);
  if (name == "mxint4")
    return MXIntType::get(context, 4);
  parser.emitError(where) << "unknown format '" << name
                          << "': write mxfp4, mxfp8 or mxint4";
  return {};
}

Type DataflowDialect::parseType(DialectAsmParser &parser) const {
  SMLoc where = parser.getCurrentLocation();
  StringRef mnemonic;
  Type type;
  if (generatedTypeParser(parser, &mnemonic, type).has_value())
    return type;
  if (mnemonic == "custom")
    return parseCustom(parser);
  parser.emitError(where) << "unknown type '" << mnemonic
                          << "' in the dataflow dialect";
  return {};
}

void DataflowDialect::printType(Type type, DialectAsmPrinter &printer) const {
  auto mxFloat = dyn_cast<MXFloatType>(type);
  auto mxInt = dyn_cast<MXIntType>(type);
  if (mxFloat && (mxFloat.getWidth() == 4 || mxFloat.getWidth() == 8))
    printer << "custom<mxfp" << mxFloat.getWidth() << ">";
  else if (mxInt && mxInt.getWidth() == 4)
    printer << "custom<mxint4>";
  else
    (void)generatedTypePrinter(type, printer);
}

Type CustomVectorType::parse(AsmParser &parser) {
  SMLoc where = parser.getCurrentLocation();
  SmallVector<int64_t, 1> dims;
  Type elementType;
  if (parser.parseLess() ||
      parser.parseDimensionList(dims, /*allowDynamic=*/false) ||
      parser.parseType(elementType) || parser.parseGreater())
    return {};
  if (dims.size() != 1) {
    parser.emitError(where, "a custom vector has one dimension: write e.g. "
                            "'<64x!dataflow.custom<mxfp8>>'");
    return {};
  }
  return parser.getChecked<CustomVectorType>(where, parser.getContext(),
                                             elementType, dims.front());
}

void CustomVectorType::print(AsmPrinter &printer) const {
  printer << "<" << getNumElements() << "x" << getElementType() << ">";
}

LogicalResult
CustomVectorType::verify(function_ref<InFlightDiagnostic()> emitError,
                         Type elementType, int64_t numElements) {
  if (numElements < 1)
    return emitError() << "a custom vector has at least one element, not "
                       << numElements;
  if (!bitWidthOf(elementType))
    return emitError() << "a custom vector holds integers, floats or "
                          "microscaling formats, not "
                       << elementType;
  return success();
}

static LogicalResult verifyWidth(function_ref<InFlightDiagnostic()> emitError,
                                 unsigned width) {
  if (width < 1 || width > 64)
    return emitError() << "a microscaling format has 1 to 64 bits, not "
                       << width;
  return success();
}

LogicalResult MXFloatType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  unsigned width) {
  return verifyWidth(emitError, width);
}

LogicalResult MXIntType::verify(function_ref<InFlightDiagnostic()> emitError,
                                unsigned width) {
  return verifyWidth(emitError, width);
}

std::optional<int64_t> sg::dataflow::numElementsOf(Type type) {
  if (auto custom = dyn_cast<CustomVectorType>(type))
    return custom.getNumElements();
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || vector.isScalable())
    return std::nullopt;
  return vector.getNumElements();
}

Type sg::dataflow::vectorElementType(Type type) {
  if (auto custom = dyn_cast<CustomVectorType>(type))
    return custom.getElementType();
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getElementType();
  return {};
}

std::optional<unsigned> sg::dataflow::bitWidthOf(Type element) {
  if (auto mxFloat = dyn_cast<MXFloatType>(element))
    return mxFloat.getWidth();
  if (auto mxInt = dyn_cast<MXIntType>(element))
    return mxInt.getWidth();
  if (element.isIntOrFloat())
    return element.getIntOrFloatBitWidth();
  return std::nullopt;
}
