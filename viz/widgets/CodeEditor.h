// An editor for source text: highlight, line numbers, undo, messages below
// their line. Draws the lines that are visible and nothing else.
#pragma once
#include "viz/widgets/CodePaint.h"
#include "viz/widgets/TextBuffer.h"
#include <string>
#include <vector>

namespace sg::viz {

/// A message at a place; shown in a row of its own below the line.
struct EditorMark {
  TextPos at;
  bool error = true; ///< else a warning
  std::string message;
};

/// Lines with a coloured background: relatives of the selection.
struct EditorBand {
  uint32_t line = 0;    ///< from 0
  bool primary = false; ///< the selection itself
};

class CodeEditor {
public:
  TextBuffer buffer;
  std::vector<EditorMark> marks; ///< sorted by place
  std::vector<EditorBand> bands;

  struct Happened {
    bool changed = false; ///< the text
    bool clicked = false; ///< without dragging, at the caret
  };
  /// Fills what is left of the current window.
  Happened draw(const char *label, const Style &theme);

  TextPos caret() const { return cursor; }
  bool hasSelection() const { return anchor != cursor; }
  std::string selectedText() const;
  /// Puts the caret somewhere and shows it.
  void goTo(TextPos pos);
  void select(TextPos from, TextPos to);
  /// Takes the keyboard at the next frame.
  void focus() { wantsFocus = true; }
  bool focused() const { return hasFocus; }
  /// Selects the next place of a text; false when there is none.
  bool find(const std::string &what, bool backwards);
  void undo();
  void redo();

private:
  TextPos cursor, anchor;
  uint32_t wishedColumn = 0; ///< characters; kept while moving up and down
  bool hasFocus = false, wantsFocus = false, reveal = false, dragging = false;
  float pageLines = 20;
  uint64_t widthVersion = ~uint64_t(0);
  float widest = 0; ///< characters

  struct Frame;
  float yOf(uint32_t line, const CodeMetrics &metrics) const;
  uint32_t lineAt(float y, const CodeMetrics &metrics) const;
  void measure();
  void mouse(const Frame &frame, Happened &happened);
  void scroll(const Frame &frame);
  /// Says that keys are text here, and where the system shows what is composed.
  void claimText(const Frame &frame) const;
  void paint(const Frame &frame) const;
  void paintSelection(const Frame &frame, uint32_t line, float y) const;
  void paintMarks(const Frame &frame, uint32_t line, float y) const;
  void showMessage(const Frame &frame) const;

  // CodeEditorKeys.cpp
  bool keys();
  bool editKeys(bool shortcut);
  void moveKeys(bool shortcut, bool extend);
  void moveTo(TextPos pos, bool extend);
  void moveLines(int64_t lines, bool extend);
  void type(std::string_view text);
  void newLine();
  void indent(bool outwards);
  bool typeCharacters();
  void removeSelectionOr(TextPos from, TextPos to);
};

} // namespace sg::viz
