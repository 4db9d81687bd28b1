#include "engine/schedule/Access.h"
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/schedule/PipelineShape.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;

namespace sg {

namespace {
// Bounds of one coordinate of a box-shaped set.
struct Interval {
  std::optional<int64_t> low, high;
};
} // namespace

// The set as one interval per dimension, or nothing if it is not a box with
// the same bounds on every tile.
static std::optional<SmallVector<Interval>>
boxOf(IntegerSet set, ArrayRef<LinearForm> symbols, CoreValues &values) {
  SmallVector<Interval> box(set.getNumDims());
  for (auto [expr, isEquality] :
       llvm::zip(set.getConstraints(), set.getEqFlags())) {
    SmallVector<LinearForm> zeros(set.getNumDims(),
                                  LinearForm{values.constant(0), {}});
    std::optional<LinearForm> constant = values.linear(expr, zeros, symbols);
    if (!constant || !constant->isConstant() || !isUniform(constant->constant))
      return std::nullopt;
    int64_t c = constant->constant.front();
    std::optional<unsigned> dim;
    int64_t factor = 0;
    for (unsigned d = 0; d < set.getNumDims(); ++d) {
      if (!expr.isFunctionOfDim(d))
        continue;
      if (dim)
        return std::nullopt;
      dim = d;
      zeros[d].constant = values.constant(1);
      std::optional<LinearForm> one = values.linear(expr, zeros, symbols);
      zeros[d].constant = values.constant(2);
      std::optional<LinearForm> two = values.linear(expr, zeros, symbols);
      if (!one || !two)
        return std::nullopt;
      int64_t twice;
      if (llvm::SubOverflow(one->constant.front(), c, factor) ||
          llvm::SubOverflow(two->constant.front(), c, twice) ||
          (factor != 1 && factor != -1) || twice != 2 * factor)
        return std::nullopt;
    }
    if (!dim) { // a constant condition
      if (isEquality ? c != 0 : c < 0)
        return std::nullopt;
      continue;
    }
    if (c == std::numeric_limits<int64_t>::min())
      return std::nullopt;
    Interval &interval = box[*dim];
    // x + c >= 0 means x >= -c; -x + c >= 0 means x <= c.
    if (factor == 1 || isEquality) {
      int64_t low = factor == 1 ? -c : c;
      interval.low = std::max(interval.low.value_or(low), low);
    }
    if (factor == -1 || isEquality) {
      int64_t high = factor == -1 ? c : -c;
      interval.high = std::min(interval.high.value_or(high), high);
    }
  }
  // Small enough to count.
  int64_t extent;
  for (const Interval &interval : box)
    if (!interval.low || !interval.high || *interval.high < *interval.low ||
        llvm::SubOverflow(*interval.high, *interval.low, extent) ||
        llvm::AddOverflow(extent, int64_t(1), extent))
      return std::nullopt;
  return box;
}

// Which tile dimension each set dimension becomes: the order map must be a
// permutation; unit dimensions may be missing from the tile's shape.
static std::optional<SmallVector<int64_t>>
tileDimOf(AffineMap order, ArrayRef<Interval> box, ArrayRef<int64_t> shape) {
  if (!order.isPermutation())
    return std::nullopt;
  SmallVector<int64_t> result(box.size(), -1);
  unsigned next = 0;
  bool sameRank = shape.size() == box.size();
  for (AffineExpr expr : order.getResults()) {
    unsigned d = cast<AffineDimExpr>(expr).getPosition();
    int64_t extent = *box[d].high - *box[d].low + 1;
    if (!sameRank)
      while (next < shape.size() && shape[next] == 1)
        ++next;
    if (!sameRank && extent == 1)
      continue;
    if (next >= shape.size() || shape[next] != extent)
      return std::nullopt;
    result[d] = next++;
  }
  return result;
}

// Splits a base address into an index argument and the rest.
static LogicalResult splitBase(Access &access, Value offset,
                               CoreValues &values) {
  std::optional<LinearForm> form = values.linear(offset);
  if (!form)
    return access.op
               ->emitError("the base address of its view is computed in a "
                           "way that is not scheduled yet")
               .attachNote(offset.getLoc())
           << "use an argument plus a constant or a multiple of the tile id";
  for (const auto &[value, coefficient] : form->terms) {
    bool isArgument =
        isa<func::FuncOp>(cast<BlockArgument>(value).getOwner()->getParentOp());
    if (!isArgument)
      continue;
    if (access.base || !isUniform(coefficient) || coefficient.front() != 1)
      return access.op->emitError(
          "the base address of its view must be one argument, not scaled, "
          "plus an offset");
    access.base = value;
  }
  llvm::erase_if(form->terms,
                 [&](auto &term) { return term.first == access.base; });
  access.offset = *form;
  return success();
}

static LogicalResult readView(Access &access, CoreValues &values) {
  auto view = access.view.getDefiningOp<ktdp::ConstructMemoryViewOp>();
  if (!view)
    return access.op->emitError("only tiles of ktdp.construct_memory_view are "
                                "scheduled yet, not distributed or sub-views");
  if (!view.getMemorySpace().isGlobal())
    return access.op->emitError("only views of global memory are scheduled "
                                "yet; this one is in a tile's scratchpad");
  if (failed(splitBase(access, view.getOffset(), values)))
    return failure();
  for (auto [size, stride] :
       llvm::zip(view.getMixedSizes(), view.getMixedStrides())) {
    ViewDim dim;
    for (auto [ofr, target] :
         {std::pair<OpFoldResult, PerCore *>(size, &dim.size),
          {stride, &dim.stride}}) {
      if (auto attr = dyn_cast<Attribute>(ofr)) {
        *target = values.constant(cast<IntegerAttr>(attr).getInt());
        continue;
      }
      std::optional<PerCore> number = values.evaluate(cast<Value>(ofr));
      if (!number)
        return access.op
                   ->emitError("a size or stride of its view depends on "
                               "a loop or on data")
                   .attachNote(view.getLoc())
               << "the view is built here";
      *target = *number;
    }
    access.dims.push_back(std::move(dim));
  }
  return success();
}

FailureOr<Access> analyzeAccess(Operation *op, CoreValues &values) {
  Access access;
  access.op = op;
  Value tileValue;
  if (auto load = dyn_cast<ktdp::LoadOp>(op)) {
    tileValue = load.getAccessTile();
    access.elementType =
        cast<ShapedType>(load.getResult().getType()).getElementType();
  } else {
    auto store = cast<ktdp::StoreOp>(op);
    tileValue = store.getAccessTile();
    access.elementType =
        cast<ShapedType>(store.getDataTile().getType()).getElementType();
  }
  auto tile = tileValue.getDefiningOp<ktdp::ConstructAccessTileOp>();
  if (!tile) {
    op->emitError("indirect access tiles (gather, scatter) are not scheduled "
                  "yet; `spyreglass interpret` runs them");
    return failure();
  }
  access.view = tile.getBase();
  if (failed(readView(access, values)))
    return failure();

  auto forms = [&](ValueRange range) -> std::optional<std::vector<LinearForm>> {
    std::vector<LinearForm> result;
    for (Value value : range) {
      std::optional<LinearForm> form = values.linear(value);
      if (!form)
        return std::nullopt;
      result.push_back(*form);
    }
    return result;
  };
  auto indices = forms(tile.getIndices());
  auto symbols = forms(tile.getSymbolOperands());
  if (!indices || !symbols) {
    auto diag = tile.emitError(
        "a subscript of this access tile is not linear in loop counters");
    if (values.blocker())
      diag.attachNote(values.blocker()->getLoc())
          << "this operation is in the way; divide and take remainders of the "
             "tile id or of constants only";
    return failure();
  }
  auto box = boxOf(tile.getTileSet(), *symbols, values);
  auto shape =
      cast<ktdp::AccessTileType>(tile.getResult().getType()).getShape();
  std::optional<SmallVector<int64_t>> tileDim;
  if (box)
    tileDim = tileDimOf(tile.getAccessTileOrder(), *box, shape);
  if (!tileDim || box->size() != access.dims.size()) {
    tile.emitError("only rectangular access tiles in an order that permutes "
                   "dimensions are scheduled yet; `spyreglass interpret` "
                   "takes any set");
    return failure();
  }
  access.tileShape.assign(shape.begin(), shape.end());
  AffineMap map = tile.getBaseMap();
  for (auto [d, dim] : llvm::enumerate(access.dims)) {
    std::optional<LinearForm> base = values.linear(
        map.getResult(d), ArrayRef(*indices).take_front(map.getNumDims()),
        ArrayRef(*indices).drop_front(map.getNumDims()));
    if (base)
      base = values.add(*base, {values.constant(*(*box)[d].low), {}});
    if (!base) {
      tile.emitError("a subscript of this access tile is not linear in loop "
                     "counters");
      return failure();
    }
    dim.base = *base;
    dim.tileStep.assign(shape.size(), 0);
    if ((*tileDim)[d] >= 0)
      dim.tileStep[(*tileDim)[d]] = 1;
  }
  return access;
}

bool sameRoot(const Access &a, const Access &b) { return a.base == b.base; }

std::optional<std::array<int64_t, 2>> addressUnits(const Access &a,
                                                   const Access &b) {
  if (a.elementType == b.elementType)
    return std::array<int64_t, 2>{1, 1};
  std::optional<Format> left = formatOf(a.elementType),
                        right = formatOf(b.elementType);
  if (a.base || !left || !right)
    return std::nullopt;
  return std::array<int64_t, 2>{formatBytes(*left), formatBytes(*right)};
}

} // namespace sg
