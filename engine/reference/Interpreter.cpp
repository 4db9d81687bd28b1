#include "engine/reference/Interpreter.h"
#include "engine/reference/AddressSlice.h"
#include "engine/reference/Executor.h"
#include "engine/reference/Views.h"
#include <limits>

using namespace mlir;

namespace sg {

/// What runs, and what runs it.
struct Interpretation::Prepared {
  ReferenceOptions options;
  reference::Program program;
  std::unique_ptr<reference::Executor> executor;
};

/// A recorder may follow the accesses, a slice leave out what they do not
/// depend on. Null after an error.
static std::unique_ptr<Interpretation::Prepared>
prepare(func::FuncOp kernel, const KernelInfo &info, ReferenceState &state,
        const ReferenceOptions &options, reference::AccessRecorder *recorder,
        const reference::AddressSlice *slice) {
  std::vector<ArgumentKind> kinds;
  for (const KernelArgument &argument : info.arguments)
    kinds.push_back(argument.kind);
  if (kinds.size() != kernel.getNumArguments()) {
    kernel.emitError("the kernel has ")
        << kernel.getNumArguments() << " arguments, its description "
        << kinds.size();
    return nullptr;
  }
  FailureOr<reference::ViewGroups> groups =
      reference::groupViews(kernel, kinds);
  if (failed(groups))
    return nullptr;
  if (groups->groups.size() != info.buffers.size()) {
    kernel.emitError("the kernel has ")
        << groups->groups.size() << " buffers, its description "
        << info.buffers.size();
    return nullptr;
  }
  reference::Compiler compiler(*options.ops, groups->groupOf);
  if (slice)
    compiler.only = &slice->ops;
  FailureOr<reference::Program> program = compiler.compile(kernel);
  if (failed(program))
    return nullptr;
  auto prepared = std::make_unique<Interpretation::Prepared>();
  prepared->options = options;
  prepared->program = std::move(*program);
  prepared->executor = std::make_unique<reference::Executor>(
      info, state, prepared->options, prepared->program);
  prepared->executor->recorder = recorder;
  prepared->executor->movesData = !slice;
  if (failed(prepared->executor->begin(kernel)))
    return nullptr;
  return prepared;
}

Interpretation::Interpretation(func::FuncOp kernel, const KernelInfo &info,
                               ReferenceState &state,
                               const ReferenceOptions &options)
    : prepared(prepare(kernel, info, state, options, nullptr, nullptr)) {}

Interpretation::~Interpretation() = default;

bool Interpretation::advance(int64_t operations) {
  if (!prepared || done)
    return false;
  reference::Progress progress = prepared->executor->advance(operations);
  if (progress == reference::Progress::Failed)
    prepared.reset();
  done = progress == reference::Progress::Done;
  return progress == reference::Progress::More;
}

double Interpretation::progress() const {
  if (!prepared || done)
    return 1;
  const reference::Executor &executor = *prepared->executor;
  return double(std::max<int64_t>(executor.tile, 0)) / double(executor.tiles());
}

LogicalResult interpret(func::FuncOp kernel, const KernelInfo &info,
                        ReferenceState &state,
                        const ReferenceOptions &options) {
  Interpretation run(kernel, info, state, options);
  while (run.advance(std::numeric_limits<int64_t>::max())) {
  }
  return success(!run.failed());
}

FailureOr<AccessMap> findAccesses(func::FuncOp kernel, const KernelInfo &info,
                                  ReferenceState &state,
                                  const ReferenceOptions &options) {
  int64_t tiles = 1;
  for (int64_t size : info.grid)
    tiles *= size;
  AccessMap map;
  reference::AccessRecorder recorder(map, std::max<int64_t>(tiles, 1));
  reference::AddressSlice slice(kernel);
  std::unique_ptr<Interpretation::Prepared> prepared =
      prepare(kernel, info, state, options, &recorder,
              slice.needsData ? nullptr : &slice);
  if (!prepared)
    return failure();
  reference::Progress progress = reference::Progress::More;
  while (progress == reference::Progress::More)
    progress = prepared->executor->advance(std::numeric_limits<int64_t>::max());
  if (progress == reference::Progress::Failed)
    return failure();
  return map;
}

bool addressesNeedData(func::FuncOp kernel) {
  return reference::AddressSlice(kernel).needsData;
}

} // namespace sg
