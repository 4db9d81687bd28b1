#include "viz/model/Colors.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace sg::viz {
namespace {

constexpr std::array<Color, numHues> okabeIto = {{{0xE6, 0x9F, 0x00},
                                                  {0x56, 0xB4, 0xE9},
                                                  {0x00, 0x9E, 0x73},
                                                  {0xF0, 0xE4, 0x42},
                                                  {0x00, 0x72, 0xB2},
                                                  {0xD5, 0x5E, 0x00},
                                                  {0xCC, 0x79, 0xA7}}};
enum Hue : unsigned { Orange, Sky, Green, Yellow, Blue, Vermillion, Purple };

double linear(uint8_t channel) {
  double c = channel / 255.0;
  return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(Color c) {
  return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

/// From `a` (share 0) to `b` (share 1).
Color blend(Color a, Color b, double share) {
  auto mix = [&](uint8_t x, uint8_t y) {
    return uint8_t(std::lround(x + (double(y) - x) * share));
  };
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

/// Moves a colour away from the background until the contrast is there.
Color readable(Color color, Theme theme, double least) {
  Color away = theme == Theme::Dark ? Color{255, 255, 255} : Color{0, 0, 0};
  for (int step = 0; step <= 50; ++step) {
    Color tried = blend(color, away, step / 50.0);
    if (contrast(tried, background(theme)) >= least)
      return tried;
  }
  return away;
}

/// A shade of a hue: 0 the hue, above farther from the background.
Color shade(unsigned index, unsigned step, Theme theme) {
  Color away = theme == Theme::Dark ? Color{255, 255, 255} : Color{0, 0, 0};
  return readable(blend(hue(index, theme), away, 0.28 * step), theme,
                  leastGraphicContrast);
}

/// FNV-1a, so that a name has the same colour on every platform; the last mix
/// spreads what differs in the last letter only.
uint64_t hashOf(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (char c : text)
    hash = (hash ^ uint8_t(c)) * 0x100000001b3ull;
  hash ^= hash >> 33;
  hash *= 0xff51afd7ed558ccdull;
  return hash ^ (hash >> 33);
}

} // namespace

double contrast(Color a, Color b) {
  double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

Color background(Theme theme) {
  return theme == Theme::Dark ? Color{0x16, 0x18, 0x1d}
                              : Color{0xfb, 0xfb, 0xfd};
}

Color foreground(Theme theme) {
  return theme == Theme::Dark ? Color{0xe4, 0xe6, 0xeb}
                              : Color{0x1c, 0x1e, 0x24};
}

Color hue(unsigned index, Theme theme) {
  return readable(okabeIto[index % numHues], theme, leastGraphicContrast);
}

Color bufferColor(std::string_view name, Theme theme) {
  std::string_view family = name;
  unsigned phase = 0;
  size_t dot = name.rfind('.');
  if (dot != std::string_view::npos && dot > 0 && dot + 1 < name.size() &&
      std::all_of(name.begin() + long(dot) + 1, name.end(),
                  [](char c) { return c >= '0' && c <= '9'; })) {
    family = name.substr(0, dot);
    for (char c : name.substr(dot + 1))
      phase = (phase * 10 + unsigned(c - '0')) % 3;
  }
  return shade(unsigned(hashOf(family) % numHues), phase, theme);
}

Color operationColor(std::string_view name, Theme theme) {
  uint64_t hash = hashOf(name);
  return shade(unsigned(hash % numHues), unsigned(hash / numHues % 3), theme);
}

Color coreColor(uint32_t core, uint32_t of, Theme theme) {
  uint32_t rounds = of > numHues ? (of - 1) / numHues : 1;
  double far = std::min(1.0, double(core / numHues) / double(rounds));
  Color away = theme == Theme::Dark ? Color{255, 255, 255} : Color{0, 0, 0};
  return readable(blend(hue(core % numHues, theme), away, 0.65 * far), theme,
                  leastGraphicContrast);
}

Color kindColor(EventKind kind, Theme theme) {
  switch (kind) {
  case EventKind::Transfer:
    return shade(Blue, 0, theme);
  case EventKind::Push:
  case EventKind::Pop:
    return shade(Sky, 0, theme);
  case EventKind::Receive:
  case EventKind::Send:
    return shade(Sky, 1, theme);
  case EventKind::Compute:
    return shade(Green, 0, theme);
  case EventKind::Correction:
    return shade(Green, 1, theme);
  case EventKind::WaitInput:
    return shade(Orange, 0, theme);
  case EventKind::WaitOutput:
    return shade(Vermillion, 0, theme);
  case EventKind::WaitSignal:
    return shade(Purple, 0, theme);
  case EventKind::WaitMemory:
    return shade(Yellow, 0, theme);
  case EventKind::WaitFence:
    return shade(Purple, 1, theme);
  }
  return foreground(theme);
}

Color groupColor(KindGroup group, Theme theme) {
  switch (group) {
  case KindGroup::Transfer:
    return kindColor(EventKind::Transfer, theme);
  case KindGroup::Work:
    return kindColor(EventKind::Compute, theme);
  case KindGroup::Wait:
    return kindColor(EventKind::WaitInput, theme);
  }
  return foreground(theme);
}

Color tokenColor(TokenClass kind, Theme theme) {
  auto text = [&](Color color) {
    return readable(color, theme, leastTextContrast);
  };
  Color quiet = blend(background(theme), foreground(theme), 0.6);
  switch (kind) {
  case TokenClass::Plain:
    return foreground(theme);
  case TokenClass::Keyword:
    return text(okabeIto[Purple]);
  case TokenClass::Op:
    return text(okabeIto[Sky]);
  case TokenClass::Value:
    return text(okabeIto[Orange]);
  case TokenClass::Type:
    return text(okabeIto[Green]);
  case TokenClass::Attribute:
    return text(blend(okabeIto[Yellow], okabeIto[Vermillion], 0.35));
  case TokenClass::String:
    return text(okabeIto[Vermillion]);
  case TokenClass::Number:
    return text(blend(okabeIto[Blue], okabeIto[Purple], 0.4));
  case TokenClass::Comment:
    return text(quiet);
  case TokenClass::Punctuation:
    return text(blend(background(theme), foreground(theme), 0.75));
  }
  return foreground(theme);
}

Color textOn(Color color) {
  Color black{0, 0, 0}, white{255, 255, 255};
  return contrast(color, black) >= contrast(color, white) ? black : white;
}

} // namespace sg::viz
