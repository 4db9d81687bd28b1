// What keys do in the editor.
#include "viz/widgets/CodeEditor.h"
#include <algorithm>

namespace sg::viz {

static bool pressed(ImGuiKey key) { return ImGui::IsKeyPressed(key); }

bool CodeEditor::keys() {
  uint64_t before = buffer.version();
  const ImGuiIO &io = ImGui::GetIO();
  bool shortcut = io.KeyCtrl || (io.ConfigMacOSXBehaviors && io.KeySuper);
  moveKeys(shortcut, io.KeyShift);
  if (!editKeys(shortcut) && !shortcut && !io.KeyAlt)
    typeCharacters();
  return buffer.version() != before;
}

bool CodeEditor::typeCharacters() {
  std::string text;
  for (ImWchar c : ImGui::GetIO().InputQueueCharacters) {
    if (c < 32 || c == 127)
      continue;
    if (c < 0x80) {
      text += char(c);
    } else if (c < 0x800) {
      text += char(0xc0 | c >> 6);
      text += char(0x80 | (c & 63));
    } else {
      text += char(0xe0 | c >> 12);
      text += char(0x80 | (c >> 6 & 63));
      text += char(0x80 | (c & 63));
    }
  }
  if (!text.empty())
    type(text);
  return !text.empty();
}

void CodeEditor::moveTo(TextPos pos, bool extend) {
  TextPos from = anchor;
  goTo(pos);
  if (extend)
    anchor = from;
}

void CodeEditor::moveLines(int64_t lines, bool extend) {
  uint32_t wished = wishedColumn;
  int64_t line = std::clamp<int64_t>(int64_t(cursor.line) + lines, 0,
                                     int64_t(buffer.lineCount()) - 1);
  const std::string &text = buffer.line(uint32_t(line));
  moveTo({uint32_t(line), byteOfCharacter(text, wished)}, extend);
  wishedColumn = wished;
}

void CodeEditor::moveKeys(bool shortcut, bool extend) {
  const std::string &line = buffer.line(cursor.line);
  if (pressed(ImGuiKey_LeftArrow))
    moveTo(hasSelection() && !extend ? std::min(cursor, anchor)
           : shortcut                ? buffer.previousWord(cursor)
                                     : buffer.previous(cursor),
           extend);
  if (pressed(ImGuiKey_RightArrow))
    moveTo(hasSelection() && !extend ? std::max(cursor, anchor)
           : shortcut                ? buffer.nextWord(cursor)
                                     : buffer.next(cursor),
           extend);
  if (pressed(ImGuiKey_UpArrow))
    moveLines(-1, extend);
  if (pressed(ImGuiKey_DownArrow))
    moveLines(1, extend);
  if (pressed(ImGuiKey_PageUp))
    moveLines(-int64_t(pageLines), extend);
  if (pressed(ImGuiKey_PageDown))
    moveLines(int64_t(pageLines), extend);
  if (pressed(ImGuiKey_Home)) {
    // First to the first character, then to the margin.
    uint32_t text =
        uint32_t(std::min(line.find_first_not_of(' '), line.size()));
    uint32_t column = cursor.column == text ? 0 : text;
    moveTo(shortcut ? TextPos{} : TextPos{cursor.line, column}, extend);
  }
  if (pressed(ImGuiKey_End))
    moveTo(shortcut ? buffer.end()
                    : TextPos{cursor.line, uint32_t(line.size())},
           extend);
}

void CodeEditor::type(std::string_view text) {
  goTo(
      buffer.replace(std::min(cursor, anchor), std::max(cursor, anchor), text));
}

void CodeEditor::newLine() {
  TextPos from = std::min(cursor, anchor);
  const std::string &line = buffer.line(from.line);
  size_t spaces = std::min(line.find_first_not_of(' '), line.size());
  spaces = std::min<size_t>(spaces, from.column);
  bool opens = from.column > 0 && line[from.column - 1] == '{';
  type("\n" + std::string(spaces + (opens ? 2 : 0), ' '));
}

void CodeEditor::indent(bool outwards) {
  if (!outwards && cursor.line == anchor.line)
    return type("  ");
  TextPos from = std::min(cursor, anchor), to = std::max(cursor, anchor);
  uint32_t last = to.line > from.line && to.column == 0 ? to.line - 1 : to.line;
  std::string text;
  for (uint32_t i = from.line; i <= last; ++i) {
    std::string line = buffer.line(i);
    if (!outwards && !line.empty())
      line.insert(0, "  ");
    else if (outwards)
      line.erase(0, std::min<size_t>(
                        2, std::min(line.find_first_not_of(' '), line.size())));
    text += (i > from.line ? "\n" : "") + line;
  }
  TextPos end = buffer.replace(
      {from.line, 0}, {last, uint32_t(buffer.line(last).size())}, text);
  if (from.line == to.line)
    goTo(end);
  else
    select({from.line, 0}, end);
}

void CodeEditor::removeSelectionOr(TextPos from, TextPos to) {
  if (hasSelection())
    type("");
  else
    goTo(buffer.replace(from, to, ""));
}

bool CodeEditor::editKeys(bool shortcut) {
  bool shift = ImGui::GetIO().KeyShift;
  if (shortcut) {
    if (pressed(ImGuiKey_A))
      select({}, buffer.end());
    else if (pressed(ImGuiKey_Z))
      shift ? redo() : undo();
    else if (pressed(ImGuiKey_Y))
      redo();
    else if (pressed(ImGuiKey_C) && hasSelection())
      ImGui::SetClipboardText(selectedText().c_str());
    else if (pressed(ImGuiKey_X) && hasSelection()) {
      ImGui::SetClipboardText(selectedText().c_str());
      type("");
    } else if (pressed(ImGuiKey_V)) {
      if (const char *text = ImGui::GetClipboardText())
        type(text);
    } else if (pressed(ImGuiKey_Backspace))
      removeSelectionOr(buffer.previousWord(cursor), cursor);
    else if (pressed(ImGuiKey_Delete))
      removeSelectionOr(cursor, buffer.nextWord(cursor));
    else
      return false;
    return true;
  }
  if (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter))
    newLine();
  else if (pressed(ImGuiKey_Backspace))
    removeSelectionOr(buffer.previous(cursor), cursor);
  else if (pressed(ImGuiKey_Delete))
    removeSelectionOr(cursor, buffer.next(cursor));
  else if (pressed(ImGuiKey_Tab))
    indent(shift);
  else
    return false;
  return true;
}

} // namespace sg::viz
