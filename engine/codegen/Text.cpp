#include "engine/codegen/Text.h"
#include "engine/ir/dataflow/Dataflow.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace sg::codegen {

std::string lowerCase(llvm::StringRef text) { return text.lower(); }

static void collect(mlir::Location location, std::vector<std::string> &into) {
  if (auto file = llvm::dyn_cast<mlir::FileLineColRange>(location)) {
    std::string text = file.getFilename().str() + ":" +
                       std::to_string(file.getStartLine()) + ":" +
                       std::to_string(file.getStartColumn());
    if (!llvm::is_contained(into, text))
      into.push_back(text);
  } else if (auto name = llvm::dyn_cast<mlir::NameLoc>(location)) {
    collect(name.getChildLoc(), into);
  } else if (auto call = llvm::dyn_cast<mlir::CallSiteLoc>(location)) {
    collect(call.getCallee(), into);
  } else if (auto fused = llvm::dyn_cast<mlir::FusedLoc>(location)) {
    for (mlir::Location part : fused.getLocations())
      collect(part, into);
  }
}

std::vector<std::string> filePositions(mlir::Location location) {
  std::vector<std::string> result;
  collect(location, result);
  return result;
}

std::string sourceText(mlir::Operation *op) {
  std::string text = op->getName().getStringRef().str();
  const char *separator = " ";
  for (const std::string &position : filePositions(op->getLoc())) {
    text += separator + position;
    separator = ", ";
  }
  return text;
}

std::string typeText(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::optional<Format> formatOf(mlir::Type type) {
  if (!type)
    return std::nullopt;
  return parseFormat(typeText(type));
}

std::optional<VectorShape> vectorShape(mlir::Type type) {
  std::optional<int64_t> count = dataflow::numElementsOf(type);
  std::optional<Format> format = formatOf(dataflow::vectorElementType(type));
  if (!count || !format || *count < 1 || *count > int64_t(UINT32_MAX))
    return std::nullopt;
  return VectorShape{*count, *format};
}

} // namespace sg::codegen
