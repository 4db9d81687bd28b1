#include "engine/schedule/Passes.h"
#include "engine/device/DeviceReader.h"
#include "engine/ir/Dialects.h"
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/reference/Interpreter.h"
#include "engine/schedule/SchedulePass.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace sg {

namespace {
struct Entry {
  const char *name;
  std::unique_ptr<Pass> (*create)(ScheduleContextPtr);
};
} // namespace

static constexpr Entry entries[] = {
    {"specialize", createSpecializePass},
    {"check-support", createCheckSupportPass},
    {"form-programs", createFormProgramsPass},
    {"peel-loops", createPeelLoopsPass},
    {"build-pipelines", createBuildPipelinesPass},
    {"route-transfers", createRouteTransfersPass},
    {"choose-tiles", createChooseTilesPass},
    {"tile", createTilePass},
    {"hoist-transfers", createHoistTransfersPass},
    {"double-buffer", createDoubleBufferPass},
    {"split-corelets", createSplitCoreletsPass},
    {"assign-addresses", createAssignAddressesPass},
    {"make-units", createMakeUnitsPass},
    {"emit-dataflow", createEmitDataflowPass},
};

const std::vector<SchedulePassInfo> &schedulePasses() {
  static const std::vector<SchedulePassInfo> passes = [] {
    std::vector<SchedulePassInfo> result;
    for (const Entry &entry : entries)
      result.push_back(
          {entry.name, entry.create({})->getDescription().str(), entry.create});
    return result;
  }();
  return passes;
}

void registerPasses() {
  for (const Entry &entry : entries)
    registerPass([create = entry.create] { return create({}); });
}

void addScheduleDialects(DialectRegistry &registry) {
  registerDialects(registry);
}

FailureOr<ScheduleContextPtr>
contextFromOptions(func::FuncOp kernel, StringRef device,
                   ArrayRef<std::string> options,
                   ArrayRef<std::string> defines) {
  auto context = std::make_shared<ScheduleContext>();
  if (device.empty())
    return kernel.emitError("this pass needs the option device=FILE"),
           failure();
  FailureOr<Device> read = readDevice(device, *kernel.getContext());
  if (failed(read))
    return failure();
  context->device = *read;
  for (const std::string &option : options) {
    auto [name, value] = StringRef(option).split('=');
    if (auto set = context->options.set(name, value); !set)
      return kernel.emitError(set.error().str()), failure();
  }
  std::map<std::string, std::string> values;
  for (const std::string &define : defines) {
    auto [name, value] = StringRef(define).split('=');
    values[name.str()] = value.str();
  }
  bool isKtir = !kernel.getOps<ktdp::ConstructMemoryViewOp>().empty() &&
                kernel
                    .walk([](ktdp::ConstructAccessTileOp) {
                      return WalkResult::interrupt();
                    })
                    .wasInterrupted();
  if (isKtir) {
    FailureOr<KernelInfo> info = describeKernel(kernel, values, {});
    if (failed(info))
      return failure();
    context->kernel = *info;
  } else {
    for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
      context->kernel.arguments.push_back(
          {"arg" + std::to_string(i), Format::I64, ArgumentKind::Unused, {}});
    if (auto grid = kernel->getAttrOfType<ArrayAttr>("grid"))
      for (Attribute extent : grid)
        context->kernel.grid.push_back(cast<IntegerAttr>(extent).getInt());
  }
  return context;
}

} // namespace sg
