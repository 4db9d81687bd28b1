// How full the FIFOs between units are at any cycle, counted from the events
// at both ends.
#pragma once
#include "engine/device/Device.h"
#include "viz/model/Wiring.h"

namespace sg::viz {

/// The FIFO from one lane to another over a whole run.
struct FifoHistory {
  uint32_t from = 0, to = 0; ///< lanes
  int64_t depth = 0;         ///< vectors it holds at most; 0 = unknown
  bool betweenCores = false;
  std::vector<int64_t> entered, left; ///< cycles, ascending

  /// Vectors in it at the end of a cycle, those on their way included.
  int64_t level(int64_t cycle) const;
  int64_t highest() const;
};

class Fifos {
public:
  Fifos() = default;
  /// Empty when the wiring is not known. `device` (may be null) gives depths.
  Fifos(const Trace &trace, const Wiring &wiring, const Device *device);

  const std::vector<FifoHistory> &all() const { return fifos; }
  /// FIFOs that begin or end in a core.
  std::vector<uint32_t> ofCore(const Trace &trace, int32_t core) const;
  /// Index of the FIFO between two lanes.
  std::optional<uint32_t> between(uint32_t from, uint32_t to) const;

private:
  std::vector<FifoHistory> fifos;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> index;
};

} // namespace sg::viz
