// Everything the project's IR may contain: its own dialects and the upstream
// ones that KTIR and the stages after it use.
#pragma once

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sg {

/// Adds the project's dialects and the upstream ones (builtin, func, arith, math,
/// linalg, tensor, scf, memref, affine, cf, dlti, vector) to `registry`. Loads
/// nothing: a context made with the registry loads a dialect when it meets it.
void registerDialects(mlir::DialectRegistry &registry);

} // namespace sg
