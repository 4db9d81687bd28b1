#include "engine/device/Device.h"
#include "engine/device/Describe.h"
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace sg;

/// A device as the reader would make it, with every field off its default.
static Device sample() {
  Device device;
  device.name = "sample";
  device.cores = 4;
  device.corelets = 2;
  device.clockGhz = 1.25;
  device.signalCycles = 5;
  device.topology = {TopologyKind::Mesh, 64, 3, 2, 2};
  device.memories = {{"DDR", Scope::Device, 1 << 30, 204.8, 100, 8},
                     {"L1", Scope::Core, 65536, 768, 1, 6},
                     {"SFU_REG", Scope::Corelet, 2048, 384, 0, 3}};
  device.units = {
      {"MNILU", Scope::Core, UnitRole::Dma, 128, 1, 16, {}, {}, {}},
      {"MNISU", Scope::Core, UnitRole::Dma, 128, 1, 16, {}, {}, {}},
      {"L1LU", Scope::Corelet, UnitRole::Load, 128, 1, 16, {}, {}, {}},
      {"L1SU", Scope::Corelet, UnitRole::Store, 128, 1, 8, {}, {}, {}},
      {"SFU",
       Scope::Corelet,
       UnitRole::Vector,
       128,
       4,
       16,
       {{"f16", 64}, {"f32", 32}},
       {{"simple", 1}, {"divide", 4}},
       {}},
      {"PT",
       Scope::Corelet,
       UnitRole::Matrix,
       128,
       8,
       16,
       {{"f16", 64}},
       {{"multiply", 1}},
       {8, 8, 8}}};
  for (auto [from, to] : {std::pair("DDR", "MNILU"),
                          {"MNILU", "L1"},
                          {"L1", "MNISU"},
                          {"MNISU", "DDR"},
                          {"L1", "L1LU"},
                          {"L1LU", "SFU"},
                          {"L1LU", "PT"},
                          {"PT", "SFU"},
                          {"SFU", "L1SU"},
                          {"PT", "L1SU"},
                          {"L1SU", "L1"},
                          {"SFU_REG", "SFU"}})
    device.datapaths.push_back({from, to, 2, 127.5, 1});
  device.memorySpaces = {{"global", "DDR"}, {"ct_local", "L1"}};
  device.defaultsTaken = {"L1.sg.ports = 6"};
  return device;
}

static std::string steps(const Device &device, const char *from,
                         const char *to) {
  auto route = device.route(from, to);
  if (!route)
    return route.error().message;
  std::string text;
  for (const RouteStep &step : *route)
    text += "{" + step.unit + ", " + step.from + ", " + step.to + "}";
  return text;
}

TEST_CASE("look-ups by kind and by memory space") {
  Device device = sample();
  REQUIRE(device.memory("L1"));
  CHECK(device.memory("L1")->bytes == 65536);
  CHECK(device.memory("SFU") == nullptr);
  REQUIRE(device.unit("SFU"));
  CHECK(device.unit("SFU")->latencyCycles == 4);
  CHECK(device.vectorUnit() == device.unit("SFU"));
  CHECK(device.datapath("L1LU", "SFU") != nullptr);
  CHECK(device.datapath("SFU", "L1LU") == nullptr);
  CHECK(device.globalMemory().kind == "DDR");
  CHECK(device.localMemory().kind == "L1");
  CHECK(device.instances(Scope::Device) == 1);
  CHECK(device.instances(Scope::Core) == 4);
  CHECK(device.instances(Scope::Corelet) == 8);
  device.memorySpaces.clear();
  CHECK(device.globalMemory().kind == "");
  CHECK(Device{}.vectorUnit() == nullptr);
}

TEST_CASE("routes follow datapaths through transfer units") {
  Device device = sample();
  CHECK(steps(device, "DDR", "SFU") == "{MNILU, DDR, L1}{L1LU, L1, SFU}");
  CHECK(steps(device, "SFU", "DDR") == "{L1SU, SFU, L1}{MNISU, L1, DDR}");
  CHECK(steps(device, "L1", "SFU") == "{L1LU, L1, SFU}");
  CHECK(steps(device, "DDR", "L1") == "{MNILU, DDR, L1}");
  CHECK(steps(device, "PT", "SFU") == "{, PT, SFU}");
  CHECK(steps(device, "SFU_REG", "SFU") == "{, SFU_REG, SFU}");
  CHECK(steps(device, "L1", "L1") == "");
  // Not through a compute unit: PT and SFU end routes.
  CHECK(steps(device, "SFU_REG", "L1").find("no route") != std::string::npos);
  CHECK(steps(device, "SFU", "SFU_REG") ==
        "device 'sample' has no route from 'SFU' to 'SFU_REG'; add the "
        "datapaths that lead there");
  CHECK(steps(device, "XYZ", "L1").find("no memory or unit 'XYZ'") !=
        std::string::npos);
}

TEST_CASE("JSON keeps every field") {
  Device device = sample();
  nlohmann::json json = toJson(device);
  auto back = deviceFromJson(json);
  REQUIRE_MESSAGE(bool(back), (back ? "" : back.error().str()));
  CHECK(toJson(*back) == json);
  CHECK(back->clockGhz == 1.25);
  CHECK(back->topology.kind == TopologyKind::Mesh);
  CHECK(back->memory("DDR")->bytesPerCycle == 204.8);
  CHECK(back->unit("L1SU")->queueDepth == 8);
  CHECK(back->unit("SFU")->lanes.at("f32") == 32);
  CHECK(back->unit("PT")->tile == std::vector<int64_t>{8, 8, 8});
  CHECK(back->datapath("L1", "L1LU")->bytesPerCycle == 127.5);
  CHECK(back->defaultsTaken == device.defaultsTaken);
}

TEST_CASE("JSON that is not a device is an error that says where") {
  const nlohmann::json good = toJson(sample());
  auto errorWith = [&](const char *pointer, nlohmann::json value) {
    nlohmann::json json = good;
    json[nlohmann::json::json_pointer(pointer)] = std::move(value);
    auto result = deviceFromJson(json);
    return result ? std::string("no error") : result.error().str();
  };
  CHECK(errorWith("/cores", "four") ==
        "device.json: 'cores': expected an integer");
  CHECK(errorWith("/cores", 4.5) ==
        "device.json: 'cores': expected an integer");
  CHECK(errorWith("/cores", uint64_t(1) << 63) ==
        "device.json: 'cores': expected an integer");
  CHECK(errorWith("/memories", 3) ==
        "device.json: 'memories': expected an array");
  CHECK(errorWith("/memories/1", 3) ==
        "device.json: memories[1]: expected an object");
  CHECK(errorWith("/units/4/lanes/f16", "many") ==
        "device.json: units[4]: 'lanes': expected an object of integers");
  CHECK(errorWith("/units/4/role", "dance") ==
        "device.json: units[4]: 'role': expected one of dma, load, store, "
        "vector, matrix");
  CHECK(errorWith("/topology", nullptr) ==
        "device.json: topology: expected an object");
  CHECK(errorWith("/memories/0/bytes", -1).find("size of memory 'DDR' is -1") !=
        std::string::npos);
  for (auto json : {nlohmann::json(), nlohmann::json(1),
                    nlohmann::json::array({1, 2}), nlohmann::json::object()})
    CHECK_FALSE(deviceFromJson(json));
}

TEST_CASE("validate names what would break a schedule") {
  auto problem = [](auto change) {
    Device device = sample();
    change(device);
    auto valid = device.validate();
    return valid ? std::string() : valid.error().message;
  };
  auto has = [](const std::string &text, const char *part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  CHECK(problem([](Device &) {}) == "");
  has(problem([](Device &d) { d.datapaths.resize(100000); }),
      "and 100000 datapaths; at most 256 and 2048");
  has(problem([](Device &d) { d.memorySpaces.erase("global"); }),
      "has no global memory");
  has(problem([](Device &d) { d.memorySpaces.erase("ct_local"); }),
      "has no local memory");
  has(problem([](Device &d) { d.memorySpaces["global"] = "HBM"; }),
      "maps to memory 'HBM'");
  has(problem([](Device &d) { d.memorySpaces["global"] = "L1"; }),
      "global memory 'L1' is inside a group");
  has(problem([](Device &d) { d.cores = 0; }), "number of cores is 0");
  has(problem([](Device &d) { d.corelets = int64_t(1) << 40; }), "corelets");
  has(problem([](Device &d) { d.topology.rows = 3; }), "mesh of 3 by 2");
  has(problem([](Device &d) { d.memories[1].bytes = INT64_MAX; }),
      "size of memory 'L1'");
  has(problem([](Device &d) { d.memories[1].bytesPerCycle = 0.0 / 0.0; }),
      "sg.bytes_per_cycle of memory 'L1'");
  has(problem([](Device &d) { d.memories[1].ports = 0; }),
      "sg.ports of memory 'L1'");
  has(problem([](Device &d) { d.units[4].lanes.clear(); }), "no lanes");
  has(problem([](Device &d) { d.units[4].lanes["f16"] = 0; }),
      "number of f16 lanes of exec_unit 'SFU'");
  has(problem([](Device &d) { d.units[4].cycles["divide"] = -3; }),
      "'divide' of exec_unit 'SFU'");
  has(problem([](Device &d) { d.units[5].tile = {8}; }),
      "needs sg.tile = [m, n, k]");
  has(problem([](Device &d) { d.units[0].kind = "L1"; }), "described twice");
  has(problem([](Device &d) { d.datapaths[0].to = "NOWHERE"; }),
      "no memory or exec_unit 'NOWHERE'");
  has(problem([](Device &d) { d.datapaths[0].granularity = 0; }),
      "granularity of datapath 'DDR' to 'MNILU'");
  has(problem([](Device &d) { d.datapaths.erase(d.datapaths.begin() + 3); }),
      "'MNISU' moves data but no datapath leads away from it");
  has(problem([](Device &d) { d.datapaths.erase(d.datapaths.begin() + 5); }),
      "no route from 'DDR' to 'SFU'");
  has(problem([](Device &d) { d.datapaths.erase(d.datapaths.begin() + 8); }),
      "no route from 'SFU' to 'DDR'");
}

TEST_CASE("describe shows memories, units, routes and defaults") {
  std::string text = describe(sample());
  for (const char *part :
       {"Device sample: 4 cores with 2 corelets each, 1.25 GHz",
        "mesh of 2 by 2: 64 bytes a cycle", "64 KiB", "204.8",
        "SFU cycles per vector: divide 4, simple 1", "PT tile: m 8, n 8, k 8",
        "DDR -[MNILU]-> L1 -[L1LU]-> SFU", "SFU -[L1SU]-> L1 -[MNISU]-> DDR",
        "L1.sg.ports = 6"}) {
    INFO(part);
    CHECK(text.find(part) != std::string::npos);
  }
  CHECK(text.back() == '\n');
}
