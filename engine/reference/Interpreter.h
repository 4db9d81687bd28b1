// The reference interpreter: what a KTIR kernel means, computed directly on
// the IR, one compute tile after the other, without any schedule.
#pragma once
#include "engine/ops/OpTable.h"
#include "engine/reference/AccessMap.h"
#include "engine/reference/BufferData.h"
#include "engine/spyrecode/KernelInfo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sg {

/// Everything a run needs and leaves behind. Buffers are in the order of
/// KernelInfo::buffers; inputs must be filled, outputs may be.
struct ReferenceState {
  std::vector<BufferData> buffers;
  std::vector<int64_t> arguments; ///< per kernel argument: Scalar: bits,
                                  ///< Fixed: value; Base: ignored
};

struct ReferenceOptions {
  const OpTable *ops = &OpTable::builtin();
  int64_t maxSteps = int64_t(1) << 33; ///< element operations before giving up
};

/// Runs `kernel` on every tile of info.grid, piece by piece. Errors and
/// warnings (out of bounds, overlapping stores by different tiles) are MLIR
/// diagnostics at the operation; they and the results are the same whatever the
/// pieces. The description and the state must outlive it.
class Interpretation {
public:
  Interpretation(mlir::func::FuncOp kernel, const KernelInfo &info,
                 ReferenceState &state, const ReferenceOptions &options = {});
  ~Interpretation();
  /// Goes on for about so many element operations, never for less than one
  /// operation of the kernel; true while there is more to do.
  bool advance(int64_t operations);
  /// Whether there was an error.
  bool failed() const { return !prepared; }
  double progress() const; ///< 0 to 1

  struct Prepared;

private:
  std::unique_ptr<Prepared> prepared; ///< null after an error
  bool done = false;
};

/// The same in one piece; failure after an error.
mlir::LogicalResult interpret(mlir::func::FuncOp kernel, const KernelInfo &info,
                              ReferenceState &state,
                              const ReferenceOptions &options = {});

/// What every tile reads and writes, in program order. Computes no more than
/// addresses and branches depend on; the content of the buffers matters (and
/// everything is computed) only where `addressesNeedData` says so.
mlir::FailureOr<AccessMap> findAccesses(mlir::func::FuncOp kernel,
                                        const KernelInfo &info,
                                        ReferenceState &state,
                                        const ReferenceOptions &options = {});
/// Whether any address or branch depends on what a buffer holds.
bool addressesNeedData(mlir::func::FuncOp kernel);

/// Arguments, grid and buffers of a verified KTIR kernel. `defines` gives
/// values to size and scalar arguments by name ("1000", "0x10", "0.5"); `grid`
/// overrides the kernel's when not empty. Arguments with an `sg.value`
/// attribute take that as default, runtime arguments their upper bound. A size
/// argument without a value is an error that says what to pass. `nameOf` names
/// arguments and views as the source does (SSA names are not part of the IR);
/// an empty answer, or no function, gives "arg0", "view0".
mlir::FailureOr<KernelInfo>
describeKernel(mlir::func::FuncOp kernel,
               const std::map<std::string, std::string> &defines,
               const std::vector<int64_t> &grid,
               llvm::function_ref<std::string(mlir::Value)> nameOf = nullptr,
               const OpTable &ops = OpTable::builtin());

} // namespace sg
