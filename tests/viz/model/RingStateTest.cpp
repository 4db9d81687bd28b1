#include "viz/model/RingState.h"
#include "tests/viz/model/SmallMachine.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::viz;

static RingState empty(TopologyKind kind, int64_t cores, int64_t cols = 1) {
  static Trace none;
  static Timeline timeline(none);
  Device device;
  device.cores = cores;
  device.topology.kind = kind;
  device.topology.cols = cols;
  return RingState(timeline, Wiring(), device);
}

TEST_CASE("a ring: places, links both ways, the shorter way round") {
  RingState ring = empty(TopologyKind::Ring, 8);
  CHECK(ring.places().size() == 8);
  CHECK(ring.links().size() == 16);
  CHECK(ring.places()[0].y == doctest::Approx(0));
  CHECK(ring.places()[2].x == doctest::Approx(1));
  for (int32_t a = 0; a < 8; ++a)
    for (int32_t b = 0; b < 8; ++b) {
      auto route = ring.route(a, b);
      int distance = std::abs(a - b);
      CHECK(int(route.size()) == std::min(distance, 8 - distance));
      int32_t at = a;
      for (uint32_t link : route) {
        CHECK(ring.links()[link].from == at);
        at = ring.links()[link].to;
      }
      CHECK(at == b);
    }
  CHECK(ring.route(0, 99).empty());
  CHECK(empty(TopologyKind::Ring, 1).links().empty());
  CHECK(empty(TopologyKind::Ring, 2).links().size() == 2);
}

TEST_CASE("a mesh, also with a short last row") {
  RingState mesh = empty(TopologyKind::Mesh, 10, 4);
  for (int32_t a = 0; a < 10; ++a)
    for (int32_t b = 0; b < 10; ++b) {
      auto route = mesh.route(a, b);
      CHECK(int(route.size()) ==
            std::abs(a / 4 - b / 4) + std::abs(a % 4 - b % 4));
      int32_t at = a;
      for (uint32_t link : route) {
        CHECK(mesh.links()[link].from == at);
        at = mesh.links()[link].to;
      }
      CHECK(at == b);
    }
  CHECK(empty(TopologyKind::None, 4).route(0, 1).empty());
}

TEST_CASE("messages pass their links one hop time apart") {
  test::SmallMachine m(4);
  m.device.topology.kind = TopologyKind::Ring;
  m.device.topology.bytesPerCycle = 64;
  m.device.topology.hopCycles = 4;
  // SFU of core 0 sends through port 2 to core 2's, two hops on.
  m.binary.instances[2].peers[2] = 12;
  m.add(2, EventKind::Send, 10, 12, 2, 0, 128);
  m.add(2, EventKind::Send, 12, 14, 1, 0, 128); // within the core
  Timeline timeline(m.trace);
  Wiring wiring(m.trace, &m.binary);
  RingState ring(timeline, wiring, m.device);
  CHECK(ring.messages() == 1);
  auto route = ring.route(0, 2);
  REQUIRE(route.size() == 2);
  CHECK(ring.traffic(route[0], 12, 14).bytes == doctest::Approx(128));
  CHECK(ring.traffic(route[0], 12, 14).load == doctest::Approx(1));
  CHECK(ring.traffic(route[0], 13, 17).bytes == doctest::Approx(64));
  CHECK(ring.traffic(route[0], 14, 20).bytes == 0);
  CHECK(ring.traffic(route[1], 16, 18).bytes == doctest::Approx(128));
  CHECK(ring.traffic(route[1], 0, 100).load == doctest::Approx(0.02));
  CHECK(ring.traffic(99, 0, 100).bytes == 0);
  CHECK(ring.traffic(route[0], 5, 5).bytes == 0);
}

TEST_CASE("each core's share of device memory") {
  test::SmallMachine m(2);
  m.add(0, EventKind::Transfer, 0, 100, 0, 1, 1000);
  m.add(9, EventKind::Transfer, 50, 150, 0, 3, 500);
  Timeline timeline(m.trace);
  Wiring wiring(m.trace, &m.binary);
  RingState ring(timeline, wiring, m.device);
  auto use = ring.memoryUse(50, 150);
  REQUIRE(use.size() == 2);
  CHECK(use[0].readBytes == doctest::Approx(500));
  CHECK(use[0].writeBytes == 0);
  CHECK(use[1].writeBytes == doctest::Approx(500));
  CHECK(use[0].share == doctest::Approx(0.5));
  CHECK(ring.memoryUse(500, 600)[0].share == 0);
}
