// A scrolled list of lines of equal height, of which only those on screen are
// painted. Places count from the scroll position, so that they are exact
// however far down that is: a million lines scroll like ten.
#pragma once
#include "viz/widgets/CodePaint.h"
#include <optional>
#include <string>

namespace sg::viz {

class LineList {
public:
  explicit LineList(const Style &theme) : theme(theme), metrics(theme) {}

  /// Opens a child window that fills what is left of the current one; `target`
  /// is a line to scroll to.
  void begin(const char *label, size_t lines, std::optional<size_t> target);
  void end();

  /// Lines on screen: [first(), last()).
  size_t first() const { return firstLine; }
  size_t last() const;
  float y(size_t line) const {
    return top + height() * float(line - firstLine);
  }
  float height() const { return metrics.lineHeight; }
  /// Where a column (in characters) begins.
  float column(float characters) const {
    return min.x + theme.px(6) + metrics.charWidth * characters;
  }
  /// The mouse is over a line.
  bool over(size_t line) const;
  bool clicked() const { return click; }

  /// A colour behind a line.
  void back(size_t line, ImU32 color) const;
  /// Plain text from a column on.
  void text(float column, float y, ImU32 color, const std::string &text) const;

  const Style &theme;
  CodeMetrics metrics;
  ImDrawList *list = nullptr;
  ImVec2 min, max; ///< what is visible

private:
  size_t count = 0, firstLine = 0;
  float top = 0; ///< of the first line
  bool hovered = false, click = false;
};

} // namespace sg::viz
