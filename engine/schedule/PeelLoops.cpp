// Splits off the last iterations of a loop whose tiles reach past the end of a
// view, where loop and tile do not make up one dense dimension. The rest then
// stays inside, and what was split off is cut to what is inside.
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/schedule/Loops.h"
#include "engine/schedule/Passes.h"
#include "engine/schedule/PipelineShape.h"
#include "engine/schedule/SchedulePass.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace sg {

// Iterations of `loop` in which the whole tile lies inside dimension `dim` of
// the view, per compute tile; nothing when all do or it is not about this loop.
static std::optional<PerCore> wholeIterations(const Access &access,
                                              const ViewDim &dim,
                                              scf::ForOp loop,
                                              CoreValues &values) {
  const PerCore *factor = dim.base.coefficient(loop.getInductionVar());
  std::optional<LoopRange> range = loopRange(loop, values);
  if (!factor || !isUniform(*factor) || factor->front() <= 0 || !range ||
      dim.base.terms.size() != 1)
    return std::nullopt;
  int64_t reach = 0; // of the tile along this dimension
  for (auto [step, extent] : llvm::zip(dim.tileStep, access.tileShape)) {
    if (step < 0)
      return std::nullopt;
    reach += step * (extent - 1);
  }
  int64_t advance;
  if (__builtin_mul_overflow(factor->front(), range->step, &advance))
    return std::nullopt;
  // One dense dimension, or tiles of one element: cut elsewhere.
  if (reach == 0 || advance == reach + 1)
    return std::nullopt;
  PerCore whole;
  bool partial = false;
  for (int64_t tile = 0; tile < values.numTiles(); ++tile) {
    int64_t first, start;
    if (__builtin_mul_overflow(range->first[tile], factor->front(), &first) ||
        __builtin_add_overflow(dim.base.constant[tile], first, &start))
      return std::nullopt;
    int64_t room = dim.size[tile] - start - reach; // for the tile's start
    int64_t inside = room <= 0 ? 0 : (room - 1) / advance + 1;
    partial |= inside < range->trips[tile];
    whole.push_back(std::min(inside, range->trips[tile]));
  }
  if (!partial)
    return std::nullopt;
  return whole;
}

namespace {
struct PeelLoops : SchedulePass<PeelLoops> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PeelLoops)
  using SchedulePass::SchedulePass;
  static constexpr llvm::StringLiteral argument = "sg-peel-loops";
  static constexpr llvm::StringLiteral purpose =
      "Splits off loop iterations whose tiles reach past the end of a view, so "
      "that all the others move whole tiles";

  LogicalResult run(func::FuncOp kernel);

private:
  bool peelOne(func::FuncOp kernel, CoreValues &values);
  void split(scf::ForOp loop, const PerCore &whole, const LoopRange &range,
             func::FuncOp kernel);
};
} // namespace

// Two loops in a row: `whole` iterations, then the others.
void PeelLoops::split(scf::ForOp loop, const PerCore &whole,
                      const LoopRange &range, func::FuncOp kernel) {
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  Value tileId;
  for (auto id : kernel.getOps<ktdp::GetComputeTileIdOp>())
    tileId = id->getResult(0);
  PerCore middle;
  for (auto [first, count] : llvm::zip(range.first, whole))
    middle.push_back(first + count * range.step);
  if (!isUniform(middle) && !tileId) {
    OpBuilder top(&kernel.getBody().front(), kernel.getBody().front().begin());
    tileId =
        ktdp::GetComputeTileIdOp::create(top, loc, TypeRange(b.getIndexType()))
            ->getResult(0);
  }
  Value boundary = materialize(b, loc, middle, tileId);
  b.setInsertionPointAfter(loop);
  auto rest = cast<scf::ForOp>(b.clone(*loop));
  loop.getUpperBoundMutable().assign(boundary);
  rest.getLowerBoundMutable().assign(boundary);
}

bool PeelLoops::peelOne(func::FuncOp kernel, CoreValues &values) {
  SmallVector<Operation *> accesses;
  kernel.walk([&](Operation *op) {
    if (isa<ktdp::LoadOp, ktdp::StoreOp>(op))
      accesses.push_back(op);
  });
  for (Operation *op : accesses) {
    FailureOr<Access> access = analyzeAccess(op, values);
    if (failed(access))
      continue; // reported where it is scheduled
    for (const ViewDim &dim : access->dims)
      for (Operation *up = op->getParentOp(); up; up = up->getParentOp()) {
        auto loop = dyn_cast<scf::ForOp>(up);
        if (!loop)
          continue;
        auto whole = wholeIterations(*access, dim, loop, values);
        if (!whole)
          continue;
        LoopRange range = *loopRange(loop, values);
        if (maxOf(*whole) == 0)
          continue; // split off already
        context->remark("peel-loops", loop.getLoc(),
                        "the last iterations reach past the end of a view and "
                        "run on their own");
        split(loop, *whole, range, kernel);
        return true;
      }
  }
  return false;
}

LogicalResult PeelLoops::run(func::FuncOp kernel) {
  CoreValues values(flatGrid(kernel));
  // Each split leaves less to split; the bound is for safety.
  for (int i = 0; i < 64 && peelOne(kernel, values); ++i)
    values = CoreValues(flatGrid(kernel));
  return success();
}

std::unique_ptr<Pass> createPeelLoopsPass(ScheduleContextPtr context) {
  return std::make_unique<PeelLoops>(std::move(context));
}

} // namespace sg
