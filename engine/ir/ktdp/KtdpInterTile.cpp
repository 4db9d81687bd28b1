// Verifiers of the ktdp operations between tiles.
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/ir/ktdp/TileSets.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace sg::ktdp;

// A set of tiles per group: dimension tile, symbol group.
static LogicalResult verifyTilesPerGroup(Operation *op, StringRef name,
                                         IntegerSet set) {
  if (set.getNumDims() == 1 && set.getNumSymbols() == 1)
    return success();
  return op->emitOpError()
         << name << " is a set of tiles i of a group g, affine_set<(i)[g] : "
         << "(...)>; this one has " << set.getNumDims() << " dimension(s) and "
         << set.getNumSymbols() << " symbol(s)";
}

static LogicalResult verifyDependency(Operation *op,
                                      std::optional<IntegerSetAttr> attribute) {
  if (!attribute)
    return success();
  IntegerSet set = attribute->getValue();
  if (set.getNumDims() == 1 &&
      (set.getNumSymbols() == 1 || set.getNumSymbols() == 2))
    return success();
  return op->emitOpError()
         << "producer_dependency_per_consumer is a set of producers p of a "
            "consumer c, affine_set<(p)[c] : (...)>, or of a consumer in a "
            "group, affine_set<(p)[c, g] : (...)>; this one has "
         << set.getNumDims() << " dimension(s) and " << set.getNumSymbols()
         << " symbol(s)";
}

// `types` are what `what` has, one for each tensor of the future.
static LogicalResult verifyRoles(Operation *op, StringRef what, TypeRange types,
                                 ArrayRef<RankedTensorType> partials) {
  if (types.size() != partials.size())
    return op->emitOpError()
           << "has " << types.size() << ' ' << what << "(s) for a future of "
           << partials.size() << " tensor(s): there is one for each";
  for (auto [number, pair] : llvm::enumerate(llvm::zip_equal(types, partials)))
    if (std::get<0>(pair) != std::get<1>(pair))
      return op->emitOpError()
             << what << ' ' << number << " is a " << std::get<0>(pair)
             << " where the future carries a " << std::get<1>(pair)
             << ": use the future's type and reshape before or after";
  return success();
}

//===- inter_tile_produce -------------------------------------------------===//

// No tile is in two groups, as far as groups and tiles can be listed.
static LogicalResult verifyDisjoint(InterTileProduceOp op, IntegerSet tiles) {
  auto groups = listPoints(op.getGroups(), {});
  if (!groups)
    return success();
  llvm::DenseMap<int64_t, int64_t> groupOf;
  for (int64_t group : *groups) {
    auto members = listPoints(tiles, {group});
    if (!members || groupOf.size() > maxListedPoints)
      return success();
    for (int64_t tile : *members) {
      auto [entry, isNew] = groupOf.try_emplace(tile, group);
      if (!isNew)
        return op.emitOpError()
               << "has tile " << tile << " in group " << entry->second
               << " and in group " << group
               << ": producer_tiles_per_group puts a tile in one group";
    }
  }
  return success();
}

LogicalResult InterTileProduceOp::verify() {
  Block &block = getBody().front();
  if (block.getNumArguments() != 1 || !block.getArgument(0).getType().isIndex())
    return emitOpError() << "has a region whose only argument is the number of "
                            "the group: write ^bb0(%gid: index)";
  IntegerSet tiles = getProducerTilesPerGroup().getValue();
  if (failed(verifyTilesPerGroup(*this, "producer_tiles_per_group", tiles)))
    return failure();
  return verifyDisjoint(*this, tiles);
}

LogicalResult InterTileProduceOp::verifyRegions() {
  Operation *yield = getBody().front().getTerminator();
  return verifyRoles(yield, "value", yield->getOperandTypes(),
                     getPartialTypes());
}

//===- inter_tile_consume -------------------------------------------------===//

LogicalResult InterTileConsumeOp::verify() {
  if (failed(verifyRoles(*this, "result", getResults().getTypes(),
                         getPartialTypes())) ||
      failed(verifyTilesPerGroup(*this, "consumer_tiles_per_group",
                                 getConsumerTilesPerGroup().getValue())))
    return failure();
  return verifyDependency(*this, getProducerDependencyPerConsumer());
}

//===- inter_tile_reduce --------------------------------------------------===//

LogicalResult InterTileReduceOp::verify() {
  ArrayRef<RankedTensorType> partials = getPartialTypes();
  if (failed(verifyRoles(*this, "result", getResults().getTypes(), partials)) ||
      failed(
          verifyRoles(*this, "identity", getIdentity().getTypes(), partials)) ||
      failed(verifyTilesPerGroup(*this, "consumer_tiles_per_group",
                                 getConsumerTilesPerGroup().getValue())) ||
      failed(verifyDependency(*this, getProducerDependencyPerConsumer())))
    return failure();
  Block &block = getCombiner().front();
  TypeRange arguments = block.getArgumentTypes();
  SmallVector<Type> expected(partials.begin(), partials.end());
  expected.append(partials.begin(), partials.end());
  if (!llvm::equal(arguments, expected))
    return emitOpError() << "has a region with arguments (" << arguments
                         << "): it takes two contributions, ("
                         << TypeRange(expected) << ')';
  return success();
}

LogicalResult InterTileReduceOp::verifyRegions() {
  Operation *yield = getCombiner().front().getTerminator();
  return verifyRoles(yield, "value", yield->getOperandTypes(),
                     getPartialTypes());
}
