#include "viz/model/TensorSpace.h"
#include <algorithm>

namespace sg::viz {

static int64_t floorDiv(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && a < 0);
}
static int64_t ceilDiv(int64_t a, int64_t b) { return -floorDiv(-a, b); }

TensorSpace::TensorSpace(int64_t offset, Coordinates sizes, Coordinates strides)
    : base(offset), size(std::move(sizes)), stride(std::move(strides)) {
  if (size.size() != stride.size())
    return;
  for (size_t d = 0; d < size.size(); ++d) {
    if (stride[d] == 0)
      size[d] = std::min<int64_t>(size[d], 1);
    if (size[d] < 1 || stride[d] < 0 ||
        __builtin_mul_overflow(total, size[d], &total))
      return;
    order.push_back(d);
  }
  std::sort(order.begin(), order.end(), [this](size_t a, size_t b) {
    // Dimensions of one position go outside, where they do not matter.
    bool onlyA = size[a] == 1, onlyB = size[b] == 1;
    if (onlyA != onlyB)
      return onlyA;
    return stride[a] != stride[b] ? stride[a] > stride[b] : a < b;
  });
  reach.assign(order.size() + 1, 0);
  for (size_t level = order.size(); level-- > 0;) {
    size_t d = order[level];
    if (size[d] > 1 && stride[d] <= reach[level + 1])
      return;
    int64_t span;
    if (__builtin_mul_overflow(size[d] - 1, stride[d], &span) ||
        __builtin_add_overflow(reach[level + 1], span, &reach[level]))
      return;
  }
  isValid = true;
}

int64_t TensorSpace::element(const Coordinates &at) const {
  int64_t element = base;
  for (size_t d = 0; d < at.size() && d < stride.size(); ++d)
    element += at[d] * stride[d];
  return element;
}

std::optional<Coordinates> TensorSpace::coordinates(int64_t element) const {
  int64_t rest = element - base;
  if (!isValid || rest < 0 || rest > reach[0])
    return std::nullopt;
  Coordinates at(size.size(), 0);
  for (size_t d : order) {
    if (size[d] == 1)
      continue;
    at[d] = std::min(rest / stride[d], size[d] - 1);
    rest -= at[d] * stride[d];
  }
  if (rest != 0)
    return std::nullopt;
  return at;
}

void TensorSpace::boxes(
    int64_t start, std::vector<StridedDim> dims, int64_t &budget,
    const std::function<void(const CoordinateBox &)> &visit) const {
  if (!isValid)
    return;
  std::erase_if(dims, [](const StridedDim &dim) {
    return dim.count == 1 || dim.stride == 0;
  });
  for (StridedDim &dim : dims)
    if (dim.stride < 0) {
      start += (dim.count - 1) * dim.stride;
      dim.stride = -dim.stride;
    }
  place(start, dims, budget, visit);
}

// Whether every dimension of the box goes along one of the tensor's, each along
// its own; `bad` is one that does not.
bool TensorSpace::direct(const Coordinates &at,
                         const std::vector<StridedDim> &dims,
                         CoordinateBox &box, size_t &bad) const {
  box.low = at;
  box.count.assign(size.size(), 1);
  box.step.assign(size.size(), 1);
  for (bad = 0; bad < dims.size(); ++bad) {
    auto along = std::find_if(order.begin(), order.end(), [&](size_t d) {
      return size[d] > 1 && stride[d] <= dims[bad].stride;
    });
    if (along == order.end())
      return false;
    size_t d = *along;
    int64_t step = dims[bad].stride / stride[d];
    if (dims[bad].stride % stride[d] || box.count[d] > 1 ||
        at[d] + (dims[bad].count - 1) * step >= size[d])
      return false;
    box.count[d] = dims[bad].count;
    box.step[d] = step;
  }
  return true;
}

void TensorSpace::place(
    int64_t start, const std::vector<StridedDim> &dims, int64_t &budget,
    const std::function<void(const CoordinateBox &)> &visit) const {
  if (--budget < 0)
    return;
  CoordinateBox box;
  size_t bad = 0;
  auto at = coordinates(start);
  if (at && direct(*at, dims, box, bad))
    return visit(box);
  if (dims.empty())
    return;
  if (dims.size() == 1 && dims[0].stride == 1) {
    box.low.assign(size.size(), 0);
    box.count = box.step = Coordinates(size.size(), 1);
    return run(0, start - base, start - base + dims[0].count, box, budget,
               visit);
  }
  // One dimension is walked: the one in the way, but no run of neighbours.
  if (dims[bad].stride == 1)
    bad = size_t(
        std::find_if(dims.begin(), dims.end(),
                     [](const StridedDim &dim) { return dim.stride != 1; }) -
        dims.begin());
  if (bad == dims.size())
    bad = 0;
  std::vector<StridedDim> rest = dims;
  rest.erase(rest.begin() + long(bad));
  for (int64_t i = 0; i < dims[bad].count && budget > 0; ++i)
    place(start + i * dims[bad].stride, rest, budget, visit);
}

// The elements [begin, end) relative to what the levels so far add up to.
void TensorSpace::run(
    size_t level, int64_t begin, int64_t end, CoordinateBox &box,
    int64_t &budget,
    const std::function<void(const CoordinateBox &)> &visit) const {
  if (--budget < 0 || begin >= end)
    return;
  if (level == order.size()) {
    if (begin <= 0 && end > 0)
      visit(box);
    return;
  }
  size_t d = order[level];
  int64_t by = size[d] > 1 ? stride[d] : 1, inner = reach[level + 1];
  int64_t first = std::max<int64_t>(0, ceilDiv(begin - inner, by));
  int64_t last = std::min(size[d] - 1, floorDiv(end - 1, by));
  // From `full` to `fullEnd` everything inside is there.
  int64_t full = std::max(first, ceilDiv(begin, by));
  int64_t fullEnd = std::min(last, floorDiv(end - 1 - inner, by));
  auto partly = [&](int64_t i) {
    box.low[d] = i;
    box.count[d] = 1;
    run(level + 1, begin - i * by, end - i * by, box, budget, visit);
  };
  if (full > fullEnd) {
    for (int64_t i = first; i <= last && budget > 0; ++i)
      partly(i);
    return;
  }
  for (int64_t i = first; i < full && budget > 0; ++i)
    partly(i);
  box.low[d] = full;
  box.count[d] = fullEnd - full + 1;
  for (size_t l = level + 1; l < order.size(); ++l) {
    box.low[order[l]] = 0;
    box.count[order[l]] = size[order[l]];
  }
  visit(box);
  for (int64_t i = fullEnd + 1; i <= last && budget > 0; ++i)
    partly(i);
}

} // namespace sg::viz
