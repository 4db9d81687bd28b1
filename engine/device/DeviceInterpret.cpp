#include "engine/device/DeviceInterpret.h"
#include "engine/device/DeviceAttrs.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace sg::ktdf_arch;

namespace sg {
namespace {

constexpr double defaultRate = 128; // bytes per cycle; one stick

class Interpreter {
public:
  Interpreter(DeviceOp op, DictionaryAttr attrs, DeviceGraph graph)
      : op(op), deviceAttrs(attrs), graph(std::move(graph)) {}
  FailureOr<Device> run();

private:
  bool readDeviceAttrs();
  bool readTopology(ResourceAttrs &attrs);
  bool readSpaces(ResourceAttrs &attrs);
  bool readMemory(const DeviceGraph::Node &node);
  bool readUnit(const DeviceGraph::Node &node);
  bool readDatapath(const DeviceGraph::Link &link);
  UnitRole roleOf(const DeviceGraph::Node &node) const;
  void readCompute(DeviceUnit &unit, ResourceAttrs &attrs, Operation *op);
  int64_t readQueueDepth(const DeviceGraph::Node &node, ResourceAttrs &attrs);
  /// Links that begin or end at a kind, counted over the instances that one
  /// instance of the memory serves.
  int64_t portsOf(const DeviceGraph::Node &memory) const;
  Location placeOf(const std::string &message);

  DeviceOp op;
  DictionaryAttr deviceAttrs;
  DeviceGraph graph;
  Device device;
};

bool isMemory(const DeviceGraph::Node *node) {
  return node && isa<MemoryOp>(node->op);
}

bool Interpreter::readTopology(ResourceAttrs &attrs) {
  Attribute attr = attrs.all().get("sg.topology");
  Topology &topology = device.topology;
  if (!attr) {
    topology = graph.topology;
    if (topology.kind == TopologyKind::None) {
      attrs.noteDefault("sg.topology", "none");
      return true;
    }
    attrs.noteDefault("sg.topology.bytes_per_cycle",
                      numberText(topology.bytesPerCycle));
    attrs.noteDefault("sg.topology.hop_cycles",
                      llvm::Twine(topology.hopCycles));
    return true;
  }
  auto dict = dyn_cast<DictionaryAttr>(attr);
  if (!dict) {
    attrs.error("'sg.topology' must be a dictionary, as {kind = \"ring\"}");
    return false;
  }
  std::string kind = attrText(dict.get("kind"));
  if (kind == "ring")
    topology.kind = TopologyKind::Ring;
  else if (kind == "mesh")
    topology.kind = TopologyKind::Mesh;
  else if (kind == "crossbar")
    topology.kind = TopologyKind::Crossbar;
  else if (kind != "none") {
    attrs.error("kind of 'sg.topology' must be \"ring\", \"mesh\", "
                "\"crossbar\" or \"none\", not '" +
                kind + "'");
    return false;
  }
  if (topology.kind == TopologyKind::None)
    return true;
  ResourceAttrs inner(op, dict, "sg.topology", device.name + ".sg.topology",
                      device);
  topology.bytesPerCycle = inner.number("bytes_per_cycle", defaultRate);
  topology.hopCycles = inner.integer("hop_cycles", 4);
  if (topology.kind == TopologyKind::Mesh)
    for (auto [name, size] : {std::pair("rows", &topology.rows),
                              std::pair("cols", &topology.cols)}) {
      if (!inner.has(name))
        inner.error(llvm::Twine("a mesh needs '") + name + "'");
      else
        *size = inner.integer(name, 1);
    }
  return !inner.failed();
}

bool Interpreter::readSpaces(ResourceAttrs &attrs) {
  if (Attribute attr = attrs.all().get("mem_space_mapping")) {
    auto map = dyn_cast<MapAttr>(attr);
    if (!map) {
      attrs.error("'mem_space_mapping' must be a map from memory spaces to "
                  "kinds, as #ktdf_arch.map<#ktdp.memory_space<global> = "
                  "\"DDR\">");
      return false;
    }
    for (const auto &[key, value] : map.getEntries()) {
      // #ktdp.memory_space<ct_local> and its like: the text in the brackets.
      std::string name = attrText(key);
      if (!isa<StringAttr>(key)) {
        std::string text = name;
        StringRef inner = StringRef(text).split('<').second.rsplit('>').first;
        if (!inner.empty())
          name = inner.str();
      }
      device.memorySpaces[name] = attrText(value);
    }
  }
  for (auto [space, scope] : {std::pair("global", Scope::Device),
                              std::pair("ct_local", Scope::Core)}) {
    if (device.memorySpaces.count(space))
      continue;
    const DeviceMemory *largest = nullptr;
    for (const DeviceMemory &memory : device.memories)
      if (memory.scope == scope && (!largest || memory.bytes > largest->bytes))
        largest = &memory;
    if (!largest)
      continue; // Device::validate says what is missing
    device.memorySpaces[space] = largest->kind;
    attrs.noteDefault(llvm::Twine("mem_space_mapping.") + space, largest->kind);
  }
  return true;
}

bool Interpreter::readDeviceAttrs() {
  ResourceAttrs attrs(op, deviceAttrs, "device '" + device.name + "'",
                      device.name, device);
  device.clockGhz = attrs.number("sg.clock_ghz", 1);
  device.signalCycles = attrs.integer("sg.signal_cycles", 8);
  attrs.warnUnknown({"sg.clock_ghz", "sg.signal_cycles", "sg.topology"});
  return readTopology(attrs) && readSpaces(attrs) && !attrs.failed();
}

int64_t Interpreter::portsOf(const DeviceGraph::Node &memory) const {
  int64_t ports = 0;
  for (const DeviceGraph::Link &link : graph.links) {
    const std::string &other = link.from == memory.kind ? link.to : link.from;
    if (link.from != memory.kind && link.to != memory.kind)
      continue;
    const DeviceGraph::Node *user = graph.node(other);
    int64_t users = user ? device.instances(user->scope) : 1;
    ports += std::max<int64_t>(1, users / device.instances(memory.scope));
  }
  return std::max<int64_t>(1, ports);
}

/// Bytes of a memory that does not say: what its feature holds, or by scope.
int64_t defaultSize(const DeviceGraph::Node &node) {
  if (featureOf(node.op, "register_file"))
    return 2048;
  if (auto buffer = dyn_cast_or_null<DictionaryAttr>(
          featureOf(node.op, "indirect_address_buffer"))) {
    int64_t entries = integerOf(buffer.get("num_entries")).value_or(32);
    auto type = dyn_cast_or_null<TypeAttr>(buffer.get("entry_type"));
    bool isPlain = type && type.getValue().isIntOrFloat();
    int64_t bits = isPlain ? type.getValue().getIntOrFloatBitWidth() : 32;
    return std::clamp<int64_t>(entries, 1, 1 << 20) * ((bits + 7) / 8);
  }
  const int64_t byScope[] = {int64_t(128) << 30, 1 << 20, 2048};
  return byScope[size_t(node.scope)];
}

bool Interpreter::readMemory(const DeviceGraph::Node &node) {
  ResourceAttrs attrs(node.op, node.op->getAttrDictionary(),
                      "memory '" + node.kind + "'", node.kind, device);
  DeviceMemory memory;
  memory.kind = node.kind;
  memory.scope = node.scope;
  const int64_t latencies[] = {100, 1, 0};
  memory.bytes = attrs.integer("size", defaultSize(node));
  memory.ports = attrs.integer("sg.ports", portsOf(node));
  memory.bytesPerCycle = attrs.number(
      "sg.bytes_per_cycle",
      defaultRate *
          double(node.scope == Scope::Device ? device.cores : memory.ports));
  memory.latencyCycles =
      attrs.integer("sg.latency_cycles", latencies[size_t(node.scope)]);
  attrs.warnUnknown({"sg.ports", "sg.bytes_per_cycle", "sg.latency_cycles"});
  device.memories.push_back(std::move(memory));
  return !attrs.failed();
}

UnitRole Interpreter::roleOf(const DeviceGraph::Node &node) const {
  Operation *op = node.op;
  bool load = bool(featureOf(op, "load")), store = bool(featureOf(op, "store"));
  // Older public files mark transfer units with a plain attribute.
  bool moves = load || store || op->hasAttr("load_store");
  if (featureOf(op, "compute") || !moves)
    return op->hasAttr("sg.tile") || node.kind == "PT" ? UnitRole::Matrix
                                                       : UnitRole::Vector;
  bool touchesUnit = false, intoUnit = false;
  for (const DeviceGraph::Link &link : graph.links) {
    if (link.from == node.kind && !isMemory(graph.node(link.to)))
      touchesUnit = intoUnit = true;
    if (link.to == node.kind && !isMemory(graph.node(link.from)))
      touchesUnit = true;
  }
  if (!touchesUnit)
    return UnitRole::Dma;
  if (load != store)
    return load ? UnitRole::Load : UnitRole::Store;
  return intoUnit ? UnitRole::Load : UnitRole::Store;
}

void Interpreter::readCompute(DeviceUnit &unit, ResourceAttrs &attrs,
                              Operation *op) {
  if (auto simd = dyn_cast_or_null<DictionaryAttr>(featureOf(op, "simd")))
    if (auto lanes = dyn_cast_or_null<MapAttr>(simd.get("lanes")))
      for (const auto &[type, count] : lanes.getEntries())
        unit.lanes[attrText(type)] = integerOf(count).value_or(0);
  // Formats not listed: as many as fit a vector of the same width.
  int64_t width = 128;
  for (auto [format, bytes] :
       {std::pair("f32", 4), std::pair("bf16", 2), std::pair("f16", 2)})
    if (auto it = unit.lanes.find(format); it != unit.lanes.end())
      width = std::clamp<int64_t>(it->second, 1, 1 << 20) * bytes;
  // A truth value goes with a 16-bit lane.
  for (auto [format, bytes] :
       {std::pair("f16", 2), std::pair("bf16", 2), std::pair("f32", 4),
        std::pair("i32", 4), std::pair("i1", 2)}) {
    int64_t count = std::max<int64_t>(1, width / bytes);
    if (unit.lanes.emplace(format, count).second)
      attrs.noteDefault(llvm::Twine("lanes.") + format, llvm::Twine(count));
  }

  unit.cycles = attrs.table("sg.cycles");
  auto fill = [&](StringRef cost, int64_t cycles) {
    if (unit.cycles.emplace(cost.str(), cycles).second)
      attrs.noteDefault("sg.cycles." + cost, llvm::Twine(cycles));
  };
  fill("multiply", 1);
  if (unit.role == UnitRole::Vector) {
    fill("simple", 1);
    fill("divide", 4);
    fill("transcendental", 4);
    return;
  }
  unit.tile = attrs.integers("sg.tile");
  if (unit.tile.empty()) {
    unit.tile = {8, 8, 8};
    attrs.noteDefault("sg.tile", "[8, 8, 8]");
  } else if (unit.tile.size() != 3) {
    attrs.error("'sg.tile' must be [m, n, k]");
  }
}

int64_t Interpreter::readQueueDepth(const DeviceGraph::Node &node,
                                    ResourceAttrs &attrs) {
  auto depthOf = [](Operation *op) -> std::optional<int64_t> {
    auto queue = dyn_cast_or_null<DictionaryAttr>(featureOf(op, "queue"));
    return queue ? integerOf(queue.get("depth")) : std::nullopt;
  };
  // The FIFO in front of a unit: the smallest queue that leads to it.
  std::optional<int64_t> depth;
  bool hasFifo = false;
  for (const DeviceGraph::Link &link : graph.links) {
    if (link.to != node.kind)
      continue;
    hasFifo |= !isMemory(graph.node(link.from));
    for (DatapathOp path : link.datapaths)
      if (std::optional<int64_t> here = depthOf(path))
        depth = std::min(depth.value_or(*here), *here);
  }
  if (!depth)
    depth = depthOf(node.op);
  if (!depth && hasFifo)
    attrs.noteDefault("queue depth", "16");
  return depth.value_or(16);
}

bool Interpreter::readUnit(const DeviceGraph::Node &node) {
  ResourceAttrs attrs(node.op, node.op->getAttrDictionary(),
                      "exec_unit '" + node.kind + "'", node.kind, device);
  DeviceUnit unit;
  unit.kind = node.kind;
  unit.scope = node.scope;
  unit.role = roleOf(node);
  unit.bytesPerCycle = attrs.number("sg.bytes_per_cycle", defaultRate);
  unit.latencyCycles = attrs.integer("sg.latency_cycles", 1);
  unit.queueDepth = readQueueDepth(node, attrs);
  if (unit.role == UnitRole::Vector || unit.role == UnitRole::Matrix)
    readCompute(unit, attrs, node.op);
  attrs.warnUnknown(
      {"sg.bytes_per_cycle", "sg.latency_cycles", "sg.cycles", "sg.tile"});
  device.units.push_back(std::move(unit));
  return !attrs.failed();
}

bool Interpreter::readDatapath(const DeviceGraph::Link &link) {
  Datapath result{link.from, link.to};
  std::vector<int64_t> granularities;
  std::optional<double> rate;
  bool hasFailed = false;
  std::string key = link.from + "->" + link.to;
  for (DatapathOp path : link.datapaths) {
    ResourceAttrs attrs(path, path->getAttrDictionary(),
                        "datapath '" + link.from + "' to '" + link.to + "'",
                        key, device);
    Attribute bandwidth = knownAttr(attrs.all(), "bandwidth");
    double here = defaultRate;
    if (std::optional<double> given = numberOf(bandwidth);
        given && !attrs.has("sg.bytes_per_cycle"))
      here = *given;
    else
      here = attrs.number("sg.bytes_per_cycle", defaultRate);
    rate = std::min(rate.value_or(here), here);
    int64_t latency = attrs.integer("sg.latency_cycles", 0);
    // Bounded before adding, so that nonsense cannot overflow.
    result.latencyCycles += std::clamp<int64_t>(latency, -1, 1 << 30);
    Attribute granularity = knownAttr(attrs.all(), "transfer_granularity");
    if (auto sizes = dyn_cast_or_null<DenseI64ArrayAttr>(granularity);
        sizes && !sizes.empty())
      granularities.push_back(*llvm::min_element(sizes.asArrayRef()));
    else if (std::optional<int64_t> size = integerOf(granularity))
      granularities.push_back(*size);
    attrs.warnUnknown({"sg.bytes_per_cycle", "sg.latency_cycles"});
    hasFailed |= attrs.failed();
  }
  result.bytesPerCycle = *rate;
  if (granularities.empty())
    device.defaultsTaken.push_back(key + ".ktdf_arch.transfer_granularity = 1");
  else
    result.granularity = *llvm::max_element(granularities);
  device.datapaths.push_back(std::move(result));
  return !hasFailed;
}

/// Where in the file a message of Device::validate belongs: at the resource it
/// names, the most telling one first.
Location Interpreter::placeOf(const std::string &message) {
  auto names = [&](const std::string &text) {
    return message.find(text) != std::string::npos;
  };
  for (const DeviceGraph::Link &link : graph.links)
    if (names("datapath '" + link.from + "' to '" + link.to + "'")) {
      DatapathOp path = link.datapaths.front();
      return path.getLoc();
    }
  for (bool memories : {false, true})
    for (const DeviceGraph::Node &node : graph.nodes)
      if (isMemory(&node) == memories && names("'" + node.kind + "'"))
        return node.op->getLoc();
  return op.getLoc();
}

FailureOr<Device> Interpreter::run() {
  device.name = op.getSymName().str();
  device.cores = std::max<int64_t>(1, graph.cores);
  device.corelets = std::max<int64_t>(1, graph.corelets);
  for (const DeviceGraph::Node &node : graph.nodes)
    if (!(isMemory(&node) ? readMemory(node) : readUnit(node)))
      return failure();
  for (const DeviceGraph::Link &link : graph.links)
    if (!readDatapath(link))
      return failure();
  if (!readDeviceAttrs())
    return failure();
  if (auto valid = device.validate(); !valid) {
    const std::string &message = valid.error().message;
    emitError(placeOf(message)) << message;
    return failure();
  }
  return std::move(device);
}

} // namespace

FailureOr<Device> interpretDevice(DeviceOp op, DictionaryAttr attrs) {
  FailureOr<DeviceGraph> graph = walkDevice(op);
  if (failed(graph))
    return failure();
  return Interpreter(op, attrs, std::move(*graph)).run();
}

} // namespace sg
