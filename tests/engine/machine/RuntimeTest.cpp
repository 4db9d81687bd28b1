// Plans: preparation, program correction, and what a job must not do.
#include "Rig.h"
#include <doctest/doctest.h>
#include <functional>

using namespace sg;
using namespace sg::test;

/// Copies 128 bytes between places that the launch chooses, and adds a scalar
/// that it passes.
static const std::string symbolic =
    head +
    ".symbol \"x_ptr\" = 0 + arg0*2\n.symbol \"y_ptr\" = 0 + arg1*2\n"
    ".symbol \"scale\" = 0 + arg2*1\n" +
    stream("in", "transfer L1[0] <- DDR[t0], 64 x f16\nfence\nsignal p0") +
    stream("load", "wait p0\npush p1, L1[0], 64 x f16") +
    stream("sfu", "recv v1, p0, 64 x f16\nconst v2, t0, 64 x f16\n"
                  "addf.f16 v1, v1, v2, 64\nsend p1, v1, 64 x f16") +
    stream("store", "pop L1[256], p0, 64 x f16\nsignal p1") +
    stream("out", "wait p0\ntransfer DDR[t0] <- L1[256], 64 x f16") +
    ".instance \"MNILU\", core 0, runs \"in\", peers [1], table [0]\n"
    ".instance \"L1LU\", core 0, corelet 0, runs \"load\", peers [0, 2]\n"
    ".instance \"SFU\", core 0, corelet 0, runs \"sfu\", peers [1, 3], table "
    "[0]\n"
    ".instance \"L1SU\", core 0, corelet 0, runs \"store\", peers [2, 4]\n"
    ".instance \"MNISU\", core 0, runs \"out\", peers [3], table [0]\n"
    ".relocate instance 0, t0, symbol 0\n.relocate instance 4, t0, symbol 1\n"
    ".relocate instance 2, t0, symbol 2\n";

TEST_CASE("program correction: each launch with its own addresses") {
  Rig rig(symbolic, smallDevice(), 3);
  REQUIRE_MESSAGE(rig.error.empty(), rig.error);
  std::vector<float> ones(64, 1), twos(64, 2);
  rig.fillF16(1024, ones);
  rig.fillF16(2048, twos);
  rig.reserve(4096, 512);
  REQUIRE_MESSAGE(rig.launch({512, 2048, 0x3c00}), rig.error); // + 1.0
  CHECK(rig.f16(4096, 64) == twos);
  int64_t cycles = rig.trace.totals.cycles;
  REQUIRE_MESSAGE(rig.launch({1024, 2048 + 64, 0x4000}), rig.error); // + 2.0
  CHECK(rig.f16(4096 + 128, 64) == std::vector<float>(64, 4));
  CHECK(rig.trace.totals.cycles == cycles);
  // Latency and one row at 512 bytes per cycle; units start behind it.
  REQUIRE(!rig.trace.events.empty());
  const Event &first = rig.trace.events[0];
  CHECK(first.kind == EventKind::Correction);
  CHECK(first.begin == 0);
  CHECK(first.end == 101);
  CHECK(rig.trace.events[1].begin >= 101);
}

TEST_CASE("the wrong number of launch arguments") {
  Rig rig(symbolic, smallDevice(), 3);
  CHECK(!rig.launch({1, 2}));
  CHECK(rig.error == "JobExecPlan[0]: the job takes 3 launch arguments, 2 were "
                     "given");
}

TEST_CASE("memory of the caller: segments 0 to 5") {
  Rig rig(symbolic, smallDevice(), 3);
  uint64_t a = *rig.machine->allocate(1000), b = *rig.machine->allocate(1);
  CHECK(a % 128 == 0);
  CHECK(b >= a + 1000);
  CHECK(b % 128 == 0);
  CHECK(!rig.machine->reserve(7 * segmentBytes, 128));
  CHECK(!rig.machine->reserve(6 * segmentBytes, 128));
  std::vector<uint8_t> data(1000, 5), flags(1000, 9), back(1000, 9);
  CHECK(rig.machine->write(a, std::span(data).first(10)));
  CHECK(rig.machine->written(a, flags));
  CHECK(flags[9] == 1);
  CHECK(flags[10] == 0);
  CHECK(rig.machine->read(a, back));
  CHECK(back[9] == 5);
  CHECK(back[10] == 0);
  CHECK(!rig.machine->write(a + 900, data));
  CHECK(!rig.machine->read(b + 1000000, back));
}

static SpyreCode job() {
  Binary binary = *assemble(symbolic, "t.s");
  KernelInfo info;
  info.arguments.resize(3);
  SpyreCode code;
  code.plan = *makeJobPlan(binary, info);
  code.binaries["init_binary.bin"] = *encode(binary);
  return code;
}

static std::string createError(const std::function<void(SpyreCode &)> &change) {
  SpyreCode code = job();
  change(code);
  auto machine = Machine::create(code, smallDevice());
  if (!machine)
    return machine.error().str();
  if (Result<void> ok = (*machine)->prepare(); !ok)
    return ok.error().str();
  int64_t arguments[3] = {};
  Result<LaunchResult> result = (*machine)->launch(arguments);
  return result ? "none" : result.error().str();
}

TEST_CASE("jobs that do not hold together") {
  CHECK(createError([](SpyreCode &c) { c.binaries.clear(); }) ==
        "JobPreparationPlan[1]: there is no file 'init_binary.bin'");
  CHECK(createError([](SpyreCode &c) {
          c.binaries["init_binary.bin"][500] ^= 1;
        }) == "init_binary.bin: offset 0x18: the checksum does not match the "
              "content");
  CHECK(createError([](SpyreCode &c) {
          std::get<AllocateCommand>(c.plan.preparation[0]).staticSize -= 128;
        }).find("does not lie in what Allocate reserves") != std::string::npos);
  CHECK(createError([](SpyreCode &c) {
          std::get<ComputeOnDeviceCommand>(c.plan.execution[2]).jobBinPtr +=
              128;
        }) == "JobExecPlan[2]: no InitTransfer puts a binary there");
  CHECK(createError([](SpyreCode &c) {
          c.plan.execution.erase(c.plan.execution.begin());
        }) == "JobExecPlan[0]: nothing has produced host data 'correction'");
  CHECK(createError([](SpyreCode &c) {
          c.plan.execution.erase(c.plan.execution.begin(),
                                 c.plan.execution.begin() + 2);
        }).find("correction rows ahead of the binary") != std::string::npos);
  CHECK(createError([](SpyreCode &c) {
          std::get<DataTransferCommand>(c.plan.execution[1]).size = 64;
        }).find("has 128 bytes, not 64") != std::string::npos);
}

TEST_CASE("data comes back to the host, and a plan may run twice") {
  SpyreCode code = job();
  code.plan.execution.push_back(
      DataTransferCommand{true, "rows", hostSegment * segmentBytes, 128});
  code.plan.execution.push_back(code.plan.execution[2]);
  auto machine = Machine::create(code, smallDevice());
  REQUIRE(machine);
  int64_t arguments[3] = {0, 64, 0};
  CHECK((*machine)->launch(arguments).error().message.find("not prepared") !=
        std::string::npos);
  REQUIRE((*machine)->prepare());
  REQUIRE((*machine)->reserve(0, 256));
  REQUIRE((*machine)->write(0, std::vector<uint8_t>(128, 0)));
  Result<LaunchResult> result = (*machine)->launch(arguments);
  REQUIRE_MESSAGE(result, result.error().str());
  CHECK(result->trace.lanes.size() == 10); // both runs, one after the other
  CHECK(result->trace.totals.lanes.size() == 10);
}

TEST_CASE("a device that makes no sense is refused") {
  Device device = smallDevice();
  device.memories[0].bytesPerCycle = 0;
  CHECK(!Machine::create(job(), device));
}
