#include "viz/widgets/StageListView.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include <algorithm>
#include <cstdio>

namespace sg::viz {

struct StageListView::Row {
  const StageSummary &stage;
  ImVec2 min, max;
  uint32_t number = 0, hits = 0;
  bool selected = false, hovered = false, searched = false, related = false;
};

void StageListView::paint(const Style &theme, const Row &row) const {
  ImDrawList &list = *ImGui::GetWindowDrawList();
  const StageSummary &stage = row.stage;
  if (row.selected || row.hovered)
    list.AddRectFilled(row.min, row.max,
                       row.selected ? mix(theme.panel, theme.accent, 0.25f)
                                    : theme.hover,
                       theme.px(4));
  float x = row.min.x + theme.px(8);
  if (row.related)
    list.AddCircleFilled({row.min.x + theme.px(4), (row.min.y + row.max.y) / 2},
                         theme.px(2.5f), theme.warning);
  char text[48];
  std::snprintf(text, sizeof text, "%02u", row.number);
  textIn(list, theme.mono, {x, row.min.y}, {x + theme.px(22), row.max.y},
         theme.faint, text);
  x += theme.px(24);
  ImU32 color = stage.failed    ? theme.bad
                : stage.changed ? theme.text
                                : theme.dim;
  float right = row.max.x - theme.px(8);
  // The name comes first where there is no room for all.
  bool roomForTime = right - x > theme.px(120) || row.searched;
  bool roomForRemarks = right - x > theme.px(90);
  if (row.searched)
    std::snprintf(text, sizeof text, "%u", row.hits);
  else
    std::snprintf(text, sizeof text, stage.milliseconds < 10 ? "%.2f" : "%.0f",
                  stage.milliseconds);
  float column = theme.px(38);
  if (roomForTime) {
    textIn(list, theme.sans, {right - column, row.min.y}, {right, row.max.y},
           row.searched && row.hits ? theme.warning : theme.faint, text, 1);
    right -= column;
  }
  if (stage.remarks && roomForRemarks) {
    std::snprintf(text, sizeof text, "%zu", stage.remarks);
    ImVec2 min{right - theme.px(16), row.min.y + theme.px(4)};
    ImVec2 max{right, row.max.y - theme.px(4)};
    list.AddRectFilled(min, max, mix(theme.panel, theme.accent, 0.25f),
                       theme.px(7));
    textIn(list, theme.sans, {min.x + theme.px(2), min.y},
           {max.x - theme.px(2), max.y}, theme.accent, text, 0.5f);
  }
  if (roomForRemarks)
    right -= theme.px(20);
  textIn(list, stage.changed ? theme.bold : theme.sans, {x, row.min.y},
         {right, row.max.y}, color, stage.name);
}

std::optional<uint32_t> StageListView::draw(const Style &theme,
                                            StageList &stages,
                                            uint32_t selected,
                                            const std::vector<uint32_t> &hits,
                                            const std::vector<bool> &related) {
  std::optional<uint32_t> clicked, toOpen;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  float height = theme.px(24);
  float width = std::max(1.f, ImGui::GetContentRegionAvail().x);
  for (const StageRow &entry : stages.rows()) {
    ImGui::PushID(int(entry.first));
    ImGui::InvisibleButton("##stage", {width, height});
    ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    const StageSummary &stage = stages.summaries()[entry.first];
    bool hovered = ImGui::IsItemHovered();
    if (entry.fold) {
      std::string text = std::to_string(entry.count) + " unchanged stages";
      if (hovered)
        ImGui::GetWindowDrawList()->AddRectFilled(min, max, theme.hover,
                                                  theme.px(4));
      drawIcon(*ImGui::GetWindowDrawList(), Icon::Unfold,
               {min.x + theme.px(18), (min.y + max.y) / 2}, theme.px(8),
               theme.faint);
      textIn(*ImGui::GetWindowDrawList(), theme.sans,
             {min.x + theme.px(36), min.y}, max, theme.faint, text);
      noteItem(text, min, max);
      if (ImGui::IsItemClicked())
        toOpen = entry.first;
      ImGui::PopID();
      continue;
    }
    Row row{stage, min, max, entry.first};
    row.selected = entry.first == selected;
    row.hovered = hovered;
    row.searched = !hits.empty();
    row.hits = entry.first < hits.size() ? hits[entry.first] : 0;
    row.related = entry.first < related.size() && related[entry.first];
    paint(theme, row);
    if (notesItems())
      noteItem("stage " + stage.name, min, max);
    if (ImGui::IsItemClicked())
      clicked = entry.first;
    if (row.selected && wantsReveal)
      ImGui::SetScrollHereY(0.5f);
    if (hovered && ImGui::BeginItemTooltip()) {
      ImGui::PushTextWrapPos(theme.px(360));
      ImGui::TextUnformatted(stage.purpose.c_str());
      ImGui::TextDisabled("%zu operations, %zu remarks, %.2f ms, %.0f %% of "
                          "operations with a source",
                          stage.ops, stage.remarks, stage.milliseconds,
                          stage.provenance * 100);
      ImGui::PopTextWrapPos();
      ImGui::EndTooltip();
    }
    ImGui::PopID();
  }
  wantsReveal = false;
  ImGui::PopStyleVar();
  if (toOpen)
    stages.setOpen(*toOpen, true);
  return clicked;
}

} // namespace sg::viz
