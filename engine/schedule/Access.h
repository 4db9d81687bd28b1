// How a load or store walks memory: the addresses of an access tile as linear
// functions of loop counters and of the position in the tile.
#pragma once
#include "engine/schedule/CoreValues.h"
#include "mlir/IR/Operation.h"
#include <array>

namespace sg {

/// One dimension of a memory view, as one access indexes it: base + sum of
/// stride * tile position, within [0, size).
struct ViewDim {
  LinearForm base;                        ///< elements along this dimension
  llvm::SmallVector<int64_t, 4> tileStep; ///< per tile dimension
  PerCore size;                           ///< of the view
  PerCore stride;                         ///< elements of memory per step
};

/// The access of one ktdp.load or ktdp.store.
struct Access {
  mlir::Operation *op = nullptr; ///< the load or store
  mlir::Value view;              ///< the memory view
  mlir::Value base;              ///< index argument of the base, null if none
  LinearForm offset;             ///< of view coordinate 0, without `base`
  llvm::SmallVector<int64_t, 4> tileShape;
  std::vector<ViewDim> dims;
  mlir::Type elementType;
};

/// Analyses a load or store. Reports an error at the operation when its view
/// or tile is of a kind that is not scheduled yet.
mlir::FailureOr<Access> analyzeAccess(mlir::Operation *op, CoreValues &values);

/// Whether two accesses use the same buffer (the same base argument; constant
/// bases are one address space).
bool sameRoot(const Access &a, const Access &b);

/// What one element of each access counts in addresses that can be compared,
/// for accesses of the same root: 1 for one element type, bytes for constant
/// addresses of two. Nothing for two types below one base argument, whose unit
/// is not known.
std::optional<std::array<int64_t, 2>> addressUnits(const Access &a,
                                                   const Access &b);

} // namespace sg
