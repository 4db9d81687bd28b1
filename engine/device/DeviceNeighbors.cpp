#include "engine/device/DeviceNeighbors.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace sg::ktdf_arch;

namespace sg {
namespace {

using Place = SmallVector<int64_t>;

std::string text(ArrayRef<int64_t> place) {
  std::string text = "[";
  for (int64_t index : place)
    text += (text.size() > 1 ? ", " : "") + std::to_string(index);
  return text + "]";
}

/// Counts on to the next place of a grid in row-major order; false at its end.
bool advance(Place &place, ArrayRef<int64_t> sizes) {
  for (size_t i = place.size(); i-- > 0; place[i] = 0)
    if (++place[i] < sizes[i])
      return true;
  return false;
}

/// Nothing where the map divides by zero.
std::optional<Place> apply(AffineMap map, ArrayRef<int64_t> place) {
  Builder builder(map.getContext());
  SmallVector<Attribute> in, out;
  for (int64_t index : place)
    in.push_back(builder.getIndexAttr(index));
  if (failed(map.constantFold(in, out)))
    return std::nullopt;
  Place result;
  for (Attribute index : out)
    result.push_back(cast<IntegerAttr>(index).getInt());
  return result;
}

/// Whether `b` is one step from `a` along one dimension, wrapped at the ends.
bool isBeside(ArrayRef<int64_t> a, ArrayRef<int64_t> b,
              ArrayRef<int64_t> sizes) {
  unsigned steps = 0;
  for (auto [from, to, size] : llvm::zip_equal(a, b, sizes)) {
    if (from == to)
      continue;
    ++steps;
    if ((from + 1) % size != to && (to + 1) % size != from)
      return false;
  }
  return steps == 1;
}

/// The neighborhood behind an operand: its own result, or its argument where a
/// tile asks from inside.
NeighborhoodOp neighborhoodOf(Value tiles) {
  if (auto self = dyn_cast<BlockArgument>(tiles))
    return dyn_cast<NeighborhoodOp>(self.getOwner()->getParentOp());
  return tiles.getDefiningOp<NeighborhoodOp>();
}

LogicalResult spend(NeighborOp op, ArrayRef<int64_t> domain,
                    NeighborBudget &budget) {
  int64_t cost = 1;
  op.getMap().walkExprs([&](AffineExpr) { ++cost; });
  for (int64_t size : domain)
    if (__builtin_mul_overflow(cost, size, &cost) || cost > budget.left)
      break;
  if (cost > budget.left)
    return op.emitError("the neighborhoods of this device have too many tiles "
                        "to follow each of their neighbors");
  budget.left -= cost;
  return success();
}

} // namespace

FailureOr<Neighbors> neighborsOf(NeighborOp op, NeighborBudget &budget) {
  Neighbors result;
  SmallVector<int64_t> domain = op.getDomain();
  if (failed(spend(op, domain, budget)))
    return failure();
  SmallVector<int64_t> sizes(
      cast<NeighborhoodType>(op.getTiles().front().getType()).getSizes());
  if (op.isChoosing())
    sizes.insert(sizes.begin(), op.getTiles().size());
  NeighborhoodOp own = op->getParentOfType<NeighborhoodOp>();
  result.isBeside = own && !op.isChoosing() && domain == sizes &&
                    neighborhoodOf(op.getTiles().front()) == own;
  Place place(domain.size(), 0);
  do {
    std::optional<Place> asked = apply(op.getMap(), place);
    bool found =
        asked && llvm::all_of(llvm::zip_equal(*asked, sizes), [](auto at) {
          auto [index, size] = at;
          return index >= 0 && index < size;
        });
    if (!found) {
      auto diag = op.emitError("there is no tile ");
      diag << (asked ? text(*asked) : "at a division by zero")
           << " in a neighborhood of " << text(sizes);
      if (!place.empty())
        diag << "; tile " << text(place) << " asks for it";
      return diag;
    }
    unsigned chosen = op.isChoosing() ? asked->front() : 0;
    NeighborhoodOp tiles = neighborhoodOf(op.getTiles()[chosen]);
    if (!llvm::is_contained(result.neighborhoods, tiles))
      result.neighborhoods.push_back(tiles);
    result.isBeside = result.isBeside && isBeside(place, *asked, sizes);
  } while (advance(place, domain));
  return result;
}

} // namespace sg
