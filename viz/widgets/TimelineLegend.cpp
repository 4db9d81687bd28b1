#include "viz/widgets/TimelineLegend.h"
#include "viz/widgets/Controls.h"
#include <algorithm>

namespace sg::viz {

namespace {
struct Entry {
  std::string name;
  ImU32 color = 0;
};
} // namespace

// One entry per name; several buffers or places share one.
static void add(std::vector<Entry> &entries, const std::string &name,
                ImU32 color) {
  if (std::none_of(entries.begin(), entries.end(),
                   [&name](const Entry &known) { return known.name == name; }))
    entries.push_back({name, color});
}

static std::vector<Entry> collect(const RunLook &look,
                                  const std::vector<std::string> &buffers,
                                  Drawn drawn) {
  std::vector<Entry> entries;
  for (unsigned i = 0; drawn.shares && i < numKindGroups; ++i)
    entries.push_back(
        {groupText(KindGroup(i)), look.groupColour(KindGroup(i))});
  if (!drawn.events)
    return entries;
  switch (look.colourBy) {
  case ColourBy::Operation:
    for (size_t i = 0; i < look.colours.seen.size(); ++i)
      if (look.colours.seen[i])
        add(entries, look.labels[i].shortName, look.colours.bySource[i]);
    break;
  case ColourBy::Buffer:
    for (size_t i = 0;
         i < std::min(buffers.size(), look.colours.byBuffer.size()); ++i)
      add(entries, buffers[i], look.colours.byBuffer[i]);
    break;
  case ColourBy::Activity:
    for (EventKind kind : {EventKind::Transfer, EventKind::Push, EventKind::Pop,
                           EventKind::Compute})
      add(entries, eventKindName(kind), look.colours.byKind[unsigned(kind)]);
    break;
  }
  for (EventKind kind :
       {EventKind::WaitInput, EventKind::WaitOutput, EventKind::WaitSignal,
        EventKind::WaitMemory, EventKind::WaitFence})
    add(entries, eventKindName(kind), look.colours.byKind[unsigned(kind)]);
  return entries;
}

void timelineLegend(const RunLook &look,
                    const std::vector<std::string> &buffers, Drawn drawn) {
  const Style &theme = look.theme;
  ImDrawList &list = *ImGui::GetWindowDrawList();
  ImVec2 at = ImGui::GetCursorScreenPos();
  float right = at.x + ImGui::GetContentRegionAvail().x;
  float height = ImGui::GetFrameHeight(), side = theme.px(9);
  float x = at.x;
  std::vector<Entry> entries = collect(look, buffers, drawn);
  size_t shown = 0;
  for (const Entry &entry : entries) {
    float width = theme.sans
                      ->CalcTextSizeA(theme.sans->FontSize, FLT_MAX, 0,
                                      entry.name.c_str())
                      .x;
    float needed = side + theme.px(5) + width + theme.px(12);
    if (x + needed > right - theme.px(20))
      break;
    float y = at.y + (height - side) / 2;
    list.AddRectFilled({x, y}, {x + side, y + side}, entry.color, theme.px(2));
    textIn(list, theme.sans, {x + side + theme.px(5), at.y},
           {x + needed, at.y + height}, theme.dim, entry.name);
    x += needed;
    ++shown;
  }
  if (shown < entries.size())
    textIn(list, theme.sans, {x, at.y}, {right, at.y + height}, theme.dim, "…");
  ImGui::Dummy({std::max(1.f, right - at.x), height});
  if (!ImGui::IsItemHovered() || !ImGui::BeginTooltip())
    return;
  for (const Entry &entry : entries) {
    ImVec2 corner = ImGui::GetCursorScreenPos();
    float line = ImGui::GetTextLineHeight();
    ImGui::GetWindowDrawList()->AddRectFilled(
        {corner.x, corner.y + (line - side) / 2},
        {corner.x + side, corner.y + (line + side) / 2}, entry.color,
        theme.px(2));
    ImGui::Dummy({side, line});
    ImGui::SameLine();
    ImGui::TextUnformatted(entry.name.c_str());
  }
  ImGui::EndTooltip();
}

} // namespace sg::viz
