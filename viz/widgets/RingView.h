// The cores on their ring, mesh or crossbar: what each does, what travels on
// the links, each core's share of device memory, around the clock or over the
// whole run.
#pragma once
#include "viz/model/RingState.h"
#include "viz/widgets/RunLook.h"

namespace sg::viz {

class RingView {
public:
  struct Happened {
    std::optional<int32_t> core; ///< clicked
  };
  Happened draw(const RunLook &look, const Timeline &timeline,
                const RingState &ring, int32_t core);
  /// For another run.
  void reset() { counted = false; }
  bool wholeRun = false;

private:
  struct Frame;
  /// Counted when the cycles looked at change.
  std::vector<double> busy;        ///< share of the units' time, by place
  std::vector<CoreMemoryUse> uses; ///< of device memory
  int64_t countedBegin = 0, countedEnd = 0;
  bool counted = false;
  void count(const Frame &frame);
  void paintLinks(const Frame &frame) const;
  void paintCores(const Frame &frame, int32_t core, Happened &happened) const;
  void facts(const Frame &frame) const;
};

} // namespace sg::viz
