// A binary made ready to run on a device: streams as flat code with jump
// targets and costs, FIFOs and signals by number, everything a device cannot
// do rejected before the first cycle.
#pragma once
#include "engine/device/Device.h"
#include "engine/ops/OpTable.h"
#include "engine/spyrecode/Binary.h"
#include <memory>

namespace sg {

inline constexpr uint32_t noIndex = UINT32_MAX;

/// One side of a Transfer or the memory side of Push and Pop.
struct MemorySide {
  bool global = false;
  int64_t granularity = 1;
  double linkBytesPerCycle = 128; ///< of the unit's way to this memory
  int64_t latency = 0;            ///< of memory and path, cycles
};

/// An instruction with what the device adds to it.
struct Code {
  Opcode op = Opcode::Halt;
  uint8_t dst = 0, port = 0;
  std::array<uint8_t, 3> src = {};
  Format format = Format::F16, result = Format::F16;
  Compare compare = Compare::Eq;
  uint16_t tag = 0;
  uint32_t count = 0;
  uint32_t bytes = 0;       ///< of `count` elements of `format`
  uint32_t resultBytes = 0; ///< Compute: of the result
  uint32_t cycles = 1;      ///< how long it occupies the unit
  uint32_t latency = 0;     ///< Push, Send: until the data is on its way
  uint32_t target = 0;      ///< Loop, When: behind End. End: its Loop, or none
  Operand a, b;
  uint32_t list = 0, listSize = 0; ///< terms or dims of the stream
  uint32_t source = 0;
  const OpRow *row = nullptr;
  MemorySide from, to;
};

/// A stream as one kind of unit runs it.
struct StreamCode {
  std::vector<Code> code;
  std::vector<Term> terms;
  std::vector<TransferDim> dims;
  std::array<uint32_t, 256> regOffset = {}; ///< in the register memory
  std::array<uint32_t, 256> regBytes = {};
  uint32_t registerBytes = 0;
};

struct UnitSpec {
  const Instance *instance = nullptr;
  const DeviceUnit *unit = nullptr;
  const StreamCode *stream = nullptr;
  std::string name;  ///< "core 3 / corelet 1 / SFU"
  uint32_t core = 0; ///< index into Program::cores
  /// By port: FIFOs and signals to and from that peer.
  std::vector<uint32_t> outFifo, inFifo, outSignal, inSignal;
};

struct FifoSpec {
  uint32_t from = 0, to = 0; ///< instances
  uint32_t depth = 16;       ///< vectors
  uint32_t stride = 0;       ///< bytes of the largest vector
  int64_t latency = 1;       ///< cycles
  bool ring = false;         ///< leaves the core
};

struct SignalSpec {
  uint32_t from = 0, to = 0;
};

struct Program {
  Binary binary;
  const Device *device = nullptr;
  const OpTable *ops = nullptr;
  std::vector<std::unique_ptr<StreamCode>> streams;
  std::vector<UnitSpec> units;
  std::vector<FifoSpec> fifos;
  std::vector<SignalSpec> signals;
  std::vector<int32_t> cores; ///< used ones
};

/// Errors name stream, instruction and unit, and what the device has instead.
/// Device and op table must outlive the program.
Result<std::unique_ptr<Program>> load(Binary binary, const Device &device,
                                      const OpTable &ops);

} // namespace sg
