// Binary -> text. Assemble.cpp reads exactly what is written here.
#include "engine/spyrecode/Assembly.h"
#include "engine/spyrecode/Fields.h"
#include "engine/spyrecode/TextNames.h"
#include <set>

namespace sg {
namespace {

std::string number(int64_t value) { return std::to_string(value); }

std::string operand(const Operand &op) {
  switch (op.kind) {
  case Operand::Immediate:
    return number(op.value);
  case Operand::Table:
    return "t" + number(op.value);
  case Operand::Register:
    return "r" + number(op.value);
  }
  return "?";
}

std::string vectorReg(unsigned reg) { return "v" + number(reg); }

/// "64 x f16"
std::string shape(const Instruction &in) {
  return number(in.count) + " x " + std::string(formatName(in.format));
}

class Printer {
public:
  Printer(const Binary &binary, const OpTable &ops)
      : binary(binary), ops(ops) {}

  std::string text(const Instruction &in) const {
    std::string line = body(in);
    if (in.tag)
      line += ", buffer " + number(in.tag);
    if (in.source)
      line += " @" + number(in.source);
    return line;
  }

private:
  const Binary &binary;
  const OpTable &ops;

  std::string memory(unsigned index) const {
    return memoryName(binary.memories, index);
  }

  std::string body(const Instruction &in) const {
    const char *word = mnemonic(in.op);
    std::string line = word ? word : "";
    switch (in.op) {
    case Opcode::Halt:
    case Opcode::End:
    case Opcode::Fence:
      return line;
    case Opcode::Loop:
      return line + " r" + number(in.dst) + ", " + operand(in.a);
    case Opcode::When:
      return line + " " + operand(in.a) + " " +
             compareNames[unsigned(in.compare) % 6] + " " + operand(in.b);
    case Opcode::Linear:
      line += " r" + number(in.dst) + ", " + operand(in.a);
      for (const Term &term : in.terms)
        line += " + r" + number(term.reg) + "*" + operand(term.coefficient);
      return line;
    case Opcode::Mod:
    case Opcode::Div:
    case Opcode::Min:
    case Opcode::Max:
      return line + " r" + number(in.dst) + ", " + operand(in.a) + ", " +
             operand(in.b);
    case Opcode::Signal:
    case Opcode::SignalAfter:
    case Opcode::Wait:
      return line + " p" + number(in.port);
    case Opcode::Transfer:
      return line + transfer(in);
    case Opcode::Push:
      return line + " p" + number(in.port) + ", " + memory(in.fromMemory) +
             "[" + operand(in.a) + "], " + shape(in);
    case Opcode::Pop:
      return line + " " + memory(in.toMemory) + "[" + operand(in.b) + "], p" +
             number(in.port) + ", " + shape(in);
    case Opcode::Receive:
      return line + " " + vectorReg(in.dst) + ", p" + number(in.port) + ", " +
             shape(in);
    case Opcode::Send:
      return line + " p" + number(in.port) + ", " + vectorReg(in.src[0]) +
             ", " + shape(in);
    case Opcode::Compute:
      return compute(in);
    case Opcode::Constant:
      return line + " " + vectorReg(in.dst) + ", " + operand(in.a) + ", " +
             shape(in);
    case Opcode::Splat:
      return line + " " + vectorReg(in.dst) + ", " + vectorReg(in.src[0]) +
             ", " + shape(in);
    }
    return "?";
  }

  std::string transfer(const Instruction &in) const {
    std::string line = " " + memory(in.toMemory) + "[" + operand(in.b) +
                       "] <- " + memory(in.fromMemory) + "[" + operand(in.a) +
                       "], " + shape(in);
    if (in.dims.empty())
      return line;
    line += ", dims [";
    for (size_t i = 0; i < in.dims.size(); ++i)
      line += (i ? ", " : "") + operand(in.dims[i].count) + ": " +
              operand(in.dims[i].fromStride) + " -> " +
              operand(in.dims[i].toStride);
    return line + "]";
  }

  std::string compute(const Instruction &in) const {
    const OpRow *row = ops.byEncoding(in.row);
    std::string line =
        row && isRowWord(row->name) ? row->name : "op." + number(in.row);
    line += "." + std::string(formatName(in.format));
    if (in.result != in.format)
      line += "->" + std::string(formatName(in.result));
    // Registers beyond the row's operands show only when they are set: they
    // are part of the instruction, though without meaning.
    unsigned sources = row ? row->arity : 3;
    for (unsigned i = sources; i < 3; ++i)
      if (in.src[i])
        sources = i + 1;
    line += " " + vectorReg(in.dst);
    for (unsigned i = 0; i < std::min(sources, 3u); ++i)
      line += ", " + vectorReg(in.src[i]);
    return line + ", " + number(in.count);
  }
};

/// Text that is safe behind a comment sign.
std::string commentText(const std::string &text) {
  std::string out;
  for (char c : text)
    out += (unsigned char)c < 32 ? ' ' : c;
  return out;
}

class FilePrinter {
public:
  FilePrinter(const Binary &binary, const OpTable &ops)
      : binary(binary), printer(binary, ops) {}

  std::string run() {
    out += "; SpyreBinary\n.device " + quoted(binary.device) + "\n";
    for (const std::string &name : binary.memories)
      out += ".memory " + quoted(name) + "\n";
    for (const ScratchpadBuffer &one : binary.buffers)
      out += ".buffer " + quoted(one.name) + ", address " +
             number(one.address) + ", bytes " + number(one.bytes) + "\n";
    for (const SymbolExpr &one : binary.symbols) {
      out += ".symbol " + quoted(one.name) + " = " + number(one.constant);
      for (const SymbolExpr::Part &part : one.parts)
        out +=
            " + arg" + number(part.argument) + "*" + number(part.coefficient);
      out += "\n";
    }
    for (const std::string &text : binary.sources)
      out += ".source " + quoted(text) + "\n";
    for (size_t i = 0; i < binary.streams.size(); ++i)
      stream(i);
    if (!binary.instances.empty())
      out += "\n";
    for (size_t i = 0; i < binary.instances.size(); ++i)
      instance(i);
    for (const Relocation &one : binary.relocations) {
      out += ".relocate instance " + number(one.instance) + ", t" +
             number(one.entry) + ", symbol " + number(one.slot);
      if (one.slot < binary.symbols.size())
        out += " ; " + commentText(binary.symbols[one.slot].name);
      out += "\n";
    }
    return std::move(out);
  }

private:
  const Binary &binary;
  Printer printer;
  std::string out;

  /// What a reader wants to know of an instruction beyond its own text.
  std::string comment(const Instruction &in,
                      const std::map<int64_t, std::string> &patched) const {
    std::string text;
    auto add = [&](const std::string &more) {
      text += (text.empty() ? "" : "; ") + more;
    };
    auto entry = [&](const Operand &op) {
      auto it = patched.find(op.value);
      if (op.kind == Operand::Table && it != patched.end())
        add("t" + number(op.value) + " = " + it->second);
    };
    entry(in.a);
    entry(in.b);
    for (const Term &term : in.terms)
      entry(term.coefficient);
    for (const TransferDim &dim : in.dims) {
      entry(dim.count);
      entry(dim.fromStride);
      entry(dim.toStride);
    }
    if (in.tag && in.tag <= binary.buffers.size())
      add(commentText(binary.buffers[in.tag - 1].name));
    if (in.source && in.source <= binary.sources.size())
      add(commentText(binary.sources[in.source - 1]));
    return text;
  }

  void stream(size_t index) {
    const Stream &one = binary.streams[index];
    std::map<int64_t, std::string> patched;
    for (const Relocation &relocation : binary.relocations)
      if (relocation.instance < binary.instances.size() &&
          relocation.slot < binary.symbols.size() &&
          binary.instances[relocation.instance].stream == index)
        patched.emplace(relocation.entry,
                        commentText(binary.symbols[relocation.slot].name));
    out += "\n.stream " + quoted(one.name) + "\n";
    unsigned depth = 0;
    for (const Instruction &in : one.code) {
      if (in.op == Opcode::End && depth)
        --depth;
      std::string line(2 + 2 * depth, ' ');
      line += printer.text(in);
      if (std::string note = comment(in, patched); !note.empty()) {
        if (line.size() < 40)
          line.resize(40, ' ');
        line += " ; " + note;
      }
      out += line + "\n";
      depth += opensBlock(in.op);
    }
    out += ".end\n";
  }

  void instance(size_t index) {
    const Instance &one = binary.instances[index];
    out += ".instance " + quoted(one.unit) + ", core " + number(one.core);
    if (one.corelet != -1)
      out += ", corelet " + number(one.corelet);
    out += ", runs " + streamName(one.stream);
    list(", peers [", one.peers);
    list(", table [", one.table);
    out += " ; " + number(index) + "\n";
  }
  std::string streamName(uint32_t index) const {
    size_t same = index < binary.streams.size() ? 0 : 2;
    for (const Stream &other : binary.streams)
      same += same < 2 && other.name == binary.streams[index].name;
    return same == 1 ? quoted(binary.streams[index].name) : number(index);
  }
  template <typename T>
  void list(const char *opening, const std::vector<T> &values) {
    if (values.empty())
      return;
    out += opening;
    for (size_t i = 0; i < values.size(); ++i)
      out += (i ? ", " : "") + std::to_string(values[i]);
    out += "]";
  }
};

} // namespace

std::string disassemble(const Binary &binary, const Instruction &instruction,
                        const OpTable &ops) {
  return Printer(binary, ops).text(instruction);
}

std::string disassemble(const Binary &binary, const OpTable &ops) {
  return FilePrinter(binary, ops).run();
}

} // namespace sg
