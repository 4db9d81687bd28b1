// The ktdf_arch dialect: device descriptions as graphs of memories, units and
// datapaths. engine/device/DeviceReader.h turns one into a plain Device.
#pragma once
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "engine/ir/ktdf_arch/KtdfArchDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "engine/ir/ktdf_arch/KtdfArchTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "engine/ir/ktdf_arch/KtdfArchAttrs.h.inc"

#define GET_OP_CLASSES
#include "engine/ir/ktdf_arch/KtdfArchOps.h.inc"

namespace sg::ktdf_arch {

/// An attribute of a resource by its name without prefix: "features" finds
/// `ktdf_arch.features` or `features`. Null when there is none.
mlir::Attribute knownAttr(mlir::DictionaryAttr attrs, llvm::StringRef name);

/// A feature of a resource ("load", "simd", "queue") whichever way its name is
/// written: `ktdf_arch.feature.load`, `feature.load` or `load`. Null when the
/// resource does not have it; a unit attribute when it has it bare.
mlir::Attribute featureOf(mlir::Operation *resource, llvm::StringRef name);

} // namespace sg::ktdf_arch
