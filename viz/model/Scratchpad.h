// The scratchpads as address by time: which buffer holds live data when, how
// full a core is, what its peak is made of, where room is left.
#pragma once
#include "viz/model/ViewRange.h"
#include "viz/model/Wiring.h"
#include <span>

namespace sg::viz {

/// A stretch of time in which a buffer holds data somebody needs: from the
/// begin of the first write to the end of the last read before it is written
/// anew.
struct LiveInterval {
  uint32_t buffer = 0;        ///< index into ScratchpadMap::buffers
  int64_t begin = 0, end = 0; ///< cycles
  uint32_t firstEvent = 0;    ///< the write that starts it
  uint32_t writes = 0, reads = 0;
  int64_t bytesWritten = 0, bytesRead = 0;
};

/// Buffers live at a cycle.
struct Occupancy {
  int64_t cycle = 0;
  int64_t bytes = 0; ///< sum of the buffers' sizes
  struct Part {
    uint32_t buffer = 0, interval = 0; ///< index into intervals()
    int64_t bytes = 0;
  };
  std::vector<Part> parts; ///< largest first
};

struct AddressGap {
  int64_t address = 0, bytes = 0;
};

/// Two buffers alive at the same time at the same addresses.
struct AddressConflict {
  uint32_t first = 0, second = 0; ///< intervals
  int64_t begin = 0, end = 0;     ///< cycles
  int64_t address = 0, bytes = 0;
};

/// A rectangle of the map: pixels across, bytes up.
struct PadRect {
  uint32_t buffer = 0;
  uint32_t interval = 0; ///< first of those it stands for
  uint32_t count = 1;
  float x0 = 0, x1 = 0;
  int64_t address = 0, bytes = 0;
  uint8_t share = 255; ///< of its width in which the buffer is live, in 1/255
};

/// One core's scratchpad over a whole run.
class ScratchpadMap {
public:
  ScratchpadMap() = default;
  /// Intervals in any order; their buffers index into `buffers`, and those of
  /// one buffer do not overlap. Empty ones are dropped.
  ScratchpadMap(int32_t core, std::vector<ScratchpadBuffer> buffers,
                std::vector<LiveInterval> intervals, int64_t capacity);

  int32_t core() const { return number; }
  int64_t capacity() const { return size; } ///< bytes; 0 = unknown
  const std::vector<ScratchpadBuffer> &buffers() const { return names; }
  /// Sorted by begin.
  const std::vector<LiveInterval> &intervals() const { return live; }

  /// Bytes in use from `cycle` on until the next step.
  struct Step {
    int64_t cycle = 0, bytes = 0;
  };
  const std::vector<Step> &steps() const { return curve; }
  int64_t bytesAt(int64_t cycle) const;
  Occupancy at(int64_t cycle) const;
  /// The first cycle at which most bytes are in use, and by what.
  Occupancy peak() const;
  /// Free address ranges at a cycle, by address. Without a capacity the last
  /// one (above the highest buffer) is left out.
  std::vector<AddressGap> gaps(int64_t cycle) const;
  const std::vector<AddressConflict> &conflicts() const { return clashes; }
  /// Buffers that reach outside [0, capacity).
  std::vector<uint32_t> outOfRange() const;

  void layout(const ViewRange &view, double pixels,
              std::vector<PadRect> &into) const;
  /// The live interval at a cycle and address; with several the later one.
  std::optional<uint32_t> hit(int64_t cycle, int64_t address) const;

private:
  int32_t number = 0;
  int64_t size = 0;
  std::vector<ScratchpadBuffer> names;
  std::vector<LiveInterval> live;
  std::vector<std::vector<uint32_t>> ofBuffer; ///< intervals, by begin
  std::vector<Step> curve;
  Step fullest; ///< the first with most bytes
  std::vector<AddressConflict> clashes;

  void findConflicts();
  template <typename Visit> void visitLive(int64_t cycle, Visit visit) const;
};

/// The maps of all cores that a trace has, by core. `capacity`: bytes of one
/// scratchpad (Device::localMemory().bytes), 0 when unknown. Events whose
/// direction the wiring does not know are left out.
std::vector<ScratchpadMap> scratchpadMaps(const Trace &trace,
                                          const Binary &binary,
                                          const Wiring &wiring,
                                          int64_t capacity);

} // namespace sg::viz
