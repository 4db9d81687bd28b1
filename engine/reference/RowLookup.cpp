#include "engine/reference/RowLookup.h"
#include "engine/reference/Values.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace sg {

StringRef predicateOf(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return arith::stringifyCmpFPredicate(compare.getPredicate());
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return arith::stringifyCmpIPredicate(compare.getPredicate());
  return {};
}

double toDouble(APFloat value) {
  bool lossy = false;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lossy);
  return value.convertToDouble();
}

std::optional<Scalar> scalarOf(Attribute attribute, Format format) {
  if (auto number = dyn_cast<FloatAttr>(attribute)) {
    if (isFloat(format))
      return roundTo(format, {toDouble(number.getValue()), 0});
    return std::nullopt;
  }
  if (auto number = dyn_cast<IntegerAttr>(attribute)) {
    if (number.getValue().getBitWidth() > 64 || isFloat(format))
      return std::nullopt;
    return roundTo(format, {0, number.getValue().getSExtValue()});
  }
  return std::nullopt;
}

std::optional<RowUse> lookUpRow(const OpTable &ops, Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() == 0 ||
      op->getNumRegions())
    return std::nullopt;
  std::string name = op->getName().getStringRef().str();
  std::string predicate = predicateOf(op).str();
  const OpRow *row = ops.byMlirName(name, predicate);
  if (!row)
    return std::nullopt;
  SmallVector<Format, 3> operands;
  for (Value operand : op->getOperands()) {
    auto format = reference::formatOf(getElementTypeOrSelf(operand.getType()));
    if (!format)
      return std::nullopt;
    operands.push_back(*format);
  }
  auto result =
      reference::formatOf(getElementTypeOrSelf(op->getResult(0).getType()));
  if (!result)
    return std::nullopt;
  RowUse use;
  bool isSelect = row->signature == Signature::Select;
  use.operand = operands[isSelect && operands.size() > 1 ? 1 : 0];
  use.result = *result;
  use.row = ops.byMlirName(name, predicate, use.operand);
  if (!use.row)
    return std::nullopt;
  // Only what is not an operand: the number may be either.
  ArrayRef<std::string> attributes = use.row->attributes;
  size_t given = std::min<size_t>(operands.size(), use.row->arity);
  size_t missing = use.row->arity - given;
  if (missing < attributes.size())
    attributes = attributes.take_back(missing);
  for (const std::string &attribute : attributes) {
    Attribute value = op->getAttr(attribute);
    std::optional<Scalar> constant =
        value ? scalarOf(value, use.operand) : std::nullopt;
    if (!constant)
      return std::nullopt;
    use.constants.push_back(*constant);
    operands.push_back(use.operand);
  }
  Result<Format> expected = resultFormat(*use.row, operands, use.result);
  if (!expected || *expected != use.result)
    return std::nullopt;
  return use;
}

} // namespace sg
