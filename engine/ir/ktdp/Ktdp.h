// The ktdp dialect: what a kernel reads and writes, and what tiles tell each
// other.
#pragma once
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <optional>

#include "engine/ir/ktdp/KtdpDialect.h.inc"

#include "engine/ir/ktdp/KtdpEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "engine/ir/ktdp/KtdpAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "engine/ir/ktdp/KtdpTypes.h.inc"

#define GET_OP_CLASSES
#include "engine/ir/ktdp/KtdpOps.h.inc"

namespace sg::ktdp {

/// The memref or tensor an access tile points into; null when the tile does not
/// come from a ktdp.construct_access_tile or
/// ktdp.construct_indirect_access_tile.
mlir::Value getAccessedView(mlir::Value accessTile);

} // namespace sg::ktdp
