// A device as a plain object: memories, units, the paths between them, sizes
// and timing. What the scheduler plans for and the machine simulates. Read
// from ktdf_arch text by DeviceReader; written to and read from device.json.
#pragma once
#include "engine/support/Result.h"
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sg {

/// Where one instance of a resource lives.
enum class Scope : uint8_t { Device, Core, Corelet };

struct DeviceMemory {
  std::string kind; ///< "DDR", "L1", "SFU_REG"
  Scope scope = Scope::Core;
  int64_t bytes = 0;          ///< capacity of one instance
  double bytesPerCycle = 128; ///< of one instance, all users together
  int64_t latencyCycles = 0;  ///< from request to first byte
  int64_t ports = 1;          ///< requests it serves at the same time
};

/// What a unit does, from its features: `feature.load`/`feature.store` alone
/// make a transfer unit, `feature.compute` a compute unit.
enum class UnitRole : uint8_t { Dma, Load, Store, Vector, Matrix };

struct DeviceUnit {
  std::string kind; ///< "MNILU", "MNISU", "L1LU", "L1SU", "SFU", "PT"
  Scope scope = Scope::Core;
  UnitRole role = UnitRole::Vector;
  double bytesPerCycle = 128; ///< what it moves or streams at most
  int64_t latencyCycles = 0;  ///< from issue of an operation to its result
  int64_t queueDepth = 16;    ///< slots of a FIFO that ends here, in vectors
  /// SIMD lanes by format name ("f16" -> 64); empty for transfer units.
  std::map<std::string, int64_t> lanes;
  /// Cycles per vector of `lanes` elements, by cost class name.
  std::map<std::string, int64_t> cycles;
  /// Matrix unit: m, n, k of one step; empty otherwise.
  std::vector<int64_t> tile;
};

/// A directed connection between two resources, by kind.
struct Datapath {
  std::string from, to;
  int64_t granularity = 1;    ///< bytes; shorter runs still cost this much
  double bytesPerCycle = 128; ///< of one instance
  int64_t latencyCycles = 0;
};

enum class TopologyKind : uint8_t { None, Ring, Mesh, Crossbar };
struct Topology {
  TopologyKind kind = TopologyKind::None;
  double bytesPerCycle = 128; ///< per link and direction
  int64_t hopCycles = 4;
  int64_t rows = 1, cols = 1; ///< mesh only
};

/// One step of a route: `unit` moves data from memory (or FIFO) `from` to `to`.
struct RouteStep {
  std::string unit; ///< empty where a datapath joins `from` and `to` directly
  std::string from, to; ///< memory or compute-unit kind
};

struct Device {
  std::string name;
  int64_t cores = 1;
  int64_t corelets = 1; ///< per core
  double clockGhz = 1.0;
  int64_t signalCycles = 8; ///< latency of a sync signal between units
  Topology topology;
  std::vector<DeviceMemory> memories;
  std::vector<DeviceUnit> units;
  std::vector<Datapath> datapaths;
  /// KTIR memory space ("global", "ct_local") -> memory kind.
  std::map<std::string, std::string> memorySpaces;
  /// Figures the description did not give, in words: "L1.sg.latency_cycles =
  /// 1".
  std::vector<std::string> defaultsTaken;

  const DeviceMemory *memory(std::string_view kind) const;
  const DeviceUnit *unit(std::string_view kind) const;
  const Datapath *datapath(std::string_view from, std::string_view to) const;
  /// Instances of a resource of this scope on the whole device.
  int64_t instances(Scope scope) const;

  /// The memory every core shares, that `global` maps to. These two are an
  /// empty memory of kind "" on a device that does not pass validate().
  const DeviceMemory &globalMemory() const;
  /// The core's own memory, that `ct_local` maps to.
  const DeviceMemory &localMemory() const;
  /// The vector unit for element-wise work; null when there is none.
  const DeviceUnit *vectorUnit() const;

  /// How data gets from one resource to another, following datapaths through
  /// transfer units: DDR to SFU = MNILU (DDR to L1), L1LU (L1 to SFU). The
  /// shortest route; an error that names both ends when there is none. No
  /// route passes through a compute unit.
  Result<std::vector<RouteStep>> route(std::string_view from,
                                       std::string_view to) const;

  /// Finds what would break a schedule: no global or local memory, sizes that
  /// are not positive, units without a path. Names the resource.
  Result<void> validate() const;
};

nlohmann::json toJson(const Device &device);
Result<Device> deviceFromJson(const nlohmann::json &json);

} // namespace sg
