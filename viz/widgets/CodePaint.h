// Painting lines of code, for the editor and the IR view alike.
#pragma once
#include "viz/model/TextIndex.h"
#include "viz/widgets/Style.h"
#include <string_view>

namespace sg::viz {

/// Sizes of a code view at the theme's scale, pixels. Every character is as
/// wide as every other.
struct CodeMetrics {
  explicit CodeMetrics(const Style &theme);
  float lineHeight = 0, charWidth = 0;
  float gutter = 0; ///< width of the line numbers' column

  /// For a text with so many lines.
  void makeRoomFor(uint32_t lines, const Style &theme);
};

/// Colours by TokenClass for a theme.
ImU32 tokenColour(TokenClass kind, const Style &theme);

/// One line at a place, in colours. Columns left and right of `clip` (pixels)
/// are left out.
void paintLine(ImDrawList &list, const Style &theme, const CodeMetrics &metrics,
               ImVec2 at, std::string_view line, ImVec2 clip);
/// The number of a line, aligned to the right of the gutter at `x`.
void paintNumber(ImDrawList &list, const Style &theme,
                 const CodeMetrics &metrics, ImVec2 at, uint32_t number,
                 bool current);
/// A wavy line below [x0, x1).
void paintSquiggle(ImDrawList &list, const Style &theme, float x0, float x1,
                   float y, ImU32 color);

} // namespace sg::viz
