// Which elements of which buffer every compute tile of a kernel reads and
// writes, in program order. Follows from the kernel alone, before any schedule;
// plain C++, so that views of it need no MLIR.
#pragma once
#include "engine/support/StridedBox.h"
#include <string>
#include <tuple>

namespace sg {

/// A view of a buffer that the kernel accesses through.
struct BufferView {
  uint32_t buffer = 0; ///< index into KernelInfo::buffers
  int64_t offset = 0;  ///< of its first element from the buffer's base
  std::vector<int64_t> sizes, strides; ///< elements
  bool operator==(const BufferView &) const = default;
  bool operator<(const BufferView &other) const {
    return std::tie(buffer, offset, sizes, strides) <
           std::tie(other.buffer, other.offset, other.sizes, other.strides);
  }
};

/// A load or store of the source.
struct AccessSite {
  std::string op;                ///< "ktdp.load"
  uint32_t line = 0, column = 0; ///< in the source, from 1; 0 = unknown
};

/// One execution of a load or store on one tile.
struct KernelAccess {
  uint32_t tile = 0; ///< row-major number in the grid, and the core it runs on
  uint32_t view = 0; ///< index into AccessMap::views
  uint32_t site = 0; ///< index into AccessMap::sites
  uint32_t firstBox = 0, numBoxes = 0; ///< the elements, in the order visited
  bool write = false;
};

struct AccessMap {
  uint32_t tiles = 0; ///< of the grid
  std::vector<AccessSite> sites;
  std::vector<BufferView> views;      ///< in order of first use
  std::vector<KernelAccess> accesses; ///< by tile, then in program order
  /// Elements counted from the buffer's base; only those inside the view.
  std::vector<StridedBox> boxes;
  std::vector<StridedDim> dims; ///< of the boxes
  /// False when there were more than a person can look at: `accesses` are the
  /// first ones of every tile.
  bool complete = true;

  std::span<const StridedBox> boxesOf(const KernelAccess &access) const {
    return std::span(boxes).subspan(access.firstBox, access.numBoxes);
  }
  /// Whether an access touches an element (counted from its buffer's base).
  bool touches(const KernelAccess &access, int64_t element) const {
    for (const StridedBox &box : boxesOf(access))
      if (boxContains(box.dims(dims), element - box.start))
        return true;
    return false;
  }
};

} // namespace sg
