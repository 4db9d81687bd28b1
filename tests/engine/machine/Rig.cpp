#include "Rig.h"
#include <cstring>

namespace sg::test {

Device smallDevice(int64_t cores) {
  Device device;
  device.name = "small";
  device.cores = cores;
  device.corelets = 2;
  device.topology.kind = TopologyKind::Ring;
  device.memories = {{"DDR", Scope::Device, int64_t(1) << 36, 512, 100, 8},
                     {"L1", Scope::Core, 65536, 768, 1, 6},
                     {"SFU_REG", Scope::Corelet, 2048, 384, 0, 3}};
  auto unit = [&](const char *kind, Scope scope, UnitRole role,
                  int64_t latency) {
    DeviceUnit one;
    one.kind = kind;
    one.scope = scope;
    one.role = role;
    one.latencyCycles = latency;
    device.units.push_back(one);
  };
  unit("MNILU", Scope::Core, UnitRole::Dma, 1);
  unit("MNISU", Scope::Core, UnitRole::Dma, 1);
  unit("L1LU", Scope::Corelet, UnitRole::Load, 1);
  unit("L1SU", Scope::Corelet, UnitRole::Store, 1);
  unit("SFU", Scope::Corelet, UnitRole::Vector, 4);
  device.units.back().lanes = {{"f16", 64}, {"f32", 32}, {"i32", 32}};
  device.units.back().cycles = {
      {"simple", 1}, {"multiply", 1}, {"divide", 4}, {"transcendental", 4}};
  device.datapaths = {
      {"DDR", "MNILU", 128, 128, 0}, {"MNILU", "L1", 128, 128, 0},
      {"L1", "MNISU", 128, 128, 0},  {"MNISU", "DDR", 128, 128, 0},
      {"L1", "L1LU", 2, 128, 0},     {"L1LU", "SFU", 2, 128, 1},
      {"SFU", "L1SU", 2, 128, 1},    {"L1SU", "L1", 2, 128, 0}};
  device.memorySpaces = {{"global", "DDR"}, {"ct_local", "L1"}};
  return device;
}

std::string stream(const std::string &name, const std::string &code) {
  return ".stream \"" + name + "\"\n" + code + "\n.end\n";
}

Rig::Rig(const std::string &text, const Device &device, unsigned arguments) {
  Result<Binary> binary = assemble(text, "test.s");
  if (!binary) {
    error = binary.error().str();
    return;
  }
  KernelInfo info;
  info.name = "test";
  info.arguments.resize(arguments);
  SpyreCode code;
  Result<JobPlan> plan = makeJobPlan(*binary, info);
  if (!plan) {
    error = plan.error().str();
    return;
  }
  code.plan = *plan;
  code.binaries["init_binary.bin"] = *encode(*binary);
  Result<std::unique_ptr<Machine>> made = Machine::create(code, device);
  if (!made) {
    error = made.error().str();
    return;
  }
  machine = std::move(*made);
  if (Result<void> ok = machine->prepare(); !ok)
    error = ok.error().str();
}

void Rig::reserve(uint64_t address, uint64_t bytes) {
  if (machine)
    if (Result<void> ok = machine->reserve(address, bytes); !ok)
      error = ok.error().str();
}

void Rig::fill(uint64_t address, const std::vector<uint8_t> &bytes) {
  reserve(address, bytes.size());
  if (machine)
    if (Result<void> ok = machine->write(address, bytes); !ok)
      error = ok.error().str();
}

void Rig::fillF16(uint64_t address, const std::vector<float> &values) {
  std::vector<uint8_t> bytes(values.size() * 2);
  for (size_t i = 0; i < values.size(); ++i) {
    uint16_t bits = floatToF16(values[i]);
    std::memcpy(bytes.data() + 2 * i, &bits, 2);
  }
  fill(address, bytes);
}

bool Rig::launch(const std::vector<int64_t> &arguments, bool events) {
  if (!machine || !error.empty())
    return false;
  LaunchOptions options;
  options.recordEvents = events;
  Result<LaunchResult> result = machine->launch(arguments, options);
  if (!result) {
    error = result.error().str();
    return false;
  }
  trace = std::move(result->trace);
  return true;
}

std::vector<uint8_t> Rig::bytes(uint64_t address, size_t n) {
  std::vector<uint8_t> out(n);
  if (!machine || !machine->read(address, out))
    out.clear();
  return out;
}

std::vector<float> Rig::f16(uint64_t address, size_t n) {
  std::vector<uint8_t> raw = bytes(address, n * 2);
  std::vector<float> out;
  for (size_t i = 0; i + 1 < raw.size(); i += 2)
    out.push_back(f16ToFloat(uint16_t(raw[i] | raw[i + 1] << 8)));
  return out;
}

std::string traceText(const Trace &trace) {
  std::string out;
  for (const Event &event : trace.events)
    out += std::to_string(event.begin) + ".." + std::to_string(event.end) +
           " " + trace.lanes[event.lane].name + ": " +
           eventKindName(event.kind) + " " + std::to_string(event.bytes) + "\n";
  return out;
}

} // namespace sg::test
