#include "engine/reference/Values.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace sg::reference {

std::optional<int64_t> elementCount(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  bool empty = false;
  for (int64_t size : shape) {
    if (size < 0 || size > maxBytes)
      return std::nullopt;
    empty |= size == 0;
    if (size && (count *= size) > maxBytes)
      return std::nullopt;
  }
  return empty ? 0 : count;
}

Shape denseStrides(ArrayRef<int64_t> shape) {
  Shape strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return strides;
}

std::optional<Format> formatOf(Type type) {
  if (type.isF16())
    return Format::F16;
  if (type.isBF16())
    return Format::BF16;
  if (type.isF32())
    return Format::F32;
  if (type.isIndex())
    return Format::I64;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 1:
      return Format::I1;
    case 8:
      return Format::I8;
    case 16:
      return Format::I16;
    case 32:
      return Format::I32;
    case 64:
      return Format::I64;
    default:
      return std::nullopt;
    }
  }
  return std::nullopt;
}

bool Access::touchesMemory() const {
  if (!outside)
    return points > 0;
  if (isBox)
    return !insideCounts.empty() &&
           llvm::all_of(insideCounts, [](int64_t count) { return count > 0; });
  return llvm::any_of(addresses,
                      [](int64_t address) { return address != nowhere; });
}

} // namespace sg::reference
