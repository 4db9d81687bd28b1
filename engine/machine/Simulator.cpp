// Set-up, the event loop and the report.
#include "engine/machine/Simulator.h"
#include <algorithm>

namespace sg {

Simulator::Simulator(const Program &program, GlobalMemory &memory,
                     const LaunchOptions &options, int64_t startCycle,
                     EventLog &log, const Trace &before)
    : program(program), device(*program.device), memory(memory),
      options(options), lastCycle(startCycle), log(log),
      firstLane(uint32_t(before.lanes.size())),
      firstSource(uint32_t(before.sources.size())),
      firstBuffer(uint16_t(before.buffers.size())),
      deviceServer(device.globalMemory().bytesPerCycle), buffer(64 << 10),
      operandBuffer(maxVectorElements * 8) {
  // Keeps every later sum of cycles far from overflow.
  this->options.maxCycles =
      std::clamp<int64_t>(options.maxCycles, 0, int64_t(1) << 48);
  units.resize(program.units.size());
  for (size_t i = 0; i < units.size(); ++i) {
    units[i].spec = &program.units[i];
    units[i].vectors.resize(program.units[i].stream->registerBytes);
  }
  for (const FifoSpec &spec : program.fifos)
    fifos.emplace_back(spec.depth, spec.stride);
  signals.resize(program.signals.size());
  const DeviceMemory &local = device.localMemory();
  for (size_t i = 0; i < program.cores.size(); ++i) {
    pads.emplace_back(uint64_t(std::max<int64_t>(local.bytes, 0)),
                      Server(local.bytesPerCycle, local.ports));
    ring.emplace_back(device.topology.bytesPerCycle);
  }
  for (uint32_t i = 0; i < units.size(); ++i)
    wake(i, startCycle);
}

void Simulator::wake(uint32_t unit, int64_t cycle) {
  if (units[unit].scheduled)
    return;
  units[unit].scheduled = true;
  at(cycle, Step, unit);
}

bool Simulator::advance(int64_t steps) {
  budget = steps;
  while (!queue.empty() && !error && budget > 0) {
    Pending next = queue.top();
    if (next.cycle > options.maxCycles) {
      error = Error{"the run passes the limit of " +
                        std::to_string(options.maxCycles) + " cycles",
                    ""};
      break;
    }
    queue.pop();
    --budget;
    uint32_t unit = uint32_t(next.order);
    lastCycle = std::max(lastCycle, next.cycle);
    switch (Kind(next.order >> 32)) {
    case Complete:
      complete(unit, next.cycle);
      break;
    case Chunk:
      chunk(unit, next.cycle);
      break;
    case Step:
      units[unit].scheduled = false;
      step(unit, next.cycle);
      break;
    }
  }
  return !queue.empty() && !error;
}

Result<void> Simulator::finish() {
  if (!error)
    for (const UnitState &u : units)
      if (!u.halted) {
        deadlock();
        break;
      }
  if (error)
    return *error;
  return {};
}

void Simulator::record(const UnitState &u, EventKind kind, int64_t begin,
                       int64_t end, uint32_t bytes, uint8_t peer) {
  if (!options.recordEvents || end <= begin)
    return;
  const Code &code = u.spec->stream->code[u.pc];
  Event event;
  event.begin = begin;
  event.end = end;
  event.lane = uint32_t(&u - units.data());
  event.source = code.source;
  event.bytes = bytes;
  event.tag = code.tag;
  event.kind = kind;
  event.peer = peer;
  log.add(placed(event));
}

Event Simulator::placed(Event event) const {
  event.lane += firstLane;
  event.source += event.source ? firstSource : 0;
  event.tag = placed(event.tag);
  return event;
}

void Simulator::report(Trace &trace) const {
  const Binary &binary = program.binary;
  for (const UnitState &u : units) {
    const Instance &one = *u.spec->instance;
    trace.lanes.push_back({u.spec->name, one.unit, one.core, one.corelet});
    trace.totals.lanes.push_back(u.totals);
  }
  trace.sources.insert(trace.sources.end(), binary.sources.begin(),
                       binary.sources.end());
  for (const ScratchpadBuffer &one : binary.buffers)
    trace.buffers.push_back(one.name);
  trace.totals.cycles = lastCycle;
  trace.totals.deviceReadBytes += totals.deviceReadBytes;
  trace.totals.deviceWriteBytes += totals.deviceWriteBytes;
  trace.totals.scratchpadBytes += totals.scratchpadBytes;
  trace.totals.ringBytes += totals.ringBytes;
  for (const Scratchpad &pad : pads)
    trace.totals.scratchpadPeakBytes =
        std::max(trace.totals.scratchpadPeakBytes, int64_t(pad.peak));
  trace.totals.deviceMemoryBusyCycles += ceilCycle(deviceServer.busyTicks());
}

} // namespace sg
