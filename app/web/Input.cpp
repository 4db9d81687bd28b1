#include "app/web/Input.h"
#include "app/web/Page.h"
#include "imgui_internal.h"
#include <cfloat>

namespace sg::app {

static Input &self(void *input) { return *static_cast<Input *>(input); }

Input::Input(std::function<void()> wake, std::function<void()> draw)
    : wake(std::move(wake)), draw(std::move(draw)), mac(pageIsMac()) {
  touch.wake = this->wake;
  touch.draw = this->draw;
  listenToClipboard();
  listen();
}

void Input::listen() {
  const char *canvas = "#canvas", *window = EMSCRIPTEN_EVENT_TARGET_WINDOW;
  emscripten_set_keydown_callback(window, this, false, onKey);
  emscripten_set_keyup_callback(window, this, false, onKey);
  emscripten_set_mousedown_callback(canvas, this, false, onMouse);
  emscripten_set_mouseleave_callback(canvas, this, false, onMouse);
  // At the window: a drag goes on outside.
  emscripten_set_mouseup_callback(window, this, false, onMouse);
  emscripten_set_mousemove_callback(window, this, false, onMouse);
  emscripten_set_wheel_callback(canvas, this, false, onWheel);
  emscripten_set_touchstart_callback(canvas, this, false, onTouch);
  emscripten_set_touchmove_callback(canvas, this, false, onTouch);
  emscripten_set_touchend_callback(canvas, this, false, onTouch);
  emscripten_set_touchcancel_callback(canvas, this, false, onTouch);
  emscripten_set_focus_callback(window, this, false, onFocus);
  emscripten_set_blur_callback(window, this, false, onFocus);
}

void Input::listenToClipboard() {
  ImGuiIO &io = ImGui::GetIO();
  io.ClipboardUserData = this;
  io.GetClipboardTextFn = [](void *input) -> const char * {
    return self(input).clipboard.c_str();
  };
  io.SetClipboardTextFn = [](void *pointer, const char *text) {
    Input &input = self(pointer);
    input.clipboard = text;
    input.copied = true;
    if (!input.inCopyEvent) // the event takes the text itself
      pageCopy(text);
  };
}

void Input::type(const char *text) {
  ImGui::GetIO().AddInputCharactersUTF8(text);
  wake();
}

void Input::tap(ImGuiKey key) {
  ImGui::GetIO().AddKeyEvent(key, true);
  ImGui::GetIO().AddKeyEvent(key, false);
  wake();
}

/// A shortcut, as if pressed and released.
void Input::chord(ImGuiKey key) {
  Modifiers before = held;
  sendModifiers({.ctrl = true});
  tap(key);
  sendModifiers(before);
}

void Input::paste(std::string text) {
  clipboard = std::move(text);
  chord(ImGuiKey_V);
}

const char *Input::copy(bool cut) {
  inCopyEvent = true;
  copied = false;
  chord(cut ? ImGuiKey_X : ImGuiKey_C);
  // What was typed before comes first, and then the frame of the shortcut.
  for (int frame = 0; frame < 100 && hasEvents() && !copied; ++frame)
    draw();
  inCopyEvent = false;
  return copied ? clipboard.c_str() : nullptr;
}

void Input::sendModifiers(const Modifiers &modifiers) {
  ImGuiIO &io = ImGui::GetIO();
  // The explorer has one modifier for its shortcuts.
  io.AddKeyEvent(ImGuiMod_Ctrl, modifiers.ctrl || (mac && modifiers.meta));
  io.AddKeyEvent(ImGuiMod_Shift, modifiers.shift);
  io.AddKeyEvent(ImGuiMod_Alt, modifiers.alt);
  io.AddKeyEvent(ImGuiMod_Super, modifiers.meta && !mac);
  held = modifiers;
}

bool Input::hasEvents() const {
  return ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
}

void Input::releaseAll() {
  for (auto &[code, key] : pressed)
    ImGui::GetIO().AddKeyEvent(key, false);
  pressed.clear();
}

bool Input::key(int type, const EmscriptenKeyboardEvent &event) {
  if (event.keyCode == 229) // being composed
    return false;
  Modifiers modifiers{bool(event.ctrlKey), bool(event.shiftKey),
                      bool(event.altKey), bool(event.metaKey)};
  ImGuiIO &io = ImGui::GetIO();
  if (type == EMSCRIPTEN_EVENT_KEYUP) {
    auto it = pressed.find(event.code);
    if (it == pressed.end())
      return false;
    ImGuiKey key = it->second;
    pressed.erase(it);
    sendModifiers(modifiers);
    io.AddKeyEvent(key, false);
    // While Command is down, macOS does not tell that other keys come up.
    if (mac && (key == ImGuiKey_LeftSuper || key == ImGuiKey_RightSuper))
      releaseAll();
    wake();
    return false;
  }
  ImGuiKey key = keyOf(event.code, event.key);
  KeyUse use = useOf(key, event.key, modifiers, mac);
  if (use == KeyUse::Browser || use == KeyUse::Clipboard)
    return false;
  if (use == KeyUse::Text) // AltGr types, it is no shortcut
    modifiers.ctrl = modifiers.alt = false;
  sendModifiers(modifiers);
  if (key != ImGuiKey_None) {
    io.AddKeyEvent(key, true);
    pressed[event.code] = key;
  }
  wake();
  return use == KeyUse::Explorer;
}

bool Input::mouse(int type, const EmscriptenMouseEvent &event) {
  ImGuiIO &io = ImGui::GetIO();
  io.AddMouseSourceEvent(ImGuiMouseSource_Mouse);
  if (type == EMSCRIPTEN_EVENT_MOUSELEAVE) {
    if (event.buttons == 0)
      io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    wake();
    return false;
  }
  io.AddMousePosEvent(float(event.clientX * ratio),
                      float(event.clientY * ratio));
  if (type != EMSCRIPTEN_EVENT_MOUSEMOVE) {
    bool down = type == EMSCRIPTEN_EVENT_MOUSEDOWN;
    if (down)
      sendModifiers({bool(event.ctrlKey), bool(event.shiftKey),
                     bool(event.altKey), bool(event.metaKey)});
    static const int buttons[] = {0, 2, 1}; // the browser's second is the wheel
    int button = event.button < 3 ? buttons[event.button] : event.button;
    if (button < ImGuiMouseButton_COUNT)
      io.AddMouseButtonEvent(button, down);
  }
  wake();
  // Else the browser takes the focus from the text area, or scrolls.
  return type == EMSCRIPTEN_EVENT_MOUSEDOWN;
}

bool Input::wheel(const EmscriptenWheelEvent &event) {
  // With Ctrl down the wheel zooms the page. Without, a browser says Ctrl for
  // two fingers that spread on a touchpad.
  if (event.mouse.ctrlKey && held.ctrl)
    return false;
  double unit = event.deltaMode == DOM_DELTA_PIXEL  ? 1 / 100.
                : event.deltaMode == DOM_DELTA_LINE ? 1 / 3.
                                                    : 1;
  if (event.mouse.ctrlKey)
    unit *= 4; // such events are small
  double x = -event.deltaX * unit, y = -event.deltaY * unit;
  // Shift turns the wheel in some browsers, and in ImGui once more.
  if (event.mouse.shiftKey && y == 0 && !mac)
    std::swap(x, y);
  ImGuiIO &io = ImGui::GetIO();
  io.AddMouseSourceEvent(ImGuiMouseSource_Mouse);
  io.AddMousePosEvent(float(event.mouse.clientX * ratio),
                      float(event.mouse.clientY * ratio));
  io.AddMouseWheelEvent(float(x), float(y));
  wake();
  return true;
}

bool Input::focus(int type) {
  bool focused = type == EMSCRIPTEN_EVENT_FOCUS;
  if (!focused) {
    releaseAll();
    sendModifiers({});
  }
  ImGui::GetIO().AddFocusEvent(focused);
  wake();
  return false;
}

EM_BOOL Input::onKey(int type, const EmscriptenKeyboardEvent *event,
                     void *input) {
  return self(input).key(type, *event);
}
EM_BOOL Input::onMouse(int type, const EmscriptenMouseEvent *event,
                       void *input) {
  return self(input).mouse(type, *event);
}
EM_BOOL Input::onWheel(int, const EmscriptenWheelEvent *event, void *input) {
  return self(input).wheel(*event);
}
EM_BOOL Input::onTouch(int type, const EmscriptenTouchEvent *event,
                       void *input) {
  return self(input).touch.handle(type, *event);
}
EM_BOOL Input::onFocus(int type, const EmscriptenFocusEvent *, void *input) {
  return self(input).focus(type);
}

} // namespace sg::app
