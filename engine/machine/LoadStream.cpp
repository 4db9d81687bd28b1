// One stream for one kind of unit: costs, jump targets, register memory.
#include "engine/machine/Loader.h"
#include <algorithm>
#include <cmath>

namespace sg {

static uint32_t divideUp(uint64_t a, uint64_t b) {
  return uint32_t(std::min<uint64_t>((a + b - 1) / b, UINT32_MAX / 2));
}

void Loader::memories() {
  for (const std::string &kind : program->binary.memories) {
    bool global = kind == device.globalMemory().kind;
    if (!global && kind != device.localMemory().kind)
      fail("memory '" + kind + "'", "device '" + device.name +
                                        "' moves data between '" +
                                        device.globalMemory().kind + "' and '" +
                                        device.localMemory().kind + "' only");
    memoryIsGlobal.push_back(global);
  }
}

MemorySide Loader::side(const DeviceUnit &unit, unsigned memory, bool read,
                        const std::string &where) {
  const std::string &kind = program->binary.memories[memory];
  MemorySide side;
  side.global = memoryIsGlobal[memory];
  const Datapath *path = read ? device.datapath(kind, unit.kind)
                              : device.datapath(unit.kind, kind);
  if (!path) {
    fail(where,
         "device '" + device.name + "' has no datapath from " +
             (read ? kind + " to " + unit.kind : unit.kind + " to " + kind));
    return side;
  }
  const DeviceMemory &store =
      side.global ? device.globalMemory() : device.localMemory();
  side.granularity = std::max<int64_t>(path->granularity, 1);
  side.linkBytesPerCycle = std::min(path->bytesPerCycle, unit.bytesPerCycle);
  side.latency = store.latencyCycles + path->latencyCycles;
  return side;
}

void Loader::role(Opcode op, const DeviceUnit &unit, const std::string &where) {
  const char *needed = nullptr;
  switch (op) {
  case Opcode::Transfer:
    if (unit.role != UnitRole::Dma)
      needed = "a unit that moves data between memories";
    break;
  case Opcode::Push:
    if (unit.role != UnitRole::Load)
      needed = "a load unit";
    break;
  case Opcode::Pop:
    if (unit.role != UnitRole::Store)
      needed = "a store unit";
    break;
  case Opcode::Receive:
  case Opcode::Send:
  case Opcode::Compute:
  case Opcode::Constant:
  case Opcode::Splat:
    if (unit.role != UnitRole::Vector && unit.role != UnitRole::Matrix)
      needed = "a compute unit";
    break;
  default:
    break;
  }
  if (needed)
    fail(where, "unit " + unit.kind + " of device '" + device.name +
                    "' cannot do this; it needs " + needed);
}

uint32_t Loader::vectorCycles(const DeviceUnit &unit, CostClass cost,
                              Format format, uint32_t count) const {
  int64_t cycles =
      cost == CostClass::Simple || cost == CostClass::Multiply ? 1 : 4;
  if (auto it = unit.cycles.find(std::string(costClassName(cost)));
      it != unit.cycles.end())
    cycles = it->second;
  int64_t lanes = 0;
  if (auto it = unit.lanes.find(std::string(formatName(format)));
      it != unit.lanes.end())
    lanes = it->second;
  else // Not described: as many as fit the unit's width.
    lanes = int64_t(unit.bytesPerCycle) / formatBytes(format);
  uint64_t vectors = divideUp(count, uint64_t(std::max<int64_t>(lanes, 1)));
  return uint32_t(std::clamp<uint64_t>(
      uint64_t(std::max<int64_t>(cycles, 1)) * vectors, 1, UINT32_MAX / 2));
}

void Loader::compute(const Instruction &in, const DeviceUnit &unit, Code &code,
                     const std::string &where) {
  const OpRow *row = ops.byEncoding(in.row);
  if (!row)
    return fail(where, "the op table has no row with encoding " +
                           std::to_string(in.row));
  if (row->unit != unit.kind && device.unit(row->unit))
    return fail(where, "'" + row->name + "' runs on a " + row->unit +
                           ", not on a " + unit.kind);
  for (unsigned i = row->arity; i < 3; ++i)
    if (in.src[i])
      return fail(where, "'" + row->name + "' has only " +
                             std::to_string(row->arity) + " operands");
  auto has = [](uint32_t set, Format format) {
    return set >> unsigned(format) & 1;
  };
  if (!has(row->formats, in.format))
    return fail(where, "'" + row->name + "' does not take " +
                           std::string(formatName(in.format)));
  bool right = in.result == in.format;
  if (row->signature == Signature::Compare)
    right = in.result == Format::I1;
  else if (row->signature == Signature::Cast)
    right = has(row->resultFormats, in.result);
  if (!right)
    return fail(where,
                "'" + row->name + "' on " + std::string(formatName(in.format)) +
                    " does not give " + std::string(formatName(in.result)));
  code.row = row;
  code.resultBytes = in.count * formatBytes(in.result);
  Format widest =
      formatBytes(in.result) > formatBytes(in.format) ? in.result : in.format;
  code.cycles = vectorCycles(unit, row->cost, widest, in.count);
}

void Loader::instruction(const Instruction &in, const DeviceUnit &unit,
                         Code &code, const std::string &where) {
  role(in.op, unit, where);
  code.op = in.op;
  code.dst = in.dst;
  code.src = in.src;
  code.format = in.format;
  code.result = in.result;
  code.compare = in.compare;
  code.port = in.port;
  code.tag = in.tag;
  code.count = in.count;
  code.source = in.source;
  code.a = in.a;
  code.b = in.b;
  if (in.op == Opcode::Transfer) {
    code.from = side(unit, in.fromMemory, true, where);
    code.to = side(unit, in.toMemory, false, where);
    return;
  }
  code.bytes = in.count * formatBytes(in.format);
  uint32_t streamed = std::max<uint32_t>(
      1, uint32_t(std::ceil(double(code.bytes) / unit.bytesPerCycle)));
  switch (in.op) {
  case Opcode::Push:
    code.from = side(unit, in.fromMemory, true, where);
    if (code.from.global)
      fail(where, "a load unit reads the core's own memory");
    code.cycles = streamed;
    code.latency = uint32_t(code.from.latency + unit.latencyCycles);
    break;
  case Opcode::Pop:
    code.to = side(unit, in.toMemory, false, where);
    if (code.to.global)
      fail(where, "a store unit writes the core's own memory");
    code.cycles = streamed;
    break;
  case Opcode::Send:
    code.latency = uint32_t(unit.latencyCycles);
    [[fallthrough]];
  case Opcode::Receive:
    code.cycles = divideUp(code.bytes, 128);
    break;
  case Opcode::Compute:
    compute(in, unit, code, where);
    break;
  case Opcode::Constant:
  case Opcode::Splat:
    code.cycles = vectorCycles(unit, CostClass::Simple, in.format, in.count);
    break;
  default:
    break;
  }
}

void Loader::registers(StreamCode &out, const DeviceUnit &unit,
                       const std::string &name) {
  auto use = [&](uint8_t reg, uint32_t bytes) {
    out.regBytes[reg] = std::max(out.regBytes[reg], bytes);
  };
  for (const Code &code : out.code) {
    switch (code.op) {
    case Opcode::Receive:
    case Opcode::Constant:
    case Opcode::Splat:
      use(code.dst, code.bytes);
      break;
    case Opcode::Compute:
      use(code.dst, code.resultBytes);
      break;
    default:
      break;
    }
  }
  uint64_t total = 0, count = 0;
  for (unsigned i = 0; i < 256; ++i) {
    // The simulation keeps registers aligned for its fast paths; the device's
    // limit counts their bytes alone.
    out.regOffset[i] = out.registerBytes;
    out.registerBytes += (out.regBytes[i] + 15) / 16 * 16;
    total += out.regBytes[i];
    count += out.regBytes[i] != 0;
  }
  const DeviceMemory *memory = device.memory(unit.kind + "_REG");
  if (memory && total > uint64_t(memory->bytes))
    fail("stream '" + name + "'",
         "its vector registers take " + std::to_string(total) + " bytes, but " +
             memory->kind + " of device '" + device.name + "' has " +
             std::to_string(memory->bytes) + "; use fewer or shorter vectors");
  if (!memory && count > 64)
    fail("stream '" + name + "'",
         "it uses " + std::to_string(count) +
             " vector registers; a unit without a register memory in the "
             "device description has 64");
}

void Loader::stream(const Stream &in, const DeviceUnit &unit, StreamCode &out) {
  std::vector<uint32_t> open;
  out.code.reserve(in.code.size() + 1);
  for (size_t i = 0; i < in.code.size() && !error; ++i) {
    std::string where =
        "stream '" + in.name + "', instruction " + std::to_string(i);
    const Instruction &one = in.code[i];
    Code code;
    instruction(one, unit, code, where);
    if (one.op == Opcode::Linear) {
      code.list = uint32_t(out.terms.size());
      code.listSize = uint32_t(one.terms.size());
      out.terms.insert(out.terms.end(), one.terms.begin(), one.terms.end());
    } else if (one.op == Opcode::Transfer) {
      code.list = uint32_t(out.dims.size());
      code.listSize = uint32_t(one.dims.size());
      out.dims.insert(out.dims.end(), one.dims.begin(), one.dims.end());
    } else if (one.op == Opcode::Loop || one.op == Opcode::When) {
      open.push_back(uint32_t(i));
    } else if (one.op == Opcode::End) {
      Code &opening = out.code[open.back()];
      opening.target = uint32_t(i + 1);
      code.target = opening.op == Opcode::Loop ? open.back() : noIndex;
      open.pop_back();
    }
    out.code.push_back(code);
  }
  // Running off the end is a halt.
  if (in.code.empty() || in.code.back().op != Opcode::Halt)
    out.code.emplace_back();
  registers(out, unit, in.name);
}

} // namespace sg
