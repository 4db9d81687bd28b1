// Turns what an MLIR context says into the diagnostics of the session's front
// door, for the session itself and for commands that read a text without
// compiling it.
#pragma once
#include "engine/session/Session.h"
#include "mlir/IR/Diagnostics.h"

namespace sg {

/// Collects the context's diagnostics while it lives.
class DiagnosticSink {
public:
  DiagnosticSink(mlir::MLIRContext &context, std::vector<Diagnostic> &into);

private:
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace sg
