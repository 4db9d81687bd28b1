// Statistics of a range of the timeline.
#include "viz/model/Numbers.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/TimelineView.h"
#include <algorithm>

namespace sg::viz {

static void row(const RunLook &look, ImU32 color, const std::string &name,
                int64_t cycles, double share) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImVec2 at = ImGui::GetCursorScreenPos();
  float side = look.theme.px(9), y = at.y + look.theme.px(5);
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, y}, {at.x + side, y + side},
                                            color);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.theme.px(15));
  ImGui::TextUnformatted(name.c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(grouped(cycles).c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(percentText(share).c_str());
}

void rangeTable(const RunLook &look, const RangeStats &stats) {
  const Style &theme = look.theme;
  int64_t all = int64_t(stats.lanes) * (stats.end - stats.begin);
  auto share = [all](int64_t part) {
    return all > 0 ? double(part) / double(all) : 0;
  };
  std::string head =
      "Cycles " + grouped(stats.begin) + " to " + grouped(stats.end) + " (" +
      grouped(stats.end - stats.begin) + "), " + std::to_string(stats.lanes) +
      " units, " + grouped(stats.events) + " events";
  ImGui::TextWrapped("%s", head.c_str());
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme.dim),
                     "busy %s, waiting %s, idle %s",
                     percentText(share(stats.busy)).c_str(),
                     percentText(share(stats.waiting)).c_str(),
                     percentText(share(stats.idle())).c_str());
  if (!ImGui::BeginTable("##range", 3, ImGuiTableFlags_SizingStretchProp))
    return;
  ImGui::TableSetupColumn("activity", 0, 2);
  ImGui::TableSetupColumn("lane cycles", 0, 1.1f);
  ImGui::TableSetupColumn("share", 0, 0.8f);
  ImGui::TableHeadersRow();
  std::vector<unsigned> kinds;
  for (unsigned i = 0; i < numEventKinds; ++i)
    if (stats.cyclesByKind[i])
      kinds.push_back(i);
  std::sort(kinds.begin(), kinds.end(), [&stats](unsigned a, unsigned b) {
    auto cycles = [&stats](unsigned kind) { return stats.cyclesByKind[kind]; };
    return cycles(a) != cycles(b) ? cycles(a) > cycles(b) : a < b;
  });
  for (unsigned kind : kinds)
    row(look, look.colours.byKind[kind], eventKindName(EventKind(kind)),
        stats.cyclesByKind[kind], share(stats.cyclesByKind[kind]));
  ImGui::EndTable();
  if (!ImGui::BeginTable("##operations", 3, ImGuiTableFlags_SizingStretchProp))
    return;
  ImGui::TableSetupColumn("operation", 0, 2);
  ImGui::TableSetupColumn("busy", 0, 1.1f);
  ImGui::TableSetupColumn("waiting", 0, 0.8f);
  ImGui::TableHeadersRow();
  for (size_t i = 0; i < std::min<size_t>(stats.bySource.size(), 12); ++i) {
    const RangeStats::BySource &source = stats.bySource[i];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    bool known = source.source && source.source <= look.labels.size();
    ImGui::TextUnformatted(
        known ? look.labels[source.source - 1].shortName.c_str() : "unknown");
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(grouped(source.busy).c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(grouped(source.waiting).c_str());
  }
  ImGui::EndTable();
}

} // namespace sg::viz
