// Events of the browser as ImGui's events.
#pragma once
#include "app/web/Keys.h"
#include "app/web/Touch.h"
#include <emscripten/html5.h>
#include <functional>
#include <string>
#include <unordered_map>

namespace sg::app {

class Input {
public:
  /// Listens at the canvas and the window. `wake` is called after every event
  /// that matters, `draw` draws a frame within the event.
  Input(std::function<void()> wake, std::function<void()> draw);

  /// Canvas pixels per CSS pixel.
  void setRatio(double pixels) { ratio = touch.ratio = pixels; }

  /// Whether events wait for a frame: ImGui spreads quick ones over several.
  bool hasEvents() const;
  bool anyKeyHeld() const { return !pressed.empty(); }
  /// Characters were typed or composed.
  void type(const char *text);
  /// A key without a keyboard, such as backspace on a screen.
  void tap(ImGuiKey key);
  /// The clipboard brings text.
  void paste(std::string text);
  /// Copies or cuts what is selected; null when nothing is.
  const char *copy(bool cut);

private:
  std::function<void()> wake, draw;
  Touch touch;
  double ratio = 1;
  bool mac = false;
  Modifiers held; ///< of the last event of the keyboard
  /// By the event's code: what was pressed is what is released, although Shift
  /// may have changed what the key types.
  std::unordered_map<std::string, ImGuiKey> pressed;
  std::string clipboard; ///< what was copied here or pasted last
  bool inCopyEvent = false, copied = false;

  void listen();
  void listenToClipboard();
  void chord(ImGuiKey key);
  void sendModifiers(const Modifiers &modifiers);
  void releaseAll();
  bool key(int type, const EmscriptenKeyboardEvent &event);
  bool mouse(int type, const EmscriptenMouseEvent &event);
  bool wheel(const EmscriptenWheelEvent &event);
  bool focus(int type);

  static EM_BOOL onKey(int, const EmscriptenKeyboardEvent *, void *self);
  static EM_BOOL onMouse(int, const EmscriptenMouseEvent *, void *self);
  static EM_BOOL onWheel(int, const EmscriptenWheelEvent *, void *self);
  static EM_BOOL onTouch(int, const EmscriptenTouchEvent *, void *self);
  static EM_BOOL onFocus(int, const EmscriptenFocusEvent *, void *self);
};

} // namespace sg::app
