// The uniform dialect: tables by which units that share one program differ.
#pragma once
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "engine/ir/uniform/UniformDialect.h.inc"

#define GET_OP_CLASSES
#include "engine/ir/uniform/UniformOps.h.inc"
