// Finding events on the timeline.
#include "viz/model/Timeline.h"
#include <algorithm>

namespace sg::viz {

std::optional<uint32_t> Timeline::hit(uint32_t lane, int64_t cycle,
                                      int32_t track, int64_t tolerance) const {
  std::optional<uint32_t> best;
  int64_t bestDistance = std::max<int64_t>(tolerance, 0) + 1, bestBegin = 0;
  auto consider = [&](const Slice &s) {
    // An event without a length is at no cycle, but near its begin.
    int64_t least = s.end() > s.begin ? 0 : 1;
    int64_t distance = std::max(
        {s.begin - cycle, cycle - std::max(s.end() - 1, s.begin), least});
    if (distance > bestDistance ||
        (distance == bestDistance && (!best || s.begin <= bestBegin)))
      return;
    best = s.event;
    bestDistance = distance;
    bestBegin = s.begin;
  };
  for (uint32_t row = 0; row < slices.rows(lane); ++row) {
    if (track >= 0 && uint32_t(track) != row)
      continue;
    auto all = slices.slices(lane, row);
    size_t at = Tracks::firstEndingAfter(all, cycle);
    if (at < all.size())
      consider(all[at]);
    if (at > 0)
      consider(all[at - 1]);
  }
  if (bestDistance > std::max<int64_t>(tolerance, 0))
    return std::nullopt;
  return best;
}

std::vector<uint32_t> Timeline::active(uint32_t lane, int64_t cycle) const {
  std::vector<Slice> found;
  for (uint32_t row = 0; row < slices.rows(lane); ++row) {
    auto all = slices.slices(lane, row);
    size_t at = Tracks::firstEndingAfter(all, cycle);
    if (at < all.size() && all[at].begin <= cycle)
      found.push_back(all[at]);
  }
  std::sort(found.begin(), found.end(), [](const Slice &a, const Slice &b) {
    return a.begin != b.begin ? a.begin < b.begin : a.event < b.event;
  });
  std::vector<uint32_t> out;
  for (const Slice &s : found)
    out.push_back(s.event);
  return out;
}

/// Order of slices on a lane, whatever their row.
static bool before(const Slice &s, int64_t begin, uint32_t event) {
  return s.begin != begin ? s.begin < begin : s.event < event;
}

static std::optional<uint32_t> firstNotBefore(const Tracks &tracks,
                                              uint32_t lane, int64_t begin,
                                              uint32_t event) {
  const Slice *best = nullptr;
  for (uint32_t row = 0; row < tracks.rows(lane); ++row) {
    auto all = tracks.slices(lane, row);
    auto it = std::partition_point(all.begin(), all.end(), [&](const Slice &s) {
      return before(s, begin, event);
    });
    if (it != all.end() && (!best || before(*it, best->begin, best->event)))
      best = &*it;
  }
  return best ? std::optional(best->event) : std::nullopt;
}

std::optional<uint32_t> Timeline::next(uint32_t event) const {
  if (!source || event >= source->events.size() || event == noEvent)
    return std::nullopt;
  const Event &e = source->events[event];
  return firstNotBefore(slices, e.lane, e.begin, event + 1);
}

std::optional<uint32_t> Timeline::previous(uint32_t event) const {
  if (!source || event >= source->events.size())
    return std::nullopt;
  const Event &e = source->events[event];
  const Slice *best = nullptr;
  for (uint32_t row = 0; row < slices.rows(e.lane); ++row) {
    auto all = slices.slices(e.lane, row);
    auto it = std::partition_point(all.begin(), all.end(), [&](const Slice &s) {
      return before(s, e.begin, event);
    });
    if (it == all.begin())
      continue;
    --it;
    if (!best || before(*best, it->begin, it->event))
      best = &*it;
  }
  return best ? std::optional(best->event) : std::nullopt;
}

std::optional<uint32_t> Timeline::firstFrom(uint32_t lane,
                                            int64_t cycle) const {
  return firstNotBefore(slices, lane, cycle, 0);
}

size_t Timeline::begunBy(uint32_t lane, int64_t cycle) const {
  size_t count = 0;
  for (uint32_t row = 0; row < slices.rows(lane); ++row) {
    auto all = slices.slices(lane, row);
    count += size_t(
        std::partition_point(all.begin(), all.end(),
                             [&](const Slice &s) { return s.begin <= cycle; }) -
        all.begin());
  }
  return count;
}

} // namespace sg::viz
