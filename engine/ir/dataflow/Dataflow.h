// The dataflow dialect: units, their programs, messages and memory views.
#pragma once
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <optional>

#include "engine/ir/dataflow/DataflowDialect.h.inc"

#include "engine/ir/dataflow/DataflowEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "engine/ir/dataflow/DataflowAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "engine/ir/dataflow/DataflowTypes.h.inc"

#define GET_OP_CLASSES
#include "engine/ir/dataflow/DataflowOps.h.inc"

namespace sg::dataflow {

/// Number of elements of a vector or custom vector; nothing for other types and
/// for scalable vectors.
std::optional<int64_t> numElementsOf(mlir::Type type);

/// Element type of a vector or custom vector; null for other types.
mlir::Type vectorElementType(mlir::Type type);

/// Bits of an integer, float or microscaling element; nothing for other types.
std::optional<unsigned> bitWidthOf(mlir::Type element);

} // namespace sg::dataflow
