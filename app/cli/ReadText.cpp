#include "app/cli/ReadText.h"
#include "engine/device/DeviceReader.h"
#include "engine/frontend/Frontend.h"
#include "engine/ir/Dialects.h"
#include "engine/session/DiagnosticSink.h"
#include "llvm/Support/Path.h"

namespace sg::cli {

namespace {
// A context whose diagnostics are collected.
struct Reader {
  mlir::MLIRContext context;
  DiagnosticSink sink;

  explicit Reader(std::vector<Diagnostic> &diagnostics)
      : context(mlir::MLIRContext::Threading::DISABLED),
        sink(context, diagnostics) {
    mlir::DialectRegistry registry;
    registerDialects(registry);
    context.appendDialectRegistry(registry);
    context.printOpOnDiagnostic(false);
  }
};
} // namespace

// A line that starts with the word `ktdf_arch.device`.
static bool isDeviceText(llvm::StringRef text) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    if (line.ltrim().starts_with("ktdf_arch.device"))
      return true;
    text = rest;
  }
  return false;
}

CheckedText checkText(const std::string &text, const std::string &fileName,
                      const std::string &frontend,
                      std::vector<Diagnostic> &diagnostics) {
  CheckedText checked;
  if (frontend == "auto" && isDeviceText(text)) {
    checked.what = "device";
    std::optional<Device> device = readDeviceFrom(text, fileName, diagnostics);
    checked.isGood = device.has_value();
    if (device)
      checked.names.push_back(device->name);
    return checked;
  }
  Reader reader(diagnostics);
  FrontendKind kind = detectFrontend(text);
  for (FrontendKind each :
       {FrontendKind::Ktir, FrontendKind::Triton, FrontendKind::Inductor})
    if (frontendName(each) == frontend)
      kind = each;
  checked.what = frontendName(kind).str();
  auto module = parseSource(kind, text, fileName, reader.context);
  if (mlir::failed(module))
    return checked;
  checked.isGood = true;
  for (mlir::func::FuncOp kernel : findKernels(**module))
    checked.names.push_back(kernel.getSymName().str());
  return checked;
}

std::optional<Device> readDeviceFrom(const std::string &text,
                                     const std::string &fileName,
                                     std::vector<Diagnostic> &diagnostics) {
  Reader reader(diagnostics);
  llvm::FailureOr<Device> device = readDeviceText(
      text, fileName, llvm::sys::path::parent_path(fileName), reader.context);
  if (mlir::failed(device))
    return std::nullopt;
  return std::move(*device);
}

std::optional<Device> findAndReadDevice(const std::string &nameOrPath,
                                        const std::vector<std::string> &dirs,
                                        std::vector<Diagnostic> &diagnostics) {
  Result<std::string> path = findDevice(nameOrPath, dirs);
  if (!path) {
    Diagnostic diagnostic;
    diagnostic.message = path.error().str();
    diagnostics.push_back(std::move(diagnostic));
    return std::nullopt;
  }
  Reader reader(diagnostics);
  llvm::FailureOr<Device> device = readDevice(*path, reader.context);
  if (mlir::failed(device))
    return std::nullopt;
  return std::move(*device);
}

std::vector<std::string> knownDevices(const std::vector<std::string> &dirs) {
  return deviceNames(dirs);
}

} // namespace sg::cli
