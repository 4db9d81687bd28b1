#include "viz/widgets/Splitter.h"
#include <algorithm>

namespace sg::viz {

bool splitter(const char *label, const Style &theme, ImVec2 min, ImVec2 max,
              bool sideways, float length, float least, float standard,
              float &share) {
  ImGui::SetCursorScreenPos(min);
  ImGui::InvisibleButton(
      label, {std::max(1.f, max.x - min.x), std::max(1.f, max.y - min.y)});
  bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (hot)
    ImGui::SetMouseCursor(sideways ? ImGuiMouseCursor_ResizeEW
                                   : ImGuiMouseCursor_ResizeNS);
  if (hot)
    ImGui::GetWindowDrawList()->AddRectFilled(
        min, max, withAlpha(theme.accent, ImGui::IsItemActive() ? 0.9f : 0.5f),
        theme.px(2));
  float before = share;
  // Not in its first frame: a tap moves the mouse and presses it at once.
  if (ImGui::IsItemActive() && !ImGui::IsItemActivated() && length > 0) {
    ImVec2 moved = ImGui::GetIO().MouseDelta;
    share += (sideways ? moved.x : moved.y) / length;
  }
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0))
    share = standard;
  float margin = length > 0 ? std::min(0.5f, least / length) : 0;
  share = std::clamp(share, margin, 1 - margin);
  return share != before;
}

} // namespace sg::viz
