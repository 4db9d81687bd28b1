// What the page calls: the counterpart of Page.h. Text that comes in belongs to
// the page; text that goes out is valid until the next call.
#include "app/web/WebApp.h"
#include "viz/widgets/ItemRegistry.h"
#include <emscripten/emscripten.h>
#include <nlohmann/json.hpp>

using namespace sg::app;

static std::string answer;

extern "C" {

/// The canvas has this many pixels, `ratio` of them per CSS pixel.
EMSCRIPTEN_KEEPALIVE void sg_resize(int width, int height, double ratio) {
  WebApp::current()->resize(width, height, ratio);
}

EMSCRIPTEN_KEEPALIVE void sg_type(const char *text) {
  WebApp::current()->input().type(text);
}

EMSCRIPTEN_KEEPALIVE void sg_backspace() {
  WebApp::current()->input().tap(ImGuiKey_Backspace);
}

EMSCRIPTEN_KEEPALIVE void sg_enter() {
  WebApp::current()->input().tap(ImGuiKey_Enter);
}

EMSCRIPTEN_KEEPALIVE void sg_paste(const char *text) {
  WebApp::current()->input().paste(text);
}

/// The selected text, null when nothing is selected.
EMSCRIPTEN_KEEPALIVE const char *sg_copy(int cut) {
  return WebApp::current()->input().copy(cut != 0);
}

/// A file of `count` bytes was chosen or dropped.
EMSCRIPTEN_KEEPALIVE void sg_open(const char *name, const char *bytes,
                                  size_t count) {
  WebApp::current()->view().openFile(name, std::string(bytes, count));
  WebApp::current()->wake();
}

EMSCRIPTEN_KEEPALIVE void sg_say(const char *message, int isError) {
  WebApp::current()->view().say(message, isError != 0);
  WebApp::current()->wake();
}

/// Takes over the state of a link; the error as text, null when there is none.
EMSCRIPTEN_KEEPALIVE const char *sg_restore(const char *state) {
  sg::Result<void> restored = WebApp::current()->view().restore(state);
  WebApp::current()->wake();
  if (restored)
    return nullptr;
  answer = restored.error().str();
  return answer.c_str();
}

/// The page may be gone after this.
EMSCRIPTEN_KEEPALIVE void sg_hide() {
  WebApp::current()->view().storeSettings();
}

/// It is seen again.
EMSCRIPTEN_KEEPALIVE void sg_show() { WebApp::current()->wake(); }

EMSCRIPTEN_KEEPALIVE const char *sg_state() {
  answer = WebApp::current()->view().state();
  return answer.c_str();
}

/// What the next frame draws, as JSON: labels, windows and rectangles in CSS
/// pixels; for tests.
EMSCRIPTEN_KEEPALIVE const char *sg_items() {
  sg::viz::ItemRegistry registry;
  registry.start();
  WebApp::current()->drawNow();
  registry.stop();
  double ratio = WebApp::current()->pixelRatio();
  nlohmann::json items = nlohmann::json::array();
  for (const sg::viz::DrawnItem &item : registry.all())
    items.push_back({{"label", item.label},
                     {"window", item.window},
                     {"x", item.min.x / ratio},
                     {"y", item.min.y / ratio},
                     {"width", (item.max.x - item.min.x) / ratio},
                     {"height", (item.max.y - item.min.y) / ratio}});
  answer = items.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return answer.c_str();
}

} // extern "C"
