// From events to the intervals in which buffers are live.
#include "viz/model/Scratchpad.h"
#include <algorithm>
#include <map>

namespace sg::viz {
namespace {

/// One buffer of one core while the events go by in the order of their begins.
struct Tracker {
  bool open = false;
  bool readSince = false; ///< since the last write
  LiveInterval now;

  void write(const Event &e, uint32_t event, uint32_t buffer,
             std::vector<LiveInterval> &out) {
    // Written anew after everybody has read it: other data from here on. A
    // write that begins while a read is still under way adds to the old.
    if (open && readSince && e.begin >= now.end)
      close(out);
    if (!open) {
      now = {};
      now.buffer = buffer;
      now.begin = e.begin;
      now.firstEvent = event;
      open = true;
    }
    readSince = false;
    ++now.writes;
    now.bytesWritten += e.bytes;
    now.end = std::max(now.end, e.end);
  }
  void read(const Event &e, uint32_t event, uint32_t buffer) {
    if (!open) {
      now = {};
      now.buffer = buffer;
      now.begin = e.begin;
      now.firstEvent = event;
      open = true;
    }
    readSince = true;
    ++now.reads;
    now.bytesRead += e.bytes;
    now.end = std::max(now.end, e.end);
  }
  void close(std::vector<LiveInterval> &out) {
    if (open)
      out.push_back(now);
    open = false;
    readSince = false;
  }
};

} // namespace

std::vector<ScratchpadMap> scratchpadMaps(const Trace &trace,
                                          const Binary &binary,
                                          const Wiring &wiring,
                                          int64_t capacity) {
  std::map<int32_t, size_t> index;
  for (const Lane &lane : trace.lanes)
    index.emplace(lane.core, 0);
  size_t cores = 0;
  for (auto &[core, number] : index)
    number = cores++;
  std::vector<size_t> coreOf;
  for (const Lane &lane : trace.lanes)
    coreOf.push_back(index[lane.core]);
  std::vector<std::vector<Tracker>> trackers(
      cores, std::vector<Tracker>(binary.buffers.size()));
  std::vector<std::vector<LiveInterval>> intervals(cores);
  for (uint32_t i = 0; i < trace.events.size(); ++i) {
    const Event &e = trace.events[i];
    if (!e.tag || e.tag > binary.buffers.size() || e.lane >= coreOf.size())
      continue;
    Access access = wiring.access(e);
    if (access == Access::None)
      continue;
    uint32_t buffer = e.tag - 1u;
    size_t core = coreOf[e.lane];
    Tracker &tracker = trackers[core][buffer];
    if (access != Access::Read)
      tracker.write(e, i, buffer, intervals[core]);
    if (access != Access::Write)
      tracker.read(e, i, buffer);
  }
  std::vector<ScratchpadMap> maps;
  for (const auto &[core, number] : index) {
    for (Tracker &tracker : trackers[number])
      tracker.close(intervals[number]);
    maps.emplace_back(core, binary.buffers, std::move(intervals[number]),
                      capacity);
  }
  return maps;
}

} // namespace sg::viz
