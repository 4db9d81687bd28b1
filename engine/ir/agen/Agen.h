// The agen dialect: which elements units load and store, and in which order.
#pragma once
#include "engine/ir/dataflow/Dataflow.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"

namespace sg::agen {

/// A set of elements of a memref: where it starts and which elements, in which
/// order, belong to it.
struct Access {
  mlir::Value memref;
  /// Subscripts of the set's origin over `operands`, one per dimension.
  mlir::AffineMap map;
  llvm::SmallVector<mlir::Value> operands;
  /// Offsets from the origin, one dimension per dimension of the memref.
  mlir::IntegerSet set;
  /// Brings the set's points into the order of the vector's lanes.
  mlir::AffineMap order;
  /// Composite operations: by how much a time step moves the origin. Null for
  /// a single step.
  mlir::AffineMap timeAddrMap = {};
};

/// The time steps of a composite operation; empty for a single step.
struct TimeSteps {
  mlir::IntegerSet set = {};
  mlir::AffineMap order = {};
  llvm::SmallVector<mlir::Value> symbols = {};

  bool isSingle() const { return set == mlir::IntegerSet(); }
};

/// The access to a dense block of `sizes` elements at `map`(`operands`), in
/// row-major order.
Access blockAccess(mlir::Value memref, mlir::AffineMap map,
                   mlir::ValueRange operands, llvm::ArrayRef<int64_t> sizes);

/// The set {(d0, …) : 0 <= di < sizes[i]}. Sizes are at least 1.
mlir::IntegerSet blockSet(mlir::MLIRContext *context,
                          llvm::ArrayRef<int64_t> sizes);

/// `sizes` time steps, one dimension per size, the last one fastest.
TimeSteps blockTime(mlir::MLIRContext *context, llvm::ArrayRef<int64_t> sizes);

/// The sizes of a set that blockSet() could have made, whatever the order of
/// its constraints; nothing for any other set.
std::optional<llvm::SmallVector<int64_t>> blockSizes(mlir::IntegerSet set);

} // namespace sg::agen

#include "engine/ir/agen/AgenDialect.h.inc"

#include "engine/ir/agen/AgenEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "engine/ir/agen/AgenAttrs.h.inc"

#define GET_OP_CLASSES
#include "engine/ir/agen/AgenOps.h.inc"
