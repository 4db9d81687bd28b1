// A binary of two cores by hand, with the lanes a trace of it would have: what
// the tests of wiring, FIFOs, cores and scratchpads share.
#pragma once
#include "engine/device/Device.h"
#include "engine/spyrecode/Binary.h"
#include "engine/trace/Trace.h"

namespace sg::viz::test {

/// Lanes per core: 0 MNILU, 1 L1LU, 2 SFU, 3 L1SU, 4 MNISU. Ports of L1LU: 0 to
/// SFU; of SFU: 0 from L1LU, 1 to L1SU, 2 to the other core's SFU; of L1SU: 0
/// from SFU. Sources 1 to 5, one per kind of unit.
struct SmallMachine {
  Binary binary;
  Trace trace;
  Device device;

  explicit SmallMachine(int32_t cores = 2) {
    const char *units[] = {"MNILU", "L1LU", "SFU", "L1SU", "MNISU"};
    binary.memories = {"DDR", "L1"};
    binary.buffers = {{"x.0", 0, 256}, {"x.1", 256, 256}, {"z", 512, 128}};
    for (uint32_t i = 0; i < 5; ++i) {
      Stream stream;
      stream.name = units[i];
      Instruction in;
      in.op = i == 0 || i == 4 ? Opcode::Transfer : Opcode::Halt;
      in.fromMemory = i == 0 ? 0 : 1;
      in.toMemory = i == 0 ? 1 : 0;
      in.source = i + 1;
      in.tag = i == 0 ? 1 : i == 4 ? 3 : 0;
      stream.code.push_back(in);
      binary.streams.push_back(stream);
      binary.sources.push_back("op" + std::to_string(i) +
                               " k.mlir:" + std::to_string(i + 1) + ":3");
    }
    for (int32_t core = 0; core < cores; ++core)
      for (uint32_t i = 0; i < 5; ++i) {
        Instance one;
        one.unit = units[i];
        one.core = core;
        one.corelet = i == 0 || i == 4 ? -1 : 0;
        one.stream = i;
        uint32_t base = uint32_t(core) * 5;
        uint32_t next = uint32_t((core + 1) % cores) * 5;
        if (i == 1)
          one.peers = {base + 2};
        if (i == 2)
          one.peers = {base + 1, base + 3, next + 2};
        if (i == 3)
          one.peers = {base + 2};
        binary.instances.push_back(one);
        trace.lanes.push_back(
            {"core " + std::to_string(core) + " / " + units[i], units[i], core,
             one.corelet});
      }
    trace.sources = binary.sources;
    for (const ScratchpadBuffer &buffer : binary.buffers)
      trace.buffers.push_back(buffer.name);
    device.cores = cores;
    for (const char *unit : units) {
      DeviceUnit one;
      one.kind = unit;
      one.queueDepth = 4;
      device.units.push_back(one);
    }
  }

  /// Events must be added in the order of their begins.
  Event &add(uint32_t lane, EventKind kind, int64_t begin, int64_t end,
             uint8_t peer = 0, uint16_t tag = 0, uint32_t bytes = 128) {
    Event e;
    e.lane = lane;
    e.kind = kind;
    e.begin = begin;
    e.end = end;
    e.peer = peer;
    e.tag = tag;
    e.bytes = bytes;
    e.source = lane % 5 + 1;
    trace.events.push_back(e);
    trace.totals.cycles = std::max(trace.totals.cycles, end);
    return trace.events.back();
  }
};

} // namespace sg::viz::test
