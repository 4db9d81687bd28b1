#include "engine/frontend/Frontend.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace sg;

StringRef sg::frontendName(FrontendKind kind) {
  switch (kind) {
  case FrontendKind::Auto:
    return "auto";
  case FrontendKind::Ktir:
    return "ktir";
  case FrontendKind::Triton:
    return "triton";
  case FrontendKind::Inductor:
    return "inductor";
  }
  return "auto";
}

FrontendKind sg::detectFrontend(StringRef text) {
  bool first = true;
  while (!text.empty()) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    // What follows // is a comment, unless a string holds the //; Triton's
    // words come before either.
    line = line.split("//").first.trim();
    if (line.empty())
      continue;
    // `{-#` starts MLIR's resources, any other brace or bracket JSON.
    if (first && (line[0] == '[' || line[0] == '{') && !line.starts_with("{-#"))
      return FrontendKind::Inductor;
    first = false;
    if (line.starts_with("tt.func ") || line.contains(" tt.func ") ||
        line.contains("\"tt.func\""))
      return FrontendKind::Triton;
  }
  return FrontendKind::Ktir;
}

FailureOr<OwningOpRef<ModuleOp>> sg::parseSource(FrontendKind kind,
                                                 StringRef text,
                                                 StringRef fileName,
                                                 MLIRContext &context) {
  if (kind == FrontendKind::Auto)
    kind = detectFrontend(text);
  if (kind == FrontendKind::Ktir)
    return parseKtir(text, fileName, context);
  emitError(FileLineColLoc::get(&context, fileName, 1, 1))
      << (kind == FrontendKind::Triton ? "Triton" : "Inductor")
      << " input is not supported yet: bring the KTIR that its compiler makes "
         "of it";
  return failure();
}
