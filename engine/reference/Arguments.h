// Values of kernel arguments from text, attributes and types.
#pragma once
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/reference/Interpreter.h"

namespace sg::reference {

/// A number as a user writes it ("1000", "-3", "0x10", "0.5", "true") as the
/// bits of one element. The error says what is wrong.
Result<int64_t> parseElement(Format format, llvm::StringRef text);

/// Describes argument `number`: format and value; its kind is given. Reports
/// values that do not parse or leave their bounds, and sizes without a value.
mlir::FailureOr<KernelArgument>
describeArgument(mlir::func::FuncOp kernel, unsigned number, std::string name,
                 ArgumentKind kind,
                 const std::map<std::string, std::string> &defines);

} // namespace sg::reference
