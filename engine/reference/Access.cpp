// Views and access tiles: which elements a load or store touches.
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/ir/ktdp/TileSets.h"
#include "engine/reference/Executor.h"
#include "engine/reference/Points.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace sg::reference {

namespace {
struct ViewPlan : Plan {
  Space space = Space::Buffer;
  size_t buffer = 0;
  std::optional<int64_t> tile; // of another tile's scratchpad
  Format format = Format::F16;
  Shape sizes, strides;
};

bool runView(Executor &run, const Step &step) {
  const auto &plan = static_cast<const ViewPlan &>(*step.plan);
  auto view = std::make_shared<View>();
  view->space = plan.space;
  view->format = plan.format;
  view->offset = run.integer(step.in[0]);
  if (plan.space == Space::Buffer) {
    const KernelBuffer &buffer = run.info.buffers[plan.buffer];
    view->where = int64_t(plan.buffer);
    if (!buffer.argument)
      view->offset -= buffer.constantAddress;
  } else {
    view->where = plan.tile.value_or(run.tile);
    int64_t tiles = 1;
    for (int64_t size : run.info.grid)
      tiles *= size;
    if (view->where >= tiles)
      return run.error(step.op, "there is no tile " + Twine(view->where) +
                                    " in a grid of " + Twine(tiles));
  }
  ArrayRef<unsigned> rest = ArrayRef<unsigned>(step.in).drop_front();
  view->sizes = run.mixed(plan.sizes, rest);
  rest = rest.drop_front(llvm::count_if(plan.sizes, ShapedType::isDynamic));
  view->strides = run.mixed(plan.strides, rest);
  for (auto [dim, size] : llvm::enumerate(view->sizes))
    if (size < 0)
      return run.error(step.op, "size " + Twine(dim) + " of the view is " +
                                    Twine(size) + " on " +
                                    run.tileName(run.tile));
  run[step.out[0]].view = std::move(view);
  return run.spend(step.op, 1);
}

LogicalResult planView(Compiler &compiler, ktdp::ConstructMemoryViewOp op,
                       Step &step) {
  auto plan = std::make_unique<ViewPlan>();
  std::optional<Format> format = formatOf(op.getViewType().getElementType());
  if (!format)
    return op.emitError("the interpreter has no elements of type ")
           << op.getViewType().getElementType();
  plan->format = *format;
  plan->sizes.assign(op.getStaticSizes().begin(), op.getStaticSizes().end());
  plan->strides.assign(op.getStaticStrides().begin(),
                       op.getStaticStrides().end());
  if (op.getMemorySpace().isLocal()) {
    plan->space = Space::Local;
    plan->tile = op.getMemorySpace().getTileId();
  } else {
    auto found = compiler.bufferOfView.find(op);
    if (found == compiler.bufferOfView.end())
      return op.emitError("the kernel's description does not know this view");
    plan->buffer = found->second;
  }
  step.plan = std::move(plan);
  step.run = runView;
  return success();
}

struct TilePlan : Plan {
  AffineMap base, order;
  IntegerSet set;
};

// Nothing when an address does not fit 64 bits.
std::optional<int64_t> addressOf(const View &view, ArrayRef<int64_t> at) {
  int64_t address = view.offset;
  for (size_t i = 0; i < at.size(); ++i) {
    auto next = multiplyAdd(at[i], view.strides[i], address);
    if (!next)
      return std::nullopt;
    address = *next;
  }
  return address;
}

bool isInside(const View &view, ArrayRef<int64_t> at) {
  for (size_t i = 0; i < at.size(); ++i)
    if (at[i] < 0 || at[i] >= view.sizes[i])
      return false;
  return true;
}

// The whole box is visited, outermost dimension first as `order` says.
bool boxAccess(Access &access, const Box &box, ArrayRef<int64_t> anchor,
               AffineMap order) {
  const View &view = *access.view;
  Shape low, high;
  for (size_t i = 0; i < anchor.size(); ++i) {
    auto first = multiplyAdd(1, anchor[i], box.low[i]);
    auto last = multiplyAdd(1, anchor[i], box.high[i]);
    if (!first || !last)
      return false;
    low.push_back(*first);
    high.push_back(*last);
  }
  if (!isInside(view, low)) {
    access.outside = low;
  } else if (!isInside(view, high)) {
    // The innermost dimension that leaves the view does so first.
    for (AffineExpr expr : llvm::reverse(order.getResults())) {
      unsigned dim = cast<AffineDimExpr>(expr).getPosition();
      if (high[dim] < view.sizes[dim])
        continue;
      access.outside = low;
      (*access.outside)[dim] = view.sizes[dim];
      break;
    }
  }
  for (AffineExpr expr : order.getResults()) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    access.counts.push_back(high[dim] - low[dim] + 1);
    access.strides.push_back(view.strides[dim]);
    if (!access.outside)
      continue;
    int64_t first = std::max<int64_t>(low[dim], 0);
    int64_t last = std::min(high[dim], view.sizes[dim] - 1);
    access.insideFirst.push_back(first - low[dim]);
    access.insideCounts.push_back(std::max<int64_t>(last - first + 1, 0));
  }
  std::optional<int64_t> points = elementCount(access.counts);
  access.points = points.value_or(-1);
  if (!points || !access.touchesMemory())
    return points.has_value();
  auto start = addressOf(view, low);
  access.start = start.value_or(0);
  return start && addressOf(view, high);
}

bool listAccess(Access &access, const TilePlan &plan, const Box &box,
                ArrayRef<int64_t> symbols, ArrayRef<int64_t> anchor,
                std::string &error) {
  access.isBox = false;
  bool fits = true;
  Shape at(anchor.size(), 0);
  bool walked = forEachPoint(
      plan.set, symbols, box, plan.order,
      [&](ArrayRef<int64_t> point) {
        for (size_t i = 0; i < at.size(); ++i) {
          auto sum = multiplyAdd(1, anchor[i], point[i]);
          fits &= sum.has_value();
          at[i] = sum.value_or(0);
        }
        if (fits && !isInside(*access.view, at)) {
          if (!access.outside)
            access.outside = at;
          access.addresses.push_back(Access::nowhere);
          return true;
        }
        auto address = addressOf(*access.view, at);
        fits &= address.has_value();
        access.addresses.push_back(address.value_or(0));
        return fits;
      },
      error);
  access.points = int64_t(access.addresses.size());
  if (walked && !fits)
    error = "an address is too large";
  return walked && fits;
}

std::shared_ptr<const View> viewOf(const Slot &slot) {
  if (!slot.tensor)
    return slot.view;
  auto view = std::make_shared<View>();
  view->space = Space::TensorValue;
  view->format = slot.tensor->format;
  view->sizes = slot.tensor->shape;
  view->strides = denseStrides(view->sizes);
  view->tensor = slot.tensor;
  return view;
}

bool runTile(Executor &run, const Step &step) {
  const auto &plan = static_cast<const TilePlan &>(*step.plan);
  Shape inputs, symbols;
  ArrayRef<unsigned> slots = ArrayRef<unsigned>(step.in).drop_front();
  for (unsigned slot : slots.take_front(plan.base.getNumInputs()))
    inputs.push_back(run.integer(slot));
  for (unsigned slot : slots.drop_front(plan.base.getNumInputs()))
    symbols.push_back(run.integer(slot));
  auto bad = [&](const Twine &why) {
    return run.error(step.op, why + " (" + run.tileName(run.tile) + ")");
  };
  auto access = std::make_shared<Access>();
  access->view = viewOf(run[step.in[0]]);
  Shape anchor;
  ArrayRef<int64_t> all = inputs;
  for (AffineExpr expr : plan.base.getResults()) {
    auto value = ktdp::evaluate(expr, all.take_front(plan.base.getNumDims()),
                                all.drop_front(plan.base.getNumDims()));
    if (!value)
      return bad("a subscript has no value: a division by zero, or too large");
    anchor.push_back(*value);
  }
  std::string error;
  std::optional<Box> box = boundingBox(plan.set, symbols, error);
  if (!box)
    return bad(error);
  if (box->isEmpty()) {
    access->counts.assign(1, 0);
    access->strides.assign(1, 1);
  } else if (box->exact) {
    if (!boxAccess(*access, *box, anchor, plan.order))
      return bad("the tile has too many elements, or an address is too large");
  } else if (!listAccess(*access, plan, *box, symbols, anchor, error)) {
    return bad(error);
  }
  run[step.out[0]].access = std::move(access);
  return run.spend(step.op, 1);
}

bool runViewCast(Executor &run, const Step &step) {
  run[step.out[0]] = run[step.in[0]];
  return true;
}
} // namespace

LogicalResult planAccess(Compiler &compiler, Step &step) {
  if (auto view = dyn_cast<ktdp::ConstructMemoryViewOp>(step.op))
    return planView(compiler, view, step);
  if (auto tile = dyn_cast<ktdp::ConstructAccessTileOp>(step.op)) {
    auto plan = std::make_unique<TilePlan>();
    plan->base = tile.getBaseMap();
    plan->order = tile.getAccessTileOrder();
    plan->set = tile.getTileSet();
    step.plan = std::move(plan);
    step.run = runTile;
  } else if (isa<memref::CastOp>(step.op)) {
    step.run = runViewCast;
  }
  return success();
}

} // namespace sg::reference
