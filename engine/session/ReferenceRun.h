// The reference interpreter on the data of a run, in pieces, with what it says
// as diagnostics of the session.
#pragma once
#include "engine/reference/Interpreter.h"
#include "engine/session/Session.h"

namespace sg {

/// The buffers before a run: `inputs` as InputFill makes them, room for the
/// others.
ReferenceState referenceState(const KernelInfo &info,
                              std::vector<std::vector<uint8_t>> inputs,
                              std::vector<int64_t> arguments);

class ReferenceRun {
public:
  /// What is not a value must outlive it; diagnostics go to `messages`.
  ReferenceRun(mlir::func::FuncOp kernel, const KernelInfo &info,
               ReferenceState state, const ReferenceOptions &options,
               std::vector<Diagnostic> &messages);
  bool advance();
  double progress() const {
    return interpretation ? interpretation->progress() : 0;
  }
  /// Once, after `advance` returned false.
  Result<ReferenceState> take();

private:
  mlir::func::FuncOp kernel;
  const KernelInfo &info;
  ReferenceState state;
  ReferenceOptions options;
  std::vector<Diagnostic> &messages;
  std::unique_ptr<Interpretation> interpretation;
  std::optional<Error> error;
};

} // namespace sg
