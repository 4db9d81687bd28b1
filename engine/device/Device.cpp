#include "engine/device/Device.h"
#include <algorithm>
#include <deque>

namespace sg {

template <typename T>
static const T *findKind(const std::vector<T> &all, std::string_view kind) {
  auto it = std::find_if(all.begin(), all.end(),
                         [&](const T &one) { return one.kind == kind; });
  return it == all.end() ? nullptr : &*it;
}

const DeviceMemory *Device::memory(std::string_view kind) const {
  return findKind(memories, kind);
}

const DeviceUnit *Device::unit(std::string_view kind) const {
  return findKind(units, kind);
}

const Datapath *Device::datapath(std::string_view from,
                                 std::string_view to) const {
  for (const Datapath &path : datapaths)
    if (path.from == from && path.to == to)
      return &path;
  return nullptr;
}

int64_t Device::instances(Scope scope) const {
  switch (scope) {
  case Scope::Device:
    return 1;
  case Scope::Core:
    return cores;
  case Scope::Corelet:
    return cores * corelets;
  }
  return 1;
}

/// The memory that a memory space maps to; a device without one yields an
/// empty memory (kind "", no bytes) rather than a dangling reference.
static const DeviceMemory &spaceMemory(const Device &device,
                                       const char *space) {
  static const DeviceMemory none;
  auto it = device.memorySpaces.find(space);
  const DeviceMemory *memory =
      it == device.memorySpaces.end() ? nullptr : device.memory(it->second);
  return memory ? *memory : none;
}

const DeviceMemory &Device::globalMemory() const {
  return spaceMemory(*this, "global");
}

const DeviceMemory &Device::localMemory() const {
  return spaceMemory(*this, "ct_local");
}

const DeviceUnit *Device::vectorUnit() const {
  for (const DeviceUnit &unit : units)
    if (unit.role == UnitRole::Vector)
      return &unit;
  return nullptr;
}

static bool isTransfer(const DeviceUnit *unit) {
  return unit && unit->role != UnitRole::Vector &&
         unit->role != UnitRole::Matrix;
}

/// Turns a path of kinds (both ends included) into steps: a transfer unit
/// between its neighbours, or an unnamed unit where two ends touch directly.
static std::vector<RouteStep>
stepsOfPath(const Device &device, const std::vector<std::string> &path) {
  std::vector<RouteStep> steps;
  for (size_t i = 1; i < path.size(); ++i) {
    if (i + 1 < path.size() && isTransfer(device.unit(path[i])))
      steps.push_back({path[i], path[i - 1], path[i + 1]});
    else if (!isTransfer(device.unit(path[i - 1])))
      steps.push_back({"", path[i - 1], path[i]});
  }
  return steps;
}

Result<std::vector<RouteStep>> Device::route(std::string_view from,
                                             std::string_view to) const {
  for (std::string_view end : {from, to})
    if (!memory(end) && !unit(end))
      return Error{"device '" + name + "' has no memory or unit '" +
                       std::string(end) + "' to route from or to",
                   ""};
  if (from == to)
    return std::vector<RouteStep>{};

  // Breadth first, datapaths in the order of the description: the first route
  // found is a shortest one and always the same one.
  std::map<std::string, std::string, std::less<>> cameFrom;
  std::deque<std::string> queue{std::string(from)};
  cameFrom.emplace(std::string(from), "");
  while (!queue.empty() && !cameFrom.count(to)) {
    std::string here = std::move(queue.front());
    queue.pop_front();
    // A compute unit changes what passes through it: it can end a route, not
    // carry one further.
    const DeviceUnit *passing = unit(here);
    if (here != from && passing && !isTransfer(passing))
      continue;
    for (const Datapath &path : datapaths)
      if (path.from == here && cameFrom.emplace(path.to, here).second)
        queue.push_back(path.to);
  }
  if (!cameFrom.count(to))
    return Error{"device '" + name + "' has no route from '" +
                     std::string(from) + "' to '" + std::string(to) +
                     "'; add the datapaths that lead there",
                 ""};

  std::vector<std::string> path{std::string(to)};
  while (path.back() != from)
    path.push_back(cameFrom.find(path.back())->second);
  std::reverse(path.begin(), path.end());
  return stepsOfPath(*this, path);
}

} // namespace sg
