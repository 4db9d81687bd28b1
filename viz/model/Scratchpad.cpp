#include "viz/model/Scratchpad.h"
#include <algorithm>
#include <cmath>

namespace sg::viz {

ScratchpadMap::ScratchpadMap(int32_t core,
                             std::vector<ScratchpadBuffer> buffers,
                             std::vector<LiveInterval> intervals,
                             int64_t capacity)
    : number(core), size(capacity), names(std::move(buffers)),
      live(std::move(intervals)), ofBuffer(names.size()) {
  std::erase_if(live, [&](const LiveInterval &one) {
    return one.buffer >= names.size() || one.end <= one.begin;
  });
  std::sort(live.begin(), live.end(),
            [](const LiveInterval &a, const LiveInterval &b) {
              return a.begin != b.begin ? a.begin < b.begin
                                        : a.buffer < b.buffer;
            });
  std::vector<Step> changes;
  for (uint32_t i = 0; i < live.size(); ++i) {
    int64_t bytes = names[live[i].buffer].bytes;
    changes.push_back({live[i].begin, bytes});
    changes.push_back({live[i].end, -bytes});
    ofBuffer[live[i].buffer].push_back(i);
  }
  std::sort(changes.begin(), changes.end(),
            [](const Step &a, const Step &b) { return a.cycle < b.cycle; });
  int64_t bytes = 0;
  for (size_t i = 0; i < changes.size(); ++i) {
    bytes += changes[i].bytes;
    if (i + 1 == changes.size() || changes[i + 1].cycle != changes[i].cycle)
      if (curve.empty() || curve.back().bytes != bytes)
        curve.push_back({changes[i].cycle, bytes});
  }
  for (const Step &step : curve)
    if (step.bytes > fullest.bytes)
      fullest = step;
  findConflicts();
}

void ScratchpadMap::findConflicts() {
  // Few pairs of buffers share addresses; only those are compared in time.
  constexpr size_t most = 1000;
  for (uint32_t a = 0; a < names.size(); ++a)
    for (uint32_t b = a + 1; b < names.size(); ++b) {
      int64_t low = std::max(names[a].address, names[b].address);
      int64_t high = std::min(names[a].address + names[a].bytes,
                              names[b].address + names[b].bytes);
      if (low >= high)
        continue;
      const auto &as = ofBuffer[a], &bs = ofBuffer[b];
      for (size_t i = 0, j = 0; i < as.size() && j < bs.size();) {
        const LiveInterval &x = live[as[i]], &y = live[bs[j]];
        int64_t begin = std::max(x.begin, y.begin);
        int64_t end = std::min(x.end, y.end);
        if (begin < end && clashes.size() < most)
          clashes.push_back({as[i], bs[j], begin, end, low, high - low});
        x.end < y.end ? ++i : ++j;
      }
    }
}

template <typename Visit>
void ScratchpadMap::visitLive(int64_t cycle, Visit visit) const {
  // Intervals of one buffer follow each other.
  for (const std::vector<uint32_t> &list : ofBuffer) {
    auto it = std::partition_point(list.begin(), list.end(), [&](uint32_t i) {
      return live[i].end <= cycle;
    });
    if (it != list.end() && live[*it].begin <= cycle)
      visit(*it);
  }
}

int64_t ScratchpadMap::bytesAt(int64_t cycle) const {
  auto it =
      std::partition_point(curve.begin(), curve.end(),
                           [&](const Step &s) { return s.cycle <= cycle; });
  return it == curve.begin() ? 0 : std::prev(it)->bytes;
}

Occupancy ScratchpadMap::at(int64_t cycle) const {
  Occupancy out;
  out.cycle = cycle;
  visitLive(cycle, [&](uint32_t i) {
    uint32_t buffer = live[i].buffer;
    out.parts.push_back({buffer, i, names[buffer].bytes});
    out.bytes += names[buffer].bytes;
  });
  std::sort(out.parts.begin(), out.parts.end(),
            [&](const Occupancy::Part &a, const Occupancy::Part &b) {
              return a.bytes != b.bytes
                         ? a.bytes > b.bytes
                         : names[a.buffer].address < names[b.buffer].address;
            });
  return out;
}

Occupancy ScratchpadMap::peak() const { return at(fullest.cycle); }

std::vector<AddressGap> ScratchpadMap::gaps(int64_t cycle) const {
  std::vector<AddressGap> used, out;
  visitLive(cycle, [&](uint32_t i) {
    const ScratchpadBuffer &buffer = names[live[i].buffer];
    used.push_back({buffer.address, buffer.bytes});
  });
  std::sort(used.begin(), used.end(),
            [](const AddressGap &a, const AddressGap &b) {
              return a.address < b.address;
            });
  int64_t at = 0;
  for (const AddressGap &one : used) {
    if (one.address > at)
      out.push_back({at, one.address - at});
    at = std::max(at, one.address + one.bytes);
  }
  if (size > at)
    out.push_back({at, size - at});
  return out;
}

std::vector<uint32_t> ScratchpadMap::outOfRange() const {
  std::vector<uint32_t> out;
  for (uint32_t i = 0; i < names.size(); ++i)
    if (names[i].address < 0 || (size > 0 && names[i].bytes > size) ||
        (size > 0 && names[i].address > size - names[i].bytes))
      out.push_back(i);
  return out;
}

void ScratchpadMap::layout(const ViewRange &view, double pixels,
                           std::vector<PadRect> &into) const {
  constexpr double narrowPixels = 3;
  into.clear();
  if (!(pixels >= 1) || !(view.width() > 0))
    return;
  double narrow = narrowPixels * view.width() / pixels;
  auto clipped = [&](double cycle) {
    return float(std::clamp(view.pixelOf(cycle, pixels), 0.0, pixels));
  };
  for (uint32_t buffer = 0; buffer < names.size(); ++buffer) {
    const std::vector<uint32_t> &list = ofBuffer[buffer];
    auto it = std::partition_point(list.begin(), list.end(), [&](uint32_t i) {
      return double(live[i].end) <= view.begin();
    });
    while (it != list.end() && double(live[*it].begin) < view.end()) {
      PadRect rect;
      rect.buffer = buffer;
      rect.interval = *it;
      rect.address = names[buffer].address;
      rect.bytes = names[buffer].bytes;
      double start = std::max(double(live[*it].begin), view.begin());
      int64_t end = live[*it].end;
      double inUse = double(end) - start;
      // A narrow one takes in those that begin before it would be visible.
      for (++it; double(end) - start < narrow && it != list.end() &&
                 double(live[*it].begin) < start + narrow;
           ++it) {
        end = live[*it].end;
        inUse += double(live[*it].end - live[*it].begin);
        ++rect.count;
      }
      rect.x0 = clipped(start);
      rect.x1 = clipped(double(end));
      rect.share = uint8_t(std::lround(
          std::clamp(inUse / std::max(double(end) - start, 1.0), 0.0, 1.0) *
          255));
      into.push_back(rect);
    }
  }
}

std::optional<uint32_t> ScratchpadMap::hit(int64_t cycle,
                                           int64_t address) const {
  std::optional<uint32_t> best;
  visitLive(cycle, [&](uint32_t i) {
    const ScratchpadBuffer &buffer = names[live[i].buffer];
    if (address < buffer.address || address - buffer.address >= buffer.bytes)
      return;
    if (!best || live[i].begin >= live[*best].begin)
      best = i;
  });
  return best;
}

} // namespace sg::viz
