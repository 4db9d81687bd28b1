// What the elements of a kernel's buffers hold in the end: on the machine, and
// by the kernel's meaning.
#pragma once
#include "engine/reference/BufferData.h"
#include "engine/spyrecode/KernelInfo.h"

namespace sg::viz {

/// Element `element` (from the buffer's base) as text with six digits; empty
/// when it is outside or was never written.
std::string valueText(const KernelBuffer &buffer, const BufferData &data,
                      int64_t element);

class BufferValues {
public:
  BufferValues() = default;
  /// One content per buffer; null or empty where nothing ran. All of it must
  /// outlive this.
  BufferValues(const KernelInfo &info, const std::vector<BufferData> *machine,
               const std::vector<BufferData> *meaning)
      : info(&info), machine(machine), meaning(meaning) {}

  /// A sentence about an element: "holds 1.25 after the run". Empty when
  /// nothing is known.
  std::string describe(uint32_t buffer, int64_t element) const;

private:
  const KernelInfo *info = nullptr;
  const std::vector<BufferData> *machine = nullptr, *meaning = nullptr;
};

} // namespace sg::viz
