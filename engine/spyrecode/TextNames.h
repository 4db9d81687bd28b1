// The words of the assembly text that writer and reader must agree on.
#pragma once
#include "engine/spyrecode/Fields.h"
#include <algorithm>
#include <cstdio>
#include <map>
#include <string_view>

namespace sg {

inline constexpr const char *compareNames[] = {"==", "!=", "<",
                                               "<=", ">",  ">="};

inline bool isWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool isWordPart(char c) {
  return isWordStart(c) || (c >= '0' && c <= '9') || c == '.';
}
/// A name that can stand unquoted.
inline bool isWord(std::string_view text) {
  return !text.empty() && isWordStart(text[0]) &&
         std::all_of(text.begin(), text.end(), isWordPart);
}
/// A row name that can stand for its encoding: "op.7" is the spelling of rows
/// that have no such name.
inline bool isRowWord(std::string_view name) {
  return isWord(name) && name.substr(0, 3) != "op.";
}

/// Memories appear by name where that is unambiguous, else as %index.
inline std::string memoryName(const std::vector<std::string> &memories,
                              unsigned index) {
  if (index < memories.size() && isWord(memories[index]) &&
      std::count(memories.begin(), memories.end(), memories[index]) == 1)
    return memories[index];
  return "%" + std::to_string(index);
}

/// In quotes, on one line, whatever the bytes.
inline std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 32 || byte == 127) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\x%02x", byte);
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

} // namespace sg
