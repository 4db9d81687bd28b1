// Text of a device: a kernel is compiled and run on it within limits; what was
// read survives being written and read as JSON. How to run it: README.md in
// this folder.
#include "engine/device/DeviceReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "tests/fuzz/Limits.h"
#include "tests/fuzz/TextMutator.h"
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

static const std::string &kernelText() {
  static const std::string text = [] {
    std::ifstream file(SPYREGLASS_SOURCE_DIR "/samples/ktir/add.mlir");
    std::stringstream stream;
    stream << file.rdbuf();
    return stream.str();
  }();
  return text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  sg::CompileRequest request;
  request.text = kernelText();
  request.fileName = "add.mlir";
  request.grid = {1}; // every device has a core
  request.device = "device.mlir";
  request.deviceText.assign(reinterpret_cast<const char *>(data), size);
  sg::fuzz::compileAndRun(request);

  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  mlir::ScopedDiagnosticHandler quiet(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  auto device = sg::readDeviceText(request.deviceText, "d", "", context);
  if (mlir::failed(device))
    return 0;
  auto again = sg::deviceFromJson(sg::toJson(*device));
  if (!again)
    sg::fuzz::finding("device.json: " + again.error().str());
  if (sg::toJson(*again) != sg::toJson(*device))
    sg::fuzz::finding("device.json gives another device");
  return 0;
}
