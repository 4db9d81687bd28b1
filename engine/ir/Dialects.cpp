#include "engine/ir/Dialects.h"
#include "engine/ir/DialectList.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectRegistry.h"

void sg::registerDialects(mlir::DialectRegistry &registry) {
  insertProjectDialects(registry);
  registry.insert<
      mlir::BuiltinDialect, mlir::func::FuncDialect, mlir::arith::ArithDialect,
      mlir::math::MathDialect, mlir::linalg::LinalgDialect,
      mlir::tensor::TensorDialect, mlir::scf::SCFDialect,
      mlir::memref::MemRefDialect, mlir::affine::AffineDialect,
      mlir::cf::ControlFlowDialect, mlir::DLTIDialect,
      mlir::vector::VectorDialect>();
}
