// Which arguments of a kernel are addresses, and which views lie in one buffer.
#pragma once
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/spyrecode/KernelInfo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace sg::reference {

/// The views of global memory with one base.
struct ViewGroup {
  std::optional<unsigned> argument; ///< of the kernel
  std::optional<int64_t> constant;  ///< address, when it is a constant
  mlir::Value offset;               ///< the base, when it is neither
  std::vector<ktdp::ConstructMemoryViewOp> views;
};

struct ViewGroups {
  std::vector<ViewGroup> groups;
  llvm::DenseMap<mlir::Operation *, size_t> groupOf; ///< by view
};

/// What each argument is used for: Fixed when it decides a size, a stride, a
/// loop, a branch or a subscript; else Base when it decides where a view
/// starts; else Scalar or Unused.
std::vector<ArgumentKind> classifyArguments(mlir::func::FuncOp kernel);

/// Groups the views of global memory, in order of first appearance. Reports
/// addresses that are not one base argument plus something, and views of one
/// base with different element types.
mlir::FailureOr<ViewGroups> groupViews(mlir::func::FuncOp kernel,
                                       mlir::ArrayRef<ArgumentKind> kinds);

/// Whether any view's address is made of several base arguments.
bool hasMixedBases(mlir::func::FuncOp kernel,
                   mlir::ArrayRef<ArgumentKind> kinds);

/// The views of memory that a load or store of this access tile reads or
/// writes, and the index views it reads.
struct AccessedViews {
  std::vector<ktdp::ConstructMemoryViewOp> data, indices;
};
AccessedViews accessedViews(mlir::Value accessTile);

} // namespace sg::reference
