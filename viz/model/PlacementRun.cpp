// From a trace to the moves of a placement.
#include "viz/model/Placement.h"
#include <algorithm>
#include <map>

namespace sg::viz {
namespace {

/// When each buffer of a scratchpad holds data, to look up by core and time.
class Lifetimes {
public:
  explicit Lifetimes(const std::vector<ScratchpadMap> &pads) {
    for (const ScratchpadMap &pad : pads)
      for (const LiveInterval &live : pad.intervals())
        intervals[{pad.core(), live.buffer}].push_back(live);
  }
  /// The interval of a transfer that begins at `cycle`; null when unknown.
  const LiveInterval *find(int32_t core, uint16_t tag, int64_t cycle) const {
    auto found = intervals.find({core, uint32_t(tag) - 1});
    if (!tag || found == intervals.end())
      return nullptr;
    const std::vector<LiveInterval> &list = found->second;
    auto after = std::upper_bound(
        list.begin(), list.end(), cycle,
        [](int64_t at, const LiveInterval &live) { return at < live.begin; });
    return after == list.begin() ? nullptr : &*std::prev(after);
  }

private:
  std::map<std::pair<int32_t, uint32_t>, std::vector<LiveInterval>> intervals;
};

} // namespace

// The elements of a buffer that a range of bytes touches; nothing when it is in
// no buffer, or does not keep to whole elements.
std::optional<StridedBox>
Placement::elementsOf(const DeviceRange &range,
                      const std::vector<StridedDim> &dims, uint32_t &buffer,
                      BoxMaker &maker) const {
  for (buffer = 0; buffer < info.buffers.size(); ++buffer) {
    const KernelBuffer &one = info.buffers[buffer];
    int64_t bytes = formatBytes(one.format);
    if (!addresses[buffer])
      continue;
    int64_t offset = range.bytes.start - *addresses[buffer];
    if (offset < one.firstElement * bytes || offset >= one.endElement * bytes)
      continue;
    if (offset % bytes)
      return std::nullopt;
    std::vector<StridedDim> elements;
    auto shape = range.bytes.dims(dims);
    for (const StridedDim &dim : shape) {
      if (dim.stride == 1 && dim.count % bytes == 0)
        elements.push_back({dim.count / bytes, 1});
      else if (dim.stride % bytes == 0)
        elements.push_back({dim.count, dim.stride / bytes});
      else
        return std::nullopt;
    }
    return maker.make(offset / bytes, std::move(elements));
  }
  return std::nullopt;
}

void Placement::setRun(const Trace &trace,
                       const std::vector<int64_t> &arguments,
                       const std::vector<ScratchpadMap> &pads) {
  moved.clear();
  moveDims.clear();
  cache.clear();
  total = trace.totals.cycles;
  for (size_t i = 0; i < info.buffers.size(); ++i) {
    const KernelBuffer &buffer = info.buffers[i];
    addresses[i].reset();
    int64_t bytes = formatBytes(buffer.format);
    if (!buffer.argument)
      addresses[i] = buffer.constantAddress * bytes;
    else if (*buffer.argument < arguments.size())
      addresses[i] = arguments[*buffer.argument] * bytes;
  }
  numCores = map.tiles;
  for (const Lane &lane : trace.lanes)
    numCores = std::max(numCores, uint32_t(std::max(lane.core, 0)) + 1);
  Lifetimes lifetimes(pads);
  BoxMaker maker(moveDims);
  for (const DeviceRange &range : trace.deviceRanges) {
    if (range.event >= trace.events.size())
      continue;
    const Event &event = trace.events[range.event];
    TensorMove move;
    auto elements = elementsOf(range, trace.rangeDims, move.buffer, maker);
    if (!elements || event.lane >= trace.lanes.size())
      continue;
    move.event = range.event;
    move.core = trace.lanes[event.lane].core;
    move.write = range.write;
    move.begin = event.begin;
    move.end = event.end;
    move.elements = *elements;
    if (const LiveInterval *live =
            lifetimes.find(move.core, event.tag, event.begin)) {
      move.residentBegin = range.write ? live->begin : event.end;
      move.residentEnd = range.write ? event.begin : live->end;
    }
    moved.push_back(move);
  }
}

} // namespace sg::viz
