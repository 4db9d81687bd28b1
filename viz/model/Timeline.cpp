#include "viz/model/Timeline.h"
#include <algorithm>
#include <cmath>

namespace sg::viz {
namespace {

/// Draws the rows of one query.
class Layout {
public:
  Layout(const Timeline &timeline, const ViewRange &view, double pixels,
         std::vector<TimelineRect> &out)
      : timeline(timeline), view(view), pixels(pixels),
        cyclesPerPixel(view.width() / pixels),
        narrowCycles(
            int64_t(std::ceil(Timeline::narrowPixels * cyclesPerPixel))),
        out(out) {}

  void coarseRow(uint32_t row, std::span<const uint32_t> lanes);
  void fineRow(uint32_t row, uint32_t lane);

private:
  const Timeline &timeline;
  const ViewRange &view;
  double pixels, cyclesPerPixel;
  int64_t narrowCycles;
  std::vector<TimelineRect> &out;

  float clipped(double cycle) const {
    return float(std::clamp(view.pixelOf(cycle, pixels), 0.0, pixels));
  }
  void track(TimelineRect rect, std::span<const Slice> slices);
  size_t run(TimelineRect rect, std::span<const Slice> slices, size_t first);
  void emit(TimelineRect rect, const Slice &slice, double begin,
            uint32_t count);
};

unsigned largest(const std::array<uint8_t, numKindGroups> &share) {
  return unsigned(std::max_element(share.begin(), share.end()) - share.begin());
}

EventKind kindFor(KindGroup group) {
  switch (group) {
  case KindGroup::Transfer:
    return EventKind::Transfer;
  case KindGroup::Work:
    return EventKind::Compute;
  case KindGroup::Wait:
    return EventKind::WaitInput;
  }
  return EventKind::Compute;
}

void Layout::coarseRow(uint32_t row, std::span<const uint32_t> lanes) {
  if (lanes.empty())
    return;
  const Pyramid &pyramid = timeline.pyramid();
  unsigned level = 0;
  while (level + 1 < pyramid.levels() &&
         double(pyramid.bucketCycles(level + 1)) <=
             Timeline::pitchPixels / 2 * cyclesPerPixel)
    ++level;
  double bucket = double(pyramid.bucketCycles(level));
  // Whole groups of buckets counted from cycle 0, so that panning moves the
  // picture instead of drawing another one.
  size_t join = size_t(std::max(
      std::ceil(Timeline::pitchPixels * cyclesPerPixel / bucket - 1e-9), 1.0));
  double step = bucket * double(join);
  size_t first = size_t(view.begin() / step);
  size_t last = std::min(size_t(std::ceil(view.end() / step)),
                         (pyramid.buckets(level) + join - 1) / join);
  size_t start = out.size();
  for (size_t i = first; i < last; ++i) {
    Coverage mean = {};
    for (uint32_t lane : lanes) {
      Coverage one = pyramid.coverage(lane, level, i * join, (i + 1) * join);
      for (unsigned g = 0; g < numKindGroups; ++g)
        mean[g] += one[g] / float(lanes.size());
    }
    TimelineRect rect;
    for (unsigned g = 0; g < numKindGroups; ++g) {
      // 32 shades: neighbours that look alike become one rectangle. What is
      // there at all stays visible.
      int shade = int(std::lround(std::min(mean[g], 1.0f) * 31));
      if (mean[g] > 0)
        shade = std::max(shade, 1);
      rect.share[g] = uint8_t(shade * 255 / 31);
    }
    if (rect.share == std::array<uint8_t, numKindGroups>{})
      continue;
    rect.x0 = clipped(double(i) * step);
    rect.x1 = clipped(double(i + 1) * step);
    if (out.size() > start && out.back().share == rect.share &&
        out.back().x1 == rect.x0) {
      out.back().x1 = rect.x1;
      continue;
    }
    rect.row = row;
    rect.lane = lanes.front();
    rect.group = KindGroup(largest(rect.share));
    rect.kind = kindFor(rect.group);
    out.push_back(rect);
  }
}

void Layout::emit(TimelineRect rect, const Slice &slice, double begin,
                  uint32_t count) {
  rect.x0 = clipped(begin);
  rect.x1 = clipped(double(slice.end()));
  rect.event = slice.event;
  rect.count = count;
  rect.kind = slice.kind();
  rect.group = groupOf(rect.kind);
  rect.share[unsigned(rect.group)] = 255;
  out.push_back(rect);
}

/// Joins the narrow slices from `first` on; returns the first it left.
size_t Layout::run(TimelineRect rect, std::span<const Slice> slices,
                   size_t first) {
  constexpr size_t maxLook = 64;
  double start = std::max(double(slices[first].begin), view.begin());
  // Cycles are whole: comparing them as such is exact, and fast.
  int64_t limit = int64_t(std::ceil(
      std::min(start + Timeline::pitchPixels * cyclesPerPixel, view.end())));
  std::array<int64_t, numKindGroups> cycles = {};
  size_t longest = first, at = first;
  int64_t most = -1;
  bool wide = false;
  size_t stop = std::min(slices.size(), first + maxLook);
  for (; at < stop && slices[at].begin < limit; ++at) {
    int64_t length = slices[at].length();
    wide = length >= narrowCycles;
    if (wide)
      break;
    cycles[unsigned(groupOf(slices[at].kind()))] += length;
    if (length > most) {
      most = length;
      longest = at;
    }
  }
  double looked = std::max(double(slices[at - 1].end()) - start, 1.0);
  if (!wide && at == stop && at < slices.size())
    // Too many to look at each: the rest is taken to be like these.
    at = size_t(
        std::partition_point(slices.begin() + long(at), slices.end(),
                             [&](const Slice &s) { return s.begin < limit; }) -
        slices.begin());
  double end = double(slices[at - 1].end());
  if (wide && end - start < double(narrowCycles)) {
    emit(rect, slices[at], start, uint32_t(at - first + 1));
    return at + 1;
  }
  rect.x0 = clipped(start);
  rect.x1 = clipped(end);
  rect.event = slices[longest].event;
  rect.count = uint32_t(at - first);
  rect.kind = slices[longest].kind();
  for (unsigned g = 0; g < numKindGroups; ++g)
    rect.share[g] =
        uint8_t(std::min(double(cycles[g]) / looked, 1.0) * 255 + 0.5);
  rect.group = KindGroup(largest(rect.share));
  if (rect.count == 1) {
    rect.group = groupOf(rect.kind);
    rect.share = {};
    rect.share[unsigned(rect.group)] = 255;
  }
  out.push_back(rect);
  return at;
}

void Layout::track(TimelineRect rect, std::span<const Slice> slices) {
  size_t at = Tracks::firstEndingAfter(slices, int64_t(view.begin()));
  while (at < slices.size() && double(slices[at].begin) < view.end()) {
    if (slices[at].length() < narrowCycles) {
      at = run(rect, slices, at);
      continue;
    }
    emit(rect, slices[at], double(slices[at].begin), 1);
    ++at;
  }
}

void Layout::fineRow(uint32_t row, uint32_t lane) {
  TimelineRect rect;
  rect.row = row;
  rect.lane = lane;
  uint32_t rows = timeline.tracks().rows(lane);
  rect.tracks = uint16_t(std::max(rows, 1u));
  for (uint32_t one = 0; one < rows; ++one) {
    rect.track = uint16_t(one);
    track(rect, timeline.tracks().slices(lane, one));
  }
}

} // namespace

Timeline::Timeline(const Trace &trace)
    : source(&trace), slices(trace), busy(trace, slices) {
  total = std::max<int64_t>(trace.totals.cycles, 1);
  for (const Event &e : trace.events)
    total = std::max(total, e.end);
}

bool Timeline::coarse(const ViewRange &view, double pixels) const {
  return double(busy.bucketCycles()) < narrowPixels * view.width() / pixels;
}

void Timeline::layout(const ViewRange &view, double pixels,
                      std::span<const DisplayRow> rows,
                      std::vector<TimelineRect> &into) const {
  into.clear();
  if (!source || !(pixels >= 1) || !(view.width() > 0))
    return;
  bool fromPyramid = coarse(view, pixels);
  Layout layout(*this, view, pixels, into);
  for (uint32_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].drawn() || rows[i].lanes.empty())
      continue;
    if (fromPyramid || rows[i].kind != DisplayRow::Unit)
      layout.coarseRow(i, rows[i].lanes);
    else
      layout.fineRow(i, rows[i].lanes.front());
  }
}

} // namespace sg::viz
