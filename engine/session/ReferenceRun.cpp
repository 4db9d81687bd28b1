#include "engine/session/ReferenceRun.h"
#include "engine/session/Internal.h"

namespace sg {

ReferenceState referenceState(const KernelInfo &info,
                              std::vector<std::vector<uint8_t>> inputs,
                              std::vector<int64_t> arguments) {
  ReferenceState state;
  state.arguments = std::move(arguments);
  for (size_t i = 0; i < info.buffers.size(); ++i) {
    const KernelBuffer &buffer = info.buffers[i];
    size_t count = size_t(buffer.endElement - buffer.firstElement);
    BufferData data;
    bool filled = !inputs[i].empty();
    data.bytes = std::move(inputs[i]);
    data.bytes.resize(count * formatBytes(buffer.format));
    data.written.assign(count, filled);
    state.buffers.push_back(std::move(data));
  }
  return state;
}

ReferenceRun::ReferenceRun(mlir::func::FuncOp kernel, const KernelInfo &info,
                           ReferenceState state,
                           const ReferenceOptions &options,
                           std::vector<Diagnostic> &messages)
    : kernel(kernel), info(info), state(std::move(state)), options(options),
      messages(messages) {}

bool ReferenceRun::advance() {
  DiagnosticSink sink(*kernel.getContext(), messages);
  size_t before = messages.size();
  if (!interpretation)
    interpretation =
        std::make_unique<Interpretation>(kernel, info, state, options);
  bool more = interpretation->advance(1 << 17);
  if (!interpretation->failed())
    return more;
  error = Error{"the reference interpreter stopped", ""};
  for (size_t i = before; i < messages.size(); ++i)
    if (messages[i].severity == Severity::Error)
      error->message = messages[i].message;
  return false;
}

Result<ReferenceState> ReferenceRun::take() {
  if (error)
    return *error;
  return std::move(state);
}

} // namespace sg
