// SpyreCode: the contract between compiler and runtime. A job's preparation
// and execution plans with the binaries they name. Every scalar in the JSON is
// a string; unknown fields and commands are rejected. Source: public
// interface-specs of torch-spyre, 0277-SpyreCode.
#pragma once
#include "engine/device/Device.h"
#include "engine/spyrecode/Binary.h"
#include "engine/spyrecode/KernelInfo.h"
#include <map>
#include <nlohmann/json.hpp>
#include <variant>

namespace sg {

/// Segment geometry of a job's virtual address space (bytes).
inline constexpr uint64_t segmentBytes = uint64_t(16) << 30;
inline constexpr uint64_t deviceOnlySegment = 6, hostSegment = 7;
inline constexpr uint64_t pointerAlignment = 128;

struct AllocateCommand {
  uint64_t staticSize = 0, dynamicSize = 0; ///< bytes in segments 7 and 6
};
struct InitTransferCommand {
  std::string file;
  uint64_t size = 0, devPtr = 0;
};
struct ComputeOnHostCommand {
  std::string inHandle, outHandle;
  std::vector<uint64_t> inShape, outShape; ///< out: rows x 128 bytes
  uint64_t size = 0;
  nlohmann::json hcm; ///< symbols as {name, constant, parts}; see FORMAT.md
};
struct DataTransferCommand {
  bool toHost = false; ///< "dirn"
  std::string hostHandle;
  uint64_t devPtr = 0, size = 0;
};
struct ComputeOnDeviceCommand {
  uint64_t jobBinPtr = 0;
};
using PlanCommand =
    std::variant<AllocateCommand, InitTransferCommand, ComputeOnHostCommand,
                 DataTransferCommand, ComputeOnDeviceCommand>;

struct JobPlan {
  std::vector<PlanCommand> preparation, execution;
};

nlohmann::ordered_json toJson(const JobPlan &plan);
Result<JobPlan> jobPlanFromJson(const nlohmann::json &json);

/// The plan for one binary: Allocate, InitTransfer, and when it has
/// relocations ComputeOnHost and DataTransfer before ComputeOnDevice.
Result<JobPlan> makeJobPlan(const Binary &binary, const KernelInfo &info);
/// The correction rows for launch arguments (one int64 per argument).
std::vector<int64_t> correctionValues(const std::vector<SymbolExpr> &symbols,
                                      std::span<const int64_t> arguments);

/// A whole SpyreCode directory in memory: file name -> content.
using FileSet = std::map<std::string, std::vector<uint8_t>>;

struct SpyreCode {
  JobPlan plan;
  FileSet binaries;                 ///< init_binary.bin, …
  std::optional<Device> device;     ///< device.json
  std::optional<KernelInfo> kernel; ///< kernel.json
};

FileSet toFiles(const SpyreCode &code);
Result<SpyreCode> fromFiles(const FileSet &files);
Result<SpyreCode> readDirectory(const std::string &path);
/// Writes through a temporary directory, so that a failure leaves `path` as it
/// was.
Result<void> writeDirectory(const SpyreCode &code, const std::string &path);

} // namespace sg
