// Loops, branches and the tile's place in the grid.
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/reference/Executor.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sg::reference {

namespace {
bool beginIteration(Executor &run, const Step &step, Frame &frame) {
  frame.next = 0;
  run[frame.code->arguments[0]].scalar.i = frame.at;
  return run.spend(step.op, 1);
}

// for: operands are lower bound, upper bound, step, initial values; the body's
// arguments are the counter and the carried values.
bool runFor(Executor &run, const Step &step) {
  int64_t lower = run.integer(step.in[0]), upper = run.integer(step.in[1]);
  int64_t by = run.integer(step.in[2]);
  if (by <= 0)
    return run.error(step.op, "the loop's step is " + Twine(by) + " on " +
                                  run.tileName(run.tile) +
                                  ", so it would never end: make it positive");
  ArrayRef<unsigned> carried =
      ArrayRef<unsigned>(step.regions[0]->arguments).drop_front();
  run.pass(ArrayRef<unsigned>(step.in).drop_front(3), carried);
  if (lower >= upper) {
    run.pass(carried, step.out);
    return true;
  }
  Frame &frame = run.enter(*step.regions[0], step);
  frame.at = lower;
  frame.upper = upper;
  frame.by = by;
  return beginIteration(run, step, frame);
}

bool leaveFor(Executor &run, const Step &step, Frame &frame) {
  const Code &body = *frame.code;
  ArrayRef<unsigned> carried = ArrayRef<unsigned>(body.arguments).drop_front();
  run.pass(body.yields, carried);
  bool isLast = llvm::AddOverflow(frame.at, frame.by, frame.at);
  if (!isLast && frame.at < frame.upper)
    return beginIteration(run, step, frame);
  run.leave();
  run.pass(carried, step.out);
  return true;
}

bool runIf(Executor &run, const Step &step) {
  run.enter(*step.regions[run.integer(step.in[0]) ? 0 : 1], step);
  return true;
}

bool leaveIf(Executor &run, const Step &step, Frame &frame) {
  const Code &body = *frame.code;
  run.leave();
  run.pass(body.yields, step.out);
  return true;
}

// while: the first region ends in scf.condition(flag, values...), which go to
// the second region or out.
bool runWhile(Executor &run, const Step &step) {
  run.pass(step.in, step.regions[0]->arguments);
  run.enter(*step.regions[0], step);
  return run.spend(step.op, 1);
}

bool leaveWhile(Executor &run, const Step &step, Frame &frame) {
  const Code &before = *step.regions[0], &after = *step.regions[1];
  frame.next = 0;
  if (frame.code == &after) {
    run.pass(after.yields, before.arguments);
    frame.code = &before;
    return run.spend(step.op, 1);
  }
  ArrayRef<unsigned> yields = before.yields;
  ArrayRef<unsigned> values = yields.drop_front();
  if (run.integer(yields.front())) {
    run.pass(values, after.arguments);
    frame.code = &after;
    return true;
  }
  run.leave();
  run.pass(values, step.out);
  return true;
}

bool runTileId(Executor &run, const Step &step) {
  if (step.out.size() == 1) {
    run[step.out[0]].scalar.i = run.tile;
    return true;
  }
  if (step.out.size() != run.coordinates.size())
    return run.error(step.op, "takes " + Twine(step.out.size()) +
                                  " coordinates of a grid with " +
                                  Twine(run.coordinates.size()) +
                                  " axes: name one per axis, or a single one "
                                  "for the tile's number");
  for (auto [slot, coordinate] : llvm::zip(step.out, run.coordinates))
    run[slot].scalar.i = coordinate;
  return true;
}

struct ExtractPlan : Plan {
  std::optional<int64_t> constant;
};
bool runExtractArgument(Executor &run, const Step &step) {
  const auto &plan = static_cast<const ExtractPlan &>(*step.plan);
  Slot value = run[step.in[0]];
  if (plan.constant)
    value.scalar.i = *plan.constant;
  run[step.out[0]] = value;
  return true;
}
} // namespace

LogicalResult planControl(Compiler &, Step &step) {
  Operation *op = step.op;
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    step.run = runFor;
    step.leave = leaveFor;
  } else if (isa<scf::IfOp>(op)) {
    step.run = runIf;
    step.leave = leaveIf;
  } else if (isa<scf::WhileOp>(op)) {
    step.run = runWhile;
    step.leave = leaveWhile;
  } else if (isa<ktdp::GetComputeTileIdOp>(op)) {
    step.run = runTileId;
  } else if (auto extract = dyn_cast<ktdp::RuntimeArgExtractOp>(op)) {
    auto plan = std::make_unique<ExtractPlan>();
    ktdp::RuntimeArgType type = extract.getInput().getType();
    if (extract.getKind() == ktdp::RuntimeArgExtractKind::Granularity)
      plan->constant = type.getGranularity();
    else if (extract.getKind() == ktdp::RuntimeArgExtractKind::Upperbound)
      plan->constant = type.getUpperbound();
    step.plan = std::move(plan);
    step.run = runExtractArgument;
  }
  return success();
}

} // namespace sg::reference
