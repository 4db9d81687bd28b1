#include "viz/model/Colors.h"
#include <doctest/doctest.h>
#include <set>
#include <string>

using namespace sg;
using namespace sg::viz;

TEST_CASE("contrast as WCAG defines it") {
  CHECK(contrast({0, 0, 0}, {255, 255, 255}) == doctest::Approx(21));
  CHECK(contrast({255, 255, 255}, {0, 0, 0}) == doctest::Approx(21));
  CHECK(contrast({90, 90, 90}, {90, 90, 90}) == doctest::Approx(1));
  // A pair that is known to be the darkest grey fit for text on white.
  CHECK(contrast({0x76, 0x76, 0x76}, {255, 255, 255}) ==
        doctest::Approx(4.54).epsilon(0.01));
}

TEST_CASE("everything drawn stands out from the background") {
  for (Theme theme : {Theme::Dark, Theme::Light}) {
    Color back = background(theme);
    CHECK(contrast(foreground(theme), back) >= 7);
    for (unsigned i = 0; i < numHues; ++i)
      CHECK(contrast(hue(i, theme), back) >= leastGraphicContrast);
    for (unsigned k = 0; k < numEventKinds; ++k)
      CHECK(contrast(kindColor(EventKind(k), theme), back) >=
            leastGraphicContrast);
    for (unsigned g = 0; g < numKindGroups; ++g)
      CHECK(contrast(groupColor(KindGroup(g), theme), back) >=
            leastGraphicContrast);
    for (int t = 0; t <= int(TokenClass::Punctuation); ++t)
      CHECK(contrast(tokenColor(TokenClass(t), theme), back) >=
            leastTextContrast);
    for (int i = 0; i < 200; ++i) {
      std::string name = "buffer" + std::to_string(i);
      for (const char *phase : {"", ".0", ".1", ".2"})
        CHECK(contrast(bufferColor(name + phase, theme), back) >=
              leastGraphicContrast);
      Color op = operationColor(name, theme);
      CHECK(contrast(op, back) >= leastGraphicContrast);
      CHECK(contrast(textOn(op), op) >= 4.5);
    }
  }
}

TEST_CASE("colours follow from the name and spread over the palette") {
  std::set<uint32_t> seen;
  for (int i = 0; i < 100; ++i) {
    Color c = operationColor("op" + std::to_string(i), Theme::Dark);
    CHECK(c == operationColor("op" + std::to_string(i), Theme::Dark));
    seen.insert(uint32_t(c.r) << 16 | uint32_t(c.g) << 8 | c.b);
  }
  CHECK(seen.size() >= 18);
  CHECK(bufferColor("x.0", Theme::Dark) == bufferColor("x", Theme::Dark));
  CHECK_FALSE(bufferColor("x.1", Theme::Dark) ==
              bufferColor("x.0", Theme::Dark));
  CHECK(bufferColor(".", Theme::Light) == bufferColor(".", Theme::Light));
}

TEST_CASE("what a unit does can be told apart") {
  for (Theme theme : {Theme::Dark, Theme::Light}) {
    std::set<uint32_t> seen;
    for (EventKind kind :
         {EventKind::Transfer, EventKind::Push, EventKind::Receive,
          EventKind::Compute, EventKind::WaitInput, EventKind::WaitOutput,
          EventKind::WaitSignal, EventKind::WaitMemory, EventKind::WaitFence}) {
      Color c = kindColor(kind, theme);
      seen.insert(uint32_t(c.r) << 16 | uint32_t(c.g) << 8 | c.b);
    }
    CHECK(seen.size() == 9);
  }
}

TEST_CASE("every core has a colour of its own") {
  for (Theme theme : {Theme::Dark, Theme::Light})
    for (uint32_t cores : {1u, 4u, 8u, 32u}) {
      std::set<uint32_t> seen;
      for (uint32_t core = 0; core < cores; ++core) {
        Color c = coreColor(core, cores, theme);
        CHECK(contrast(c, background(theme)) >= leastGraphicContrast);
        seen.insert(uint32_t(c.r) << 16 | uint32_t(c.g) << 8 | c.b);
      }
      CHECK(seen.size() == cores);
    }
}
