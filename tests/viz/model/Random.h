// Random traces for the tests, the same on every platform.
#pragma once
#include "engine/trace/Trace.h"
#include <algorithm>
#include <string>

namespace sg::viz::test {

struct Random {
  uint64_t state;
  explicit Random(uint64_t seed) : state(seed * 2654435769u + 1) {}
  uint64_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }
  /// 0 .. below-1.
  int64_t below(int64_t below) { return int64_t(next() % uint64_t(below)); }
};

/// Lanes 0, 4, 8, … overlap like those of a DMA unit; the others do one thing
/// at a time. Cycles up to about `cycles`.
inline Trace randomTrace(uint64_t seed, uint32_t lanes, uint32_t perLane,
                         int64_t cycles) {
  Random random(seed);
  Trace trace;
  int64_t step = std::max<int64_t>(cycles / std::max(perLane, 1u), 2);
  for (uint32_t lane = 0; lane < lanes; ++lane) {
    bool dma = lane % 4 == 0;
    trace.lanes.push_back({"lane " + std::to_string(lane),
                           dma ? "MNILU" : "SFU", int32_t(lane / 4),
                           dma ? -1 : int32_t(lane % 2)});
    int64_t at = random.below(step);
    for (uint32_t i = 0; i < perLane; ++i) {
      Event e;
      e.lane = lane;
      e.begin = at;
      e.end = at + random.below(step);
      e.kind =
          dma ? (random.below(3) ? EventKind::Transfer : EventKind::WaitFence)
              : EventKind(1 + random.below(9));
      e.source = uint32_t(random.below(5));
      e.bytes = isWait(e.kind) ? 0 : uint32_t(random.below(4096));
      trace.events.push_back(e);
      at = dma ? at + random.below(step) : e.end + random.below(step / 2 + 1);
      trace.totals.cycles = std::max(trace.totals.cycles, e.end);
    }
  }
  for (int i = 0; i < 4; ++i)
    trace.sources.push_back("op a.mlir:" + std::to_string(i + 1) + ":1");
  std::sort(trace.events.begin(), trace.events.end(),
            [](const Event &a, const Event &b) {
              return a.begin != b.begin ? a.begin < b.begin : a.lane < b.lane;
            });
  return trace;
}

} // namespace sg::viz::test
