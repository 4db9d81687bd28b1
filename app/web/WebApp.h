// The explorer on a page: a canvas with WebGL 2, and frames that are drawn when
// something came in or the explorer wants them, never else.
#pragma once
#include "app/web/Input.h"
#include "app/web/Renderer.h"
#include "app/web/WebPlatform.h"
#include "app/window/Explorer.h"
#include <emscripten/html5.h>
#include <memory>

namespace sg::app {

class WebApp {
public:
  /// The one of this page; null before `start` succeeded.
  static WebApp *current();

  /// Makes the graphics, the explorer and the first frame. False without
  /// WebGL 2.
  bool start();

  /// The canvas has a size, in its own pixels; `ratio` are pixels per CSS
  /// pixel.
  void resize(int width, int height, double ratio);
  /// Something came in: draws frames until it has taken effect.
  void wake();
  /// Draws a frame at once, within an event of the browser.
  void drawNow();

  Explorer &view() { return *explorer; }
  Input &input() { return *events; }
  double pixelRatio() const { return ratio; }

private:
  WebPlatform platform;
  Renderer renderer;
  std::unique_ptr<Explorer> explorer;
  std::unique_ptr<Input> events;
  int width = 0, height = 0; ///< pixels of the canvas; 0: not known yet
  double ratio = 1;
  double lastFrame = 0;   ///< seconds
  int untouched = 0;      ///< frames left in which what came in takes effect
  int settling = 0;       ///< frames still to draw after input
  bool requested = false; ///< a frame of the browser
  bool lost = false;      ///< the graphics context
  bool drawing = false, shown = false;
  int shownCursor = ImGuiMouseCursor_Arrow;
  int timer = 0; ///< until a frame that the explorer wants later

  bool startGraphics();
  void request();
  void draw();
  void scheduleNext();
  /// Nothing came in, and what was drawn last is recent: drawing, slow without
  /// graphics hardware, would only hold up the work.
  bool mayOnlyWork();
  void makePictures();
  void showCursor();
  static EM_BOOL onFrame(double time, void *self);
  static void onTimer(void *self);
  static EM_BOOL onContextLost(int type, const void *reserved, void *self);
  static EM_BOOL onContextRestored(int type, const void *reserved, void *self);
};

} // namespace sg::app
