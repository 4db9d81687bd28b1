// Binary + device -> Program: FIFOs, signals, unit instances. The instructions
// are in LoadStream.cpp.
#include "engine/machine/Loader.h"
#include "engine/spyrecode/Assembly.h"

namespace sg {

static std::string unitName(const Instance &one) {
  std::string name = "core " + std::to_string(one.core) + " / ";
  if (one.corelet >= 0)
    name += "corelet " + std::to_string(one.corelet) + " / ";
  return name + one.unit;
}

void Loader::fail(std::string where, std::string message) {
  if (!error)
    error = Error{std::move(message), std::move(where)};
}

void Loader::instance(uint32_t index) {
  const Instance &one = program->binary.instances[index];
  UnitSpec &spec = program->units[index];
  spec.instance = &one;
  spec.name = unitName(one);
  spec.unit = device.unit(one.unit);
  if (!spec.unit) {
    std::string all;
    for (const DeviceUnit &unit : device.units)
      all += (all.empty() ? "" : ", ") + unit.kind;
    return fail(spec.name, "device '" + device.name + "' has no unit '" +
                               one.unit + "'; it has " + all);
  }
  if (one.core >= device.cores)
    fail(spec.name, "device '" + device.name + "' has only " +
                        std::to_string(device.cores) + " cores");
  bool corelet = spec.unit->scope == Scope::Corelet;
  if (corelet && (one.corelet < 0 || one.corelet >= device.corelets))
    fail(spec.name, "a " + one.unit + " belongs to a corelet, 0 to " +
                        std::to_string(device.corelets - 1));
  if (!corelet && one.corelet != -1)
    fail(spec.name, "a " + one.unit +
                        " belongs to the whole core, not to a "
                        "corelet");
  auto core = std::find(program->cores.begin(), program->cores.end(), one.core);
  spec.core = uint32_t(core - program->cores.begin());
  if (core == program->cores.end())
    program->cores.push_back(one.core);
  spec.outFifo.assign(one.peers.size(), noIndex);
  spec.inFifo = spec.outSignal = spec.inSignal = spec.outFifo;
}

int64_t Loader::hops(int32_t a, int32_t b) const {
  int64_t distance = std::abs(int64_t(a) - int64_t(b));
  switch (device.topology.kind) {
  case TopologyKind::Ring:
    return std::min(distance, device.cores - distance);
  case TopologyKind::Mesh: {
    int64_t cols = std::max<int64_t>(device.topology.cols, 1);
    return std::abs(a / cols - b / cols) + std::abs(a % cols - b % cols);
  }
  case TopologyKind::Crossbar:
    return distance ? 1 : 0;
  case TopologyKind::None:
    return 0;
  }
  return 0;
}

uint32_t Loader::fifo(uint32_t from, uint32_t to) {
  auto [it, isNew] =
      fifos.emplace(std::pair(from, to), uint32_t(program->fifos.size()));
  if (!isNew)
    return it->second;
  const UnitSpec &a = program->units[from], &b = program->units[to];
  FifoSpec spec;
  spec.from = from;
  spec.to = to;
  spec.depth = uint32_t(b.unit->queueDepth);
  if (a.instance->core == b.instance->core) {
    const Datapath *path = device.datapath(a.unit->kind, b.unit->kind);
    if (!path)
      fail(a.name, "device '" + device.name + "' has no FIFO from " +
                       a.unit->kind + " to " + b.unit->kind);
    else
      spec.latency = std::max<int64_t>(path->latencyCycles, 1);
  } else if (device.topology.kind == TopologyKind::None) {
    fail(a.name, "device '" + device.name +
                     "' does not connect its cores, "
                     "so that nothing reaches " +
                     b.name);
  } else {
    spec.ring = true;
    spec.latency = 1 + hops(a.instance->core, b.instance->core) *
                           device.topology.hopCycles;
  }
  program->fifos.push_back(spec);
  return it->second;
}

uint32_t Loader::signal(uint32_t from, uint32_t to) {
  auto [it, isNew] =
      signals.emplace(std::pair(from, to), uint32_t(program->signals.size()));
  if (isNew)
    program->signals.push_back({from, to});
  return it->second;
}

void Loader::connect(uint32_t index) {
  UnitSpec &spec = program->units[index];
  const std::vector<uint32_t> &peers = spec.instance->peers;
  for (const Code &code : spec.stream->code) {
    if (error)
      return;
    switch (code.op) {
    case Opcode::Signal:
    case Opcode::SignalAfter:
      spec.outSignal[code.port] = signal(index, peers[code.port]);
      break;
    case Opcode::Wait:
      spec.inSignal[code.port] = signal(peers[code.port], index);
      break;
    case Opcode::Push:
    case Opcode::Send: {
      uint32_t number = fifo(index, peers[code.port]);
      spec.outFifo[code.port] = number;
      FifoSpec &one = program->fifos[error ? 0 : number];
      one.stride = std::max(one.stride, code.bytes);
      break;
    }
    case Opcode::Pop:
    case Opcode::Receive:
      spec.inFifo[code.port] = fifo(peers[code.port], index);
      break;
    default:
      break;
    }
  }
}

Result<std::unique_ptr<Program>> Loader::run(Binary binary) {
  if (Result<void> ok = verify(binary); !ok)
    return ok.error();
  program = std::make_unique<Program>();
  program->binary = std::move(binary);
  program->device = &device;
  program->ops = &ops;
  size_t n = program->binary.instances.size();
  program->units.resize(n);
  for (uint32_t i = 0; i < n && !error; ++i)
    instance(i);
  memories();
  for (uint32_t i = 0; i < n && !error; ++i) {
    UnitSpec &spec = program->units[i];
    auto [it, isNew] =
        streams.emplace(std::pair(spec.instance->stream, spec.unit), nullptr);
    if (isNew) {
      program->streams.push_back(std::make_unique<StreamCode>());
      it->second = program->streams.back().get();
      stream(program->binary.streams[spec.instance->stream], *spec.unit,
             *program->streams.back());
    }
    spec.stream = it->second;
  }
  for (uint32_t i = 0; i < n && !error; ++i)
    connect(i);
  uint64_t pads = uint64_t(std::max<int64_t>(device.localMemory().bytes, 0)) *
                  program->cores.size();
  // What the simulation can hold at once; less where addresses have 32 bits.
  constexpr uint64_t limit = uint64_t(sizeof(void *) == 4 ? 1 : 8) << 30;
  if (pads > limit)
    fail("", "the scratchpads of the cores in use take more than " +
                 std::to_string(limit >> 30) + " GiB to simulate");
  if (error)
    return *error;
  return std::move(program);
}

Result<std::unique_ptr<Program>> load(Binary binary, const Device &device,
                                      const OpTable &ops) {
  return Loader(device, ops).run(std::move(binary));
}

} // namespace sg
