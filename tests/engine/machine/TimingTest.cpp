// How long things take: rates, latencies, sharing and overlap.
#include "Rig.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::test;

static int64_t cyclesOf(const std::string &text,
                        const Device &device = smallDevice()) {
  Rig rig(text, device);
  rig.fill(0, std::vector<uint8_t>(1 << 20, 1));
  bool ok = rig.launch();
  REQUIRE_MESSAGE(ok, rig.error);
  return rig.trace.totals.cycles;
}

/// Every core loads `bytes` bytes `times` times.
static std::string loads(int cores, int bytes, int times) {
  std::string text =
      head + stream("in", "loop r1, " + std::to_string(times) +
                              "\ntransfer L1[0] <- DDR[0], " +
                              std::to_string(bytes) + " x i8\nend\nfence");
  for (int core = 0; core < cores; ++core)
    text +=
        ".instance \"MNILU\", core " + std::to_string(core) + ", runs \"in\"\n";
  return text;
}

TEST_CASE("one transfer: issue, latency, bytes at the rate of the link") {
  // 1 issue + 4096 / 128 + latencies 100 (DDR) + 1 (L1) + 1 (unit), 1 fence.
  CHECK(cyclesOf(loads(1, 4096, 1)) == 1 + 32 + 102 + 1);
  // A second one hides its latency.
  CHECK(cyclesOf(loads(1, 4096, 2)) == 1 + 64 + 102 + 1);
}

TEST_CASE("short runs cost a whole stick on the side where they are apart") {
  std::string text =
      head +
      stream("in", "transfer L1[0] <- DDR[0], 1 x f16, dims [64: 256 -> 2]\n"
                   "fence") +
      ".instance \"MNILU\", core 0, runs \"in\"\n";
  CHECK(cyclesOf(text) == 1 + 64 + 102 + 1); // 64 sticks at 128 a cycle
}

TEST_CASE("device memory is shared by the cores, and evenly") {
  Device device = smallDevice(8);
  device.memories[0].bytesPerCycle = 204.8;
  // Alone, a core is bound by its own 128 bytes per cycle.
  int64_t alone = cyclesOf(loads(1, 32768, 8), device);
  CHECK(alone == 1 + 2048 + 102 + 1);
  Rig rig(loads(8, 32768, 8), device);
  rig.fill(0, std::vector<uint8_t>(1 << 20, 1));
  REQUIRE_MESSAGE(rig.launch(), rig.error);
  int64_t bound = 8 * 8 * 32768 * 10 / 2048;
  CHECK(rig.trace.totals.cycles >= bound + 102);
  CHECK(rig.trace.totals.cycles <= bound + 102 + 10);
  CHECK(rig.trace.totals.deviceReadBytes == 8 * 8 * 32768);
  CHECK(rig.trace.totals.deviceMemoryBusyCycles == bound);
  // All cores' first transfers end within a few chunks of each other.
  int64_t first = INT64_MAX, last = 0;
  std::vector<bool> seen(8);
  for (const Event &event : rig.trace.events)
    if (event.kind == EventKind::Transfer && event.begin == 0) {
      first = std::min(first, event.end);
      last = std::max(last, event.end);
    }
  CHECK(last - first <= 8 * 3);
}

static std::string vectorProgram(const std::string &sfu) {
  return head + stream("s", sfu) +
         ".instance \"SFU\", core 0, corelet 0, runs \"s\"\n";
}

TEST_CASE("operations cost their class times the vectors they fill") {
  std::string prepare = "const v1, 0x3c00, 64 x f16\n";
  CHECK(cyclesOf(vectorProgram(prepare)) == 1);
  CHECK(cyclesOf(vectorProgram(prepare + "addf.f16 v2, v1, v1, 64")) == 2);
  CHECK(cyclesOf(vectorProgram(prepare + "divf.f16 v2, v1, v1, 64")) == 5);
  CHECK(cyclesOf(vectorProgram(prepare + "extf.f16->f32 v2, v1, 64")) == 3);
  CHECK(cyclesOf(vectorProgram("const v1, 0, 65 x f16")) == 2);
  // Control and index instructions are free.
  CHECK(cyclesOf(vectorProgram("loop r1, 100\nlin r2, 0 + r1*3\nend\n" +
                               prepare)) == 1);
}

TEST_CASE("a signal takes its latency") {
  std::string text = head + stream("a", "signal p0") + stream("b", "wait p0") +
                     ".instance \"SFU\", core 0, corelet 0, runs \"a\", peers "
                     "[1]\n.instance \"SFU\", core 3, corelet 0, runs \"b\", "
                     "peers [0]\n";
  Rig rig(text);
  REQUIRE_MESSAGE(rig.launch(), rig.error);
  CHECK(rig.trace.totals.cycles == 8 + 1);
  CHECK(rig.trace.totals.lanes[1].waiting == 8);
  CHECK(rig.trace.totals.lanes[1].busy == 1);
}

/// `n` tiles of 4096 bytes through one corelet and back, with `depth` buffers.
static std::string pipeline(int n, int depth) {
  std::string tiles = std::to_string(n), mod = std::to_string(depth);
  std::string each = "loop r1, " + tiles + "\nmod r2, r1, " + mod +
                     "\nlin r3, 0 + r2*4096\nlin r4, 0 + r1*4096\n";
  std::string vectors = "loop r5, 32\nlin r6, 0 + r3*1 + r5*128\n";
  return head +
         stream("in", each + "when r1 >= " + mod + "\nwait p0\nend\n" +
                          "transfer L1[r3] <- DDR[r4], 4096 x i8\nfence\n"
                          "signal p0\nend") +
         stream("load", each + "wait p0\n" + vectors +
                            "push p1, L1[r6], 64 x f16\nend\nsignal p0\nend") +
         stream("sfu", "loop r1, " + tiles +
                           "\nloop r5, 32\nrecv v1, p0, 64 x f16\n"
                           "addf.f16 v2, v1, v1, 64\nsend p1, v2, 64 x f16\n"
                           "end\nend") +
         stream("store", each + "lin r3, 32768 + r2*4096\nwhen r1 >= " + mod +
                             "\nwait p1\nend\n" + vectors +
                             "pop L1[r6], p0, 64 x f16\nend\nsignal p1\nend") +
         stream("out", each + "lin r3, 32768 + r2*4096\n"
                              "lin r4, 524288 + r1*4096\nwait p0\n"
                              "transfer DDR[r4] <- L1[r3], 4096 x i8\nfence\n"
                              "signal p0\nend") +
         ".instance \"MNILU\", core 0, runs \"in\", peers [1]\n"
         ".instance \"L1LU\", core 0, corelet 0, runs \"load\", peers [0, 2]\n"
         ".instance \"SFU\", core 0, corelet 0, runs \"sfu\", peers [1, 3]\n"
         ".instance \"L1SU\", core 0, corelet 0, runs \"store\", peers [2, 4]\n"
         ".instance \"MNISU\", core 0, runs \"out\", peers [3]\n";
}

TEST_CASE("two buffers overlap what one buffer does in turn") {
  int64_t one = cyclesOf(pipeline(32, 1)), two = cyclesOf(pipeline(32, 2));
  // In turn: transfer (134), signal (9), vectors (3 cycles each, the last 16
  // of 32 wait in the FIFO: 48), signal (9).
  CHECK(one > 32 * 200);
  // Overlapped: the slower of the two, plus its hand-over.
  CHECK(two < 32 * 155);
  CHECK(two > 32 * 96);
}

TEST_CASE("two runs are the same run, with and without events") {
  Rig a(pipeline(20, 2)), b(pipeline(20, 2)), c(pipeline(20, 2));
  for (Rig *rig : {&a, &b, &c})
    rig->fill(0, std::vector<uint8_t>(1 << 20, 1));
  REQUIRE(a.launch());
  REQUIRE(b.launch());
  REQUIRE(c.launch({}, false));
  CHECK(traceText(a.trace) == traceText(b.trace));
  CHECK(toChromeTrace(a.trace) == toChromeTrace(b.trace));
  CHECK(c.trace.events.empty());
  CHECK(c.trace.totals.cycles == a.trace.totals.cycles);
  // A second launch of the same machine is the same run again.
  std::string first = traceText(a.trace);
  REQUIRE(a.launch());
  CHECK(traceText(a.trace) == first);
}

TEST_CASE("totals add up") {
  Rig rig(pipeline(10, 2));
  rig.fill(0, std::vector<uint8_t>(1 << 20, 1));
  REQUIRE_MESSAGE(rig.launch(), rig.error);
  const Totals &totals = rig.trace.totals;
  CHECK(totals.deviceReadBytes == 10 * 4096);
  CHECK(totals.deviceWriteBytes == 10 * 4096);
  CHECK(totals.scratchpadBytes == 2 * 10 * 4096);
  CHECK(totals.scratchpadPeakBytes == 32768 + 2 * 4096);
  REQUIRE(totals.lanes.size() == 5);
  std::vector<int64_t> busy(5), waiting(5);
  int64_t before = 0;
  for (const Event &event : rig.trace.events) {
    CHECK(event.begin >= before);
    before = event.begin;
    CHECK(event.end > event.begin);
    CHECK(event.end <= totals.cycles);
    (isWait(event.kind) ? waiting : busy)[event.lane] +=
        event.end - event.begin;
  }
  for (size_t i = 0; i < 5; ++i) {
    CAPTURE(i);
    CHECK(totals.lanes[i].busy + totals.lanes[i].waiting <= totals.cycles);
    CHECK(totals.lanes[i].instructions > 30);
  }
  // The vector unit does nothing but what its events say.
  CHECK(totals.lanes[2].busy == busy[2]);
  CHECK(totals.lanes[2].waiting == waiting[2]);
  CHECK(busy[2] == 10 * 32 * 3);
}
