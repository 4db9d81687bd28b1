// How everything looks: colours of the window's own parts, fonts, spacing. The
// colours that carry meaning (a buffer, a reason to wait) come from
// viz/model/Colors.
#pragma once
#include "imgui.h"
#include "viz/model/Colors.h"
#include <string>

namespace sg::viz {

/// Files of the fonts; an empty name stands for ImGui's built-in font.
struct FontFiles {
  std::string sans, sansBold, mono;
};

struct Style {
  bool dark = true;
  float scale = 1; ///< pixels per logical pixel: monitor times zoom
  ImFont *sans = nullptr, *bold = nullptr, *mono = nullptr;

  ImU32 background = 0; ///< behind the panes
  ImU32 panel = 0;      ///< a pane
  ImU32 raised = 0;     ///< headers, buttons
  ImU32 hover = 0;
  ImU32 border = 0, grid = 0;
  ImU32 text = 0, dim = 0, faint = 0;
  ImU32 accent = 0, accentText = 0; ///< what is chosen
  ImU32 selection = 0;              ///< behind selected text
  ImU32 related = 0;                ///< behind relatives of the selection
  ImU32 good = 0, warning = 0, bad = 0;

  viz::Theme palette() const {
    return dark ? viz::Theme::Dark : viz::Theme::Light;
  }
  float px(float logical) const { return logical * scale; }
};

/// Colours for dark or light; scale and fonts stay as they are.
void setColours(Style &theme, bool dark);
/// Loads the fonts for the theme's scale into ImGui's atlas; the caller's
/// renderer has to make its texture anew. Not between NewFrame and Render.
void loadFonts(Style &theme, const FontFiles &files);
/// Hands colours and sizes to ImGui's style.
void applyStyle(const Style &theme);

/// A colour of viz/model/Colors as ImGui wants it.
ImU32 toImgui(Color color);
/// The same colour at another opacity, 0 to 1.
ImU32 withAlpha(ImU32 color, float alpha);
/// Between two colours.
ImU32 mix(ImU32 a, ImU32 b, float share);
/// Black or white, whichever reads better on a colour.
ImU32 textOn(ImU32 color);

} // namespace sg::viz
