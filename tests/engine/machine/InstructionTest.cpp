// Every instruction by what it leaves in device memory.
#include "Rig.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::test;

/// Loads 128 bytes from DDR 0 to L1 0, runs `vector` on the SFU between a load
/// unit (pushing `pushes`) and a store unit (popping `pops`), and stores L1
/// 4096 … to DDR 4096.
static std::string program(const std::string &pushes, const std::string &vector,
                           const std::string &pops, int stored = 128) {
  std::string n = std::to_string(stored);
  return head +
         stream("in", "transfer L1[0] <- DDR[0], 128 x i8\nfence\nsignal p0") +
         stream("load", "wait p0\n" + pushes) + stream("sfu", vector) +
         stream("store", pops + "\nsignal p1") +
         stream("out", "wait p0\ntransfer DDR[4096] <- L1[4096], " + n +
                           " x i8\nfence") +
         ".instance \"MNILU\", core 0, runs \"in\", peers [1]\n"
         ".instance \"L1LU\", core 0, corelet 0, runs \"load\", peers [0, 2]\n"
         ".instance \"SFU\", core 0, corelet 0, runs \"sfu\", peers [1, 3]\n"
         ".instance \"L1SU\", core 0, corelet 0, runs \"store\", peers [2, 4]\n"
         ".instance \"MNISU\", core 0, runs \"out\", peers [3]\n";
}

static std::vector<float> ramp(size_t n) {
  std::vector<float> values(n);
  for (size_t i = 0; i < n; ++i)
    values[i] = float(i) - 20;
  return values;
}

static std::vector<float> run(const std::string &pushes,
                              const std::string &vector,
                              const std::string &pops, size_t results = 64) {
  Rig rig(program(pushes, vector, pops, int(results) * 2));
  rig.fillF16(0, ramp(64));
  rig.reserve(4096, 4096);
  bool ok = rig.launch();
  CHECK_MESSAGE(ok, rig.error);
  return ok ? rig.f16(4096, results) : std::vector<float>(results);
}

TEST_CASE("receive, compute, send") {
  std::vector<float> out =
      run("push p1, L1[0], 64 x f16",
          "recv v1, p0, 64 x f16\naddf.f16 v2, v1, v1, 64\n"
          "send p1, v2, 64 x f16",
          "pop L1[4096], p0, 64 x f16");
  for (size_t i = 0; i < 64; ++i)
    CHECK(out[i] == 2 * (float(i) - 20));
}

TEST_CASE("constant, splat, and a register that is both operand and result") {
  std::vector<float> out =
      run("push p1, L1[0], 64 x f16",
          "recv v1, p0, 64 x f16\nsplat v2, v1, 64 x f16\n"
          "const v3, 0x3c00, 64 x f16\naddf.f16 v3, v3, v2, 64\n"
          "send p1, v3, 64 x f16",
          "pop L1[4096], p0, 64 x f16");
  for (float value : out)
    CHECK(value == -19); // 1.0 + element 0
}

TEST_CASE("compare, select and casts") {
  std::vector<float> out =
      run("push p1, L1[0], 64 x f16",
          "recv v1, p0, 64 x f16\nconst v2, 0, 64 x f16\n"
          "cmpf.olt.f16->i1 v3, v1, v2, 64\nselect.f16 v4, v3, v2, v1, 64\n"
          "extf.f16->f32 v4, v4, 64\ntruncf.f32->f16 v4, v4, 64\n"
          "send p1, v4, 64 x f16",
          "pop L1[4096], p0, 64 x f16");
  for (size_t i = 0; i < 64; ++i)
    CHECK(out[i] == std::max(float(i) - 20, 0.0f));
}

TEST_CASE("loops, when, and index arithmetic address single elements") {
  // Element i goes to place (i mod 2) * 32 + i div 2, two at a time by max/min.
  std::vector<float> out =
      run("loop r1, 64\nlin r2, 0 + r1*2\npush p1, L1[r2], 1 x f16\nend",
          "loop r1, 64\nrecv v1, p0, 1 x f16\nsend p1, v1, 1 x f16\nend",
          "loop r1, 64\nmod r2, r1, 2\ndiv r3, r1, 2\n"
          "min r4, r1, 100\nmax r4, r4, r1\n"
          "lin r5, 4096 + r2*64 + r3*2\n"
          "when r4 != r1\nlin r5, 0\nend\n"
          "pop L1[r5], p0, 1 x f16\nend");
  for (size_t i = 0; i < 64; ++i)
    CHECK(out[(i % 2) * 32 + i / 2] == float(i) - 20);
}

TEST_CASE("nested loops count from zero each time; none at all for zero") {
  std::vector<float> out =
      run("loop r1, 2\nloop r2, 4\nlin r3, 0 + r1*8 + r2*2\n"
          "push p1, L1[r3], 1 x f16\nend\nend\n"
          "loop r1, 0\npush p1, L1[0], 64 x f16\nend\n"
          "lin r9, -3\nloop r1, r9\npush p1, L1[0], 64 x f16\nend",
          "loop r1, 8\nrecv v1, p0, 1 x f16\nsend p1, v1, 1 x f16\nend\nhalt\n"
          "send p1, v1, 64 x f16",
          "loop r1, 8\nlin r5, 4096 + r1*2\npop L1[r5], p0, 1 x f16\nend", 8);
  for (size_t i = 0; i < 8; ++i)
    CHECK(out[i] == float(i) - 20);
}

TEST_CASE("floor semantics of mod and div, every comparison") {
  // Each when that holds adds its power of two, stored through the address of
  // an element whose value is its index - 20.
  const char *code = "lin r1, -7\nmod r2, r1, 4\ndiv r3, r1, 4\nlin r10, 0\n"
                     "when r2 == 1\nlin r10, 1 + r10*1\nend\n"
                     "when r3 == -2\nlin r10, 2 + r10*1\nend\n"
                     "when r1 < 0\nlin r10, 4 + r10*1\nend\n"
                     "when r1 <= -7\nlin r10, 8 + r10*1\nend\n"
                     "when r1 > -8\nlin r10, 16 + r10*1\nend\n"
                     "when r1 >= -7\nlin r10, 32 + r10*1\nend\n"
                     "when r1 != -7\nlin r10, 1000\nend\n"
                     "lin r11, 0 + r10*2\npush p1, L1[r11], 1 x f16";
  std::vector<float> out =
      run(code, "recv v1, p0, 1 x f16\nsend p1, v1, 1 x f16",
          "pop L1[4096], p0, 1 x f16", 1);
  CHECK(out[0] == 63 - 20);
}

TEST_CASE("tables differ by instance") {
  std::string text =
      head +
      stream("copy", "transfer L1[0] <- DDR[t0], 128 x i8\nfence\nsignal p0") +
      stream("back", "wait p0\ntransfer DDR[t0] <- L1[0], 128 x i8\nfence");
  for (int core = 0; core < 4; ++core) {
    std::string c = std::to_string(core);
    text += ".instance \"MNILU\", core " + c + ", runs \"copy\", peers [" +
            std::to_string(2 * core + 1) + "], table [" +
            std::to_string(core * 128) + "]\n.instance \"MNISU\", core " + c +
            ", runs \"back\", peers [" + std::to_string(2 * core) +
            "], table [" + std::to_string(4096 - core * 128) + "]\n";
  }
  Rig rig(text);
  std::vector<uint8_t> data(512);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = uint8_t(i * 7 / 3);
  rig.fill(0, data);
  rig.reserve(3000, 2000);
  REQUIRE_MESSAGE(rig.launch(), rig.error);
  for (size_t core = 0; core < 4; ++core)
    CHECK(rig.bytes(4096 - core * 128, 128) ==
          std::vector<uint8_t>(data.begin() + long(core) * 128,
                               data.begin() + long(core + 1) * 128));
}

TEST_CASE("a vector crosses the ring to another core") {
  std::string text =
      head +
      stream("in", "transfer L1[0] <- DDR[0], 64 x f16\nfence\nsignal p0") +
      stream("load", "wait p0\npush p1, L1[0], 64 x f16") +
      stream("first", "recv v1, p0, 64 x f16\nsend p1, v1, 64 x f16") +
      stream("store", "pop L1[0], p0, 64 x f16\nsignal p1") +
      stream("out", "wait p0\ntransfer DDR[4096] <- L1[0], 64 x f16") +
      ".instance \"MNILU\", core 0, runs \"in\", peers [1]\n"
      ".instance \"L1LU\", core 0, corelet 0, runs \"load\", peers [0, 2]\n"
      ".instance \"SFU\", core 0, corelet 0, runs \"first\", peers [1, 3]\n"
      ".instance \"SFU\", core 3, corelet 1, runs \"first\", peers [2, 4]\n"
      ".instance \"L1SU\", core 3, corelet 1, runs \"store\", peers [3, 5]\n"
      ".instance \"MNISU\", core 3, runs \"out\", peers [4]\n";
  Rig rig(text);
  rig.fillF16(0, ramp(64));
  rig.reserve(4096, 128);
  REQUIRE_MESSAGE(rig.launch(), rig.error);
  CHECK(rig.f16(4096, 64) == ramp(64));
  CHECK(rig.trace.totals.ringBytes == 128);
}

TEST_CASE("signals are counted per pair, whatever order they come in") {
  std::string sfu = "\", core 0, corelet 0, runs ";
  Rig rig(head + stream("a", "const v1, 0, 640 x f16\nsignal p0\nsignal p0") +
          stream("b", "signal p0") + stream("c", "wait p0\nwait p1\nwait p0") +
          ".instance \"L1LU" + sfu + "\"b\", peers [2]\n.instance \"SFU" + sfu +
          "\"a\", peers [2]\n.instance \"L1SU" + sfu + "\"c\", peers [1, 0]\n");
  REQUIRE_MESSAGE(rig.launch(), rig.error);
  // 10 + 1 + latency 8, the second signal and both later waits follow closely.
  CHECK(rig.trace.totals.lanes[2].waiting == 18);
  CHECK(rig.trace.totals.cycles == 18 + 3);
}

TEST_CASE("registers of odd sizes do not disturb each other") {
  std::vector<float> out =
      run("push p1, L1[0], 3 x f16\npush p1, L1[0], 64 x f16",
          "recv v9, p0, 3 x f16\nconst v1, 1, 1 x i1\nconst v2, 1, 7 x i1\n"
          "recv v3, p0, 64 x f16\nconst v4, 0, 64 x f16\n"
          "select.f16 v5, v1, v3, v4, 1\naddf.f16 v3, v3, v3, 64\n"
          "send p1, v5, 1 x f16\nsend p1, v3, 63 x f16",
          "pop L1[4096], p0, 1 x f16\npop L1[4098], p0, 63 x f16");
  CHECK(out[0] == -20);
  for (size_t i = 0; i < 63; ++i)
    CHECK(out[i + 1] == 2 * (float(i) - 20));
}
