// What the reference interpreter's SSA values hold: scalars, tensors, views of
// memory and access tiles.
#pragma once
#include "engine/ops/Format.h"
#include "llvm/ADT/SmallVector.h"
#include <cstring>
#include <memory>
#include <optional>

namespace mlir {
class Type;
} // namespace mlir

namespace sg::reference {

using Shape = llvm::SmallVector<int64_t, 4>;

/// Most bytes of tensors, scratchpads and buffers that a run may hold.
inline constexpr int64_t maxBytes = int64_t(1) << 31;

/// Number of elements of a shape; nothing when negative or above maxBytes.
std::optional<int64_t> elementCount(llvm::ArrayRef<int64_t> shape);
/// Strides of a dense row-major tensor.
Shape denseStrides(llvm::ArrayRef<int64_t> shape);
/// The format of an element type; nothing for types the table does not know.
std::optional<Format> formatOf(mlir::Type type);

/// Memory of tensors, counted so that a kernel cannot exhaust the machine's.
class Storage {
public:
  Storage(int64_t bytes, int64_t &live)
      : data(new uint8_t[size_t(bytes)]), bytes(bytes), live(live) {
    live += bytes;
  }
  ~Storage() { live -= bytes; }
  Storage(const Storage &) = delete;
  Storage &operator=(const Storage &) = delete;

  std::unique_ptr<uint8_t[]> data;
  const int64_t bytes;

private:
  int64_t &live;
};

/// A dense row-major tensor. Not changed once it is a value; reshapes share the
/// storage.
struct Tensor {
  Format format = Format::F16;
  Shape shape;
  int64_t elements = 0;
  std::shared_ptr<Storage> storage;

  uint8_t *data() { return storage->data.get(); }
  const uint8_t *data() const { return storage->data.get(); }
};

/// Where a view's memory is.
enum class Space : uint8_t { Buffer, Local, TensorValue };

/// A strided view. All of offset, sizes and strides count elements.
struct View {
  Space space = Space::Buffer;
  /// Buffer: index into KernelInfo::buffers. Local: the tile whose it is.
  int64_t where = 0;
  Format format = Format::F16;
  int64_t offset = 0; ///< from the buffer's base, or the address in scratchpad
  Shape sizes, strides;
  std::shared_ptr<const Tensor> tensor; ///< TensorValue only
};

/// The elements that a load or store touches, in the order of the tile's
/// row-major elements: a box of counts and strides, or a list. Points outside of
/// the view count as points of the tile: loads give zero there, stores do
/// nothing.
struct Access {
  std::shared_ptr<const View> view;
  bool isBox = true;
  int64_t start = 0; ///< element address of the first point
  Shape counts, strides;
  std::vector<int64_t> addresses; ///< when not a box; `nowhere` when outside
  int64_t points = 0;
  /// Coordinate of the first point outside the view, if any.
  std::optional<Shape> outside;
  /// With `outside`, of a box: what lies inside, per dimension.
  Shape insideFirst, insideCounts;

  static constexpr int64_t nowhere = INT64_MIN;
  /// Whether any point is inside the view.
  bool touchesMemory() const;
};

/// One SSA value.
struct Slot {
  Scalar scalar;
  std::shared_ptr<const Tensor> tensor;
  std::shared_ptr<const View> view;
  std::shared_ptr<const Access> access;
};

/// Advances a counter over `shape` in row-major order; false after the last.
inline bool advance(llvm::MutableArrayRef<int64_t> index,
                    llvm::ArrayRef<int64_t> shape) {
  for (size_t i = shape.size(); i-- > 0;) {
    if (++index[i] < shape[i])
      return true;
    index[i] = 0;
  }
  return false;
}

} // namespace sg::reference
