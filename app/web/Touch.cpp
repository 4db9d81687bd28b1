#include "app/web/Touch.h"
#include "imgui_internal.h"
#include <cfloat>
#include <cmath>

namespace sg::app {

static constexpr double longPressMs = 450;
static constexpr double slack = 8; ///< CSS pixels a finger may move in a tap

static ImVec2 positionOf(const EmscriptenTouchPoint &finger, double ratio) {
  return {float(finger.clientX * ratio), float(finger.clientY * ratio)};
}

static void send(ImVec2 pos) {
  ImGuiIO &io = ImGui::GetIO();
  io.AddMouseSourceEvent(ImGuiMouseSource_TouchScreen);
  io.AddMousePosEvent(pos.x, pos.y);
}

static void click(ImGuiMouseButton button) {
  ImGui::GetIO().AddMouseButtonEvent(button, true);
  ImGui::GetIO().AddMouseButtonEvent(button, false);
}

bool Touch::handle(int type, const EmscriptenTouchEvent &event) {
  if (type == EMSCRIPTEN_EVENT_TOUCHSTART)
    begin(event);
  else if (type == EMSCRIPTEN_EVENT_TOUCHMOVE)
    move(event);
  else
    end(type == EMSCRIPTEN_EVENT_TOUCHCANCEL);
  wake();
  return true;
}

void Touch::begin(const EmscriptenTouchEvent &event) {
  if (event.numTouches == 2) {
    beginTwo(event);
  } else if (event.numTouches == 1) {
    phase = Phase::Pressed;
    start = last = positionOf(event.touches[0], ratio);
    send(start); // whatever is below shows that it is
    timer = emscripten_set_timeout(onLongPress, longPressMs, this);
  }
}

void Touch::stopTimer() {
  if (timer)
    emscripten_clear_timeout(timer);
  timer = 0;
}

void Touch::onLongPress(void *pointer) {
  Touch &touch = *static_cast<Touch *>(pointer);
  touch.timer = 0;
  if (touch.phase != Phase::Pressed)
    return;
  touch.phase = Phase::Done;
  click(ImGuiMouseButton_Right);
  touch.wake();
}

void Touch::move(const EmscriptenTouchEvent &event) {
  if (phase == Phase::Two && event.numTouches >= 2)
    moveTwo(event);
  else if (event.numTouches >= 1)
    moveOne(positionOf(event.touches[0], ratio));
}

/// Whether what is below the finger can scroll; what cannot is dragged.
static bool scrolls(bool sideways) {
  const ImGuiWindow *window = ImGui::GetCurrentContext()->HoveredWindow;
  for (; window; window = window->ParentWindow) {
    if ((sideways ? window->ScrollMax.x : window->ScrollMax.y) > 0)
      return true;
    if (!(window->Flags & ImGuiWindowFlags_ChildWindow))
      return false;
  }
  return false;
}

void Touch::moveOne(ImVec2 pos) {
  if (phase == Phase::Pressed) {
    if (std::hypot(pos.x - start.x, pos.y - start.y) < slack * ratio)
      return;
    stopTimer();
    bool sideways = std::abs(pos.x - start.x) > std::abs(pos.y - start.y);
    phase = scrolls(sideways) ? Phase::Scroll : Phase::Drag;
    if (phase == Phase::Drag)
      ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, true);
  }
  if (phase == Phase::Drag)
    send(pos);
  else if (phase == Phase::Scroll)
    scroll(pos);
  last = pos;
}

/// ImGui scrolls five lines by a wheel of 1.
void Touch::scroll(ImVec2 pos) {
  float page = 5 * ImGui::GetFontSize();
  ImGui::GetIO().AddMouseWheelEvent((pos.x - last.x) / page,
                                    (pos.y - last.y) / page);
}

static ImVec2 middle(const EmscriptenTouchEvent &event, double ratio) {
  ImVec2 a = positionOf(event.touches[0], ratio);
  ImVec2 b = positionOf(event.touches[1], ratio);
  return {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

static double spread(const EmscriptenTouchEvent &event) {
  return std::hypot(
      double(event.touches[0].clientX - event.touches[1].clientX),
      double(event.touches[0].clientY - event.touches[1].clientY));
}

void Touch::beginTwo(const EmscriptenTouchEvent &event) {
  stopTimer();
  if (phase == Phase::Drag)
    ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, false);
  phase = Phase::Two;
  last = middle(event, ratio);
  distance = spread(event);
  send(last);
}

void Touch::moveTwo(const EmscriptenTouchEvent &event) {
  ImVec2 pos = middle(event, ratio);
  double now = spread(event);
  double moved = std::hypot(pos.x - last.x, pos.y - last.y) / ratio;
  send(pos);
  if (std::abs(now - distance) > moved && now > 0 && distance > 0)
    // The views zoom by 1.25 a step.
    ImGui::GetIO().AddMouseWheelEvent(
        0, float(std::log(now / distance) / std::log(1.25)));
  else
    scroll(pos);
  last = pos;
  distance = now;
}

void Touch::end(bool cancelled) {
  stopTimer();
  if (phase == Phase::Pressed && !cancelled)
    click(ImGuiMouseButton_Left);
  else if (phase == Phase::Drag)
    ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, false);
  phase = phase == Phase::Two ? Phase::Done : Phase::None;
  // Within the event: only here may the page open a keyboard.
  for (int frame = 0; frame < 3; ++frame)
    draw();
  send({-FLT_MAX, -FLT_MAX}); // nothing is hovered without a finger
}

} // namespace sg::app
