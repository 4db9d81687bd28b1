// The explorer in a desktop window: GLFW and OpenGL 3.
#pragma once
#include "app/window/Explorer.h"

namespace sg::app {

struct WindowRequest {
  Places places;
  std::string fileName, fileText; ///< opened at the start when not empty
  std::string device;             ///< empty: the one in use
  std::string theme;              ///< "dark", "light"; empty: as last time
  int width = 1440, height = 900; ///< points
  float zoom = 0; ///< pixels per point instead of the display's; 0: that
  /// Settings are neither read nor written; for pictures and tests.
  bool fresh = false;
  /// Draws until everything has run, writes the window here and ends.
  std::string picture;
};

/// Runs until the window is closed. An Error when there is no display or it
/// cannot draw.
Result<void> runWindow(const WindowRequest &request);

/// The fonts of this system: Inter and JetBrains Mono where they are
/// installed, else DejaVu, else ImGui's own.
viz::FontFiles systemFonts();

} // namespace sg::app
