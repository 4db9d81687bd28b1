#include "app/web/WebApp.h"
#include "app/web/Page.h"
#include <algorithm>
#include <cmath>
#include <emscripten/emscripten.h>

namespace sg::app {

static WebApp *app = nullptr;
static const char *const canvas = "#canvas";

/// Frames after the last input: what a click opens has its size one frame
/// later.
static constexpr int settlingFrames = 4;

/// While a kernel is being worked on and nothing else happens, its progress is
/// drawn so often (seconds), and work goes on between for so long at a time.
static constexpr double progressSeconds = 0.08, workMilliseconds = 14;

WebApp *WebApp::current() { return app; }

bool WebApp::startGraphics() {
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  attributes.alpha = attributes.depth = attributes.antialias = false;
  EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context =
      emscripten_webgl_create_context(canvas, &attributes);
  if (context <= 0 || emscripten_webgl_make_context_current(context) !=
                          EMSCRIPTEN_RESULT_SUCCESS)
    return false;
  emscripten_set_webglcontextlost_callback(canvas, this, false, onContextLost);
  emscripten_set_webglcontextrestored_callback(canvas, this, false,
                                               onContextRestored);
  return true;
}

bool WebApp::start() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO &io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.BackendPlatformName = "spyreglass_web";
  io.BackendRendererName = "spyreglass_webgl2";
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  io.SetPlatformImeDataFn = [](ImGuiViewport *, ImGuiPlatformImeData *data) {
    double ratio = app->pixelRatio();
    pagePlaceText(data->InputPos.x / ratio, data->InputPos.y / ratio,
                  data->InputLineHeight / ratio, data->WantVisible);
  };
  if (!startGraphics() || !renderer.start())
    return false;
  explorer = std::make_unique<Explorer>(
      platform, Places{"/samples",
                       "/archs",
                       {"/fonts/Inter-Regular.otf", "/fonts/Inter-SemiBold.otf",
                        "/fonts/JetBrainsMono-Regular.ttf"}});
  events = std::make_unique<Input>([this] { wake(); }, [this] { drawNow(); });
  app = this;
  return true;
}

void WebApp::resize(int newWidth, int newHeight, double newRatio) {
  width = std::max(newWidth, 1);
  height = std::max(newHeight, 1);
  ratio = newRatio > 0 ? newRatio : 1;
  events->setRatio(ratio);
  emscripten_set_canvas_element_size(canvas, width, height);
  drawNow(); // a canvas of another size is empty
  wake();
}

void WebApp::wake() {
  settling = untouched = settlingFrames;
  request();
}

void WebApp::request() {
  if (requested)
    return;
  requested = true;
  emscripten_request_animation_frame(onFrame, this);
}

EM_BOOL WebApp::onFrame(double, void *self) {
  WebApp &app = *static_cast<WebApp *>(self);
  app.requested = false;
  app.settling = std::max(app.settling - 1, 0);
  app.untouched = std::max(app.untouched - 1, 0);
  if (app.mayOnlyWork() && app.explorer->work(workMilliseconds)) {
    app.request();
    return false;
  }
  app.drawNow();
  app.scheduleNext();
  return false;
}

bool WebApp::mayOnlyWork() {
  return explorer->working() && shown && untouched == 0 &&
         !events->hasEvents() && !events->anyKeyHeld() &&
         !ImGui::IsAnyMouseDown() &&
         platform.seconds() - lastFrame < progressSeconds;
}

void WebApp::drawNow() {
  // Copying may send an event of the clipboard from within a frame. Before the
  // size is known, everything would be laid out for a screen of one pixel.
  if (lost || drawing || width == 0)
    return;
  drawing = true;
  draw();
  drawing = false;
}

void WebApp::draw() {
  if (explorer->prepareFonts(float(ratio)))
    renderer.loadFonts();
  double now = platform.seconds();
  explorer->work(8);
  ImGuiIO &io = ImGui::GetIO();
  io.DisplaySize = {float(width), float(height)};
  io.DeltaTime = float(std::clamp(now - lastFrame, 1e-4, 1.));
  lastFrame = now;
  ImGui::NewFrame();
  explorer->frame();
  ImGui::Render();
  renderer.draw(*ImGui::GetDrawData(), width, height);
  makePictures();
  showCursor();
  if (!shown)
    pageIsReady();
  shown = true;
}

void WebApp::scheduleNext() {
  if (timer)
    emscripten_clear_timeout(timer);
  timer = 0;
  // What appears without input has its size one frame later too.
  if (explorer->wantsFrame())
    settling = settlingFrames;
  // A held button or key repeats, and what it moves goes on moving.
  if (settling > 0 || events->hasEvents() || ImGui::IsAnyMouseDown() ||
      events->anyKeyHeld()) {
    request();
    return;
  }
  double seconds = explorer->idleSeconds();
  if (seconds < 24 * 3600)
    timer = emscripten_set_timeout(onTimer, std::max(seconds, 0.) * 1000, this);
}

void WebApp::onTimer(void *self) {
  static_cast<WebApp *>(self)->timer = 0;
  static_cast<WebApp *>(self)->request();
}

void WebApp::makePictures() {
  for (const WebPlatform::Picture &picture : platform.takePictures()) {
    int x = std::clamp(picture.part.x, 0, width);
    int y = std::clamp(picture.part.y, 0, height);
    int right = std::clamp(picture.part.x + picture.part.width, x, width);
    int bottom = std::clamp(picture.part.y + picture.part.height, y, height);
    bool made =
        right > x && bottom > y &&
        pageGivePicture(picture.name.c_str(), x, y, right - x, bottom - y);
    if (made)
      explorer->say("Saved to the downloads as " + picture.name);
    else
      explorer->say("The browser could not make the picture", true);
    wake();
  }
}

void WebApp::showCursor() {
  static const char *const names[] = {
      "default",     "text",        "move",    "ns-resize",  "ew-resize",
      "nesw-resize", "nwse-resize", "pointer", "not-allowed"};
  static_assert(std::size(names) == ImGuiMouseCursor_COUNT);
  ImGuiMouseCursor cursor = ImGui::GetMouseCursor();
  if (cursor == shownCursor)
    return;
  shownCursor = cursor;
  pageSetCursor(cursor < 0 || ImGui::GetIO().MouseDrawCursor ? "none"
                                                             : names[cursor]);
}

EM_BOOL WebApp::onContextLost(int, const void *, void *self) {
  static_cast<WebApp *>(self)->lost = true;
  return true; // it may be restored
}

EM_BOOL WebApp::onContextRestored(int, const void *, void *self) {
  WebApp &app = *static_cast<WebApp *>(self);
  app.lost = false;
  app.renderer.start();
  app.renderer.loadFonts();
  app.wake();
  return false;
}

} // namespace sg::app
