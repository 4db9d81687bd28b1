// Strided transfers against a plain loop.
#include "Rig.h"
#include <doctest/doctest.h>
#include <random>
#include <set>

using namespace sg;
using namespace sg::test;

TEST_CASE("random strided transfers move the bytes a loop would") {
  std::mt19937 random(5);
  auto upTo = [&](unsigned n) { return unsigned(random()) % n; };
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    unsigned count = 1 + upTo(40), dims = upTo(4);
    int64_t n[3], from[3], to[3];
    std::string list;
    // Targets do not overlap: strides grow outwards.
    int64_t span = count;
    for (int d = int(dims) - 1; d >= 0; --d) {
      n[d] = 1 + upTo(4);
      from[d] = int64_t(upTo(200)) - 60;
      to[d] = span + upTo(2) * upTo(9);
      span = to[d] * n[d];
    }
    for (unsigned d = 0; d < dims; ++d)
      list += (d ? ", " : ", dims [") + std::to_string(n[d]) + ": " +
              std::to_string(from[d]) + " -> " + std::to_string(to[d]);
    if (dims)
      list += "]";
    std::vector<uint8_t> source(4096);
    for (uint8_t &byte : source)
      byte = uint8_t(random());
    std::vector<uint8_t> expected(16384, 0);
    std::set<int64_t> touched;
    for (int64_t a = 0; a < (dims > 0 ? n[0] : 1); ++a)
      for (int64_t b = 0; b < (dims > 1 ? n[1] : 1); ++b)
        for (int64_t c = 0; c < (dims > 2 ? n[2] : 1); ++c)
          for (unsigned i = 0; i < count; ++i) {
            int64_t s = 1000 + i, t = i;
            const int64_t at[3] = {a, b, c};
            for (unsigned d = 0; d < dims; ++d) {
              s += at[d] * from[d];
              t += at[d] * to[d];
            }
            expected[size_t(t)] = source[size_t(s)];
            touched.insert(s);
          }
    std::string size = std::to_string(count) + " x i8";
    Rig rig(head +
            stream("in", "transfer L1[0] <- DDR[8192], 16384 x i8\n"
                         "transfer L1[0] <- DDR[1000], " +
                             size + list + "\nfence\nsignal p0") +
            stream("out", "wait p0\ntransfer DDR[65536] <- L1[0], 16384 x i8") +
            ".instance \"MNILU\", core 0, runs \"in\", peers [1]\n"
            ".instance \"MNISU\", core 0, runs \"out\", peers [0]\n");
    rig.fill(0, source);
    rig.fill(8192, std::vector<uint8_t>(16384, 0));
    rig.reserve(65536, 16384);
    REQUIRE_MESSAGE(rig.launch(), rig.error);
    CHECK(rig.bytes(65536, 16384) == expected);
    // The trace tells which bytes of device memory each of the three moved.
    const Trace &trace = rig.trace;
    REQUIRE(trace.deviceRanges.size() == 3);
    for (size_t i = 0; i < 3; ++i) {
      const DeviceRange &range = trace.deviceRanges[i];
      const Event &event = trace.events[range.event];
      CHECK(event.kind == EventKind::Transfer);
      CHECK(range.write == (trace.lanes[event.lane].unit == "MNISU"));
      CHECK((i == 0 || trace.deviceRanges[i - 1].event < range.event));
      auto dims = range.bytes.dims(trace.rangeDims);
      if (i == 1) {
        for (int64_t at = 0; at < 4096; ++at)
          CHECK(boxContains(dims, at - range.bytes.start) ==
                (touched.count(at) == 1));
        continue;
      }
      CHECK(range.bytes.start == (i == 0 ? 8192 : 65536));
      CHECK(boxExtent(dims) == std::pair<int64_t, int64_t>(0, 16383));
    }
  }
}

TEST_CASE("ranges are only kept with events") {
  Rig rig(head + stream("in", "transfer L1[0] <- DDR[0], 64 x i8\nfence") +
          ".instance \"MNILU\", core 0, runs \"in\"\n");
  rig.fill(0, std::vector<uint8_t>(64, 1));
  REQUIRE_MESSAGE(rig.launch({}, false), rig.error);
  CHECK(rig.trace.deviceRanges.empty());
  CHECK(rig.trace.rangeDims.empty());
  REQUIRE_MESSAGE(rig.launch({}, true), rig.error);
  CHECK(rig.trace.deviceRanges.size() == 1);
}

TEST_CASE("a transfer of nothing ends at once, in order with the others") {
  Rig rig(head +
          stream("in", "lin r1, 0\ntransfer L1[0] <- DDR[0], 64 x i8, dims "
                       "[r1: 64 -> 64]\nfence\nsignal p0\n"
                       "transfer L1[0] <- DDR[0], 64 x i8\nfence") +
          ".instance \"MNILU\", core 0, runs \"in\", peers [0]\n");
  rig.fill(0, std::vector<uint8_t>(64, 7));
  REQUIRE_MESSAGE(rig.launch(), rig.error);
  CHECK(rig.trace.totals.deviceReadBytes == 128); // rounded up to a stick
}

TEST_CASE("a ninth transfer waits for the first to end") {
  auto program = [](int n) {
    return head +
           stream("in", "loop r1, " + std::to_string(n) +
                            "\ntransfer L1[0] <- DDR[0], 128 x i8\nend") +
           ".instance \"MNILU\", core 0, runs \"in\"\n";
  };
  for (int n : {8, 9}) {
    Rig rig(program(n));
    rig.fill(0, std::vector<uint8_t>(128, 7));
    REQUIRE_MESSAGE(rig.launch(), rig.error);
    bool waited =
        traceText(rig.trace).find("wait for memory") != std::string::npos;
    CHECK(waited == (n == 9));
  }
}

TEST_CASE("signal.after leaves with the transfers before it, not behind later "
          "ones, and does not stop the unit") {
  auto program = [](const std::string &signal) {
    return head +
           stream("in", "transfer L1[0] <- DDR[0], 128 x i8\n" + signal +
                            "\ntransfer L1[128] <- DDR[0], 4096 x i8") +
           stream("load", "wait p0\npush p1, L1[0], 64 x f16") +
           stream("sfu", "recv v1, p0, 64 x f16") +
           ".instance \"MNILU\", core 0, runs \"in\", peers [1]\n"
           ".instance \"L1LU\", core 0, corelet 0, runs \"load\", peers [0, 2]"
           "\n.instance \"SFU\", core 0, corelet 0, runs \"sfu\", peers [1]\n";
  };
  auto cycles = [&](const std::string &signal, int64_t &waited) {
    Rig rig(program(signal));
    rig.fill(0, std::vector<uint8_t>(4096, 7));
    bool ok = rig.launch();
    REQUIRE_MESSAGE(ok, rig.error);
    waited = rig.trace.totals.lanes[1].waiting;
    return rig.trace.totals.cycles;
  };
  int64_t after = 0, fenced = 0;
  int64_t overlapped = cycles("signal.after p0", after);
  int64_t inTurn = cycles("fence\nsignal p0", fenced);
  // 1 issue + 1 stick + 102 latency, then the signal's own 8.
  CHECK(after == 104 + 8);
  CHECK(fenced == after + 1);      // the fence's own cycle
  CHECK(overlapped < inTurn - 90); // the second one hid its latency

  Rig endless(program("loop r1, 70000\nsignal.after p0\nend"));
  endless.fill(0, std::vector<uint8_t>(4096, 7));
  CHECK(!endless.launch());
  CHECK_MESSAGE(endless.failsWith("signals"), endless.error);
}

TEST_CASE("signal.after without a transfer in flight is a plain signal") {
  Rig rig(head + stream("in", "signal.after p0") + stream("load", "wait p0") +
          ".instance \"MNILU\", core 0, runs \"in\", peers [1]\n"
          ".instance \"L1LU\", core 0, corelet 0, runs \"load\", peers [0]\n");
  REQUIRE_MESSAGE(rig.launch(), rig.error);
  CHECK(rig.trace.totals.cycles == 9);
}
