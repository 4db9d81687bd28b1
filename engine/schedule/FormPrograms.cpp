// Splits a kernel into programs. A program is one element-wise computation:
// loads, one fused linalg.generic, stores, in a loop nest of its own. Programs
// run one after the other; a program boundary is where memory written by one
// may be read by the next.
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/schedule/FusedCompute.h"
#include "engine/schedule/Loops.h"
#include "engine/schedule/Passes.h"
#include "engine/schedule/SchedulePass.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace sg {
namespace {

struct Group {
  SmallVector<ktdp::StoreOp> stores;
  SmallVector<Operation *> loads;
};

class Former {
public:
  Former(func::FuncOp kernel, ScheduleContext &context)
      : kernel(kernel), context(context), values(tileCount(context)) {}
  LogicalResult run();

private:
  static int64_t tileCount(const ScheduleContext &context) {
    int64_t tiles = 1;
    for (int64_t extent : context.kernel.grid)
      tiles *= extent;
    return tiles;
  }
  LogicalResult collectGroups(Block &block);
  LogicalResult addStore(ktdp::StoreOp store, bool sameRun);
  LogicalResult checkOrder();
  LogicalResult fuse(Group &group);
  LogicalResult distribute(Block &block);
  LogicalResult distributeLoop(scf::ForOp loop);
  bool overlap(Operation *a, Operation *b) {
    return mayOverlap(accesses.find(a)->second, accesses.find(b)->second,
                      values);
  }

  func::FuncOp kernel;
  ScheduleContext &context;
  CoreValues values;
  llvm::MapVector<Operation *, Access> accesses;
  DenseMap<Operation *, unsigned> position;
  SmallVector<Group> groups;
};

} // namespace

LogicalResult Former::run() {
  unsigned next = 0;
  WalkResult walked = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    position[op] = next++;
    if (!isa<ktdp::LoadOp, ktdp::StoreOp>(op))
      return WalkResult::advance();
    FailureOr<Access> access = analyzeAccess(op, values);
    if (failed(access))
      return WalkResult::interrupt();
    accesses.insert({op, *access});
    return WalkResult::advance();
  });
  if (walked.wasInterrupted() ||
      failed(collectGroups(kernel.getBody().front())))
    return failure();
  if (groups.empty())
    return kernel.emitError("this kernel stores nothing, so there is nothing "
                            "to schedule; add a ktdp.store");
  if (failed(checkOrder()))
    return failure();
  for (Group &group : groups)
    if (failed(fuse(group)))
      return failure();
  IRRewriter rewriter(kernel.getContext());
  (void)runRegionDCE(rewriter, kernel->getRegions());
  if (failed(distribute(kernel.getBody().front())))
    return failure();
  (void)runRegionDCE(rewriter, kernel->getRegions());
  std::string message =
      std::to_string(groups.size()) +
      (groups.size() == 1 ? " program: no store feeds a later load"
                          : " programs, run one after the other");
  context.remark("form-programs", kernel.getLoc(), message);
  return success();
}

LogicalResult Former::collectGroups(Block &block) {
  bool sameRun = false; // no loop between this store and the group before
  for (Operation &op : block) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (failed(collectGroups(*loop.getBody())))
        return failure();
      sameRun = false;
    } else if (auto store = dyn_cast<ktdp::StoreOp>(op)) {
      if (failed(addStore(store, sameRun)))
        return failure();
      sameRun = true;
    }
  }
  return success();
}

// Whether every loop moves both accesses along the same tile dimension, so that
// loop and tile make up one dimension for both.
static bool walkAlike(const Access &a, const Access &b) {
  DenseMap<Value, size_t> along;
  for (const Access *access : {&a, &b})
    for (const ViewDim &dim : access->dims)
      for (auto [t, step] : llvm::enumerate(dim.tileStep))
        for (const auto &term : dim.base.terms)
          if (step != 0 && access->tileShape[t] > 1 &&
              along.try_emplace(term.first, t).first->second != t)
            return false;
  return true;
}

LogicalResult Former::addStore(ktdp::StoreOp store, bool sameRun) {
  Value data = store.getDataTile();
  auto type = dyn_cast<RankedTensorType>(data.getType());
  if (!type || !type.hasStaticShape())
    return store.emitError("only tiles of a fixed shape are scheduled");
  FailureOr<SmallVector<Operation *>> loads = loadsBehind(data);
  if (failed(loads))
    return failure();
  if (sameRun) {
    Group &group = groups.back();
    bool joins =
        cast<RankedTensorType>(group.stores.front().getDataTile().getType())
            .getShape() == type.getShape();
    for (ktdp::StoreOp earlier : group.stores) {
      for (Operation *load : *loads)
        joins &= position[load] < position[earlier] || !overlap(load, earlier);
      joins &=
          !overlap(store, earlier) && walkAlike(accesses.find(store)->second,
                                                accesses.find(earlier)->second);
    }
    if (joins) {
      group.stores.push_back(store);
      llvm::append_range(group.loads, *loads);
      return success();
    }
  }
  groups.push_back({{store}, *loads});
  return success();
}

// A load happens where the kernel says; a program loads when it runs. They
// must see the same memory.
LogicalResult Former::checkOrder() {
  for (Group &group : groups)
    for (Operation *load : group.loads) {
      Operation *last = group.stores.back();
      bool hoisted = load->getBlock() != last->getBlock();
      for (auto &[op, access] : accesses) {
        if (!isa<ktdp::StoreOp>(op))
          continue;
        bool mine = llvm::is_contained(group.stores, op);
        bool between = position[load] < position[op] &&
                       position[op] < position[last] && !mine;
        bool insideLoop = hoisted && op->getBlock() == last->getBlock();
        if ((between || insideLoop) && overlap(load, op)) {
          load->emitError("this loaded tile is used after the memory it came "
                          "from may have been overwritten; that is not "
                          "scheduled yet")
                  .attachNote(op->getLoc())
              << "it may be overwritten here; load again after this store, or "
                 "store to another buffer";
          return failure();
        }
      }
    }
  return success();
}

LogicalResult Former::fuse(Group &group) {
  SmallVector<Value> stored;
  SmallVector<Location> locations;
  for (ktdp::StoreOp store : group.stores) {
    stored.push_back(store.getDataTile());
    locations.push_back(store.getDataTile().getLoc());
  }
  OpBuilder builder(group.stores.back());
  FailureOr<linalg::GenericOp> generic =
      fuseCompute(builder, stored, locations);
  if (failed(generic))
    return failure();
  Operation *after = *generic;
  for (auto [store, result] : llvm::zip(group.stores, generic->getResults())) {
    store.getDataTileMutable().assign(result);
    store->moveAfter(after);
    after = store;
  }
  // Tiles are built where they are used, so that a loop nest is complete.
  return success();
}

LogicalResult Former::distribute(Block &block) {
  SmallVector<scf::ForOp> loops(block.getOps<scf::ForOp>());
  for (scf::ForOp loop : loops) {
    if (failed(distribute(*loop.getBody())) || failed(distributeLoop(loop)))
      return failure();
  }
  return success();
}

// Gives every program in a loop's body a loop of its own, unless one iteration
// of a program may depend on another program's earlier iteration.
LogicalResult Former::distributeLoop(scf::ForOp loop) {
  SmallVector<Operation *> items;
  for (Operation &op : *loop.getBody())
    if (isa<linalg::GenericOp, scf::ForOp>(op))
      items.push_back(&op);
  if (items.size() < 2)
    return success();

  auto touched = [&](Operation *item) {
    SmallVector<Operation *> result;
    auto addGeneric = [&](linalg::GenericOp generic) {
      for (Value input : generic.getInputs())
        if (auto load = input.getDefiningOp<ktdp::LoadOp>())
          result.push_back(load);
      for (Value output : generic.getResults())
        for (Operation *user : output.getUsers())
          result.push_back(user);
    };
    item->walk([&](linalg::GenericOp generic) { addGeneric(generic); });
    return result;
  };
  SmallVector<SmallVector<Operation *>> memory;
  for (Operation *item : items)
    memory.push_back(touched(item));
  // Accesses of cloned operations are analysed afresh.
  auto access = [&](Operation *op) -> FailureOr<Access> {
    return analyzeAccess(op, values);
  };
  for (size_t i = 0; i < items.size(); ++i)
    for (size_t j = 0; j < items.size(); ++j)
      for (Operation *a : memory[i])
        for (Operation *b : memory[j]) {
          if (i == j || !isa<ktdp::StoreOp>(a))
            continue;
          FailureOr<Access> left = access(a), right = access(b);
          if (failed(left) || failed(right))
            return failure();
          if (mayOverlap(*left, *right, values) &&
              !sameIterationOnly(*left, *right, values))
            return success(); // stays one loop, run in order
        }

  OpBuilder builder(loop);
  for (Operation *item : items) {
    IRMapping mapping;
    auto copy = cast<scf::ForOp>(builder.clone(*loop, mapping));
    for (Operation *other : items) {
      if (other == item)
        continue;
      if (isa<scf::ForOp>(other)) {
        mapping.lookup(other)->erase();
        continue;
      }
      Operation *mapped = mapping.lookup(other);
      for (Value result : mapped->getResults())
        for (Operation *user : llvm::make_early_inc_range(result.getUsers()))
          user->erase();
      mapped->erase();
    }
    (void)copy;
  }
  loop.erase();
  return success();
}

namespace {
struct FormPrograms : SchedulePass<FormPrograms> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FormPrograms)
  using SchedulePass::SchedulePass;
  static constexpr llvm::StringLiteral argument = "sg-form-programs";
  static constexpr llvm::StringLiteral purpose =
      "Splits the kernel at memory boundaries into programs and fuses each "
      "program's arithmetic into one operation, so that data crosses memory "
      "once";
  LogicalResult run(func::FuncOp kernel) {
    return Former(kernel, *context).run();
  }
};
} // namespace

std::unique_ptr<Pass> createFormProgramsPass(ScheduleContextPtr context) {
  return std::make_unique<FormPrograms>(std::move(context));
}

} // namespace sg
