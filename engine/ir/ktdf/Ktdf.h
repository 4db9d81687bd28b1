// The ktdf dialect: kernels as pipelines of stages, the level the scheduler
// works on.
#pragma once
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <optional>

namespace sg::ktdf {

/// Memory effects on FIFOs: nothing that moves data through one is reordered.
struct FifoResource : mlir::SideEffects::Resource::Base<FifoResource> {
  llvm::StringRef getName() final { return "<ktdf fifo>"; }
};

/// What distinguishes one token or reserved size from the next.
struct IdentityResource : mlir::SideEffects::Resource::Base<IdentityResource> {
  llvm::StringRef getName() final { return "<ktdf identity>"; }
};

/// One side of a data transfer: a block of a memref or a FIFO slot.
struct TransferEnd {
  mlir::Value value;
  /// Subscripts of the block's first element, one result per dimension, over
  /// `operands` (index values); null for a FIFO slot.
  mlir::AffineMap map;
  llvm::SmallVector<mlir::Value> operands;
  /// Elements per dimension; `ShapedType::kDynamic` where `dynamicSizes` has
  /// the value. May be empty for a FIFO slot.
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<mlir::Value> dynamicSizes = {};

  bool isFifo() const { return !map; }
  bool hasStaticSizes() const { return dynamicSizes.empty(); }
};

/// Name of the attribute by which loops say what they are (LoopTypeAttr).
inline constexpr llvm::StringLiteral loopTypeAttrName = "loop_type";

} // namespace sg::ktdf

#include "engine/ir/ktdf/KtdfDialect.h.inc"

#include "engine/ir/ktdf/KtdfEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "engine/ir/ktdf/KtdfAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "engine/ir/ktdf/KtdfTypes.h.inc"

#define GET_OP_CLASSES
#include "engine/ir/ktdf/KtdfOps.h.inc"

namespace sg::ktdf {

/// Element type of a memref, tensor or FIFO slot, and the type itself of
/// anything else.
mlir::Type elementTypeOf(mlir::Type type);

/// How a loop's iterations relate; nothing when the loop does not say.
std::optional<LoopType> getLoopType(mlir::Operation *loop);
void setLoopType(mlir::Operation *loop, LoopType type);

} // namespace sg::ktdf
