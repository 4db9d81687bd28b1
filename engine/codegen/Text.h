// How operations and places are spelled in the binary's source list and in
// messages.
#pragma once
#include "engine/ops/Format.h"
#include "mlir/IR/Operation.h"
#include <optional>
#include <string>
#include <vector>

namespace sg::codegen {

std::string lowerCase(llvm::StringRef text);

/// Every file position a location stands for, "add.mlir:12:8", without
/// repetitions; the innermost one of names and calls.
std::vector<std::string> filePositions(mlir::Location location);

/// "agen.vector_load add.mlir:12:8": name and positions of an operation.
std::string sourceText(mlir::Operation *op);

/// The element format of a scalar type; index counts as i64.
std::optional<Format> formatOf(mlir::Type type);

/// Elements and format of a vector that units can hold; empty for others.
struct VectorShape {
  int64_t count = 0;
  Format format = Format::F16;
  int64_t bytes() const { return count * formatBytes(format); }
};
std::optional<VectorShape> vectorShape(mlir::Type type);

std::string typeText(mlir::Type type);

} // namespace sg::codegen
