// The spyreop dialect: functions of an element that Spyre has instructions for.
#pragma once
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "engine/ir/spyreop/SpyreOpDialect.h.inc"

#include "engine/ir/spyreop/SpyreOpEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "engine/ir/spyreop/SpyreOpAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "engine/ir/spyreop/SpyreOpTypes.h.inc"

#define GET_OP_CLASSES
#include "engine/ir/spyreop/SpyreOpOps.h.inc"

namespace sg::spyreop {

/// The type that holds a pair of `scalar` (f16, df16 or f32); null for others.
mlir::Type fusedPairOf(mlir::Type scalar);
/// What a fused type holds a pair of; null for other types.
mlir::Type scalarOfFused(mlir::Type fused);

} // namespace sg::spyreop
