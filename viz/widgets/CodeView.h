// Text of a stage to read: highlight, folding, marked ranges; and two stages
// side by side. Looks only at the lines on screen, however long the text.
#pragma once
#include "viz/model/LineDiff.h"
#include "viz/model/StageDiff.h"
#include "viz/widgets/CodePaint.h"
#include <optional>
#include <span>

namespace sg::viz {

/// A text with what a view needs of it. The text must outlive it.
struct CodeText {
  std::string_view text;
  LineTable lines;
  Folding folding;
  uint32_t widest = 0; ///< bytes of the longest line
  /// By line: what the diff says of it, OpChange::Same where nothing; empty
  /// without a diff.
  std::vector<OpChange> changes;

  CodeText() = default;
  explicit CodeText(std::string_view text);
  std::string_view line(uint32_t number) const {
    return lines.line(text, number);
  }
};

/// Marks the first lines of a stage's operations by how they changed.
void markChanges(CodeText &text, const Stage &stage,
                 const std::vector<OpDiffEntry> &entries);

/// A stretch of text with a background.
struct CodeRange {
  uint32_t begin = 0, end = 0; ///< bytes
  enum Kind : uint8_t { Related, Selected, Hit, CurrentHit } kind = Related;
};

/// What the user pointed at.
struct CodeHappened {
  std::optional<uint32_t> clicked; ///< byte of the text
  bool right = false;              ///< of the right side
};

class CodeView {
public:
  /// Fills what is left of the current window. `ranges` are sorted by begin.
  CodeHappened draw(const char *label, const Style &theme, CodeText &text,
                    std::span<const CodeRange> ranges);
  /// Scrolls to a byte at the next frame, unfolding what hides it.
  void reveal(uint32_t offset) { target = offset; }
  void toTop() { target = 0; }

private:
  std::optional<uint32_t> target;
};

/// Two stages side by side, scrolled together.
class DiffView {
public:
  CodeHappened draw(const char *label, const Style &theme, const CodeText &left,
                    const CodeText &right, const std::vector<LineDiffRow> &rows,
                    std::span<const CodeRange> leftRanges,
                    std::span<const CodeRange> rightRanges);
  /// Scrolls to a byte of the right (or left) text.
  void reveal(uint32_t offset, bool right) {
    target = offset;
    targetRight = right;
  }
  /// Scrolls to the next row that is not the same, after the top of the view.
  void nextDifference(bool backwards) { jump = backwards ? -1 : 1; }

private:
  std::optional<uint32_t> target;
  bool targetRight = true;
  int jump = 0;
};

ImU32 changeColour(OpChange change, const Style &theme);

} // namespace sg::viz
