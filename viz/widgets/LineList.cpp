#include "viz/widgets/LineList.h"
#include "viz/widgets/ItemRegistry.h"
#include <algorithm>

namespace sg::viz {

void LineList::begin(const char *label, size_t lines,
                     std::optional<size_t> target) {
  count = lines;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild(label, {0, 0}, 0, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  list = ImGui::GetWindowDrawList();
  min = ImGui::GetWindowPos();
  max = {min.x + ImGui::GetContentRegionAvail().x,
         min.y + ImGui::GetWindowHeight()};
  noteItem(label, min, max);
  double h = double(height()), room = double(max.y - min.y);
  if (target)
    ImGui::SetScrollY(float(std::max(0.0, double(*target) * h - room / 3)));
  ImGui::Dummy({1, float(double(lines) * h)});
  // The button covers what is on screen, not the whole list.
  ImGui::SetCursorScreenPos(min);
  click = ImGui::InvisibleButton(
      "##lines", {std::max(1.f, max.x - min.x), std::max(1.f, max.y - min.y)});
  hovered = ImGui::IsItemHovered();
  double scroll = double(ImGui::GetScrollY());
  firstLine = size_t(scroll / h);
  top = min.y - float(scroll - double(firstLine) * h);
  list->PushClipRect(min, max, true);
}

void LineList::end() {
  list->PopClipRect();
  ImGui::EndChild();
}

size_t LineList::last() const {
  return std::min(count, firstLine + size_t((max.y - min.y) / height()) + 2);
}

bool LineList::over(size_t line) const {
  float mouse = ImGui::GetIO().MousePos.y;
  return hovered && mouse >= y(line) && mouse < y(line) + height();
}

void LineList::back(size_t line, ImU32 color) const {
  list->AddRectFilled({min.x, y(line)}, {max.x, y(line) + height()}, color);
}

void LineList::text(float at, float y, ImU32 color,
                    const std::string &text) const {
  list->AddText(theme.mono, theme.mono->FontSize,
                {column(at), y + (height() - theme.mono->FontSize) / 2}, color,
                text.data(), text.data() + text.size());
}

} // namespace sg::viz
