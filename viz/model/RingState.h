// The cores on their ring or mesh: where each stands, what travels on every
// link, and each core's share of device memory.
#pragma once
#include "viz/model/CoreState.h"

namespace sg::viz {

/// A place on the picture, 0 to 1 in both directions, y downwards.
struct CorePlace {
  int32_t core = 0;
  double x = 0, y = 0;
};

/// One direction of a connection between two neighbouring cores.
struct Link {
  int32_t from = 0, to = 0;
};

struct LinkTraffic {
  double bytes = 0;
  double load = 0; ///< share of what the link could carry, 0 to 1
};

struct CoreMemoryUse {
  int32_t core = 0;
  double readBytes = 0, writeBytes = 0; ///< device memory
  double share = 0; ///< of all cores' bytes in the window, 0 to 1
};

class RingState {
public:
  RingState() = default;
  RingState(const Timeline &timeline, const Wiring &wiring,
            const Device &device);

  /// All cores of the device, also those without a lane.
  const std::vector<CorePlace> &places() const { return cores; }
  const std::vector<Link> &links() const { return wires; }
  /// Links that data passes from one core to another: the shorter way round a
  /// ring (upwards when both are as long), columns before rows on a mesh, the
  /// direct way on a crossbar. Empty when there is none.
  std::vector<uint32_t> route(int32_t from, int32_t to) const;

  /// What a link carries in [begin, end), cycles. A message is on its n-th
  /// link n hop times after it left the sender, for as long as its bytes take.
  LinkTraffic traffic(uint32_t link, int64_t begin, int64_t end) const;
  size_t messages() const { return sent; }
  /// Transfers of every core in [begin, end); of one that is partly inside,
  /// the share its cycles have in it.
  std::vector<CoreMemoryUse> memoryUse(int64_t begin, int64_t end) const;

private:
  struct Passage {
    int64_t begin = 0, end = 0;
    uint32_t bytes = 0;
  };
  const Timeline *timeline = nullptr;
  Wiring wiring;
  Topology topology;
  int64_t coreCount = 0;
  size_t sent = 0;
  std::vector<CorePlace> cores;
  std::vector<Link> wires;
  std::map<std::pair<int32_t, int32_t>, uint32_t> wireIndex;
  std::vector<std::vector<Passage>> passages; ///< by link, by begin
  std::vector<int64_t> longest;               ///< by link, cycles

  void place();
  void connect();
  void join(int64_t from, int64_t to);
  void collect();
};

} // namespace sg::viz
