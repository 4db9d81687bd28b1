#include "engine/reference/ScalarRun.h"
#include "engine/ir/ktdp/TileSets.h"
#include "engine/reference/Points.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sg::reference {

namespace {
// Iterations and operations, all tiles together.
constexpr int64_t maxSteps = int64_t(1) << 24;

int64_t saturatingMul(int64_t a, int64_t b) {
  int64_t product;
  return llvm::MulOverflow(a, b, product) ? std::numeric_limits<int64_t>::max()
                                          : product;
}

int64_t tripCount(int64_t lower, int64_t upper, int64_t step) {
  if (step <= 0 || upper <= lower)
    return 0;
  return int64_t((uint64_t(upper) - uint64_t(lower) - 1) / uint64_t(step) + 1);
}
} // namespace

const std::optional<RowUse> &ScalarRun::rowOf(Operation *op) {
  std::unique_ptr<std::optional<RowUse>> &entry = rows[op];
  if (!entry)
    entry = std::make_unique<std::optional<RowUse>>(lookUpRow(ops, op));
  return *entry;
}

// Whether a value used in a loop's body may change between its iterations.
bool ScalarRun::dependsOnLoop(Value value, Block *body,
                              DenseMap<Value, bool> &seen) {
  auto [at, fresh] = seen.try_emplace(value, false);
  if (!fresh)
    return at->second;
  bool depends = false;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    // The counter of an inner loop follows from its bounds, which are looked at
    // themselves; what it carries may come from anywhere.
    bool isCounter = isa<scf::ForOp>(parent) && argument.getArgNumber() == 0;
    depends = argument.getOwner() == body ||
              (body->getParentOp()->isProperAncestor(parent) && !isCounter);
  } else if (body->getParentOp()->isProperAncestor(value.getDefiningOp())) {
    Operation *op = value.getDefiningOp();
    depends = op->getNumRegions() != 0;
    for (Value operand : op->getOperands())
      depends = depends || dependsOnLoop(operand, body, seen);
  }
  seen[value] = depends;
  return depends;
}

// Otherwise one iteration stands for all of them.
bool ScalarRun::needsEveryIteration(scf::ForOp loop) {
  auto [at, fresh] = iterates.try_emplace(loop, false);
  if (!fresh)
    return at->second;
  DenseMap<Value, bool> seen;
  WalkResult result = loop.getBody()->walk([&](Operation *op) {
    ValueRange decisive;
    if (isa<ktdp::ConstructMemoryViewOp, scf::IfOp>(op))
      decisive = op->getOperands();
    else if (isa<scf::ForOp>(op))
      decisive = op->getOperands().take_front(3);
    for (Value value : decisive)
      if (dependsOnLoop(value, loop.getBody(), seen))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return iterates[loop] = result.wasInterrupted();
}

void ScalarRun::countWork(Operation &op, int64_t times) {
  auto count = [&](const RowUse &use, int64_t elements) {
    int64_t &sum = work[use.row->cost];
    int64_t more = saturatingMul(elements, times);
    if (llvm::AddOverflow(sum, more, sum))
      sum = std::numeric_limits<int64_t>::max();
  };
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    int64_t points = 1;
    for (int64_t range : structured.getStaticLoopRanges())
      points = ShapedType::isDynamic(range) ? 0 : saturatingMul(points, range);
    structured.getBlock()->walk([&](Operation *inner) {
      if (const auto &use = rowOf(inner))
        count(*use, points);
    });
    return;
  }
  if (op.getNumResults() != 1)
    return;
  auto type = dyn_cast<RankedTensorType>(op.getResult(0).getType());
  if (!type || !type.hasStaticShape())
    return;
  if (const auto &use = rowOf(&op))
    count(*use, type.getNumElements());
}

void ScalarRun::evaluate(Operation &op) {
  if (auto ids = dyn_cast<ktdp::GetComputeTileIdOp>(op)) {
    int64_t rest = tile;
    if (ids.getNumResults() == 1) {
      values[ids.getResult(0)] = tile;
    } else if (ids.getNumResults() == grid.size()) {
      for (size_t i = grid.size(); i-- > 0; rest /= grid[i])
        values[ids.getResult(i)] = rest % grid[i];
    }
    return;
  }
  if (auto extract = dyn_cast<ktdp::RuntimeArgExtractOp>(op)) {
    ktdp::RuntimeArgType type = extract.getInput().getType();
    values[extract.getResult()] =
        extract.getKind() == ktdp::RuntimeArgExtractKind::Granularity
            ? type.getGranularity()
        : extract.getKind() == ktdp::RuntimeArgExtractKind::Upperbound
            ? type.getUpperbound()
            : get(extract.getInput());
    return;
  }
  if (op.getNumResults() != 1 || op.getNumRegions())
    return;
  Value result = op.getResult(0);
  std::optional<Format> format = formatOf(result.getType());
  if (!format || isFloat(*format))
    return;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (auto value = scalarOf(constant.getValue(), *format))
      values[result] = value->i;
    return;
  }
  Shape operands;
  for (Value operand : op.getOperands()) {
    Known value = get(operand);
    if (!value) {
      values[result] = std::nullopt;
      return;
    }
    operands.push_back(*value);
  }
  auto affine = [&](AffineMap map, bool takeMax) {
    Known best;
    ArrayRef<int64_t> all = operands;
    for (AffineExpr expr : map.getResults()) {
      Known value = ktdp::evaluate(expr, all.take_front(map.getNumDims()),
                                   all.drop_front(map.getNumDims()));
      if (!value) {
        best = std::nullopt;
        break;
      }
      if (!best || (takeMax ? *value > *best : *value < *best))
        best = value;
    }
    values[result] = best;
  };
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return affine(apply.getAffineMap(), false);
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return affine(min.getAffineMap(), false);
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return affine(max.getAffineMap(), true);
  const std::optional<RowUse> &use = rowOf(&op);
  if (!use || use->row->arity != operands.size() || isFloat(use->operand))
    return;
  Scalar in[3];
  for (auto [i, value] : llvm::enumerate(operands))
    in[i].i = value;
  values[result] =
      use->row->eval({in, use->row->arity}, use->operand, use->result).i;
}

bool ScalarRun::runView(ktdp::ConstructMemoryViewOp view) {
  if (view.getMemorySpace().isLocal())
    return true;
  ViewExtent extent;
  extent.op = view;
  Known offset = get(view.getOffset());
  bool known = offset.has_value();
  auto mixed = [&](ArrayRef<int64_t> statics, ValueRange dynamic) {
    Shape result;
    for (int64_t value : statics) {
      if (ShapedType::isDynamic(value) && !dynamic.empty()) {
        Known given = get(dynamic.front());
        dynamic = dynamic.drop_front();
        known &= given.has_value();
        value = given.value_or(0);
      }
      result.push_back(value);
    }
    return result;
  };
  extent.sizes = mixed(view.getStaticSizes(), view.getSizes());
  extent.strides = mixed(view.getStaticStrides(), view.getStrides());
  if (!known) {
    view.emitError("where this view lies depends on data, or on a loop whose "
                   "bounds do: its address, sizes and strides have to follow "
                   "from arguments, constants, loop counters and the tile id");
    return false;
  }
  extent.offset = *offset;
  return visit(extent);
}

bool ScalarRun::runFor(scf::ForOp loop, int64_t times) {
  Block &body = *loop.getBody();
  auto setAll = [&](ValueRange targets, Known value) {
    for (Value target : targets)
      values[target] = value;
  };
  Known lower = get(loop.getLowerBound()), upper = get(loop.getUpperBound());
  Known step = get(loop.getStep());
  bool known = lower && upper && step;
  int64_t trips = known ? tripCount(*lower, *upper, *step) : 1;
  if (known && trips == 0) {
    for (auto [result, init] : llvm::zip(loop.getResults(), loop.getInitArgs()))
      values[result] = get(init);
    return true;
  }
  if (!known || !needsEveryIteration(loop)) {
    setAll(body.getArguments(), std::nullopt);
    if (!runBlock(body, saturatingMul(times, trips)))
      return false;
    setAll(loop.getResults(), std::nullopt);
    return true;
  }
  SmallVector<Known> carried;
  for (Value init : loop.getInitArgs())
    carried.push_back(get(init));
  for (int64_t trip = 0; trip < trips; ++trip) {
    values[body.getArgument(0)] = *lower + trip * *step;
    for (auto [argument, value] : llvm::zip(loop.getRegionIterArgs(), carried))
      values[argument] = value;
    if (!runBlock(body, times))
      return false;
    for (auto [i, yielded] :
         llvm::enumerate(body.getTerminator()->getOperands()))
      carried[i] = get(yielded);
  }
  for (auto [result, value] : llvm::zip(loop.getResults(), carried))
    values[result] = value;
  return true;
}

bool ScalarRun::runIf(scf::IfOp op, int64_t times) {
  Known condition = get(op.getCondition());
  for (Region *region : {&op.getThenRegion(), &op.getElseRegion()}) {
    bool isThen = region == &op.getThenRegion();
    if (region->empty() || (condition && bool(*condition) != isThen))
      continue;
    if (!runBlock(region->front(), times))
      return false;
    for (auto [result, yielded] : llvm::zip(
             op.getResults(), region->front().getTerminator()->getOperands()))
      values[result] = condition ? get(yielded) : std::nullopt;
  }
  return true;
}

bool ScalarRun::runOp(Operation &op, int64_t times) {
  if (++steps > maxSteps) {
    op.emitError("the loops around this kernel's views run too often to find "
                 "out where they lie: make the views outside of the loops");
    return false;
  }
  if (auto view = dyn_cast<ktdp::ConstructMemoryViewOp>(op))
    return runView(view);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return runFor(loop, times);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return runIf(branch, times);
  if (isa<linalg::LinalgOp>(op)) {
    countWork(op, times);
    return true;
  }
  for (Region &region : op.getRegions())
    for (Block &block : region) {
      for (BlockArgument argument : block.getArguments())
        values[argument] = std::nullopt;
      if (!runBlock(block, times))
        return false;
    }
  evaluate(op);
  countWork(op, times);
  return true;
}

bool ScalarRun::runBlock(Block &block, int64_t times) {
  for (Operation &op : block.without_terminator())
    if (!runOp(op, times))
      return false;
  return true;
}

LogicalResult ScalarRun::run() {
  int64_t tiles = 1;
  for (int64_t size : grid)
    tiles *= size;
  for (tile = 0; tile < tiles; ++tile)
    if (!runBlock(kernel.getBody().front(), 1))
      return failure();
  return success();
}

} // namespace sg::reference
