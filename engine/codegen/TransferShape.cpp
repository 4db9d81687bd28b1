#include "engine/codegen/TransferShape.h"
#include "engine/spyrecode/Binary.h"
#include <numeric>

namespace sg::codegen {
namespace {

// Longer ones keep a dimension.
constexpr int64_t longestRun = int64_t(1) << 31;

Column times(const Column &column, int64_t factor) {
  Column result;
  // Wraps instead of overflowing; addresses are checked against the memories.
  for (int64_t value : column)
    result.push_back(int64_t(uint64_t(value) * uint64_t(factor)));
  return result;
}

bool continues(const Column &outer, const Column &inner, int64_t count) {
  return outer == times(inner, count);
}

/// Drops single dimensions and joins neighbours that continue each other.
std::vector<WalkDim> joined(const std::vector<WalkDim> &walk) {
  std::vector<WalkDim> result;
  for (const WalkDim &dim : walk) {
    if (dim.count == 1)
      continue;
    if (!result.empty() &&
        continues(result.back().stride, dim.stride, dim.count)) {
      result.back().count *= dim.count;
      result.back().stride = dim.stride;
      continue;
    }
    result.push_back(dim);
  }
  return result;
}

std::string shapeText(const std::vector<WalkDim> &walk) {
  std::string text = "[";
  for (const WalkDim &dim : walk)
    text += (text.size() > 1 ? ", " : "") + std::to_string(dim.count);
  return text + "]";
}

} // namespace

TransferShape pairWalks(const std::vector<SharedDim> &time,
                        const std::vector<WalkDim> &from,
                        const std::vector<WalkDim> &to, int64_t elementBytes,
                        IndexContext &index) {
  TransferShape shape;
  std::vector<WalkDim> a = joined(from), b = joined(to);
  std::vector<SharedDim> inner; // fastest first
  std::string texts = shapeText(a) + " and " + shapeText(b);
  while (!a.empty() && !b.empty()) {
    WalkDim &x = a.back(), &y = b.back();
    int64_t common = std::gcd(x.count, y.count);
    if (common != x.count && common != y.count) {
      shape.error = "source and destination are cut into runs of " + texts +
                    " elements, which no common shape describes; use several "
                    "transfers";
      return shape;
    }
    inner.push_back({index.constant(common), x.stride, y.stride});
    auto consume = [&](std::vector<WalkDim> &side) {
      WalkDim &dim = side.back();
      dim.count /= common;
      dim.stride = times(dim.stride, common);
      if (dim.count == 1)
        side.pop_back();
    };
    consume(a);
    consume(b);
  }
  if (!a.empty() || !b.empty()) {
    shape.error =
        "source and destination differ in their number of elements (" + texts +
        ")";
    return shape;
  }
  std::vector<SharedDim> all = time;
  all.insert(all.end(), inner.rbegin(), inner.rend());
  for (SharedDim &dim : all) {
    std::optional<int64_t> count = index.uniformConstant(dim.count);
    if (count == 1)
      continue;
    if (count && !shape.dims.empty()) {
      SharedDim &outer = shape.dims.back();
      if (continues(outer.fromStride, dim.fromStride, *count) &&
          continues(outer.toStride, dim.toStride, *count)) {
        outer.count = index.scale(outer.count, *count);
        outer.fromStride = dim.fromStride;
        outer.toStride = dim.toStride;
        continue;
      }
    }
    shape.dims.push_back(dim);
  }
  if (!shape.dims.empty()) {
    const SharedDim &last = shape.dims.back();
    std::optional<int64_t> count = index.uniformConstant(last.count);
    Column element(index.instances(), elementBytes);
    if (count && last.fromStride == element && last.toStride == element &&
        *count <= longestRun) {
      shape.run = *count;
      shape.dims.pop_back();
    }
  }
  if (shape.dims.size() > maxTransferDims)
    shape.error = "the transfer needs " + std::to_string(shape.dims.size()) +
                  " strided dimensions; one instruction has " +
                  std::to_string(maxTransferDims);
  return shape;
}

} // namespace sg::codegen
