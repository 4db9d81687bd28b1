#include "app/web/WebPlatform.h"
#include "app/web/Page.h"
#include <cstdlib>
#include <emscripten/emscripten.h>
#include <limits>
#include <utility>

namespace sg::app {

/// Takes over text that the page allocated.
static std::string take(char *text) {
  std::string result = text ? text : "";
  std::free(text);
  return result;
}

double WebPlatform::seconds() const { return emscripten_get_now() / 1000; }

std::string WebPlatform::loadSettings() { return take(pageLoad("settings")); }

void WebPlatform::storeSettings(const std::string &text) {
  pageStore("settings", text.c_str());
}

bool WebPlatform::chooseFile() {
  pageChooseFile();
  return true;
}

Result<std::string> WebPlatform::giveFile(const std::string &name,
                                          const std::string &mimeType,
                                          std::span<const uint8_t> bytes) {
  if (bytes.size() > std::numeric_limits<uint32_t>::max())
    return Error{"the file is too large for a download", name};
  pageGiveFile(name.c_str(), mimeType.c_str(), bytes.data(),
               uint32_t(bytes.size()));
  return "the downloads as " + name;
}

void WebPlatform::givePicture(const std::string &name, PixelRect part) {
  pictures.push_back({name, part});
}

std::vector<WebPlatform::Picture> WebPlatform::takePictures() {
  return std::exchange(pictures, {});
}

std::string WebPlatform::makeLink(const std::string &state) {
  return take(pageMakeLink(state.c_str()));
}

void WebPlatform::setTitle(const std::string &title) {
  pageSetTitle(title.c_str());
}

} // namespace sg::app
