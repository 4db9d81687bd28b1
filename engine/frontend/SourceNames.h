// Keeps what MLIR's parser forgets: where in the text an operation stands even
// when it carries a location of its own, and what its results are called.
#pragma once
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <string>

namespace sg {

/// Parses text like mlir::parseSourceString, then gives every operation a
/// location that names its first result and holds its place in the text first
/// and the location it came with, if any, second. Function and block arguments
/// get named locations too.
mlir::OwningOpRef<mlir::ModuleOp> parseWithNames(llvm::StringRef text,
                                                 llvm::StringRef fileName,
                                                 mlir::MLIRContext &context);

/// The name a value has in the text, without '%'; empty when unknown.
std::string sourceName(mlir::Value value);

} // namespace sg
