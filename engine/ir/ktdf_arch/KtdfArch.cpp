#include "engine/ir/ktdf_arch/KtdfArch.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sg::ktdf_arch;

#include "engine/ir/ktdf_arch/KtdfArchDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "engine/ir/ktdf_arch/KtdfArchTypes.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "engine/ir/ktdf_arch/KtdfArchAttrs.cpp.inc"

void KtdfArchDialect::initialize() {
  registerTypes();
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "engine/ir/ktdf_arch/KtdfArchOps.cpp.inc"
      >();
}

void KtdfArchDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "engine/ir/ktdf_arch/KtdfArchTypes.cpp.inc"
      >();
}

void KtdfArchDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "engine/ir/ktdf_arch/KtdfArchAttrs.cpp.inc"
      >();
}

Attribute MapAttr::parse(AsmParser &parser, Type) {
  SmallVector<std::pair<Attribute, Attribute>> entries;
  SMLoc start = parser.getCurrentLocation();
  auto parseEntry = [&]() -> ParseResult {
    auto &[key, value] = entries.emplace_back();
    return failure(parser.parseAttribute(key) || parser.parseEqual() ||
                   parser.parseAttribute(value));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseEntry))
    return {};
  return parser.getChecked<MapAttr>(start, parser.getContext(),
                                    ArrayRef(entries));
}

void MapAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getEntries(), printer, [&](const auto &entry) {
    printer << entry.first << " = " << entry.second;
  });
  printer << '>';
}

LogicalResult MapAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              ArrayRef<std::pair<Attribute, Attribute>> all) {
  llvm::SmallDenseSet<Attribute> keys;
  for (const auto &[key, value] : all)
    if (!keys.insert(key).second)
      return emitError() << "the map has two entries for key " << key;
  return success();
}

Attribute MapAttr::lookup(Attribute key) const {
  for (const auto &entry : getEntries())
    if (entry.first == key)
      return entry.second;
  return {};
}

Attribute sg::ktdf_arch::knownAttr(DictionaryAttr attrs, StringRef name) {
  if (Attribute dotted = attrs.get(("ktdf_arch." + name).str()))
    return dotted;
  return attrs.get(name);
}

Attribute sg::ktdf_arch::featureOf(Operation *resource, StringRef name) {
  auto features = dyn_cast_or_null<DictionaryAttr>(
      knownAttr(resource->getAttrDictionary(), "features"));
  if (!features)
    return {};
  if (Attribute dotted = knownAttr(features, ("feature." + name).str()))
    return dotted;
  return features.get(name);
}
