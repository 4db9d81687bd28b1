// Draws what ImGui made, with WebGL 2. The canvas belongs to the explorer
// alone, so nothing is asked back from WebGL: every such question waits for the
// graphics process, which costs whole frames where there is no graphics
// hardware.
#pragma once
#include "imgui.h"
#include <GLES3/gl3.h>

namespace sg::app {

class Renderer {
public:
  /// In the current context, which may be one that replaces a lost one. False
  /// when the shaders do not compile.
  bool start();
  /// The texture of ImGui's fonts, anew.
  void loadFonts();
  /// Clears and fills a canvas of so many pixels.
  void draw(const ImDrawData &data, int width, int height);

private:
  GLuint program = 0, vertexArray = 0, vertices = 0, indices = 0, fonts = 0;
  GLint toClip = -1; ///< uniform: pixels to clip space
};

} // namespace sg::app
