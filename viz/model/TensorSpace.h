// Coordinates of a tensor in device memory: which element of its buffer is
// where, and boxes of elements as boxes of coordinates.
#pragma once
#include "engine/support/StridedBox.h"
#include <functional>
#include <optional>
#include <vector>

namespace sg::viz {

using Coordinates = std::vector<int64_t>;

/// low[d] + i * step[d], 0 <= i < count[d], in every dimension.
struct CoordinateBox {
  Coordinates low, count, step;
};

class TensorSpace {
public:
  TensorSpace() = default;
  /// Elements count from the buffer's base. A dimension of stride 0 has one
  /// position, since all its coordinates are the same memory.
  TensorSpace(int64_t offset, Coordinates sizes, Coordinates strides);

  /// Whether every element has one coordinate only; nothing works otherwise.
  bool valid() const { return isValid; }
  const Coordinates &sizes() const { return size; }
  int64_t elements() const { return total; }
  /// Of coordinates inside of the tensor.
  int64_t element(const Coordinates &at) const;
  /// Nothing for elements between or outside of the tensor's.
  std::optional<Coordinates> coordinates(int64_t element) const;

  /// The part of a box of elements that is in the tensor. `budget` is lowered
  /// by what was done; at 0 the walk ends.
  void boxes(int64_t start, std::vector<StridedDim> dims, int64_t &budget,
             const std::function<void(const CoordinateBox &)> &visit) const;

private:
  bool isValid = false;
  int64_t base = 0, total = 1;
  Coordinates size, stride;
  std::vector<size_t> order;  ///< dimensions by falling stride
  std::vector<int64_t> reach; ///< by order: largest offset of those from there

  bool direct(const Coordinates &at, const std::vector<StridedDim> &dims,
              CoordinateBox &box, size_t &bad) const;
  void place(int64_t start, const std::vector<StridedDim> &dims,
             int64_t &budget,
             const std::function<void(const CoordinateBox &)> &visit) const;
  void run(size_t level, int64_t begin, int64_t end, CoordinateBox &box,
           int64_t &budget,
           const std::function<void(const CoordinateBox &)> &visit) const;
};

} // namespace sg::viz
