#include "viz/widgets/Controls.h"
#include "imgui_internal.h"
#include "viz/widgets/ItemRegistry.h"
#include <algorithm>

namespace sg::viz {

void drawIcon(ImDrawList &list, Icon icon, ImVec2 c, float size, ImU32 color) {
  float r = size / 2, thick = std::max(1.5f, size / 8);
  auto right = [&](float x, float w) {
    list.AddTriangleFilled({x, c.y - r}, {x + w, c.y}, {x, c.y + r}, color);
  };
  auto left = [&](float x, float w) {
    list.AddTriangleFilled({x, c.y - r}, {x - w, c.y}, {x, c.y + r}, color);
  };
  auto bar = [&](float x) {
    list.AddRectFilled({x - thick / 2, c.y - r}, {x + thick / 2, c.y + r},
                       color);
  };
  switch (icon) {
  case Icon::Play:
    right(c.x - r * 0.7f, r * 1.7f);
    break;
  case Icon::Pause:
    bar(c.x - r * 0.45f);
    bar(c.x + r * 0.45f);
    break;
  case Icon::First:
    bar(c.x - r * 0.8f);
    left(c.x + r * 0.9f, r * 1.5f);
    break;
  case Icon::Last:
    bar(c.x + r * 0.8f);
    right(c.x - r * 0.9f, r * 1.5f);
    break;
  case Icon::Back:
    left(c.x + r * 0.5f, r * 1.2f);
    break;
  case Icon::Forward:
    right(c.x - r * 0.5f, r * 1.2f);
    break;
  case Icon::Fold:
    list.AddTriangleFilled({c.x - r * 0.8f, c.y - r * 0.45f},
                           {c.x + r * 0.8f, c.y - r * 0.45f},
                           {c.x, c.y + r * 0.55f}, color);
    break;
  case Icon::Unfold:
    list.AddTriangleFilled({c.x - r * 0.45f, c.y - r * 0.8f},
                           {c.x - r * 0.45f, c.y + r * 0.8f},
                           {c.x + r * 0.55f, c.y}, color);
    break;
  case Icon::Cross:
    list.AddLine({c.x - r, c.y - r}, {c.x + r, c.y + r}, color, thick);
    list.AddLine({c.x - r, c.y + r}, {c.x + r, c.y - r}, color, thick);
    break;
  case Icon::Check:
    list.PathLineTo({c.x - r, c.y});
    list.PathLineTo({c.x - r * 0.3f, c.y + r * 0.7f});
    list.PathLineTo({c.x + r, c.y - r * 0.7f});
    list.PathStroke(color, 0, thick);
    break;
  case Icon::Fit:
    bar(c.x - r);
    bar(c.x + r);
    list.AddLine({c.x - r * 0.7f, c.y}, {c.x + r * 0.7f, c.y}, color, thick);
    break;
  }
}

void tip(const char *text) {
  if (*text && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal |
                                    ImGuiHoveredFlags_AllowWhenDisabled))
    ImGui::SetTooltip("%s", text);
}

bool iconButton(const char *label, Icon icon, const Style &theme,
                const char *text, bool enabled) {
  float side = ImGui::GetFrameHeight();
  ImGui::BeginDisabled(!enabled);
  bool pressed = ImGui::InvisibleButton(label, {side, side});
  ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  noteItem(label, min, max);
  ImDrawList &list = *ImGui::GetWindowDrawList();
  if (enabled && ImGui::IsItemHovered())
    list.AddRectFilled(min, max, theme.hover, theme.px(4));
  drawIcon(list, icon, {(min.x + max.x) / 2, (min.y + max.y) / 2}, side * 0.44f,
           enabled ? theme.text : theme.faint);
  ImGui::EndDisabled();
  tip(text);
  return pressed && enabled;
}

bool toggle(const char *label, const Style &theme, bool on, const char *text) {
  if (on) {
    ImGui::PushStyleColor(ImGuiCol_Button,
                          mix(theme.raised, theme.accent, 0.3f));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered,
                          mix(theme.raised, theme.accent, 0.4f));
  }
  bool pressed = ImGui::Button(label);
  if (on)
    ImGui::PopStyleColor(2);
  tip(text);
  return pressed;
}

void focusNext() {
  // Without this ImGui looks for the item in the window that has the focus.
  ImGui::SetWindowFocus();
  ImGui::SetKeyboardFocusHere();
}

bool beginCombo(const char *label, const char *preview, ImGuiComboFlags flags) {
  ImVec2 at = ImGui::GetCursorScreenPos();
  noteItem(label, at,
           {at.x + ImGui::CalcItemWidth(), at.y + ImGui::GetFrameHeight()});
  return ImGui::BeginCombo(label, preview, flags);
}

void paneTitle(const char *text, const Style &theme) {
  ImGui::PushFont(theme.bold);
  ImGui::TextUnformatted(text);
  ImGui::PopFont();
}

void emptyPane(const Style &theme, const char *title, const char *hint) {
  ImVec2 room = ImGui::GetContentRegionAvail(),
         at = ImGui::GetCursorScreenPos();
  float wrap = std::max(theme.px(80), room.x * 0.8f);
  ImVec2 first =
      theme.bold->CalcTextSizeA(theme.bold->FontSize, FLT_MAX, wrap, title);
  ImVec2 second =
      theme.sans->CalcTextSizeA(theme.sans->FontSize, FLT_MAX, wrap, hint);
  float gap = *hint ? theme.px(6) : 0;
  float y = at.y + std::max(0.f, (room.y - first.y - gap - second.y) / 2);
  ImDrawList &list = *ImGui::GetWindowDrawList();
  list.AddText(theme.bold, theme.bold->FontSize,
               {at.x + (room.x - first.x) / 2, y}, theme.dim, title, nullptr,
               wrap);
  list.AddText(theme.sans, theme.sans->FontSize,
               {at.x + (room.x - second.x) / 2, y + first.y + gap}, theme.faint,
               hint, nullptr, wrap);
  noteItem(title, {at.x, y}, {at.x + room.x, y + first.y});
}

bool textIn(ImDrawList &list, ImFont *font, ImVec2 min, ImVec2 max, ImU32 color,
            std::string_view text, float align) {
  float room = max.x - min.x, size = font->FontSize;
  const char *begin = text.data(), *end = begin + text.size();
  float width = font->CalcTextSizeA(size, FLT_MAX, 0, begin, end).x;
  float y = min.y + (max.y - min.y - size) / 2;
  if (width <= room) {
    list.AddText(font, size, {min.x + (room - width) * align, y}, color, begin,
                 end);
    return false;
  }
  static const char dots[] = "…";
  float dotWidth = font->CalcTextSizeA(size, FLT_MAX, 0, dots).x;
  if (room < dotWidth * 2)
    return true;
  const char *stop = begin;
  float used =
      font->CalcTextSizeA(size, room - dotWidth, 0, begin, end, &stop).x;
  list.AddText(font, size, {min.x, y}, color, begin, stop);
  list.AddText(font, size, {min.x + used, y}, color, dots);
  return true;
}

void field(const Style &theme, const char *name, const std::string &value,
           float at) {
  float start = ImGui::GetCursorPosX();
  ImGui::PushStyleColor(ImGuiCol_Text, theme.dim);
  ImGui::TextUnformatted(name);
  ImGui::PopStyleColor();
  // In a narrow pane the value gets half of it, or a line of its own.
  float room = ImGui::GetContentRegionAvail().x;
  at = std::min(at, room / 2);
  if (ImGui::GetItemRectSize().x + theme.px(6) <= at)
    ImGui::SameLine(start + at);
  else
    ImGui::SetCursorPosX(start + theme.px(10));
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(value.c_str());
  ImGui::PopTextWrapPos();
}

} // namespace sg::viz
