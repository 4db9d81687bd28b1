// Counted loops as the scheduler sees them, and the range of addresses an
// access covers over them.
#pragma once
#include "engine/schedule/Access.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sg {

/// A loop whose counter takes first, first + step, … `trips` times per tile.
struct LoopRange {
  PerCore first, trips;
  int64_t step = 1;
};

/// Nothing when bounds depend on another loop's counter or on data, or the
/// step is not one positive constant.
std::optional<LoopRange> loopRange(mlir::scf::ForOp loop, CoreValues &values);

/// Smallest and largest element address of an access relative to its base, per
/// tile, over every loop around it. Nothing when a loop is not counted.
struct AddressRange {
  PerCore low, high;
};
std::optional<AddressRange> addressRange(const Access &access,
                                         CoreValues &values);

/// Whether two accesses may touch a common element on the same tile.
bool mayOverlap(const Access &a, const Access &b, CoreValues &values);

/// Whether the two touch the same element at the same tile position and loop
/// iteration, and each element in one iteration only: then what one iteration
/// does depends on no other.
bool sameIterationOnly(const Access &a, const Access &b, CoreValues &values);

/// Whether positions with these strides and counts have an address each.
bool isInjective(llvm::ArrayRef<std::pair<int64_t, int64_t>> stridesAndCounts);

/// The offset of one element from the base as a linear form of loop counters,
/// at tile position 0, and the stride of every tile dimension.
struct FlatAccess {
  LinearForm offset;
  llvm::SmallVector<PerCore> tileStrides;
};
std::optional<FlatAccess> flatten(const Access &access, CoreValues &values);

} // namespace sg
