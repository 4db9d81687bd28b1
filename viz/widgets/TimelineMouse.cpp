// Mouse and keys of the timeline.
#include "viz/widgets/TimelineFrame.h"
#include <cmath>

namespace sg::viz {

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
  // A tap moves the mouse and presses it in one frame: that is no drag.
  ImVec2 moved = ImGui::IsMouseClicked(0) ? ImVec2() : io.MouseDelta;
  dragged += std::abs(moved.x) + std::abs(moved.y);
  cycle = std::clamp(cycle, 0.0, view.total());
  if (drag == Drag::Pan && dragged >= frame.px(4)) {
    view.pan(-double(moved.x) / double(frame.pixels()) * view.width());
    if (moved.y != 0)
      scrollTo = std::max(0.f, frame.scroll - moved.y);
  } else if (drag == Drag::Range && dragged >= frame.px(4)) {
    range = std::minmax(dragStart, cycle);
  } else if (drag == Drag::Clock) {
    happened.clock = cycle;
  }
  if (!ImGui::IsMouseDown(0))
    release(frame, happened);
}

// What the mouse is over: an event, and the shares it is drawn as where it is
// too narrow to be drawn itself.
void TimelineView::hover(const Frame &frame, size_t first, size_t last) {
  hovered = under.lane = noEvent;
  ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!frame.hovered || !frame.overLanes(mouse) || drag == Drag::Range)
    return;
  size_t row = frame.rowAt(mouse.y);
  if (row < first || row >= last || lanes.rows()[row].kind != DisplayRow::Unit)
    return;
  uint32_t lane = lanes.rows()[row].lanes.front();
  float y = frame.top() - frame.scroll + frame.tops[row];
  float share = (mouse.y - y) / (frame.tops[row + 1] - frame.tops[row]);
  float x = mouse.x - frame.left();
  int32_t track = -1;
  for (const TimelineRect &rect : rects) {
    if (rect.row + first != row || rect.x0 > x || rect.x1 < x)
      continue;
    if (rect.track != uint16_t(share * float(rect.tracks)))
      continue;
    if (isShare(rect))
      under = rect;
    if (rect.tracks > 1 || !isShare(rect))
      track = rect.track;
  }
  double per = view.width() / double(frame.pixels());
  int64_t cycle = int64_t(view.cycleAt(double(x), frame.pixels()));
  auto event = frame.timeline.hit(lane, cycle, track, int64_t(per * 2));
  hovered = event.value_or(noEvent);
}

} // namespace sg::viz
