// Slices of tensors and of views.
#include "engine/reference/Executor.h"
#include "engine/reference/Points.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace sg::reference {

namespace {
struct SlicePlan : Plan {
  Shape offsets, sizes, strides; // static, kDynamic where an operand gives it
  llvm::SmallBitVector dropped;
  Format format = Format::F16;
};

struct Slice {
  Shape offsets, sizes, strides;
};

// Values of a slice whose dynamic entries start at operand `first`: offsets,
// sizes, strides. Reports a slice that leaves `shape`.
std::optional<Slice> sliceOf(Executor &run, const Step &step, unsigned first,
                             ArrayRef<int64_t> shape) {
  const auto &plan = static_cast<const SlicePlan &>(*step.plan);
  ArrayRef<unsigned> slots = ArrayRef<unsigned>(step.in).drop_front(first);
  auto take = [&](const Shape &statics) {
    Shape values = run.mixed(statics, slots);
    slots = slots.drop_front(llvm::count_if(statics, ShapedType::isDynamic));
    return values;
  };
  Slice slice;
  slice.offsets = take(plan.offsets);
  slice.sizes = take(plan.sizes);
  slice.strides = take(plan.strides);
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t offset = slice.offsets[i], size = slice.sizes[i];
    auto last = multiplyAdd(slice.strides[i], size - 1, offset);
    bool inside = size == 0 || (size > 0 && offset >= 0 && offset < shape[i] &&
                                last && *last >= 0 && *last < shape[i]);
    if (!inside) {
      run.error(step.op, "a slice of " + Twine(size) + " from " +
                             Twine(offset) + " with stride " +
                             Twine(slice.strides[i]) + " leaves dimension " +
                             Twine(i) + " of size " + Twine(shape[i]) + " on " +
                             run.tileName(run.tile));
      return std::nullopt;
    }
  }
  return slice;
}

// Calls `copy(element in the whole, element in the slice, length)` for runs.
template <typename Fn>
void forEachRun(const Slice &slice, ArrayRef<int64_t> shape, Fn copy) {
  std::optional<int64_t> total = elementCount(slice.sizes);
  if (!total || *total == 0)
    return;
  Shape strides = denseStrides(shape);
  size_t rank = shape.size();
  int64_t length = 1;
  size_t outer = rank;
  if (rank && slice.strides[rank - 1] == 1) {
    length = slice.sizes[rank - 1];
    outer = rank - 1;
  }
  ArrayRef<int64_t> counts = ArrayRef<int64_t>(slice.sizes).take_front(outer);
  Shape index(outer, 0);
  int64_t done = 0;
  do {
    int64_t at = outer < rank ? slice.offsets[outer] : 0;
    for (size_t i = 0; i < outer; ++i)
      at += (slice.offsets[i] + index[i] * slice.strides[i]) * strides[i];
    copy(at, done, length);
    done += length;
  } while (advance(index, counts));
}

Shape keptSizes(const Slice &slice, const llvm::SmallBitVector &dropped) {
  Shape sizes;
  for (auto [i, size] : llvm::enumerate(slice.sizes))
    if (!dropped.test(i))
      sizes.push_back(size);
  return sizes;
}

bool runExtractSlice(Executor &run, const Step &step) {
  const auto &plan = static_cast<const SlicePlan &>(*step.plan);
  std::shared_ptr<const Tensor> source = run[step.in[0]].tensor;
  std::optional<Slice> slice = sliceOf(run, step, 1, source->shape);
  if (!slice)
    return false;
  std::shared_ptr<Tensor> result =
      run.makeTensor(step.op, source->format, keptSizes(*slice, plan.dropped));
  if (!result || !run.spend(step.op, result->elements))
    return false;
  size_t bytes = formatBytes(source->format);
  forEachRun(*slice, source->shape, [&](int64_t at, int64_t done, int64_t n) {
    std::memcpy(result->data() + done * bytes, source->data() + at * bytes,
                n * bytes);
  });
  run[step.out[0]].tensor = std::move(result);
  return true;
}

bool runInsertSlice(Executor &run, const Step &step) {
  std::shared_ptr<const Tensor> part = run[step.in[0]].tensor;
  std::shared_ptr<const Tensor> whole = run[step.in[1]].tensor;
  std::optional<Slice> slice = sliceOf(run, step, 2, whole->shape);
  if (!slice)
    return false;
  if (elementCount(slice->sizes) != part->elements)
    return run.error(step.op, "the inserted tensor does not have the slice's "
                              "size on " +
                                  run.tileName(run.tile));
  std::shared_ptr<Tensor> result =
      run.makeTensor(step.op, whole->format, whole->shape);
  if (!result || !run.spend(step.op, whole->elements))
    return false;
  size_t bytes = formatBytes(whole->format);
  std::memcpy(result->data(), whole->data(), size_t(whole->storage->bytes));
  forEachRun(*slice, whole->shape, [&](int64_t at, int64_t done, int64_t n) {
    std::memcpy(result->data() + at * bytes, part->data() + done * bytes,
                n * bytes);
  });
  run[step.out[0]].tensor = std::move(result);
  return true;
}

bool runSubView(Executor &run, const Step &step) {
  const auto &plan = static_cast<const SlicePlan &>(*step.plan);
  std::shared_ptr<const View> source = run[step.in[0]].view;
  std::optional<Slice> slice = sliceOf(run, step, 1, source->sizes);
  if (!slice)
    return false;
  auto result = std::make_shared<View>(*source);
  result->sizes.clear();
  result->strides.clear();
  for (size_t i = 0; i < source->sizes.size(); ++i) {
    auto offset =
        multiplyAdd(slice->offsets[i], source->strides[i], result->offset);
    auto stride = multiplyAdd(slice->strides[i], source->strides[i], 0);
    if (!offset || !stride)
      return run.error(step.op, "an address is too large");
    result->offset = *offset;
    if (plan.dropped.test(i))
      continue;
    result->sizes.push_back(slice->sizes[i]);
    result->strides.push_back(*stride);
  }
  run[step.out[0]].view = std::move(result);
  return true;
}

template <typename Op> std::unique_ptr<SlicePlan> slicePlan(Op op) {
  auto plan = std::make_unique<SlicePlan>();
  auto copy = [](ArrayRef<int64_t> values) {
    return Shape(values.begin(), values.end());
  };
  plan->offsets = copy(op.getStaticOffsets());
  plan->sizes = copy(op.getStaticSizes());
  plan->strides = copy(op.getStaticStrides());
  plan->dropped = op.getDroppedDims();
  return plan;
}
} // namespace

LogicalResult planSlices(Compiler &, Step &step) {
  if (auto extract = dyn_cast<tensor::ExtractSliceOp>(step.op)) {
    step.plan = slicePlan(extract);
    step.run = runExtractSlice;
  } else if (auto insert = dyn_cast<tensor::InsertSliceOp>(step.op)) {
    step.plan = slicePlan(insert);
    step.run = runInsertSlice;
  } else if (auto view = dyn_cast<memref::SubViewOp>(step.op)) {
    step.plan = slicePlan(view);
    step.run = runSubView;
  }
  return success();
}

} // namespace sg::reference
