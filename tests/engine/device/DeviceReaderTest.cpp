#include "ReadDevice.h"
#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace sg;

static const Device &shipped(const char *name) {
  auto path = findDevice(name, {deviceArchs});
  REQUIRE(path);
  ReadDevice &read = ReadDevice::file(*path);
  INFO(read.said);
  REQUIRE(llvm::succeeded(read.device));
  CHECK(read.said == "");
  return *read.device;
}

TEST_CASE("spyre has the public figures and gives them all") {
  const Device &spyre = shipped("spyre");
  CHECK(spyre.name == "spyre");
  CHECK(spyre.cores == 32);
  CHECK(spyre.corelets == 2);
  CHECK(spyre.clockGhz == 1.0);
  CHECK(spyre.signalCycles == 8);
  CHECK(spyre.topology.kind == TopologyKind::Ring);
  CHECK(spyre.topology.bytesPerCycle == 128);
  CHECK(spyre.topology.hopCycles == 4);
  CHECK(spyre.defaultsTaken == std::vector<std::string>{});

  CHECK(spyre.globalMemory().kind == "DDR");
  CHECK(spyre.globalMemory().bytes == int64_t(128) << 30);
  CHECK(spyre.globalMemory().bytesPerCycle == 204.8);
  CHECK(spyre.globalMemory().latencyCycles == 100);
  CHECK(spyre.localMemory().kind == "L1");
  CHECK(spyre.localMemory().scope == Scope::Core);
  CHECK(spyre.localMemory().bytes == 2 << 20);
  REQUIRE(spyre.memory("SFU_REG"));
  CHECK(spyre.memory("SFU_REG")->scope == Scope::Corelet);
  CHECK(spyre.memory("SFU_REG")->bytes == 2048);

  CHECK(spyre.unit("MNILU")->role == UnitRole::Dma);
  CHECK(spyre.unit("MNISU")->role == UnitRole::Dma);
  CHECK(spyre.unit("MNILU")->scope == Scope::Core);
  CHECK(spyre.unit("MNILU")->bytesPerCycle == 128);
  CHECK(spyre.unit("MNILU")->lanes.empty());
  CHECK(spyre.unit("L1LU")->role == UnitRole::Load);
  CHECK(spyre.unit("L1SU")->role == UnitRole::Store);
  CHECK(spyre.unit("L1LU")->scope == Scope::Corelet);
  REQUIRE(spyre.vectorUnit());
  const DeviceUnit &sfu = *spyre.vectorUnit();
  CHECK(sfu.kind == "SFU");
  CHECK(sfu.queueDepth == 16);
  CHECK(sfu.lanes ==
        std::map<std::string, int64_t>{
            {"f16", 64}, {"bf16", 64}, {"f32", 32}, {"i32", 32}, {"i1", 64}});
  CHECK(sfu.cycles == std::map<std::string, int64_t>{{"simple", 1},
                                                     {"multiply", 1},
                                                     {"divide", 4},
                                                     {"transcendental", 4}});
  CHECK(spyre.unit("PT")->role == UnitRole::Matrix);
  CHECK(spyre.unit("PT")->scope == Scope::Corelet);
  CHECK(spyre.unit("PT")->tile == std::vector<int64_t>{8, 8, 8});
  CHECK(spyre.datapath("DDR", "MNILU")->granularity == 128);
  CHECK(spyre.datapath("DDR", "MNILU")->bytesPerCycle == 128);

  auto in = spyre.route("DDR", "SFU");
  REQUIRE(in);
  REQUIRE(in->size() == 2);
  CHECK((*in)[0].unit == "MNILU");
  CHECK((*in)[1].unit == "L1LU");
  auto out = spyre.route("SFU", "DDR");
  REQUIRE(out);
  REQUIRE(out->size() == 2);
  CHECK((*out)[0].unit == "L1SU");
  CHECK((*out)[1].unit == "MNISU");
}

TEST_CASE("spyre-mini differs in size and rate only") {
  Device spyre = shipped("spyre");
  Device mini = shipped("spyre-mini");
  CHECK(mini.name == "spyre-mini");
  CHECK(mini.cores == 4);
  CHECK(mini.localMemory().bytes == 65536);
  CHECK(mini.globalMemory().bytesPerCycle == 512);
  mini.name = spyre.name;
  mini.cores = spyre.cores;
  mini.memories[0] = spyre.memories[0];
  mini.memories[1].bytes = spyre.memories[1].bytes;
  CHECK(toJson(mini) == toJson(spyre));
}

TEST_CASE("toy lives on defaults, all of them noted") {
  const Device &toy = shipped("toy");
  CHECK(toy.cores == 1);
  CHECK(toy.corelets == 1);
  CHECK(toy.topology.kind == TopologyKind::None);
  CHECK(toy.globalMemory().latencyCycles == 100);
  CHECK(toy.globalMemory().bytesPerCycle == 128);
  CHECK(toy.localMemory().ports == 4);
  CHECK(toy.localMemory().bytesPerCycle == 512);
  CHECK(toy.vectorUnit()->lanes.at("f32") == 32);
  CHECK(toy.vectorUnit()->cycles.at("transcendental") == 4);
  for (const char *line : {"toy.sg.clock_ghz = 1", "toy.sg.topology = none",
                           "DDR.sg.latency_cycles = 100", "L1.sg.ports = 4",
                           "SFU.sg.cycles.divide = 4", "SFU.lanes.f32 = 32",
                           "DDR->MNILU.sg.bytes_per_cycle = 128",
                           "MNILU->L1.ktdf_arch.transfer_granularity = 1"}) {
    INFO(line);
    CHECK(std::count(toy.defaultsTaken.begin(), toy.defaultsTaken.end(),
                     line) == 1);
  }
  auto given = [&](const std::string &start) {
    return std::none_of(
        toy.defaultsTaken.begin(), toy.defaultsTaken.end(),
        [&](const std::string &line) { return line.rfind(start, 0) == 0; });
  };
  CHECK(given("DDR.size"));
  CHECK(given("DDR->MNILU.ktdf_arch.transfer_granularity"));
  CHECK(given("SFU.lanes.f16"));
  CHECK(given("SFU.queue"));
}

TEST_CASE("a public-style file: blocks, two corelets, import, overrides") {
  ReadDevice &read = ReadDevice::file(deviceInputs + "/import-twice.mlir");
  INFO(read.said);
  REQUIRE(llvm::succeeded(read.device));
  const Device &device = *read.device;
  CHECK(device.cores == 1);
  CHECK(device.corelets == 2);
  CHECK(device.clockGhz == 2.0);   // import.mlir above one-core.mlir
  CHECK(device.signalCycles == 3); // import-twice.mlir
  CHECK(device.memorySpaces.at("global") == "DDR");
  CHECK(device.memorySpaces.at("ct_local") == "L1");
  CHECK(device.memory("IAB")->scope == Scope::Core);
  CHECK(device.memory("SFU_REG")->scope == Scope::Corelet);
  CHECK(device.unit("MNILU")->scope == Scope::Core);
  CHECK(device.unit("MNILU")->role == UnitRole::Dma);
  CHECK(device.unit("SFU")->scope == Scope::Corelet);
  CHECK(device.unit("SFU")->queueDepth == 12);
  CHECK(device.unit("SFU")->lanes.at("f16") == 32);
  CHECK(device.unit("SFU")->lanes.at("f32") == 16);
  CHECK(device.datapath("DDR", "MNILU")->granularity == 64);
  CHECK(device.datapath("DDR", "MNILU")->bytesPerCycle == 256);
  CHECK(device.datapath("L1LU", "SFU")->granularity == 2);
  CHECK(device.datapaths.size() == 9);
  auto route = device.route("DDR", "SFU");
  REQUIRE(route);
  CHECK(route->size() == 2);

  // Without the import's mapping, the spaces are the largest memories.
  ReadDevice &bare = ReadDevice::file(deviceInputs + "/one-core.mlir");
  INFO(bare.said);
  REQUIRE(llvm::succeeded(bare.device));
  CHECK(bare.device->clockGhz == 0.5);
  CHECK(bare.device->localMemory().kind == "L1");
}

TEST_CASE("bare attribute names, spelled features, switches, counts") {
  ReadDevice &read = ReadDevice::text(R"mlir(
    ktdf_arch.device @d attributes {sg.topology = {kind = "mesh", rows = 2, cols = 3}} {
      %m = memory {kind = "HBM", size = 4096}
      group @half {sg.count = 3} share(%m) {
        group @c {kind = "core", sg.count = 2} share(%m) {
          %s = memory {kind = 7, size = 512}
          %in = exec_unit {kind = "IN", features = {load}}
          %out = exec_unit {kind = "OUT", load_store}
          %u = exec_unit @calc {features = {feature.compute, feature.simd =
              {lanes = #ktdf_arch.map<f32 = 4>}}, sg.cycles = {simple = 2}}
          %sw:3 = switch[3] {connectivity = dense<[[0, 0, 1], [0, 0, 1], [1, 0, 0]]> : tensor<3x3xi1>}
          datapath {transfer_granularity = array<i64: 32, 8>} %m to %in : memory, exec_unit
          datapath {bandwidth = 16} %in to %s : exec_unit, memory
          datapath {sg.latency_cycles = 2, sg.bytes_per_cycle = 64} %s to %sw#0 : memory, port
          datapath {sg.latency_cycles = 3, sg.bytes_per_cycle = 32} %sw#2 to %u : port, exec_unit
          datapath %u to %s : exec_unit, memory
          datapath %s to %out : memory, exec_unit
          datapath %out to %m : exec_unit, memory
        }
      }
    })mlir");
  INFO(read.said);
  REQUIRE(llvm::succeeded(read.device));
  const Device &device = *read.device;
  CHECK(device.cores == 6);
  CHECK(device.corelets == 1);
  CHECK(device.topology.cols == 3);
  CHECK(device.localMemory().kind == "7");
  CHECK(device.unit("IN")->role == UnitRole::Dma);
  CHECK(device.unit("OUT")->role == UnitRole::Dma);
  REQUIRE(device.unit("calc"));
  CHECK(device.unit("calc")->role == UnitRole::Vector);
  CHECK(device.unit("calc")->lanes.at("f32") == 4);
  CHECK(device.unit("calc")->lanes.at("f16") == 8);
  CHECK(device.unit("calc")->cycles.at("simple") == 2);
  CHECK(device.datapath("HBM", "IN")->granularity == 8);
  CHECK(device.datapath("IN", "7")->bytesPerCycle == 16);
  const Datapath *through = device.datapath("7", "calc");
  REQUIRE(through);
  CHECK(through->latencyCycles == 5);
  CHECK(through->bytesPerCycle == 32);
}

TEST_CASE("a switch connects only what its matrix says") {
  auto text = [](const char *matrix) {
    return std::string(R"mlir(
    ktdf_arch.device @d {
      %m = memory {kind = "M", size = 4096}
      group {kind = "core"} share(%m) {
        %s = memory {kind = "S", size = 512}
        %u = exec_unit {kind = "U", features = {compute}}
        %sw:4 = switch[4] {connectivity = )mlir") +
           matrix + R"mlir(: tensor<4x4xi1>}
        datapath %m to %s : memory, memory
        datapath %s to %m : memory, memory
        datapath %s to %sw#0 : memory, port
        datapath %sw#1 to %u : port, exec_unit
        datapath %u to %sw#2 : exec_unit, port
        datapath %sw#3 to %s : port, memory
      }
    })mlir";
  };
  ReadDevice &both = ReadDevice::text(text("sparse<[[0, 1], [2, 3]], true>"));
  INFO(both.said);
  REQUIRE(llvm::succeeded(both.device));
  CHECK(both.device->datapath("S", "U"));
  CHECK(both.device->datapath("U", "S"));
  ReadDevice &one = ReadDevice::text(text("sparse<[[0, 1]], true>"));
  CHECK(llvm::failed(one.device));
  CHECK(one.said.find("no route from 'U' to 'M'") != std::string::npos);
}

TEST_CASE("a device file is found by name or by path") {
  auto byName = findDevice("toy", {deviceInputs, deviceArchs});
  REQUIRE(byName);
  CHECK(*byName == deviceArchs + "/toy.mlir");
  auto byFile = findDevice("toy.mlir", {deviceArchs});
  REQUIRE(byFile);
  auto byPath = findDevice(deviceInputs + "/one-core.mlir", {});
  REQUIRE(byPath);
  CHECK(*byPath == deviceInputs + "/one-core.mlir");
  auto unknown = findDevice("tpu", {deviceArchs, "no such folder"});
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().message ==
        "there is no device 'tpu'; known are spyre, spyre-mini, toy, or give "
        "the path of a file");
  CHECK_FALSE(findDevice("", {deviceArchs}));
  CHECK_FALSE(findDevice("..", {deviceArchs}));
}

TEST_CASE("reading twice gives the same device") {
  std::string first = toJson(shipped("spyre")).dump();
  CHECK(toJson(shipped("spyre")).dump() == first);
}
