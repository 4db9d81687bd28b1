#include "engine/reference/Interpreter.h"
#include "engine/reference/AddressSlice.h"
#include "engine/reference/Executor.h"
#include "engine/reference/Views.h"

using namespace mlir;

namespace sg {

namespace {
/// Runs the kernel; a recorder may follow the accesses, a slice leave out what
/// they do not depend on.
LogicalResult runKernel(func::FuncOp kernel, const KernelInfo &info,
                        ReferenceState &state, const ReferenceOptions &options,
                        reference::AccessRecorder *recorder,
                        const reference::AddressSlice *slice) {
  std::vector<ArgumentKind> kinds;
  for (const KernelArgument &argument : info.arguments)
    kinds.push_back(argument.kind);
  if (kinds.size() != kernel.getNumArguments())
    return kernel.emitError("the kernel has ")
           << kernel.getNumArguments() << " arguments, its description "
           << kinds.size();
  FailureOr<reference::ViewGroups> groups =
      reference::groupViews(kernel, kinds);
  if (failed(groups))
    return failure();
  if (groups->groups.size() != info.buffers.size())
    return kernel.emitError("the kernel has ")
           << groups->groups.size() << " buffers, its description "
           << info.buffers.size();
  reference::Compiler compiler(*options.ops, groups->groupOf);
  if (slice)
    compiler.only = &slice->ops;
  FailureOr<reference::Program> program = compiler.compile(kernel);
  if (failed(program))
    return failure();
  reference::Executor executor(info, state, options, *program);
  executor.recorder = recorder;
  executor.movesData = !slice;
  return executor.runAllTiles(kernel);
}
} // namespace

LogicalResult interpret(func::FuncOp kernel, const KernelInfo &info,
                        ReferenceState &state,
                        const ReferenceOptions &options) {
  return runKernel(kernel, info, state, options, nullptr, nullptr);
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
  if (failed(runKernel(kernel, info, state, options, &recorder,
                       slice.needsData ? nullptr : &slice)))
    return failure();
  return map;
}

bool addressesNeedData(func::FuncOp kernel) {
  return reference::AddressSlice(kernel).needsData;
}

} // namespace sg
