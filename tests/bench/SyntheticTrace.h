// A trace of any size that looks like one of the machine, the same every time.
#pragma once
#include "engine/trace/Trace.h"
#include <algorithm>

namespace sg::bench {

struct Random {
  uint64_t state = 88172645463325252ull;
  uint64_t below(uint64_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % limit;
  }
};

/// 128 lanes on 32 cores as the machine makes them: one in four a DMA unit
/// with transfers that overlap, the others short work with waits between.
inline Trace makeTrace(size_t events) {
  constexpr uint32_t lanes = 128;
  Random random;
  Trace trace;
  std::vector<int64_t> at(lanes, 0);
  for (uint32_t i = 0; i < lanes; ++i) {
    bool dma = i % 4 == 0;
    trace.lanes.push_back({"lane " + std::to_string(i), dma ? "MNILU" : "SFU",
                           int32_t(i / 4), dma ? -1 : int32_t(i % 2)});
  }
  trace.events.reserve(events);
  // Rounds over all lanes with similar steps come out nearly sorted.
  for (size_t n = 0; n < events; ++n) {
    uint32_t lane = uint32_t(n % lanes);
    Event e;
    e.lane = lane;
    e.begin = at[lane];
    if (lane % 4 == 0) {
      e.kind = EventKind::Transfer;
      e.end = e.begin + 4 + int64_t(random.below(12));
      at[lane] += 5;
    } else {
      bool wait = random.below(4) == 0;
      e.kind = wait ? EventKind::WaitInput : EventKind(1 + random.below(5));
      e.end = e.begin + 1 + int64_t(random.below(8));
      at[lane] = e.end + int64_t(random.below(2));
    }
    e.source = 1 + uint32_t(random.below(20));
    e.bytes = 128;
    trace.events.push_back(e);
    trace.totals.cycles = std::max(trace.totals.cycles, e.end);
  }
  trace.sources.resize(20, "op k.mlir:1:1");
  std::sort(trace.events.begin(), trace.events.end(),
            [](const Event &a, const Event &b) {
              return a.begin != b.begin ? a.begin < b.begin : a.lane < b.lane;
            });
  return trace;
}

} // namespace sg::bench
