// What the program asks of the page around it: the functions of web/host.js.
// Sizes and places are CSS pixels unless said otherwise; text is UTF-8.
#pragma once
#include <cstdint>

extern "C" {

/// Whether the page runs on a Mac or another system with a Command key.
bool pageIsMac();

/// A cursor by its name in CSS.
void pageSetCursor(const char *name);
void pageSetTitle(const char *title);

/// Where characters that are being composed show, how high a line is, and
/// whether characters are wanted at all.
void pagePlaceText(double x, double y, double height, bool wanted);
/// Puts text into the system's clipboard.
void pageCopy(const char *text);

/// Text stored under a name for this page; null when there is none. The caller
/// frees it.
char *pageLoad(const char *name);
void pageStore(const char *name, const char *text);

/// Opens the system's dialogue; files arrive through sg_open.
void pageChooseFile();
/// Hands a file over as a download.
void pageGiveFile(const char *name, const char *mimeType, const uint8_t *bytes,
                  uint32_t count);
/// The same with a PNG of a part of the canvas, in its pixels; false when it
/// cannot be made. To be called in the task that drew the frame.
bool pageGivePicture(const char *name, int x, int y, int width, int height);

/// The link to a state, also shown as the page's address. The caller frees it.
char *pageMakeLink(const char *state);

/// The first frame has been drawn.
void pageIsReady();
/// There is no WebGL 2, and nothing more will come.
void pageHasNoGraphics();

} // extern "C"
