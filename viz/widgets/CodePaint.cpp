#include "viz/widgets/CodePaint.h"
#include "viz/widgets/TextBuffer.h"
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace sg::viz {

CodeMetrics::CodeMetrics(const Style &theme) {
  lineHeight = std::round(theme.mono->FontSize * 1.35f);
  charWidth = theme.mono->GetCharAdvance('0');
  makeRoomFor(1, theme);
}

void CodeMetrics::makeRoomFor(uint32_t lines, const Style &theme) {
  int digits = std::snprintf(nullptr, 0, "%u", lines);
  gutter = charWidth * float(std::max(digits, 3)) + theme.px(22);
}

ImU32 tokenColour(TokenClass kind, const Style &theme) {
  // Looked up for every token of every frame: worth keeping.
  static ImU32 colours[2][16];
  ImU32 &colour = colours[theme.dark][unsigned(kind) & 15];
  if (!colour)
    colour = toImgui(tokenColor(kind, theme.palette()));
  return colour;
}

void paintLine(ImDrawList &list, const Style &theme, const CodeMetrics &metrics,
               ImVec2 at, std::string_view line, ImVec2 clip) {
  static std::vector<TextToken> tokens; // one thread draws
  tokens.clear();
  // A line of megabytes (a dense constant) is drawn without colours.
  if (line.size() < 20000)
    tokenize(line, tokens);
  float y = at.y + (metrics.lineHeight - theme.mono->FontSize) / 2;
  float x = at.x;
  size_t from = 0;
  auto paint = [&](size_t to, TokenClass kind) {
    if (to <= from)
      return;
    std::string_view part = line.substr(from, to - from);
    float width = metrics.charWidth *
                  float(charactersBefore(part, uint32_t(part.size())));
    if (x + width > clip.x && x < clip.y &&
        part.find_first_not_of(' ') != part.npos) {
      // Of a long part, what is on screen.
      float hidden = std::floor(std::max(0.f, clip.x - x) / metrics.charWidth);
      std::string_view seen =
          part.substr(byteOfCharacter(part, uint32_t(hidden))).substr(0, 4096);
      list.AddText(
          theme.mono, theme.mono->FontSize, {x + hidden * metrics.charWidth, y},
          tokenColour(kind, theme), seen.data(), seen.data() + seen.size());
    }
    x += width;
    from = to;
  };
  for (const TextToken &token : tokens) {
    paint(token.begin, TokenClass::Plain);
    paint(token.end, token.kind);
  }
  paint(line.size(), TokenClass::Plain);
}

void paintNumber(ImDrawList &list, const Style &theme,
                 const CodeMetrics &metrics, ImVec2 at, uint32_t number,
                 bool current) {
  char text[16];
  int length = std::snprintf(text, sizeof text, "%u", number);
  float x =
      at.x + metrics.gutter - theme.px(14) - metrics.charWidth * float(length);
  list.AddText(theme.mono, theme.mono->FontSize,
               {x, at.y + (metrics.lineHeight - theme.mono->FontSize) / 2},
               current ? theme.text : theme.faint, text);
}

void paintSquiggle(ImDrawList &list, const Style &theme, float x0, float x1,
                   float y, ImU32 color) {
  float step = theme.px(3), height = theme.px(1.5f);
  bool up = false;
  for (float x = x0; x <= x1; x += step, up = !up)
    list.PathLineTo({x, y + (up ? -height : height)});
  list.PathStroke(color, 0, theme.px(1.2f));
}

} // namespace sg::viz
