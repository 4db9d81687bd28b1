// Launches that go on step by step are the same launches.
#include "Rig.h"
#include "engine/machine/EventLog.h"
#include <doctest/doctest.h>
#include <random>
#include <tuple>

using namespace sg;
using namespace sg::test;

namespace {

/// Copies 4096 bytes `n` times through the vector units, and back.
std::string copies(int n, const std::string &lastly = "") {
  std::string each =
      "loop r1, " + std::to_string(n) + "\nlin r4, 0 + r1*4096\n";
  return head +
         stream("in", each + "transfer L1[0] <- DDR[r4], 4096 x i8\nfence\n"
                             "signal p0\nwait p0\nend") +
         stream("load", each + "wait p0\nloop r5, 32\nlin r6, 0 + r5*128\n"
                               "push p1, L1[r6], 64 x f16\nend\nsignal p0\n"
                               "end") +
         stream("sfu", "loop r1, " + std::to_string(n) +
                           "\nloop r5, 32\nrecv v1, p0, 64 x f16\n"
                           "send p1, v1, 64 x f16\nend\nend") +
         stream("store", each + "loop r5, 32\nlin r6, 4096 + r5*128\n"
                                "pop L1[r6], p0, 64 x f16\nend\nsignal p1\n"
                                "wait p1\nend") +
         stream("out", each +
                           "lin r7, 524288 + r1*4096\nwait p0\n"
                           "transfer DDR[r7] <- L1[4096], 4096 x i8\n"
                           "fence\nsignal p0\nend\n" +
                           lastly) +
         ".instance \"MNILU\", core 0, runs \"in\", peers [1]\n"
         ".instance \"L1LU\", core 0, corelet 0, runs \"load\", peers [0, 2]\n"
         ".instance \"SFU\", core 0, corelet 0, runs \"sfu\", peers [1, 3]\n"
         ".instance \"L1SU\", core 0, corelet 0, runs \"store\", peers [2, 4]\n"
         ".instance \"MNISU\", core 0, runs \"out\", peers [3]\n";
}

std::vector<uint8_t> someBytes() {
  std::vector<uint8_t> bytes(1 << 20);
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = uint8_t(i * 7 + i / 256);
  return bytes;
}

auto keyOf(const Event &e) {
  return std::tuple(e.begin, e.lane, e.end, e.kind, e.source, e.tag, e.bytes,
                    e.peer);
}

} // namespace

TEST_CASE("a launch in steps is the same launch") {
  Rig whole(copies(20));
  REQUIRE_MESSAGE(whole.error.empty(), whole.error);
  whole.fill(0, someBytes());
  REQUIRE_MESSAGE(whole.launch(), whole.error);
  for (int64_t steps : {1, 2, 7, 1000}) {
    CAPTURE(steps);
    Rig rig(copies(20));
    rig.fill(0, someBytes());
    LaunchOptions options;
    options.recordEvents = true;
    auto launch = rig.machine->start({}, options);
    int64_t pieces = 0, cycle = 0;
    while (launch->advance(steps)) {
      ++pieces;
      CHECK(launch->cycle() >= cycle);
      cycle = launch->cycle();
    }
    CHECK(pieces > 2000 / steps);
    auto result = launch->take();
    REQUIRE(result);
    const Trace &trace = result->trace;
    CHECK(cycle == trace.totals.cycles);
    CHECK(traceText(trace) == traceText(whole.trace));
    CHECK(toChromeTrace(trace) == toChromeTrace(whole.trace));
    REQUIRE(trace.deviceRanges.size() == whole.trace.deviceRanges.size());
    for (size_t i = 0; i < trace.deviceRanges.size(); ++i) {
      CHECK(trace.deviceRanges[i].event == whole.trace.deviceRanges[i].event);
      CHECK(trace.deviceRanges[i].bytes.start ==
            whole.trace.deviceRanges[i].bytes.start);
    }
    CHECK(rig.bytes(524288, 20 * 4096) == whole.bytes(524288, 20 * 4096));
  }
}

TEST_CASE("errors of a launch in steps are the same errors") {
  std::string program = copies(3, "wait p0");
  Rig whole(program);
  whole.fill(0, someBytes());
  CHECK(!whole.launch());
  REQUIRE(whole.failsWith("deadlock"));
  Rig rig(program);
  rig.fill(0, someBytes());
  auto launch = rig.machine->start({});
  while (launch->advance(1)) {
  }
  auto result = launch->take();
  REQUIRE(!result);
  CHECK(result.error().str() == whole.error);
  CHECK(!launch->advance(1));

  LaunchOptions options;
  options.maxCycles = 100;
  launch = rig.machine->start({}, options);
  while (launch->advance(1)) {
  }
  result = launch->take();
  REQUIRE(!result);
  CHECK(result.error().message == "the run passes the limit of 100 cycles");
}

TEST_CASE("a launch that is dropped leaves the machine usable") {
  Rig rig(copies(20));
  rig.fill(0, someBytes());
  REQUIRE_MESSAGE(rig.error.empty(), rig.error);
  auto launch = rig.machine->start({});
  for (int i = 0; i < 50; ++i)
    REQUIRE(launch->advance(10));
  launch.reset();
  CHECK(rig.launch());
}

TEST_CASE("a log of events comes out in order, whatever the pieces") {
  std::mt19937 random(1);
  std::vector<Event> events;
  for (int i = 0; i < 100'000; ++i) {
    Event event;
    event.begin = i / 4 - int64_t(random() % 5000);
    event.end = event.begin + int64_t(random() % 3);
    event.lane = uint32_t(random() % 4);
    event.kind = EventKind(random() % 3);
    events.push_back(event);
  }
  for (int64_t piece : {int64_t(17), int64_t(30'000), INT64_MAX}) {
    EventLog log;
    std::vector<std::pair<Event, int64_t>> marked;
    for (size_t i = 0; i < events.size(); ++i) {
      log.add(events[i]);
      if (i % 11)
        continue;
      log.addRange(int64_t(i), {{4, 8}}, false);
      log.addRange(int64_t(i), {{2, 8}}, true);
      marked.push_back({events[i], int64_t(i)});
    }
    CHECK(log.size() == events.size());
    Trace trace;
    while (log.moveTo(trace, piece)) {
    }
    std::vector<Event> sorted = events;
    std::sort(sorted.begin(), sorted.end(),
              [](auto &a, auto &b) { return keyOf(a) < keyOf(b); });
    CHECK(std::equal(
        sorted.begin(), sorted.end(), trace.events.begin(), trace.events.end(),
        [](const Event &a, const Event &b) { return keyOf(a) == keyOf(b); }));
    REQUIRE(trace.deviceRanges.size() == 2 * marked.size());
    CHECK(trace.rangeDims.size() == 2);
    bool right = true;
    for (size_t i = 0; i < trace.deviceRanges.size(); ++i) {
      const DeviceRange &range = trace.deviceRanges[i];
      const Event &of = events[size_t(range.bytes.start)];
      right &= keyOf(trace.events[range.event]) == keyOf(of) &&
               range.write == (i % 2 == 1) &&
               (i == 0 || trace.deviceRanges[i - 1].event <= range.event);
    }
    CHECK(right);
  }
  EventLog nothing;
  Trace trace;
  CHECK(!nothing.moveTo(trace, 1));
  CHECK(trace.events.empty());
}
