#include "engine/spyrecode/Fields.h"

namespace sg {

std::optional<uint32_t> fieldsOf(Opcode op) {
  constexpr uint32_t vector = FieldVectorDst | FieldCount | FieldFormat;
  switch (op) {
  case Opcode::Halt:
  case Opcode::End:
  case Opcode::Fence:
    return 0;
  case Opcode::Loop:
    return FieldDst | FieldA;
  case Opcode::When:
    return FieldA | FieldB | FieldCompare;
  case Opcode::Linear:
    return FieldDst | FieldA | FieldTerms;
  case Opcode::Mod:
  case Opcode::Div:
  case Opcode::Min:
  case Opcode::Max:
    return FieldDst | FieldA | FieldB;
  case Opcode::Signal:
  case Opcode::SignalAfter:
  case Opcode::Wait:
    return FieldPort;
  case Opcode::Transfer:
    return FieldFrom | FieldTo | FieldTag | FieldCount | FieldFormat | FieldA |
           FieldB | FieldDims;
  case Opcode::Push:
    return FieldFrom | FieldTag | FieldCount | FieldFormat | FieldPort | FieldA;
  case Opcode::Pop:
    return FieldTo | FieldTag | FieldCount | FieldFormat | FieldPort | FieldB;
  case Opcode::Receive:
    return vector | FieldPort;
  case Opcode::Send:
    return FieldSrc0 | FieldPort | FieldCount | FieldFormat;
  case Opcode::Compute:
    return vector | FieldSrc0 | FieldSrc12 | FieldResult | FieldRow;
  case Opcode::Constant:
    return vector | FieldA;
  case Opcode::Splat:
    return vector | FieldSrc0;
  }
  return std::nullopt;
}

const char *mnemonic(Opcode op) {
  switch (op) {
  case Opcode::Halt:
    return "halt";
  case Opcode::Loop:
    return "loop";
  case Opcode::When:
    return "when";
  case Opcode::End:
    return "end";
  case Opcode::Linear:
    return "lin";
  case Opcode::Mod:
    return "mod";
  case Opcode::Div:
    return "div";
  case Opcode::Min:
    return "min";
  case Opcode::Max:
    return "max";
  case Opcode::Signal:
    return "signal";
  case Opcode::SignalAfter:
    return "signal.after";
  case Opcode::Wait:
    return "wait";
  case Opcode::Fence:
    return "fence";
  case Opcode::Transfer:
    return "transfer";
  case Opcode::Push:
    return "push";
  case Opcode::Pop:
    return "pop";
  case Opcode::Receive:
    return "recv";
  case Opcode::Send:
    return "send";
  case Opcode::Constant:
    return "const";
  case Opcode::Splat:
    return "splat";
  case Opcode::Compute:
    return nullptr;
  }
  return nullptr;
}

void dropUnusedFields(Instruction &in) {
  Instruction out;
  out.op = in.op;
  out.source = in.source;
  uint32_t fields = fieldsOf(in.op).value_or(0);
  if (fields & (FieldDst | FieldVectorDst))
    out.dst = in.dst;
  if (fields & FieldSrc0)
    out.src[0] = in.src[0];
  if (fields & FieldSrc12) {
    out.src[1] = in.src[1];
    out.src[2] = in.src[2];
  }
  if (fields & FieldFormat)
    out.format = in.format;
  if (fields & FieldResult)
    out.result = in.result;
  if (fields & FieldCompare)
    out.compare = in.compare;
  if (fields & FieldRow)
    out.row = in.row;
  if (fields & FieldPort)
    out.port = in.port;
  if (fields & FieldFrom)
    out.fromMemory = in.fromMemory;
  if (fields & FieldTo)
    out.toMemory = in.toMemory;
  if (fields & FieldTag)
    out.tag = in.tag;
  if (fields & FieldCount)
    out.count = in.count;
  if (fields & FieldA)
    out.a = in.a;
  if (fields & FieldB)
    out.b = in.b;
  if (fields & FieldTerms)
    out.terms = std::move(in.terms);
  if (fields & FieldDims)
    out.dims = std::move(in.dims);
  in = std::move(out);
}

} // namespace sg
