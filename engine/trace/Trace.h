// What happened on the machine: one event per unit activity, and totals.
#pragma once
#include "engine/support/StridedBox.h"
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sg {

enum class EventKind : uint8_t {
  Transfer, ///< DMA from issue to last byte
  Push,     ///< scratchpad to FIFO
  Pop,      ///< FIFO to scratchpad
  Receive,
  Send,
  Compute,
  WaitInput,  ///< FIFO empty
  WaitOutput, ///< FIFO full
  WaitSignal, ///< for a sync signal
  WaitMemory, ///< memory or port busy
  WaitFence,  ///< for own transfers
  Correction, ///< patching the binary at launch
};
bool isWait(EventKind kind);
const char *eventKindName(EventKind kind);

struct Event {
  int64_t begin = 0, end = 0; ///< cycles; end >= begin
  uint32_t lane = 0;          ///< index into Trace::lanes
  uint32_t source = 0;        ///< as Instruction::source
  uint32_t bytes = 0;
  uint16_t tag = 0; ///< scratchpad buffer + 1: the one the access falls in,
                    ///< where Instruction::tag names the first phase
  EventKind kind = EventKind::Compute;
  uint8_t peer = 0; ///< port of WaitInput, WaitOutput, WaitSignal, Push, Pop,
                    ///< Receive, Send
};

struct Lane {
  std::string name; ///< "core 3 / corelet 1 / SFU"
  std::string unit; ///< kind
  int32_t core = 0, corelet = -1;
};

/// Cycles of one lane by activity.
struct LaneTotals {
  int64_t busy = 0;    ///< executing
  int64_t waiting = 0; ///< blocked between its first and last instruction
  int64_t instructions = 0;
};

struct Totals {
  int64_t cycles = 0;
  int64_t deviceReadBytes = 0, deviceWriteBytes = 0; ///< device memory
  int64_t scratchpadBytes = 0; ///< read or written, load and store units
  int64_t ringBytes = 0;
  int64_t scratchpadPeakBytes = 0; ///< highest address used in any core
  int64_t deviceMemoryBusyCycles = 0;
  std::vector<LaneTotals> lanes;
};

/// The bytes of device memory that a Transfer event read or wrote.
struct DeviceRange {
  StridedBox bytes; ///< addresses; dimensions in Trace::rangeDims
  uint32_t event = 0;
  bool write = false;
};

struct Trace {
  std::vector<Lane> lanes;
  std::vector<std::string> sources;      ///< Binary::sources
  std::vector<std::string> buffers;      ///< names of scratchpad buffers
  std::vector<Event> events;             ///< sorted by begin, then lane
  std::vector<DeviceRange> deviceRanges; ///< sorted by event, with `events`
  std::vector<StridedDim> rangeDims;
  Totals totals;
};

/// Chrome/Perfetto trace-event JSON: one process per core, one thread per
/// unit; one cycle is one microsecond of trace time.
std::string toChromeTrace(const Trace &trace);

} // namespace sg
