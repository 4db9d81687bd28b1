// The iteration space of one program: every parallel loop around it and every
// dimension of its tiles, with what each access does along each dimension.
#pragma once
#include "engine/schedule/Loops.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// One dimension of a view as an access indexes it over the domain:
/// constant + outer loops + sum of step[d] * position[d], within [0, size).
struct DomainIndex {
  LinearForm base; ///< constant and counters of loops outside the domain
  llvm::SmallVector<int64_t, 4> step;
  PerCore size, stride;
};

/// A load or store over the domain.
struct DomainAccess {
  Access access;
  bool isStore = false;
  std::vector<DomainIndex> index; ///< per view dimension
  /// From the base address: constant and outer loops, then elements per step
  /// of each domain dimension. Valid after `finish`.
  LinearForm offset;
  llvm::SmallVector<int64_t, 4> stride;
};

struct Domain {
  mlir::linalg::GenericOp compute;
  llvm::SmallVector<mlir::scf::ForOp> loops; ///< absorbed, outermost first
  llvm::SmallVector<PerCore> extents;
  std::vector<DomainAccess> loads;         ///< per input of `compute`
  std::vector<DomainAccess> stores;        ///< per result, possibly several
  llvm::SmallVector<unsigned> storeResult; ///< result number of each store
  bool clipped = false; ///< extents were cut to what lies inside the views
};

/// The domain of a program with as many of the loops around it as can run in
/// any order. Reports errors at operations. `keepRows`/`keepColumns` prevent
/// the outermost/innermost dimension from being merged with its neighbour.
mlir::FailureOr<Domain> buildDomain(mlir::linalg::GenericOp compute,
                                    CoreValues &values, bool keepRows,
                                    bool keepColumns);

} // namespace sg
