// The ktdp dialect's types: their text and what they may hold.
#include "engine/ir/ktdp/Ktdp.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg::ktdp;

#define GET_TYPEDEF_CLASSES
#include "engine/ir/ktdp/KtdpTypes.cpp.inc"

void KtdpDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "engine/ir/ktdp/KtdpTypes.cpp.inc"
      >();
}

//===- AccessTileType -----------------------------------------------------===//

LogicalResult
AccessTileType::verify(function_ref<InFlightDiagnostic()> emitError,
                       ArrayRef<int64_t> shape) {
  int64_t elements = 1;
  for (int64_t size : shape) {
    if (ShapedType::isDynamic(size))
      continue;
    if (size < 0)
      return emitError() << "an access tile cannot have " << size
                         << " coordinates in a dimension: write a number of 0 "
                            "or more, or ?";
    if (llvm::MulOverflow(elements, size, elements))
      return emitError() << "the access tile has more than 2^63 coordinates: "
                            "make it smaller";
  }
  return success();
}

Type AccessTileType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  SMLoc start = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/true,
                                /*withTrailingX=*/true))
    return {};
  Type element;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(element))
    return {};
  if (!element.isIndex()) {
    parser.emitError(loc) << "an access tile holds coordinates, so its "
                             "elements are 'index', not "
                          << element;
    return {};
  }
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(start); },
                    parser.getContext(), shape);
}

void AccessTileType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t size : getShape()) {
    if (ShapedType::isDynamic(size))
      printer << '?';
    else
      printer << size;
    printer << 'x';
  }
  printer << "index>";
}

//===- RuntimeArgType -----------------------------------------------------===//

LogicalResult
RuntimeArgType::verify(function_ref<InFlightDiagnostic()> emitError,
                       Type underlyingType, std::optional<int64_t> granularity,
                       std::optional<int64_t> upperbound) {
  if (!isa<IndexType, IntegerType, FloatType>(underlyingType))
    return emitError() << "a runtime argument is an index, an integer or a "
                          "float, not "
                       << underlyingType;
  if (granularity && *granularity <= 0)
    return emitError() << "the granularity of a runtime argument is a positive "
                          "number, not "
                       << *granularity;
  if (upperbound && *upperbound <= 0)
    return emitError() << "the upperbound of a runtime argument is a positive "
                          "number, not "
                       << *upperbound;
  return success();
}

Type RuntimeArgType::parse(AsmParser &parser) {
  Type underlying;
  SMLoc start = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseType(underlying))
    return {};
  std::optional<int64_t> granularity, upperbound;
  while (succeeded(parser.parseOptionalComma())) {
    StringRef key;
    SMLoc loc = parser.getCurrentLocation();
    int64_t value = 0;
    if (parser.parseKeyword(&key))
      return {};
    if (key != "granularity" && key != "upperbound") {
      parser.emitError(loc) << "a runtime argument has a granularity and an "
                               "upperbound, no '"
                            << key << "'";
      return {};
    }
    std::optional<int64_t> &bound =
        key == "granularity" ? granularity : upperbound;
    if (bound) {
      parser.emitError(loc) << key << " is given twice: leave one out";
      return {};
    }
    if (parser.parseEqual() || parser.parseInteger(value))
      return {};
    bound = value;
  }
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(start); },
                    parser.getContext(), underlying, granularity, upperbound);
}

void RuntimeArgType::print(AsmPrinter &printer) const {
  printer << '<' << getUnderlyingType();
  if (getGranularity())
    printer << ", granularity=" << *getGranularity();
  if (getUpperbound())
    printer << ", upperbound=" << *getUpperbound();
  printer << '>';
}

//===- TileFutureType -----------------------------------------------------===//

LogicalResult
TileFutureType::verify(function_ref<InFlightDiagnostic()> emitError,
                       ArrayRef<RankedTensorType> partialTypes,
                       IntegerSetAttr groups) {
  if (partialTypes.empty())
    return emitError() << "a tile future carries at least one tensor: write "
                          "<(tensor<...>), groups = ...>";
  IntegerSet set = groups.getValue();
  if (set.getNumDims() != 1 || set.getNumSymbols() != 0)
    return emitError() << "groups is a set of group numbers, of one dimension "
                          "and no symbols, as in affine_set<(g) : (g == 0)>; "
                          "this one has "
                       << set.getNumDims() << " dimension(s) and "
                       << set.getNumSymbols() << " symbol(s)";
  return success();
}

// One tensor type of a future.
static ParseResult parsePartial(AsmParser &parser,
                                SmallVectorImpl<RankedTensorType> &partials) {
  Type type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(type))
    return failure();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return parser.emitError(loc)
           << "a tile future carries ranked tensors, not " << type;
  partials.push_back(tensor);
  return success();
}

Type TileFutureType::parse(AsmParser &parser) {
  SmallVector<RankedTensorType> partials;
  auto parseOne = [&] { return parsePartial(parser, partials); };
  SMLoc start = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  bool sawGroups = false;
  if (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseCommaSeparatedList(parseOne) || parser.parseRParen() ||
        parser.parseComma() || parser.parseKeyword("groups"))
      return {};
  } else {
    // The older spelling: the word `groups` ends the list of types.
    auto parseNext = [&]() -> ParseResult {
      if (succeeded(parser.parseOptionalKeyword("groups"))) {
        sawGroups = true;
        return success();
      }
      return parseOne();
    };
    do
      if (parseNext())
        return {};
    while (!sawGroups && succeeded(parser.parseOptionalComma()));
    if (!sawGroups) {
      parser.emitError(parser.getCurrentLocation())
          << "a tile future says which groups it has: add `, groups = "
             "affine_set<(g) : (g == 0)>`";
      return {};
    }
  }
  Attribute groups;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseEqual() || parser.parseAttribute(groups))
    return {};
  auto set = dyn_cast<IntegerSetAttr>(groups);
  if (!set) {
    parser.emitError(loc) << "groups is a set, as in affine_set<(g) : (g == "
                             "0)>, not "
                          << groups;
    return {};
  }
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(start); },
                    parser.getContext(), partials, set);
}

void TileFutureType::print(AsmPrinter &printer) const {
  printer << "<(";
  llvm::interleaveComma(getPartialTypes(), printer,
                        [&](Type type) { printer << type; });
  printer << "), groups = " << getGroups() << '>';
}
