// The simulated device: loads a SpyreCode job, runs its preparation plan once
// and its execution plan at every launch, moving real bytes, cycle by cycle.
// Deterministic; knows nothing of MLIR.
#pragma once
#include "engine/ops/OpTable.h"
#include "engine/spyrecode/SpyreCode.h"
#include "engine/trace/Trace.h"
#include <memory>
#include <span>

namespace sg {

/// What a launch reports.
struct LaunchResult {
  Trace trace; ///< `events` is empty unless recording was asked for
};

struct LaunchOptions {
  bool recordEvents = false;
  int64_t maxCycles = int64_t(1) << 40; ///< a run above this is an error
};

/// A launch that goes on piece by piece. Dropping it stops; memory then holds
/// what was written so far.
class Launch {
public:
  virtual ~Launch() = default;
  /// Goes on for about so many steps (instructions, chunks of transfers, events
  /// put in order); true while there is more to do. Whatever the pieces, what
  /// comes out is the same.
  virtual bool advance(int64_t steps) = 0;
  virtual int64_t cycle() const = 0; ///< it has come to
  /// Once, after `advance` returned false.
  virtual Result<LaunchResult> take() = 0;
};

class Machine {
public:
  /// Checks the job against the device (units, memories, capacities, op rows,
  /// segment rules). Runs nothing yet.
  static Result<std::unique_ptr<Machine>>
  create(const SpyreCode &code, const Device &device,
         const OpTable &ops = OpTable::builtin());
  virtual ~Machine() = default;

  /// Reserves `bytes` in segments 0 to 5, aligned to `pointerAlignment`;
  /// returns the device address. Reserved memory holds no value until written.
  virtual Result<uint64_t> allocate(uint64_t bytes) = 0;
  /// Makes [address, address + bytes) usable at a fixed place.
  virtual Result<void> reserve(uint64_t address, uint64_t bytes) = 0;
  virtual Result<void> write(uint64_t address,
                             std::span<const uint8_t> data) = 0;
  virtual Result<void> read(uint64_t address, std::span<uint8_t> data) = 0;
  /// Whether each byte was ever written (1) or not (0).
  virtual Result<void> written(uint64_t address, std::span<uint8_t> flags) = 0;

  /// Runs the preparation plan; once, before the first launch.
  virtual Result<void> prepare() = 0;
  /// Begins to run the execution plan; the machine must outlive it, and no
  /// other launch may go on. One int64 per kernel argument: Base arguments in
  /// elements, Scalar arguments as bits, others ignored. Errors: deadlock (who
  /// waits for whom, at which cycle), out-of-range access, read of a byte
  /// never written, each with unit, cycle and instruction.
  virtual std::unique_ptr<Launch> start(std::span<const int64_t> arguments,
                                        const LaunchOptions &options = {}) = 0;
  /// Runs the execution plan from start to end.
  Result<LaunchResult> launch(std::span<const int64_t> arguments,
                              const LaunchOptions &options = {});
};

} // namespace sg
