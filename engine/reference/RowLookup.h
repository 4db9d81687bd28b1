// From an MLIR operation to its row in the op table.
#pragma once
#include "engine/ops/OpTable.h"
#include "mlir/IR/Operation.h"

namespace sg {

/// A row and the formats an operation uses it with.
struct RowUse {
  const OpRow *row = nullptr;
  Format operand = Format::F16; ///< Select: of the values
  Format result = Format::F16;
  /// Values of the last operands that come from attributes
  /// (OpRow::attributes), in the operand's format.
  llvm::SmallVector<Scalar, 2> constants;
};

/// The row of an element-wise operation on scalars or tensors of them, by name,
/// predicate and element type. Nothing when the table has none for it.
std::optional<RowUse> lookUpRow(const OpTable &ops, mlir::Operation *op);

/// What a comparison compares for ("olt", "slt"); empty for other operations.
llvm::StringRef predicateOf(mlir::Operation *op);

double toDouble(llvm::APFloat value);

/// A number attribute in a format; nothing for other attributes.
std::optional<Scalar> scalarOf(mlir::Attribute attribute, Format format);

} // namespace sg
