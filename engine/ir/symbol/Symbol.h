// The symbol dialect: values that the launch of a program fills in.
#pragma once
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <optional>

namespace sg::symbol {

/// What symbols are allocated from and numbered in.
struct SymbolResource : mlir::SideEffects::Resource::Base<SymbolResource> {
  llvm::StringRef getName() final { return "<symbol>"; }
};

} // namespace sg::symbol

#include "engine/ir/symbol/SymbolDialect.h.inc"

#define GET_OP_CLASSES
#include "engine/ir/symbol/SymbolOps.h.inc"
