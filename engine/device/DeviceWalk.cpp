// Which resources a device has in which scope, how many cores and corelets,
// and what is connected to what.
#include "engine/device/DeviceAttrs.h"
#include "engine/device/DeviceInterpret.h"
#include "engine/device/DeviceNeighbors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <map>

using namespace mlir;
using namespace sg::ktdf_arch;

namespace sg {

const DeviceGraph::Node *DeviceGraph::node(llvm::StringRef kind) const {
  for (const Node &node : nodes)
    if (node.kind == kind)
      return &node;
  return nullptr;
}

namespace {

/// Bounds that no real description meets; products of counts stay far from
/// overflow, and Device::validate says what is sensible.
constexpr int64_t maxCount = 1 << 16;
constexpr size_t maxNodes = 1024;
constexpr size_t maxNeighborhoods = 1024;
constexpr size_t maxLinks = 1 << 14;
/// Steps from port to port while following datapaths through switches.
constexpr int64_t maxSteps = 1 << 20;

bool isKind(GroupOp group, StringRef kind) {
  auto text = dyn_cast_or_null<StringAttr>(group.getKindAttr());
  return text && text.getValue().equals_insensitive(kind);
}

class Walker {
public:
  FailureOr<DeviceGraph> run(DeviceOp device);

private:
  LogicalResult walk(Block &block, Scope scope, int64_t times);
  LogicalResult walkGroup(GroupOp group, Scope scope, int64_t times);
  LogicalResult walkNeighborhood(NeighborhoodOp tiles, Scope scope,
                                 int64_t times);
  LogicalResult follow(NeighborOp neighbor, Scope scope);
  void findTopology();
  LogicalResult addNode(Operation *op, Attribute kind, Scope scope);
  LogicalResult link();
  LogicalResult linkFrom(DatapathOp first, Value source);
  LogicalResult addLink(DeviceGraph::Link link);
  static bool anyGroup(Block &block, StringRef kind);

  FailureOr<llvm::SmallVector<Value, 1>> resolve(DatapathOp path, Value end);

  DeviceGraph graph;
  bool hasCoreKind = false;    ///< some group of the device has kind "core"
  bool hasCoreletKind = false; ///< some group of this core is a "corelet"
  int64_t coreletsHere = 0;    ///< counted in the core being walked
  /// What stands behind the arguments and results of groups and the results of
  /// neighbors; several resources where a neighbor chooses.
  llvm::DenseMap<Value, llvm::SmallVector<Value, 1>> alias;
  size_t neighborhoods = 0;
  NeighborBudget budget;
  /// Neighborhoods of which each tile asks for the one beside it.
  llvm::SetVector<NeighborhoodOp> grids;
  llvm::DenseMap<Value, std::string> kinds;
  std::vector<DatapathOp> datapaths;
  /// Datapaths that begin at a switch port.
  llvm::DenseMap<Value, llvm::SmallVector<DatapathOp, 2>> fromPort;
  int64_t steps = 0; ///< taken of maxSteps
  std::map<std::pair<std::string, std::string>, size_t> linkIndex;
};

bool Walker::anyGroup(Block &block, StringRef kind) {
  return block
      .walk([&](GroupOp group) {
        return isKind(group, kind) ? WalkResult::interrupt()
                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

FailureOr<DeviceGraph> Walker::run(DeviceOp device) {
  Block &body = device.getBody().front();
  hasCoreKind = anyGroup(body, "core");
  if (failed(walk(body, Scope::Device, 1)) || failed(link()))
    return failure();
  findTopology();
  return std::move(graph);
}

LogicalResult Walker::addNode(Operation *op, Attribute kindAttr, Scope scope) {
  std::string kind = attrText(kindAttr);
  if (kind.empty()) {
    auto id = op->getAttrOfType<StringAttr>("id");
    kind = id ? id.str() : "exec_unit";
  }
  kinds[op->getResult(0)] = kind;
  const DeviceGraph::Node *known = graph.node(kind);
  if (!known) {
    if (graph.nodes.size() >= maxNodes)
      return op->emitError() << "the device has more than " << maxNodes
                             << " kinds of resources";
    graph.nodes.push_back({kind, scope, op});
    return success();
  }
  // A kind that is written again must mean the same thing.
  auto attrsOf = [](Operation *op) {
    NamedAttrList attrs(op->getAttrDictionary());
    attrs.erase("id");
    return attrs.getDictionary(op->getContext());
  };
  StringRef difference;
  if (known->op->getName() != op->getName())
    difference = "as a memory and as an exec_unit";
  else if (known->scope != scope)
    difference = "in different groups (device, core or corelet)";
  else if (attrsOf(known->op) != attrsOf(op))
    difference = "with different attributes";
  else
    return success();
  auto diag = op->emitError() << "kind '" << kind << "' is described twice, "
                              << difference << "; give one of them a new kind";
  diag.attachNote(known->op->getLoc()) << "the other one";
  return failure();
}

LogicalResult Walker::walk(Block &block, Scope scope, int64_t times) {
  // A body is a graph: its operations may use what is written further down.
  for (Operation &op : block) {
    LogicalResult added = success();
    if (auto memory = dyn_cast<MemoryOp>(op))
      added = addNode(memory, memory.getKindAttr(), scope);
    else if (auto unit = dyn_cast<ExecUnitOp>(op))
      added = addNode(unit, unit.getKindAttr(), scope);
    else if (auto path = dyn_cast<DatapathOp>(op))
      datapaths.push_back(path);
    if (failed(added))
      return failure();
  }
  for (Operation &op : block) {
    LogicalResult walked = success();
    if (auto group = dyn_cast<GroupOp>(op))
      walked = walkGroup(group, scope, times);
    else if (auto tiles = dyn_cast<NeighborhoodOp>(op))
      walked = walkNeighborhood(tiles, scope, times);
    else if (auto neighbor = dyn_cast<NeighborOp>(op))
      walked = follow(neighbor, scope);
    if (failed(walked))
      return failure();
  }
  return success();
}

LogicalResult Walker::walkNeighborhood(NeighborhoodOp tiles, Scope scope,
                                       int64_t times) {
  if (++neighborhoods > maxNeighborhoods)
    return tiles.emitError() << "the device has more than " << maxNeighborhoods
                             << " neighborhoods";
  for (int64_t size : tiles.getType().getSizes()) {
    if (size > maxCount / times)
      return tiles.emitError()
             << "the sizes of this neighborhood and what is around it make "
                "more than "
             << maxCount << " instances";
    times *= size;
  }
  return walk(tiles.getBody().front(), scope, times);
}

/// The plain device knows kinds, not instances: whichever tile is asked, the
/// answer is what the neighborhood's body yields.
LogicalResult Walker::follow(NeighborOp neighbor, Scope scope) {
  FailureOr<Neighbors> asked = neighborsOf(neighbor, budget);
  if (failed(asked))
    return failure();
  for (NeighborhoodOp tiles : asked->neighborhoods)
    for (auto [result, inside] :
         llvm::zip(neighbor.getResults(), tiles.getYield().getOperands()))
      alias[result].push_back(inside);
  if (asked->isBeside && scope == Scope::Device)
    grids.insert(asked->neighborhoods.front());
  return success();
}

/// A grid with one core per tile says how the cores are connected.
void Walker::findTopology() {
  for (NeighborhoodOp tiles : grids) {
    ArrayRef<int64_t> sizes = tiles.getType().getSizes();
    int64_t count = 1;
    for (int64_t size : sizes)
      count *= size;
    if (count != graph.cores || sizes.size() > 2)
      continue;
    graph.topology.kind =
        sizes.size() == 1 ? TopologyKind::Ring : TopologyKind::Mesh;
    if (sizes.size() == 2) {
      graph.topology.rows = sizes[0];
      graph.topology.cols = sizes[1];
    }
    return;
  }
}

LogicalResult Walker::walkGroup(GroupOp group, Scope scope, int64_t times) {
  Block &body = group.getBody().front();
  for (auto [inside, outside] :
       llvm::zip(body.getArguments(), group.getShared()))
    alias[inside] = {outside};
  for (auto [outside, inside] :
       llvm::zip(group.getResults(), body.getTerminator()->getOperands()))
    alias[outside] = {inside};

  int64_t count = 1;
  if (Attribute attr = group->getAttr("sg.count")) {
    std::optional<int64_t> value = integerOf(attr);
    if (!value || *value < 1 || *value > maxCount)
      return group.emitError() << "'sg.count' must be an integer from 1 to "
                               << maxCount << ", not " << attr;
    count = *value;
  }
  times *= count;
  if (times > maxCount)
    return group.emitError() << "'sg.count' and the groups around it make "
                             << times << " instances; at most " << maxCount;

  bool sharesMemory = !group.getShared().empty();
  if (scope == Scope::Device &&
      (hasCoreKind ? isKind(group, "core") : sharesMemory)) {
    hasCoreletKind = anyGroup(body, "corelet");
    coreletsHere = 0;
    if (failed(walk(body, Scope::Core, 1)))
      return failure();
    if (graph.cores && coreletsHere != graph.corelets)
      return group.emitError() << "this core has " << coreletsHere
                               << " corelets, the cores before it have "
                               << graph.corelets << "; all cores must be alike";
    graph.cores = std::min(graph.cores + times, maxCount);
    graph.corelets = coreletsHere;
    return success();
  }
  if (scope == Scope::Core &&
      (hasCoreletKind ? isKind(group, "corelet") : sharesMemory)) {
    coreletsHere = std::min(coreletsHere + times, maxCount);
    return walk(body, Scope::Corelet, 1);
  }
  if (count != 1 && scope == Scope::Corelet)
    return group.emitError("'sg.count' counts cores and corelets; this group "
                           "is inside a corelet");
  return walk(body, scope, times);
}

/// The resources and ports behind one end of a datapath.
FailureOr<llvm::SmallVector<Value, 1>> Walker::resolve(DatapathOp path,
                                                       Value end) {
  llvm::SmallVector<Value, 1> found;
  llvm::SetVector<Value> open;
  open.insert(end);
  for (size_t i = 0; i < open.size(); ++i)
    if (auto it = alias.find(open[i]); it != alias.end())
      open.insert(it->second.begin(), it->second.end());
    else
      found.push_back(open[i]);
  if (found.empty())
    return path.emitError("an end of this datapath is no resource: its tiles "
                          "yield only what they ask each other for");
  return found;
}

LogicalResult Walker::link() {
  for (DatapathOp path : datapaths) {
    auto sources = resolve(path, path.getSource());
    if (failed(sources))
      return failure();
    for (Value source : *sources)
      if (isa<PortType>(source.getType()))
        fromPort[source].push_back(path);
  }
  for (DatapathOp path : datapaths) {
    if (isa<PortType>(path.getSource().getType()))
      continue;
    auto sources = resolve(path, path.getSource());
    for (Value source : *sources)
      if (failed(linkFrom(path, source)))
        return failure();
  }
  return success();
}

/// Follows one datapath to every memory or unit it leads to, through the
/// switches on the way.
LogicalResult Walker::linkFrom(DatapathOp first, Value source) {
  using Way = llvm::SmallVector<DatapathOp, 1>;
  std::string from = kinds.lookup(source);
  std::vector<Way> open{{first}};
  llvm::DenseSet<Value> entered;
  auto enter = [&](const Way &way, OpResult port) {
    auto hub = cast<SwitchOp>(port.getOwner());
    for (OpResult out : hub.getPorts()) {
      ++steps;
      if (!hub.connects(port.getResultNumber(), out.getResultNumber()))
        continue;
      for (DatapathOp next : fromPort.lookup(out)) {
        Way longer = way;
        longer.push_back(next);
        steps += longer.size();
        open.push_back(std::move(longer));
        if (steps > maxSteps)
          return;
      }
    }
  };
  for (size_t i = 0; i < open.size(); ++i) {
    Way way = open[i];
    auto targets = resolve(way.back(), way.back().getTarget());
    if (failed(targets))
      return failure();
    for (Value target : *targets) {
      if (!isa<PortType>(target.getType())) {
        if (failed(addLink({from, kinds.lookup(target), way})))
          return failure();
      } else if (entered.insert(target).second) {
        enter(way, cast<OpResult>(target));
        if (steps > maxSteps)
          return first.emitError("too many ways lead on from this datapath "
                                 "and the others through switches");
      }
    }
  }
  return success();
}

LogicalResult Walker::addLink(DeviceGraph::Link link) {
  // Links between instances of one kind (corelet to corelet) are not part of
  // the plain device: it knows kinds, not instances.
  if (link.from == link.to)
    return success();
  auto attrsOf = [](DatapathOp path) {
    NamedAttrList attrs(path->getAttrDictionary());
    attrs.erase("id");
    return attrs.getDictionary(path.getContext());
  };
  auto [it, isNew] =
      linkIndex.try_emplace({link.from, link.to}, graph.links.size());
  if (isNew) {
    if (graph.links.size() >= maxLinks)
      return link.datapaths.front().emitError()
             << "the device has more than " << maxLinks
             << " connections between kinds of resources";
    graph.links.push_back(std::move(link));
    return success();
  }
  const DeviceGraph::Link &known = graph.links[it->second];
  if (known.datapaths.size() != link.datapaths.size())
    return success(); // found before over fewer switches
  if (llvm::equal(
          known.datapaths, link.datapaths,
          [&](DatapathOp a, DatapathOp b) { return attrsOf(a) == attrsOf(b); }))
    return success();
  auto diag = link.datapaths.front().emitError()
              << "datapath '" << link.from << "' to '" << link.to
              << "' is described twice, with different attributes";
  DatapathOp other = known.datapaths.front();
  diag.attachNote(other.getLoc()) << "the other one";
  return failure();
}

} // namespace

FailureOr<DeviceGraph> walkDevice(DeviceOp op) { return Walker().run(op); }

} // namespace sg
