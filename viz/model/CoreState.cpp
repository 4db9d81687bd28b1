#include "viz/model/CoreState.h"
#include <algorithm>

namespace sg::viz {

const char *activityName(UnitActivity activity) {
  switch (activity) {
  case UnitActivity::NotStarted:
    return "not started";
  case UnitActivity::Working:
    return "working";
  case UnitActivity::Waiting:
    return "waiting";
  case UnitActivity::Idle:
    return "idle";
  case UnitActivity::Finished:
    return "finished";
  }
  return "unknown";
}

static std::string reasonText(const Trace &trace, const Event &e,
                              std::optional<uint32_t> peer) {
  std::string whom = peer && *peer < trace.lanes.size()
                         ? trace.lanes[*peer].name
                         : "another unit";
  switch (e.kind) {
  case EventKind::WaitInput:
    return "waits for input from " + whom;
  case EventKind::WaitOutput:
    return "waits because the FIFO to " + whom + " is full";
  case EventKind::WaitSignal:
    return "waits for a signal from " + whom;
  case EventKind::WaitMemory:
    return "waits for its turn at the memory";
  case EventKind::WaitFence:
    return "waits for its own transfers to end";
  default:
    return "";
  }
}

UnitSnapshot unitAt(const Timeline &timeline, const Wiring &wiring,
                    uint32_t lane, int64_t cycle) {
  const Trace &trace = timeline.trace();
  UnitSnapshot unit;
  unit.lane = lane;
  unit.total = timeline.tracks().events(lane);
  unit.done = timeline.begunBy(lane, cycle);
  unit.events = timeline.active(lane, cycle);
  // Work counts before a wait: a DMA unit whose transfers go on is busy.
  for (uint32_t event : unit.events)
    if (unit.event == noEvent || isWait(trace.events[unit.event].kind))
      unit.event = event;
  if (unit.event == noEvent) {
    unit.activity = unit.done == 0            ? UnitActivity::NotStarted
                    : unit.done == unit.total ? UnitActivity::Finished
                                              : UnitActivity::Idle;
    return unit;
  }
  const Event &e = trace.events[unit.event];
  unit.activity =
      isWait(e.kind) ? UnitActivity::Waiting : UnitActivity::Working;
  if (e.source && e.source <= trace.sources.size())
    unit.instruction = trace.sources[e.source - 1];
  // The reason is told also while earlier transfers still go on.
  for (uint32_t event : unit.events) {
    const Event &wait = trace.events[event];
    if (!isWait(wait.kind))
      continue;
    unit.waitsFor = wiring.peer(wait);
    unit.reason = reasonText(trace, wait, unit.waitsFor);
  }
  return unit;
}

CoreState coreAt(const Timeline &timeline, const Wiring &wiring,
                 const Fifos &fifos, int32_t core, int64_t cycle) {
  CoreState state;
  state.core = core;
  state.cycle = cycle;
  const Trace &trace = timeline.trace();
  for (uint32_t lane = 0; lane < trace.lanes.size(); ++lane)
    if (trace.lanes[lane].core == core)
      state.units.push_back(unitAt(timeline, wiring, lane, cycle));
  for (uint32_t i : fifos.ofCore(trace, core))
    state.fifos.push_back(
        {i, fifos.all()[i].level(cycle), fifos.all()[i].depth});
  return state;
}

std::vector<uint32_t> waitChain(const Timeline &timeline, const Wiring &wiring,
                                uint32_t lane, int64_t cycle) {
  std::vector<uint32_t> chain = {lane};
  for (;;) {
    UnitSnapshot unit = unitAt(timeline, wiring, chain.back(), cycle);
    if (unit.activity != UnitActivity::Waiting || !unit.waitsFor ||
        std::find(chain.begin(), chain.end(), *unit.waitsFor) != chain.end())
      return chain;
    chain.push_back(*unit.waitsFor);
  }
}

} // namespace sg::viz
