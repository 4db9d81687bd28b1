#include "engine/codegen/StreamBuilder.h"
#include "llvm/ADT/STLExtras.h"

namespace sg::codegen {

VirtualReg StreamBuilder::newIndexRegister() {
  registers.emplace_back();
  return VirtualReg(registers.size() - 1);
}

VirtualReg StreamBuilder::newVectorRegister(int64_t bytes) {
  registers.push_back({true, bytes, false});
  return VirtualReg(registers.size() - 1);
}

VirtualInstruction &StreamBuilder::emit(VirtualInstruction inst) {
  inst.origin = origin;
  inst.base.source = source;
  block().push_back(std::move(inst));
  return block().back();
}

void StreamBuilder::open(VirtualInstruction head) {
  head.origin = origin;
  head.base.source = source;
  Frame frame;
  frame.isLoop = head.base.op == Opcode::Loop;
  frame.head = std::move(head);
  frames_.push_back(std::move(frame));
}

void StreamBuilder::close() {
  VirtualInstruction done = std::move(frames_.back().head);
  done.body = std::move(frames_.back().items);
  frames_.pop_back();
  block().push_back(std::move(done));
}

unsigned StreamBuilder::loopLevel() const {
  return llvm::count_if(frames_, [](const Frame &f) { return f.isLoop; });
}

StreamBuilder::Frame &StreamBuilder::frameOf(unsigned level) {
  if (placement_ == Placement::AtUse)
    return frames_.back();
  // Blocks are appended to their parent when they close, so the end of an
  // outer block is the place right before the loop being built.
  if (level == 0)
    return frames_.front();
  for (Frame &frame : frames_)
    if (frame.isLoop && --level == 0)
      return frame;
  return frames_.back();
}

Operand StreamBuilder::tableOperand(const TableColumn &column) {
  auto it = llvm::find(columns, column);
  size_t at = it - columns.begin();
  if (it == columns.end())
    columns.push_back(column);
  return Operand::table(int64_t(at));
}

Operand StreamBuilder::columnOperand(const Column &column) {
  if (isUniform(column))
    return Operand::imm(column.front());
  return tableOperand({column, {}});
}

Operand StreamBuilder::scalarArgument(uint32_t argument) {
  TableColumn column;
  column.constant.assign(index.instances(), 0);
  column.parts.emplace_back(argument, Column(index.instances(), 1));
  return tableOperand(column);
}

uint8_t StreamBuilder::port(std::vector<UnitRef> peers) {
  auto it = llvm::find(ports, peers);
  size_t at = it - ports.begin();
  if (it == ports.end())
    ports.push_back(std::move(peers));
  tooManyPorts |= at > 255;
  return uint8_t(at);
}

std::optional<VirtualReg> StreamBuilder::lookUp(const Linear &value) {
  if (placement_ != Placement::Shared)
    return std::nullopt;
  for (auto &[known, reg] : frameOf(index.level(value)).known)
    if (known == value)
      return reg;
  return std::nullopt;
}

VirtualReg StreamBuilder::place(const Linear &value, VirtualInstruction inst) {
  inst.origin = origin;
  inst.base.source = source;
  inst.dst = newIndexRegister();
  Frame &frame = frameOf(index.level(value));
  VirtualReg reg = inst.dst;
  frame.items.push_back(std::move(inst));
  if (placement_ == Placement::Shared)
    frame.known.emplace_back(value, reg);
  return reg;
}

VirtualReg StreamBuilder::registerOf(unsigned id) {
  // By value: computing operands may add atoms.
  Atom atom = index.atom(id);
  if (atom.kind == AtomKind::Counter)
    return VirtualReg(atom.index);
  Linear self = index.atomValue(id);
  if (std::optional<VirtualReg> known = lookUp(self))
    return *known;
  VirtualInstruction inst;
  switch (atom.kind) {
  case AtomKind::Mod:
    inst.base.op = Opcode::Mod;
    break;
  case AtomKind::Div:
    inst.base.op = Opcode::Div;
    break;
  case AtomKind::Min:
    inst.base.op = Opcode::Min;
    break;
  default:
    inst.base.op = Opcode::Max;
    break;
  }
  inst.base.a = operand(atom.a);
  inst.base.b = operand(atom.b);
  return place(self, std::move(inst));
}

/// A Linear with terms, into a register.
VirtualReg StreamBuilder::compute(const Linear &value) {
  if (std::optional<VirtualReg> known = lookUp(value))
    return *known;
  TableColumn start{value.base, {}};
  for (const Term &term : value.terms)
    if (index.atom(term.atom).kind == AtomKind::Launch)
      start.parts.emplace_back(index.atom(term.atom).index, term.coefficient);
  VirtualInstruction inst;
  inst.base.op = Opcode::Linear;
  inst.base.a =
      start.parts.empty() ? columnOperand(start.constant) : tableOperand(start);
  for (const Term &term : value.terms) {
    if (index.atom(term.atom).kind == AtomKind::Launch)
      continue;
    // Long sums are added up in steps, so that few terms are kept at a time.
    if (inst.terms.size() == maxTerms) {
      VirtualInstruction partial = inst;
      partial.origin = origin;
      partial.base.source = source;
      partial.dst = newIndexRegister();
      inst.terms.clear();
      inst.base.a = Operand::reg(partial.dst);
      frameOf(index.level(value)).items.push_back(std::move(partial));
    }
    inst.terms.emplace_back(registerOf(term.atom),
                            columnOperand(term.coefficient));
  }
  return place(value, std::move(inst));
}

Operand StreamBuilder::operand(const Linear &value) {
  TableColumn start{value.base, {}};
  unsigned registersNeeded = 0;
  for (const Term &term : value.terms) {
    const Atom &atom = index.atom(term.atom);
    if (atom.kind == AtomKind::Launch)
      start.parts.emplace_back(atom.index, term.coefficient);
    else
      ++registersNeeded;
  }
  if (registersNeeded == 0)
    return start.parts.empty() ? columnOperand(start.constant)
                               : tableOperand(start);
  if (value.terms.size() == 1 &&
      llvm::all_of(value.base, [](int64_t v) { return v == 0; }) &&
      llvm::all_of(value.terms[0].coefficient,
                   [](int64_t c) { return c == 1; }))
    return Operand::reg(registerOf(value.terms[0].atom));
  return Operand::reg(compute(value));
}

} // namespace sg::codegen
