// The page's program: starts, and from then on only answers the browser.
#include "app/web/Page.h"
#include "app/web/WebApp.h"

int main() {
  static sg::app::WebApp app;
  if (!app.start())
    pageHasNoGraphics();
}
