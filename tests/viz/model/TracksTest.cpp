#include "viz/model/Tracks.h"
#include "tests/viz/model/Random.h"
#include <doctest/doctest.h>
#include <set>

using namespace sg;
using namespace sg::viz;

TEST_CASE("every event is on one track, and none overlaps another there") {
  for (uint64_t seed = 1; seed < 20; ++seed) {
    Trace trace = test::randomTrace(seed, 7, 50, 4000);
    Tracks tracks(trace);
    std::set<uint32_t> seen;
    for (uint32_t lane = 0; lane < tracks.lanes(); ++lane)
      for (uint32_t row = 0; row < tracks.rows(lane); ++row) {
        auto slices = tracks.slices(lane, row);
        for (size_t i = 0; i < slices.size(); ++i) {
          const Event &e = trace.events[slices[i].event];
          CHECK(e.lane == lane);
          CHECK(slices[i].begin == e.begin);
          CHECK(slices[i].end() == e.end);
          CHECK(slices[i].kind() == e.kind);
          CHECK(tracks.rowOf(slices[i].event) == row);
          CHECK(seen.insert(slices[i].event).second);
          if (i) {
            CHECK(slices[i - 1].end() <= slices[i].begin);
          }
        }
      }
    CHECK(seen.size() + tracks.unplaced() == trace.events.size());
  }
}

TEST_CASE("waits of a lane with transfers have the first row to themselves") {
  Trace trace;
  trace.lanes.resize(1);
  auto add = [&](int64_t begin, int64_t end, EventKind kind) {
    Event e;
    e.begin = begin;
    e.end = end;
    e.kind = kind;
    trace.events.push_back(e);
  };
  add(0, 10, EventKind::Transfer);
  add(1, 10, EventKind::Transfer);
  add(2, 10, EventKind::WaitFence);
  add(10, 12, EventKind::Transfer);
  Tracks tracks(trace);
  REQUIRE(tracks.rows(0) == 3);
  CHECK(tracks.slices(0, 0).size() == 1);
  CHECK(tracks.slices(0, 1).size() == 2);
  CHECK(tracks.slices(0, 2).size() == 1);
  CHECK(tracks.rowOf(2) == 0);
}

TEST_CASE("what no trace should hold does no harm") {
  Trace trace;
  CHECK(Tracks(trace).lanes() == 0);
  trace.lanes.resize(1);
  Event e;
  e.lane = 9;
  e.end = 4;
  trace.events.push_back(e); // no such lane
  e.lane = 0;
  e.begin = 100;
  e.end = 50; // backwards: no length
  trace.events.push_back(e);
  e.begin = 5; // unsorted
  e.end = 5 + (int64_t(1) << 40);
  trace.events.push_back(e);
  Tracks tracks(trace);
  CHECK(tracks.events(0) == 2);
  CHECK(tracks.rowOf(0) == Tracks::maxRows);
  CHECK(tracks.rows(7) == 0);
  CHECK(tracks.slices(0, 99).empty());
  CHECK(tracks.slices(0, 0)[0].end() == 5 + Slice::maxLength);
  trace.events.assign(200, e); // all at the same time
  Tracks many(trace);
  CHECK(many.rows(0) == Tracks::maxRows);
  CHECK(many.unplaced() == 200 - Tracks::maxRows);
}
