// What the timeline looks like.
#include "viz/model/Numbers.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include "viz/widgets/TimelineFrame.h"
#include <cmath>

namespace sg::viz {

void TimelineView::paintRuler(const Frame &frame) const {
  const Style &theme = frame.look.theme;
  frame.list.AddRectFilled(frame.min, {frame.max.x, frame.top()}, theme.panel);
  double step = roundStep(view.width() / double(frame.pixels()) * frame.px(90));
  ImGui::PushClipRect({frame.left(), frame.min.y}, frame.max, true);
  for (double at = std::ceil(view.begin() / step) * step; at <= view.end();
       at += step) {
    float x = frame.left() + float(view.pixelOf(at, frame.pixels()));
    frame.list.AddLine({x, frame.top() - frame.px(5)}, {x, frame.top()},
                       theme.faint);
    std::string text = grouped(int64_t(at));
    frame.list.AddText(theme.sans, theme.sans->FontSize * 0.87f,
                       {x + frame.px(4), frame.min.y + frame.px(5)}, theme.dim,
                       text.c_str());
  }
  ImGui::PopClipRect();
  frame.list.AddText(theme.sans, theme.sans->FontSize * 0.87f,
                     {frame.min.x + frame.px(8), frame.min.y + frame.px(5)},
                     theme.faint, "cycle");
  frame.list.AddLine({frame.min.x, frame.top()}, {frame.max.x, frame.top()},
                     theme.border);
}

void TimelineView::paintLabel(const Frame &frame, size_t index, float y,
                              float height) {
  const DisplayRow &row = lanes.rows()[index];
  const Style &theme = frame.look.theme;
  float x = frame.min.x + frame.px(8 + 12 * float(row.depth));
  bool group = row.kind != DisplayRow::Unit;
  if (group) {
    drawIcon(frame.list, row.folded ? Icon::Unfold : Icon::Fold,
             {x + frame.px(4), y + height / 2}, frame.px(8), theme.dim);
    x += frame.px(14);
  }
  textIn(frame.list, row.kind == DisplayRow::Core ? theme.bold : theme.sans,
         {x, y}, {frame.left() - frame.px(6), y + height},
         group ? theme.text : theme.dim, row.label);
  ImVec2 min{frame.min.x, y}, max{frame.left(), y + height};
  if (notesItems())
    noteItem("lane " + std::to_string(row.core) + "/" +
                 std::to_string(row.corelet) + "/" + row.label,
             min, max);
  if (!group || !frame.hovered || !ImGui::IsMouseHoveringRect(min, max))
    return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (!ImGui::IsMouseClicked(0))
    return;
  if (row.kind == DisplayRow::Core)
    lanes.fold(row.core, !row.folded);
  else
    lanes.fold(row.core, row.corelet, !row.folded);
}

// With a selection nothing is known of whose share it is, so all steps back.
static ImU32 shareColour(const RunLook &look, KindGroup group) {
  ImU32 color = look.groupColour(group);
  return look.relatives.empty() ? color : mix(color, look.theme.panel, 0.5f);
}

void TimelineView::paintRect(const Frame &frame, const TimelineRect &rect,
                             float y, float height) const {
  const RunLook &look = frame.look;
  float x0 = frame.left() + rect.x0, x1 = frame.left() + rect.x1;
  float track =
      (height - frame.px(3)) / float(std::max<uint16_t>(rect.tracks, 1));
  float top = y + frame.px(1.5f) + track * float(rect.track);
  float bottom = top + track - (rect.tracks > 1 ? frame.px(1) : 0);
  x1 = std::max(x1, x0 + 1);
  if (isShare(rect)) {
    // Shares stacked from below: what moves, what computes, what waits.
    float at = bottom;
    unsigned sum = 0;
    for (uint8_t share : rect.share)
      sum += share;
    float scale = (bottom - top) / float(std::max(sum, 255u));
    for (unsigned group = 0; group < numKindGroups; ++group) {
      float next = at - scale * float(rect.share[group]);
      if (next < at - 0.2f)
        frame.list.AddRectFilled({x0, next}, {x1, at},
                                 shareColour(look, KindGroup(group)));
      at = next;
    }
    return;
  }
  if (notesItems())
    noteItem("event " + std::to_string(rect.event), {x0, top}, {x1, bottom});
  const Event &event = frame.timeline.trace().events[rect.event];
  ImU32 color = look.colourOf(event);
  if (!look.lit(event))
    color = mix(color, look.theme.panel, 0.72f);
  bool wait = isWait(event.kind);
  if (wait && rect.event != look.selectedEvent)
    color = mix(color, look.theme.panel, 0.35f);
  if (wait) {
    float inset = (bottom - top) * 0.28f;
    top += inset, bottom -= inset;
  }
  bool wide = x1 - x0 > frame.px(4);
  frame.list.AddRectFilled({x0, top}, {x1 - (wide ? 1.f : 0.f), bottom}, color);
  bool chosen = rect.event == look.selectedEvent;
  if (chosen || rect.event == hovered)
    frame.list.AddRect({x0 - 1, top - 1}, {x1, bottom + 1},
                       chosen ? look.theme.text : look.theme.dim, 0, 0,
                       frame.px(chosen ? 2 : 1));
  if (!wait && bottom - top > frame.px(12) && x1 - x0 > frame.px(34))
    textIn(frame.list, look.theme.sans, {x0 + frame.px(4), top},
           {x1 - frame.px(3), bottom}, textOn(color), look.nameOf(event));
}

static void shareTooltip(const RunLook &look, const Timeline &timeline,
                         const ViewRange &view, double pixels,
                         const TimelineRect &rect) {
  if (!ImGui::BeginTooltip())
    return;
  const Style &theme = look.theme;
  paneTitle(timeline.trace().lanes[rect.lane].name.c_str(), theme);
  ImGui::TextDisabled(
      "cycles %s to %s",
      grouped(int64_t(view.cycleAt(double(rect.x0), pixels))).c_str(),
      grouped(int64_t(view.cycleAt(double(rect.x1), pixels))).c_str());
  for (unsigned i = 0; i < numKindGroups; ++i)
    if (rect.share[i])
      ImGui::Text("%s %s", groupText(KindGroup(i)),
                  percentText(double(rect.share[i]) / 255).c_str());
  ImGui::Separator();
  ImGui::EndTooltip();
}

// Where shares are drawn the selected event is not among them.
void TimelineView::paintSelected(const Frame &frame, size_t first,
                                 size_t last) const {
  const auto &events = frame.timeline.trace().events;
  uint32_t selected = frame.look.selectedEvent;
  if (selected >= events.size())
    return;
  for (const TimelineRect &rect : rects)
    if (rect.event == selected && !isShare(rect))
      return;
  const Event &event = events[selected];
  size_t row = lanes.rowOf(event.lane);
  if (row < first || row >= last || lanes.rows()[row].kind != DisplayRow::Unit)
    return;
  double pixels = double(frame.pixels());
  float x0 = frame.left() + float(view.pixelOf(double(event.begin), pixels));
  float x1 = frame.left() + float(view.pixelOf(double(event.end), pixels));
  x1 = std::max(x1, x0 + frame.px(3));
  float y = frame.top() - frame.scroll;
  frame.list.AddRect({x0 - 1, y + frame.tops[row] + 1},
                     {x1 + 1, y + frame.tops[row + 1] - 1},
                     frame.look.theme.text, 0, 0, frame.px(2));
}

void TimelineView::paintRows(const Frame &frame) {
  const Style &theme = frame.look.theme;
  const auto &rows = lanes.rows();
  size_t first = std::min(frame.rowAt(frame.top()), rows.size());
  size_t last = first;
  while (last < rows.size() &&
         frame.tops[last] - frame.scroll < frame.max.y - frame.top())
    ++last;
  std::vector<DisplayRow> visible(rows.begin() + long(first),
                                  rows.begin() + long(last));
  frame.timeline.layout(view, double(frame.pixels()), visible, rects);
  drawn = {};
  for (const TimelineRect &rect : rects)
    (isShare(rect) ? drawn.shares : drawn.events) = true;
  hover(frame, first, last);
  for (size_t i = first; i < last; ++i) {
    float y = frame.top() - frame.scroll + frame.tops[i];
    float bottom = frame.top() - frame.scroll + frame.tops[i + 1];
    if (rows[i].kind == DisplayRow::Core)
      frame.list.AddRectFilled({frame.min.x, y}, {frame.max.x, bottom},
                               withAlpha(theme.raised, 0.7f));
    frame.list.AddLine({frame.min.x, bottom}, {frame.max.x, bottom},
                       theme.grid);
  }
  ImGui::PushClipRect({frame.left(), frame.top()}, frame.max, true);
  for (const TimelineRect &rect : rects) {
    size_t row = first + rect.row;
    float y = frame.top() - frame.scroll + frame.tops[row];
    paintRect(frame, rect, y, frame.tops[row + 1] - frame.tops[row]);
  }
  paintSelected(frame, first, last);
  ImGui::PopClipRect();
  for (size_t i = first; i < last && i < lanes.rows().size(); ++i)
    paintLabel(frame, i, frame.top() - frame.scroll + frame.tops[i],
               frame.tops[i + 1] - frame.tops[i]);
  frame.list.AddLine({frame.left(), frame.top()}, {frame.left(), frame.max.y},
                     theme.border);
  if (drag != Drag::None)
    return;
  if (under.lane != noEvent)
    shareTooltip(frame.look, frame.timeline, view, double(frame.pixels()),
                 under);
  if (hovered != noEvent)
    eventTooltip(frame.look, frame.timeline, frame.wiring, hovered);
}

void TimelineView::paintOverlays(const Frame &frame) const {
  const Style &theme = frame.look.theme;
  // Above the child window with the lanes.
  ImDrawList &list = *ImGui::GetForegroundDrawList();
  bool covered = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  ImDrawList &target = covered ? frame.list : list;
  target.PushClipRect({frame.left(), frame.min.y}, frame.max, true);
  if (range) {
    float x0 = frame.left() + float(view.pixelOf(range->first, frame.pixels()));
    float x1 =
        frame.left() + float(view.pixelOf(range->second, frame.pixels()));
    target.AddRectFilled({x0, frame.min.y}, {x1, frame.max.y},
                         withAlpha(theme.accent, 0.13f));
    target.AddLine({x0, frame.min.y}, {x0, frame.max.y}, theme.accent);
    target.AddLine({x1, frame.min.y}, {x1, frame.max.y}, theme.accent);
  }
  float x =
      frame.left() + float(view.pixelOf(frame.look.clock, frame.pixels()));
  target.AddLine({x, frame.min.y}, {x, frame.max.y}, theme.bad, frame.px(1.5f));
  target.AddTriangleFilled({x - frame.px(5), frame.min.y},
                           {x + frame.px(5), frame.min.y},
                           {x, frame.min.y + frame.px(8)}, theme.bad);
  target.PopClipRect();
}

} // namespace sg::viz
