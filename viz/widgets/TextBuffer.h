// Text being edited: lines, changes with undo, search. No ImGui; positions are
// byte columns and never lie inside a UTF-8 character after `clamp`.
#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sg::viz {

struct TextPos {
  uint32_t line = 0, column = 0; ///< from 0; column in bytes
  auto operator<=>(const TextPos &) const = default;
};

class TextBuffer {
public:
  TextBuffer() : lines(1) {}
  explicit TextBuffer(std::string_view text) : TextBuffer() { reset(text); }

  /// Another text; forgets what could be undone.
  void reset(std::string_view text);
  std::string text() const;
  std::string text(TextPos from, TextPos to) const;

  uint32_t lineCount() const { return uint32_t(lines.size()); }
  const std::string &line(uint32_t index) const { return lines[index]; }
  TextPos end() const;
  /// The nearest position that exists.
  TextPos clamp(TextPos pos) const;
  /// One character, or one word, further; over the ends of lines.
  TextPos next(TextPos pos) const;
  TextPos previous(TextPos pos) const;
  TextPos nextWord(TextPos pos) const;
  TextPos previousWord(TextPos pos) const;

  /// Replaces [from, to) and returns the end of what is there now. Typing of
  /// single characters one after the other is undone together.
  TextPos replace(TextPos from, TextPos to, std::string_view with);
  /// The position to put the caret; nothing when there is nothing to undo.
  std::optional<TextPos> undo();
  std::optional<TextPos> redo();
  bool canUndo() const { return done > 0; }
  bool canRedo() const { return done < history.size(); }
  /// Grows with every change.
  uint64_t version() const { return changes; }

  /// Where `what` is next, from `from` on and round the end; ignores case.
  std::optional<TextPos> find(std::string_view what, TextPos from,
                              bool backwards = false) const;

private:
  struct Edit {
    TextPos at;
    std::string removed, inserted;
  };
  std::vector<std::string> lines;
  std::vector<Edit> history;
  size_t done = 0; ///< edits that are in effect
  uint64_t changes = 0;

  TextPos change(TextPos from, TextPos to, std::string_view with);
  bool joins(const Edit &last, const Edit &edit) const;
};

/// Characters of a UTF-8 text before a byte, and the byte of a character.
uint32_t charactersBefore(std::string_view line, uint32_t byte);
uint32_t byteOfCharacter(std::string_view line, uint32_t character);

} // namespace sg::viz
