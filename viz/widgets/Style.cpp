#include "viz/widgets/Style.h"
#include "imgui_internal.h"
#include <cmath>

namespace sg::viz {

static constexpr ImU32 rgb(uint32_t hex) {
  return IM_COL32(hex >> 16 & 255, hex >> 8 & 255, hex & 255, 255);
}

static void setDark(Style &t) {
  t.background = rgb(0x0f1216);
  t.panel = rgb(0x161a20);
  t.raised = rgb(0x222831);
  t.hover = rgb(0x2d3540);
  t.border = rgb(0x2b323c);
  t.grid = rgb(0x232932);
  t.text = rgb(0xdde3ea);
  t.dim = rgb(0x98a3b1);
  t.faint = rgb(0x66717f);
  t.accent = rgb(0x57a6f5);
  t.accentText = rgb(0x0b1117);
  t.selection = rgb(0x264a70);
  t.related = rgb(0x3a3418);
  t.good = rgb(0x5fc48d);
  t.warning = rgb(0xe8b454);
  t.bad = rgb(0xf47b72);
}

static void setLight(Style &t) {
  t.background = rgb(0xe6e9ed);
  t.panel = rgb(0xffffff);
  t.raised = rgb(0xeef1f4);
  t.hover = rgb(0xdfe5ec);
  t.border = rgb(0xcdd4dc);
  t.grid = rgb(0xe7ebef);
  t.text = rgb(0x1b222b);
  t.dim = rgb(0x566270);
  t.faint = rgb(0x7f8a97);
  t.accent = rgb(0x0f62b5);
  t.accentText = rgb(0xffffff);
  t.selection = rgb(0xbcd9f7);
  t.related = rgb(0xfdf1c4);
  t.good = rgb(0x1a7f4b);
  t.warning = rgb(0x966300);
  t.bad = rgb(0xc0342b);
}

void setColours(Style &theme, bool dark) {
  theme.dark = dark;
  if (dark)
    setDark(theme);
  else
    setLight(theme);
}

static ImFont *load(const std::string &file, float size,
                    const ImWchar *glyphs) {
  ImGuiIO &io = ImGui::GetIO();
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 1;
  if (!file.empty())
    if (ImFont *font =
            io.Fonts->AddFontFromFileTTF(file.c_str(), size, &config, glyphs))
      return font;
  // The built-in font is a bitmap of 13 pixels.
  ImFontConfig plain;
  plain.SizePixels = std::max(13.f, std::floor(size / 13) * 13);
  return io.Fonts->AddFontDefault(&plain);
}

void loadFonts(Style &theme, const FontFiles &files) {
  static const ImWchar glyphs[] = {0x0020, 0x00ff, // Latin
                                   0x0370, 0x03ff, // Greek
                                   0x2010, 0x2027, // dashes, quotes, dots
                                   0x2190, 0x2193, // arrows
                                   0x2208, 0x2208, 0x2212, 0x2212,
                                   0x221e, 0x221e, 0x2248, 0x2248,
                                   0x2260, 0x2265, 0};
  ImGui::GetIO().Fonts->Clear();
  theme.sans = load(files.sans, std::round(theme.px(15)), glyphs);
  theme.bold = load(files.sansBold.empty() ? files.sans : files.sansBold,
                    std::round(theme.px(15)), glyphs);
  theme.mono = load(files.mono, std::round(theme.px(14)), glyphs);
}

void applyStyle(const Style &theme) {
  ImGuiStyle &style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.WindowPadding = {8, 6};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {8, 5};
  style.ItemInnerSpacing = {6, 4};
  style.CellPadding = {6, 3};
  style.ScrollbarSize = 12;
  style.ScrollbarRounding = 6;
  style.GrabRounding = style.FrameRounding = style.TabRounding = 4;
  style.PopupRounding = style.ChildRounding = style.WindowRounding = 5;
  style.WindowBorderSize = style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.TabBarBorderSize = 0;
  style.ScaleAllSizes(theme.scale);
  auto set = [&style](ImGuiCol index, ImU32 color) {
    style.Colors[index] = ImGui::ColorConvertU32ToFloat4(color);
  };
  set(ImGuiCol_Text, theme.text);
  set(ImGuiCol_TextDisabled, theme.dim);
  set(ImGuiCol_WindowBg, theme.panel);
  set(ImGuiCol_ChildBg, 0);
  set(ImGuiCol_PopupBg, theme.dark ? theme.raised : theme.panel);
  set(ImGuiCol_Border, theme.border);
  set(ImGuiCol_FrameBg, theme.raised);
  set(ImGuiCol_FrameBgHovered, theme.hover);
  set(ImGuiCol_FrameBgActive, theme.hover);
  set(ImGuiCol_MenuBarBg, theme.panel);
  set(ImGuiCol_TitleBg, theme.raised);
  set(ImGuiCol_TitleBgActive, theme.raised);
  set(ImGuiCol_ScrollbarBg, 0);
  set(ImGuiCol_ScrollbarGrab, mix(theme.border, theme.faint, 0.35f));
  set(ImGuiCol_ScrollbarGrabHovered, theme.faint);
  set(ImGuiCol_ScrollbarGrabActive, theme.dim);
  set(ImGuiCol_CheckMark, theme.accent);
  set(ImGuiCol_SliderGrab, theme.accent);
  set(ImGuiCol_SliderGrabActive, theme.accent);
  set(ImGuiCol_Button, theme.raised);
  set(ImGuiCol_ButtonHovered, theme.hover);
  set(ImGuiCol_ButtonActive, mix(theme.hover, theme.accent, 0.3f));
  set(ImGuiCol_Header, mix(theme.panel, theme.accent, 0.22f));
  set(ImGuiCol_HeaderHovered, theme.hover);
  set(ImGuiCol_HeaderActive, mix(theme.panel, theme.accent, 0.35f));
  set(ImGuiCol_Separator, theme.border);
  set(ImGuiCol_Tab, theme.panel);
  set(ImGuiCol_TabHovered, theme.hover);
  set(ImGuiCol_TabActive, theme.raised);
  set(ImGuiCol_TextSelectedBg, theme.selection);
  set(ImGuiCol_NavHighlight, theme.accent);
  set(ImGuiCol_TableHeaderBg, theme.raised);
  set(ImGuiCol_TableBorderLight, theme.grid);
  set(ImGuiCol_TableBorderStrong, theme.border);
  set(ImGuiCol_TableRowBgAlt, withAlpha(theme.raised, 0.4f));
  set(ImGuiCol_ModalWindowDimBg, withAlpha(theme.background, 0.6f));
}

ImU32 toImgui(Color color) { return IM_COL32(color.r, color.g, color.b, 255); }

ImU32 withAlpha(ImU32 color, float alpha) {
  return (color & ~IM_COL32_A_MASK) | ImU32(alpha * 255 + 0.5f)
                                          << IM_COL32_A_SHIFT;
}

ImU32 mix(ImU32 a, ImU32 b, float share) {
  ImU32 result = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    float from = float(a >> shift & 255), to = float(b >> shift & 255);
    result |= ImU32(from + (to - from) * share + 0.5f) << shift;
  }
  return result;
}

ImU32 textOn(ImU32 color) {
  return toImgui(textOn(Color{uint8_t(color >> IM_COL32_R_SHIFT & 255),
                              uint8_t(color >> IM_COL32_G_SHIFT & 255),
                              uint8_t(color >> IM_COL32_B_SHIFT & 255)}));
}

} // namespace sg::viz
