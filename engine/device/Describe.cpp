#include "engine/device/Describe.h"
#include <algorithm>
#include <cstdio>

namespace sg {
namespace {

/// Rows of cells, printed with aligned columns.
class Table {
public:
  explicit Table(std::vector<std::string> header) { add(std::move(header)); }
  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  std::string str() const {
    std::vector<size_t> widths;
    for (const auto &row : rows)
      for (size_t i = 0; i < row.size(); ++i) {
        widths.resize(std::max(widths.size(), i + 1));
        widths[i] = std::max(widths[i], row[i].size());
      }
    std::string text;
    for (const auto &row : rows) {
      std::string line = " ";
      for (size_t i = 0; i < row.size(); ++i)
        line += " " + row[i] + std::string(widths[i] - row[i].size() + 1, ' ');
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
    return text;
  }

private:
  std::vector<std::vector<std::string>> rows;
};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string size(int64_t bytes) {
  const char *units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  while (unit < 4 && bytes >= 1024 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++unit;
  }
  return std::to_string(bytes) + " " + units[unit];
}

const char *scopeText(Scope scope) {
  switch (scope) {
  case Scope::Device:
    return "device";
  case Scope::Core:
    return "core";
  case Scope::Corelet:
    return "corelet";
  }
  return "";
}

const char *roleText(UnitRole role) {
  switch (role) {
  case UnitRole::Dma:
    return "moves memory to memory";
  case UnitRole::Load:
    return "loads for units";
  case UnitRole::Store:
    return "stores for units";
  case UnitRole::Vector:
    return "computes vectors";
  case UnitRole::Matrix:
    return "computes tiles";
  }
  return "";
}

std::string plural(int64_t count, const std::string &word) {
  return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

std::string tableText(const std::map<std::string, int64_t> &table) {
  std::string text;
  for (const auto &[name, value] : table)
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(value);
  return text;
}

std::string headline(const Device &device) {
  std::string text =
      "Device " + device.name + ": " + plural(device.cores, "core") + " with " +
      plural(device.corelets, "corelet") + " each, " + number(device.clockGhz) +
      " GHz, sync signal " + plural(device.signalCycles, "cycle") + "\n";
  const Topology &topology = device.topology;
  if (topology.kind == TopologyKind::None)
    return text;
  text += "Cores are connected by a ";
  if (topology.kind == TopologyKind::Ring)
    text += "ring";
  else if (topology.kind == TopologyKind::Mesh)
    text += "mesh of " + std::to_string(topology.rows) + " by " +
            std::to_string(topology.cols);
  else
    text += "crossbar";
  return text + ": " + number(topology.bytesPerCycle) +
         " bytes a cycle per link and direction, " +
         plural(topology.hopCycles, "cycle") + " a hop\n";
}

std::string memoryTable(const Device &device) {
  Table table({"memory", "per", "size", "bytes/cycle", "latency", "ports",
               "memory space"});
  for (const DeviceMemory &memory : device.memories) {
    std::string spaces;
    for (const auto &[space, kind] : device.memorySpaces)
      if (kind == memory.kind)
        spaces += (spaces.empty() ? "" : ", ") + space;
    table.add({memory.kind, scopeText(memory.scope), size(memory.bytes),
               number(memory.bytesPerCycle),
               std::to_string(memory.latencyCycles),
               std::to_string(memory.ports), spaces});
  }
  return table.str();
}

std::string unitTable(const Device &device) {
  Table table(
      {"unit", "per", "count", "role", "bytes/cycle", "latency", "queue"});
  std::string details;
  for (const DeviceUnit &unit : device.units) {
    table.add({unit.kind, scopeText(unit.scope),
               std::to_string(device.instances(unit.scope)),
               roleText(unit.role), number(unit.bytesPerCycle),
               std::to_string(unit.latencyCycles),
               std::to_string(unit.queueDepth)});
    if (!unit.lanes.empty())
      details += "  " + unit.kind + " lanes: " + tableText(unit.lanes) + "\n";
    if (!unit.cycles.empty())
      details += "  " + unit.kind + " cycles per " +
                 (unit.role == UnitRole::Matrix ? "tile: " : "vector: ") +
                 tableText(unit.cycles) + "\n";
    if (unit.tile.size() == 3)
      details += "  " + unit.kind + " tile: m " + std::to_string(unit.tile[0]) +
                 ", n " + std::to_string(unit.tile[1]) + ", k " +
                 std::to_string(unit.tile[2]) + "\n";
  }
  return table.str() + details;
}

std::string pathTable(const Device &device) {
  Table table({"from", "to", "bytes/cycle", "latency", "granularity"});
  for (const Datapath &path : device.datapaths)
    table.add({path.from, path.to, number(path.bytesPerCycle),
               std::to_string(path.latencyCycles),
               std::to_string(path.granularity) + " B"});
  return table.str();
}

std::string routeText(const Device &device, const std::string &from,
                      const std::string &to) {
  auto route = device.route(from, to);
  if (!route)
    return "  " + route.error().message + "\n";
  std::string text = "  " + from;
  for (const RouteStep &step : *route)
    text += step.unit.empty() ? " -> " + step.to
                              : " -[" + step.unit + "]-> " + step.to;
  return text + "\n";
}

} // namespace

std::string describe(const Device &device) {
  std::string text = headline(device);
  text += "\nMemories\n" + memoryTable(device);
  text += "\nUnits\n" + unitTable(device);
  text += "\nDatapaths\n" + pathTable(device);
  text += "\nRoutes\n";
  const std::string &global = device.globalMemory().kind;
  for (const DeviceUnit &unit : device.units)
    if (unit.role == UnitRole::Vector || unit.role == UnitRole::Matrix)
      text += routeText(device, global, unit.kind) +
              routeText(device, unit.kind, global);
  if (device.defaultsTaken.empty())
    return text + "\nThe description gives every figure.\n";
  text += "\nNot in the description, taken as default\n";
  for (const std::string &line : device.defaultsTaken)
    text += "  " + line + "\n";
  return text;
}

} // namespace sg
