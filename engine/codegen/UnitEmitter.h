// Generates the code of one stream: walks the operations of its programs and
// emits instructions for the role of its unit.
#pragma once
#include "engine/codegen/Box.h"
#include "engine/codegen/Program.h"
#include "engine/codegen/StreamBuilder.h"
#include "engine/codegen/Text.h"
#include "engine/codegen/TransferShape.h"
#include "engine/codegen/Values.h"
#include "engine/ir/agen/Agen.h"
#include "engine/ops/OpTable.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <set>

namespace mlir::scf {
class ForOp;
class IfOp;
} // namespace mlir::scf

namespace sg::codegen {

/// What all streams of a binary share while it is made: the lists in it.
class BinaryLists {
public:
  BinaryLists(Binary &binary, const Device &device)
      : binary_(binary), device_(device) {}
  /// Index of a memory kind.
  uint8_t memory(const std::string &kind);
  /// Source number of an operation, from 1.
  uint32_t source(mlir::Operation *op);
  /// Number of a scratchpad buffer, from 1; 0 when there are too many.
  uint16_t buffer(const ScratchpadBuffer &buffer);
  const Device &device() const { return device_; }

  std::set<UnitRef> running; ///< units that have a program

private:
  Binary &binary_;
  const Device &device_;
  llvm::DenseMap<mlir::Operation *, uint32_t> sources_;
};

/// A get_logical_memory_view, read.
struct MemoryView {
  std::string kind; ///< memory kind, as in the device
  Linear start;     ///< elements
  mlir::AffineMap layout;
  Format format = Format::F16;
  uint16_t tag = 0;
};

/// A dimension that is enumerated by a transfer, and what stands for it.
struct EnumeratedDim {
  unsigned atom = 0;
  Linear count;
};

/// A box being enumerated: dimensions in order, slowest first, and the value
/// of every dimension of the set in terms of them.
struct Enumeration {
  std::vector<EnumeratedDim> order;
  llvm::SmallVector<Linear> values;
  bool empty = false;
};

class UnitEmitter {
public:
  UnitEmitter(const StreamPlan &plan, BinaryLists &lists, const OpTable &ops,
              Placement placement)
      : builder(unsigned(plan.units.size()), placement),
        reader_(builder, plan, lists.device()), plan_(plan), lists_(lists),
        device_(lists.device()), ops_(ops),
        unit_(*lists.device().unit(plan.units.front().kind)) {}

  /// Emits everything; diagnoses what it cannot.
  mlir::LogicalResult run();
  RegisterLimits limits() const;
  StreamBuilder builder;

private:
  // Control: EmitControl.cpp.
  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitOp(mlir::Operation *op);
  mlir::LogicalResult emitFor(mlir::scf::ForOp op);
  mlir::LogicalResult emitLoopBody(mlir::scf::ForOp op, Linear count,
                                   const Linear &lower, const Linear &step);
  mlir::LogicalResult emitIf(mlir::scf::IfOp op);
  using Body = llvm::function_ref<mlir::LogicalResult()>;
  mlir::LogicalResult emitWhen(FramedValue condition, bool negate,
                               mlir::Operation *at, Body body);
  mlir::LogicalResult emitWhen(Compare compare, const Linear &a,
                               const Linear &b, Body body);
  /// `fence`: wait for transfers first; false: the signal waits for them and
  /// the unit goes on; nothing: at once.
  mlir::LogicalResult emitSignal(mlir::Operation *op, mlir::Value peer,
                                 std::optional<bool> fence);
  mlir::LogicalResult emitWait(mlir::Operation *op, mlir::Value peer);
  mlir::FailureOr<uint8_t> portOf(mlir::Value peer, mlir::Operation *at);
  /// A port to wait on: its units have to run something.
  mlir::FailureOr<uint8_t> sourcePort(mlir::Value peer, mlir::Operation *at);

  // Memory: EmitMemory.cpp.
  mlir::FailureOr<MemoryView> viewOf(mlir::Value memref, mlir::Operation *at);
  mlir::FailureOr<uint16_t> tagOf(mlir::Operation *view, const Linear &start,
                                  Format format);
  bool isRegisterFile(mlir::Value memref);
  mlir::LogicalResult emitPush(mlir::Operation *send, agen::VectorLoadOp load);
  mlir::LogicalResult emitPop(agen::VectorStoreOp store);
  mlir::LogicalResult checkLoad(agen::VectorLoadOp load);
  mlir::LogicalResult checkReceive(dataflow::ReceiveOp receive);
  /// Byte address of a vector's first element; its elements have to be
  /// consecutive.
  mlir::FailureOr<Linear> vectorAddress(const MemoryView &view,
                                        const agen::Access &access,
                                        VectorShape shape, mlir::Operation *at);

  // Transfers: EmitTransfer.cpp.
  mlir::LogicalResult emitTransfer(agen::CompositeLoadAndStoreOp op);
  mlir::FailureOr<Enumeration> enumerate(mlir::IntegerSet set,
                                         mlir::AffineMap order,
                                         llvm::ArrayRef<Linear> symbols,
                                         llvm::StringRef what,
                                         mlir::Operation *at);
  /// Byte address of an element of the access, in terms of the enumerated
  /// dimensions. `timeSymbols` and `time` may be empty.
  mlir::FailureOr<Linear>
  accessAddress(const MemoryView &view, const agen::Access &access,
                const Enumeration &elements, const Enumeration &time,
                llvm::ArrayRef<Linear> timeSymbols, mlir::Operation *at);
  /// Cuts the dimension a div or mod asked for, if it is one of these.
  bool applySplit(Enumeration &enumeration);
  mlir::LogicalResult checkLinear(const Linear &address, mlir::Operation *at);
  Column strideOf(const Linear &address, unsigned atom);
  Linear withoutDims(const Linear &address);
  /// The element dimensions of one side as a walk; diagnoses sizes that are
  /// no constants.
  mlir::FailureOr<std::vector<WalkDim>> walkOf(const Linear &address,
                                               const Enumeration &elements,
                                               mlir::Operation *at);

  // Vector unit: EmitVector.cpp, EmitRegisters.cpp.
  struct VectorValue {
    VirtualReg reg = -1;
    VectorShape shape;
  };
  mlir::LogicalResult emitVectorOp(mlir::Operation *op);
  mlir::LogicalResult emitReceive(dataflow::ReceiveOp op);
  mlir::LogicalResult emitSend(dataflow::SendOp op);
  mlir::LogicalResult emitCompute(mlir::Operation *op);
  mlir::LogicalResult emitConstant(mlir::Operation *op, mlir::Value result,
                                   mlir::Operation *at);
  mlir::LogicalResult emitShuffle(mlir::Operation *op);
  mlir::LogicalResult emitOpaque(dataflow::OpaqueOp op);
  mlir::LogicalResult emitRegisterLoad(agen::VectorLoadOp op);
  mlir::LogicalResult emitRegisterStore(agen::VectorStoreOp op);
  mlir::FailureOr<int64_t> registerAddress(const agen::Access &access,
                                           VectorShape shape,
                                           mlir::Operation *at);
  VectorValue &registerAt(int64_t address);
  /// Finds the named registers that some block reads before it writes them.
  mlir::LogicalResult findCarriedRegisters();
  mlir::LogicalResult findCarriedRegisters(mlir::Block &block,
                                           std::set<int64_t> &written);
  /// Notes what an instruction is about to put there.
  mlir::LogicalResult setRegister(int64_t address, VectorShape shape,
                                  mlir::Operation *at);
  mlir::FailureOr<VectorValue> vectorOf(mlir::Value value, mlir::Operation *at);
  mlir::FailureOr<VectorShape> shapeOf(mlir::Type type, mlir::Operation *at);
  mlir::LogicalResult emitRow(const OpRow &row,
                              llvm::ArrayRef<VectorValue> operands,
                              VectorValue result);
  /// Copies a vector. `maximum(x, x)` stands for the move units do not have.
  mlir::LogicalResult emitCopy(VectorValue from, VirtualReg to,
                               mlir::Operation *at);
  /// Lets the instruction that made `value` write to `to` instead, when
  /// nothing in the open block since then touches `to`.
  bool redirect(VirtualReg value, VirtualReg to);
  mlir::LogicalResult bindIterArgs(mlir::scf::ForOp op);
  mlir::LogicalResult moveYields(mlir::scf::ForOp op);
  mlir::LogicalResult bindIterResults(mlir::scf::ForOp op);
  llvm::SmallVector<VirtualReg> namedRegisters() const;
  mlir::LogicalResult rejectMask(mlir::Operation *op);

  bool isVectorUnit() const { return unit_.role == UnitRole::Vector; }
  int64_t registerBytes() const;

  ValueReader reader_;
  const StreamPlan &plan_;
  BinaryLists &lists_;
  const Device &device_;
  const OpTable &ops_;
  const DeviceUnit &unit_;
  llvm::DenseMap<mlir::Value, VectorValue> vectors_;
  /// Registers that programs name: byte address in the register memory.
  std::map<int64_t, VectorValue> named_;
  /// Registers several places write to: carried around loops, or named.
  llvm::DenseSet<VirtualReg> fixed_;
  /// Registers known under several names, so that none may take them over.
  llvm::DenseSet<VirtualReg> shared_;
  std::set<int64_t> carried_; ///< addresses that keep one register throughout
};

} // namespace sg::codegen
