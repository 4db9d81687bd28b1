// Making, reading and reshaping tensors.
#include "engine/reference/Executor.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace sg::reference {

namespace {
// The static sizes of a result; dynamic ones come from operands.
struct ShapePlan : Plan {
  Format format = Format::F16;
  Shape sizes;
  SmallVector<ReassociationIndices> groups; // collapse_shape
};
const ShapePlan &shapeOf(const Step &step) {
  return static_cast<const ShapePlan &>(*step.plan);
}

void fill(Tensor &tensor, Scalar value) {
  unsigned bytes = formatBytes(tensor.format);
  uint8_t image[8];
  storeScalar(tensor.format, value, image);
  uint8_t *to = tensor.data();
  for (int64_t i = 0; i < tensor.elements; ++i, to += bytes)
    std::memcpy(to, image, bytes);
}

// Uninitialised elements are zero here, so that runs repeat.
bool runEmpty(Executor &run, const Step &step) {
  const ShapePlan &plan = shapeOf(step);
  std::shared_ptr<Tensor> result =
      run.makeTensor(step.op, plan.format, run.mixed(plan.sizes, step.in));
  if (!result)
    return false;
  std::memset(result->data(), 0, size_t(result->storage->bytes));
  run[step.out[0]].tensor = std::move(result);
  return true;
}

bool runSplat(Executor &run, const Step &step) {
  const ShapePlan &plan = shapeOf(step);
  ArrayRef<unsigned> sizes = step.in;
  std::shared_ptr<Tensor> result = run.makeTensor(
      step.op, plan.format, run.mixed(plan.sizes, sizes.drop_front()));
  if (!result)
    return false;
  fill(*result, run[step.in[0]].scalar);
  run[step.out[0]].tensor = std::move(result);
  return true;
}

bool runFromElements(Executor &run, const Step &step) {
  const ShapePlan &plan = shapeOf(step);
  std::shared_ptr<Tensor> result =
      run.makeTensor(step.op, plan.format, plan.sizes);
  if (!result)
    return false;
  for (auto [i, slot] : llvm::enumerate(step.in))
    storeScalar(plan.format, run[slot].scalar,
                result->data() + i * formatBytes(plan.format));
  run[step.out[0]].tensor = std::move(result);
  return true;
}

// Row-major position of the element that `indices` name; nothing after
// reporting that there is none.
std::optional<int64_t> position(Executor &run, const Step &step,
                                const Tensor &tensor,
                                ArrayRef<unsigned> indices) {
  int64_t at = 0;
  for (auto [dim, slot] : llvm::enumerate(indices)) {
    int64_t index = run.integer(slot), size = tensor.shape[dim];
    if (index < 0 || index >= size) {
      run.error(step.op, "index " + Twine(index) + " of dimension " +
                             Twine(dim) + " is outside of the tensor's " +
                             Twine(size) + " on " + run.tileName(run.tile));
      return std::nullopt;
    }
    at = at * size + index;
  }
  return at;
}

bool runExtract(Executor &run, const Step &step) {
  std::shared_ptr<const Tensor> tensor = run[step.in[0]].tensor;
  ArrayRef<unsigned> slots = step.in;
  auto at = position(run, step, *tensor, slots.drop_front());
  if (!at)
    return false;
  run[step.out[0]].scalar = loadScalar(
      tensor->format, tensor->data() + *at * formatBytes(tensor->format));
  return run.spend(step.op, 1);
}

bool runInsert(Executor &run, const Step &step) {
  std::shared_ptr<const Tensor> tensor = run[step.in[1]].tensor;
  ArrayRef<unsigned> slots = step.in;
  auto at = position(run, step, *tensor, slots.drop_front(2));
  if (!at || !run.spend(step.op, tensor->elements))
    return false;
  auto result = run.makeTensor(step.op, tensor->format, tensor->shape);
  if (!result)
    return false;
  std::memcpy(result->data(), tensor->data(), size_t(tensor->storage->bytes));
  storeScalar(tensor->format, run[step.in[0]].scalar,
              result->data() + *at * formatBytes(tensor->format));
  run[step.out[0]].tensor = std::move(result);
  return true;
}

bool runDim(Executor &run, const Step &step) {
  const Slot &source = run[step.in[0]];
  ArrayRef<int64_t> shape = source.tensor
                                ? ArrayRef<int64_t>(source.tensor->shape)
                                : ArrayRef<int64_t>(source.view->sizes);
  int64_t dim = run.integer(step.in[1]);
  if (dim < 0 || dim >= int64_t(shape.size()))
    return run.error(step.op, "there is no dimension " + Twine(dim));
  run[step.out[0]].scalar.i = shape[dim];
  return true;
}

// The same elements under another shape.
bool reshaped(Executor &run, const Step &step, Shape shape) {
  std::shared_ptr<const Tensor> source = run[step.in[0]].tensor;
  std::optional<int64_t> count = elementCount(shape);
  if (!count || *count != source->elements)
    return run.error(
        step.op, "the result does not have the " + Twine(source->elements) +
                     " elements of the source on " + run.tileName(run.tile));
  auto result = std::make_shared<Tensor>(*source);
  result->shape = std::move(shape);
  run[step.out[0]].tensor = std::move(result);
  return true;
}

bool runExpand(Executor &run, const Step &step) {
  ArrayRef<unsigned> slots = step.in;
  return reshaped(run, step,
                  run.mixed(shapeOf(step).sizes, slots.drop_front()));
}

bool runCollapse(Executor &run, const Step &step) {
  const Shape &from = run[step.in[0]].tensor->shape;
  Shape shape;
  for (const ReassociationIndices &group : shapeOf(step).groups) {
    int64_t size = 1;
    for (int64_t dim : group)
      size *= from[dim];
    shape.push_back(size);
  }
  return reshaped(run, step, std::move(shape));
}

bool runReshape(Executor &run, const Step &step) {
  std::shared_ptr<const Tensor> sizes = run[step.in[1]].tensor;
  Shape shape;
  for (int64_t i = 0; i < sizes->elements; ++i)
    shape.push_back(loadScalar(sizes->format,
                               sizes->data() + i * formatBytes(sizes->format))
                        .i);
  for (auto [size, expected] : llvm::zip(shape, shapeOf(step).sizes))
    if (!ShapedType::isDynamic(expected) && size != expected)
      return run.error(step.op, "the shape operand says " + Twine(size) +
                                    " where the result's type says " +
                                    Twine(expected));
  return reshaped(run, step, std::move(shape));
}

bool runCast(Executor &run, const Step &step) {
  const Shape &shape = run[step.in[0]].tensor->shape;
  for (auto [size, expected] : llvm::zip(shape, shapeOf(step).sizes))
    if (!ShapedType::isDynamic(expected) && size != expected)
      return run.error(step.op, "a dimension is " + Twine(size) + " on " +
                                    run.tileName(run.tile) +
                                    ", the result's type says " +
                                    Twine(expected));
  run[step.out[0]] = run[step.in[0]];
  return true;
}
} // namespace

LogicalResult planTensor(Compiler &, Step &step) {
  Operation *op = step.op;
  if (isa<tensor::DimOp, memref::DimOp>(op)) {
    step.run = runDim;
    return success();
  }
  if (isa<tensor::ExtractOp>(op)) {
    step.run = runExtract;
    return success();
  }
  StepFn run =
      llvm::TypeSwitch<Operation *, StepFn>(op)
          .Case<tensor::EmptyOp>([](auto) { return runEmpty; })
          .Case<tensor::SplatOp>([](auto) { return runSplat; })
          .Case<tensor::FromElementsOp>([](auto) { return runFromElements; })
          .Case<tensor::InsertOp>([](auto) { return runInsert; })
          .Case<tensor::ExpandShapeOp>([](auto) { return runExpand; })
          .Case<tensor::CollapseShapeOp>([](auto) { return runCollapse; })
          .Case<tensor::ReshapeOp>([](auto) { return runReshape; })
          .Case<tensor::CastOp>([](auto) { return runCast; })
          .Default(StepFn(nullptr));
  auto type = run ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                  : RankedTensorType();
  if (!type)
    return success();
  std::optional<Format> format = formatOf(type.getElementType());
  if (!format)
    return success();
  auto plan = std::make_unique<ShapePlan>();
  plan->format = *format;
  plan->sizes.assign(type.getShape().begin(), type.getShape().end());
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    plan->sizes.assign(expand.getStaticOutputShape().begin(),
                       expand.getStaticOutputShape().end());
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    plan->groups = collapse.getReassociationIndices();
    // The verifier lets some numbers pass that are no dimensions.
    for (const ReassociationIndices &group : plan->groups)
      for (int64_t dim : group)
        if (dim < 0 || dim >= collapse.getSrcType().getRank())
          return op->emitError("collapses a dimension ")
                 << dim << ", which its operand does not have";
  }
  step.plan = std::move(plan);
  step.run = run;
  return success();
}

} // namespace sg::reference
