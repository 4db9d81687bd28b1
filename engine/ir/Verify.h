// Verification of operations that came from a text.
#pragma once
#include "llvm/Support/LogicalResult.h"

namespace mlir {
class Block;
} // namespace mlir

namespace sg {

/// Verifies what was parsed into a block with MLIR's verification switched off.
/// Looks first at what crashes MLIR's verifiers. Emits diagnostics.
llvm::LogicalResult verifyParsed(mlir::Block &block);

} // namespace sg
