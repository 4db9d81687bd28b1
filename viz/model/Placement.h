// Tensors in device memory as grids: which core reads or writes which element
// (what the kernel says), which transfers moved it and when (what the machine
// did), and what of it is in a scratchpad at a moment.
#pragma once
#include "engine/reference/AccessMap.h"
#include "engine/spyrecode/KernelInfo.h"
#include "engine/trace/Trace.h"
#include "viz/model/BufferValues.h"
#include "viz/model/OwnerMap.h"
#include "viz/model/Scratchpad.h"
#include "viz/model/TensorSpace.h"

namespace sg::viz {

/// A view of a buffer that can be shown.
struct PlacedTensor {
  std::string name;  ///< "x_ptr", "x_ptr + 4,096", "x_ptr, all of it"
  std::string shape; ///< "2048x2048 f16"
  uint32_t buffer = 0;
  Format format = Format::F16;
  TensorSpace space;
};

/// The two dimensions shown, and where the others stand. A tensor of one
/// dimension is a single row.
struct TensorSlice {
  uint32_t tensor = 0;
  int rowDim = -1, columnDim = 0; ///< rowDim -1: one row
  Coordinates at;                 ///< one per dimension
  bool operator==(const TensorSlice &) const = default;
};

/// One transfer between a buffer and a scratchpad.
struct TensorMove {
  uint32_t event = 0; ///< index into Trace::events
  uint32_t buffer = 0;
  int32_t core = 0;
  bool write = false;         ///< to device memory
  int64_t begin = 0, end = 0; ///< cycles
  /// While the elements are in the scratchpad: from the end of a load to the
  /// last read there, from the first write there to the begin of a store.
  int64_t residentBegin = 0, residentEnd = 0;
  StridedBox elements; ///< dimensions in Placement's table
};

/// What is shown: accesses of the kernel, or transfers of the machine.
enum class PlacementLayer : uint8_t { Kernel, Machine };
enum class PlacementKinds : uint8_t { All, Reads, Writes };

/// All that is known of one element.
struct ElementInfo {
  Coordinates at;
  int64_t element = 0;            ///< from the buffer's base
  std::optional<int64_t> address; ///< in device memory, bytes; of the last run
  std::vector<uint32_t> accesses; ///< of AccessMap::accesses
  std::vector<uint32_t> moves;    ///< by begin
  std::vector<int32_t> cores;     ///< of the accesses, sorted, each once
  std::string value;              ///< what it holds, a sentence; may be empty
};

/// Part of a slice that is moved or resident at a moment.
struct MovingRect {
  int64_t row0 = 0, row1 = 0, column0 = 0, column1 = 0;
  uint32_t move = 0;
  bool moving = false; ///< else resident
};

class Placement {
public:
  Placement() = default;
  /// The kernel alone; works before anything ran.
  Placement(const KernelInfo &info, AccessMap map);
  /// What a run moved. `arguments` are those of the launch, by which buffers
  /// have addresses; the maps say how long data stays (scratchpadMaps).
  void setRun(const Trace &trace, const std::vector<int64_t> &arguments,
              const std::vector<ScratchpadMap> &pads);

  /// What the elements hold in the end.
  void setValues(const BufferValues &contents) { values = contents; }

  const std::vector<PlacedTensor> &tensors() const { return list; }
  const AccessMap &accesses() const { return map; }
  const std::vector<TensorMove> &moves() const { return moved; }
  /// Cores that can own something: those of the grid and of the trace.
  uint32_t cores() const { return numCores; }
  bool hasRun() const { return !moved.empty(); }
  /// Cycles of the run; 0 without one.
  int64_t cycles() const { return total; }

  /// The last two dimensions, the others at 0.
  TensorSlice slice(uint32_t tensor) const;
  /// Whether a slice, which may come from outside, is one of a tensor here. All
  /// that follows needs one.
  bool has(const TensorSlice &slice) const;
  int64_t rows(const TensorSlice &slice) const;
  int64_t columns(const TensorSlice &slice) const;
  Coordinates coordinates(const TensorSlice &slice, int64_t row,
                          int64_t column) const;

  /// Who owns what of a slice. Ids are indices of accesses or moves. The last
  /// few are kept; the reference is good until the next call.
  const OwnerMap &owners(const TensorSlice &slice, PlacementLayer layer,
                         PlacementKinds kinds);
  ElementInfo at(const TensorSlice &slice, int64_t row, int64_t column) const;
  /// What of a slice is moved or resident at a cycle.
  void now(const TensorSlice &slice, int64_t cycle,
           std::vector<MovingRect> &into) const;
  /// Number of an access among those of its tile to its buffer, from 0, and how
  /// many there are.
  std::pair<uint32_t, uint32_t> orderOf(uint32_t access) const;

private:
  struct Cached {
    TensorSlice slice;
    PlacementLayer layer;
    PlacementKinds kinds;
    OwnerMap owners;
  };
  KernelInfo info;
  AccessMap map;
  BufferValues values;
  std::vector<PlacedTensor> list;
  std::vector<std::pair<uint32_t, uint32_t>> order; ///< by access
  std::vector<std::optional<int64_t>> addresses;    ///< of buffers' bases
  std::vector<TensorMove> moved;                    ///< by begin
  std::vector<StridedDim> moveDims;
  uint32_t numCores = 0;
  int64_t total = 0;
  std::vector<Cached> cache;

  void addTensors(uint32_t buffer);
  void countOrder();
  std::optional<StridedBox> elementsOf(const DeviceRange &range,
                                       const std::vector<StridedDim> &dims,
                                       uint32_t &buffer, BoxMaker &maker) const;
  std::vector<OwnedRect> collect(const TensorSlice &slice, PlacementLayer layer,
                                 PlacementKinds kinds) const;
  void rects(const TensorSlice &slice, const StridedBox &box,
             const std::vector<StridedDim> &dims, int64_t &budget,
             const OwnedRect &like, std::vector<OwnedRect> &into) const;
};

} // namespace sg::viz
