#include "viz/model/Timeline.h"
#include "tests/viz/model/Random.h"
#include <doctest/doctest.h>
#include <map>

using namespace sg;
using namespace sg::viz;

static ViewRange viewOf(const Timeline &timeline, double begin, double end) {
  ViewRange view(timeline.cycles());
  view.show(begin, end);
  return view;
}

TEST_CASE("zoomed in, every visible event is in just one rectangle") {
  for (uint64_t seed = 1; seed < 12; ++seed) {
    Trace trace = test::randomTrace(seed, 6, 400, 40000);
    Timeline timeline(trace);
    LaneTree tree(trace.lanes);
    std::vector<TimelineRect> rects;
    test::Random random(seed);
    for (int query = 0; query < 10; ++query) {
      double begin = double(random.below(40000));
      ViewRange view = viewOf(timeline, begin, begin + 40 + random.below(2500));
      double pixels = 300;
      if (timeline.coarse(view, pixels))
        continue;
      timeline.layout(view, pixels, tree.rows(), rects);
      std::map<std::pair<uint32_t, uint32_t>, uint32_t> expected, counted;
      for (uint32_t i = 0; i < trace.events.size(); ++i) {
        const Event &e = trace.events[i];
        if (double(e.begin) < view.end() && e.end > int64_t(view.begin()))
          ++expected[{e.lane, timeline.tracks().rowOf(i)}];
      }
      for (size_t i = 0; i < rects.size(); ++i) {
        const TimelineRect &r = rects[i];
        counted[{r.lane, r.track}] += r.count;
        CHECK(r.x0 >= 0);
        CHECK(r.x1 <= 300);
        CHECK(r.x0 <= r.x1);
        REQUIRE(r.event < trace.events.size());
        CHECK(trace.events[r.event].lane == r.lane);
        CHECK(trace.events[r.event].kind == r.kind);
        if (i && rects[i - 1].row == r.row && rects[i - 1].track == r.track) {
          CHECK(rects[i - 1].x1 <= r.x0 + 1e-3);
        }
      }
      CHECK(counted == expected);
    }
  }
}

TEST_CASE("a wide event keeps its ends, narrow ones are joined") {
  Trace trace;
  trace.lanes.resize(1);
  auto add = [&](int64_t begin, int64_t end, EventKind kind) {
    Event e;
    e.begin = begin;
    e.end = end;
    e.kind = kind;
    trace.events.push_back(e);
  };
  add(100, 200, EventKind::Compute);
  for (int i = 0; i < 40; ++i)
    add(300 + 2 * i, 301 + 2 * i, i % 4 ? EventKind::Receive : EventKind::Send);
  add(900, 1000, EventKind::WaitInput);
  trace.totals.cycles = 1000;
  Timeline timeline(trace);
  LaneTree tree(trace.lanes);
  std::vector<TimelineRect> rects;
  // 2 pixels per cycle.
  ViewRange view = viewOf(timeline, 90, 190);
  REQUIRE_FALSE(timeline.coarse(view, 200));
  timeline.layout(view, 200, tree.rows(), rects);
  REQUIRE(rects.size() == 1);
  CHECK(rects[0].x0 == doctest::Approx(20));
  CHECK(rects[0].x1 == doctest::Approx(200));
  CHECK(rects[0].event == 0);
  CHECK(rects[0].share[unsigned(KindGroup::Work)] == 255);
  // 1 pixel per cycle: 5 pixels take 3 events of 1 in 2 cycles.
  view = viewOf(timeline, 290, 390);
  timeline.layout(view, 100, tree.rows(), rects);
  REQUIRE(rects.size() == 14);
  CHECK(rects[0].count == 3);
  CHECK(rects[0].x1 - rects[0].x0 == doctest::Approx(5));
  CHECK(rects[0].share[unsigned(KindGroup::Transfer)] ==
        doctest::Approx(255 * 3 / 5).epsilon(0.01));
}

TEST_CASE("rectangles stay few whatever the zoom") {
  Trace trace = test::randomTrace(5, 4, 20000, 200000);
  Timeline timeline(trace);
  LaneTree tree(trace.lanes);
  std::vector<TimelineRect> rects;
  for (double width = 200000; width > 20; width /= 1.7) {
    ViewRange view = viewOf(timeline, 90000, 90000 + width);
    timeline.layout(view, 1000, tree.rows(), rects);
    std::map<std::pair<uint32_t, uint32_t>, size_t> perTrack;
    for (const TimelineRect &r : rects)
      ++perTrack[{r.row, r.track}];
    for (auto [track, count] : perTrack)
      CHECK(count <= 260);
  }
}

TEST_CASE("zoomed out, rectangles show the share of time") {
  Trace trace = test::randomTrace(8, 4, 20000, 200000);
  Timeline timeline(trace);
  LaneTree tree(trace.lanes);
  std::vector<TimelineRect> rects;
  ViewRange view(timeline.cycles());
  REQUIRE(timeline.coarse(view, 400));
  timeline.layout(view, 400, tree.rows(), rects);
  REQUIRE(!rects.empty());
  double cyclesPerPixel = view.width() / 400;
  for (size_t n = 0; n < rects.size(); n += 37) {
    const TimelineRect &r = rects[n];
    CHECK(r.event == noEvent);
    CHECK(r.x1 - r.x0 <= 400);
    double begin = r.x0 * cyclesPerPixel, end = r.x1 * cyclesPerPixel;
    for (unsigned g = 0; g < numKindGroups; ++g) {
      // Union of the lane's events of this group, by a mark per cycle.
      std::vector<uint8_t> marks(size_t(end - begin) + 2, 0);
      for (const Event &e : trace.events)
        if (e.lane == r.lane && groupOf(e.kind) == KindGroup(g))
          for (int64_t c = std::max<int64_t>(e.begin, int64_t(begin));
               c < std::min<int64_t>(e.end, int64_t(end)); ++c)
            marks[size_t(c - int64_t(begin))] = 1;
      double share =
          double(std::count(marks.begin(), marks.end(), 1)) / (end - begin);
      CHECK(std::abs(share - r.share[g] / 255.0) < 0.06);
    }
  }
}

TEST_CASE("a folded core is the mean of its lanes; an open one only a title") {
  Trace trace = test::randomTrace(2, 8, 500, 5000);
  Timeline timeline(trace);
  LaneTree tree(trace.lanes);
  std::vector<TimelineRect> rects;
  tree.foldAll(true);
  ViewRange view(timeline.cycles());
  timeline.layout(view, 100, tree.rows(), rects);
  REQUIRE(!rects.empty());
  for (const TimelineRect &r : rects)
    CHECK(r.row < 2);
  tree.foldAll(false);
  timeline.layout(view, 100, tree.rows(), rects);
  for (const TimelineRect &r : rects)
    CHECK(tree.rows()[r.row].kind == DisplayRow::Unit);
}

TEST_CASE("hit, active and begunBy agree with looking at every event") {
  for (uint64_t seed = 1; seed < 8; ++seed) {
    Trace trace = test::randomTrace(seed, 5, 80, 2000);
    Timeline timeline(trace);
    test::Random random(seed);
    for (int query = 0; query < 200; ++query) {
      uint32_t lane = uint32_t(random.below(5));
      int64_t cycle = random.below(2200);
      std::vector<uint32_t> under;
      size_t begun = 0;
      for (uint32_t i = 0; i < trace.events.size(); ++i) {
        const Event &e = trace.events[i];
        begun += e.lane == lane && e.begin <= cycle;
        if (e.lane == lane && e.begin <= cycle && cycle < e.end)
          under.push_back(i);
      }
      CHECK(timeline.active(lane, cycle) == under);
      CHECK(timeline.begunBy(lane, cycle) == begun);
      auto hit = timeline.hit(lane, cycle);
      CHECK(hit.has_value() == !under.empty());
      if (hit) {
        CHECK(trace.events[*hit].begin == trace.events[under.back()].begin);
      }
      for (uint32_t one : under)
        CHECK(timeline.hit(lane, cycle,
                           int32_t(timeline.tracks().rowOf(one))) == one);
    }
  }
}

TEST_CASE("a hit may be near") {
  Trace trace;
  trace.lanes.resize(1);
  Event e;
  e.begin = 100;
  e.end = 101;
  trace.events.push_back(e);
  Timeline timeline(trace);
  CHECK(timeline.hit(0, 100) == 0u);
  CHECK_FALSE(timeline.hit(0, 101));
  CHECK(timeline.hit(0, 105, -1, 5) == 0u);
  CHECK_FALSE(timeline.hit(0, 106, -1, 5));
  CHECK(timeline.hit(0, 95, -1, 5) == 0u);
  CHECK_FALSE(timeline.hit(3, 100));
}

TEST_CASE("next and previous walk a lane in order, across its rows") {
  Trace trace = test::randomTrace(4, 5, 60, 900);
  Timeline timeline(trace);
  for (uint32_t lane = 0; lane < 5; ++lane) {
    std::vector<uint32_t> expected, walked;
    for (uint32_t i = 0; i < trace.events.size(); ++i)
      if (trace.events[i].lane == lane)
        expected.push_back(i);
    auto at = timeline.firstFrom(lane, 0);
    for (; at; at = timeline.next(*at))
      walked.push_back(*at);
    CHECK(walked == expected);
    walked.clear();
    for (at = expected.back(); at; at = timeline.previous(*at))
      walked.push_back(*at);
    std::reverse(walked.begin(), walked.end());
    CHECK(walked == expected);
  }
  CHECK_FALSE(timeline.next(noEvent));
  CHECK_FALSE(timeline.previous(noEvent));
}
