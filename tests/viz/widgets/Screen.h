// A Dear ImGui context without a window, for tests: frames, the mouse, what was
// drawn where.
#pragma once
#include "viz/widgets/ItemRegistry.h"
#include "viz/widgets/Style.h"

namespace sg::viz::test {

class Screen {
public:
  Style style;
  ItemRegistry items; ///< of the last frame

  explicit Screen(float width = 1400, float height = 600, bool dark = true) {
    ImGui::SetCurrentContext(context);
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize = {width, height};
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    setColours(style, dark);
    applyStyle(style);
    loadFonts(style, {});
    unsigned char *pixels = nullptr;
    int w = 0, h = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &w, &h);
    items.start();
  }
  ~Screen() {
    items.stop();
    ImGui::DestroyContext(context);
  }
  Screen(const Screen &) = delete; ///< one at a time

  /// One frame of a sixtieth of a second with a window that fills the screen.
  template <typename Draw> void frame(Draw draw) {
    ImGuiIO &io = ImGui::GetIO();
    io.DeltaTime = 1.f / 60;
    items.clear();
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(io.DisplaySize);
    ImGui::Begin("screen", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    draw();
    ImGui::End();
    ImGui::Render();
  }
  /// Presses and releases the mouse on an item that the last frame drew; false
  /// when there is none.
  template <typename Draw> bool click(std::string_view label, Draw draw) {
    const DrawnItem *item = items.find(label);
    if (!item)
      return false;
    ImVec2 at = item->center();
    ImGui::GetIO().AddMousePosEvent(at.x, at.y);
    frame(draw);
    for (bool down : {true, false}) {
      ImGui::GetIO().AddMouseButtonEvent(0, down);
      frame(draw);
    }
    frame(draw);
    return true;
  }
  template <typename Draw> void type(const char *text, Draw draw) {
    ImGui::GetIO().AddInputCharactersUTF8(text);
    for (int i = 0; i < 4; ++i)
      frame(draw);
  }
  size_t vertices() const {
    return size_t(ImGui::GetDrawData()->TotalVtxCount);
  }

private:
  ImGuiContext *context = ImGui::CreateContext();
};

} // namespace sg::viz::test
