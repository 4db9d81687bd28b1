// The part of a kernel that decides which elements are accessed: loads, stores,
// control flow and what their addresses, bounds and conditions are made of.
#pragma once
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace sg::reference {

class AddressSlice {
public:
  explicit AddressSlice(mlir::func::FuncOp kernel);

  llvm::DenseSet<mlir::Operation *> ops;
  /// An address or a branch depends on what a load reads: nothing less than
  /// the whole kernel tells.
  bool needsData = false;

private:
  void root(mlir::Operation *op);
  void need(mlir::Value value) { values.insert(value); }
  void needAll(mlir::Operation *op);
  void follow(mlir::Value value);
  void followLoop(mlir::Operation *loop, unsigned carried);

  llvm::SetVector<mlir::Value> values;
};

} // namespace sg::reference
