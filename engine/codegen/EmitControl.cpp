// Loops, conditions, signals, and the walk over a program's operations.
#include "engine/codegen/UnitEmitter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"

namespace sg::codegen {

using mlir::failure;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::success;
namespace arith = mlir::arith;
namespace scf = mlir::scf;

uint8_t BinaryLists::memory(const std::string &kind) {
  auto it = llvm::find(binary_.memories, kind);
  size_t at = it - binary_.memories.begin();
  if (it == binary_.memories.end())
    binary_.memories.push_back(kind);
  return uint8_t(at);
}

uint32_t BinaryLists::source(mlir::Operation *op) {
  auto [it, isNew] = sources_.try_emplace(op, 0);
  if (isNew) {
    binary_.sources.push_back(sourceText(op));
    it->second = uint32_t(binary_.sources.size());
  }
  return it->second;
}

uint16_t BinaryLists::buffer(const ScratchpadBuffer &buffer) {
  auto it = llvm::find(binary_.buffers, buffer);
  size_t at = it - binary_.buffers.begin();
  if (at >= UINT16_MAX)
    return 0;
  if (it == binary_.buffers.end())
    binary_.buffers.push_back(buffer);
  return uint16_t(at + 1);
}

LogicalResult UnitEmitter::run() {
  if (unit_.role == UnitRole::Matrix)
    for (UnitProgram part : plan_.parts)
      if (part.op.getBody()->getOperations().size() > 1)
        return part.op.emitError()
               << "programs for the matrix unit " << unit_.kind
               << " cannot be generated: SpyreBinary has no matrix "
                  "instructions";
  if (isVectorUnit() && failed(findCarriedRegisters()))
    return failure();
  for (unsigned part = 0; part < plan_.parts.size(); ++part) {
    reader_.enterPart(part);
    dataflow::ProgramUnitOp op = plan_.parts[part].op;
    if (failed(emitBlock(*op.getBody())))
      return failure();
  }
  return success();
}

LogicalResult UnitEmitter::emitBlock(mlir::Block &block) {
  for (mlir::Operation &op : block) {
    builder.origin = &op;
    if (failed(emitOp(&op)))
      return failure();
    if (builder.index.overflow)
      return op.emitError("an address does not fit 64 bits");
    if (builder.tooManyPorts)
      return op.emitError() << unit_.kind << " has more than 256 peers";
  }
  return success();
}

LogicalResult UnitEmitter::emitOp(mlir::Operation *op) {
  // Source numbers only for what becomes code.
  auto mark = [&] {
    builder.origin = op;
    builder.source = lists_.source(op);
  };
  if (auto loop = llvm::dyn_cast<scf::ForOp>(op)) {
    mark();
    return emitFor(loop);
  }
  if (auto branch = llvm::dyn_cast<scf::IfOp>(op)) {
    mark();
    return emitIf(branch);
  }
  if (auto send = llvm::dyn_cast<dataflow::SyncSendOp>(op)) {
    mark();
    return emitSignal(
        op, send.getToUnit(),
        send.getWaitImmediatelyForAsyncTransfers());
  }
  if (auto receive = llvm::dyn_cast<dataflow::SyncRecvOp>(op)) {
    mark();
    return emitWait(op, receive.getFromUnit());
  }
  if (auto transfer = llvm::dyn_cast<agen::CompositeLoadAndStoreOp>(op)) {
    mark();
    return emitTransfer(transfer);
  }
  llvm::StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "vectorchain" ||
      llvm::isa<dataflow::SendOp, dataflow::ReceiveOp, dataflow::OpaqueOp,
                agen::VectorLoadOp, agen::VectorStoreOp>(op)) {
    mark();
    return emitVectorOp(op);
  }
  // Read where they are used.
  if (llvm::isa<scf::YieldOp, dataflow::ReturnOp, dataflow::GetUnitOp,
                dataflow::GetLogicalMemoryViewOp>(op) ||
      dialect == "arith" || dialect == "affine" || dialect == "uniform" ||
      dialect == "symbol")
    if (op->getNumRegions() == 0)
      return success();
  return op->emitError() << "'" << op->getName()
                         << "' has no code in a unit's program";
}

LogicalResult UnitEmitter::emitFor(scf::ForOp op) {
  FailureOr<Linear> lower = reader_.index(op.getLowerBound(), op);
  FailureOr<Linear> upper = succeeded(lower)
                                ? reader_.index(op.getUpperBound(), op)
                                : FailureOr<Linear>(failure());
  FailureOr<Linear> step = succeeded(upper) ? reader_.index(op.getStep(), op)
                                            : FailureOr<Linear>(failure());
  if (failed(step))
    return failure();
  IndexContext &index = builder.index;
  if (!index.isConstant(*step) ||
      llvm::any_of(step->base, [](int64_t s) { return s <= 0; }))
    return op.emitError("the step must be a positive constant (or one per "
                        "unit)");
  // ceil((upper - lower) / step), nothing when upper is below lower.
  Linear distance = index.sub(*upper, *lower);
  Linear count =
      index.scale(index.floorDiv(index.scale(distance, -1), step->base), -1);
  count = index.max(count, index.constant(0));
  if (failed(bindIterArgs(op)))
    return failure();
  std::optional<int64_t> fixed = index.uniformConstant(count);
  if (fixed != 0 && failed(emitLoopBody(op, count, *lower, *step)))
    return failure();
  return bindIterResults(op);
}

LogicalResult UnitEmitter::emitLoopBody(scf::ForOp op, Linear count,
                                        const Linear &lower,
                                        const Linear &step) {
  IndexContext &index = builder.index;
  std::optional<int64_t> fixed = index.uniformConstant(count);
  if (fixed == 1) {
    reader_.openScope();
    reader_.bind(op.getInductionVar(), lower);
    LogicalResult result = emitBlock(*op.getBody());
    if (succeeded(result))
      result = moveYields(op);
    reader_.closeScope();
    return result;
  }
  if (builder.openBlocks() > maxLoopDepth)
    return op.emitError() << "loops and conditions are nested deeper than "
                          << maxLoopDepth;
  VirtualInstruction head;
  head.base.op = Opcode::Loop;
  head.base.a = builder.operand(count);
  head.dst = builder.newIndexRegister();
  int64_t most = index.range(count).high;
  unsigned counter = index.counter(
      unsigned(head.dst), builder.loopLevel() + 1,
      most < Range::unbounded ? std::optional<int64_t>(most) : std::nullopt);
  builder.open(std::move(head));
  reader_.openScope();
  reader_.bind(
      op.getInductionVar(),
      index.add(lower, index.scale(index.atomValue(counter), step.base)));
  LogicalResult result = emitBlock(*op.getBody());
  if (succeeded(result))
    result = moveYields(op);
  reader_.closeScope();
  builder.close();
  return result;
}

LogicalResult UnitEmitter::emitIf(scf::IfOp op) {
  if (op.getNumResults() > 0)
    return op.emitError("scf.if with results has no code; use "
                        "vectorchain.element_wise_selection or send from both "
                        "branches");
  FramedValue condition = reader_.here(op.getCondition());
  auto branch = [&](mlir::Region &region, bool negate) -> LogicalResult {
    if (region.empty() || llvm::hasSingleElement(region.front()))
      return success();
    builder.origin = op;
    builder.source = lists_.source(op);
    return emitWhen(condition, negate, op,
                    [&] { return emitBlock(region.front()); });
  };
  if (failed(branch(op.getThenRegion(), false)))
    return failure();
  return branch(op.getElseRegion(), true);
}

LogicalResult UnitEmitter::emitWhen(Compare compare, const Linear &a,
                                    const Linear &b, Body body) {
  auto holds = [&](int64_t x, int64_t y) {
    switch (compare) {
    case Compare::Eq:
      return x == y;
    case Compare::Ne:
      return x != y;
    case Compare::Lt:
      return x < y;
    case Compare::Le:
      return x <= y;
    case Compare::Gt:
      return x > y;
    case Compare::Ge:
      return x >= y;
    }
    return false;
  };
  Linear difference = builder.index.sub(a, b);
  if (builder.index.isConstant(difference)) {
    auto decides = [&](int64_t d) { return holds(d, 0); };
    if (llvm::all_of(difference.base, decides))
      return body();
    if (llvm::none_of(difference.base, decides))
      return success();
  }
  if (builder.openBlocks() > maxLoopDepth)
    return builder.origin->emitError()
           << "loops and conditions are nested deeper than " << maxLoopDepth;
  VirtualInstruction head;
  head.base.op = Opcode::When;
  head.base.compare = compare;
  head.base.a = builder.operand(a);
  head.base.b = builder.operand(b);
  builder.open(std::move(head));
  reader_.openScope();
  LogicalResult result = body();
  reader_.closeScope();
  builder.close();
  return result;
}

static std::optional<Compare> compareOf(arith::CmpIPredicate predicate,
                                        bool negate) {
  using P = arith::CmpIPredicate;
  switch (negate ? arith::invertPredicate(predicate) : predicate) {
  case P::eq:
    return Compare::Eq;
  case P::ne:
    return Compare::Ne;
  case P::slt:
  case P::ult:
    return Compare::Lt;
  case P::sle:
  case P::ule:
    return Compare::Le;
  case P::sgt:
  case P::ugt:
    return Compare::Gt;
  case P::sge:
  case P::uge:
    return Compare::Ge;
  }
  return std::nullopt;
}

static bool isUnsigned(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  return predicate == P::ult || predicate == P::ule || predicate == P::ugt ||
         predicate == P::uge;
}

LogicalResult UnitEmitter::emitWhen(FramedValue condition, bool negate,
                                    mlir::Operation *at, Body body) {
  condition = chaseArguments(condition);
  mlir::Operation *op = condition.value.getDefiningOp();
  auto side = [&](unsigned i) {
    return FramedValue{op->getOperand(i), condition.frame};
  };
  if (op && llvm::isa<arith::AndIOp, arith::OrIOp>(op)) {
    bool both = llvm::isa<arith::AndIOp>(op) != negate;
    if (both)
      return emitWhen(side(0), negate, at,
                      [&] { return emitWhen(side(1), negate, at, body); });
    // Either: the second one only when the first does not hold.
    if (failed(emitWhen(side(0), negate, at, body)))
      return failure();
    return emitWhen(side(0), !negate, at,
                    [&] { return emitWhen(side(1), negate, at, body); });
  }
  auto cmp = llvm::dyn_cast_or_null<arith::CmpIOp>(op);
  if (!cmp) {
    // A truth value as a number: constants, also one per unit.
    FailureOr<Linear> value = reader_.index(condition, at);
    if (failed(value))
      return failure();
    return emitWhen(negate ? Compare::Eq : Compare::Ne, *value,
                    builder.index.constant(0), body);
  }
  FailureOr<Linear> a = reader_.index(side(0), cmp);
  FailureOr<Linear> b =
      succeeded(a) ? reader_.index(side(1), cmp) : FailureOr<Linear>(failure());
  if (failed(b))
    return failure();
  if (isUnsigned(cmp.getPredicate()) &&
      (builder.index.range(*a).low < 0 || builder.index.range(*b).low < 0))
    return cmp.emitError("a side of this unsigned comparison may be negative; "
                         "use the signed predicate");
  return emitWhen(*compareOf(cmp.getPredicate(), negate), *a, *b, body);
}

FailureOr<uint8_t> UnitEmitter::portOf(mlir::Value peer, mlir::Operation *at) {
  FailureOr<std::vector<UnitRef>> peers = reader_.units(peer, at);
  if (failed(peers))
    return failure();
  for (const UnitRef &unit : *peers)
    if (!device_.unit(unit.kind))
      return at->emitError() << "'" << lowerCase(unit.kind)
                             << "' is a memory; messages go to units",
             failure();
  return builder.port(std::move(*peers));
}

FailureOr<uint8_t> UnitEmitter::sourcePort(mlir::Value peer,
                                           mlir::Operation *at) {
  FailureOr<uint8_t> port = portOf(peer, at);
  if (failed(port))
    return failure();
  for (const UnitRef &unit : builder.ports[*port])
    if (!lists_.running.count(unit)) {
      auto error = at->emitError()
                   << "this would wait for ever: " << lowerCase(unit.kind)
                   << " of core " << unit.core;
      if (unit.corelet >= 0)
        error << ", corelet " << unit.corelet;
      error << " has no program";
      return failure();
    }
  return *port;
}

LogicalResult UnitEmitter::emitSignal(mlir::Operation *op, mlir::Value peer,
                                      std::optional<bool> fence) {
  FailureOr<uint8_t> port = portOf(peer, op);
  if (failed(port))
    return failure();
  if (fence.value_or(false)) {
    VirtualInstruction inst;
    inst.base.op = Opcode::Fence;
    builder.emit(std::move(inst));
  }
  VirtualInstruction inst;
  inst.base.op =
      fence.has_value() && !*fence ? Opcode::SignalAfter : Opcode::Signal;
  inst.base.port = *port;
  builder.emit(std::move(inst));
  return success();
}

LogicalResult UnitEmitter::emitWait(mlir::Operation *op, mlir::Value peer) {
  FailureOr<uint8_t> port = sourcePort(peer, op);
  if (failed(port))
    return failure();
  VirtualInstruction inst;
  inst.base.op = Opcode::Wait;
  inst.base.port = *port;
  builder.emit(std::move(inst));
  return success();
}

} // namespace sg::codegen
