#include "viz/model/CoreState.h"
#include "tests/viz/model/SmallMachine.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::viz;

TEST_CASE("FIFO levels count what is in at the end of a cycle") {
  test::SmallMachine m;
  m.add(1, EventKind::Push, 10, 11);
  m.add(1, EventKind::Push, 11, 12);
  m.add(1, EventKind::WaitMemory, 12, 15);
  m.add(1, EventKind::Push, 15, 16); // took its place at 12
  m.add(2, EventKind::Receive, 20, 21, 0);
  m.add(2, EventKind::Send, 21, 22, 1);
  m.add(2, EventKind::Receive, 22, 23, 0);
  m.add(3, EventKind::WaitMemory, 25, 28);
  m.add(3, EventKind::Pop, 28, 29); // took it out at 25
  Wiring wiring(m.trace, &m.binary);
  Fifos fifos(m.trace, wiring, &m.device);
  REQUIRE(fifos.all().size() == 2);
  auto in = fifos.between(1, 2), out = fifos.between(2, 3);
  REQUIRE(in);
  REQUIRE(out);
  const FifoHistory &a = fifos.all()[*in];
  CHECK(a.depth == 4);
  CHECK_FALSE(a.betweenCores);
  CHECK(a.level(9) == 0);
  CHECK(a.level(10) == 1);
  CHECK(a.level(12) == 3);
  CHECK(a.level(20) == 2);
  CHECK(a.level(22) == 1);
  CHECK(a.level(1000) == 1);
  CHECK(a.highest() == 3);
  const FifoHistory &b = fifos.all()[*out];
  CHECK(b.level(24) == 1);
  CHECK(b.level(25) == 0);
  CHECK(fifos.ofCore(m.trace, 0).size() == 2);
  CHECK(fifos.ofCore(m.trace, 1).empty());
  CHECK_FALSE(fifos.between(3, 2));
  CHECK(Fifos(m.trace, Wiring(), nullptr).all().empty());
}

TEST_CASE("what a core's units do, and whom they wait for") {
  test::SmallMachine m;
  m.add(0, EventKind::Transfer, 0, 100);
  m.add(0, EventKind::Transfer, 1, 120);
  m.add(0, EventKind::WaitFence, 2, 120);
  m.add(1, EventKind::WaitSignal, 5, 110);
  m.add(2, EventKind::WaitInput, 5, 130, 0);
  m.add(3, EventKind::WaitInput, 5, 140, 0);
  m.add(4, EventKind::Transfer, 200, 210);
  Timeline timeline(m.trace);
  Wiring wiring(m.trace, &m.binary);
  Fifos fifos(m.trace, wiring, &m.device);
  CoreState state = coreAt(timeline, wiring, fifos, 0, 50);
  REQUIRE(state.units.size() == 5);
  const UnitSnapshot &dma = state.units[0];
  CHECK(dma.activity == UnitActivity::Working);
  CHECK(dma.events.size() == 3);
  CHECK(dma.event == 0); // the oldest transfer is served
  CHECK(dma.instruction == "op0 k.mlir:1:3");
  CHECK(dma.reason == "waits for its own transfers to end");
  CHECK(dma.progress() == 1);
  const UnitSnapshot &sfu = state.units[2];
  CHECK(sfu.activity == UnitActivity::Waiting);
  CHECK(sfu.waitsFor == 1u);
  CHECK(sfu.reason == "waits for input from core 0 / L1LU");
  CHECK(state.units[4].activity == UnitActivity::NotStarted);
  CHECK(waitChain(timeline, wiring, 3, 50) == std::vector<uint32_t>{3, 2, 1});
  state = coreAt(timeline, wiring, fifos, 0, 150);
  CHECK(state.units[0].activity == UnitActivity::Finished);
  CHECK(state.units[4].activity == UnitActivity::NotStarted);
  CHECK(coreAt(timeline, wiring, fifos, 7, 0).units.empty());
}

TEST_CASE("a circle of waits ends") {
  test::SmallMachine m;
  m.add(2, EventKind::WaitOutput, 0, 50, 1);
  m.add(3, EventKind::WaitInput, 0, 50, 0);
  Timeline timeline(m.trace);
  Wiring wiring(m.trace, &m.binary);
  CHECK(waitChain(timeline, wiring, 2, 10) == std::vector<uint32_t>{2, 3});
}
