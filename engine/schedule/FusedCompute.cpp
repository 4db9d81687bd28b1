#include "engine/schedule/FusedCompute.h"
#include "engine/ir/ktdp/Ktdp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace sg {

namespace {
// Walks from a value, read through `map` (positions of the fused space ->
// indices of the value), back to loads. Runs twice: first to collect the
// inputs of the generic, then to write its body.
class Fuser {
public:
  explicit Fuser(unsigned rank) : rank(rank) {}

  struct Input {
    Value tensor;
    AffineMap map;
  };
  SmallVector<Input> inputs;
  Block *body = nullptr;        // set for the second walk
  OpBuilder *builder = nullptr; // inside the body

  // The scalar for this position; a null Value in the first walk.
  FailureOr<Value> visit(Value value, AffineMap map, unsigned depth = 0);

private:
  FailureOr<Value> visitScalar(Value value, unsigned depth);
  FailureOr<Value> visitLinalg(linalg::LinalgOp op, unsigned result,
                               AffineMap map, unsigned depth);
  FailureOr<Value> visitElementwise(Operation *op, unsigned result,
                                    AffineMap map, unsigned depth);
  FailureOr<Value> visitReshape(Operation *op, Value source, AffineMap map,
                                unsigned depth);
  FailureOr<Value> input(Value tensor, AffineMap map);

  unsigned rank;
  DenseMap<std::pair<Value, AffineMap>, Value> done;
};
} // namespace

FailureOr<Value> Fuser::input(Value tensor, AffineMap map) {
  for (auto [i, in] : llvm::enumerate(inputs))
    if (in.tensor == tensor && in.map == map)
      return body ? Value(body->getArgument(i)) : Value();
  inputs.push_back({tensor, map});
  return Value();
}

FailureOr<Value> Fuser::visit(Value value, AffineMap map, unsigned depth) {
  Operation *op = value.getDefiningOp();
  if (!isa<RankedTensorType>(value.getType()))
    return visitScalar(value, depth);
  auto found = done.find({value, map});
  if (found != done.end())
    return found->second;
  if (!op || depth > 2000) {
    mlir::emitError(value.getLoc(),
                    "a tensor that is carried by a loop or passed as an "
                    "argument is not scheduled yet; load it from memory");
    return failure();
  }
  FailureOr<Value> result = failure();
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (isa<ktdp::LoadOp>(op)) {
    result = input(value, map);
  } else if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
    if (!splat)
      return op->emitError("only constant tensors with one repeated value are "
                           "scheduled; load others from memory"),
             failure();
    result = Value();
    if (body)
      result = Value(arith::ConstantOp::create(
          *builder, op->getLoc(), splat.getSplatValue<TypedAttr>()));
  } else if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
    result = body ? splat.getInput() : Value();
  } else if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                 tensor::ReshapeOp, tensor::CastOp>(op)) {
    result = visitReshape(op, op->getOperand(0), map, depth + 1);
  } else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    result = visitLinalg(linalgOp, number, map, depth + 1);
  } else if (OpTrait::hasElementwiseMappableTraits(op)) {
    result = visitElementwise(op, number, map, depth + 1);
  } else if (isa<tensor::EmptyOp>(op)) {
    return op->emitError("the contents of tensor.empty are used before "
                         "anything was written to them"),
           failure();
  } else {
    return op->emitError("'")
               << op->getName()
               << "' is not element-wise and not scheduled yet; `spyreglass "
                  "interpret` runs it",
           failure();
  }
  if (succeeded(result))
    done[{value, map}] = *result;
  return result;
}

// Scalars are constants, arguments, or computed from those: the computation
// moves into the body, where a unit can do it.
FailureOr<Value> Fuser::visitScalar(Value value, unsigned depth) {
  Operation *op = value.getDefiningOp();
  AffineMap none;
  auto found = done.find({value, none});
  if (found != done.end())
    return found->second;
  bool computed = op && !isa<arith::ConstantOp>(op) &&
                  OpTrait::hasElementwiseMappableTraits(op) && depth < 2000 &&
                  llvm::none_of(op->getOperandTypes(),
                                [](Type type) { return type.isIndex(); });
  if (!computed)
    return body ? value : Value();
  FailureOr<Value> result = visitElementwise(
      op, cast<OpResult>(value).getResultNumber(), none, depth + 1);
  if (succeeded(result))
    done[{value, none}] = *result;
  return result;
}

// Reshapes that only add or drop unit dimensions keep every other index.
FailureOr<Value> Fuser::visitReshape(Operation *op, Value source, AffineMap map,
                                     unsigned depth) {
  auto from = dyn_cast<RankedTensorType>(source.getType());
  auto to = cast<RankedTensorType>(op->getResult(0).getType());
  auto refuse = [&]() -> FailureOr<Value> {
    return op->emitError("only reshapes that add or drop dimensions of size 1 "
                         "are scheduled yet"),
           failure();
  };
  if (!from || !from.hasStaticShape() || !to.hasStaticShape())
    return refuse();
  SmallVector<AffineExpr> kept;
  for (auto [expr, size] : llvm::zip(map.getResults(), to.getShape()))
    if (size != 1)
      kept.push_back(expr);
  SmallVector<AffineExpr> exprs;
  unsigned next = 0;
  SmallVector<int64_t> fromKept, toKept;
  llvm::copy_if(from.getShape(), std::back_inserter(fromKept),
                [](int64_t size) { return size != 1; });
  llvm::copy_if(to.getShape(), std::back_inserter(toKept),
                [](int64_t size) { return size != 1; });
  if (fromKept != toKept)
    return refuse();
  MLIRContext *context = op->getContext();
  for (int64_t size : from.getShape())
    exprs.push_back(size == 1 ? getAffineConstantExpr(0, context)
                              : kept[next++]);
  return visit(source, AffineMap::get(rank, 0, exprs, context), depth);
}

FailureOr<Value> Fuser::visitLinalg(linalg::LinalgOp op, unsigned result,
                                    AffineMap map, unsigned depth) {
  auto refuse = [&](const Twine &why) -> FailureOr<Value> {
    return op->emitError("'") << op->getName() << "' " << why
                              << "; `spyreglass interpret` runs it",
           failure();
  };
  if (op.getNumParallelLoops() != op.getNumLoops())
    return refuse("reduces along a dimension, which is not scheduled yet");
  // Loop dimensions of the op as functions of the fused space.
  AffineMap output = op.getIndexingMapMatchingResult(op->getResult(result));
  SmallVector<AffineExpr> dims(op.getNumLoops());
  if (!output.isProjectedPermutation(/*allowZeroInResults=*/true))
    return refuse("writes its result in an order that is not scheduled yet");
  for (auto [expr, at] : llvm::zip(output.getResults(), map.getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      dims[dim.getPosition()] = at;
  for (AffineExpr &dim : dims)
    if (!dim)
      return refuse("computes values its result does not hold");

  Block *inner = op.getBlock();
  IRMapping mapping;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    if (argument.use_empty())
      continue;
    AffineMap operandMap = op.getMatchingIndexingMap(&operand);
    AffineMap composed =
        operandMap.getNumResults()
            ? operandMap.replaceDimsAndSymbols(dims, {}, rank, 0)
            : AffineMap::get(rank, 0, op->getContext());
    for (AffineExpr expr : composed.getResults())
      if (!expr.isPureAffine() ||
          expr.isSymbolicOrConstant() != isa<AffineConstantExpr>(expr))
        return refuse("indexes an operand in a way that is not scheduled yet");
    FailureOr<Value> scalar = visit(operand.get(), composed, depth);
    if (failed(scalar))
      return failure();
    if (body)
      mapping.map(argument, *scalar);
  }
  for (Operation &nested : inner->without_terminator()) {
    if (nested.getNumRegions() || nested.getNumResults() != 1 ||
        isa<linalg::IndexOp>(nested))
      return nested.emitError("'")
                 << nested.getName()
                 << "' inside a compute region is not scheduled yet",
             failure();
    if (!body)
      continue;
    // Bodies of named operations are made without a place of their own.
    Operation *copy = builder->clone(nested, mapping);
    if (isa<UnknownLoc>(copy->getLoc()))
      copy->setLoc(op->getLoc());
  }
  if (!body)
    return Value();
  return mapping.lookupOrDefault(inner->getTerminator()->getOperand(result));
}

FailureOr<Value> Fuser::visitElementwise(Operation *op, unsigned result,
                                         AffineMap map, unsigned depth) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    FailureOr<Value> scalar = visit(operand, map, depth);
    if (failed(scalar))
      return failure();
    operands.push_back(*scalar);
  }
  if (!body)
    return Value();
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(operands);
  for (Type type : op->getResultTypes())
    state.addTypes(getElementTypeOrSelf(type));
  state.addAttributes(op->getDiscardableAttrDictionary().getValue());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  return builder->create(state)->getResult(result);
}

FailureOr<SmallVector<Operation *>> loadsBehind(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Fuser fuser(type.getRank());
  AffineMap identity =
      AffineMap::getMultiDimIdentityMap(type.getRank(), value.getContext());
  if (failed(fuser.visit(value, identity)))
    return failure();
  llvm::SetVector<Operation *> loads;
  for (const Fuser::Input &input : fuser.inputs)
    loads.insert(input.tensor.getDefiningOp());
  return SmallVector<Operation *>(loads.begin(), loads.end());
}

FailureOr<linalg::GenericOp> fuseCompute(OpBuilder &builder,
                                         ArrayRef<Value> stored,
                                         ArrayRef<Location> locations) {
  MLIRContext *context = builder.getContext();
  auto first = cast<RankedTensorType>(stored.front().getType());
  unsigned rank = first.getRank();
  AffineMap identity = AffineMap::getMultiDimIdentityMap(rank, context);
  Fuser collect(rank);
  for (Value value : stored)
    if (failed(collect.visit(value, identity)))
      return failure();

  Location loc = FusedLoc::get(context, locations);
  SmallVector<Value> inputs, outputs;
  SmallVector<Type> types;
  SmallVector<AffineMap> maps;
  for (const Fuser::Input &input : collect.inputs) {
    inputs.push_back(input.tensor);
    maps.push_back(input.map);
  }
  for (auto [value, location] : llvm::zip(stored, locations)) {
    auto type = cast<RankedTensorType>(value.getType());
    types.push_back(type);
    outputs.push_back(tensor::EmptyOp::create(
        builder, location, type.getShape(), type.getElementType()));
    maps.push_back(identity);
  }
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  bool ok = true;
  auto generic = linalg::GenericOp::create(
      builder, loc, types, inputs, outputs, maps, iterators,
      [&](OpBuilder &nested, Location, ValueRange arguments) {
        Fuser write(rank);
        write.inputs = collect.inputs;
        write.body = nested.getInsertionBlock();
        write.builder = &nested;
        SmallVector<Value> results;
        for (auto [value, location] : llvm::zip(stored, locations)) {
          FailureOr<Value> scalar = write.visit(value, identity);
          ok &= succeeded(scalar);
          if (ok)
            results.push_back(*scalar);
        }
        if (ok)
          linalg::YieldOp::create(nested, loc, results);
      });
  if (!ok)
    return failure();
  return generic;
}

} // namespace sg
