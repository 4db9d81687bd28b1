// Syntax and checks of the architecture operations.
#include "engine/ir/ktdf_arch/KtdfArchSyntax.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace sg::ktdf_arch;

#define GET_OP_CLASSES
#include "engine/ir/ktdf_arch/KtdfArchOps.cpp.inc"

// -- device

ParseResult DeviceOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  if (parser.parseSymbolName(name, "sym_name", result.attributes) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  Region *body = result.addRegion();
  if (succeeded(parser.parseOptionalKeyword("import"))) {
    StringAttr path;
    return failure(
        parser.parseLParen() ||
        parser.parseAttribute(path, "import_path", result.attributes) ||
        parser.parseRParen());
  }
  if (parser.parseRegion(*body))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  return success();
}

void DeviceOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {"sym_name", "import_path"});
  printer << ' ';
  if (StringAttr path = getImportPathAttr())
    printer << "import(" << path << ')';
  else
    printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult DeviceOp::verify() {
  if (isImported() && !getImportPathAttr())
    return emitOpError(
        "has no body: write one in { }, or import(\"file.mlir\")");
  if (!isImported() && getImportPathAttr())
    return emitOpError("has both a body and an import; keep one of them");
  if (!isImported() && getBody().front().getNumArguments())
    return emitOpError("takes no block arguments");
  return success();
}

LogicalResult DeviceOp::verifyRegions() {
  if (failed(verifyResources(*this, getBody())))
    return failure();
  llvm::StringMap<Operation *> ids;
  ids[getSymName()] = *this;
  WalkResult result = getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<PatternsOp>(op))
      return WalkResult::skip();
    auto id = op->getAttrOfType<StringAttr>("id");
    if (!id)
      return WalkResult::advance();
    auto [it, isNew] = ids.try_emplace(id.getValue(), op);
    if (isNew)
      return WalkResult::advance();
    auto diag = op->emitError() << "id @" << id.getValue() << " is taken";
    diag.attachNote(it->second->getLoc()) << "by this one";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

// -- group and yield

ParseResult GroupOp::parse(OpAsmParser &parser, OperationState &result) {
  parseId(parser, result);
  if (parseDict(parser, result))
    return failure();
  // Shared memories carry the same names inside as outside.
  SmallVector<OpAsmParser::Argument> shared;
  if (parser.parseKeyword("share",
                          ": the memories from outside that the group uses") ||
      parser.parseArgumentList(shared, OpAsmParser::Delimiter::Paren))
    return failure();
  Type memory = MemoryType::get(parser.getContext());
  for (OpAsmParser::Argument &argument : shared) {
    argument.type = memory;
    if (parser.resolveOperand(argument.ssaName, memory, result.operands))
      return failure();
  }
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, shared, /*enableNameShadowing=*/true))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  if (succeeded(parser.parseOptionalArrow()))
    return parseEndpointTypes(parser, result.types);
  return success();
}

void GroupOp::print(OpAsmPrinter &printer) {
  printIdAndDict(printer, *this);
  printer.shadowRegionArgs(getBody(), getShared());
  printer << " share(" << getShared() << ") ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/getNumResults() > 0);
  if (getNumResults()) {
    printer << " -> ";
    printEndpointTypes(printer, getResultTypes());
  }
}

void GroupOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (getNumResults())
    setName(getResult(0), "exec_unit");
}

LogicalResult GroupOp::verifyRegions() {
  if (failed(verifyResources(*this, getBody())))
    return failure();
  if (getBody().getArgumentTypes() != getShared().getTypes())
    return emitOpError("needs one block argument per shared memory");
  auto yield = cast<YieldOp>(getBody().front().getTerminator());
  if (yield.getOperandTypes() != getResultTypes()) {
    auto diag = emitOpError()
                << "has " << getNumResults() << " results, but its body yields "
                << yield.getNumOperands()
                << "; after the body write one '-> exec_unit' "
                   "per yielded unit";
    diag.attachNote(yield.getLoc()) << "the yield";
    return diag;
  }
  return success();
}

ParseResult YieldOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  SmallVector<Type> types;
  if (succeeded(parser.parseOptionalColon())) {
    if (parseEndpointTypes(parser, types))
      return failure();
  } else {
    types.assign(operands.size(), ExecUnitType::get(parser.getContext()));
  }
  return parser.resolveOperands(operands, types, loc, result.operands);
}

void YieldOp::print(OpAsmPrinter &printer) {
  if (getNumOperands())
    printer << ' ' << getOperands();
  printer.printOptionalAttrDict((*this)->getAttrs());
  if (!llvm::all_of(getOperandTypes(), llvm::IsaPred<ExecUnitType>)) {
    printer << " : ";
    printEndpointTypes(printer, getOperandTypes());
  }
}

// -- memory and exec_unit

ParseResult MemoryOp::parse(OpAsmParser &parser, OperationState &result) {
  parseId(parser, result);
  result.addTypes(MemoryType::get(parser.getContext()));
  return parseDict(parser, result);
}

void MemoryOp::print(OpAsmPrinter &printer) { printIdAndDict(printer, *this); }

LogicalResult MemoryOp::verify() {
  if (!getKindAttr())
    return emitOpError("needs a 'kind', as in memory {kind = \"L1\"}");
  for (StringRef feature : {"compute", "load", "store", "simd"})
    if (featureOf(*this, feature))
      return emitOpError() << "cannot have feature '" << feature
                           << "', which is for exec_unit";
  if (failed(verifyPositive(*this, getSizeAttr(), "size")))
    return failure();
  return verifyFeatures(*this);
}

ParseResult ExecUnitOp::parse(OpAsmParser &parser, OperationState &result) {
  parseId(parser, result);
  result.addTypes(ExecUnitType::get(parser.getContext()));
  return parseDict(parser, result);
}

void ExecUnitOp::print(OpAsmPrinter &printer) {
  printIdAndDict(printer, *this);
}

LogicalResult ExecUnitOp::verify() { return verifyFeatures(*this); }

// -- switch

/// More ports than any switch has; keeps a typing error from filling memory.
static constexpr unsigned maxPorts = 1024;

ParseResult SwitchOp::parse(OpAsmParser &parser, OperationState &result) {
  unsigned ports = 0;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLSquare() || parser.parseInteger(ports) ||
      parser.parseRSquare())
    return failure();
  if (ports > maxPorts)
    return parser.emitError(loc)
           << "a switch has at most " << maxPorts << " ports, not " << ports;
  result.types.assign(ports, PortType::get(parser.getContext()));
  parseId(parser, result);
  return parseDict(parser, result);
}

void SwitchOp::print(OpAsmPrinter &printer) {
  printer << '[' << getNumResults() << ']';
  printIdAndDict(printer, *this);
}

LogicalResult SwitchOp::verify() {
  Attribute attr = getConnectivityAttr();
  if (!attr)
    return success();
  int64_t ports = getNumResults();
  auto matrix = dyn_cast<ElementsAttr>(attr);
  if (!matrix || !matrix.getElementType().isInteger(1) ||
      matrix.getShapedType().getShape() != ArrayRef<int64_t>{ports, ports} ||
      !matrix.tryGetValues<bool>())
    return emitOpError() << "'connectivity' must be a dense or sparse tensor<"
                         << ports << 'x' << ports << "xi1>";
  return success();
}

bool SwitchOp::connects(unsigned from, unsigned to) {
  auto matrix = dyn_cast_or_null<ElementsAttr>(getConnectivityAttr());
  if (!matrix)
    return true;
  auto values = matrix.tryGetValues<bool>();
  return values && (*values)[{uint64_t(from), uint64_t(to)}];
}

// -- datapath and patterns

ParseResult DatapathOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand source, target;
  Type sourceType, targetType;
  parseId(parser, result);
  return failure(parseDict(parser, result) || parser.parseOperand(source) ||
                 parser.parseKeyword("to", ", as in datapath %a to %b") ||
                 parser.parseOperand(target) || parser.parseColon() ||
                 parseEndpointType(parser, sourceType) || parser.parseComma() ||
                 parseEndpointType(parser, targetType) ||
                 parser.resolveOperand(source, sourceType, result.operands) ||
                 parser.resolveOperand(target, targetType, result.operands));
}

void DatapathOp::print(OpAsmPrinter &printer) {
  printIdAndDict(printer, *this);
  printer << ' ' << getSource() << " to " << getTarget() << " : ";
  printEndpointTypes(printer, getOperandTypes());
}

LogicalResult DatapathOp::verify() {
  if (getSource() == getTarget())
    return emitOpError("connects a resource to itself");
  Attribute granularity =
      knownAttr((*this)->getAttrDictionary(), "transfer_granularity");
  if (auto sizes = dyn_cast_or_null<DenseI64ArrayAttr>(granularity)) {
    if (sizes.empty() ||
        llvm::any_of(sizes.asArrayRef(), [](int64_t size) { return size < 1; }))
      return emitOpError("'transfer_granularity' must list sizes of at least "
                         "one byte");
  } else if (granularity && !isa<IntegerAttr>(granularity)) {
    return emitOpError("'transfer_granularity' must be an array of bytes, as "
                       "array<i64: 64>");
  }
  return verifyFeatures(*this);
}

ParseResult PatternsOp::parse(OpAsmParser &parser, OperationState &result) {
  ArrayAttr groups;
  OptionalParseResult parsed =
      parser.parseOptionalAttribute(groups, "groups", result.attributes);
  if (parsed.has_value() && *parsed)
    return failure();
  Region *body = result.addRegion();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*body))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  return success();
}

void PatternsOp::print(OpAsmPrinter &printer) {
  if (ArrayAttr groups = getGroupsAttr())
    printer << ' ' << groups;
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {"groups"});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult PatternsOp::verifyRegions() {
  for (Operation &child : getBody().getOps())
    if (!isa<pdl::PatternOp>(child)) {
      auto diag = emitOpError("holds pdl.pattern operations only");
      diag.attachNote(child.getLoc())
          << "'" << child.getName() << "' is not a pattern";
      return diag;
    }
  return success();
}
