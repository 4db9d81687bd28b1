#include "engine/schedule/Loops.h"

using namespace mlir;

namespace sg {

std::optional<LoopRange> loopRange(scf::ForOp loop, CoreValues &values) {
  std::optional<PerCore> low = values.evaluate(loop.getLowerBound());
  std::optional<PerCore> high = values.evaluate(loop.getUpperBound());
  std::optional<PerCore> step = values.evaluate(loop.getStep());
  if (!low || !high || !step || !isUniform(*step) || step->front() <= 0)
    return std::nullopt;
  LoopRange range{*low, {}, step->front()};
  for (auto [from, to] : llvm::zip(*low, *high)) {
    int64_t length;
    if (__builtin_sub_overflow(to, from, &length))
      return std::nullopt;
    range.trips.push_back(length <= 0 ? 0 : (length - 1) / range.step + 1);
  }
  return range;
}

std::optional<FlatAccess> flatten(const Access &access, CoreValues &values) {
  FlatAccess flat{access.offset, {}};
  flat.tileStrides.assign(access.tileShape.size(), values.constant(0));
  for (const ViewDim &dim : access.dims) {
    std::optional<LinearForm> part =
        values.multiply(dim.base, {dim.stride, {}});
    if (part)
      part = values.add(flat.offset, *part);
    if (!part)
      return std::nullopt;
    flat.offset = *part;
    for (auto [t, step] : llvm::enumerate(dim.tileStep))
      for (auto [total, stride] : llvm::zip(flat.tileStrides[t], dim.stride)) {
        int64_t product;
        if (__builtin_mul_overflow(stride, step, &product) ||
            __builtin_add_overflow(total, product, &total))
          return std::nullopt;
      }
  }
  return flat;
}

// Widens [low, high] by steps 0 .. count-1 of `stride`.
static bool widen(int64_t &low, int64_t &high, int64_t stride, int64_t count) {
  if (count <= 1)
    return true;
  int64_t span;
  if (__builtin_mul_overflow(stride, count - 1, &span))
    return false;
  return !(span < 0 ? __builtin_add_overflow(low, span, &low)
                    : __builtin_add_overflow(high, span, &high));
}

// Nothing outside a view is touched. False when its ends do not fit 64 bits.
static bool cutToView(AddressRange &range, const Access &access) {
  if (!access.offset.isConstant())
    return true; // the view itself moves
  for (size_t tile = 0; tile < range.low.size(); ++tile) {
    int64_t low = access.offset.constant[tile], high = low;
    for (const ViewDim &dim : access.dims)
      if (!widen(low, high, dim.stride[tile], dim.size[tile]))
        return false;
    range.low[tile] = std::max(range.low[tile], low);
    range.high[tile] = std::min(range.high[tile], high);
  }
  return true;
}

std::optional<AddressRange> addressRange(const Access &access,
                                         CoreValues &values) {
  std::optional<FlatAccess> flat = flatten(access, values);
  if (!flat)
    return std::nullopt;
  AddressRange range{flat->offset.constant, flat->offset.constant};
  for (int64_t tile = 0; tile < values.numTiles(); ++tile)
    for (auto [t, extent] : llvm::enumerate(access.tileShape))
      if (!widen(range.low[tile], range.high[tile], flat->tileStrides[t][tile],
                 extent))
        return std::nullopt;
  for (const auto &[counter, coefficient] : flat->offset.terms) {
    auto loop = dyn_cast<scf::ForOp>(
        cast<BlockArgument>(counter).getOwner()->getParentOp());
    std::optional<LoopRange> bounds;
    if (loop)
      bounds = loopRange(loop, values);
    if (!bounds)
      return std::nullopt;
    for (int64_t tile = 0; tile < values.numTiles(); ++tile) {
      int64_t start, stride;
      if (__builtin_mul_overflow(bounds->first[tile], coefficient[tile],
                                 &start) ||
          __builtin_mul_overflow(bounds->step, coefficient[tile], &stride) ||
          __builtin_add_overflow(range.low[tile], start, &range.low[tile]) ||
          __builtin_add_overflow(range.high[tile], start, &range.high[tile]) ||
          !widen(range.low[tile], range.high[tile], stride,
                 bounds->trips[tile]))
        return std::nullopt;
    }
  }
  if (!cutToView(range, access))
    return std::nullopt;
  return range;
}

bool mayOverlap(const Access &a, const Access &b, CoreValues &values) {
  if (!sameRoot(a, b))
    return false;
  std::optional<AddressRange> left = addressRange(a, values);
  std::optional<AddressRange> right = addressRange(b, values);
  auto units = addressUnits(a, b);
  if (!left || !right || !units)
    return true;
  // From the first unit of the lowest element to the last of the highest.
  auto ends = [&](const AddressRange &range, int64_t unit, int64_t tile,
                  int64_t &low, int64_t &high) {
    return !__builtin_mul_overflow(range.low[tile], unit, &low) &&
           !__builtin_mul_overflow(range.high[tile], unit, &high) &&
           !__builtin_add_overflow(high, unit - 1, &high);
  };
  for (int64_t tile = 0; tile < values.numTiles(); ++tile) {
    int64_t low[2], high[2];
    if (!ends(*left, (*units)[0], tile, low[0], high[0]) ||
        !ends(*right, (*units)[1], tile, low[1], high[1]) ||
        (low[0] <= high[1] && low[1] <= high[0]))
      return true;
  }
  return false;
}

bool isInjective(ArrayRef<std::pair<int64_t, int64_t>> stridesAndCounts) {
  SmallVector<std::pair<uint64_t, uint64_t>> dims;
  for (auto [stride, count] : stridesAndCounts)
    if (count > 1)
      dims.push_back({stride < 0 ? -static_cast<uint64_t>(stride)
                                 : static_cast<uint64_t>(stride),
                      static_cast<uint64_t>(count)});
  llvm::sort(dims);
  uint64_t reach = 0;
  for (auto [stride, count] : dims) {
    uint64_t span;
    if (stride <= reach || __builtin_mul_overflow(stride, count - 1, &span) ||
        __builtin_add_overflow(reach, span, &reach))
      return false;
  }
  return true;
}

bool sameIterationOnly(const Access &a, const Access &b, CoreValues &values) {
  std::optional<FlatAccess> left = flatten(a, values);
  std::optional<FlatAccess> right = flatten(b, values);
  if (!sameRoot(a, b) || !left || !right || a.tileShape != b.tileShape ||
      a.elementType != b.elementType || left->tileStrides != right->tileStrides)
    return false;
  std::optional<LinearForm> difference =
      values.add(left->offset, right->offset, -1);
  if (!difference || !difference->isConstant() ||
      maxOf(difference->constant) != 0 || minOf(difference->constant) != 0)
    return false;
  for (int64_t tile = 0; tile < values.numTiles(); ++tile) {
    SmallVector<std::pair<int64_t, int64_t>> dims;
    for (auto [t, extent] : llvm::enumerate(a.tileShape))
      dims.push_back({left->tileStrides[t][tile], extent});
    // Every loop around it counts, also one that does not move it.
    for (Operation *up = a.op->getParentOp(); up; up = up->getParentOp()) {
      auto loop = dyn_cast<scf::ForOp>(up);
      if (!loop)
        continue;
      std::optional<LoopRange> range = loopRange(loop, values);
      if (!range)
        return false;
      const PerCore *factor = left->offset.coefficient(loop.getInductionVar());
      int64_t stride = 0;
      if (factor &&
          __builtin_mul_overflow((*factor)[tile], range->step, &stride))
        return false;
      dims.push_back({stride, range->trips[tile]});
    }
    if (!isInjective(dims))
      return false;
  }
  return true;
}

} // namespace sg
