// UTF-8, as far as checking goes.
#pragma once
#include <cstdint>
#include <string_view>

namespace sg {

/// Bytes of the character a text begins with; 0 when they are not UTF-8 (cut
/// short, longer than needed, a surrogate, above U+10FFFF) or there is none.
inline size_t utf8Length(std::string_view text) {
  auto byte = [text](size_t i) {
    return i < text.size() ? uint8_t(text[i]) : uint8_t(0);
  };
  uint8_t lead = byte(0);
  if (lead < 0x80)
    return text.empty() ? 0 : 1;
  size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (!length || lead > 0xF4)
    return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80)
      return 0;
  uint8_t second = byte(1);
  bool wrong =
      (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
      (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return wrong ? 0 : length;
}

} // namespace sg
