// Verifiers, builders and folds of the ktdf operations that move no data.
#include "engine/ir/ktdf/KtdfSyntax.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg::ktdf;

#define GET_OP_CLASSES
#include "engine/ir/ktdf/KtdfOps.cpp.inc"

void KtdfDialect::registerOperations() {
  addOperations<
#define GET_OP_LIST
#include "engine/ir/ktdf/KtdfOps.cpp.inc"
      >();
}

using BodyFn = function_ref<void(OpBuilder &, Location)>;

/// Adds a region of one block to `state` and lets `body` fill it.
static void addBody(OpBuilder &builder, OperationState &state, BodyFn body) {
  Block &block = state.addRegion()->emplaceBlock();
  if (!body)
    return;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&block);
  body(builder, state.location);
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

void PipelineOp::build(OpBuilder &builder, OperationState &state,
                       std::optional<int64_t> modulo, BodyFn body) {
  if (modulo)
    state.getOrAddProperties<Properties>().modulo =
        builder.getI64IntegerAttr(*modulo);
  addBody(builder, state, body);
}

PrivateOp PipelineOp::getPrivateOp() {
  for (PrivateOp op : getBody()->getOps<PrivateOp>())
    return op;
  return {};
}

SmallVector<StageOp, 4> PipelineOp::getStages() {
  return llvm::to_vector<4>(getBody()->getOps<StageOp>());
}

unsigned PipelineOp::getNumStages() { return getStages().size(); }

LogicalResult PipelineOp::verify() {
  if (getModulo() && static_cast<int64_t>(*getModulo()) < 1)
    return emitOpError() << "has modulo size "
                         << static_cast<int64_t>(*getModulo())
                         << "; it counts resource sets and is at least 1";
  return success();
}

LogicalResult PipelineOp::verifyRegions() {
  Operation *first = nullptr;
  for (Operation &op : *getBody()) {
    if (isa<StageOp>(op))
      continue;
    if (!isa<PrivateOp>(op)) {
      InFlightDiagnostic diagnostic = emitOpError(
          "holds only ktdf.stage operations and one ktdf.private; move other "
          "operations into one of them or in front of the pipeline");
      diagnostic.attachNote(op.getLoc()) << "this is " << op.getName();
      return diagnostic;
    }
    if (first) {
      InFlightDiagnostic diagnostic =
          emitOpError("has more than one ktdf.private; merge them");
      diagnostic.attachNote(first->getLoc()) << "the first one is here";
      return diagnostic;
    }
    first = &op;
  }
  return success();
}

void StageOp::build(OpBuilder &builder, OperationState &state,
                    ValueRange dependsIn, ValueRange dependsOut,
                    ArrayRef<StringRef> units, BodyFn body) {
  state.addOperands(dependsIn);
  state.addOperands(dependsOut);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {static_cast<int32_t>(dependsIn.size()),
                                    static_cast<int32_t>(dependsOut.size())};
  if (!units.empty())
    properties.applicable_units = builder.getStrArrayAttr(units);
  addBody(builder, state, body);
}

PipelineOp StageOp::getPipeline() {
  return cast<PipelineOp>((*this)->getParentOp());
}

SmallVector<StringRef> StageOp::getUnitNames() {
  SmallVector<StringRef> names;
  ArrayAttr units = getApplicableUnitsAttr();
  for (Attribute unit : units ? units.getValue() : ArrayRef<Attribute>{})
    if (auto name = dyn_cast<StringAttr>(unit))
      names.push_back(name.getValue());
  return names;
}

void StageOp::setUnitNames(ArrayRef<StringRef> units) {
  setApplicableUnitsAttr(units.empty() ? ArrayAttr()
                                       : Builder(*this).getStrArrayAttr(units));
}

void StageOp::addDependsIn(Value token) {
  if (!llvm::is_contained(getDependsIn(), token))
    getDependsInMutable().append(token);
}

void StageOp::addDependsOut(Value token) {
  if (!llvm::is_contained(getDependsOut(), token))
    getDependsOutMutable().append(token);
}

/// Whether a token comes from ktdf.create_token, directly or through a
/// ktdf.private. The private's body may not be verified yet.
static bool comesFromCreateToken(Value token) {
  Operation *op = token.getDefiningOp();
  if (isa_and_present<CreateTokenOp>(op))
    return true;
  if (!isa_and_present<PrivateOp>(op) || op->getNumRegions() != 1 ||
      op->getRegion(0).empty() || op->getRegion(0).front().empty())
    return false;
  Operation &yield = op->getRegion(0).front().back();
  unsigned number = cast<OpResult>(token).getResultNumber();
  return number < yield.getNumOperands() &&
         isa_and_present<CreateTokenOp>(
             yield.getOperand(number).getDefiningOp());
}

LogicalResult StageOp::verify() {
  for (Value token : getOperands())
    if (!comesFromCreateToken(token))
      return emitOpError("takes tokens of ktdf.create_token only, directly or "
                         "yielded by the pipeline's ktdf.private");
  for (Value token : getDependsIn())
    if (llvm::is_contained(getDependsOut(), token))
      return emitOpError(
          "waits for a token that it gives out itself; it would never start");
  return success();
}

void PrivateOp::build(
    OpBuilder &builder, OperationState &state,
    function_ref<SmallVector<Value>(OpBuilder &, Location)> body) {
  addBody(builder, state, [&](OpBuilder &inner, Location loc) {
    SmallVector<Value> values = body(inner, loc);
    PrivateYieldOp::create(inner, loc, values);
    state.addTypes(ValueRange(values).getTypes());
  });
}

void PrivateOp::build(OpBuilder &builder, OperationState &state,
                      TypeRange results) {
  state.addTypes(results);
  addBody(builder, state, nullptr);
}

PrivateYieldOp PrivateOp::getYield() {
  return cast<PrivateYieldOp>(getBody()->getTerminator());
}

LogicalResult PrivateOp::verifyRegions() {
  TypeRange yielded = getYield().getOperandTypes();
  if (!llvm::equal(yielded, getResultTypes()))
    return emitOpError() << "has result types (" << getResultTypes()
                         << ") but yields (" << yielded << ")";
  return success();
}

//===----------------------------------------------------------------------===//
// ktdf.parallel
//===----------------------------------------------------------------------===//

void ParallelOp::build(
    OpBuilder &builder, OperationState &state, ValueRange lowerBounds,
    ValueRange upperBounds, ValueRange steps, int64_t numInstances,
    function_ref<void(OpBuilder &, Location, ValueRange, Value)> body) {
  state.addOperands(lowerBounds);
  state.addOperands(upperBounds);
  state.addOperands(steps);
  state.getOrAddProperties<Properties>().num_instances =
      builder.getI64IntegerAttr(numInstances);
  addBody(builder, state, [&](OpBuilder &inner, Location loc) {
    Block *block = inner.getInsertionBlock();
    for (size_t i = 0; i <= lowerBounds.size(); ++i)
      block->addArgument(inner.getIndexType(), loc);
    if (body)
      body(inner, loc, ValueRange(block->getArguments()).drop_back(),
           block->getArguments().back());
    ParallelYieldOp::create(inner, loc);
  });
}

ParseResult ParallelOp::parse(OpAsmParser &parser, OperationState &result) {
  Type index = parser.getBuilder().getIndexType();
  SmallVector<OpAsmParser::Argument> arguments;
  SMLoc where = parser.getCurrentLocation();
  if (parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren))
    return failure();
  if (arguments.size() < 2)
    return parser.emitError(where, "expected the induction variables and, "
                                   "last, the instance number: write e.g. "
                                   "'(%i, %instance)'");
  for (OpAsmParser::Argument &argument : arguments)
    argument.type = index;
  int loops = arguments.size() - 1;

  SmallVector<OpAsmParser::UnresolvedOperand> bounds, upper, steps;
  IntegerAttr instances;
  if (parser.parseEqual() ||
      parser.parseOperandList(bounds, loops, AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("to") ||
      parser.parseOperandList(upper, loops, AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("step") ||
      parser.parseOperandList(steps, loops, AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("distribute") || parser.parseLParen() ||
      parser.parseKeyword("num_instances") || parser.parseEqual() ||
      parser.parseAttribute(instances, parser.getBuilder().getI64Type()) ||
      parser.parseRParen())
    return failure();
  result.getOrAddProperties<Properties>().num_instances = instances;
  bounds.append(upper);
  bounds.append(steps);
  return failure(parser.resolveOperands(bounds, index, result.operands) ||
                 parser.parseRegion(*result.addRegion(), arguments) ||
                 parser.parseOptionalAttrDict(result.attributes));
}

void ParallelOp::print(OpAsmPrinter &printer) {
  printer << " (";
  printer.printOperands(ValueRange(getBody()->getArguments()));
  printer << ") = (" << getLowerBounds() << ") to (" << getUpperBounds()
          << ") step (" << getSteps() << ") distribute(num_instances = "
          << static_cast<int64_t>(getNumInstances()) << ") ";
  printer.printRegion(getRegion(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getNumInstancesAttrName()});
}

LogicalResult ParallelOp::verify() {
  if (getNumOperands() == 0 || getNumOperands() % 3 != 0)
    return emitOpError("needs a lower bound, an upper bound and a step for "
                       "each of one or more loops");
  if (static_cast<int64_t>(getNumInstances()) < 1)
    return emitOpError() << "has num_instances = "
                         << static_cast<int64_t>(getNumInstances())
                         << "; at least one instance must run the loops";
  Block *body = getBody();
  if (body->getNumArguments() != getNumLoops() + 1 ||
      !llvm::all_of(body->getArgumentTypes(),
                    [](Type type) { return type.isIndex(); }))
    return emitOpError() << "needs " << getNumLoops() + 1
                         << " index block arguments: the induction variables "
                            "and the instance number";
  return success();
}

LogicalResult ParallelOp::verifyRegions() {
  if (!isa<ParallelYieldOp>(getBody()->getTerminator()))
    return emitOpError("body must end with ktdf.parallel_yield");
  return success();
}

SmallVector<Region *> ParallelOp::getLoopRegions() { return {&getRegion()}; }

std::optional<SmallVector<Value>> ParallelOp::getLoopInductionVars() {
  return llvm::to_vector(ValueRange(getBody()->getArguments()).drop_back());
}

std::optional<SmallVector<OpFoldResult>> ParallelOp::getLoopLowerBounds() {
  return getAsOpFoldResult(getLowerBounds());
}

std::optional<SmallVector<OpFoldResult>> ParallelOp::getLoopUpperBounds() {
  return getAsOpFoldResult(getUpperBounds());
}

std::optional<SmallVector<OpFoldResult>> ParallelOp::getLoopSteps() {
  return getAsOpFoldResult(getSteps());
}

//===----------------------------------------------------------------------===//
// Tile sizes
//===----------------------------------------------------------------------===//

void TilingReserveSizeOp::build(OpBuilder &builder, OperationState &state,
                                int64_t minValue, int64_t divisibility) {
  auto &properties = state.getOrAddProperties<Properties>();
  properties.min_value = builder.getIndexAttr(minValue);
  properties.divisibility = builder.getIndexAttr(divisibility);
  state.addTypes(builder.getIndexType());
}

LogicalResult TilingReserveSizeOp::verify() {
  if (getMinValue().getSExtValue() < 1 || getDivisibility().getSExtValue() < 1)
    return emitOpError("needs min_value and divisibility of at least 1");
  return success();
}

/// The constants of folded operands, or nothing when one is not constant.
static std::optional<SmallVector<int64_t>>
constants(ArrayRef<Attribute> operands) {
  SmallVector<int64_t> values;
  for (Attribute operand : operands) {
    auto value = dyn_cast_if_present<IntegerAttr>(operand);
    if (!value)
      return std::nullopt;
    values.push_back(value.getInt());
  }
  return values;
}

LogicalResult TilingDeriveSizeOp::verify() {
  if (getNumOperands() % 2 != 1 || getIvs().empty())
    return emitOpError("needs at least one '[%iv : %tile_size]' pair");
  return success();
}

OpFoldResult TilingDeriveSizeOp::fold(FoldAdaptor adaptor) {
  auto ivs = constants(adaptor.getIvs());
  auto tiles = constants(adaptor.getTileSizes());
  auto total = constants({adaptor.getTotalSize()});
  if (!ivs || !tiles || !total)
    return {};
  int64_t left = total->front();
  for (auto [iv, tile] : llvm::zip(*ivs, *tiles)) {
    int64_t done, rest;
    if (llvm::MulOverflow(iv, tile, done) ||
        llvm::SubOverflow(left, done, rest))
      return {};
    left = std::max<int64_t>(0, std::min(tile, rest));
  }
  return IntegerAttr::get(IndexType::get(getContext()), left);
}

LogicalResult TilingLinearizeIndexOp::verify() {
  if (getNumOperands() % 2 != 0 || getIvs().empty())
    return emitOpError("needs at least one '[%iv : %stride]' pair");
  return success();
}

OpFoldResult TilingLinearizeIndexOp::fold(FoldAdaptor adaptor) {
  auto ivs = constants(adaptor.getIvs());
  auto strides = constants(adaptor.getStrides());
  if (!ivs || !strides)
    return {};
  int64_t sum = 0;
  for (auto [iv, stride] : llvm::zip(*ivs, *strides)) {
    int64_t part;
    if (llvm::MulOverflow(iv, stride, part) ||
        llvm::AddOverflow(sum, part, sum))
      return {};
  }
  return IntegerAttr::get(IndexType::get(getContext()), sum);
}

//===----------------------------------------------------------------------===//
// Double buffering
//===----------------------------------------------------------------------===//

LogicalResult BufferPhaseOp::verify() {
  if (getIvs().empty())
    return emitOpError("needs the induction variable of at least one loop");
  if (static_cast<int64_t>(getNumPhases()) < 2)
    return emitOpError() << "has num_phases = "
                         << static_cast<int64_t>(getNumPhases())
                         << "; buffers take turns from 2 on";
  return success();
}

/// A loop that ran once leaves a zero where its induction variable was; it
/// counts no iterations.
OpFoldResult BufferPhaseOp::fold(FoldAdaptor adaptor) {
  SmallVector<Value> kept;
  for (auto [iv, constant] : llvm::zip(getIvs(), adaptor.getIvs())) {
    auto value = dyn_cast_if_present<IntegerAttr>(constant);
    if (!value || !value.getValue().isZero())
      kept.push_back(iv);
  }
  if (kept.empty())
    return IntegerAttr::get(IndexType::get(getContext()), 0);
  if (kept.size() == getIvs().size())
    return {};
  getIvsMutable().assign(kept);
  return getResult();
}

LogicalResult SelectMemrefOp::verify() {
  if (getCandidates().size() < 2)
    return emitOpError() << "has " << getCandidates().size()
                         << " candidates; there must be at least two";
  for (Type type : getCandidates().getTypes())
    if (type != getResult().getType())
      return emitOpError() << "has a candidate of type " << type
                           << ", but its result is " << getResult().getType();
  auto phase = getPhase().getDefiningOp<BufferPhaseOp>();
  if (phase && phase.getNumPhases() != getCandidates().size())
    return emitOpError() << "has " << getCandidates().size()
                         << " candidates for a phase of "
                         << phase.getNumPhases() << " values";
  return success();
}

OpFoldResult SelectMemrefOp::fold(FoldAdaptor adaptor) {
  auto phase = dyn_cast_if_present<IntegerAttr>(adaptor.getPhase());
  if (!phase || phase.getInt() < 0 ||
      phase.getInt() >= static_cast<int64_t>(getCandidates().size()))
    return {};
  return getCandidates()[phase.getInt()];
}

//===----------------------------------------------------------------------===//
// Opaque
//===----------------------------------------------------------------------===//

void OpaqueOp::build(OpBuilder &builder, OperationState &state,
                     StringRef templateName, ValueRange inputs,
                     ValueRange outputs) {
  SmallVector<Type> results;
  for (Type type : outputs.getTypes())
    if (isa<RankedTensorType>(type))
      results.push_back(type);
  build(builder, state, results, builder.getStringAttr(templateName), inputs,
        outputs);
}

void OpaqueOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  for (OpOperand &input : getInputsMutable())
    if (isa<BaseMemRefType>(input.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &input);
  for (OpOperand &output : getOutputsMutable())
    if (isa<BaseMemRefType>(output.get().getType())) {
      effects.emplace_back(MemoryEffects::Read::get(), &output);
      effects.emplace_back(MemoryEffects::Write::get(), &output);
    }
}
