#include "viz/model/Pyramid.h"
#include "tests/viz/model/Random.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::viz;

/// Share of [begin, end) covered by a lane's events of a group, cycle by
/// cycle.
static double covered(const Trace &trace, uint32_t lane, KindGroup group,
                      int64_t begin, int64_t end) {
  int64_t count = 0;
  for (int64_t c = begin; c < end; ++c)
    for (const Event &e : trace.events)
      if (e.lane == lane && groupOf(e.kind) == group && e.begin <= c &&
          c < e.end) {
        ++count;
        break;
      }
  return double(count) / double(end - begin);
}

TEST_CASE("every level holds the share of time that events cover") {
  for (uint64_t seed = 1; seed < 5; ++seed) {
    Trace trace = test::randomTrace(seed, 5, 60, 900);
    Tracks tracks(trace);
    Pyramid pyramid(trace, tracks);
    REQUIRE(pyramid.levels() > 3);
    CHECK(pyramid.buckets(pyramid.levels() - 1) == 1);
    for (uint32_t lane = 0; lane < 5; ++lane)
      for (unsigned level = 0; level < pyramid.levels(); ++level)
        for (size_t i = 0; i < pyramid.buckets(level);
             i += 1 + pyramid.buckets(level) / 7) {
          Coverage is = pyramid.coverage(lane, level, i, i + 1);
          int64_t width = pyramid.bucketCycles(level);
          for (unsigned g = 0; g < numKindGroups; ++g)
            CHECK(is[g] == doctest::Approx(covered(trace, lane, KindGroup(g),
                                                   int64_t(i) * width,
                                                   int64_t(i + 1) * width))
                               .epsilon(0.001)
                               .scale(1));
        }
  }
}

TEST_CASE("what is asked beyond the trace is idle") {
  Trace trace = test::randomTrace(3, 2, 10, 100);
  Tracks tracks(trace);
  Pyramid pyramid(trace, tracks);
  CHECK(pyramid.coverage(99, 0, 0, 1) == Coverage{});
  CHECK(pyramid.coverage(0, 99, 0, 1) == Coverage{});
  CHECK(pyramid.coverage(0, 0, 5, 5) == Coverage{});
  size_t end = pyramid.buckets(0);
  CHECK(pyramid.coverage(0, 0, end, end + 10) == Coverage{});
  Trace none;
  Tracks noTracks(none);
  CHECK(Pyramid(none, noTracks).levels() > 0);
}

TEST_CASE("size stays in bounds for long and crowded traces") {
  Trace trace;
  trace.lanes.resize(1);
  Event e;
  e.begin = int64_t(1) << 47;
  e.end = e.begin + 10;
  trace.events.push_back(e);
  trace.totals.cycles = e.end;
  Tracks tracks(trace);
  Pyramid pyramid(trace, tracks);
  CHECK(pyramid.buckets(0) <= 64);
  CHECK(pyramid.bytes() < 2048);
}
