#include "engine/codegen/StreamCode.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>

namespace sg::codegen {
namespace {

constexpr unsigned vectorRegisters = 64;

/// A register is taken from `begin` up to, but not including, what starts at
/// `end`: an instruction may write where it read for the last time.
struct Interval {
  VirtualReg reg = -1;
  unsigned begin = 0, end = 0;
};

struct LoopSpan {
  unsigned begin, end;
};

struct FlatInstruction {
  const VirtualInstruction *virt = nullptr; ///< null: End or Halt
  Instruction real;
};

class Allocator {
public:
  Allocator(const std::vector<RegisterInfo> &registers,
            const RegisterLimits &limits)
      : registers_(registers), limits_(limits), seen_(registers.size()),
        first_(registers.size()), last_(registers.size()),
        assigned_(registers.size()) {}

  AllocationStatus run(const VirtualBlock &block,
                       std::vector<Instruction> &code,
                       mlir::Operation *&where) {
    flatten(block);
    for (unsigned at = 0; at < flat_.size(); ++at)
      if (flat_[at].virt)
        visit(*flat_[at].virt, [&](VirtualReg reg, bool) { touch(reg, at); });
    keepLoopOperands();
    AllocationStatus status = assign(where);
    if (status != AllocationStatus::Ok)
      return status;
    for (FlatInstruction &flat : flat_) {
      if (flat.virt)
        substitute(*flat.virt, flat.real);
      code.push_back(flat.real);
    }
    Instruction halt;
    halt.op = Opcode::Halt;
    code.push_back(halt);
    return AllocationStatus::Ok;
  }

private:
  using Visitor = llvm::function_ref<void(VirtualReg, bool isDef)>;

  static void visit(const VirtualInstruction &inst, Visitor visitor) {
    auto operand = [&](const Operand &o) {
      if (o.kind == Operand::Register)
        visitor(VirtualReg(o.value), false);
    };
    operand(inst.base.a);
    operand(inst.base.b);
    for (const auto &[reg, coefficient] : inst.terms)
      visitor(reg, false);
    for (const TransferDim &dim : inst.base.dims) {
      operand(dim.count);
      operand(dim.fromStride);
      operand(dim.toStride);
    }
    for (VirtualReg reg : inst.src)
      if (reg >= 0)
        visitor(reg, false);
    if (inst.dst >= 0)
      visitor(inst.dst, true);
  }

  void flatten(const VirtualBlock &block) {
    for (const VirtualInstruction &inst : block) {
      unsigned at = flat_.size();
      flat_.push_back({&inst, inst.base});
      if (!inst.hasBody())
        continue;
      flatten(inst.body);
      if (inst.base.op == Opcode::Loop)
        loops_.push_back({at, unsigned(flat_.size())});
      Instruction end;
      end.op = Opcode::End;
      end.source = inst.base.source;
      flat_.push_back({nullptr, end});
    }
  }

  void touch(VirtualReg reg, unsigned at) {
    if (!seen_[reg])
      first_[reg] = at;
    seen_[reg] = true;
    last_[reg] = std::max(last_[reg], at);
    touches_.push_back({reg, at});
  }

  /// A loop's count and counter stay until its End: the sequencer may look at
  /// them at every turn.
  void keepLoopOperands() {
    for (LoopSpan loop : loops_)
      visit(*flat_[loop.begin].virt,
            [&](VirtualReg reg, bool) { touch(reg, loop.end); });
    // Inner loops come first in the list, so one pass reaches outwards. A loop
    // that uses a register from outside needs it at every turn.
    std::vector<std::pair<VirtualReg, unsigned>> touches = touches_;
    for (auto [reg, at] : touches)
      for (LoopSpan loop : loops_) {
        bool uses = at > loop.begin && at < loop.end;
        bool outside = first_[reg] <= loop.begin || registers_[reg].pinned;
        if (!uses || !outside)
          continue;
        last_[reg] = std::max(last_[reg], loop.end);
        if (registers_[reg].pinned)
          first_[reg] = std::min(first_[reg], loop.begin);
      }
  }

  AllocationStatus assign(mlir::Operation *&where) {
    std::vector<Interval> intervals;
    for (VirtualReg reg = 0; reg < VirtualReg(registers_.size()); ++reg)
      if (seen_[reg])
        intervals.push_back(
            {reg, first_[reg], std::max(last_[reg], first_[reg] + 1)});
    std::sort(intervals.begin(), intervals.end(),
              [](const Interval &a, const Interval &b) {
                return std::pair(a.begin, a.reg) < std::pair(b.begin, b.reg);
              });
    bool indexUsed[indexRegisters] = {}, vectorUsed[vectorRegisters] = {};
    vectorBytes_ = 0;
    std::fill(std::begin(size_), std::end(size_), 0);
    std::vector<Interval> active;
    for (const Interval &next : intervals) {
      llvm::erase_if(active, [&](const Interval &old) {
        if (old.end > next.begin)
          return false;
        const RegisterInfo &info = registers_[old.reg];
        (info.isVector ? vectorUsed : indexUsed)[assigned_[old.reg]] = false;
        return true;
      });
      const RegisterInfo &info = registers_[next.reg];
      bool *used = info.isVector ? vectorUsed : indexUsed;
      unsigned limit = info.isVector ? vectorRegisters : indexRegisters;
      unsigned free = info.isVector
                          ? freeVector(used, info.bytes)
                          : std::find(used, used + limit, false) - used;
      bool full = info.isVector && limits_.vectorBytes > 0 &&
                  vectorBytes_ > limits_.vectorBytes;
      if (free == limit || full) {
        where =
            flat_[next.begin].virt ? flat_[next.begin].virt->origin : nullptr;
        return report(info, vectorBytes_, where);
      }
      used[free] = true;
      assigned_[next.reg] = free;
      active.push_back(next);
    }
    return AllocationStatus::Ok;
  }

  /// The free vector register that has to grow least for `bytes`, the smallest
  /// of those; `vectorRegisters` when all are taken. A register is as large as
  /// the largest vector it ever holds, and the unit has memory for the sum.
  unsigned freeVector(const bool *used, int64_t bytes) {
    unsigned best = vectorRegisters;
    auto growth = [&](unsigned reg) {
      return std::max<int64_t>(bytes - size_[reg], 0);
    };
    for (unsigned reg = 0; reg < vectorRegisters; ++reg)
      if (!used[reg] &&
          (best == vectorRegisters || std::pair(growth(reg), size_[reg]) <
                                          std::pair(growth(best), size_[best])))
        best = reg;
    if (best == vectorRegisters)
      return best;
    vectorBytes_ += growth(best);
    size_[best] = std::max(size_[best], bytes);
    return best;
  }

  AllocationStatus report(const RegisterInfo &info, int64_t bytes,
                          mlir::Operation *where) {
    if (!info.isVector)
      return AllocationStatus::TooManyIndexRegisters;
    if (!where)
      return AllocationStatus::Failed;
    if (limits_.vectorBytes > 0 && bytes > limits_.vectorBytes)
      where->emitError() << "unit " << limits_.unit << " would hold " << bytes
                         << " bytes of vectors at the same time here, but its "
                         << "register memory " << limits_.memory << " has "
                         << limits_.vectorBytes
                         << "; use values sooner or shorten the vectors";
    else
      where->emitError() << "unit " << limits_.unit << " would hold more than "
                         << vectorRegisters
                         << " vectors at the same time here; use values sooner";
    return AllocationStatus::Failed;
  }

  void substitute(const VirtualInstruction &virt, Instruction &real) {
    auto operand = [&](Operand &o) {
      if (o.kind == Operand::Register)
        o.value = assigned_[o.value];
    };
    operand(real.a);
    operand(real.b);
    for (TransferDim &dim : real.dims) {
      operand(dim.count);
      operand(dim.fromStride);
      operand(dim.toStride);
    }
    for (const auto &[reg, coefficient] : virt.terms)
      real.terms.push_back({uint8_t(assigned_[reg]), coefficient});
    for (unsigned i = 0; i < 3; ++i)
      if (virt.src[i] >= 0)
        real.src[i] = assigned_[virt.src[i]];
    if (virt.dst >= 0)
      real.dst = assigned_[virt.dst];
  }

  const std::vector<RegisterInfo> &registers_;
  const RegisterLimits &limits_;
  std::vector<FlatInstruction> flat_;
  std::vector<LoopSpan> loops_;
  std::vector<std::pair<VirtualReg, unsigned>> touches_;
  std::vector<bool> seen_;
  std::vector<unsigned> first_, last_, assigned_;
  int64_t size_[vectorRegisters] = {}; ///< bytes, of the vector registers
  int64_t vectorBytes_ = 0;            ///< their sum
};

} // namespace

AllocationStatus allocateRegisters(const VirtualBlock &block,
                                   const std::vector<RegisterInfo> &registers,
                                   const RegisterLimits &limits,
                                   std::vector<Instruction> &code,
                                   mlir::Operation *&where) {
  return Allocator(registers, limits).run(block, code, where);
}

} // namespace sg::codegen
