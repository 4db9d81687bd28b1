// What a device must satisfy before anything is planned for it.
#include "engine/device/Device.h"
#include <cmath>
#include <set>

namespace sg {
namespace {

/// Upper bounds far above any machine: a figure beyond them is a typing error,
/// and would overflow or never finish in a simulation.
constexpr int64_t maxBytes = int64_t(1) << 50;
constexpr int64_t maxCores = 4096;
constexpr int64_t maxCorelets = 64;
constexpr int64_t maxCycles = 1'000'000;
constexpr double maxBytesPerCycle = 1e6;
constexpr int64_t maxPorts = 65536;
constexpr int64_t maxGranularity = int64_t(1) << 20;

/// Looking for routes takes time with the product of these.
constexpr size_t maxKinds = 256;
constexpr size_t maxDatapaths = 2048;

/// Collects the first problem; later checks then do nothing.
class Checker {
public:
  void range(const std::string &what, int64_t value, int64_t low,
             int64_t high) {
    if (value < low || value > high)
      fail(what + " is " + std::to_string(value) + "; expected " +
           std::to_string(low) + " to " + std::to_string(high));
  }
  void rate(const std::string &what, double value, double high) {
    // Written so that a NaN fails too.
    if (!(value > 0 && value <= high))
      fail(what + " is " + std::to_string(value) +
           "; expected a number above 0 and at most " +
           std::to_string(int64_t(high)));
  }
  void fail(std::string message) {
    if (!error)
      error = Error{std::move(message), ""};
  }
  std::optional<Error> error;
};

std::string quoted(const char *what, const std::string &kind) {
  return std::string(what) + " '" + kind + "'";
}

void checkShape(const Device &device, Checker &check) {
  if (device.name.empty())
    check.fail("the device has no name");
  check.range("the number of cores", device.cores, 1, maxCores);
  check.range("the number of corelets per core", device.corelets, 1,
              maxCorelets);
  check.rate("sg.clock_ghz", device.clockGhz, 1000);
  check.range("sg.signal_cycles", device.signalCycles, 0, maxCycles);
  const Topology &topology = device.topology;
  if (topology.kind == TopologyKind::None)
    return;
  check.rate("bytes_per_cycle of sg.topology", topology.bytesPerCycle,
             maxBytesPerCycle);
  check.range("hop_cycles of sg.topology", topology.hopCycles, 0, maxCycles);
  if (topology.kind != TopologyKind::Mesh)
    return;
  check.range("rows of sg.topology", topology.rows, 1, maxCores);
  check.range("cols of sg.topology", topology.cols, 1, maxCores);
  if (!check.error && topology.rows * topology.cols != device.cores)
    check.fail("sg.topology is a mesh of " + std::to_string(topology.rows) +
               " by " + std::to_string(topology.cols) +
               ", but the device has " + std::to_string(device.cores) +
               " cores; rows times cols must be the number of cores");
}

void checkMemory(const DeviceMemory &memory, Checker &check) {
  std::string who = quoted("memory", memory.kind);
  check.range("size of " + who, memory.bytes, 1, maxBytes);
  check.rate("sg.bytes_per_cycle of " + who, memory.bytesPerCycle,
             maxBytesPerCycle);
  check.range("sg.latency_cycles of " + who, memory.latencyCycles, 0,
              maxCycles);
  check.range("sg.ports of " + who, memory.ports, 1, maxPorts);
}

void checkUnit(const DeviceUnit &unit, Checker &check) {
  std::string who = quoted("exec_unit", unit.kind);
  check.rate("sg.bytes_per_cycle of " + who, unit.bytesPerCycle,
             maxBytesPerCycle);
  check.range("sg.latency_cycles of " + who, unit.latencyCycles, 0, maxCycles);
  check.range("queue depth of " + who, unit.queueDepth, 1, maxPorts);
  for (const auto &[format, lanes] : unit.lanes)
    check.range("number of " + format + " lanes of " + who, lanes, 1, maxPorts);
  for (const auto &[cost, cycles] : unit.cycles)
    check.range("sg.cycles '" + cost + "' of " + who, cycles, 1, maxCycles);
  if (unit.role == UnitRole::Vector && unit.lanes.empty())
    check.fail(who + " computes on vectors but has no lanes for any format");
  if (unit.role == UnitRole::Matrix && unit.tile.size() != 3)
    check.fail(who + " is a matrix unit and needs sg.tile = [m, n, k]");
  for (int64_t size : unit.tile)
    check.range("sg.tile of " + who, size, 1, maxPorts);
}

void checkDatapaths(const Device &device, Checker &check) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const Datapath &path : device.datapaths) {
    std::string who = "datapath '" + path.from + "' to '" + path.to + "'";
    for (const std::string &end : {path.from, path.to})
      if (!device.memory(end) && !device.unit(end))
        check.fail(who + ": there is no memory or exec_unit '" + end + "'");
    if (path.from == path.to)
      check.fail(who + " connects a resource to itself");
    if (!seen.insert({path.from, path.to}).second)
      check.fail(who + " is described twice");
    check.range("transfer granularity of " + who, path.granularity, 1,
                maxGranularity);
    check.rate("sg.bytes_per_cycle of " + who, path.bytesPerCycle,
               maxBytesPerCycle);
    check.range("sg.latency_cycles of " + who, path.latencyCycles, 0,
                maxCycles);
  }
}

void checkSpaces(const Device &device, Checker &check) {
  for (const auto &[space, kind] : device.memorySpaces)
    if (!device.memory(kind))
      check.fail("memory space '" + space + "' maps to memory '" + kind +
                 "', which the device does not have");
  if (device.globalMemory().kind.empty())
    check.fail("device '" + device.name +
               "' has no global memory: declare a memory outside the groups "
               "and map #ktdp.memory_space<global> to its kind");
  if (device.localMemory().kind.empty())
    check.fail("device '" + device.name +
               "' has no local memory: declare a memory in the core group and "
               "map #ktdp.memory_space<ct_local> to its kind");
  if (check.error)
    return;
  if (device.globalMemory().scope != Scope::Device)
    check.fail("global memory '" + device.globalMemory().kind +
               "' is inside a group; every core must share it");
  if (device.localMemory().scope == Scope::Device)
    check.fail("local memory '" + device.localMemory().kind +
               "' is outside the core group; every core needs its own");
}

void checkPaths(const Device &device, Checker &check) {
  const std::string &global = device.globalMemory().kind;
  for (const DeviceUnit &unit : device.units) {
    bool computes =
        unit.role == UnitRole::Vector || unit.role == UnitRole::Matrix;
    bool in = false, out = false;
    for (const Datapath &path : device.datapaths) {
      in |= path.to == unit.kind;
      out |= path.from == unit.kind;
    }
    if (!computes && !(in && out))
      check.fail("exec_unit '" + unit.kind + "' moves data but no datapath " +
                 (in ? "leads away from it" : "leads to it"));
    if (!computes)
      continue;
    if (auto there = device.route(global, unit.kind); !there)
      check.fail(there.error().message);
    if (auto back = device.route(unit.kind, global); !back)
      check.fail(back.error().message);
  }
}

void checkKinds(const Device &device, Checker &check) {
  std::set<std::string> kinds;
  auto add = [&](const std::string &kind) {
    if (kind.empty())
      check.fail("a memory or exec_unit has no kind");
    if (!kinds.insert(kind).second)
      check.fail("kind '" + kind + "' is described twice");
  };
  for (const DeviceMemory &memory : device.memories)
    add(memory.kind);
  for (const DeviceUnit &unit : device.units)
    add(unit.kind);
}

} // namespace

Result<void> Device::validate() const {
  Checker check;
  if (memories.size() + units.size() > maxKinds ||
      datapaths.size() > maxDatapaths)
    return Error{"device '" + name + "' has " +
                     std::to_string(memories.size() + units.size()) +
                     " kinds of memories and units and " +
                     std::to_string(datapaths.size()) + " datapaths; at most " +
                     std::to_string(maxKinds) + " and " +
                     std::to_string(maxDatapaths),
                 ""};
  checkShape(*this, check);
  checkKinds(*this, check);
  for (const DeviceMemory &memory : memories)
    checkMemory(memory, check);
  for (const DeviceUnit &unit : units)
    checkUnit(unit, check);
  checkDatapaths(*this, check);
  checkSpaces(*this, check);
  if (!check.error)
    checkPaths(*this, check);
  if (check.error)
    return *check.error;
  return {};
}

} // namespace sg
