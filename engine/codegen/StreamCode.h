// Instructions of one stream before registers are assigned: a tree of blocks
// over virtual registers.
#pragma once
#include "engine/spyrecode/Binary.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace sg::codegen {

/// A virtual register; negative means none.
using VirtualReg = int;

struct RegisterInfo {
  bool isVector = false;
  int64_t bytes = 0;   ///< vector registers: size of the vector
  bool pinned = false; ///< keeps its content through every loop that uses it
};

/// `op`, formats and scalars of `base` are final; registers are virtual:
/// `dst`, `src`, `terms` and the value of Register operands.
struct VirtualInstruction {
  Instruction base;
  VirtualReg dst = -1;
  std::array<VirtualReg, 3> src = {-1, -1, -1};
  llvm::SmallVector<std::pair<VirtualReg, Operand>, 2> terms;
  mlir::Operation *origin = nullptr;
  std::vector<VirtualInstruction> body; ///< Loop and When

  bool hasBody() const {
    return base.op == Opcode::Loop || base.op == Opcode::When;
  }
};

using VirtualBlock = std::vector<VirtualInstruction>;

/// What registers may hold.
struct RegisterLimits {
  int64_t vectorBytes = 0; ///< of the unit's register memory; 0 = no limit
  std::string unit;        ///< for messages
  std::string memory;      ///< for messages: "SFU_REG"
};

enum class AllocationStatus { Ok, TooManyIndexRegisters, Failed };

/// Assigns registers by liveness and appends the final instructions, closed by
/// Halt, to `code`. Running out of index registers reports nothing (another
/// placement may do); other failures are diagnostics at the instruction's
/// origin. `where` is that origin in both cases.
AllocationStatus allocateRegisters(const VirtualBlock &block,
                                   const std::vector<RegisterInfo> &registers,
                                   const RegisterLimits &limits,
                                   std::vector<Instruction> &code,
                                   mlir::Operation *&where);

} // namespace sg::codegen
