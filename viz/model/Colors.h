// One palette for all views: a colour per buffer and per operation that follows
// from its name alone, colours for what units do and for text, on dark and
// light. Colours differ in lightness as well as in hue, so that they can be
// told apart by people who see fewer hues.
#pragma once
#include "engine/trace/Trace.h"
#include "viz/model/TextIndex.h"
#include "viz/model/Tracks.h"

namespace sg::viz {

struct Color {
  uint8_t r = 0, g = 0, b = 0;
  bool operator==(const Color &) const = default;
};

enum class Theme : uint8_t { Dark, Light };

/// Ratio of two colours' luminances, 1 to 21. Source: W3C, WCAG 2.1, "contrast
/// ratio" and "relative luminance".
double contrast(Color a, Color b);

/// What pictures are drawn on.
Color background(Theme theme);
Color foreground(Theme theme);

/// At least this against the background: what WCAG 2.1 (1.4.11) asks of
/// graphics, and (1.4.3) of text.
inline constexpr double leastGraphicContrast = 3.0;
inline constexpr double leastTextContrast = 4.5;

/// The hues: those of M. Okabe and K. Ito, "Color Universal Design" (2008)
/// without black, made lighter or darker until they stand out.
inline constexpr unsigned numHues = 7;
Color hue(unsigned index, Theme theme);

/// Colour of a scratchpad buffer: one hue per buffer, a shade per phase
/// ("x_ptr.0", "x_ptr.1").
Color bufferColor(std::string_view name, Theme theme);
/// Colour of an operation or a source text.
Color operationColor(std::string_view name, Theme theme);
/// Colour of a core of `of`: neighbours differ in hue, those of one hue in
/// lightness.
Color coreColor(uint32_t core, uint32_t of, Theme theme);
/// Colour of what a unit does. Transfers are blues, work is green, waits are
/// warm, one per reason.
Color kindColor(EventKind kind, Theme theme);
Color groupColor(KindGroup group, Theme theme);
/// Colour of text; contrast of at least leastTextContrast.
Color tokenColor(TokenClass kind, Theme theme);

/// Black or white, whichever is easier to read on a colour.
Color textOn(Color color);

} // namespace sg::viz
