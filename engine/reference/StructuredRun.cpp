#include "engine/ir/ktdp/TileSets.h"
#include "engine/reference/Structured.h"

using namespace mlir;

namespace sg::reference {

namespace {
// Points of the strip's loop that go through the rows together.
constexpr int64_t stripLength = 1024;

template <typename T>
void copyStrided(uint8_t *to, const uint8_t *from, int64_t stride, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    std::memcpy(to + i * sizeof(T), from + i * stride * int64_t(sizeof(T)),
                sizeof(T));
}
void gatherStrided(uint8_t *to, const uint8_t *from, int64_t stride, int64_t n,
                   unsigned bytes) {
  if (bytes == 2)
    copyStrided<uint16_t>(to, from, stride, n);
  else if (bytes == 4)
    copyStrided<uint32_t>(to, from, stride, n);
  else if (bytes == 8)
    copyStrided<uint64_t>(to, from, stride, n);
  else
    copyStrided<uint8_t>(to, from, stride, n);
}
} // namespace

bool StructuredRun::findRanges() {
  parallel = plan.parallel;
  for (auto [operand, subscript] : plan.ranges) {
    const Tensor *tensor = run[plan.operands[operand].slot].tensor.get();
    if (!tensor || subscript >= tensor->shape.size())
      return run.error(step.op, "an operand has no such dimension");
    ranges.push_back(tensor->shape[subscript]);
  }
  int64_t total = 1;
  for (int64_t range : ranges)
    if (llvm::MulOverflow(total, range, total))
      return run.error(step.op, "the operation has more than 2^63 points");
  int64_t each = std::max<int64_t>(1, int64_t(plan.ops.size()));
  if (llvm::MulOverflow(total, each, total))
    total = std::numeric_limits<int64_t>::max() / 2;
  return run.spend(step.op, std::min(total, int64_t(1) << 61));
}

bool StructuredRun::bindOperands() {
  for (const StructuredPlan::Operand &operand : plan.operands) {
    Bound entry;
    entry.bytes = formatBytes(operand.format);
    entry.strides.assign(ranges.size(), 0);
    if (!operand.isScalar) {
      const Tensor &tensor = *run[operand.slot].tensor;
      entry.shape = tensor.shape;
      entry.data = tensor.data();
    }
    for (const std::optional<LinearExpr> &subscript : operand.subscripts)
      entry.linear &= subscript.has_value();
    allLinear &= entry.linear;
    bound.push_back(std::move(entry));
  }
  if (llvm::is_contained(ranges, 0))
    return true;
  for (unsigned i = 0; i < bound.size(); ++i) {
    Bound &entry = bound[i];
    if (plan.operands[i].isScalar)
      continue;
    if (!checkSubscripts(i))
      return false;
    if (!entry.linear)
      continue;
    // What the check passed is within the tensor, so nothing overflows here.
    Shape dense = denseStrides(entry.shape);
    for (auto [k, subscript] : llvm::enumerate(plan.operands[i].subscripts)) {
      entry.base += subscript->constant * dense[k];
      for (size_t loop = 0; loop < ranges.size(); ++loop)
        if (ranges[loop] > 1)
          entry.strides[loop] += subscript->coefficients[loop] * dense[k];
    }
  }
  return true;
}

// Linear subscripts are checked at their extremes, others at every point.
bool StructuredRun::checkSubscripts(unsigned operand) {
  const StructuredPlan::Operand &planned = plan.operands[operand];
  for (auto [i, subscript] : llvm::enumerate(planned.subscripts)) {
    if (!subscript)
      continue;
    __int128 low = subscript->constant, high = low;
    for (size_t loop = 0; loop < ranges.size(); ++loop) {
      __int128 reach =
          __int128(subscript->coefficients[loop]) * (ranges[loop] - 1);
      (reach < 0 ? low : high) += reach;
    }
    int64_t size = bound[operand].shape[i];
    if (low < 0 || high >= size)
      return run.error(step.op,
                       "subscript " + Twine(i) + " of operand " +
                           Twine(operand) + " leaves the dimension of size " +
                           Twine(size) + " on " + run.tileName(run.tile));
  }
  return true;
}

bool StructuredRun::makeResults() {
  for (unsigned i = plan.inputs; i < plan.operands.size(); ++i) {
    const Tensor &init = *run[plan.operands[i].slot].tensor;
    std::shared_ptr<Tensor> result =
        run.makeTensor(step.op, init.format, init.shape);
    if (!result)
      return false;
    if (plan.keepsInit[i - plan.inputs])
      std::memcpy(result->data(), init.data(), size_t(init.storage->bytes));
    bound[i].data = bound[i].result = result->data();
    results.push_back(std::move(result));
  }
  return true;
}

// Neighbouring parallel loops that walk memory as one long loop would.
void StructuredRun::mergeLoops() {
  usesIndices =
      !plan.rowsOnly || llvm::any_of(plan.values, [](const BodyValue &value) {
        return value.kind == BodyValue::Index;
      });
  if (usesIndices || !allLinear)
    return;
  auto drop = [&](size_t loop) {
    ranges.erase(ranges.begin() + loop);
    parallel.erase(parallel.begin() + loop);
    for (Bound &entry : bound)
      entry.strides.erase(entry.strides.begin() + loop);
  };
  for (size_t loop = ranges.size(); loop-- > 0;)
    if (ranges[loop] == 1)
      drop(loop);
  for (size_t loop = ranges.size(); loop-- > 1;) {
    size_t outer = loop - 1;
    bool merges = parallel[outer] && parallel[loop];
    for (const Bound &entry : bound)
      merges &= entry.strides[outer] == entry.strides[loop] * ranges[loop];
    if (!merges)
      continue;
    ranges[outer] *= ranges[loop];
    for (Bound &entry : bound)
      entry.strides[outer] = entry.strides[loop];
    drop(loop);
  }
}

// The parallel loop along which most operands are dense or repeated. Results of
// different points of it are independent, so that it can be the innermost
// without changing in what order anything is reduced.
void StructuredRun::chooseStrip() {
  int best = -1;
  for (size_t loop = 0; loop < ranges.size(); ++loop) {
    if (!parallel[loop] || ranges[loop] < 2)
      continue;
    int score = 0;
    for (const Bound &entry : bound)
      score += entry.linear &&
               (entry.strides[loop] == 0 || entry.strides[loop] == 1);
    if (score >= best) {
      best = score;
      strip = int(loop);
    }
  }
  counts = ranges;
  if (strip >= 0)
    counts[strip] = 1;
  point.assign(ranges.size(), 0);
}

std::optional<int64_t> StructuredRun::address(unsigned operand, int64_t at) {
  const Bound &entry = bound[operand];
  if (entry.linear) {
    int64_t result = entry.base;
    for (size_t loop = 0; loop < ranges.size(); ++loop)
      result += entry.strides[loop] * (int(loop) == strip ? at : point[loop]);
    return result;
  }
  Shape where = point;
  if (strip >= 0)
    where[strip] = at;
  int64_t result = 0;
  for (auto [i, expr] :
       llvm::enumerate(plan.operands[operand].map.getResults())) {
    std::optional<int64_t> index = ktdp::evaluate(expr, where, {});
    if (!index || *index < 0 || *index >= entry.shape[i]) {
      run.error(step.op, "subscript " + Twine(i) + " of operand " +
                             Twine(operand) + " leaves the dimension of size " +
                             Twine(entry.shape[i]) + " on " +
                             run.tileName(run.tile));
      return std::nullopt;
    }
    result = result * entry.shape[i] + *index;
  }
  return result;
}

bool StructuredRun::gather(unsigned operand, int64_t start, int64_t count,
                           uint8_t *to) {
  const Bound &entry = bound[operand];
  if (!entry.linear) {
    for (int64_t i = 0; i < count; ++i) {
      std::optional<int64_t> at = address(operand, start + i);
      if (!at)
        return false;
      std::memcpy(to + i * entry.bytes, entry.data + *at * entry.bytes,
                  entry.bytes);
    }
    return true;
  }
  gatherStrided(to, entry.data + *address(operand, start) * entry.bytes,
                entry.strides[strip], count, entry.bytes);
  return true;
}

bool StructuredRun::runStrip(int64_t start, int64_t count) {
  for (auto [number, value] : llvm::enumerate(plan.values)) {
    if (value.kind == BodyValue::Index) {
      for (int64_t i = 0; i < count; ++i) {
        int64_t index =
            int(value.which) == strip ? start + i : point[value.which];
        std::memcpy(buffer(number) + i * 8, &index, 8);
      }
    } else if (value.kind == BodyValue::Operand &&
               !plan.operands[value.which].isScalar) {
      const Bound &entry = bound[value.which];
      if (entry.linear && entry.strides[strip] == 1) {
        pointers[number] =
            entry.data + *address(value.which, start) * entry.bytes;
        continue;
      }
      if (!gather(value.which, start, count, buffer(number)))
        return false;
    }
  }
  for (const BodyOp &op : plan.ops) {
    const void *in[3];
    for (auto [k, input] : llvm::enumerate(op.inputs))
      in[k] = pointers[input];
    computeElements(*op.use.row, op.use.operand, op.use.result, in,
                    buffer(op.result), size_t(count));
  }
  for (auto [i, yield] : llvm::enumerate(plan.yields)) {
    unsigned operand = plan.inputs + unsigned(i);
    Bound &entry = bound[operand];
    const uint8_t *from = static_cast<const uint8_t *>(pointers[yield]);
    if (entry.linear && entry.strides[strip] == 1) {
      std::memmove(entry.result + *address(operand, start) * entry.bytes, from,
                   size_t(count) * entry.bytes);
      continue;
    }
    for (int64_t k = 0; k < count; ++k) {
      std::optional<int64_t> at = address(operand, start + k);
      if (!at)
        return false;
      std::memcpy(entry.result + *at * entry.bytes, from + k * entry.bytes,
                  entry.bytes);
    }
  }
  return true;
}

bool StructuredRun::runStrips() {
  int64_t length = std::min(ranges[strip], stripLength);
  buffers.resize(plan.values.size());
  pointers.resize(plan.values.size());
  for (auto [number, value] : llvm::enumerate(plan.values)) {
    buffers[number].resize(size_t(length) * 8);
    pointers[number] = buffer(number);
    bool isScalarOperand =
        value.kind == BodyValue::Operand && plan.operands[value.which].isScalar;
    if (value.kind != BodyValue::Constant &&
        value.kind != BodyValue::Captured && !isScalarOperand)
      continue;
    Scalar scalar = value.constant;
    if (value.kind != BodyValue::Constant)
      scalar =
          run[isScalarOperand ? plan.operands[value.which].slot : value.which]
              .scalar;
    unsigned bytes = formatBytes(value.format);
    for (int64_t i = 0; i < length; ++i)
      storeScalar(value.format, scalar, buffer(number) + i * bytes);
  }
  do {
    for (int64_t start = 0; start < ranges[strip]; start += length)
      if (!runStrip(start, std::min(length, ranges[strip] - start)))
        return false;
  } while (advance(point, counts));
  return true;
}

// Point by point: no loop is free of dependences between its points.
bool StructuredRun::runSingles() {
  std::vector<Scalar> values(plan.values.size());
  do {
    for (auto [number, value] : llvm::enumerate(plan.values)) {
      if (value.kind == BodyValue::Constant) {
        values[number] = value.constant;
      } else if (value.kind == BodyValue::Captured) {
        values[number] = run[value.which].scalar;
      } else if (value.kind == BodyValue::Index) {
        values[number].i = point[value.which];
      } else if (value.kind == BodyValue::Operand) {
        const StructuredPlan::Operand &operand = plan.operands[value.which];
        if (operand.isScalar) {
          values[number] = run[operand.slot].scalar;
          continue;
        }
        std::optional<int64_t> at = address(value.which, 0);
        if (!at)
          return false;
        const Bound &entry = bound[value.which];
        values[number] =
            loadScalar(operand.format, entry.data + *at * entry.bytes);
      }
    }
    for (const BodyOp &op : plan.ops) {
      Scalar in[3];
      for (auto [k, input] : llvm::enumerate(op.inputs))
        in[k] = values[input];
      values[op.result] = op.use.row->eval({in, op.use.row->arity},
                                           op.use.operand, op.use.result);
    }
    for (auto [i, yield] : llvm::enumerate(plan.yields)) {
      unsigned operand = plan.inputs + unsigned(i);
      std::optional<int64_t> at = address(operand, 0);
      if (!at)
        return false;
      storeScalar(plan.operands[operand].format, values[yield],
                  bound[operand].result + *at * bound[operand].bytes);
    }
  } while (advance(point, counts));
  return true;
}

// A region with more in it than rows of the table.
bool StructuredRun::runRegion() {
  const Code &body = *step.regions[0];
  do {
    for (auto [i, slot] : llvm::enumerate(body.arguments)) {
      const StructuredPlan::Operand &operand = plan.operands[i];
      if (operand.isScalar) {
        run[slot] = run[operand.slot];
        continue;
      }
      std::optional<int64_t> at = address(i, 0);
      if (!at)
        return false;
      run[slot].scalar =
          loadScalar(operand.format, bound[i].data + *at * bound[i].bytes);
    }
    run.loopIndex = point;
    if (!run.run(body))
      return false;
    for (auto [i, slot] : llvm::enumerate(body.yields)) {
      unsigned operand = plan.inputs + unsigned(i);
      std::optional<int64_t> at = address(operand, 0);
      if (!at)
        return false;
      storeScalar(plan.operands[operand].format, run[slot].scalar,
                  bound[operand].result + *at * bound[operand].bytes);
    }
  } while (advance(point, counts));
  return true;
}

bool StructuredRun::execute() {
  if (!findRanges() || !bindOperands() || !makeResults())
    return false;
  bool isEmpty = llvm::is_contained(ranges, 0);
  if (!isEmpty) {
    mergeLoops();
    if (plan.rowsOnly) {
      chooseStrip();
      if (!(strip >= 0 ? runStrips() : runSingles()))
        return false;
    } else {
      counts = ranges;
      point.assign(ranges.size(), 0);
      if (!runRegion())
        return false;
    }
  }
  for (auto [slot, result] : llvm::zip(step.out, results))
    run[slot].tensor = result;
  return true;
}

} // namespace sg::reference
