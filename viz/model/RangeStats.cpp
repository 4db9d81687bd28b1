#include "viz/model/RangeStats.h"
#include <algorithm>

namespace sg::viz {
namespace {

struct Span {
  int64_t begin, end;
};

/// Cycles that a set of spans covers; `spans` becomes the sorted, joined set.
int64_t joinSpans(std::vector<Span> &spans) {
  std::sort(spans.begin(), spans.end(),
            [](const Span &a, const Span &b) { return a.begin < b.begin; });
  size_t count = 0;
  int64_t cycles = 0;
  for (const Span &s : spans) {
    if (count && s.begin <= spans[count - 1].end)
      spans[count - 1].end = std::max(spans[count - 1].end, s.end);
    else
      spans[count++] = s;
  }
  spans.resize(count);
  for (const Span &s : spans)
    cycles += s.end - s.begin;
  return cycles;
}

} // namespace

static void addLane(const Timeline &timeline, uint32_t lane, RangeStats &stats,
                    std::vector<RangeStats::BySource> &bySource,
                    std::vector<Span> &work, std::vector<Span> &all) {
  const Trace &trace = timeline.trace();
  work.clear();
  all.clear();
  uint32_t rows = timeline.tracks().rows(lane);
  for (uint32_t row = 0; row < rows; ++row) {
    auto slices = timeline.tracks().slices(lane, row);
    for (size_t i = Tracks::firstEndingAfter(slices, stats.begin);
         i < slices.size() && slices[i].begin < stats.end; ++i) {
      // A lane's events are far apart in the trace.
      constexpr size_t ahead = 16;
      if (i + ahead < slices.size())
        __builtin_prefetch(&trace.events[slices[i + ahead].event]);
      const Event &e = trace.events[slices[i].event];
      Span inside{std::max(e.begin, stats.begin), std::min(e.end, stats.end)};
      if (inside.end <= inside.begin)
        continue;
      int64_t cycles = inside.end - inside.begin;
      unsigned kind = unsigned(e.kind) % numEventKinds;
      ++stats.events;
      stats.cyclesByKind[kind] += cycles;
      stats.bytesByKind[kind] +=
          double(e.bytes) * double(cycles) / double(e.end - e.begin);
      RangeStats::BySource &source =
          bySource[e.source < bySource.size() ? e.source : 0];
      ++source.events;
      (isWait(e.kind) ? source.waiting : source.busy) += cycles;
      bool waits = isWait(e.kind);
      if (rows == 1) { // nothing overlaps
        (waits ? stats.waiting : stats.busy) += cycles;
        continue;
      }
      all.push_back(inside);
      if (!waits)
        work.push_back(inside);
    }
  }
  int64_t busy = joinSpans(work);
  stats.busy += busy;
  stats.waiting += joinSpans(all) - busy;
}

RangeStats rangeStats(const Timeline &timeline, int64_t begin, int64_t end,
                      std::span<const uint32_t> lanes) {
  RangeStats stats;
  stats.begin = std::min(begin, end);
  stats.end = std::max(begin, end);
  std::vector<RangeStats::BySource> bySource(timeline.trace().sources.size() +
                                             1);
  std::vector<Span> work, all;
  for (uint32_t lane : lanes) {
    if (lane >= timeline.tracks().lanes())
      continue;
    ++stats.lanes;
    addLane(timeline, lane, stats, bySource, work, all);
  }
  for (uint32_t i = 0; i < bySource.size(); ++i)
    if (bySource[i].events) {
      bySource[i].source = i;
      stats.bySource.push_back(bySource[i]);
    }
  std::sort(stats.bySource.begin(), stats.bySource.end(),
            [](const auto &a, const auto &b) {
              int64_t cyclesA = a.busy + a.waiting;
              int64_t cyclesB = b.busy + b.waiting;
              return cyclesA != cyclesB ? cyclesA > cyclesB
                                        : a.source < b.source;
            });
  return stats;
}

} // namespace sg::viz
