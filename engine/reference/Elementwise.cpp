// Operations of the op table on scalars and tensors, constants and affine
// arithmetic.
#include "engine/ir/ktdp/TileSets.h"
#include "engine/reference/Executor.h"
#include "engine/reference/RowLookup.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace sg::reference {

namespace {
struct RowPlan : Plan {
  RowUse use;
};

bool runScalarRow(Executor &run, const Step &step) {
  const RowUse &use = static_cast<const RowPlan &>(*step.plan).use;
  Scalar in[3];
  unsigned count = 0;
  for (unsigned slot : step.in)
    in[count++] = run[slot].scalar;
  for (Scalar constant : use.constants)
    in[count++] = constant;
  run[step.out[0]].scalar =
      use.row->eval({in, use.row->arity}, use.operand, use.result);
  return run.spend(step.op, 1);
}

// Operands that are scalars (a condition that selects between tensors, values
// from attributes) are repeated.
bool runTensorRow(Executor &run, const Step &step) {
  const RowUse &use = static_cast<const RowPlan &>(*step.plan).use;
  const Tensor *shaped = nullptr;
  for (unsigned slot : step.in)
    if (const Tensor *tensor = run[slot].tensor.get()) {
      if (shaped && shaped->shape != tensor->shape)
        return run.error(step.op,
                         "operands have different shapes when it runs");
      shaped = tensor;
    }
  std::shared_ptr<Tensor> result =
      run.makeTensor(step.op, use.result, shaped->shape);
  if (!result || !run.spend(step.op, shaped->elements))
    return false;
  const void *pointers[3];
  std::vector<uint8_t> repeated[3];
  for (unsigned k = 0; k < use.row->arity; ++k) {
    Slot constant;
    bool isOperand = k < step.in.size();
    const Slot &slot = isOperand ? run[step.in[k]] : constant;
    if (slot.tensor) {
      pointers[k] = slot.tensor->data();
      continue;
    }
    bool isCondition = use.row->signature == Signature::Select && k == 0;
    Format format = isCondition ? Format::I1 : use.operand;
    Scalar value = isOperand ? slot.scalar : use.constants[k - step.in.size()];
    unsigned bytes = formatBytes(format);
    repeated[k].resize(size_t(shaped->elements) * bytes);
    for (int64_t i = 0; i < shaped->elements; ++i)
      storeScalar(format, value, repeated[k].data() + size_t(i) * bytes);
    pointers[k] = repeated[k].data();
  }
  computeElements(*use.row, use.operand, use.result, pointers, result->data(),
                  size_t(result->elements));
  run[step.out[0]].tensor = std::move(result);
  return true;
}

struct ConstantPlan : Plan {
  int64_t counter = 0; // of the value's storage, which it outlives
  Slot value;
};

bool runConstant(Executor &run, const Step &step) {
  run[step.out[0]] = static_cast<const ConstantPlan &>(*step.plan).value;
  return true;
}

LogicalResult planConstant(arith::ConstantOp op, Step &step) {
  auto plan = std::make_unique<ConstantPlan>();
  std::optional<Format> format = formatOf(getElementTypeOrSelf(op.getType()));
  if (!format)
    return success();
  auto shaped = dyn_cast<RankedTensorType>(op.getType());
  if (!shaped) {
    std::optional<Scalar> value = scalarOf(op.getValue(), *format);
    if (!value)
      return success();
    plan->value.scalar = *value;
  } else {
    auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
    std::optional<int64_t> count = elementCount(shaped.getShape());
    if (!elements || !count || *count * formatBytes(*format) > maxBytes)
      return success();
    auto tensor = std::make_shared<Tensor>();
    tensor->format = *format;
    tensor->shape.assign(shaped.getShape().begin(), shaped.getShape().end());
    tensor->elements = *count;
    unsigned bytes = formatBytes(*format);
    tensor->storage = std::make_shared<Storage>(*count * bytes, plan->counter);
    uint8_t *to = tensor->data();
    if (isFloat(*format))
      for (APFloat value : elements.getValues<APFloat>()) {
        storeScalar(*format, {toDouble(value), 0}, to);
        to += bytes;
      }
    else
      for (const APInt &value : elements.getValues<APInt>()) {
        storeScalar(*format, {0, value.getSExtValue()}, to);
        to += bytes;
      }
    plan->value.tensor = std::move(tensor);
  }
  step.plan = std::move(plan);
  step.run = runConstant;
  return success();
}

// affine.apply, affine.min, affine.max: one map, and how its results combine.
struct AffinePlan : Plan {
  AffineMap map;
  bool takeMax = false;
};

bool runAffine(Executor &run, const Step &step) {
  const auto &plan = static_cast<const AffinePlan &>(*step.plan);
  Shape values;
  for (unsigned slot : step.in)
    values.push_back(run.integer(slot));
  ArrayRef<int64_t> all = values;
  ArrayRef<int64_t> dims = all.take_front(plan.map.getNumDims());
  ArrayRef<int64_t> symbols = all.drop_front(plan.map.getNumDims());
  std::optional<int64_t> best;
  for (AffineExpr expr : plan.map.getResults()) {
    std::optional<int64_t> value = ktdp::evaluate(expr, dims, symbols);
    if (!value)
      return run.error(step.op, "has no value here (" + run.tileName(run.tile) +
                                    "): a division by zero, or too large");
    if (!best || (plan.takeMax ? *value > *best : *value < *best))
      best = value;
  }
  run[step.out[0]].scalar.i = best.value_or(0);
  return run.spend(step.op, 1);
}
} // namespace

LogicalResult planElementwise(Compiler &compiler, Step &step) {
  Operation *op = step.op;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return planConstant(constant, step);
  auto affine = [&](AffineMap map, bool takeMax) {
    auto plan = std::make_unique<AffinePlan>();
    plan->map = map;
    plan->takeMax = takeMax;
    step.plan = std::move(plan);
    step.run = runAffine;
    return success();
  };
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return affine(apply.getAffineMap(), false);
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return affine(min.getAffineMap(), false);
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return affine(max.getAffineMap(), true);

  std::optional<RowUse> use = lookUpRow(compiler.ops, op);
  if (!use)
    return success();
  Type type = op->getResult(0).getType();
  bool isTensor = isa<RankedTensorType>(type);
  if (!isTensor && isa<ShapedType>(type))
    return success();
  auto plan = std::make_unique<RowPlan>();
  plan->use = *use;
  step.plan = std::move(plan);
  step.run = isTensor ? runTensorRow : runScalarRow;
  return success();
}

} // namespace sg::reference
