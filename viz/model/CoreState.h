// One core at one cycle: what every unit is doing, whom it waits for and why,
// and how full the FIFOs between them are.
#pragma once
#include "viz/model/Fifos.h"
#include "viz/model/Timeline.h"

namespace sg::viz {

enum class UnitActivity : uint8_t {
  NotStarted, ///< before its first event
  Working,
  Waiting,
  Idle,     ///< between events (control flow and signals leave none)
  Finished, ///< after its last event
};
const char *activityName(UnitActivity activity);

struct UnitSnapshot {
  uint32_t lane = 0;
  UnitActivity activity = UnitActivity::Idle;
  /// What it executes or why it waits; noEvent when neither.
  uint32_t event = noEvent;
  std::vector<uint32_t> events; ///< all under way (a DMA unit's transfers)
  std::string instruction;      ///< the event's source text; may be empty
  /// Waiting: the lane at the other end, when it is a matter of two.
  std::optional<uint32_t> waitsFor;
  std::string reason; ///< "waits for input from core 0 / corelet 1 / L1LU"
  size_t done = 0, total = 0; ///< events begun, and of the whole run
  double progress() const { return total ? double(done) / double(total) : 1; }
};

struct FifoSnapshot {
  uint32_t fifo = 0; ///< index into Fifos::all
  int64_t level = 0, depth = 0;
};

struct CoreState {
  int32_t core = 0;
  int64_t cycle = 0;
  std::vector<UnitSnapshot> units; ///< in the order of the trace's lanes
  std::vector<FifoSnapshot> fifos;
};

UnitSnapshot unitAt(const Timeline &timeline, const Wiring &wiring,
                    uint32_t lane, int64_t cycle);
CoreState coreAt(const Timeline &timeline, const Wiring &wiring,
                 const Fifos &fifos, int32_t core, int64_t cycle);

/// Who keeps a lane waiting, and who keeps that one, and so on: begins with
/// `lane`; ends at one that does not wait for another, or before a lane that
/// is in the list already.
std::vector<uint32_t> waitChain(const Timeline &timeline, const Wiring &wiring,
                                uint32_t lane, int64_t cycle);

} // namespace sg::viz
