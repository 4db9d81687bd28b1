// Small things that every pane needs: icons that no font has to have, chips,
// messages for empty panes, lines of text that are cut where they do not fit.
#pragma once
#include "viz/widgets/Style.h"
#include <string>
#include <string_view>

namespace sg::viz {

enum class Icon : uint8_t {
  Play,
  Pause,
  First,
  Last,
  Back,
  Forward,
  Fold,
  Unfold,
  Cross,
  Check,
  Fit,
};

void drawIcon(ImDrawList &list, Icon icon, ImVec2 center, float size,
              ImU32 color);
/// A square button with an icon; the label is for tests and the tooltip.
bool iconButton(const char *label, Icon icon, const Style &theme,
                const char *tip, bool enabled = true);
/// A button that stays pressed.
bool toggle(const char *label, const Style &theme, bool on,
            const char *tip = "");
/// Gives the keyboard to the next item, also when another window has it.
void focusNext();
/// ImGui::BeginCombo, found by its label in tests.
bool beginCombo(const char *label, const char *preview,
                ImGuiComboFlags flags = 0);
/// The title of a pane, with a line below.
void paneTitle(const char *text, const Style &theme);
/// What an empty pane says, in the middle of what is left of it.
void emptyPane(const Style &theme, const char *title, const char *hint = "");
/// Text in a rectangle, cut with "…" where it does not fit. `align` 0 is left,
/// 0.5 the middle, 1 right. True when it was cut.
bool textIn(ImDrawList &list, ImFont *font, ImVec2 min, ImVec2 max, ImU32 color,
            std::string_view text, float align = 0);
/// Shows a tooltip for the last item after a moment.
void tip(const char *text);
/// A name and a value on one line, values in a column `at` pixels in.
void field(const Style &theme, const char *name, const std::string &value,
           float at);

} // namespace sg::viz
