// Something that serves requests one after the other at a rate: device memory,
// a scratchpad's ports, a core's way onto the ring. Times inside are ticks, a
// fraction of a cycle, because rates like 204.8 bytes per cycle are no whole
// numbers.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sg {

inline constexpr int64_t ticksPerCycle = 1024;
/// Far beyond any run (2^38 cycles), far below overflow.
inline constexpr int64_t maxServiceTicks = int64_t(1) << 48;

inline int64_t floorCycle(int64_t ticks) { return ticks / ticksPerCycle; }
inline int64_t ceilCycle(int64_t ticks) {
  return (ticks + ticksPerCycle - 1) / ticksPerCycle;
}
/// Ticks that `bytes` take at a rate; the small bias undoes rounding noise.
inline int64_t serviceTicks(int64_t bytes, double bytesPerCycle) {
  double ticks = double(bytes) * ticksPerCycle / bytesPerCycle;
  return ticks < double(maxServiceTicks) ? int64_t(std::ceil(ticks - 1e-6))
                                         : maxServiceTicks;
}

class Server {
public:
  /// `requestsPerCycle` bounds how many requests it begins in a cycle,
  /// whatever their size.
  explicit Server(double bytesPerCycle, int64_t requestsPerCycle = 1 << 20)
      : rate(bytesPerCycle),
        leastTicks(std::max<int64_t>(ticksPerCycle / requestsPerCycle, 0)) {}

  struct Slot {
    int64_t begin = 0, end = 0; ///< ticks
  };
  /// Queues a request that arrives at `at` (ticks, never going back).
  Slot serve(int64_t at, int64_t bytes) {
    Slot slot;
    slot.begin = std::max(at, free);
    slot.end = slot.begin + std::max(leastTicks, serviceTicks(bytes, rate));
    free = slot.end;
    busy += slot.end - slot.begin;
    return slot;
  }
  int64_t busyTicks() const { return busy; }

private:
  double rate;
  int64_t leastTicks, free = 0, busy = 0;
};

} // namespace sg
