// What no schedule can beat. Every distinct byte of global memory the kernel
// reads or writes crosses device memory once; vector work runs at full lanes on
// every vector unit of the cores the grid uses.
#include "engine/session/Internal.h"
#include <algorithm>
#include <cmath>

namespace sg {

namespace {
using Interval = std::pair<int64_t, int64_t>; // bytes [begin, end)
constexpr size_t maxRuns = size_t(1) << 22;
} // namespace

// Runs of one tile's access, in bytes; false when there are too many to list.
static bool addRuns(const Footprint &print, size_t tile,
                    std::vector<Interval> &runs) {
  std::vector<std::pair<int64_t, int64_t>> dims; // stride, extent
  for (size_t d = 0; d < print.strides.size(); ++d) {
    if (print.extents[d][tile] <= 0)
      return true;
    if (print.strides[d] == INT64_MIN)
      return false;
    if (print.strides[d] != 0)
      dims.push_back({print.strides[d], print.extents[d][tile]});
  }
  std::sort(dims.begin(), dims.end(), [](auto &a, auto &b) {
    return std::abs(a.first) < std::abs(b.first);
  });
  int64_t length = 1, start = print.offsets[tile];
  size_t next = 0;
  while (next < dims.size() && std::abs(dims[next].first) <= length) {
    int64_t span;
    if (__builtin_mul_overflow(std::abs(dims[next].first),
                               dims[next].second - 1, &span) ||
        __builtin_add_overflow(length, span, &length) ||
        (dims[next].first < 0 && __builtin_sub_overflow(start, span, &start)))
      return false;
    ++next;
  }
  std::vector<int64_t> starts{start};
  for (; next < dims.size(); ++next) {
    // The runs that there are count too: a limit for all tiles together.
    if (size_t(dims[next].second) > maxRuns ||
        starts.size() * size_t(dims[next].second) + runs.size() > maxRuns)
      return false;
    std::vector<int64_t> more;
    for (int64_t base : starts)
      for (int64_t i = 0; i < dims[next].second; ++i) {
        int64_t at;
        if (__builtin_mul_overflow(i, dims[next].first, &at) ||
            __builtin_add_overflow(at, base, &at))
          return false;
        more.push_back(at);
      }
    starts = std::move(more);
  }
  for (int64_t base : starts) {
    Interval bytes;
    if (__builtin_mul_overflow(base, print.elementBytes, &bytes.first) ||
        __builtin_mul_overflow(length, print.elementBytes, &bytes.second) ||
        __builtin_add_overflow(bytes.first, bytes.second, &bytes.second))
      return false;
    runs.push_back(bytes);
  }
  return true;
}

static int64_t distinctBytes(std::vector<Interval> runs) {
  std::sort(runs.begin(), runs.end());
  int64_t total = 0, end = INT64_MIN;
  for (auto [from, to] : runs) {
    from = std::max(from, end);
    if (to > from) {
      total += to - from;
      end = to;
    }
  }
  return total;
}

// Distinct bytes that loads, and that stores, touch. Where an access is too
// scattered to list, it counts for nothing: the bound stays a bound.
static int64_t globalBytes(const ScheduleContext &context) {
  int64_t total = 0;
  for (bool store : {false, true}) {
    std::map<int64_t, std::vector<Interval>> byRoot;
    for (const Footprint &print : context.footprints) {
      if (print.store != store)
        continue;
      std::vector<Interval> &runs = byRoot[print.root];
      size_t before = runs.size();
      for (size_t tile = 0; tile < print.offsets.size(); ++tile)
        if (!addRuns(print, tile, runs)) {
          runs.resize(before);
          break;
        }
    }
    for (auto &[root, runs] : byRoot)
      total += distinctBytes(std::move(runs));
  }
  return total;
}

// Whole cycles, up to what a comparison with others needs.
static int64_t wholeCycles(double cycles) {
  return int64_t(std::ceil(std::clamp(cycles, 0.0, 1e18)));
}

LowerBound lowerBound(const ScheduleContext &context) {
  const Device &device = context.device;
  LowerBound bound;
  double memory =
      double(globalBytes(context)) / device.globalMemory().bytesPerCycle;
  bound.all.push_back({"device memory", wholeCycles(memory)});
  int64_t tiles = 1;
  for (int64_t extent : context.kernel.grid)
    tiles *= extent;
  if (const DeviceUnit *vector = device.vectorUnit()) {
    double units =
        double(tiles) *
        double(vector->scope == Scope::Corelet ? device.corelets : 1);
    bound.all.push_back(
        {"vector units", wholeCycles(context.vectorCycles / units)});
  }
  std::sort(bound.all.begin(), bound.all.end(),
            [](auto &a, auto &b) { return a.second > b.second; });
  bound.resource = bound.all.front().first;
  bound.cycles = bound.all.front().second;
  return bound;
}

} // namespace sg
