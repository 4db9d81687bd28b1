#include "engine/ir/ktdf_arch/KtdfArchSyntax.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace sg::ktdf_arch;

void sg::ktdf_arch::parseId(OpAsmParser &parser, OperationState &result) {
  StringAttr id;
  (void)parser.parseOptionalSymbolName(id, "id", result.attributes);
}

ParseResult sg::ktdf_arch::parseDict(OpAsmParser &parser,
                                     OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute attr;
  OptionalParseResult parsed = parser.parseOptionalAttribute(attr);
  if (!parsed.has_value())
    return success();
  if (*parsed)
    return failure();
  auto dict = dyn_cast<DictionaryAttr>(attr);
  if (!dict)
    return parser.emitError(loc)
           << "expected attributes of the resource, as {kind = \"L1\"} or an "
              "alias of such a dictionary, not "
           << attr;
  for (NamedAttribute entry : dict) {
    if (result.attributes.get(entry.getName()))
      return parser.emitError(loc)
             << "attribute '" << entry.getName().getValue() << "' given twice";
    result.attributes.append(entry);
  }
  return success();
}

void sg::ktdf_arch::printIdAndDict(OpAsmPrinter &printer, Operation *op,
                                   ArrayRef<StringRef> elided) {
  if (auto id = op->getAttrOfType<StringAttr>("id")) {
    printer << ' ';
    printer.printSymbolName(id);
  }
  NamedAttrList rest(op->getAttrDictionary());
  rest.erase("id");
  for (StringRef name : elided)
    rest.erase(name);
  if (!rest.empty())
    printer << ' ' << rest.getDictionary(op->getContext());
}

ParseResult sg::ktdf_arch::parseEndpointType(AsmParser &parser, Type &type) {
  OptionalParseResult full = parser.parseOptionalType(type);
  if (full.has_value())
    return *full;
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  MLIRContext *context = parser.getContext();
  if (succeeded(parser.parseOptionalKeyword(&keyword))) {
    if (keyword == "memory")
      type = MemoryType::get(context);
    else if (keyword == "exec_unit")
      type = ExecUnitType::get(context);
    else if (keyword == "port")
      type = PortType::get(context);
    if (type)
      return success();
  }
  return parser.emitError(loc, "expected memory, exec_unit or port");
}

ParseResult sg::ktdf_arch::parseEndpointTypes(AsmParser &parser,
                                              SmallVectorImpl<Type> &types) {
  return parser.parseCommaSeparatedList(
      [&] { return parseEndpointType(parser, types.emplace_back()); });
}

void sg::ktdf_arch::printEndpointType(AsmPrinter &printer, Type type) {
  if (isa<MemoryType>(type))
    printer << "memory";
  else if (isa<ExecUnitType>(type))
    printer << "exec_unit";
  else if (isa<PortType>(type))
    printer << "port";
  else
    printer << type;
}

void sg::ktdf_arch::printEndpointTypes(AsmPrinter &printer, TypeRange types) {
  llvm::interleaveComma(types, printer,
                        [&](Type type) { printEndpointType(printer, type); });
}

LogicalResult sg::ktdf_arch::verifyResources(Operation *op, Region &body) {
  for (Operation &child : body.getOps())
    if (!isa<MemoryOp, ExecUnitOp, SwitchOp, DatapathOp, GroupOp, YieldOp,
             PatternsOp, NeighborhoodOp, NeighborOp>(child)) {
      auto diag = op->emitOpError(
          "holds resources only: memory, exec_unit, switch, group, datapath");
      diag.attachNote(child.getLoc())
          << "'" << child.getName() << "' is not a resource";
      return diag;
    }
  return success();
}

LogicalResult sg::ktdf_arch::verifyPositive(Operation *op, Attribute attr,
                                            StringRef name) {
  if (!attr)
    return success();
  auto number = dyn_cast<IntegerAttr>(attr);
  if (!number || number.getValue().getSignificantBits() > 64)
    return op->emitOpError()
           << "'" << name << "' must be a 64-bit integer, not " << attr;
  if (number.getValue().getSExtValue() < 1)
    return op->emitOpError()
           << "'" << name << "' must be at least 1, not " << attr;
  return success();
}

LogicalResult sg::ktdf_arch::verifyFeatures(Operation *op) {
  Attribute features = knownAttr(op->getAttrDictionary(), "features");
  if (features && !isa<DictionaryAttr>(features))
    return op->emitOpError(
        "'features' must be a dictionary, as {ktdf_arch.feature.load}");
  if (auto simd = dyn_cast_or_null<DictionaryAttr>(featureOf(op, "simd")))
    if (Attribute lanes = simd.get("lanes")) {
      auto map = dyn_cast<MapAttr>(lanes);
      if (!map)
        return op->emitOpError("'lanes' must be a map from element types to "
                               "numbers, as #ktdf_arch.map<f16 = 64>");
      for (const auto &[key, value] : map.getEntries()) {
        if (!isa<TypeAttr>(key))
          return op->emitOpError() << "'lanes' has key " << key
                                   << ", which is not an element type";
        if (failed(verifyPositive(op, value, "lanes")))
          return failure();
      }
    }
  if (auto queue = dyn_cast_or_null<DictionaryAttr>(featureOf(op, "queue")))
    if (failed(verifyPositive(op, queue.get("depth"), "depth")) ||
        failed(verifyPositive(op, queue.get("size"), "size")))
      return failure();
  for (StringRef access : {"load", "store"})
    if (auto record = dyn_cast_or_null<DictionaryAttr>(featureOf(op, access)))
      for (StringRef field : {"word_size", "access_granularity"})
        if (Attribute value = record.get(field); value && !isa<MapAttr>(value))
          return op->emitOpError() << "'" << field << "' of feature '" << access
                                   << "' must be a map by memory kind, as "
                                      "#ktdf_arch.map<\"L1\" = ...>";
  return success();
}
