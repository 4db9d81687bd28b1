// What the machine refuses, and in which words.
#include "Rig.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::test;

static const std::string units =
    ".instance \"MNILU\", core 1, runs \"in\", peers [1]\n"
    ".instance \"L1LU\", core 1, corelet 0, runs \"load\", peers [0, 2]\n"
    ".instance \"SFU\", core 1, corelet 0, runs \"sfu\", peers [1]\n";

static std::string errorOf(const std::string &in, const std::string &load,
                           const std::string &sfu,
                           const std::string &more = "") {
  Rig rig(head + more + stream("in", in) + stream("load", load) +
          stream("sfu", sfu) + units);
  rig.fill(0, std::vector<uint8_t>(4096, 1));
  rig.launch();
  INFO(rig.error);
  return rig.error;
}

static bool has(const std::string &text, const std::string &part) {
  bool found = text.find(part) != std::string::npos;
  CHECK_MESSAGE(found, text);
  return found;
}

TEST_CASE("a deadlock lists who waits for whom") {
  std::string error = errorOf("fence", "wait p0", "recv v1, p0, 64 x f16");
  CHECK(error ==
        "cycle 1: deadlock: nothing can run any more\n"
        "  core 1 / corelet 0 / L1LU waits since cycle 0 for a signal from "
        "core 1 / MNILU, instruction 0 (wait p0); that unit has halted\n"
        "  core 1 / corelet 0 / SFU waits since cycle 0 for a vector from "
        "core 1 / corelet 0 / L1LU, instruction 0 (recv v1, p0, 64 x f16)");
}

TEST_CASE("a full FIFO that nobody empties is a deadlock") {
  std::string error =
      errorOf("transfer L1[0] <- DDR[0], 128 x i8\nfence\nsignal p0",
              "wait p0\nloop r1, 17\npush p1, L1[0], 64 x f16\nend", "halt");
  has(error, "for room in the FIFO to core 1 / corelet 0 / SFU");
  has(error, "that unit has halted");
}

TEST_CASE("a scratchpad byte that was never written") {
  std::string error = errorOf(
      "transfer L1[0] <- DDR[0], 64 x i8\nfence\nsignal p0",
      "wait p0\npush p1, L1[0], 64 x f16, buffer 1 @1", "recv v1, p0, 64 x f16",
      ".buffer \"x_ptr\", address 0, bytes 128\n"
      ".source \"%3 = load @ a.mlir:4:2\"\n");
  has(error, "core 1 / corelet 0 / L1LU, cycle ");
  has(error, "instruction 1 (push p1, L1[0], 64 x f16, buffer 1 @1) from %3 = "
             "load @ a.mlir:4:2: reads L1 at byte 0x40, in buffer 'x_ptr': "
             "this byte was never written");
}

TEST_CASE("device memory that is not reserved, or never written") {
  std::string error =
      errorOf("transfer L1[0] <- DDR[4000], 128 x i8\nfence", "halt", "halt");
  has(error, "core 1 / MNILU, cycle ");
  has(error, "reads DDR at byte 0x1000: this address is not reserved");
  Rig rig(head + stream("in", "transfer L1[0] <- DDR[0], 128 x i8") +
          ".instance \"MNILU\", core 0, runs \"in\"\n");
  rig.reserve(0, 128);
  CHECK(!rig.launch());
  has(rig.error, "reads DDR at byte 0x0: this byte was never written");
}

TEST_CASE("out of range of the scratchpad") {
  has(errorOf("transfer L1[65500] <- DDR[0], 128 x i8\nfence", "halt", "halt"),
      "writes L1 at byte 0x1005b: the memory ends at byte 65536");
  has(errorOf("transfer L1[-4] <- DDR[0], 128 x i8\nfence", "halt", "halt"),
      "writes L1 at byte 0xfffffffffffffffc");
  has(errorOf("halt", "push p1, L1[65536], 1 x f16", "halt"),
      "reads L1 at byte 0x10000: the memory ends");
  has(errorOf("transfer L1[0] <- DDR[0], 128 x i8, dims [4294967296: "
              "4294967296 -> 0, 4294967296: 1 -> 1]",
              "halt", "halt"),
      "more than 2^50 bytes");
  has(errorOf("transfer L1[0] <- DDR[0], 128 x i8, dims [64: 17179869184 -> 0]",
              "halt", "halt"),
      "the memory ends at byte 137438953472");
}

TEST_CASE("two ends of a FIFO that disagree") {
  std::string error =
      errorOf("transfer L1[0] <- DDR[0], 128 x i8\nfence\nsignal p0",
              "wait p0\npush p1, L1[0], 64 x f16", "recv v1, p0, 32 x f32");
  has(error, "core 1 / corelet 0 / SFU, cycle ");
  has(error, "it expects 32 x f32, but core 1 / corelet 0 / L1LU sent 64 x f16 "
             "(its instruction 1)");
}

TEST_CASE("a register that holds too little") {
  has(errorOf("halt", "halt",
              "const v1, 0, 32 x f16\n"
              "addf.f16 v2, v1, v1, 64"),
      "it reads 128 bytes of v1, which holds 64");
  has(errorOf("halt", "halt", "splat v1, v0, 64 x f16"),
      "it reads 2 bytes of v0, which holds 0");
}

TEST_CASE("loops around nothing, divisors, signals without end") {
  has(errorOf("loop r1, 1152921504606846976\nend", "halt", "halt"),
      "a loop around nothing?");
  has(errorOf("lin r2, -1\nmod r1, r1, r2", "halt", "halt"),
      "the divisor is -1; it must be positive");
  has(errorOf("loop r1, 70000\nsignal p0\nend", "halt", "halt"),
      "more than 65536 signals to core 1 / corelet 0 / L1LU are pending");
}

TEST_CASE("the limit of cycles") {
  Rig rig(head + stream("s", "loop r1, 1000\nconst v1, 0, 64 x f16\nend") +
          ".instance \"SFU\", core 0, corelet 0, runs \"s\"\n");
  LaunchOptions options;
  options.maxCycles = 999;
  Result<LaunchResult> result = rig.machine->launch({}, options);
  REQUIRE(!result);
  CHECK(result.error().message == "the run passes the limit of 999 cycles");
  options.maxCycles = 1000;
  CHECK(rig.machine->launch({}, options));
}

TEST_CASE("what a device does not have is refused before the first cycle") {
  auto refused = [](const std::string &code, const std::string &instance) {
    Rig rig(head + ".memory \"HBM\"\n" + stream("s", code) +
            ".instance \"SFU\", core 0, corelet 1, runs 0, peers [1]\n" +
            instance);
    return rig.error;
  };
  Rig fine(head + stream("s", "halt") +
           ".instance \"SFU\", core 0, corelet 1, runs 0\n");
  CHECK(fine.error == "");
  has(refused("halt", ""), "peer 1 does not exist");
  std::string other = ".instance \"SFU\", core 0, corelet 0, runs 0, peers [0]";
  has(refused("halt", other), "moves data between 'DDR' and 'L1' only");
  auto refusedOne = [](const std::string &code, const std::string &instance) {
    return Rig(head + stream("s", code) + ".instance " + instance +
               ", runs 0, peers [0]\n")
        .error;
  };
  has(refusedOne("halt", "\"SFU\", core 4, corelet 0"), "has only 4 cores");
  has(refusedOne("halt", "\"SFU\", core 0, corelet 2"), "corelet, 0 to 1");
  has(refusedOne("halt", "\"SFU\", core 0"), "corelet, 0 to 1");
  has(refusedOne("halt", "\"MNILU\", core 0, corelet 0"), "the whole core");
  has(refusedOne("halt", "\"TPU\", core 0"),
      "has no unit 'TPU'; it has MNILU, MNISU, L1LU, L1SU, SFU");
  has(refusedOne("addf.f16 v1, v1, v1, 64", "\"MNILU\", core 0"),
      "unit MNILU of device 'small' cannot do this");
  has(refusedOne("transfer DDR[0] <- L1[0], 64 x f16", "\"MNILU\", core 0"),
      "no datapath from L1 to MNILU");
  has(refusedOne("op.65001.f16 v1, v1, v1, v1, 64",
                 "\"SFU\", core 0, corelet 0"),
      "stream 's', instruction 0: the op table has no row with encoding 65001");
  has(refusedOne("addf.i64 v1, v1, v1, 64", "\"SFU\", core 0, corelet 0"),
      "'addf' does not take i64");
  has(refusedOne("addf.f16->f32 v1, v1, v1, 64", "\"SFU\", core 0, corelet 0"),
      "'addf' on f16 does not give f32");
  has(refusedOne("addf.f16 v1, v1, v1, v1, 64", "\"SFU\", core 0, corelet 0"),
      "has only 2 operands");
  has(refusedOne("send p0, v1, 64 x f16", "\"SFU\", core 0, corelet 0"),
      "has no FIFO from SFU to SFU");
  std::string many;
  for (int i = 0; i < 17; ++i)
    many += "const v" + std::to_string(i) + ", 0, 64 x f16\n";
  has(refusedOne(many, "\"SFU\", core 0, corelet 0"),
      "stream 's': its vector registers take 2176 bytes, but SFU_REG of device "
      "'small' has 2048");
}
