// Fingers as a mouse: a tap clicks, a drag drags or scrolls, a long press is
// the right button, two fingers scroll and zoom.
#pragma once
#include "imgui.h"
#include <emscripten/html5.h>
#include <functional>

namespace sg::app {

class Touch {
public:
  double ratio = 1; ///< canvas pixels per CSS pixel
  std::function<void()> wake, draw;

  /// True when the browser must not act on the event itself.
  bool handle(int type, const EmscriptenTouchEvent &event);

private:
  enum class Phase {
    None,
    Pressed, ///< one finger that has not moved: tap or long press
    Drag,    ///< the left button is down
    Scroll,  ///< one finger moves what scrolls
    Two,     ///< two fingers scroll and zoom
    Done,    ///< nothing more until all fingers are up
  };
  Phase phase = Phase::None;
  ImVec2 start, last;  ///< pixels; of the finger, or between two
  double distance = 0; ///< CSS pixels between two fingers
  int timer = 0;       ///< of the long press

  void begin(const EmscriptenTouchEvent &event);
  void move(const EmscriptenTouchEvent &event);
  void end(bool cancelled);
  void beginTwo(const EmscriptenTouchEvent &event);
  void moveTwo(const EmscriptenTouchEvent &event);
  void moveOne(ImVec2 pos);
  void scroll(ImVec2 pos);
  void stopTimer();
  static void onLongPress(void *self);
};

} // namespace sg::app
