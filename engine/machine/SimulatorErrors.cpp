// What went wrong, in words: unit, cycle, instruction, place, and who waits
// for whom.
#include "engine/machine/Simulator.h"
#include "engine/spyrecode/Assembly.h"
#include <cstdio>

namespace sg {

std::string Simulator::codeText(const UnitState &u, const Code &code) const {
  size_t pc = size_t(&code - u.spec->stream->code.data());
  const Binary &binary = program.binary;
  const Stream &stream = binary.streams[u.spec->instance->stream];
  std::string text = "instruction " + std::to_string(pc);
  if (pc >= stream.code.size())
    return text + " (end of the stream)";
  text += " (" + disassemble(binary, stream.code[pc], *program.ops) + ")";
  if (code.source && code.source <= binary.sources.size())
    text += " from " + binary.sources[code.source - 1];
  return text;
}

std::string Simulator::portName(const UnitState &u, uint8_t port) const {
  return program.units[u.spec->instance->peers[port]].name;
}

std::string Simulator::bufferAt(uint64_t address) const {
  for (const ScratchpadBuffer &one : program.binary.buffers)
    if (address >= uint64_t(one.address) &&
        address - uint64_t(one.address) < uint64_t(one.bytes))
      return ", in buffer '" + one.name + "'";
  return "";
}

void Simulator::failAt(const UnitState &u, const Code &code, int64_t cycle,
                       const std::string &message) {
  if (!error)
    error = Error{message, u.spec->name + ", cycle " + std::to_string(cycle) +
                               ", " + codeText(u, code)};
}

void Simulator::fault(const UnitState &u, const Code &code, int64_t cycle,
                      const AccessFault &what, bool reads, bool global) {
  char address[32];
  std::snprintf(address, sizeof address, "0x%llx",
                (unsigned long long)what.address);
  const DeviceMemory &store =
      global ? device.globalMemory() : device.localMemory();
  failAt(u, code, cycle,
         std::string(reads ? "reads " : "writes ") + store.kind + " at byte " +
             address + (global ? "" : bufferAt(what.address)) + ": " +
             what.message);
}

void Simulator::deadlock() {
  std::string text = "deadlock: nothing can run any more";
  unsigned listed = 0, waiting = 0;
  for (const UnitState &u : units) {
    if (u.halted)
      continue;
    ++waiting;
    if (listed >= 16)
      continue;
    ++listed;
    const Code &code = u.spec->stream->code[u.pc];
    std::string whom;
    const UnitState *other = nullptr;
    if (u.blockKind == EventKind::WaitInput ||
        u.blockKind == EventKind::WaitOutput ||
        u.blockKind == EventKind::WaitSignal) {
      other = &units[u.spec->instance->peers[u.blockPort]];
      whom = other->spec->name;
    }
    text += "\n  " + u.spec->name + " waits since cycle " +
            std::to_string(u.blockBegin) + " ";
    switch (u.blockKind) {
    case EventKind::WaitInput:
      text += "for a vector from " + whom;
      break;
    case EventKind::WaitOutput:
      text += "for room in the FIFO to " + whom;
      break;
    case EventKind::WaitSignal:
      text += "for a signal from " + whom;
      break;
    default:
      text += "for its own transfers";
      break;
    }
    text += ", " + codeText(u, code);
    if (other && other->halted)
      text += "; that unit has halted";
  }
  if (waiting > listed)
    text += "\n  and " + std::to_string(waiting - listed) + " units more";
  if (!error)
    error = Error{text, "cycle " + std::to_string(lastCycle)};
}

} // namespace sg
