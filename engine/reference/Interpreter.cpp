#include "engine/reference/Interpreter.h"
#include "engine/reference/Executor.h"
#include "engine/reference/Views.h"

using namespace mlir;

namespace sg {

LogicalResult interpret(func::FuncOp kernel, const KernelInfo &info,
                        ReferenceState &state,
                        const ReferenceOptions &options) {
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
  FailureOr<reference::Program> program = compiler.compile(kernel);
  if (failed(program))
    return failure();
  reference::Executor executor(info, state, options, *program);
  return executor.runAllTiles(kernel);
}

} // namespace sg
