// Sets of numbers (elements of a buffer, bytes of memory) as boxes: a start and
// a count and stride per dimension. What accesses and transfers touch, small
// enough to be kept for each of them.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace sg {

struct StridedDim {
  int64_t count = 1, stride = 0;
  bool operator==(const StridedDim &) const = default;
  bool operator<(const StridedDim &other) const {
    return count != other.count ? count < other.count : stride < other.stride;
  }
};

/// start + sum of i[d] * stride[d], 0 <= i[d] < count[d], outermost dimension
/// first. The dimensions are in a table that boxes of one shape share.
struct StridedBox {
  int64_t start = 0;
  uint32_t firstDim = 0, numDims = 0;

  std::span<const StridedDim> dims(const std::vector<StridedDim> &table) const {
    return std::span(table).subspan(firstDim, numDims);
  }
};

/// Makes boxes whose shapes are in `table`, each shape once.
class BoxMaker {
public:
  explicit BoxMaker(std::vector<StridedDim> &table) : table(table) {}

  /// Dimensions of one position, or of stride 0, are left out.
  StridedBox make(int64_t start, std::vector<StridedDim> dims) {
    std::erase_if(dims, [](const StridedDim &dim) {
      return dim.count == 1 || dim.stride == 0;
    });
    auto [at, isNew] = shapes.try_emplace(dims, uint32_t(table.size()));
    if (isNew)
      table.insert(table.end(), dims.begin(), dims.end());
    return {start, at->second, uint32_t(dims.size())};
  }

private:
  std::vector<StridedDim> &table;
  std::map<std::vector<StridedDim>, uint32_t> shapes;
};

/// Smallest and largest member of a box at 0.
inline std::pair<int64_t, int64_t> boxExtent(std::span<const StridedDim> dims) {
  std::pair<int64_t, int64_t> extent;
  for (const StridedDim &dim : dims)
    (dim.stride < 0 ? extent.first : extent.second) +=
        (dim.count - 1) * dim.stride;
  return extent;
}

namespace detail {
/// `dims` by falling stride, all strides positive.
inline bool reaches(std::span<const StridedDim> dims, int64_t rest) {
  if (dims.empty())
    return rest == 0;
  const StridedDim &dim = dims.front();
  int64_t inner = boxExtent(dims.subspan(1)).second;
  int64_t last = std::min(dim.count - 1, rest / dim.stride);
  for (int64_t i = last; i >= 0 && rest - i * dim.stride <= inner; --i)
    if (reaches(dims.subspan(1), rest - i * dim.stride))
      return true;
  return false;
}
} // namespace detail

/// Whether `offset` from its start is in a box.
inline bool boxContains(std::span<const StridedDim> dims, int64_t offset) {
  auto [low, high] = boxExtent(dims);
  if (offset < low || offset > high)
    return false;
  std::vector<StridedDim> sorted;
  for (const StridedDim &dim : dims)
    if (dim.stride != 0)
      sorted.push_back({dim.count, dim.stride < 0 ? -dim.stride : dim.stride});
  std::sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) {
    return a.stride != b.stride ? a.stride > b.stride : a.count > b.count;
  });
  return detail::reaches(sorted, offset - low);
}

} // namespace sg
