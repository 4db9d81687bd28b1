// How a unit goes through its instructions: control and index registers at no
// cost, everything else one after the other.
#include "engine/machine/Simulator.h"

namespace sg {

void Simulator::block(UnitState &u, EventKind kind, uint8_t port,
                      int64_t cycle) {
  if (u.blocked && u.blockKind == kind)
    return;
  if (u.blocked)
    unblock(u, cycle);
  u.blocked = true;
  u.blockKind = kind;
  u.blockPort = port;
  u.blockBegin = cycle;
  u.blockActive = activeUpTo(u, cycle);
}

void Simulator::unblock(UnitState &u, int64_t cycle) {
  if (!u.blocked)
    return;
  u.blocked = false;
  // A unit whose transfers go on while it waits is busy, not waiting.
  int64_t active = activeUpTo(u, cycle) - u.blockActive;
  u.totals.waiting += std::max<int64_t>(cycle - u.blockBegin - active, 0);
  record(u, u.blockKind, u.blockBegin, cycle, 0, u.blockPort);
}

void Simulator::done(uint32_t unit, const Code &code, EventKind kind,
                     int64_t begin, int64_t end, uint32_t bytes,
                     uint64_t address) {
  UnitState &u = units[unit];
  u.totals.busy += end - begin;
  size_t before = log.size();
  record(u, kind, begin, end, bytes,
         kind == EventKind::Compute ? uint8_t(0) : code.port);
  if (code.tag && log.size() > before)
    log.last().tag = placed(bufferTag(code.tag, address));
}

uint16_t Simulator::bufferTag(uint16_t tag, uint64_t address) const {
  const std::vector<ScratchpadBuffer> &buffers = program.binary.buffers;
  // The phases of a buffer follow each other in the list.
  for (size_t i = tag - 1u; i < buffers.size(); ++i)
    if (address >= uint64_t(buffers[i].address) &&
        address - uint64_t(buffers[i].address) < uint64_t(buffers[i].bytes))
      return uint16_t(i + 1);
  return tag;
}

static bool compares(Compare compare, int64_t a, int64_t b) {
  switch (compare) {
  case Compare::Eq:
    return a == b;
  case Compare::Ne:
    return a != b;
  case Compare::Lt:
    return a < b;
  case Compare::Le:
    return a <= b;
  case Compare::Gt:
    return a > b;
  case Compare::Ge:
    return a >= b;
  }
  return false;
}

void Simulator::index(UnitState &u, const Code &code, int64_t cycle) {
  int64_t a = value(u, code.a), b = value(u, code.b), result = a;
  switch (code.op) {
  case Opcode::Linear: {
    // Modulo 2^64; addresses that make sense never get there.
    uint64_t sum = uint64_t(a);
    const Term *terms = u.spec->stream->terms.data() + code.list;
    for (uint32_t i = 0; i < code.listSize; ++i)
      sum += uint64_t(u.regs[terms[i].reg]) *
             uint64_t(value(u, terms[i].coefficient));
    result = int64_t(sum);
    break;
  }
  case Opcode::Mod:
  case Opcode::Div: {
    if (b <= 0)
      return failAt(u, code, cycle,
                    "the divisor is " + std::to_string(b) +
                        "; it must be positive");
    int64_t rest = a % b;
    result = code.op == Opcode::Mod ? (rest < 0 ? rest + b : rest)
                                    : a / b - (rest < 0);
    break;
  }
  case Opcode::Min:
    result = std::min(a, b);
    break;
  case Opcode::Max:
    result = std::max(a, b);
    break;
  default:
    break;
  }
  u.regs[code.dst] = result;
}

/// Runs control and index instructions up to the next one that takes time.
/// False when there is none: the unit has halted, or the run has failed.
bool Simulator::control(uint32_t unit, int64_t cycle) {
  UnitState &u = units[unit];
  const Code *code = u.spec->stream->code.data();
  for (uint64_t n = 0; n < maxFreeInstructions; ++n) {
    const Code &one = code[u.pc];
    switch (one.op) {
    case Opcode::Halt:
      ++u.totals.instructions;
      u.halted = true;
      return false;
    case Opcode::Loop: {
      int64_t count = value(u, one.a);
      if (count <= 0) {
        u.pc = one.target;
        break;
      }
      u.frames[u.depth++] = {count, 0};
      u.regs[one.dst] = 0;
      ++u.pc;
      break;
    }
    case Opcode::When:
      u.pc = compares(one.compare, value(u, one.a), value(u, one.b))
                 ? u.pc + 1
                 : one.target;
      break;
    case Opcode::End: {
      if (one.target == noIndex) {
        ++u.pc;
        break;
      }
      UnitState::Frame &frame = u.frames[u.depth - 1];
      if (++frame.at < frame.count) {
        u.regs[code[one.target].dst] = frame.at;
        u.pc = one.target + 1;
      } else {
        --u.depth;
        ++u.pc;
      }
      break;
    }
    case Opcode::Linear:
    case Opcode::Mod:
    case Opcode::Div:
    case Opcode::Min:
    case Opcode::Max:
      index(u, one, cycle);
      if (error)
        return false;
      ++u.pc;
      break;
    default:
      budget -= int64_t(n / 16);
      return true;
    }
    ++u.totals.instructions;
  }
  failAt(u, code[u.pc], cycle,
         "it has run " + std::to_string(maxFreeInstructions) +
             " control instructions without doing anything else; a loop "
             "around nothing?");
  return false;
}

void Simulator::step(uint32_t unit, int64_t cycle) {
  UnitState &u = units[unit];
  while (control(unit, cycle)) {
    const Code &code = u.spec->stream->code[u.pc];
    int64_t next = cycle;
    if (execute(unit, code, next) != Outcome::Done)
      return;
    ++u.totals.instructions;
    ++u.pc;
    cycle = next;
    // Run on as long as nothing else comes first.
    Pending mine{cycle, uint64_t(Step) << 32 | unit};
    if ((!queue.empty() && mine > queue.top()) || cycle > options.maxCycles ||
        --budget <= 0) {
      wake(unit, cycle);
      return;
    }
    lastCycle = std::max(lastCycle, cycle);
  }
}

Simulator::Outcome Simulator::execute(uint32_t unit, const Code &code,
                                      int64_t &cycle) {
  switch (code.op) {
  case Opcode::Signal:
  case Opcode::SignalAfter:
  case Opcode::Wait:
  case Opcode::Fence:
    return sync(unit, code, cycle);
  case Opcode::Transfer:
    return transfer(unit, code, cycle);
  case Opcode::Push:
    return push(unit, code, cycle);
  case Opcode::Pop:
    return pop(unit, code, cycle);
  case Opcode::Receive:
    return receive(unit, code, cycle);
  case Opcode::Send:
    return send(unit, code, cycle);
  case Opcode::Compute:
    return compute(unit, code, cycle);
  case Opcode::Constant:
  case Opcode::Splat:
    return fill(unit, code, cycle);
  default:
    return Outcome::Done; // control() leaves nothing else
  }
}

bool Simulator::signal(UnitState &u, const Code &code, uint8_t port,
                       int64_t cycle) {
  uint32_t number = u.spec->outSignal[port];
  if (signals[number].size() >= maxPendingSignals) {
    failAt(u, code, cycle,
           "more than " + std::to_string(maxPendingSignals) + " signals to " +
               portName(u, port) + " are pending; nobody waits for them");
    return false;
  }
  int64_t arrives = cycle + device.signalCycles;
  signals[number].push_back(arrives);
  uint32_t to = program.signals[number].to;
  const UnitState &waiter = units[to];
  if (waiter.blocked && waiter.blockKind == EventKind::WaitSignal &&
      waiter.spec->inSignal[waiter.blockPort] == number)
    wake(to, arrives);
  return true;
}

Simulator::Outcome Simulator::sync(uint32_t unit, const Code &code,
                                   int64_t &cycle) {
  UnitState &u = units[unit];
  if (code.op == Opcode::Fence) {
    if (!u.jobs.empty()) {
      block(u, EventKind::WaitFence, 0, cycle);
      return Outcome::Blocked;
    }
    unblock(u, cycle);
  } else if (code.op == Opcode::SignalAfter && !u.jobs.empty()) {
    std::vector<uint8_t> &later = u.jobs.back().signals;
    if (later.size() >= maxPendingSignals) {
      failAt(u, code, cycle,
             "more than " + std::to_string(maxPendingSignals) +
                 " signals wait for one transfer");
      return Outcome::Failed;
    }
    later.push_back(code.port);
  } else if (code.op != Opcode::Wait) {
    if (!signal(u, code, code.port, cycle))
      return Outcome::Failed;
  } else {
    SignalQueue &queue = signals[u.spec->inSignal[code.port]];
    if (queue.empty() || queue.front() > cycle) {
      block(u, EventKind::WaitSignal, code.port, cycle);
      if (!queue.empty())
        wake(unit, queue.front());
      return Outcome::Blocked;
    }
    queue.pop_front();
    unblock(u, cycle);
  }
  u.totals.busy += u.jobs.empty();
  cycle += 1;
  return Outcome::Done;
}

} // namespace sg
