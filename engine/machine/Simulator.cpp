// Set-up, the event loop and the report.
#include "engine/machine/Simulator.h"
#include <algorithm>
#include <tuple>

namespace sg {

Simulator::Simulator(const Program &program, GlobalMemory &memory,
                     const LaunchOptions &options, int64_t startCycle)
    : program(program), device(*program.device), memory(memory),
      options(options), startCycle(startCycle), lastCycle(startCycle),
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
}

void Simulator::wake(uint32_t unit, int64_t cycle) {
  if (units[unit].scheduled)
    return;
  units[unit].scheduled = true;
  at(cycle, Step, unit);
}

Result<void> Simulator::run() {
  for (uint32_t i = 0; i < units.size(); ++i)
    wake(i, startCycle);
  while (!queue.empty() && !error) {
    Pending next = queue.top();
    if (next.cycle > options.maxCycles)
      return Error{"the run passes the limit of " +
                       std::to_string(options.maxCycles) + " cycles",
                   ""};
    queue.pop();
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
  events.push_back(event);
}

static auto orderOf(const Event &e) {
  return std::tuple(e.begin, e.lane, e.end, e.kind, e.source, e.tag, e.bytes,
                    e.peer);
}

void Simulator::reportEvents(Trace &trace) {
  // The ranges move with their events.
  std::vector<std::pair<Event, DeviceRange>> moved;
  for (const DeviceRange &range : trace.deviceRanges)
    moved.emplace_back(trace.events[range.event], range);
  for (DeviceRange &range : ranges) {
    range.bytes.firstDim += uint32_t(trace.rangeDims.size());
    moved.emplace_back(events[range.event], range);
  }
  trace.rangeDims.insert(trace.rangeDims.end(), rangeDims.begin(),
                         rangeDims.end());
  trace.events.insert(trace.events.end(), events.begin(), events.end());
  std::sort(
      trace.events.begin(), trace.events.end(),
      [](const Event &a, const Event &b) { return orderOf(a) < orderOf(b); });
  std::sort(moved.begin(), moved.end(), [](const auto &a, const auto &b) {
    auto key = [](const std::pair<Event, DeviceRange> &one) {
      return std::tuple(orderOf(one.first), one.second.write,
                        one.second.bytes.start);
    };
    return key(a) < key(b);
  });
  trace.deviceRanges.clear();
  uint32_t event = 0;
  for (auto &[of, range] : moved) {
    while (orderOf(trace.events[event]) < orderOf(of))
      ++event;
    range.event = event;
    trace.deviceRanges.push_back(range);
  }
}

void Simulator::report(Trace &trace) {
  uint32_t firstLane = uint32_t(trace.lanes.size());
  uint32_t firstSource = uint32_t(trace.sources.size());
  uint16_t firstBuffer = uint16_t(trace.buffers.size());
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
  for (Event &event : events) {
    event.lane += firstLane;
    event.source += event.source ? firstSource : 0;
    event.tag = uint16_t(event.tag + (event.tag ? firstBuffer : 0));
  }
  reportEvents(trace);
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
