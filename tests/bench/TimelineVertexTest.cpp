// The same on every machine: how much the timeline hands to the GPU.
#include "tests/bench/TimelineScript.h"
#include <doctest/doctest.h>

TEST_CASE("a frame of the timeline stays below 200,000 vertices") {
  sg::bench::FrameCost cost =
      sg::bench::runTimelineScript(sg::bench::makeTrace(1000000));
  MESSAGE("most vertices: ", cost.vertices);
  CHECK(cost.vertices > 10000);
  CHECK(cost.vertices <= 200000);
}
