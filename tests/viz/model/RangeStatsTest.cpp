#include "viz/model/RangeStats.h"
#include "tests/viz/model/Random.h"
#include <doctest/doctest.h>
#include <map>

using namespace sg;
using namespace sg::viz;

TEST_CASE("statistics of a range agree with counting cycle by cycle") {
  for (uint64_t seed = 1; seed < 8; ++seed) {
    Trace trace = test::randomTrace(seed, 5, 50, 900);
    Timeline timeline(trace);
    test::Random random(seed);
    int64_t begin = random.below(500), end = begin + 1 + random.below(400);
    std::vector<uint32_t> lanes = {0, 1, 3};
    RangeStats stats = rangeStats(timeline, begin, end, lanes);
    int64_t busy = 0, waiting = 0, events = 0;
    std::array<int64_t, numEventKinds> cycles = {};
    std::array<double, numEventKinds> bytes = {};
    std::map<uint32_t, int64_t> bySource;
    for (uint32_t lane : lanes)
      for (int64_t c = begin; c < end; ++c) {
        bool works = false, waits = false;
        for (const Event &e : trace.events)
          if (e.lane == lane && e.begin <= c && c < e.end) {
            (isWait(e.kind) ? waits : works) = true;
            ++cycles[size_t(e.kind)];
            ++bySource[e.source];
            bytes[size_t(e.kind)] += double(e.bytes) / double(e.end - e.begin);
          }
        busy += works;
        waiting += waits && !works;
      }
    for (const Event &e : trace.events)
      events += (e.lane == 0 || e.lane == 1 || e.lane == 3) &&
                std::max(e.begin, begin) < std::min(e.end, end);
    CHECK(stats.lanes == 3);
    CHECK(stats.busy == busy);
    CHECK(stats.waiting == waiting);
    CHECK(stats.events == events);
    CHECK(stats.cyclesByKind == cycles);
    CHECK(stats.idle() == 3 * (end - begin) - busy - waiting);
    for (size_t k = 0; k < numEventKinds; ++k)
      CHECK(stats.bytesByKind[k] == doctest::Approx(bytes[k]));
    int64_t before = INT64_MAX;
    for (const RangeStats::BySource &one : stats.bySource) {
      CHECK(one.busy + one.waiting == bySource[one.source]);
      CHECK(one.busy + one.waiting <= before);
      before = one.busy + one.waiting;
      bySource.erase(one.source);
    }
    CHECK(bySource.empty());
  }
}

TEST_CASE("an empty or reversed range and unknown lanes") {
  Trace trace = test::randomTrace(1, 2, 10, 100);
  Timeline timeline(trace);
  std::vector<uint32_t> lanes = {0, 77};
  CHECK(rangeStats(timeline, 50, 50, lanes).events == 0);
  CHECK(rangeStats(timeline, 50, 50, lanes).lanes == 1);
  CHECK(rangeStats(timeline, 90, 10, lanes).busy ==
        rangeStats(timeline, 10, 90, lanes).busy);
}
