// What every scheduling pass works with: the device, the options, the op
// table, and the remarks in which a pass says what it decided and why.
#pragma once
#include "engine/device/Device.h"
#include "engine/ops/OpTable.h"
#include "engine/spyrecode/KernelInfo.h"
#include "mlir/IR/Location.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sg {

/// What a user may ask of the scheduler (`--opt NAME=VALUE`).
struct ScheduleOptions {
  bool doubleBuffering = true;
  int64_t corelets = 0; ///< how many to use per core; 0 = all
  int64_t tileRows = 0; ///< block size of the outermost dimension; 0 = by cost
  int64_t tileColumns =
      0; ///< block size of the innermost dimension; 0 = by cost
  int64_t vectorLanes = 0; ///< elements per vector; 0 = the device's lanes

  /// Sets one option; the error lists what there is.
  Result<void> set(std::string_view name, std::string_view value);
  /// Name, values and meaning of every option, for help texts.
  static std::vector<std::array<std::string, 3>> describe();
};

/// A choice a pass considered.
struct Alternative {
  std::string what; ///< "blocks of 64 x 128"
  double cost = 0;  ///< estimated cycles; lower is better
  bool taken = false;
};

/// What a pass decided, on which operation, and why.
struct Remark {
  std::string pass;
  std::string message;
  mlir::Location location;
  std::vector<Alternative> alternatives;
};

/// The elements of global memory one access of a program touches, for the
/// lower bound: for every tile, all of offset + sum of strides * position.
struct Footprint {
  int64_t root = -1; ///< argument number of the base address, -1: absolute
  bool store = false;
  int64_t elementBytes = 1;
  std::vector<int64_t> offsets;              ///< per tile, elements
  std::vector<int64_t> strides;              ///< per dimension, elements
  std::vector<std::vector<int64_t>> extents; ///< per dimension, per tile
};

/// Shared by the passes of one compilation.
struct ScheduleContext {
  Device device;
  ScheduleOptions options;
  const OpTable *ops = &OpTable::builtin();
  KernelInfo kernel; ///< arguments with their values; grid
  std::vector<Remark> remarks;
  /// What any schedule of the kernel must do: filled by the passes that know.
  std::vector<Footprint> footprints;
  double vectorCycles = 0; ///< at full lanes, all tiles together

  void remark(llvm::StringRef pass, mlir::Location location,
              std::string message, std::vector<Alternative> alternatives = {}) {
    remarks.push_back(
        {pass.str(), std::move(message), location, std::move(alternatives)});
  }
};
using ScheduleContextPtr = std::shared_ptr<ScheduleContext>;

} // namespace sg
