#include "viz/widgets/TimelineView.h"
#include "viz/model/Numbers.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include <algorithm>
#include <cmath>

namespace sg::viz {

struct TimelineView::Frame {
  const RunLook &look;
  const Timeline &timeline;
  const Wiring &wiring;
  ImDrawList &list;
  ImVec2 min, max;    ///< the whole view
  float ruler, label; ///< height, width
  std::vector<float>
      tops; ///< of every row, from the first; one more at the end
  float scroll = 0;
  bool hovered = false;

  float px(float logical) const { return look.theme.px(logical); }
  float left() const { return min.x + label; }
  float pixels() const { return std::max(1.f, max.x - left()); }
  float top() const { return min.y + ruler; }
  bool overLanes(ImVec2 p) const {
    return p.x >= left() && p.x < max.x && p.y >= top() && p.y < max.y;
  }
  bool overRuler(ImVec2 p) const {
    return p.x >= left() && p.x < max.x && p.y >= min.y && p.y < top();
  }
  size_t rowAt(float y) const {
    float at = y - top() + scroll;
    auto it = std::upper_bound(tops.begin(), tops.end(), at);
    return size_t(it - tops.begin()) - 1;
  }
};

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

void TimelineView::keys(const Frame &frame) {
  const ImGuiIO &io = ImGui::GetIO();
  if (io.WantTextInput || io.KeyCtrl || io.KeyAlt)
    return;
  auto down = [](ImGuiKey a, ImGuiKey b) {
    return ImGui::IsKeyPressed(a) || ImGui::IsKeyPressed(b);
  };
  double at = frame.overLanes(io.MousePos)
                  ? view.cycleAt(io.MousePos.x - frame.left(), frame.pixels())
                  : (view.begin() + view.end()) / 2;
  if (down(ImGuiKey_W, ImGuiKey_UpArrow))
    view.zoom(at, 1.3);
  if (down(ImGuiKey_S, ImGuiKey_DownArrow))
    view.zoom(at, 1 / 1.3);
  if (down(ImGuiKey_A, ImGuiKey_LeftArrow))
    view.pan(-view.width() * 0.12);
  if (down(ImGuiKey_D, ImGuiKey_RightArrow))
    view.pan(view.width() * 0.12);
  uint32_t selected = frame.look.selectedEvent;
  const auto &events = frame.timeline.trace().events;
  if (ImGui::IsKeyPressed(ImGuiKey_F, false)) {
    if (range)
      view.focus(range->first, range->second);
    else if (selected < events.size())
      view.focus(double(events[selected].begin), double(events[selected].end),
                 2);
    else
      view.fit();
  }
  if (ImGui::IsKeyPressed(ImGuiKey_0, false))
    view.fit();
}

void TimelineView::press(const Frame &frame, double cycle) {
  dragged = 0;
  dragStart = cycle;
  if (frame.overRuler(ImGui::GetIO().MousePos))
    drag = ImGui::GetIO().KeyShift ? Drag::Range : Drag::Clock;
  else if (frame.overLanes(ImGui::GetIO().MousePos))
    drag = ImGui::GetIO().KeyShift ? Drag::Range : Drag::Pan;
}

void TimelineView::release(const Frame &frame, Happened &happened) {
  bool click = dragged < frame.px(4);
  if (drag == Drag::Pan && click) {
    happened.selects = true;
    happened.event = hovered;
    range.reset();
  }
  if (drag == Drag::Range && click)
    range.reset();
  drag = Drag::None;
}

void TimelineView::mouse(const Frame &frame, Happened &happened) {
  const ImGuiIO &io = ImGui::GetIO();
  double cycle = view.cycleAt(io.MousePos.x - frame.left(), frame.pixels());
  if (drag == Drag::None) {
    bool lanesHit =
        frame.overLanes(io.MousePos) || frame.overRuler(io.MousePos);
    if (io.MouseWheel != 0 && lanesHit && !io.KeyShift)
      view.zoom(cycle, std::pow(1.25, double(io.MouseWheel)));
    else if (io.MouseWheel != 0 && !lanesHit)
      scrollTo = std::max(0.f, frame.scroll - io.MouseWheel * frame.px(50));
    float sideways = io.MouseWheelH + (io.KeyShift ? io.MouseWheel : 0);
    if (sideways != 0 && lanesHit)
      view.pan(-double(sideways) * view.width() * 0.08);
    if (ImGui::IsMouseClicked(0))
      press(frame, cycle);
  }
  if (drag == Drag::None)
    return;
  dragged += std::abs(io.MouseDelta.x) + std::abs(io.MouseDelta.y);
  cycle = std::clamp(cycle, 0.0, view.total());
  if (drag == Drag::Pan && dragged >= frame.px(4)) {
    view.pan(-double(io.MouseDelta.x) / double(frame.pixels()) * view.width());
    if (io.MouseDelta.y != 0)
      scrollTo = std::max(0.f, frame.scroll - io.MouseDelta.y);
  } else if (drag == Drag::Range && dragged >= frame.px(4)) {
    range = std::minmax(dragStart, cycle);
  } else if (drag == Drag::Clock) {
    happened.clock = cycle;
  }
  if (!ImGui::IsMouseDown(0))
    release(frame, happened);
}

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

// Waiting is what the picture is full of; it stays behind what is done. With a
// selection nothing is known of whose share it is, so all steps back.
static ImU32 groupColour(const RunLook &look, KindGroup group) {
  ImU32 color = look.colours.byGroup[unsigned(group)];
  if (group == KindGroup::Wait)
    color = mix(color, look.theme.panel, 0.62f);
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
  if (rect.event == noEvent || rect.count != 1) {
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
                                 groupColour(look, KindGroup(group)));
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

void TimelineView::paintRows(const Frame &frame) {
  const Style &theme = frame.look.theme;
  const auto &rows = lanes.rows();
  ImVec2 mouse = ImGui::GetIO().MousePos;
  hovered = noEvent;
  size_t first = std::min(frame.rowAt(frame.top()), rows.size());
  size_t last = first;
  while (last < rows.size() &&
         frame.tops[last] - frame.scroll < frame.max.y - frame.top())
    ++last;
  std::vector<DisplayRow> visible(rows.begin() + long(first),
                                  rows.begin() + long(last));
  if (frame.hovered && frame.overLanes(mouse) && drag != Drag::Range) {
    size_t row = frame.rowAt(mouse.y);
    if (row >= first && row < last && rows[row].kind == DisplayRow::Unit) {
      uint32_t lane = rows[row].lanes.front();
      float y = frame.top() - frame.scroll + frame.tops[row];
      float share = (mouse.y - y) / (frame.tops[row + 1] - frame.tops[row]);
      uint32_t tracks = frame.timeline.tracks().rows(lane);
      double per = view.width() / double(frame.pixels());
      auto event = frame.timeline.hit(
          lane, int64_t(view.cycleAt(mouse.x - frame.left(), frame.pixels())),
          std::clamp(int32_t(share * float(tracks)), 0, int32_t(tracks) - 1),
          int64_t(per * 2));
      hovered = event.value_or(noEvent);
    }
  }
  frame.timeline.layout(view, double(frame.pixels()), visible, rects);
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
  ImGui::PopClipRect();
  for (size_t i = first; i < last && i < lanes.rows().size(); ++i)
    paintLabel(frame, i, frame.top() - frame.scroll + frame.tops[i],
               frame.tops[i + 1] - frame.tops[i]);
  frame.list.AddLine({frame.left(), frame.top()}, {frame.left(), frame.max.y},
                     theme.border);
  if (hovered != noEvent && drag == Drag::None)
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
