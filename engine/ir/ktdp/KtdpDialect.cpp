// The ktdp dialect's registration, its attributes and enumerations.
#include "engine/ir/ktdp/Ktdp.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sg::ktdp;

#include "engine/ir/ktdp/KtdpDialect.cpp.inc"

#include "engine/ir/ktdp/KtdpEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "engine/ir/ktdp/KtdpAttrs.cpp.inc"

static constexpr llvm::StringLiteral oldMemorySpaceMnemonic =
    "spyre_memory_space";

void KtdpDialect::initialize() {
  registerTypes();
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "engine/ir/ktdp/KtdpOps.cpp.inc"
      >();
}

void KtdpDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "engine/ir/ktdp/KtdpAttrs.cpp.inc"
      >();
}

Attribute KtdpDialect::parseAttribute(DialectAsmParser &parser,
                                      Type type) const {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Attribute attribute;
  OptionalParseResult parsed =
      generatedAttributeParser(parser, &mnemonic, type, attribute);
  if (parsed.has_value())
    return attribute;
  if (mnemonic == oldMemorySpaceMnemonic)
    return MemorySpaceAttr::parseOldSpelling(parser);
  parser.emitError(loc) << "there is no attribute '#ktdp." << mnemonic
                        << "': write #ktdp.memory_space<global> or "
                           "#ktdp.memory_space<ct_local>";
  return {};
}

void KtdpDialect::printAttribute(Attribute attribute,
                                 DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attribute, printer);
}

// `, key = 3` up to and including the closing `>`.
static Attribute parseTileAndClose(AsmParser &parser, SMLoc loc,
                                   MemorySpaceKind kind, StringRef key) {
  int64_t tile = -1;
  if (succeeded(parser.parseOptionalComma())) {
    SMLoc tileLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(key) || parser.parseEqual() ||
        parser.parseInteger(tile))
      return {};
    if (tile < 0) {
      parser.emitError(tileLoc) << key << " is the number of a compute tile, "
                                << tile << " cannot be one: write 0 or more";
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return MemorySpaceAttr::getChecked([&] { return parser.emitError(loc); },
                                     parser.getContext(), kind, tile);
}

Attribute MemorySpaceAttr::parse(AsmParser &parser, Type) {
  StringRef word;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return {};
  if (auto kind = symbolizeMemorySpaceKind(word))
    return parseTileAndClose(parser, loc, *kind, "ct_id");
  parser.emitError(loc) << "there is no memory space '" << word
                        << "': write global, ct_local or unspecified";
  return {};
}

// LX and L0 are both a core's own memory: L0 is the name early files use.
Attribute MemorySpaceAttr::parseOldSpelling(AsmParser &parser) {
  StringRef word;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return {};
  std::optional<MemorySpaceKind> kind;
  if (word == "HBM")
    kind = MemorySpaceKind::Global;
  else if (word == "LX" || word == "L0")
    kind = MemorySpaceKind::CtLocal;
  else if (word == "unspecified")
    kind = MemorySpaceKind::Unspecified;
  if (kind)
    return parseTileAndClose(parser, loc, *kind, "core");
  parser.emitError(loc) << "there is no memory space '" << word
                        << "': the older spelling has HBM, LX and unspecified";
  return {};
}

void MemorySpaceAttr::print(AsmPrinter &printer) const {
  printer << '<' << stringifyMemorySpaceKind(getKind());
  if (auto tile = getTileId())
    printer << ", ct_id = " << *tile;
  printer << '>';
}

LogicalResult
MemorySpaceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        MemorySpaceKind kind, int64_t ctId) {
  if (ctId >= 0 && kind != MemorySpaceKind::CtLocal)
    return emitError() << "memory space '" << stringifyMemorySpaceKind(kind)
                       << "' belongs to no compute tile, but names tile "
                       << ctId << ": leave the tile out, or write ct_local";
  if (ctId < -1)
    return emitError() << "ct_id is the number of a compute tile, " << ctId
                       << " cannot be one: write 0 or more";
  return success();
}
