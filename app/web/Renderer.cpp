#include "app/web/Renderer.h"
#include <algorithm>
#include <cstddef>

namespace sg::app {

static const char *const vertexShader = R"(#version 300 es
uniform vec2 toClip;
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 texel;
layout(location = 2) in vec4 color;
out vec2 texelOut;
out vec4 colorOut;
void main() {
  texelOut = texel;
  colorOut = color;
  gl_Position = vec4(place * toClip + vec2(-1, 1), 0, 1);
}
)";

static const char *const fragmentShader = R"(#version 300 es
precision mediump float;
uniform sampler2D image;
in highp vec2 texelOut;
in vec4 colorOut;
out vec4 result;
void main() { result = colorOut * texture(image, texelOut); }
)";

static GLuint compile(GLenum kind, const char *text) {
  GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  return shader;
}

bool Renderer::start() {
  program = glCreateProgram();
  glAttachShader(program, compile(GL_VERTEX_SHADER, vertexShader));
  glAttachShader(program, compile(GL_FRAGMENT_SHADER, fragmentShader));
  glLinkProgram(program);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  toClip = glGetUniformLocation(program, "toClip");
  glUseProgram(program);

  glGenVertexArrays(1, &vertexArray);
  glGenBuffers(1, &vertices);
  glGenBuffers(1, &indices);
  glBindVertexArray(vertexArray);
  glBindBuffer(GL_ARRAY_BUFFER, vertices);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
  auto attribute = [](GLuint index, GLint count, GLenum type, bool normalized,
                      size_t offset) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, count, type, normalized, sizeof(ImDrawVert),
                          reinterpret_cast<const void *>(offset));
  };
  attribute(0, 2, GL_FLOAT, false, offsetof(ImDrawVert, pos));
  attribute(1, 2, GL_FLOAT, false, offsetof(ImDrawVert, uv));
  attribute(2, 4, GL_UNSIGNED_BYTE, true, offsetof(ImDrawVert, col));

  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glClearColor(0, 0, 0, 1);
  fonts = 0;
  return linked;
}

void Renderer::loadFonts() {
  ImFontAtlas &atlas = *ImGui::GetIO().Fonts;
  unsigned char *pixels = nullptr;
  int width = 0, height = 0;
  atlas.GetTexDataAsRGBA32(&pixels, &width, &height);
  if (fonts)
    glDeleteTextures(1, &fonts);
  glGenTextures(1, &fonts);
  glBindTexture(GL_TEXTURE_2D, fonts);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA,
               GL_UNSIGNED_BYTE, pixels);
  atlas.SetTexID(reinterpret_cast<ImTextureID>(size_t(fonts)));
}

static void drawList(const ImDrawList &list, int width, int height) {
  static_assert(sizeof(ImDrawIdx) == 4, "WebGL has no base vertex");
  glBufferData(GL_ARRAY_BUFFER, list.VtxBuffer.size_in_bytes(),
               list.VtxBuffer.Data, GL_STREAM_DRAW);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, list.IdxBuffer.size_in_bytes(),
               list.IdxBuffer.Data, GL_STREAM_DRAW);
  for (const ImDrawCmd &command : list.CmdBuffer) {
    int left = std::max(int(command.ClipRect.x), 0);
    int top = std::max(int(command.ClipRect.y), 0);
    int right = std::min(int(command.ClipRect.z), width);
    int bottom = std::min(int(command.ClipRect.w), height);
    if (command.UserCallback || right <= left || bottom <= top)
      continue; // the explorer has no callbacks
    glScissor(left, height - bottom, right - left, bottom - top);
    glBindTexture(GL_TEXTURE_2D, GLuint(size_t(command.GetTexID())));
    glDrawElements(
        GL_TRIANGLES, GLsizei(command.ElemCount), GL_UNSIGNED_INT,
        reinterpret_cast<const void *>(command.IdxOffset * sizeof(ImDrawIdx)));
  }
}

void Renderer::draw(const ImDrawData &data, int width, int height) {
  glViewport(0, 0, width, height);
  glDisable(GL_SCISSOR_TEST);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_SCISSOR_TEST);
  glUniform2f(toClip, 2.f / float(width), -2.f / float(height));
  for (const ImDrawList *list : data.CmdLists)
    drawList(*list, width, height);
}

} // namespace sg::app
