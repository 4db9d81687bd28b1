// What a buffer holds; plain data.
#pragma once
#include <cstdint>
#include <vector>

namespace sg {

/// One buffer's content: elements firstElement .. endElement of KernelBuffer,
/// as a memory image.
struct BufferData {
  std::vector<uint8_t> bytes;
  std::vector<uint8_t> written; ///< one flag per element
};

} // namespace sg
