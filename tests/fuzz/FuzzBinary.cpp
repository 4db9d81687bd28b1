// Bytes of a SpyreBinary: decoded, printed, assembled again, and launched on
// the machine as the job's program within limits. The checksum is made right
// first, else hardly any change would get past it. How to run it: README.md in
// this folder.
#include "engine/device/DeviceReader.h"
#include "engine/machine/Machine.h"
#include "engine/spyrecode/Assembly.h"
#include "mlir/IR/MLIRContext.h"
#include "tests/fuzz/Limits.h"

static const sg::Device &device() {
  static const sg::Device device = [] {
    mlir::MLIRContext context;
    return *sg::readDevice(SPYREGLASS_SOURCE_DIR "/archs/spyre-mini.mlir",
                           context);
  }();
  return device;
}

static void launch(const sg::Binary &binary) {
  sg::KernelInfo info;
  info.name = "k";
  info.arguments.resize(8);
  auto plan = sg::makeJobPlan(binary, info);
  if (!plan)
    return;
  sg::SpyreCode code;
  code.plan = *plan;
  code.binaries["init_binary.bin"] = *sg::encode(binary);
  auto machine = sg::Machine::create(code, device());
  if (!machine)
    return;
  if (auto place = (*machine)->allocate(1 << 16); !place)
    return;
  if (auto prepared = (*machine)->prepare(); !prepared)
    return;
  sg::LaunchOptions options;
  options.maxCycles = sg::fuzz::maxCycles;
  options.recordEvents = true;
  std::vector<int64_t> arguments(8, 64);
  auto result = (*machine)->launch(arguments, options);
  if (!result && result.error().message.empty())
    sg::fuzz::finding("a launch failed without an error");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::vector<uint8_t> image(data, data + size);
  sg::renewChecksum(image);
  (void)sg::relocationOffsets(image);
  auto binary = sg::decode(image);
  if (!binary) {
    if (binary.error().message.empty())
      sg::fuzz::finding("refused without an error");
    return 0;
  }
  auto text = sg::disassemble(*binary);
  auto again = sg::assemble(text, "k.s");
  if (!again)
    sg::fuzz::finding("its own text is refused: " + again.error().str());
  if (!(*again == *binary))
    sg::fuzz::finding("its own text means another binary");
  launch(*binary);
  return 0;
}
