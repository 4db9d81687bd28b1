#include "engine/schedule/Domain.h"
#include "engine/ir/ktdp/Ktdp.h"
#include <numeric>

using namespace mlir;

namespace sg {

namespace {
// Why a domain cannot be scheduled.
struct Refusal {
  Operation *op = nullptr;
  std::string message;
  Operation *other = nullptr; // accesses the same memory
};

class DomainBuilder {
public:
  DomainBuilder(linalg::GenericOp compute, CoreValues &values)
      : values(values) {
    domain.compute = compute;
  }
  LogicalResult collect();
  // Sets up the domain with `loops` absorbed.
  LogicalResult place(ArrayRef<scf::ForOp> loops);
  // Nothing when every order of the domain's positions gives the same result.
  std::optional<Refusal> conflict();
  bool mergeIndices();
  void sortDims();
  // Cuts the domain to what lies inside the views.
  std::optional<Refusal> clip();
  LogicalResult finish();
  void mergeAddresses(bool keepRows, bool keepColumns);
  void dropUnitDims();

  Domain domain;

private:
  LogicalResult placeAccess(DomainAccess &access, AffineMap map);
  std::optional<Refusal> clipAccess(DomainAccess &access);
  bool staysInside(const DomainIndex &index);
  bool injective(const DomainAccess &access);
  bool identical(const DomainAccess &a, const DomainAccess &b);
  bool disjoint(const DomainAccess &a, const DomainAccess &b);
  SmallVector<DomainAccess *> all() {
    SmallVector<DomainAccess *> result;
    for (DomainAccess &access : domain.loads)
      result.push_back(&access);
    for (DomainAccess &access : domain.stores)
      result.push_back(&access);
    return result;
  }
  void removeDim(unsigned d);

  CoreValues &values;
};
} // namespace

LogicalResult DomainBuilder::collect() {
  linalg::GenericOp compute = domain.compute;
  for (Value input : compute.getInputs()) {
    FailureOr<Access> access = analyzeAccess(input.getDefiningOp(), values);
    if (failed(access))
      return failure();
    domain.loads.push_back({*access, false, {}, {}, {}});
  }
  for (OpResult result : compute->getResults())
    for (Operation *user : result.getUsers()) {
      FailureOr<Access> access = analyzeAccess(user, values);
      if (failed(access))
        return failure();
      domain.stores.push_back({*access, true, {}, {}, {}});
      domain.storeResult.push_back(result.getResultNumber());
    }
  return success();
}

LogicalResult DomainBuilder::place(ArrayRef<scf::ForOp> loops) {
  domain.loops.assign(loops.begin(), loops.end());
  domain.extents.clear();
  domain.clipped = false;
  for (scf::ForOp loop : loops) {
    std::optional<LoopRange> range = loopRange(loop, values);
    if (!range)
      return loop.emitError("the bounds of this loop depend on another loop or "
                            "on data, or its step is not a positive constant; "
                            "that is not scheduled yet");
    domain.extents.push_back(range->trips);
  }
  linalg::GenericOp compute = domain.compute;
  for (int64_t extent : compute.getStaticLoopRanges())
    domain.extents.push_back(values.constant(extent));
  auto maps = compute.getIndexingMapsArray();
  for (auto [i, load] : llvm::enumerate(domain.loads))
    if (failed(placeAccess(load, maps[i])))
      return failure();
  for (auto [i, store] : llvm::enumerate(domain.stores))
    if (failed(placeAccess(store,
                           maps[domain.loads.size() + domain.storeResult[i]])))
      return failure();
  return success();
}

LogicalResult DomainBuilder::placeAccess(DomainAccess &access, AffineMap map) {
  access.index.clear();
  size_t numLoops = domain.loops.size();
  SmallVector<int64_t> zeros(map.getNumDims(), 0);
  auto overflow = [&] {
    return access.access.op->emitError("the addresses of this access do not "
                                       "fit 64 bits");
  };
  // Tile position as a function of the compute's dimensions: value at zero and
  // change per dimension.
  SmallVector<int64_t> start;
  SmallVector<SmallVector<int64_t>> change;
  auto at = [&](AffineExpr expr, ArrayRef<int64_t> dims) -> int64_t {
    MLIRContext *context = expr.getContext();
    SmallVector<AffineExpr> constants;
    for (int64_t dim : dims)
      constants.push_back(getAffineConstantExpr(dim, context));
    return cast<AffineConstantExpr>(
               simplifyAffineExpr(expr.replaceDims(constants), 0, 0))
        .getValue();
  };
  for (AffineExpr expr : map.getResults()) {
    start.push_back(at(expr, zeros));
    change.emplace_back();
    for (unsigned d = 0; d < map.getNumDims(); ++d) {
      SmallVector<int64_t> one = zeros;
      one[d] = 1;
      change.back().push_back(at(expr, one) - start.back());
    }
  }
  for (const ViewDim &dim : access.access.dims) {
    DomainIndex index;
    index.base = dim.base;
    index.size = dim.size;
    index.stride = dim.stride;
    index.step.assign(domain.extents.size(), 0);
    for (auto [l, loop] : llvm::enumerate(domain.loops)) {
      Value counter = loop.getInductionVar();
      const PerCore *coefficient = index.base.coefficient(counter);
      if (!coefficient)
        continue;
      if (!isUniform(*coefficient))
        return loop.emitError("this loop's counter is multiplied by a number "
                              "that depends on the tile id; that is not "
                              "scheduled yet");
      LoopRange range = *loopRange(loop, values);
      std::optional<LinearForm> shift =
          values.multiply({range.first, {}}, {*coefficient, {}});
      int64_t factor = coefficient->front();
      if (!shift || __builtin_mul_overflow(factor, range.step, &index.step[l]))
        return overflow();
      llvm::erase_if(index.base.terms,
                     [&](auto &term) { return term.first == counter; });
      std::optional<LinearForm> base = values.add(index.base, *shift);
      if (!base)
        return overflow();
      index.base = *base;
    }
    for (auto [t, step] : llvm::enumerate(dim.tileStep)) {
      std::optional<LinearForm> base =
          values.add(index.base, {values.constant(step * start[t]), {}});
      if (!base)
        return overflow();
      index.base = *base;
      for (auto [d, delta] : llvm::enumerate(change[t]))
        index.step[numLoops + d] += step * delta;
    }
    access.index.push_back(std::move(index));
  }
  // Addresses.
  access.offset = access.access.offset;
  // Loop counters may also appear in the base address itself.
  access.stride.assign(domain.extents.size(), 0);
  for (auto [l, loop] : llvm::enumerate(domain.loops))
    if (access.offset.coefficient(loop.getInductionVar()))
      return access.access.op->emitError(
          "the base address of its view changes with a loop; move the change "
          "into the subscripts");
  for (const DomainIndex &index : access.index) {
    if (!isUniform(index.stride))
      return access.access.op->emitError(
          "the strides of its view depend on the tile id; that is not "
          "scheduled yet");
    std::optional<LinearForm> part =
        values.multiply(index.base, {index.stride, {}});
    if (part)
      part = values.add(access.offset, *part);
    if (!part)
      return overflow();
    access.offset = *part;
    for (auto [d, step] : llvm::enumerate(index.step)) {
      int64_t product;
      if (__builtin_mul_overflow(step, index.stride.front(), &product) ||
          __builtin_add_overflow(access.stride[d], product, &access.stride[d]))
        return overflow();
    }
  }
  return success();
}

// Every position of the domain has an address of its own.
bool DomainBuilder::injective(const DomainAccess &access) {
  SmallVector<std::pair<int64_t, int64_t>> dims;
  for (auto [stride, extent] : llvm::zip(access.stride, domain.extents))
    dims.push_back({stride, maxOf(extent)});
  return isInjective(dims);
}

bool DomainBuilder::identical(const DomainAccess &a, const DomainAccess &b) {
  std::optional<LinearForm> difference = values.add(a.offset, b.offset, -1);
  if (!difference || !difference->isConstant() ||
      maxOf(difference->constant) != 0 || minOf(difference->constant) != 0 ||
      a.access.elementType != b.access.elementType)
    return false;
  for (auto [d, extent] : llvm::enumerate(domain.extents))
    if (maxOf(extent) > 1 && a.stride[d] != b.stride[d])
      return false;
  return true;
}

bool DomainBuilder::disjoint(const DomainAccess &a, const DomainAccess &b) {
  if (!sameRoot(a.access, b.access))
    return true;
  auto units = addressUnits(a.access, b.access);
  if (!units)
    return false;
  const DomainAccess *both[2] = {&a, &b};
  std::optional<LinearForm> start[2];
  for (int side = 0; side < 2; ++side)
    start[side] = values.multiply(both[side]->offset,
                                  {values.constant((*units)[side]), {}});
  if (!start[0] || !start[1])
    return false;
  std::optional<LinearForm> difference = values.add(*start[0], *start[1], -1);
  if (!difference || !difference->isConstant())
    return false;
  for (int64_t tile = 0; tile < values.numTiles(); ++tile) {
    // a starts `gap` units after b.
    int64_t gap = difference->constant[tile];
    int64_t low[2] = {0, 0}, high[2] = {0, 0};
    for (int side = 0; side < 2; ++side) {
      int64_t unit = (*units)[side];
      for (auto [d, stride] : llvm::enumerate(both[side]->stride)) {
        int64_t span = stride * unit * (domain.extents[d][tile] - 1);
        if (domain.extents[d][tile] > 0)
          (span < 0 ? low : high)[side] += span;
      }
      high[side] += unit - 1; // the last element's last unit
    }
    if (low[0] + gap <= high[1] && low[1] <= high[0] + gap)
      return false;
  }
  return true;
}

std::optional<Refusal> DomainBuilder::conflict() {
  for (DomainAccess &store : domain.stores) {
    Operation *op = store.access.op;
    if (!injective(store))
      return Refusal{op, "this store writes the same element several times; "
                         "that is not scheduled yet"};
    for (DomainAccess *other : all())
      if (other != &store && !disjoint(store, *other) &&
          !identical(store, *other))
        return Refusal{op,
                       "this store overwrites memory that the same step reads "
                       "or writes at other positions; that is not scheduled "
                       "yet",
                       other->access.op};
  }
  return std::nullopt;
}

void DomainBuilder::removeDim(unsigned d) {
  domain.extents.erase(domain.extents.begin() + d);
  for (DomainAccess *access : all()) {
    for (DomainIndex &index : access->index)
      index.step.erase(index.step.begin() + d);
    access->stride.erase(access->stride.begin() + d);
  }
}

// Merges a dimension with a finer one where every index advances as if they
// were one; returns whether it did.
bool DomainBuilder::mergeIndices() {
  unsigned rank = domain.extents.size();
  for (unsigned coarse = 0; coarse < rank; ++coarse)
    for (unsigned fine = 0; fine < rank; ++fine) {
      if (coarse == fine || !isUniform(domain.extents[fine]))
        continue;
      int64_t inner = domain.extents[fine].front();
      bool fits = true, used = false;
      for (DomainAccess *access : all())
        for (DomainIndex &index : access->index) {
          fits &= index.step[coarse] == index.step[fine] * inner;
          used |= index.step[coarse] != 0;
        }
      if (!fits || !used)
        continue;
      // The merged dimension steps like the fine one.
      PerCore merged = domain.extents[coarse];
      bool overflow = false;
      for (int64_t &extent : merged)
        overflow |= __builtin_mul_overflow(extent, inner, &extent);
      if (overflow)
        continue;
      domain.extents[fine] = merged;
      removeDim(coarse);
      return true;
    }
  return false;
}

// Puts the dimensions in the order in which the first store lies in memory, so
// that what it writes is contiguous.
void DomainBuilder::sortDims() {
  SmallVector<unsigned> order(domain.extents.size());
  std::iota(order.begin(), order.end(), 0);
  const SmallVector<int64_t, 4> strides = domain.stores.front().stride;
  llvm::sort(order, [&](unsigned a, unsigned b) {
    int64_t left = std::abs(strides[a]), right = std::abs(strides[b]);
    return left != right ? left > right : a < b;
  });
  auto permute = [&](auto &list) {
    auto old = list;
    for (auto [to, from] : llvm::enumerate(order))
      list[to] = old[from];
  };
  permute(domain.extents);
  for (DomainAccess *access : all()) {
    permute(access->stride);
    for (DomainIndex &index : access->index)
      permute(index.step);
  }
}

// Whether an index that loops outside the domain move stays within its view.
bool DomainBuilder::staysInside(const DomainIndex &index) {
  for (int64_t tile = 0; tile < values.numTiles(); ++tile) {
    int64_t low = index.base.constant[tile], high = low;
    auto reach = [&](int64_t step, int64_t count) {
      int64_t span;
      return count < 1 ||
             (!__builtin_mul_overflow(step, count - 1, &span) &&
              !(span < 0 ? __builtin_add_overflow(low, span, &low)
                         : __builtin_add_overflow(high, span, &high)));
    };
    for (const auto &[counter, factor] : index.base.terms) {
      auto loop = dyn_cast<scf::ForOp>(
          cast<BlockArgument>(counter).getOwner()->getParentOp());
      std::optional<LoopRange> range;
      if (loop)
        range = loopRange(loop, values);
      int64_t start, step;
      if (!range ||
          __builtin_mul_overflow(range->first[tile], factor[tile], &start) ||
          __builtin_mul_overflow(range->step, factor[tile], &step) ||
          __builtin_add_overflow(low, start, &low) ||
          __builtin_add_overflow(high, start, &high) ||
          !reach(step, range->trips[tile]))
        return false;
    }
    for (auto [d, step] : llvm::enumerate(index.step))
      if (!reach(step, domain.extents[d][tile]))
        return false;
    if (low < 0 || high >= index.size[tile])
      return false;
  }
  return true;
}

// Cuts the domain to positions inside the view of `access`.
std::optional<Refusal> DomainBuilder::clipAccess(DomainAccess &access) {
  auto outside = [&](const DomainIndex &index, int64_t tile) {
    return Refusal{access.access.op,
                   "on tile " + std::to_string(tile) +
                       " this access leaves its view of size " +
                       std::to_string(index.size[tile]) + " in dimension " +
                       std::to_string(&index - access.index.data()) +
                       "; it starts at " +
                       std::to_string(index.base.constant[tile]) +
                       "; that is not scheduled yet"};
  };
  for (DomainIndex &index : access.index) {
    if (!index.base.isConstant()) {
      if (staysInside(index))
        continue;
      return Refusal{access.access.op,
                     "this access may leave its view in some iterations of a "
                     "loop that must run in order; that is not scheduled yet"};
    }
    SmallVector<unsigned> moving;
    for (auto [d, step] : llvm::enumerate(index.step))
      if (step != 0 && maxOf(domain.extents[d]) > 1)
        moving.push_back(d);
    for (int64_t tile = 0; tile < values.numTiles(); ++tile) {
      bool empty = llvm::any_of(
          domain.extents, [&](PerCore &extent) { return extent[tile] <= 0; });
      if (empty)
        continue;
      int64_t low = index.base.constant[tile], high = low;
      for (unsigned d : moving)
        (index.step[d] < 0 ? low : high) +=
            index.step[d] * (domain.extents[d][tile] - 1);
      if (low < 0)
        return outside(index, tile);
      if (high < index.size[tile])
        continue;
      if (moving.size() != 1 || index.step[moving[0]] < 0) {
        if (moving.empty() && access.isStore) {
          // Nothing of this tile is inside.
          domain.extents[0][tile] = 0;
          domain.clipped = true;
          continue;
        }
        return outside(index, tile);
      }
      int64_t &extent = domain.extents[moving[0]][tile];
      int64_t room = index.size[tile] - low;
      int64_t step = index.step[moving[0]];
      int64_t inside = room <= 0 ? 0 : (room - 1) / step + 1;
      extent = std::min(extent, inside);
      domain.clipped = true;
    }
  }
  return std::nullopt;
}

std::optional<Refusal> DomainBuilder::clip() {
  if (domain.extents.empty())
    domain.extents.push_back(values.constant(1)),
        llvm::for_each(all(), [](DomainAccess *access) {
          for (DomainIndex &index : access->index)
            index.step.push_back(0);
          access->stride.push_back(0);
        });
  // All accesses must agree on what is left.
  SmallVector<PerCore> whole = domain.extents, extents;
  for (DomainAccess &store : domain.stores) {
    domain.extents = whole;
    if (auto refusal = clipAccess(store))
      return refusal;
    if (&store != &domain.stores.front() && extents != domain.extents)
      return Refusal{store.access.op,
                     "of several stores in one step only some reach past the "
                     "end of their view here; that is not scheduled yet"};
    extents = domain.extents;
  }
  for (DomainAccess &load : domain.loads) {
    if (auto refusal = clipAccess(load))
      return refusal;
    if (extents != domain.extents)
      return Refusal{load.access.op,
                     "this load reaches past the end of its view at positions "
                     "that are stored; that is not scheduled yet"};
  }
  return std::nullopt;
}

void DomainBuilder::dropUnitDims() {
  for (unsigned d = domain.extents.size(); d-- > 0;)
    if (domain.extents.size() > 1 && isUniform(domain.extents[d]) &&
        domain.extents[d].front() == 1)
      removeDim(d);
}

// Merges neighbouring dimensions that are contiguous in memory everywhere.
void DomainBuilder::mergeAddresses(bool keepRows, bool keepColumns) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (unsigned d = 0; d + 1 < domain.extents.size() && !changed; ++d) {
      bool first = d == 0, last = d + 2 == domain.extents.size();
      if (!isUniform(domain.extents[d + 1]) || (keepRows && first) ||
          (keepColumns && last))
        continue;
      int64_t inner = domain.extents[d + 1].front();
      bool fits = llvm::all_of(all(), [&](DomainAccess *access) {
        return access->stride[d] == access->stride[d + 1] * inner;
      });
      if (!fits)
        continue;
      for (int64_t &extent : domain.extents[d])
        extent *= inner;
      domain.extents[d + 1] = domain.extents[d];
      removeDim(d);
      changed = true;
    }
  }
}

// Loops from the inside out whose body holds this program alone.
static SmallVector<scf::ForOp> ownLoops(linalg::GenericOp compute) {
  SmallVector<scf::ForOp> loops;
  Operation *inner = compute;
  while (auto loop = dyn_cast<scf::ForOp>(inner->getParentOp())) {
    unsigned programs = 0;
    for (Operation &op : *loop.getBody())
      programs += isa<linalg::GenericOp, scf::ForOp>(op);
    if (programs != 1)
      break;
    loops.insert(loops.begin(), loop);
    inner = loop;
  }
  return loops;
}

FailureOr<Domain> buildDomain(linalg::GenericOp compute, CoreValues &values,
                              bool keepRows, bool keepColumns) {
  DomainBuilder builder(compute, values);
  if (failed(builder.collect()))
    return failure();
  SmallVector<scf::ForOp> loops = ownLoops(compute);
  std::optional<Refusal> leaves; // a view, with the most loops absorbed
  while (true) {
    if (failed(builder.place(loops)))
      return failure();
    while (builder.mergeIndices())
      ;
    std::optional<Refusal> refusal = builder.clip();
    if (refusal && !leaves)
      leaves = refusal;
    if (!refusal)
      refusal = builder.conflict();
    if (!refusal)
      break;
    if (loops.empty()) {
      if (leaves)
        refusal = leaves;
      auto diag = refusal->op->emitError(refusal->message);
      if (refusal->other)
        diag.attachNote(refusal->other->getLoc()) << "it is accessed here";
      return failure();
    }
    loops.erase(loops.begin());
  }
  builder.dropUnitDims();
  builder.sortDims();
  builder.mergeAddresses(keepRows, keepColumns);
  return std::move(builder.domain);
}

} // namespace sg
