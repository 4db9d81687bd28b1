#include "viz/model/Scratchpad.h"
#include "tests/viz/model/Random.h"
#include "tests/viz/model/SmallMachine.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::viz;

TEST_CASE("a buffer lives from its first write to its last read") {
  test::SmallMachine m;
  m.add(0, EventKind::Transfer, 10, 50, 0, 1, 256); // x.0 written
  m.add(1, EventKind::Push, 60, 61, 0, 1);
  m.add(1, EventKind::Push, 70, 72, 0, 1);
  m.add(3, EventKind::Pop, 75, 76, 0, 3);            // z written
  m.add(0, EventKind::Transfer, 80, 120, 0, 1, 256); // x.0 anew
  m.add(4, EventKind::Transfer, 90, 110, 0, 3);      // z read
  m.add(6, EventKind::Push, 95, 96, 0, 2);           // core 1: x.1, read only
  Wiring wiring(m.trace, &m.binary);
  REQUIRE(wiring.known());
  auto maps = scratchpadMaps(m.trace, m.binary, wiring, 1024);
  REQUIRE(maps.size() == 2);
  const ScratchpadMap &map = maps[0];
  CHECK(map.core() == 0);
  REQUIRE(map.intervals().size() == 3);
  CHECK(map.intervals()[0].begin == 10);
  CHECK(map.intervals()[0].end == 72);
  CHECK(map.intervals()[0].writes == 1);
  CHECK(map.intervals()[0].reads == 2);
  CHECK(map.intervals()[0].bytesRead == 256);
  CHECK(map.intervals()[1].buffer == 2);
  CHECK(map.intervals()[1].end == 110);
  CHECK(map.intervals()[2].begin == 80);
  CHECK(map.intervals()[2].end == 120); // never read
  CHECK(maps[1].intervals().size() == 1);
  CHECK(map.bytesAt(9) == 0);
  CHECK(map.bytesAt(10) == 256);
  CHECK(map.bytesAt(73) == 0);
  CHECK(map.bytesAt(100) == 384);
  Occupancy peak = map.peak();
  CHECK(peak.cycle == 80);
  CHECK(peak.bytes == 384);
  REQUIRE(peak.parts.size() == 2);
  CHECK(peak.parts[0].buffer == 0);
  CHECK(peak.parts[1].buffer == 2);
  auto gaps = map.gaps(100);
  REQUIRE(gaps.size() == 2);
  CHECK(gaps[0].address == 256);
  CHECK(gaps[0].bytes == 256);
  CHECK(gaps[1].address == 640);
  CHECK(gaps[1].bytes == 384);
  CHECK(map.hit(100, 600) == 1u);
  CHECK_FALSE(map.hit(100, 300));
  CHECK_FALSE(map.hit(73, 0));
  CHECK(map.conflicts().empty());
  CHECK(map.outOfRange().empty());
}

TEST_CASE("without the binary nobody knows which way a transfer goes") {
  test::SmallMachine m;
  Event &e = m.add(0, EventKind::Transfer, 10, 50, 0, 1);
  CHECK(Wiring(m.trace, nullptr).access(e) == Access::None);
  CHECK(Wiring(m.trace, &m.binary).access(e) == Access::Write);
  m.binary.instances.pop_back();
  CHECK_FALSE(Wiring(m.trace, &m.binary).known());
}

TEST_CASE("conflicts and buffers outside the memory") {
  std::vector<ScratchpadBuffer> buffers = {
      {"a", 0, 100}, {"b", 50, 100}, {"c", 900, 200}, {"d", 150, 10}};
  std::vector<LiveInterval> live(4);
  for (uint32_t i = 0; i < 4; ++i) {
    live[i].buffer = i;
    live[i].begin = 10 * i;
    live[i].end = 10 * i + 15;
  }
  ScratchpadMap map(0, buffers, live, 1000);
  REQUIRE(map.conflicts().size() == 1);
  const AddressConflict &clash = map.conflicts()[0];
  CHECK(clash.begin == 10);
  CHECK(clash.end == 15);
  CHECK(clash.address == 50);
  CHECK(clash.bytes == 50);
  CHECK(map.outOfRange() == std::vector<uint32_t>{2});
  CHECK(ScratchpadMap().peak().bytes == 0);
  live[0].buffer = 77; // no such buffer
  CHECK(ScratchpadMap(0, buffers, live, 0).intervals().size() == 3);
}

TEST_CASE("occupancy agrees with adding up at every cycle") {
  for (uint64_t seed = 1; seed < 30; ++seed) {
    test::Random random(seed);
    std::vector<ScratchpadBuffer> buffers;
    std::vector<LiveInterval> live;
    for (uint32_t b = 0; b < 6; ++b) {
      buffers.push_back({"b", random.below(900), 1 + random.below(100)});
      for (int64_t at = random.below(20); at < 200;) {
        LiveInterval one;
        one.buffer = b;
        one.begin = at;
        one.end = at + 1 + random.below(30);
        live.push_back(one);
        at = one.end + random.below(20);
      }
    }
    ScratchpadMap map(0, buffers, live, 1000);
    int64_t most = 0;
    for (int64_t cycle = 0; cycle < 260; ++cycle) {
      int64_t bytes = 0;
      std::vector<uint8_t> used(1000, 0);
      for (const LiveInterval &one : live)
        if (one.begin <= cycle && cycle < one.end) {
          bytes += buffers[one.buffer].bytes;
          for (int64_t i = 0; i < buffers[one.buffer].bytes; ++i)
            used[size_t(buffers[one.buffer].address + i)] = 1;
        }
      most = std::max(most, bytes);
      CHECK(map.bytesAt(cycle) == bytes);
      CHECK(map.at(cycle).bytes == bytes);
      int64_t free = 0;
      for (const AddressGap &gap : map.gaps(cycle)) {
        free += gap.bytes;
        for (int64_t i = 0; i < gap.bytes; ++i)
          REQUIRE(used[size_t(gap.address + i)] == 0);
      }
      CHECK(free == std::count(used.begin(), used.end(), 0));
    }
    CHECK(map.peak().bytes == most);
    // Every interval is in one rectangle, and they stay few.
    std::vector<PadRect> rects;
    for (double pixels : {20.0, 2000.0}) {
      map.layout(ViewRange(260), pixels, rects);
      uint32_t count = 0;
      for (const PadRect &r : rects)
        count += r.count;
      CHECK(count == live.size());
      CHECK(rects.size() <= 6 * size_t(pixels / 3 + 2));
    }
  }
}
