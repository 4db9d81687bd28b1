#include "engine/schedule/EmitUnit.h"
#include "engine/ir/symbol/Symbol.h"
#include "engine/ir/uniform/Uniform.h"
#include "engine/schedule/Loops.h"
#include "engine/schedule/PipelineShape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace sg {

EmitContext::EmitContext(func::FuncOp kernel, ScheduleContext &schedule)
    : kernel(kernel), schedule(schedule), values(flatGrid(kernel)) {
  for (auto unit : kernel.getOps<dataflow::GetUnitOp>())
    units[{unit.getType().str(), unit.getCore().value_or(-1),
           unit.getCorelet().value_or(-1)}] = unit.getUnit();
}

Value EmitContext::unit(StringRef kind, int64_t core, int64_t corelet) {
  std::string type = kind.lower();
  Value &unit = units[{type, core, corelet}];
  if (!unit) {
    OpBuilder b(&kernel.getBody().front(), kernel.getBody().front().begin());
    std::string name =
        core < 0 ? type : "C" + std::to_string(core) + "-" + type;
    if (corelet >= 0)
      name += "-CL" + std::to_string(corelet);
    auto some = [](int64_t n) {
      return n < 0 ? std::nullopt : std::optional<int64_t>(n);
    };
    unit = dataflow::GetUnitOp::create(b, kernel.getLoc(), name, type,
                                       some(core), some(corelet))
               .getUnit();
  }
  return unit;
}

int64_t EmitContext::symbol(BlockArgument argument) {
  auto [it, isNew] = symbols.try_emplace(argument, 0);
  if (isNew) {
    it->second = -static_cast<int64_t>(symbols.size());
    OpBuilder b(&kernel.getBody().front(), kernel.getBody().front().begin());
    symbol::CreateIdOp::create(b, argument.getLoc(), argument, it->second);
  }
  return it->second;
}

UnitProgram::UnitProgram(dataflow::ProgramUnitOp program, EmitContext &emit)
    : program(program), emit(emit) {}

static std::pair<int64_t, int64_t> placeOf(Value unit) {
  auto op = unit.getDefiningOp<dataflow::GetUnitOp>();
  return {op.getCore().value_or(-1), op.getCorelet().value_or(-1)};
}

Value UnitProgram::table(OpBuilder &b, Location loc, ArrayRef<Value> targets) {
  if (llvm::all_equal(targets))
    return targets.front();
  SmallVector<Value> keys(program.getUnits());
  auto map = uniform::DefImmutableMappingOp::create(b, loc, keys, targets);
  return uniform::QueryMapOp::create(b, loc, map, program.getIterArg());
}

Value UnitProgram::perCore(OpBuilder &b, Location loc, const PerCore &numbers) {
  PerCore mine;
  for (Value unit : program.getUnits())
    mine.push_back(numbers[placeOf(unit).first]);
  if (isUniform(mine))
    return arith::ConstantIndexOp::create(b, loc, mine.front());
  OpBuilder outer(program);
  SmallVector<Value> targets;
  for (int64_t number : mine)
    targets.push_back(arith::ConstantIndexOp::create(outer, loc, number));
  return table(b, loc, targets);
}

Value UnitProgram::linear(OpBuilder &b, Location loc, const LinearForm &form) {
  Value sum;
  auto addTo = [&](Value part) {
    sum = sum ? Value(arith::AddIOp::create(b, loc, sum, part)) : part;
  };
  for (const auto &[value, coefficient] : form.terms) {
    auto argument = cast<BlockArgument>(value);
    Value part = value;
    if (isa<func::FuncOp>(argument.getOwner()->getParentOp())) {
      int64_t number = emit.symbol(argument);
      Value &symbol = symbolValues[number];
      if (!symbol) {
        Block *body = &program.getRegion().front();
        OpBuilder top(body, body->begin());
        symbol = symbol::CreateSymbolOp::create(top, loc, number);
      }
      part = symbol;
    }
    if (maxOf(coefficient) != 1 || minOf(coefficient) != 1)
      part = arith::MulIOp::create(b, loc, part, perCore(b, loc, coefficient));
    addTo(part);
  }
  if (!sum || maxOf(form.constant) || minOf(form.constant))
    addTo(perCore(b, loc, form.constant));
  return sum;
}

Value UnitProgram::beside(Location loc, StringRef kind) {
  Value &peer = peers[kind.str()];
  if (peer)
    return peer;
  const Device &device = emit.schedule.device;
  Scope scope = Scope::Core;
  if (const DeviceMemory *memory = device.memory(kind))
    scope = memory->scope;
  else if (const DeviceUnit *unit = device.unit(kind))
    scope = unit->scope;
  SmallVector<Value> targets;
  for (Value unit : program.getUnits()) {
    auto [core, corelet] = placeOf(unit);
    targets.push_back(emit.unit(kind, scope == Scope::Device ? -1 : core,
                                scope == Scope::Corelet ? corelet : -1));
  }
  Block *body = &program.getRegion().front();
  OpBuilder top(body, body->begin());
  return peer = table(top, loc, targets);
}

Value UnitProgram::localIndex(OpBuilder &b, Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getParentOfType<dataflow::ProgramUnitOp>() == program) {
    if (!op || isa<uniform::QueryMapOp, arith::ConstantOp>(op))
      return value;
  }
  std::optional<PerCore> numbers = emit.values.evaluate(value);
  return numbers ? perCore(b, value.getLoc(), *numbers) : value;
}

// (iterations so far) mod n, from the trip counts of the loops.
static void emitPhase(ktdf::BufferPhaseOp op, UnitProgram &unit) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  CoreValues &values = unit.emit.values;
  Value number;
  PerCore stride = values.constant(1);
  for (Value counter : llvm::reverse(op.getIvs())) {
    Value part = counter;
    if (maxOf(stride) != 1 || minOf(stride) != 1)
      part = arith::MulIOp::create(b, loc, part, unit.perCore(b, loc, stride));
    number = number ? Value(arith::AddIOp::create(b, loc, part, number)) : part;
    auto loop = cast<scf::ForOp>(
        cast<BlockArgument>(counter).getOwner()->getParentOp());
    if (auto range = loopRange(loop, values))
      for (auto [product, trips] : llvm::zip(stride, range->trips))
        product *= trips;
  }
  Value phases = arith::ConstantIndexOp::create(b, loc, op.getNumPhases());
  op.getResult().replaceAllUsesWith(
      arith::RemUIOp::create(b, loc, number, phases));
  op.erase();
}

LogicalResult emitUnit(dataflow::ProgramUnitOp program, EmitContext &emit) {
  UnitProgram unit(program, emit);
  SmallVector<ktdf::BufferPhaseOp> phases;
  SmallVector<Operation *> work;
  program.walk([&](Operation *op) {
    if (auto phase = dyn_cast<ktdf::BufferPhaseOp>(op))
      phases.push_back(phase);
    else if (isa<ktdf::DataTransferOp, linalg::GenericOp>(op))
      work.push_back(op);
  });
  for (ktdf::BufferPhaseOp phase : phases)
    emitPhase(phase, unit);
  for (Operation *op : work) {
    LogicalResult done =
        isa<linalg::GenericOp>(op)
            ? emitCompute(cast<linalg::GenericOp>(op), unit)
            : emitTransfer(cast<ktdf::DataTransferOp>(op), unit);
    if (failed(done))
      return failure();
  }
  // Bounds and conditions.
  SmallVector<Operation *> control;
  program.walk([&](Operation *op) {
    if (isa<scf::ForOp>(op) || op->getDialect()->getNamespace() == "arith")
      control.push_back(op);
  });
  // Decide before changing anything: a replaced bound no longer evaluates.
  SmallVector<std::tuple<OpOperand *, PerCore>> replace;
  for (Operation *op : control)
    for (OpOperand &operand : op->getOpOperands()) {
      Operation *def = operand.get().getDefiningOp();
      if (!def || isa<uniform::QueryMapOp, arith::ConstantOp>(def) ||
          !operand.get().getType().isIndex())
        continue;
      if (std::optional<PerCore> numbers = emit.values.evaluate(operand.get()))
        replace.push_back({&operand, *numbers});
    }
  for (auto &[operand, numbers] : replace) {
    OpBuilder b(operand->getOwner());
    operand->set(unit.perCore(b, operand->getOwner()->getLoc(), numbers));
  }
  SmallVector<Operation *> slots;
  program.walk([&](Operation *op) {
    if (isa<ktdf::FifoAllocateOp>(op) && op->use_empty())
      slots.push_back(op);
  });
  for (Operation *op : slots)
    op->erase();
  return success();
}

} // namespace sg
