// Turns pipelines into one program per kind of unit: every unit keeps the
// loops and its own stages, and what was a token becomes a pair of signals.
// The unit that fills a buffer signals "filled" to those that read it, and they
// signal "free" back; with n buffers taking turns it may be n blocks ahead.
#include "engine/ir/dataflow/Dataflow.h"
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/ir/uniform/Uniform.h"
#include "engine/schedule/BlockLoops.h"
#include "engine/schedule/Loops.h"
#include "engine/schedule/Passes.h"
#include "engine/schedule/PipelineShape.h"
#include "engine/schedule/SchedulePass.h"
#include "engine/schedule/Tidy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <map>

using namespace mlir;

namespace sg {
namespace {

// The two ends of a token: units that write what the others read.
struct Handover {
  Value token;
  llvm::SetVector<StringRef> writers, readers;
};

class UnitMaker {
public:
  UnitMaker(func::FuncOp kernel, ScheduleContext &context)
      : kernel(kernel), context(context), tiles(flatGrid(kernel)),
        values(tiles), loc(kernel.getLoc()) {
    auto attr = kernel->getAttrOfType<IntegerAttr>("sg.corelets");
    corelets = attr ? attr.getInt() : 1;
    for (auto id : kernel.getOps<ktdp::GetComputeTileIdOp>())
      tileId = id->getResult(0);
  }
  LogicalResult run();

private:
  // Everything about the unit whose program is being written.
  struct Program {
    StringRef unit;
    Value me;
    Block *body; ///< per-program values are defined at its start
    std::map<std::pair<std::string, int64_t>, Value> peers = {};
    DenseMap<Type, Value> slots = DenseMap<Type, Value>();
  };

  void collectUnits();
  Value unitAt(StringRef kind, int64_t core, int64_t corelet);
  int64_t coreletsOf(StringRef kind);
  void writeProgram(OpBuilder &b, StringRef unit);
  void cloneBlock(Block &from, OpBuilder &b, IRMapping &map, Program &program);
  void cloneOp(Operation &op, OpBuilder &b, IRMapping &map, Program &program);
  void cloneLoop(scf::ForOp loop, OpBuilder &b, IRMapping &map,
                 Program &program);
  void cloneParallel(ktdf::ParallelOp loop, OpBuilder &b, IRMapping &map,
                     Program &program);
  void clonePipeline(ktdf::PipelineOp pipeline, OpBuilder &b, IRMapping &map,
                     Program &program);
  bool involves(Operation *op, StringRef unit);
  SmallVector<Handover> handovers(ktdf::PipelineOp pipeline);
  void before(ktdf::PipelineOp pipeline, ktdf::StageOp stage, OpBuilder &b,
              IRMapping &map, Program &program);
  void after(ktdf::PipelineOp pipeline, ktdf::StageOp stage, OpBuilder &b,
             Program &program);
  void drain(ktdf::PipelineOp pipeline, OpBuilder &b, Program &program);
  void barrier(OpBuilder &b, Program &program, Operation *around);
  void signal(OpBuilder &b, Program &program, StringRef to);
  void wait(OpBuilder &b, Program &program, StringRef from);
  SmallVector<Value> peersOf(Program &program, StringRef kind);
  PerCore iterationsOf(ktdf::PipelineOp pipeline);
  Value iterationNumber(ktdf::PipelineOp pipeline, OpBuilder &b,
                        IRMapping &map);
  int64_t phasesOf(ktdf::PipelineOp pipeline) {
    return pipeline.getModulo().value_or(1);
  }

  func::FuncOp kernel;
  ScheduleContext &context;
  int64_t tiles, corelets = 1;
  CoreValues values;
  Location loc; ///< of what is being written
  Value tileId;
  SmallVector<StringRef> units; ///< kinds, in the order of the data's way
  StringRef dmaIn, dmaOut;
  llvm::SetVector<StringRef> storeUnits;
  std::map<std::tuple<std::string, int64_t, int64_t>, Value> instances;
  bool severalPrograms = false;
  OpBuilder *outer = nullptr; ///< function level, before the programs
};

} // namespace

// Units that execute something below `op`, by the innermost stage around it.
static StringRef executingUnit(Operation *op) {
  auto stage = op->getParentOfType<ktdf::StageOp>();
  auto names = stage ? stage.getUnitNames() : SmallVector<StringRef>();
  return names.size() == 1 ? names.front() : StringRef();
}

void UnitMaker::collectUnits() {
  llvm::SetVector<StringRef> found;
  kernel.walk([&](ktdf::DataTransferOp op) {
    StringRef unit = executingUnit(op);
    auto isGlobal = [&](Value end) {
      return end.getDefiningOp<ktdp::ConstructMemoryViewOp>() != nullptr;
    };
    if (isGlobal(op.getSource()))
      dmaIn = unit;
    if (isGlobal(op.getDestination()))
      dmaOut = unit;
    if (op.isSourceFifo())
      storeUnits.insert(unit);
  });
  kernel.walk<WalkOrder::PreOrder>([&](ktdf::StageOp stage) {
    for (StringRef unit : stage.getUnitNames())
      found.insert(unit);
  });
  units.assign(found.begin(), found.end());
  llvm::SmallDenseSet<int64_t> programs;
  for (ktdf::PipelineOp pipeline : blockPipelines(kernel))
    programs.insert(
        pipeline->getAttrOfType<IntegerAttr>("sg.program").getInt());
  severalPrograms = programs.size() > 1;
}

int64_t UnitMaker::coreletsOf(StringRef kind) {
  const DeviceUnit *unit = context.device.unit(kind);
  return unit && unit->scope == Scope::Corelet ? corelets : 0;
}

Value UnitMaker::unitAt(StringRef kind, int64_t core, int64_t corelet) {
  return instances.at({kind.str(), core, corelet});
}

LogicalResult UnitMaker::run() {
  collectUnits();
  Block &entry = kernel.getBody().front();
  OpBuilder top(&entry, entry.begin());
  outer = &top;
  for (StringRef kind : units) {
    std::string type = llvm::StringRef(kind).lower();
    for (int64_t core = 0; core < tiles; ++core) {
      std::string name = "C" + std::to_string(core) + "-" + type;
      if (coreletsOf(kind) == 0) {
        instances[{kind.str(), core, -1}] =
            dataflow::GetUnitOp::create(top, loc, name, type, core).getUnit();
        continue;
      }
      for (int64_t corelet = 0; corelet < corelets; ++corelet)
        instances[{kind.str(), core, corelet}] =
            dataflow::GetUnitOp::create(top, loc,
                                        name + "-CL" + std::to_string(corelet),
                                        type, core, corelet)
                .getUnit();
    }
  }
  OpBuilder b(entry.getTerminator());
  for (StringRef kind : units)
    writeProgram(b, kind);
  // The pipelines now live in the programs.
  SmallVector<Operation *> old;
  for (Operation &op : entry)
    if (isa<scf::ForOp, ktdf::PipelineOp>(op))
      old.push_back(&op);
  for (Operation *op : llvm::reverse(old))
    op->erase();
  tidy(kernel);
  context.remark("make-units", loc,
                 std::to_string(units.size()) + " programs for " +
                     std::to_string(instances.size()) + " units");
  return success();
}

void UnitMaker::writeProgram(OpBuilder &b, StringRef unit) {
  SmallVector<Value> mine;
  for (int64_t core = 0; core < tiles; ++core) {
    int64_t n = coreletsOf(unit);
    if (n == 0)
      mine.push_back(unitAt(unit, core, -1));
    for (int64_t corelet = 0; corelet < n; ++corelet)
      mine.push_back(unitAt(unit, core, corelet));
  }
  // Function-level values the program needs are created before it.
  auto programUnit = dataflow::ProgramUnitOp::create(b, loc, mine, nullptr);
  OpBuilder before(programUnit);
  outer = &before;
  Block *body = &programUnit.getRegion().front();
  OpBuilder inner(body->getTerminator());
  Program program{unit, programUnit.getIterArg(), body};
  IRMapping map;
  cloneBlock(kernel.getBody().front(), inner, map, program);
}

bool UnitMaker::involves(Operation *op, StringRef unit) {
  return op
      ->walk([&](ktdf::StageOp stage) {
        return llvm::is_contained(stage.getUnitNames(), unit)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void UnitMaker::cloneBlock(Block &from, OpBuilder &b, IRMapping &map,
                           Program &program) {
  int64_t last = -1;
  bool functionLevel = isa<func::FuncOp>(from.getParentOp());
  for (Operation &op : from.without_terminator()) {
    int64_t number = -1;
    op.walk([&](ktdf::PipelineOp pipeline) {
      if (auto attr = pipeline->getAttrOfType<IntegerAttr>("sg.program"))
        number = attr.getInt();
    });
    if (number >= 0) {
      if (last >= 0 && last != number)
        barrier(b, program, from.getParentOp());
      last = number;
    } else if (functionLevel) {
      continue; // stays where it is; programs see it
    }
    cloneOp(op, b, map, program);
  }
}

void UnitMaker::cloneOp(Operation &op, OpBuilder &b, IRMapping &map,
                        Program &program) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return cloneLoop(loop, b, map, program);
  if (auto loop = dyn_cast<ktdf::ParallelOp>(op))
    return cloneParallel(loop, b, map, program);
  if (auto pipeline = dyn_cast<ktdf::PipelineOp>(op))
    return clonePipeline(pipeline, b, map, program);
  if (auto condition = dyn_cast<scf::IfOp>(op)) {
    auto copy = scf::IfOp::create(
        b, op.getLoc(), map.lookupOrDefault(condition.getCondition()), false);
    OpBuilder nested(copy.getThenRegion().front().getTerminator());
    cloneBlock(condition.getThenRegion().front(), nested, map, program);
    return;
  }
  // Slots stand for the FIFO between two units; each program names its own.
  for (Value operand : op.getOperands())
    if (isa<ktdf::FifoSlotType>(operand.getType()) && !map.contains(operand)) {
      Value &slot = program.slots[operand.getType()];
      if (!slot) {
        OpBuilder top(program.body, program.body->begin());
        slot =
            ktdf::FifoAllocateOp::create(
                top, op.getLoc(), cast<ktdf::FifoSlotType>(operand.getType()))
                .getSlots()[0];
      }
      map.map(operand, slot);
    }
  b.clone(op, map);
}

void UnitMaker::cloneLoop(scf::ForOp loop, OpBuilder &b, IRMapping &map,
                          Program &program) {
  // Inside a stage everything belongs to the unit at hand.
  if (!loop->getParentOfType<ktdf::StageOp>() && !involves(loop, program.unit))
    return;
  auto copy = scf::ForOp::create(b, loop.getLoc(),
                                 map.lookupOrDefault(loop.getLowerBound()),
                                 map.lookupOrDefault(loop.getUpperBound()),
                                 map.lookupOrDefault(loop.getStep()));
  copy->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  map.map(loop.getInductionVar(), copy.getInductionVar());
  OpBuilder nested(copy.getBody()->getTerminator());
  cloneBlock(*loop.getBody(), nested, map, program);
  bool sequential = !ktdf::getLoopType(loop).has_value();
  if (sequential)
    barrier(nested, program, loop);
  for (ktdf::PipelineOp pipeline : blockPipelines(kernel)) {
    SmallVector<scf::ForOp> loops = blockLoops(pipeline);
    if (!loops.empty() && loops.front() == loop)
      drain(pipeline, b, program);
  }
}

void UnitMaker::cloneParallel(ktdf::ParallelOp loop, OpBuilder &b,
                              IRMapping &map, Program &program) {
  int64_t n = coreletsOf(program.unit);
  if (n == 0)
    return;
  int64_t chunks = loop.getNumInstances();
  PerCore trips = *values.evaluate(loop.getUpperBounds()[0]);
  // Bounds of every instance of this unit, as tables.
  SmallVector<Value> keys, lows, highs;
  for (int64_t core = 0; core < tiles; ++core)
    for (int64_t corelet = 0; corelet < n; ++corelet) {
      int64_t total = trips[core], chunk = (total + chunks - 1) / chunks;
      keys.push_back(unitAt(program.unit, core, corelet));
      lows.push_back(arith::ConstantIndexOp::create(
          *outer, loop.getLoc(), std::min(corelet * chunk, total)));
      highs.push_back(arith::ConstantIndexOp::create(
          *outer, loop.getLoc(), std::min((corelet + 1) * chunk, total)));
    }
  auto query = [&](ArrayRef<Value> numbers) -> Value {
    auto table =
        uniform::DefImmutableMappingOp::create(b, loop.getLoc(), keys, numbers);
    return uniform::QueryMapOp::create(b, loop.getLoc(), table, program.me);
  };
  Value low = query(lows), high = query(highs);
  auto copy = scf::ForOp::create(b, loop.getLoc(), low, high,
                                 map.lookupOrDefault(loop.getSteps()[0]));
  ktdf::setLoopType(copy, ktdf::LoopType::ParallelLoop);
  map.map(loop.getInductionVar(0), copy.getInductionVar());
  OpBuilder nested(copy.getBody()->getTerminator());
  cloneBlock(loop.getRegion().front(), nested, map, program);
}

SmallVector<Handover> UnitMaker::handovers(ktdf::PipelineOp pipeline) {
  SmallVector<Handover> result;
  auto find = [&](Value token) -> Handover & {
    for (Handover &handover : result)
      if (handover.token == token)
        return handover;
    result.push_back({token, {}, {}});
    return result.back();
  };
  auto isBuffer = [](Value end) {
    return isa<MemRefType>(end.getType()) &&
           !end.getDefiningOp<ktdp::ConstructMemoryViewOp>();
  };
  for (ktdf::StageOp stage : pipeline.getStages()) {
    stage.walk([&](ktdf::DataTransferOp op) {
      StringRef unit = executingUnit(op);
      if (isBuffer(op.getDestination()))
        for (Value token : stage.getDependsOut())
          find(token).writers.insert(unit);
      if (isBuffer(op.getSource()))
        for (Value token : stage.getDependsIn())
          find(token).readers.insert(unit);
    });
  }
  return result;
}

SmallVector<Value> UnitMaker::peersOf(Program &program, StringRef kind) {
  int64_t mine = coreletsOf(program.unit), theirs = coreletsOf(kind);
  SmallVector<int64_t> which; // -1: the only one, -2: beside me
  if (theirs == 0)
    which.push_back(-1);
  else if (mine == 0)
    for (int64_t corelet = 0; corelet < theirs; ++corelet)
      which.push_back(corelet);
  else
    which.push_back(-2);
  SmallVector<Value> result;
  for (int64_t corelet : which) {
    Value &peer = program.peers[{kind.str(), corelet}];
    if (!peer) {
      SmallVector<Value> keys, targets;
      for (int64_t core = 0; core < tiles; ++core)
        for (int64_t me = 0; me < std::max<int64_t>(mine, 1); ++me) {
          keys.push_back(unitAt(program.unit, core, mine ? me : -1));
          targets.push_back(unitAt(kind, core, corelet == -2 ? me : corelet));
        }
      OpBuilder top(program.body, program.body->begin());
      auto table =
          uniform::DefImmutableMappingOp::create(top, loc, keys, targets);
      peer = uniform::QueryMapOp::create(top, loc, table, program.me);
    }
    result.push_back(peer);
  }
  return result;
}

void UnitMaker::signal(OpBuilder &b, Program &program, StringRef to) {
  // A transfer unit's signal follows the transfers before it, and the unit goes
  // on: the next block's transfers start while the last one's are under way.
  const DeviceUnit *unit = context.device.unit(program.unit);
  bool transfers = unit && unit->role == UnitRole::Dma;
  for (Value peer : peersOf(program, to))
    dataflow::SyncSendOp::create(b, loc, peer,
                                 /*waitForTransfers=*/!transfers);
}

void UnitMaker::wait(OpBuilder &b, Program &program, StringRef from) {
  for (Value peer : peersOf(program, from))
    dataflow::SyncRecvOp::create(b, loc, peer);
}

PerCore UnitMaker::iterationsOf(ktdf::PipelineOp pipeline) {
  PerCore total = values.constant(1);
  for (scf::ForOp loop : blockLoops(pipeline))
    if (auto range = loopRange(loop, values))
      for (auto [product, trips] : llvm::zip(total, range->trips))
        product *= trips;
  return total;
}

// Number of the iteration at hand, over the pipeline's own loops.
Value UnitMaker::iterationNumber(ktdf::PipelineOp pipeline, OpBuilder &b,
                                 IRMapping &map) {
  Value number;
  PerCore stride = values.constant(1);
  SmallVector<scf::ForOp> loops = blockLoops(pipeline);
  for (scf::ForOp loop : llvm::reverse(loops)) {
    Value part = map.lookupOrDefault(loop.getInductionVar());
    if (maxOf(stride) != 1 || minOf(stride) != 1)
      part = arith::MulIOp::create(b, loc, part,
                                   materialize(*outer, loc, stride, tileId));
    number = number ? Value(arith::AddIOp::create(b, loc, part, number)) : part;
    auto range = loopRange(loop, values);
    for (auto [product, trips] : llvm::zip(stride, range->trips))
      product *= trips;
  }
  return number;
}

void UnitMaker::before(ktdf::PipelineOp pipeline, ktdf::StageOp stage,
                       OpBuilder &b, IRMapping &map, Program &program) {
  llvm::SaveAndRestore at(loc, Location(pipeline.getLoc()));
  int64_t phases = phasesOf(pipeline);
  for (const Handover &handover : handovers(pipeline)) {
    bool produces = llvm::is_contained(stage.getDependsOut(), handover.token) &&
                    handover.writers.contains(program.unit);
    bool consumes = llvm::is_contained(stage.getDependsIn(), handover.token) &&
                    handover.readers.contains(program.unit);
    if (produces && maxOf(iterationsOf(pipeline)) > phases) {
      // The first blocks find their buffers free.
      Value number = iterationNumber(pipeline, b, map);
      Value start = arith::ConstantIndexOp::create(b, loc, phases);
      Value later = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                                          number, start);
      auto condition = scf::IfOp::create(b, loc, later, false);
      OpBuilder nested(condition.getThenRegion().front().getTerminator());
      for (StringRef reader : handover.readers)
        wait(nested, program, reader);
    }
    if (consumes)
      for (StringRef writer : handover.writers)
        wait(b, program, writer);
  }
}

void UnitMaker::after(ktdf::PipelineOp pipeline, ktdf::StageOp stage,
                      OpBuilder &b, Program &program) {
  llvm::SaveAndRestore at(loc, Location(pipeline.getLoc()));
  for (const Handover &handover : handovers(pipeline)) {
    if (llvm::is_contained(stage.getDependsOut(), handover.token) &&
        handover.writers.contains(program.unit))
      for (StringRef reader : handover.readers)
        signal(b, program, reader);
    if (llvm::is_contained(stage.getDependsIn(), handover.token) &&
        handover.readers.contains(program.unit))
      for (StringRef writer : handover.writers)
        signal(b, program, writer);
  }
}

// Takes the "free" signals of the last blocks, so that the next pipeline finds
// none left over and every buffer unused.
void UnitMaker::drain(ktdf::PipelineOp pipeline, OpBuilder &b,
                      Program &program) {
  llvm::SaveAndRestore at(loc, Location(pipeline.getLoc()));
  PerCore left = iterationsOf(pipeline);
  for (int64_t &n : left)
    n = std::min(n, phasesOf(pipeline));
  for (const Handover &handover : handovers(pipeline)) {
    if (!handover.writers.contains(program.unit))
      continue;
    if (isUniform(left) && left.front() == 1) {
      for (StringRef reader : handover.readers)
        wait(b, program, reader);
      continue;
    }
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    Value count = materialize(*outer, loc, left, tileId);
    auto loop = scf::ForOp::create(b, loc, zero, count, one);
    OpBuilder nested(loop.getBody()->getTerminator());
    for (StringRef reader : handover.readers)
      wait(nested, program, reader);
  }
}

// Between programs: nothing of the next one starts before everything the last
// one stores is in memory. A unit that has nothing to do in the loop `around`
// has no such loop and waits for no signals from there.
void UnitMaker::barrier(OpBuilder &b, Program &program, Operation *around) {
  if (program.unit == dmaOut) {
    if (involves(around, dmaIn))
      signal(b, program, dmaIn);
    for (StringRef unit : storeUnits)
      if (involves(around, unit))
        signal(b, program, unit);
  } else if (program.unit == dmaIn || storeUnits.contains(program.unit)) {
    wait(b, program, dmaOut);
  }
}

void UnitMaker::clonePipeline(ktdf::PipelineOp pipeline, OpBuilder &b,
                              IRMapping &map, Program &program) {
  bool outermost = !pipeline->getParentOfType<ktdf::PipelineOp>();
  for (ktdf::StageOp stage : pipeline.getStages()) {
    if (!llvm::is_contained(stage.getUnitNames(), program.unit))
      continue;
    if (outermost)
      before(pipeline, stage, b, map, program);
    cloneBlock(stage.getRegion().front(), b, map, program);
    if (outermost)
      after(pipeline, stage, b, program);
  }
  if (outermost && blockLoops(pipeline).empty())
    drain(pipeline, b, program);
}

namespace {
struct MakeUnits : SchedulePass<MakeUnits> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MakeUnits)
  using SchedulePass::SchedulePass;
  static constexpr llvm::StringLiteral argument = "sg-make-units";
  static constexpr llvm::StringLiteral purpose =
      "Writes one program per kind of unit and makes the signals between units "
      "explicit: \"filled\" one way, \"free again\" the other";
  LogicalResult run(func::FuncOp kernel) {
    return UnitMaker(kernel, *context).run();
  }
};
} // namespace

std::unique_ptr<Pass> createMakeUnitsPass(ScheduleContextPtr context) {
  return std::make_unique<MakeUnits>(std::move(context));
}

} // namespace sg
