// Reads device texts for the tests and collects what the reader says.
#pragma once
#include "engine/device/DeviceReader.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"

inline const std::string deviceInputs =
    SPYREGLASS_SOURCE_DIR "/tests/engine/device/Inputs";
inline const std::string deviceArchs = SPYREGLASS_SOURCE_DIR "/archs";

/// A device, or none, and the diagnostics: "line:column: message\n" each, notes
/// with "note: " before the message.
struct ReadDevice {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::string said;
  llvm::FailureOr<sg::Device> device = llvm::failure();

  static ReadDevice &text(llvm::StringRef text) {
    ReadDevice &read = make();
    read.run([&](mlir::MLIRContext &context) {
      return sg::readDeviceText(text, "test.mlir", deviceInputs, context);
    });
    return read;
  }
  static ReadDevice &file(const std::string &path) {
    ReadDevice &read = make();
    read.run([&](mlir::MLIRContext &context) {
      return sg::readDevice(path, context);
    });
    return read;
  }

private:
  /// Kept to the end of the program: doctest reads what INFO refers to late.
  static ReadDevice &make() {
    static std::vector<std::unique_ptr<ReadDevice>> all;
    return *all.emplace_back(std::make_unique<ReadDevice>());
  }
  template <typename F> void run(F read) {
    mlir::ScopedDiagnosticHandler handler(
        &context, [&](mlir::Diagnostic &diagnostic) {
          llvm::raw_string_ostream stream(said);
          print(stream, diagnostic, "");
          for (mlir::Diagnostic &note : diagnostic.getNotes())
            print(stream, note, "note: ");
          return llvm::success();
        });
    device = read(context);
  }
  static void print(llvm::raw_ostream &stream, mlir::Diagnostic &diagnostic,
                    const char *kind) {
    if (auto loc =
            mlir::dyn_cast<mlir::FileLineColLoc>(diagnostic.getLocation()))
      stream << loc.getLine() << ':' << loc.getColumn() << ": ";
    stream << kind << diagnostic.str() << '\n';
  }
};
