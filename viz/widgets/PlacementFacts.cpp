// Words beside the picture of a placement: legend, what is uncovered or shared,
// all that is known of one element.
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include "viz/widgets/PlacementView.h"
#include <algorithm>

namespace sg::viz {

std::string coresText(const std::vector<int32_t> &cores) {
  if (cores.empty())
    return "no core";
  if (cores.size() == 1)
    return "core " + std::to_string(cores[0]);
  auto last = size_t(cores.back() - cores.front());
  if (cores.size() > 2 && last + 1 == cores.size())
    return "cores " + std::to_string(cores.front()) + " to " +
           std::to_string(cores.back());
  std::string text = "cores ";
  size_t shown = std::min<size_t>(cores.size(), 6);
  for (size_t i = 0; i < shown; ++i)
    text += (i == 0                                    ? ""
             : i + 1 == shown && shown == cores.size() ? " and "
                                                       : ", ") +
            std::to_string(cores[i]);
  if (shown < cores.size())
    text += " and " + std::to_string(cores.size() - shown) + " more";
  return text;
}

static std::string placeText(const PlacedTensor &tensor,
                             const Coordinates &at) {
  std::string text;
  for (int64_t value : at)
    text += (text.empty() ? "" : ", ") + grouped(value);
  return tensor.name + "[" + text + "]";
}

static std::string accessText(const Placement &placement, uint32_t index) {
  const AccessMap &map = placement.accesses();
  const KernelAccess &access = map.accesses[index];
  const AccessSite &site = map.sites[access.site];
  auto [number, of] = placement.orderOf(index);
  std::string text = access.write ? "written" : "read";
  if (site.line)
    text += " at line " + std::to_string(site.line);
  text += " by core " + std::to_string(access.tile);
  if (of > 1)
    text += ", " + grouped(number + 1) + " of " + grouped(of);
  return text;
}

static std::string moveText(const TensorMove &move) {
  return std::string(move.write ? "stored" : "loaded") + " by core " +
         std::to_string(move.core) + ", cycles " + grouped(move.begin) +
         " to " + grouped(move.end);
}

void PlacementView::tooltip(const RunLook &look, const Placement &placement,
                            const ElementInfo &info) const {
  constexpr size_t most = 4;
  const Style &theme = look.theme;
  if (!ImGui::BeginTooltip())
    return;
  const PlacedTensor &tensor = placement.tensors()[slice.tensor];
  ImGui::PushFont(theme.bold);
  ImGui::TextUnformatted(placeText(tensor, info.at).c_str());
  ImGui::PopFont();
  ImGui::TextUnformatted(coresText(info.cores).c_str());
  if (info.address)
    ImGui::TextDisabled("device address %s",
                        addressText(*info.address, base).c_str());
  if (!info.value.empty())
    ImGui::TextUnformatted(info.value.c_str());
  auto lines = [&](size_t count, auto text) {
    for (size_t i = 0; i < std::min(count, most); ++i)
      ImGui::TextDisabled("%s", text(i).c_str());
    if (count > most)
      ImGui::TextDisabled("and %s more",
                          grouped(int64_t(count - most)).c_str());
  };
  lines(info.accesses.size(),
        [&](size_t i) { return accessText(placement, info.accesses[i]); });
  lines(info.moves.size(),
        [&](size_t i) { return moveText(placement.moves()[info.moves[i]]); });
  ImGui::EndTooltip();
}

static void swatch(const Style &theme, ImU32 color) {
  ImVec2 at = ImGui::GetCursorScreenPos();
  float side = theme.px(11), height = ImGui::GetTextLineHeight();
  float y = at.y + (height - side) / 2;
  ImDrawList &list = *ImGui::GetWindowDrawList();
  ImVec2 min{at.x, y}, max{at.x + side, y + side};
  list.AddRectFilled(min, max, color, theme.px(2));
  list.AddRect(min, max, theme.border, theme.px(2));
  ImGui::Dummy({side, height});
  ImGui::SameLine(0, theme.px(6));
}

static void extentTooltip(uint32_t core, const OwnerExtent &extent) {
  if (!extent.elements)
    return ImGui::SetTooltip("core %u has nothing here alone", core);
  int64_t area =
      (extent.row1 - extent.row0) * (extent.column1 - extent.column0);
  ImGui::SetTooltip(
      "core %u: rows %s to %s, columns %s to %s\n%s elements%s", core,
      grouped(extent.row0).c_str(), grouped(extent.row1 - 1).c_str(),
      grouped(extent.column0).c_str(), grouped(extent.column1 - 1).c_str(),
      grouped(extent.elements).c_str(),
      extent.elements < area ? ", not all of these" : "");
}

void PlacementView::legend(const RunLook &look, const Placement &placement,
                           const OwnerMap &owners) const {
  const Style &theme = look.theme;
  uint32_t cores = std::min<uint32_t>(placement.cores(), 64);
  ImDrawList &list = *ImGui::GetWindowDrawList();
  float width = ImGui::GetContentRegionAvail().x, gap = theme.px(2);
  uint32_t columns = std::min<uint32_t>(std::max<uint32_t>(cores, 1), 8);
  float w = std::min(width / float(columns), theme.px(34)), h = theme.px(18);
  ImVec2 at = ImGui::GetCursorScreenPos();
  for (uint32_t core = 0; core < cores; ++core) {
    ImVec2 a{at.x + w * float(core % columns),
             at.y + h * float(core / columns)};
    ImVec2 b{a.x + w - gap, a.y + h - gap};
    ImU32 color = toImgui(coreColor(core, placement.cores(), theme.palette()));
    list.AddRectFilled(a, b, color, theme.px(2));
    textIn(list, theme.sans, a, b, textOn(color), std::to_string(core), 0.5f);
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(a, b))
      extentTooltip(core, owners.extentOf(uint16_t(core)));
  }
  uint32_t lines = (cores + columns - 1) / columns;
  ImGui::Dummy({w * float(columns), h * float(lines)});
  noteItem("placement legend", at,
           {at.x + w * float(columns), at.y + h * float(lines)});
  if (placement.cores() > cores)
    ImGui::TextDisabled("and %u more cores", placement.cores() - cores);
  auto entry = [&](ImU32 color, const char *text) {
    swatch(theme, color);
    ImGui::TextDisabled("%s", text);
  };
  entry(mix(theme.panel, theme.text, 0.55f), "hatched: several cores");
  entry(mix(theme.panel, theme.background, 0.5f),
        layer == PlacementLayer::Machine ? "never moved" : "no core");
  if (showNow && placement.hasRun()) {
    entry(toImgui(coreColor(0, placement.cores(), theme.palette())),
          "in a scratchpad now");
    entry(mix(toImgui(coreColor(0, placement.cores(), theme.palette())),
              theme.text, 0.75f),
          "on its way now");
  }
}

void PlacementView::element(const RunLook &look, const Placement &placement,
                            const ElementInfo &info, Happened &happened) const {
  constexpr size_t most = 200;
  const PlacedTensor &tensor = placement.tensors()[slice.tensor];
  paneTitle(placeText(tensor, info.at).c_str(), look.theme);
  ImGui::TextUnformatted(coresText(info.cores).c_str());
  if (info.address)
    ImGui::TextDisabled("device address %s",
                        addressText(*info.address, base).c_str());
  if (!info.value.empty())
    ImGui::TextUnformatted(info.value.c_str());
  for (size_t i = 0; i < std::min(info.accesses.size(), most); ++i) {
    uint32_t index = info.accesses[i];
    ImGui::PushID(int(i));
    if (ImGui::Selectable(accessText(placement, index).c_str())) {
      const AccessMap &map = placement.accesses();
      const AccessSite &site = map.sites[map.accesses[index].site];
      if (site.line)
        happened.source = std::pair(site.line, site.column);
    }
    ImGui::PopID();
  }
  ImGui::PushID("moves");
  for (size_t i = 0; i < std::min(info.moves.size(), most); ++i) {
    const TensorMove &move = placement.moves()[info.moves[i]];
    ImGui::PushID(int(i));
    if (ImGui::Selectable(moveText(move).c_str())) {
      happened.event = move.event;
      happened.clock = double(move.begin);
    }
    ImGui::PopID();
  }
  ImGui::PopID();
}

void PlacementView::facts(const RunLook &look, Placement &placement,
                          Happened &happened) {
  const Style &theme = look.theme;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {theme.px(4), theme.px(3)});
  paneTitle("Cores", theme);
  const OwnerMap &owners = placement.owners(slice, layer, kinds);
  legend(look, placement, owners);
  ImGui::Dummy({0, theme.px(6)});
  auto all = double(owners.rows()) * double(owners.columns());
  auto share = [&](int64_t elements, const char *what) {
    if (elements)
      ImGui::TextWrapped("%s elements (%s) %s", grouped(elements).c_str(),
                         percentText(double(elements) / all).c_str(), what);
  };
  share(owners.overlapping(), "belong to several cores");
  share(owners.uncovered(),
        layer == PlacementLayer::Machine  ? "were never moved"
        : kinds == PlacementKinds::Writes ? "are not written"
        : kinds == PlacementKinds::Reads  ? "are not read"
                                          : "belong to no core");
  if (!owners.uncovered() && !owners.overlapping())
    ImGui::TextDisabled("every element has one core");
  if (!owners.complete() || !placement.accesses().complete)
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme.warning),
                       "too many accesses to show all of them");
  ImGui::Dummy({0, theme.px(6)});
  if (pinned) {
    element(look, placement, placement.at(slice, pinned->first, pinned->second),
            happened);
  } else {
    ImGui::PushStyleColor(ImGuiCol_Text, theme.dim);
    ImGui::TextWrapped("Click an element to keep its facts; a core's number "
                       "says which rows are its own.");
    ImGui::PopStyleColor();
  }
  ImGui::PopStyleVar();
}

} // namespace sg::viz
