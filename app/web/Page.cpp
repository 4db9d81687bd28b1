#include "app/web/Page.h"
#include <emscripten/emscripten.h>

// Module.host is made by web/host.js.
// clang-format off
EM_JS(bool, pageIsMac, (), { return Module.host.isMac; });
EM_JS(void, pageSetCursor, (const char *name), {
  Module.host.setCursor(UTF8ToString(name));
});
EM_JS(void, pageSetTitle, (const char *title), {
  Module.host.setTitle(UTF8ToString(title));
});
EM_JS(void, pagePlaceText, (double x, double y, double height, bool wanted), {
  Module.host.placeText(x, y, height, !!wanted);
});
EM_JS(void, pageCopy, (const char *text), {
  Module.host.copy(UTF8ToString(text));
});
EM_JS(char *, pageLoad, (const char *name), {
  const text = Module.host.load(UTF8ToString(name));
  return text === null ? 0 : allocateUTF8(text);
});
EM_JS(void, pageStore, (const char *name, const char *text), {
  Module.host.store(UTF8ToString(name), UTF8ToString(text));
});
EM_JS(void, pageChooseFile, (), { Module.host.chooseFile(); });
EM_JS(void, pageGiveFile, (const char *name, const char *mimeType,
                           const uint8_t *bytes, uint32_t count), {
  Module.host.giveFile(UTF8ToString(name), UTF8ToString(mimeType),
                       HEAPU8.slice(bytes, bytes + count));
});
EM_JS(bool, pageGivePicture, (const char *name, int x, int y, int width,
                              int height), {
  return Module.host.givePicture(UTF8ToString(name), x, y, width, height);
});
EM_JS(char *, pageMakeLink, (const char *state), {
  return allocateUTF8(Module.host.makeLink(UTF8ToString(state)));
});
EM_JS(void, pageIsReady, (), { Module.host.isReady(); });
EM_JS(void, pageHasNoGraphics, (), { Module.host.noGraphics(); });
// clang-format on
