// Damaged and random programs: the machine answers with an error or a run,
// never with a crash or a hang.
#include "Rig.h"
#include <doctest/doctest.h>
#include <random>

using namespace sg;
using namespace sg::test;

static const std::string whole =
    head + ".symbol \"x\" = 0 + arg0*2\n" +
    stream("in", "loop r1, 4\nmod r2, r1, 2\nlin r3, 0 + r2*512\n"
                 "lin r4, t0 + r1*512\nwhen r1 >= 2\nwait p0\nend\n"
                 "transfer L1[r3] <- DDR[r4], 64 x i8, dims [4: 128 -> 64]\n"
                 "fence\nsignal p0\nend") +
    stream("load", "loop r1, 4\nmod r2, r1, 2\nlin r3, 0 + r2*512\nwait p0\n"
                   "loop r5, 2\nlin r6, 0 + r3*1 + r5*128\n"
                   "push p1, L1[r6], 64 x f16\nend\nsignal p0\nend") +
    stream("sfu", "loop r1, 4\nloop r5, 2\nrecv v1, p0, 64 x f16\n"
                  "splat v2, v1, 64 x f16\nconst v3, 15360, 64 x f16\n"
                  "cmpf.olt.f16->i1 v4, v1, v2, 64\n"
                  "select.f16 v5, v4, v3, v2, 64\nsend p1, v5, 64 x f16\n"
                  "end\nend") +
    stream("store", "loop r1, 8\nlin r3, 8192 + r1*128\n"
                    "pop L1[r3], p0, 64 x f16\nend\nsignal p1") +
    stream("out", "wait p0\ntransfer DDR[8192] <- L1[8192], 1024 x i8\nfence") +
    ".instance \"MNILU\", core 0, runs \"in\", peers [1], table [0]\n"
    ".instance \"L1LU\", core 0, corelet 0, runs \"load\", peers [0, 2]\n"
    ".instance \"SFU\", core 0, corelet 0, runs \"sfu\", peers [1, 3]\n"
    ".instance \"L1SU\", core 0, corelet 0, runs \"store\", peers [2, 4]\n"
    ".instance \"MNISU\", core 0, runs \"out\", peers [3]\n"
    ".relocate instance 0, t0, symbol 0\n";

/// 0: not assembled or refused, 1: failed in the run, 2: ran.
static int tryRun(const std::string &text) {
  Rig rig(text, smallDevice(), 1);
  if (!rig.error.empty())
    return 0;
  rig.fill(0, std::vector<uint8_t>(4096, 60));
  rig.reserve(8192, 2048);
  LaunchOptions options;
  options.recordEvents = true;
  options.maxCycles = 20000;
  int64_t argument = 0;
  Result<LaunchResult> result = rig.machine->launch({&argument, 1}, options);
  if (!result)
    CHECK(!result.error().message.empty());
  return result ? 2 : 1;
}

TEST_CASE("the program itself runs") { CHECK(tryRun(whole) == 2); }

TEST_CASE("programs with a number, word or line changed") {
  std::mt19937 random(21);
  auto upTo = [&](size_t n) { return random() % n; };
  static const char *const numbers[] = {
      "0",  "1",    "-1",    "2",  "63",         "65535",
      "r1", "4096", "65536", "t0", "4294967296", "9223372036854775807"};
  int outcomes[3] = {};
  for (int i = 0; i < 3000; ++i) {
    std::string text = whole;
    for (size_t n = 1 + upTo(3); n--;) {
      size_t at = upTo(text.size());
      if (upTo(4) == 0) { // drop or repeat a line
        size_t begin = text.rfind('\n', at), end = text.find('\n', at);
        if (begin == std::string::npos || end == std::string::npos ||
            begin == end)
          continue;
        std::string line = text.substr(begin, end - begin);
        if (upTo(2))
          text.erase(begin, end - begin);
        else
          text.insert(begin, line);
        continue;
      }
      at = text.find_first_of("0123456789", at);
      if (at == std::string::npos)
        continue;
      size_t end = text.find_first_not_of("0123456789", at);
      text.replace(at, end - at, numbers[upTo(12)]);
    }
    CAPTURE(text);
    ++outcomes[tryRun(text)];
  }
  CHECK(outcomes[0] > 100);
  CHECK(outcomes[1] > 100);
  CHECK(outcomes[2] > 100);
}
