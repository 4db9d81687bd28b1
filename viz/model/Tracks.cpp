#include "viz/model/Tracks.h"
#include <algorithm>
#include <numeric>

namespace sg::viz {

Slice::Slice(const Event &e, uint32_t event)
    : begin(e.begin), event(event),
      lengthKind(uint32_t(std::clamp<int64_t>(e.end - e.begin, 0, maxLength))
                     << 4 |
                 (uint32_t(e.kind) & 15)) {}

/// The order by begin; empty when the events have it already.
static std::vector<uint32_t> sortedOrder(const std::vector<Event> &events) {
  auto before = [](const Event &a, const Event &b) {
    return a.begin < b.begin;
  };
  std::vector<uint32_t> order;
  if (std::is_sorted(events.begin(), events.end(), before))
    return order;
  order.resize(events.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return events[a].begin != events[b].begin
               ? events[a].begin < events[b].begin
               : a < b;
  });
  return order;
}

void Tracks::assignRows(const Trace &trace, std::span<const uint32_t> order) {
  size_t lanes = trace.lanes.size(), count = trace.events.size();
  std::vector<uint8_t> moves(lanes, 0); // has transfers, waits apart
  for (const Event &e : trace.events)
    if (e.lane < lanes && e.kind == EventKind::Transfer)
      moves[e.lane] = 1;
  std::vector<std::vector<int64_t>> ends(lanes); // by row
  for (size_t lane = 0; lane < lanes; ++lane)
    ends[lane].assign(moves[lane] ? 2 : 1, INT64_MIN);
  rowOfEvent.assign(count, uint8_t(maxRows));
  for (size_t n = 0; n < count; ++n) {
    uint32_t i = order.empty() ? uint32_t(n) : order[n];
    const Event &e = trace.events[i];
    if (e.lane >= lanes)
      continue;
    std::vector<int64_t> &rows = ends[e.lane];
    uint32_t row = moves[e.lane] && !isWait(e.kind) ? 1 : 0;
    while (row < rows.size() && rows[row] > e.begin)
      ++row;
    if (row >= maxRows) {
      ++homeless;
      continue;
    }
    if (row == rows.size())
      rows.push_back(INT64_MIN);
    // As long as the slice says, so that slices never overlap.
    rows[row] = Slice(e, i).end();
    rowOfEvent[i] = uint8_t(row);
  }
  firstTrack.assign(lanes + 1, 0);
  for (size_t lane = 0; lane < lanes; ++lane)
    firstTrack[lane + 1] = firstTrack[lane] + uint32_t(ends[lane].size());
}

Tracks::Tracks(const Trace &trace) {
  std::vector<uint32_t> order = sortedOrder(trace.events);
  assignRows(trace, order);
  std::vector<size_t> next(firstTrack.back() + 1, 0);
  for (uint32_t i = 0; i < trace.events.size(); ++i)
    if (rowOfEvent[i] < maxRows)
      ++next[firstTrack[trace.events[i].lane] + rowOfEvent[i] + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  firstSlice = next;
  all.resize(next.back());
  for (size_t n = 0; n < trace.events.size(); ++n) {
    uint32_t i = order.empty() ? uint32_t(n) : order[n];
    if (rowOfEvent[i] < maxRows)
      all[next[firstTrack[trace.events[i].lane] + rowOfEvent[i]]++] =
          Slice(trace.events[i], i);
  }
}

std::span<const Slice> Tracks::slices(uint32_t lane, uint32_t row) const {
  if (row >= rows(lane))
    return {};
  size_t track = firstTrack[lane] + row;
  return {all.data() + firstSlice[track],
          firstSlice[track + 1] - firstSlice[track]};
}

size_t Tracks::events(uint32_t lane) const {
  return lane < lanes()
             ? firstSlice[firstTrack[lane + 1]] - firstSlice[firstTrack[lane]]
             : 0;
}

size_t Tracks::firstEndingAfter(std::span<const Slice> slices, int64_t cycle) {
  // Ends grow as begins do, since slices do not overlap.
  auto it =
      std::partition_point(slices.begin(), slices.end(),
                           [&](const Slice &s) { return s.end() <= cycle; });
  return size_t(it - slices.begin());
}

} // namespace sg::viz
