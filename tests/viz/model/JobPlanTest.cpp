// Plans in words, images word by word, listings: on a small program by hand.
// What the correction changes is compared with the machine in RealRunTest.
#include "viz/model/JobPlan.h"
#include "engine/spyrecode/Assembly.h"
#include "engine/spyrecode/HostCompute.h"
#include "viz/model/Listing.h"
#include <cstring>
#include <doctest/doctest.h>
#include <random>

using namespace sg;
using namespace sg::viz;

namespace {

const char *const program = R"(.device "small"
.memory "DDR"
.memory "L1"
.buffer "x_ptr.0", address 0, bytes 128
.symbol "x_ptr" = 256 + arg0*2
.symbol "scale" = 0 + arg1*1
.source "ktdp.load k.mlir:3:5"
.source "arith.addf k.mlir:4:5"
.stream "in"
  loop r0, 4
    transfer L1[0] <- DDR[t1], 64 x f16, buffer 1 @1
  end
.end
.stream "sfu"
  const v2, t0, 64 x f16 @2
  addf.f16 v1, v1, v2, 64 @2
.end
.instance "MNILU", core 0, runs "in", table [7, 0]
.instance "SFU", core 0, corelet 1, runs "sfu", table [5]
.instance "SFU", core 1, corelet 0, runs "sfu", table [5]
.relocate instance 0, t1, symbol 0
.relocate instance 2, t0, symbol 1
)";

KernelInfo kernel() {
  KernelInfo info;
  info.name = "k";
  info.arguments = {{"x_ptr", Format::F16, ArgumentKind::Base, {}},
                    {"scale", Format::F16, ArgumentKind::Scalar, {}}};
  return info;
}

SpyreCode job() {
  auto binary = assemble(program, "k.s");
  REQUIRE_MESSAGE(binary, binary.error().str());
  SpyreCode code;
  code.plan = *makeJobPlan(*binary, kernel());
  code.binaries["init_binary.bin"] = *encode(*binary);
  return code;
}

JobModel launched(const SpyreCode &code) {
  KernelInfo info = kernel();
  int64_t arguments[] = {1024, 0x3c00};
  return JobModel(code, &info, arguments);
}

} // namespace

TEST_CASE("every command says what it does") {
  SpyreCode code = job();
  JobModel model = launched(code);
  const auto &rows = model.commands();
  REQUIRE(rows.size() == 5);
  std::vector<std::string> names;
  for (const PlanRow &row : rows) {
    names.push_back(row.name);
    CHECK(row.error.empty());
  }
  CHECK(names == std::vector<std::string>{"Allocate", "InitTransfer",
                                          "ComputeOnHost", "DataTransfer",
                                          "ComputeOnDevice"});
  CHECK(rows[1].phase == PlanRow::Preparation);
  CHECK(rows[2].phase == PlanRow::Execution);
  CHECK(rows[2].index == 0);
  CHECK(rows[1].address == rows[4].address);
  CHECK(rows[1].bytes == code.binaries["init_binary.bin"].size());
  CHECK(rows[1].binary == 0);
  CHECK(rows[4].binary == 0);
  CHECK(rows[2].does ==
        "The host works out 2 values from 2 launch arguments and calls the "
        "result 'correction': rows of 128 bytes, 16 values each.");
  CHECK(rows[3].does == "Copies 'correction' (128 bytes) to the device at "
                        "0x1c00000000.");
  CHECK(rows[4].does == "The device reads the correction data, replaces 2 "
                        "words of the program and starts 3 units on 2 cores.");
}

TEST_CASE("the launch's values, where they go, and nothing else changes") {
  SpyreCode code = job();
  JobModel model = launched(code);
  REQUIRE(model.corrected());
  REQUIRE(model.corrections().size() == 2);
  CHECK(model.corrections()[0].expression == "x_ptr * 2 + 256");
  CHECK(model.corrections()[0].value == 1024 * 2 + 256);
  CHECK(model.corrections()[0].arguments == std::vector<uint32_t>{0});
  CHECK(model.corrections()[1].expression == "scale");
  CHECK(model.corrections()[1].value == 0x3c00);
  const JobBinary &binary = model.binaries().at(0);
  REQUIRE(binary.after.size() == binary.before.size());
  REQUIRE(binary.patches.size() == 3);
  CHECK(binary.patches[0].offset == image::checksumAt);
  CHECK(model.cause(binary, binary.patches[0]) == nullptr);
  CHECK(binary.patches[1].before == 0);
  CHECK(binary.patches[1].after == 2304);
  CHECK(model.cause(binary, binary.patches[1])->name == "x_ptr");
  CHECK(binary.patches[2].before == 5);
  CHECK(binary.patches[2].after == 0x3c00);
  size_t differ = 0;
  for (size_t i = 0; i < binary.words(); ++i) {
    bool changes = binary.word(i, false) != binary.word(i, true);
    differ += changes;
    CHECK(changes == (binary.patchAt(i * 8) != nullptr));
  }
  CHECK(differ == 3);
  CHECK(decode(binary.after));
}

TEST_CASE("without arguments the plan is shown and nothing is corrected") {
  SpyreCode code = job();
  JobModel model(code, nullptr, {});
  CHECK(!model.corrected());
  CHECK(model.binaries().at(0).after.empty());
  CHECK(model.corrections().at(0).expression == "argument 0 * 2 + 256");
  CHECK(!model.corrections().at(0).value);
  for (const PlanRow &row : model.commands())
    CHECK(row.error.empty());
  int64_t one[] = {1};
  JobModel wrong(code, nullptr, one);
  CHECK(!wrong.corrected());
  CHECK(wrong.commands()[2].error.find("takes 2 launch arguments") !=
        std::string::npos);
}

TEST_CASE("a job that cannot work says which command fails") {
  SpyreCode code = job();
  SUBCASE("no file") {
    code.binaries.clear();
    JobModel model = launched(code);
    CHECK(model.commands()[1].error == "there is no file 'init_binary.bin'");
    CHECK(model.commands()[4].error.find("no InitTransfer") == 0);
    CHECK(!model.corrected());
  }
  SUBCASE("a broken file") {
    code.binaries["init_binary.bin"][500] ^= 1;
    JobModel model = launched(code);
    CHECK(model.commands()[1].error.find("checksum") != std::string::npos);
    REQUIRE(model.binaries().size() == 1);
    CHECK(model.binaries()[0].words() > 100); // its words can still be read
    CHECK(model.binaries()[0].partAt(0) == nullptr);
    CHECK(Listing(model.binaries()[0], std::nullopt).rows().empty());
  }
  SUBCASE("a file of some bytes") {
    code.binaries["init_binary.bin"] = {1, 2, 3};
    JobModel model = launched(code);
    CHECK(model.binaries().at(0).words() == 0);
    CHECK(model.binaries().at(0).word(0, true) == 0);
  }
  SUBCASE("no correction data") {
    code.plan.execution.erase(code.plan.execution.begin() + 1);
    JobModel model = launched(code);
    CHECK(model.commands()[3].error ==
          "no correction data lies ahead of the program");
  }
  SUBCASE("no host data") {
    code.plan.execution.erase(code.plan.execution.begin());
    JobModel model = launched(code);
    CHECK(!model.corrected());
  }
}

TEST_CASE("every byte of an image belongs to a part") {
  SpyreCode code = job();
  JobModel model = launched(code);
  const JobBinary &binary = model.binaries().at(0);
  CHECK(binary.parts.front().begin == 0);
  CHECK(binary.parts.back().end == binary.before.size());
  for (size_t i = 1; i < binary.parts.size(); ++i)
    CHECK(binary.parts[i].begin == binary.parts[i - 1].end);
  CHECK(binary.partAt(binary.before.size()) == nullptr);
  CHECK(binary.partAt(24)->name == "header");
  CHECK(binary.partAt(binary.patches[1].offset)->name ==
        "table of core 0 / MNILU");
  CHECK(binary.partAt(binary.patches[2].offset)->name ==
        "table of core 1 / corelet 0 / SFU");
}

TEST_CASE("a listing of all streams") {
  SpyreCode code = job();
  JobModel model = launched(code);
  Listing all(model.binaries().at(0), std::nullopt);
  // Every stream ends in a halt that the text leaves out or has: count both.
  const Binary &binary = model.binaries()[0].mapped.binary;
  size_t instructions =
      binary.streams[0].code.size() + binary.streams[1].code.size();
  REQUIRE(all.rows().size() == instructions + 2);
  CHECK(all.text(all.rows()[0]) == "stream in");
  CHECK(all.note(all.rows()[0]) == "runs on core 0 / MNILU");
  const ListingRow &transfer = all.rows()[2];
  CHECK(transfer.depth == 1);
  CHECK(transfer.patched);
  CHECK(all.text(transfer) == "transfer L1[0] <- DDR[t1], 64 x f16, buffer 1");
  CHECK(all.note(transfer) ==
        "t1 = x_ptr; buffer x_ptr.0; ktdp.load k.mlir:3:5");
  CHECK(all.source(transfer) == 1);
  CHECK(all.number(transfer) == 1);
  auto [begin, end] = all.bytes(transfer);
  CHECK(end - begin > 20);
  CHECK(model.binaries()[0].before[begin] == uint8_t(Opcode::Transfer));
  auto hits = all.search("ADDF");
  REQUIRE(hits.size() == 2); // the row's own text, and its neighbour's source
  CHECK(all.source(all.rows()[hits[0]]) == 2);
  CHECK(all.search("").empty());
  CHECK(all.search("nothing like it").empty());
  CHECK(all.search("addf", 0, hits[1]) == std::vector<uint32_t>{hits[0]});
  CHECK(all.search("addf", hits[1]) == std::vector<uint32_t>{hits[1]});
  CHECK(all.find(2) == hits[0]);
  CHECK(all.find(2, hits[0] + 1) == hits[1]);
  CHECK(!all.find(3));
  CHECK(!all.find(0));
}

TEST_CASE("a listing of one instance has its table and its values") {
  SpyreCode code = job();
  JobModel model = launched(code);
  Listing one(model.binaries().at(0), 2);
  CHECK(one.text(one.rows()[0]) == "core 1 / corelet 0 / SFU runs sfu");
  REQUIRE(one.rows()[1].kind == ListingRow::Entry);
  CHECK(one.text(one.rows()[1]) == "t0 = 5");
  CHECK(one.note(one.rows()[1]) == "t0 = 5 -> 15360 (scale)");
  CHECK(one.bytes(one.rows()[1]).first ==
        model.binaries()[0].patches[2].offset);
  CHECK(one.rows()[2].patched);
  CHECK(one.note(one.rows()[2]) ==
        "t0 = 5 -> 15360 (scale); arith.addf k.mlir:4:5");
  CHECK(!one.rows()[3].patched);
  // The other core's entry is a constant.
  Listing other(model.binaries()[0], 1);
  CHECK(!other.rows()[2].patched);
  CHECK(other.note(other.rows()[2]) == "t0 = 5; arith.addf k.mlir:4:5");
  CHECK(Listing(model.binaries()[0], 99).rows().empty());
}

TEST_CASE("whatever a file holds, it can be looked at") {
  SpyreCode code = job();
  const std::vector<uint8_t> good = code.binaries["init_binary.bin"];
  std::mt19937 random(7);
  size_t readable = 0;
  for (int i = 0; i < 3000; ++i) {
    std::vector<uint8_t> &bytes = code.binaries["init_binary.bin"];
    bytes = good;
    for (unsigned n = 0; n <= random() % 4; ++n)
      bytes[image::firstSection +
            random() % (good.size() - image::firstSection)] =
          uint8_t(random() % 3 ? random() % 4 : random());
    if (random() % 16 == 0)
      bytes.resize(random() % bytes.size());
    renewChecksum(bytes);
    JobModel model = launched(code);
    const JobBinary &binary = model.binaries().at(0);
    readable += binary.error.empty();
    for (std::optional<uint32_t> unit :
         {std::optional<uint32_t>(), std::optional<uint32_t>(random() % 4)}) {
      Listing listing(binary, unit);
      for (const ListingRow &row : listing.rows()) {
        auto [begin, end] = listing.bytes(row);
        CHECK(begin <= end);
        CHECK(end <= binary.before.size());
      }
      CHECK(listing.search("zzz").empty());
    }
    for (size_t word = 0; word < binary.words(); ++word)
      binary.word(word, true);
  }
  CHECK(readable > 100);
}

TEST_CASE("whatever a plan says, it can be looked at") {
  std::mt19937 random(8);
  for (int i = 0; i < 1000; ++i) {
    SpyreCode code = job();
    for (PlanCommand &command : code.plan.execution) {
      uint64_t any = random() % 2 ? random() : uint64_t(random()) << 32;
      if (auto *host = std::get_if<ComputeOnHostCommand>(&command)) {
        if (random() % 3 == 0)
          host->hcm = nlohmann::json::array({any});
        if (random() % 3 == 0)
          host->outShape = {any, any};
        if (random() % 3 == 0)
          host->size = any;
      } else if (auto *data = std::get_if<DataTransferCommand>(&command)) {
        data->devPtr = random() % 2 ? any : data->devPtr;
        data->size = random() % 2 ? any : data->size;
        data->toHost = random() % 4 == 0;
      } else if (auto *run = std::get_if<ComputeOnDeviceCommand>(&command)) {
        run->jobBinPtr = random() % 2 ? any : run->jobBinPtr;
      }
    }
    if (random() % 2)
      std::get<InitTransferCommand>(code.plan.preparation[1]).devPtr =
          random() % 256;
    if (random() % 2)
      std::swap(code.plan.execution[random() % 3],
                code.plan.execution[random() % 3]);
    JobModel model = launched(code);
    CHECK(model.commands().size() == 5);
    bool failed = false;
    for (const PlanRow &row : model.commands())
      failed |= !row.error.empty();
    CHECK(model.corrected() == !failed);
  }
}
