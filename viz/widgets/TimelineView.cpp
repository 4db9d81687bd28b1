#include "viz/widgets/TimelineView.h"
#include "viz/widgets/TimelineFrame.h"

namespace sg::viz {

void TimelineView::reset(const Timeline &timeline) {
  view = ViewRange(timeline.cycles());
  lanes = LaneTree(timeline.trace().lanes);
  // One core says it all on most kernels; the others are a click away.
  if (!timeline.trace().lanes.empty())
    lanes.showOnly(timeline.trace().lanes.front().core);
  range.reset();
  hovered = noEvent;
  scrollTo = 0;
}

void TimelineView::showEvent(const Timeline &timeline, uint32_t event) {
  const auto &events = timeline.trace().events;
  if (event >= events.size())
    return;
  const Event &e = events[event];
  if (double(e.begin) < view.begin() || double(e.end) > view.end()) {
    double width = std::max(view.width(), double(e.end - e.begin) * 3);
    double middle = double(e.begin + e.end) / 2;
    view.show(middle - width / 2, middle + width / 2);
  }
  const Lane &lane = timeline.trace().lanes[e.lane];
  lanes.fold(lane.core, false);
  if (lane.corelet >= 0)
    lanes.fold(lane.core, lane.corelet, false);
  revealLane = e.lane;
}

std::vector<uint32_t> TimelineView::shownLanes() const {
  std::vector<uint32_t> shown;
  for (const DisplayRow &row : lanes.rows())
    if (row.drawn())
      shown.insert(shown.end(), row.lanes.begin(), row.lanes.end());
  return shown;
}

void TimelineView::follow(double cycle) {
  if (cycle < view.begin() || cycle > view.begin() + view.width() * 0.9)
    view.reveal(cycle, 0.1);
}

static float rowHeight(const Timeline &timeline, const DisplayRow &row,
                       const Style &theme) {
  if (row.kind != DisplayRow::Unit)
    return theme.px(20);
  uint32_t tracks =
      row.lanes.empty() ? 1 : timeline.tracks().rows(row.lanes[0]);
  return theme.px(21 + 7 * float(std::clamp<uint32_t>(tracks, 1, 5) - 1));
}

TimelineView::Happened TimelineView::draw(const RunLook &look,
                                          const Timeline &timeline,
                                          const Wiring &wiring) {
  Happened happened;
  const Style &theme = look.theme;
  ImVec2 min = ImGui::GetCursorScreenPos(),
         size = ImGui::GetContentRegionAvail();
  if (size.x < theme.px(60) || size.y < theme.px(40))
    return happened;
  Frame frame{look,
              timeline,
              wiring,
              *ImGui::GetWindowDrawList(),
              min,
              {min.x + size.x, min.y + size.y},
              theme.px(24),
              std::min(theme.px(150), size.x / 3),
              {}};
  frame.tops.push_back(0);
  for (const DisplayRow &row : lanes.rows())
    frame.tops.push_back(frame.tops.back() + rowHeight(timeline, row, theme));

  size_t verticesBefore = size_t(frame.list.VtxBuffer.Size);
  ImGui::SetCursorScreenPos({min.x, min.y + frame.ruler});
  ImGui::BeginChild(
      "##lanes", {size.x, size.y - frame.ruler}, ImGuiChildFlags_None,
      ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
  ImDrawList &list = *ImGui::GetWindowDrawList();
  size_t rowsBefore = size_t(list.VtxBuffer.Size);
  if (scrollTo >= 0)
    ImGui::SetScrollY(scrollTo);
  scrollTo = -1;
  frame.scroll = ImGui::GetScrollY();
  if (ImGui::GetScrollMaxY() > 0)
    frame.max.x -= ImGui::GetStyle().ScrollbarSize;
  float content = frame.tops.back() + frame.px(4);
  ImGui::InvisibleButton(
      "##area", {frame.max.x - min.x, std::max(content, size.y - frame.ruler)});
  frame.hovered = ImGui::IsItemHovered();
  if (revealLane != noEvent) {
    size_t row = lanes.rowOf(revealLane);
    revealLane = noEvent;
    if (row < lanes.rows().size()) {
      float top = frame.tops[row], bottom = frame.tops[row + 1];
      if (top < frame.scroll || bottom > frame.scroll + size.y - frame.ruler)
        scrollTo = std::max(0.f, top - frame.px(30));
    }
  }
  Frame inner{look,       timeline,     wiring,       list,
              frame.min,  frame.max,    frame.ruler,  frame.label,
              frame.tops, frame.scroll, frame.hovered};
  paintRows(inner);
  vertices = size_t(list.VtxBuffer.Size) - rowsBefore;
  if (ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
    mouse(inner, happened);
  else if (drag != Drag::None)
    mouse(inner, happened);
  ImGui::EndChild();

  ImGui::SetCursorScreenPos({frame.left(), min.y});
  ImGui::InvisibleButton("##ruler", {frame.pixels(), frame.ruler});
  if (ImGui::IsItemHovered() || (drag != Drag::None && ImGui::IsItemActive()))
    mouse(frame, happened);
  paintRuler(frame);
  paintOverlays(frame);
  if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) ||
      ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows))
    keys(frame);
  vertices += size_t(frame.list.VtxBuffer.Size) - verticesBefore;
  return happened;
}

} // namespace sg::viz
