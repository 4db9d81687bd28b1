#include "engine/device/DeviceAttrs.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;

namespace sg {

std::optional<int64_t> integerOf(Attribute attr) {
  auto number = dyn_cast_or_null<IntegerAttr>(attr);
  if (!number || number.getValue().getSignificantBits() > 64)
    return std::nullopt;
  return number.getValue().getSExtValue();
}

std::optional<double> numberOf(Attribute attr) {
  if (auto real = dyn_cast_or_null<FloatAttr>(attr))
    return real.getValueAsDouble();
  if (std::optional<int64_t> whole = integerOf(attr))
    return double(*whole);
  return std::nullopt;
}

std::string numberText(double value) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  // Beyond this a double is no exact integer, nor safe to convert.
  if (std::abs(value) < 1e15 && value == double(int64_t(value)))
    stream << int64_t(value);
  else
    stream << llvm::format("%g", value);
  return text;
}

std::string attrText(Attribute attr) {
  if (!attr)
    return "";
  if (auto text = dyn_cast<StringAttr>(attr))
    return text.str();
  std::string text;
  llvm::raw_string_ostream stream(text);
  attr.print(stream, /*elideType=*/true);
  return text;
}

void ResourceAttrs::noteDefault(const llvm::Twine &name,
                                const llvm::Twine &value) {
  device.defaultsTaken.push_back((key + "." + name + " = " + value).str());
}

void ResourceAttrs::error(const llvm::Twine &message) {
  if (!hasFailed)
    op->emitError() << label << ": " << message;
  hasFailed = true;
}

int64_t ResourceAttrs::integer(llvm::StringRef name, int64_t fallback) {
  Attribute attr = attrs.get(name);
  if (!attr) {
    noteDefault(name, llvm::Twine(fallback));
    return fallback;
  }
  if (std::optional<int64_t> value = integerOf(attr))
    return *value;
  error("'" + name + "' must be an integer, not " + attrText(attr));
  return fallback;
}

double ResourceAttrs::number(llvm::StringRef name, double fallback) {
  Attribute attr = attrs.get(name);
  if (!attr) {
    noteDefault(name, numberText(fallback));
    return fallback;
  }
  if (std::optional<double> value = numberOf(attr))
    return *value;
  error("'" + name + "' must be a number, not " + attrText(attr));
  return fallback;
}

std::vector<int64_t> ResourceAttrs::integers(llvm::StringRef name) {
  std::vector<int64_t> values;
  Attribute attr = attrs.get(name);
  if (auto dense = dyn_cast_or_null<DenseI64ArrayAttr>(attr))
    return dense.asArrayRef().vec();
  if (auto array = dyn_cast_or_null<ArrayAttr>(attr)) {
    for (Attribute item : array) {
      std::optional<int64_t> value = integerOf(item);
      if (!value) {
        error("'" + name + "' must hold integers, not " + attrText(item));
        return {};
      }
      values.push_back(*value);
    }
    return values;
  }
  if (attr)
    error("'" + name + "' must be an array of integers, not " + attrText(attr));
  return values;
}

std::map<std::string, int64_t> ResourceAttrs::table(llvm::StringRef name) {
  std::map<std::string, int64_t> values;
  Attribute attr = attrs.get(name);
  auto dict = dyn_cast_or_null<DictionaryAttr>(attr);
  if (attr && !dict)
    error("'" + name + "' must be a table as {simple = 1}, not " +
          attrText(attr));
  if (!dict)
    return values;
  for (NamedAttribute entry : dict) {
    std::optional<int64_t> value = integerOf(entry.getValue());
    if (!value)
      error("'" + entry.getName().getValue() + "' of '" + name +
            "' must be an integer, not " + attrText(entry.getValue()));
    values[entry.getName().str()] = value.value_or(0);
  }
  return values;
}

void ResourceAttrs::warnUnknown(llvm::ArrayRef<llvm::StringRef> known) {
  for (NamedAttribute entry : attrs) {
    llvm::StringRef name = entry.getName().getValue();
    if (!name.starts_with("sg.") || llvm::is_contained(known, name))
      continue;
    op->emitWarning() << label << ": nothing reads '" << name
                      << "' here; known are " << llvm::join(known, ", ");
  }
}

} // namespace sg
