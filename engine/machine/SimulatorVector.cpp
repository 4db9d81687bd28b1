// Vectors: through FIFOs, to and from the scratchpad, through the operations.
#include "engine/machine/Simulator.h"
#include <cmath>

namespace sg {

Simulator::Outcome Simulator::take(uint32_t unit, const Code &code,
                                   int64_t cycle, Fifo *&fifo) {
  UnitState &u = units[unit];
  fifo = &fifos[u.spec->inFifo[code.port]];
  if (fifo->empty() || fifo->front().ready > cycle) {
    block(u, EventKind::WaitInput, code.port, cycle);
    if (!fifo->empty())
      wake(unit, fifo->front().ready);
    return Outcome::Blocked;
  }
  const Fifo::Entry &entry = fifo->front();
  if (entry.count != code.count || entry.format != code.format) {
    const UnitSpec &sender =
        program.units[program.fifos[u.spec->inFifo[code.port]].from];
    failAt(u, code, cycle,
           "it expects " + std::to_string(code.count) + " x " +
               std::string(formatName(code.format)) + ", but " + sender.name +
               " sent " + std::to_string(entry.count) + " x " +
               std::string(formatName(entry.format)) + " (its instruction " +
               std::to_string(entry.pc) + ")");
    return Outcome::Failed;
  }
  unblock(u, cycle);
  return Outcome::Done;
}

void Simulator::taken(uint32_t unit, const Code &code, int64_t cycle,
                      Fifo &fifo) {
  fifo.pop();
  uint32_t number = units[unit].spec->inFifo[code.port];
  uint32_t from = program.fifos[number].from;
  UnitState &sender = units[from];
  if (sender.blocked && sender.blockKind == EventKind::WaitOutput &&
      sender.spec->outFifo[sender.blockPort] == number)
    wake(from, cycle);
}

Simulator::Outcome Simulator::room(uint32_t unit, const Code &code,
                                   int64_t cycle, Fifo *&fifo) {
  UnitState &u = units[unit];
  fifo = &fifos[u.spec->outFifo[code.port]];
  if (fifo->full()) {
    block(u, EventKind::WaitOutput, code.port, cycle);
    return Outcome::Blocked;
  }
  unblock(u, cycle);
  return Outcome::Done;
}

uint8_t *Simulator::enqueue(uint32_t unit, const Code &code, int64_t ready,
                            Fifo &fifo) {
  const UnitState &u = units[unit];
  uint32_t number = u.spec->outFifo[code.port];
  const FifoSpec &spec = program.fifos[number];
  if (spec.ring) {
    totals.ringBytes += code.bytes;
    ready = ceilCycle(
        ring[u.spec->core].serve(ready * ticksPerCycle, code.bytes).end);
  }
  Fifo::Entry entry;
  entry.ready = ready + spec.latency;
  entry.count = code.count;
  entry.bytes = code.bytes;
  entry.format = code.format;
  entry.pc = u.pc;
  bool wasEmpty = fifo.empty();
  uint8_t *bytes = fifo.push(entry);
  const UnitState &receiver = units[spec.to];
  if (wasEmpty && receiver.blocked &&
      receiver.blockKind == EventKind::WaitInput &&
      receiver.spec->inFifo[receiver.blockPort] == number)
    wake(spec.to, fifo.backReady());
  return bytes;
}

Simulator::Outcome Simulator::push(uint32_t unit, const Code &code,
                                   int64_t &cycle) {
  UnitState &u = units[unit];
  Fifo *fifo = nullptr;
  if (room(unit, code, cycle, fifo) != Outcome::Done)
    return Outcome::Blocked;
  Scratchpad &pad = pads[u.spec->core];
  uint64_t address = uint64_t(value(u, code.a));
  if (auto bad = pad.read(address, buffer.data(), code.bytes)) {
    fault(u, code, cycle, *bad, true, false);
    return Outcome::Failed;
  }
  // The port may be taken: the access begins when its turn comes.
  int64_t begin =
      floorCycle(pad.port.serve(cycle * ticksPerCycle, code.bytes).begin);
  begin = std::max(begin, cycle);
  record(u, EventKind::WaitMemory, cycle, begin, 0, 0);
  u.totals.waiting += begin - cycle;
  int64_t end = begin + code.cycles;
  std::memcpy(enqueue(unit, code, end + code.latency, *fifo), buffer.data(),
              code.bytes);
  totals.scratchpadBytes += code.bytes;
  done(unit, code, EventKind::Push, begin, end, code.bytes, address);
  cycle = end;
  return Outcome::Done;
}

Simulator::Outcome Simulator::pop(uint32_t unit, const Code &code,
                                  int64_t &cycle) {
  UnitState &u = units[unit];
  Fifo *fifo = nullptr;
  if (Outcome outcome = take(unit, code, cycle, fifo); outcome != Outcome::Done)
    return outcome;
  Scratchpad &pad = pads[u.spec->core];
  uint64_t address = uint64_t(value(u, code.b));
  if (auto bad = pad.write(address, fifo->frontBytes(), code.bytes)) {
    fault(u, code, cycle, *bad, false, false);
    return Outcome::Failed;
  }
  taken(unit, code, cycle, *fifo);
  int64_t begin =
      floorCycle(pad.port.serve(cycle * ticksPerCycle, code.bytes).begin);
  begin = std::max(begin, cycle);
  record(u, EventKind::WaitMemory, cycle, begin, 0, 0);
  u.totals.waiting += begin - cycle;
  int64_t end = begin + code.cycles;
  totals.scratchpadBytes += code.bytes;
  done(unit, code, EventKind::Pop, begin, end, code.bytes, address);
  cycle = end;
  return Outcome::Done;
}

Simulator::Outcome Simulator::receive(uint32_t unit, const Code &code,
                                      int64_t &cycle) {
  UnitState &u = units[unit];
  Fifo *fifo = nullptr;
  if (Outcome outcome = take(unit, code, cycle, fifo); outcome != Outcome::Done)
    return outcome;
  std::memcpy(vector(u, code.dst), fifo->frontBytes(), code.bytes);
  u.vectorBytes[code.dst] = code.bytes;
  taken(unit, code, cycle, *fifo);
  done(unit, code, EventKind::Receive, cycle, cycle + code.cycles, code.bytes);
  cycle += code.cycles;
  return Outcome::Done;
}

bool Simulator::holds(UnitState &u, uint8_t reg, uint32_t bytes,
                      int64_t cycle) {
  if (u.vectorBytes[reg] >= bytes)
    return true;
  failAt(u, u.spec->stream->code[u.pc], cycle,
         "it reads " + std::to_string(bytes) + " bytes of v" +
             std::to_string(reg) + ", which holds " +
             std::to_string(u.vectorBytes[reg]));
  return false;
}

Simulator::Outcome Simulator::send(uint32_t unit, const Code &code,
                                   int64_t &cycle) {
  UnitState &u = units[unit];
  if (!holds(u, code.src[0], code.bytes, cycle))
    return Outcome::Failed;
  Fifo *fifo = nullptr;
  if (room(unit, code, cycle, fifo) != Outcome::Done)
    return Outcome::Blocked;
  int64_t end = cycle + code.cycles;
  std::memcpy(enqueue(unit, code, end + code.latency, *fifo),
              vector(u, code.src[0]), code.bytes);
  done(unit, code, EventKind::Send, cycle, end, code.bytes);
  cycle = end;
  return Outcome::Done;
}

Simulator::Outcome Simulator::fill(uint32_t unit, const Code &code,
                                   int64_t &cycle) {
  UnitState &u = units[unit];
  unsigned size = formatBytes(code.format);
  uint8_t element[8] = {};
  if (code.op == Opcode::Splat) {
    if (!holds(u, code.src[0], size, cycle))
      return Outcome::Failed;
    std::memcpy(element, vector(u, code.src[0]), size);
  } else {
    uint64_t bits = uint64_t(value(u, code.a));
    for (unsigned i = 0; i < size; ++i)
      element[i] = uint8_t(bits >> (8 * i));
  }
  uint8_t *out = vector(u, code.dst);
  for (uint32_t i = 0; i < code.count; ++i)
    std::memcpy(out + size_t(i) * size, element, size);
  u.vectorBytes[code.dst] = code.bytes;
  done(unit, code, EventKind::Compute, cycle, cycle + code.cycles, code.bytes);
  cycle += code.cycles;
  return Outcome::Done;
}

void Simulator::computeLanes(const Code &code, const void *const *in,
                             uint8_t *out) {
  const OpRow &row = *code.row;
  if (VectorFn fast = row.vector[unsigned(code.format)]) {
    // A cast has one fast path per operand format, so it cannot depend on the
    // result's; those go element by element.
    if (row.signature != Signature::Cast)
      return fast(in, out, code.count);
  }
  unsigned inBytes = formatBytes(code.format);
  unsigned outBytes = formatBytes(code.result);
  for (uint32_t i = 0; i < code.count; ++i) {
    Scalar scalars[3];
    for (unsigned k = 0; k < row.arity; ++k) {
      bool truth = row.signature == Signature::Select && k == 0;
      unsigned size = truth ? 1 : inBytes;
      scalars[k] = loadScalar(truth ? Format::I1 : code.format,
                              static_cast<const uint8_t *>(in[k]) + i * size);
    }
    storeScalar(code.result,
                row.eval({scalars, row.arity}, code.format, code.result),
                out + size_t(i) * outBytes);
  }
}

Simulator::Outcome Simulator::compute(uint32_t unit, const Code &code,
                                      int64_t &cycle) {
  UnitState &u = units[unit];
  const OpRow &row = *code.row;
  const void *in[3] = {};
  bool aliases = false;
  for (unsigned i = 0; i < row.arity; ++i) {
    bool truth = row.signature == Signature::Select && i == 0;
    if (!holds(u, code.src[i], truth ? code.count : code.bytes, cycle))
      return Outcome::Failed;
    in[i] = vector(u, code.src[i]);
    aliases |= code.src[i] == code.dst;
  }
  // A result of another element size would overwrite operands not yet read.
  bool aside = aliases && (row.signature != Signature::Same);
  uint8_t *out = aside ? operandBuffer.data() : vector(u, code.dst);
  computeLanes(code, in, out);
  if (aside)
    std::memcpy(vector(u, code.dst), out, code.resultBytes);
  u.vectorBytes[code.dst] = code.resultBytes;
  done(unit, code, EventKind::Compute, cycle, cycle + code.cycles, code.bytes);
  cycle += code.cycles;
  return Outcome::Done;
}

} // namespace sg
