#include "viz/model/Pyramid.h"
#include <algorithm>
#include <cmath>

namespace sg::viz {
namespace {

/// Adds the part of [begin, end) that lies behind `covered` to the buckets.
class UnionFiller {
public:
  UnionFiller(std::vector<std::array<double, numKindGroups>> &cycles,
              unsigned shift)
      : cycles(cycles), shift(shift) {}

  void add(unsigned group, int64_t begin, int64_t end) {
    begin = std::max({begin, covered[group], int64_t(0)});
    end = std::min(end, int64_t(cycles.size()) << shift);
    if (end <= begin)
      return;
    covered[group] = end;
    size_t first = size_t(begin >> shift), last = size_t((end - 1) >> shift);
    if (first == last) {
      cycles[first][group] += double(end - begin);
      return;
    }
    int64_t bucket = int64_t(1) << shift;
    cycles[first][group] += double((int64_t(first + 1) << shift) - begin);
    for (size_t i = first + 1; i < last; ++i)
      cycles[i][group] = double(bucket);
    cycles[last][group] += double(end - (int64_t(last) << shift));
  }

private:
  std::vector<std::array<double, numKindGroups>> &cycles;
  unsigned shift;
  std::array<int64_t, numKindGroups> covered = {INT64_MIN, INT64_MIN,
                                                INT64_MIN};
};

} // namespace

void Pyramid::fillBase(uint32_t lane, const Trace &trace, const Tracks &tracks,
                       std::vector<std::array<double, numKindGroups>> &cycles) {
  std::fill(cycles.begin(), cycles.end(), std::array<double, numKindGroups>{});
  UnionFiller filler(cycles, shift);
  auto add = [&](const Slice &s) {
    int64_t end = s.end();
    if (end - s.begin == Slice::maxLength)
      end = trace.events[s.event].end;
    filler.add(unsigned(groupOf(s.kind())), s.begin, end);
  };
  if (tracks.rows(lane) == 1) {
    for (const Slice &s : tracks.slices(lane, 0))
      add(s);
    return;
  }
  // Rows joined by begin; few lanes have more than one.
  std::vector<Slice> joined;
  joined.reserve(tracks.events(lane));
  for (uint32_t row = 0; row < tracks.rows(lane); ++row) {
    auto slices = tracks.slices(lane, row);
    joined.insert(joined.end(), slices.begin(), slices.end());
  }
  std::sort(joined.begin(), joined.end(),
            [](const Slice &a, const Slice &b) { return a.begin < b.begin; });
  for (const Slice &s : joined)
    add(s);
}

Pyramid::Pyramid(const Trace &trace, const Tracks &tracks)
    : laneCount(tracks.lanes()) {
  size_t fullest = 0;
  for (uint32_t lane = 0; lane < laneCount; ++lane)
    fullest = std::max(fullest, tracks.events(lane));
  int64_t total = std::max<int64_t>(trace.totals.cycles, 1);
  for (const Event &e : trace.events)
    total = std::max(total, e.end);
  total = std::min(total, int64_t(1) << 60);
  int64_t wanted =
      std::clamp<int64_t>(int64_t(fullest / 2), 64, int64_t(1) << 16);
  while ((total >> shift) >= wanted)
    ++shift;
  size_t count = size_t((total - 1) >> shift) + 1;
  for (;; count = (count + 1) / 2) {
    levelStart.push_back(laneCells);
    levelBuckets.push_back(count);
    laneCells += count;
    if (count == 1)
      break;
  }
  cells.resize(laneCells * laneCount);
  std::vector<std::array<double, numKindGroups>> cycles(levelBuckets[0]);
  for (uint32_t lane = 0; lane < laneCount; ++lane) {
    fillBase(lane, trace, tracks, cycles);
    Cell *base = cells.data() + laneCells * lane;
    double scale = 65535.0 / double(bucketCycles());
    for (size_t i = 0; i < cycles.size(); ++i)
      for (unsigned g = 0; g < numKindGroups; ++g)
        base[i][g] = uint16_t(std::lround(cycles[i][g] * scale));
    for (unsigned level = 1; level < levels(); ++level) {
      const Cell *below = base + levelStart[level - 1];
      Cell *here = base + levelStart[level];
      for (size_t i = 0; i < levelBuckets[level]; ++i)
        for (unsigned g = 0; g < numKindGroups; ++g) {
          bool pair = 2 * i + 1 < levelBuckets[level - 1];
          uint32_t sum = below[2 * i][g] + (pair ? below[2 * i + 1][g] : 0u);
          here[i][g] = uint16_t((sum + 1) / 2);
        }
    }
  }
}

Coverage Pyramid::coverage(uint32_t lane, unsigned level, size_t first,
                           size_t last) const {
  Coverage out = {};
  if (lane >= laneCount || level >= levels() || first >= last)
    return out;
  const Cell *here = cells.data() + laneCells * lane + levelStart[level];
  std::array<uint32_t, numKindGroups> sum = {};
  for (size_t i = first; i < std::min(last, levelBuckets[level]); ++i)
    for (unsigned g = 0; g < numKindGroups; ++g)
      sum[g] += here[i][g];
  for (unsigned g = 0; g < numKindGroups; ++g)
    out[g] = float(sum[g]) / (65535.0f * float(last - first));
  return out;
}

} // namespace sg::viz
