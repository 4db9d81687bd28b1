// Which tiles a neighbor operation asks for, over all tiles that ask.
#pragma once
#include "engine/ir/ktdf_arch/KtdfArch.h"

namespace sg {

/// Work left for one device: parts of index expressions to evaluate. More than
/// any real description needs; bounds what hostile text can cost.
struct NeighborBudget {
  int64_t left = 1 << 22;
};

struct Neighbors {
  /// The neighborhoods that some tile asks, each once; at least one.
  llvm::SmallVector<ktdf_arch::NeighborhoodOp, 1> neighborhoods;
  /// Whether every tile asks its own neighborhood, and there for the tile one
  /// step along one dimension, wrapped at the ends.
  bool isBeside = false;
};

/// An error at the operation when a tile asks for one that is not there.
mlir::FailureOr<Neighbors> neighborsOf(ktdf_arch::NeighborOp op,
                                       NeighborBudget &budget);

} // namespace sg
