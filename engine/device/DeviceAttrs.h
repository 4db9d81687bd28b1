// Reads figures from the attributes of one resource: checks their types,
// notes the defaults that stand in for missing ones, keeps the first error.
#pragma once
#include "engine/device/Device.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace sg {

class ResourceAttrs {
public:
  /// `label` names the resource in messages ("memory 'L1'"), `key` in the list
  /// of defaults ("L1").
  ResourceAttrs(mlir::Operation *op, mlir::DictionaryAttr attrs,
                std::string label, std::string key, Device &device)
      : op(op), attrs(attrs), label(std::move(label)), key(std::move(key)),
        device(device) {}

  bool has(llvm::StringRef name) const { return attrs.contains(name); }
  mlir::DictionaryAttr all() const { return attrs; }

  /// The figure of that name, or `fallback`, which is then noted.
  int64_t integer(llvm::StringRef name, int64_t fallback);
  double number(llvm::StringRef name, double fallback);
  /// An array of integers ([8, 8, 8] or array<i64: 8, 8, 8>); empty when it is
  /// not there.
  std::vector<int64_t> integers(llvm::StringRef name);
  /// A dictionary of integers; empty when it is not there.
  std::map<std::string, int64_t> table(llvm::StringRef name);

  /// Warns of attributes under `sg.` that are not in `known`.
  void warnUnknown(llvm::ArrayRef<llvm::StringRef> known);

  /// Notes a default: "<key>.<name> = <value>".
  void noteDefault(const llvm::Twine &name, const llvm::Twine &value);
  /// Reports an error at the resource.
  void error(const llvm::Twine &message);
  bool failed() const { return hasFailed; }

private:
  mlir::Operation *op;
  mlir::DictionaryAttr attrs;
  std::string label, key;
  Device &device;
  bool hasFailed = false;
};

/// An integer attribute that fits 64 bits.
std::optional<int64_t> integerOf(mlir::Attribute attr);
/// A number: an integer or a float, written without an exponent when whole.
std::optional<double> numberOf(mlir::Attribute attr);
std::string numberText(double value);
/// An attribute as text; a string without its quotes.
std::string attrText(mlir::Attribute attr);

} // namespace sg
