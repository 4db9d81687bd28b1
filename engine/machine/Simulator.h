// Runs a loaded program: a discrete-event simulation in whole cycles.
//
// Every unit instance has its own clock and runs ahead until something else
// comes first; the event that comes first is the one with the smallest cycle,
// then transfers before units, then the lower instance number. That order is
// total, so two runs of one program are the same run.
#pragma once
#include "engine/machine/EventLog.h"
#include "engine/machine/Fifo.h"
#include "engine/machine/GlobalMemory.h"
#include "engine/machine/Machine.h"
#include "engine/machine/Program.h"
#include "engine/machine/Scratchpad.h"
#include "engine/machine/Transfer.h"
#include <queue>

namespace sg {

/// A transfer between issue and its last byte.
struct TransferJob {
  const Code *code = nullptr;
  TransferShape shape;
  int64_t issued = 0, completes = 0; ///< cycles
  int64_t chunks = 0, chunksDone = 0;
  int64_t lastTick = 0;         ///< when the last byte so far was served
  std::vector<uint8_t> signals; ///< ports to signal when it has ended
};

/// One instance while it runs.
struct UnitState {
  const UnitSpec *spec = nullptr;
  uint32_t pc = 0;
  bool halted = false, blocked = false, scheduled = false;
  std::array<int64_t, indexRegisters> regs = {};
  struct Frame {
    int64_t count = 0, at = 0;
  };
  std::array<Frame, maxLoopDepth> frames = {};
  unsigned depth = 0;
  std::vector<uint8_t> vectors;               ///< register memory
  std::array<uint32_t, 256> vectorBytes = {}; ///< what each register holds

  // Why it does not run.
  EventKind blockKind = EventKind::WaitInput;
  uint8_t blockPort = 0;
  int64_t blockBegin = 0;
  int64_t blockActive = 0; ///< transfer activity up to blockBegin

  // The unit's own transfers: [0, serving) wait for their last byte,
  // [serving] is on the wire, the rest follow in order.
  std::deque<TransferJob> jobs;
  size_t serving = 0;
  int64_t linkFree = 0;     ///< ticks
  int64_t lastComplete = 0; ///< cycles
  int64_t activeCycles = 0, activeSince = 0;

  LaneTotals totals;
};

class Simulator {
public:
  /// Events go to `log`, numbered behind what `before` holds: the trace of
  /// earlier runs of the same launch, or an empty one.
  Simulator(const Program &program, GlobalMemory &memory,
            const LaunchOptions &options, int64_t startCycle, EventLog &log,
            const Trace &before);
  /// Goes on for about so many instructions and chunks of transfers; true
  /// while there is more to do. Whatever the pieces, it is the same run.
  bool advance(int64_t steps);
  /// How it ended; the error says who, where, when and why.
  Result<void> finish();
  /// Adds lanes and totals to the trace of earlier runs.
  void report(Trace &trace) const;
  /// The cycle it has come to.
  int64_t endCycle() const { return lastCycle; }

private:
  static constexpr size_t maxOutstanding = 8;
  static constexpr int64_t chunkBytes = 512;
  static constexpr uint64_t maxFreeInstructions = uint64_t(1) << 24;
  static constexpr size_t maxPendingSignals = 1 << 16;

  const Program &program;
  const Device &device;
  GlobalMemory &memory;
  LaunchOptions options;
  int64_t lastCycle;
  int64_t budget = 0; ///< steps that `advance` may still take
  EventLog &log;
  uint32_t firstLane, firstSource;
  uint16_t firstBuffer;
  std::vector<UnitState> units;
  std::vector<Fifo> fifos;
  std::vector<SignalQueue> signals;
  std::vector<Scratchpad> pads; ///< by Program::cores
  std::vector<Server> ring;     ///< by Program::cores
  Server deviceServer;
  Totals totals;
  std::vector<uint8_t> buffer, operandBuffer;
  std::optional<Error> error;

  // Events of the simulation (not of the trace).
  enum Kind : uint64_t { Complete = 0, Chunk = 1, Step = 2 };
  struct Pending {
    int64_t cycle;
    uint64_t order; ///< kind << 32 | instance
    bool operator>(const Pending &other) const {
      return cycle != other.cycle ? cycle > other.cycle : order > other.order;
    }
  };
  std::priority_queue<Pending, std::vector<Pending>, std::greater<>> queue;
  void at(int64_t cycle, Kind kind, uint32_t unit) {
    queue.push({cycle, uint64_t(kind) << 32 | unit});
  }
  void wake(uint32_t unit, int64_t cycle);

  // Instructions (SimulatorStep.cpp).
  enum class Outcome : uint8_t { Done, Blocked, Failed };
  void step(uint32_t unit, int64_t cycle);
  bool control(uint32_t unit, int64_t cycle);
  void index(UnitState &u, const Code &code, int64_t cycle);
  Outcome execute(uint32_t unit, const Code &code, int64_t &cycle);
  Outcome sync(uint32_t unit, const Code &code, int64_t &cycle);
  /// Sends a signal through a port; false on an error.
  bool signal(UnitState &u, const Code &code, uint8_t port, int64_t cycle);
  Outcome push(uint32_t unit, const Code &code, int64_t &cycle);
  Outcome pop(uint32_t unit, const Code &code, int64_t &cycle);
  Outcome receive(uint32_t unit, const Code &code, int64_t &cycle);
  Outcome send(uint32_t unit, const Code &code, int64_t &cycle);
  Outcome fill(uint32_t unit, const Code &code, int64_t &cycle);
  Outcome compute(uint32_t unit, const Code &code, int64_t &cycle);
  /// The FIFO's next vector if the receiver can take it now.
  Outcome take(uint32_t unit, const Code &code, int64_t cycle, Fifo *&fifo);
  /// Room for one vector in the FIFO behind a port, with the entry prepared.
  Outcome room(uint32_t unit, const Code &code, int64_t cycle, Fifo *&fifo);
  uint8_t *enqueue(uint32_t unit, const Code &code, int64_t ready, Fifo &fifo);
  void taken(uint32_t unit, const Code &code, int64_t cycle, Fifo &fifo);
  uint8_t *vector(UnitState &u, uint8_t reg) {
    return u.vectors.data() + u.spec->stream->regOffset[reg];
  }
  bool holds(UnitState &u, uint8_t reg, uint32_t bytes, int64_t cycle);
  void computeLanes(const Code &code, const void *const *in, uint8_t *out);
  int64_t value(const UnitState &u, const Operand &op) const {
    switch (op.kind) {
    case Operand::Immediate:
      return op.value;
    case Operand::Table:
      return u.spec->instance->table[size_t(op.value)];
    case Operand::Register:
      return u.regs[size_t(op.value)];
    }
    return 0;
  }
  void block(UnitState &u, EventKind kind, uint8_t port, int64_t cycle);
  void unblock(UnitState &u, int64_t cycle);
  void done(uint32_t unit, const Code &code, EventKind kind, int64_t begin,
            int64_t end, uint32_t bytes, uint64_t address = 0);
  /// The buffer an access falls in: `tag` names the first of its phases.
  uint16_t bufferTag(uint16_t tag, uint64_t address) const;
  void record(const UnitState &u, EventKind kind, int64_t begin, int64_t end,
              uint32_t bytes, uint8_t peer);
  /// With the numbers that lanes, sources and buffers have in the launch.
  Event placed(Event event) const;
  uint16_t placed(uint16_t tag) const {
    return uint16_t(tag + (tag ? firstBuffer : 0));
  }

  // Transfers (SimulatorDma.cpp).
  Outcome transfer(uint32_t unit, const Code &code, int64_t &cycle);
  bool checkExtent(UnitState &u, const TransferJob &job, bool fromSide,
                   int64_t cycle);
  void chunk(uint32_t unit, int64_t cycle);
  void complete(uint32_t unit, int64_t cycle);
  bool move(UnitState &u, const TransferJob &job, int64_t cycle);
  /// Notes the device memory of the transfer that is the last event.
  void recordRange(const TransferJob &job, bool fromSide);
  int64_t activeUpTo(const UnitState &u, int64_t cycle) const {
    return u.activeCycles + (u.jobs.empty() ? 0 : cycle - u.activeSince);
  }

  // Errors (SimulatorErrors.cpp).
  void failAt(const UnitState &u, const Code &code, int64_t cycle,
              const std::string &message);
  void fault(const UnitState &u, const Code &code, int64_t cycle,
             const AccessFault &fault, bool reads, bool global);
  std::string codeText(const UnitState &u, const Code &code) const;
  std::string portName(const UnitState &u, uint8_t port) const;
  std::string bufferAt(uint64_t address) const;
  void deadlock();
};

} // namespace sg
