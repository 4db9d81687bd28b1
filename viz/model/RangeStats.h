// What happened in a range of cycles: for the statistics of a selection.
#pragma once
#include "viz/model/Timeline.h"

namespace sg::viz {

struct RangeStats {
  int64_t begin = 0, end = 0;
  uint32_t lanes = 0; ///< how many were counted
  /// Events that overlap the range.
  int64_t events = 0;
  /// Lane cycles by EventKind, clipped to the range. Transfers that overlap on
  /// one lane each count.
  std::array<int64_t, numEventKinds> cyclesByKind = {};
  /// Lane cycles in which a lane moved or computed something, and in which it
  /// only waited; each cycle of a lane counts once.
  int64_t busy = 0, waiting = 0;
  /// Bytes of events by kind; of an event that is partly inside, the share
  /// that its cycles have in it.
  std::array<double, numEventKinds> bytesByKind = {};
  struct BySource {
    uint32_t source = 0; ///< Trace::sources + 1; 0 = unknown
    int64_t busy = 0,
            waiting = 0; ///< lane cycles as above, each event by itself
    int64_t events = 0;
  };
  std::vector<BySource> bySource; ///< most cycles first

  int64_t idle() const {
    return int64_t(lanes) * (end - begin) - busy - waiting;
  }
};

/// Statistics of [begin, end) over some lanes (unknown ones are skipped).
RangeStats rangeStats(const Timeline &timeline, int64_t begin, int64_t end,
                      std::span<const uint32_t> lanes);

} // namespace sg::viz
