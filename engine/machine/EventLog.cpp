#include "engine/machine/EventLog.h"
#include <algorithm>
#include <tuple>

namespace sg {

// All of an event, so that the order is the same whatever sorts; equal events
// stay in the order of their ranges.
bool EventLog::less(const Entry &a, const Entry &b) {
  if (a.event.begin != b.event.begin)
    return a.event.begin < b.event.begin;
  auto rest = [](const Entry &e) {
    return std::tie(e.event.lane, e.event.end, e.event.kind, e.event.source,
                    e.event.tag, e.event.bytes, e.event.peer, e.firstRange,
                    e.numRanges);
  };
  return rest(a) < rest(b);
}

void EventLog::add(const Event &event) {
  if (pieces.empty() || pieces.back().size() == pieceSize) {
    if (!pieces.empty())
      std::sort(pieces.back().begin(), pieces.back().end(), less);
    pieces.emplace_back().reserve(pieceSize);
  }
  pieces.back().push_back({event, uint32_t(ranges.size()), 0});
  ++count;
}

void EventLog::addRange(int64_t start, std::vector<StridedDim> dims,
                        bool write) {
  ranges.push_back({rangeMaker.make(start, std::move(dims)), 0, write});
  ++pieces.back().back().numRanges;
}

void EventLog::beginMerge(Trace &trace) {
  merging = true;
  if (!pieces.empty())
    std::sort(pieces.back().begin(), pieces.back().end(), less);
  for (size_t i = 0; i < pieces.size(); ++i)
    heap.push_back({i, 0});
  trace.events.reserve(count);
  trace.deviceRanges.reserve(ranges.size());
  trace.rangeDims = rangeDims;
}

void EventLog::emit(const Entry &entry, Trace &trace) {
  for (uint32_t i = 0; i < entry.numRanges; ++i) {
    DeviceRange range = ranges[entry.firstRange + i];
    range.event = uint32_t(trace.events.size());
    trace.deviceRanges.push_back(range);
  }
  trace.events.push_back(entry.event);
}

bool EventLog::moveTo(Trace &trace, int64_t events) {
  // std heaps have the largest in front.
  auto later = [&](const Rest &a, const Rest &b) {
    return less(pieces[b.piece][b.at], pieces[a.piece][a.at]);
  };
  if (!merging) {
    beginMerge(trace);
    std::make_heap(heap.begin(), heap.end(), later);
  }
  for (; !heap.empty() && events > 0; --events) {
    std::pop_heap(heap.begin(), heap.end(), later);
    Rest &rest = heap.back();
    std::vector<Entry> &piece = pieces[rest.piece];
    emit(piece[rest.at], trace);
    if (++rest.at < piece.size()) {
      std::push_heap(heap.begin(), heap.end(), later);
    } else {
      piece = {};
      heap.pop_back();
    }
  }
  return !heap.empty();
}

} // namespace sg
