// Somebody who clicks, types and turns the wheel anywhere: nothing crashes and
// ImGui objects to nothing (the driver checks).
#include "tests/app/window/Driver.h"
#include <doctest/doctest.h>
#include <random>

using namespace sg;
using namespace sg::app;
using namespace sg::app::test;

namespace {
class Monkey {
public:
  Monkey(Driver &driver, unsigned seed) : driver(driver), random(seed) {}

  void act() {
    ImGuiIO &io = ImGui::GetIO();
    switch (below(12)) {
    case 0:
    case 1: { // on something that is there
      if (driver.items.all().empty())
        break;
      const auto &items = driver.items.all();
      ImVec2 at = items[below(unsigned(items.size()))].center();
      io.AddMousePosEvent(at.x, at.y);
      break;
    }
    case 2:
      io.AddMousePosEvent(float(below(unsigned(io.DisplaySize.x))),
                          float(below(unsigned(io.DisplaySize.y))));
      break;
    case 3:
    case 4:
      io.AddMouseButtonEvent(0, true);
      break;
    case 5:
    case 6:
      io.AddMouseButtonEvent(0, false);
      break;
    case 7:
      io.AddMouseWheelEvent(float(below(3)) - 1, float(below(21)) - 10);
      break;
    case 8: {
      ImGuiKey key = ImGuiKey(ImGuiKey_NamedKey_BEGIN + int(below(110)));
      io.AddKeyEvent(key, true);
      io.AddKeyEvent(key, false);
      break;
    }
    case 9:
      for (ImGuiKey key : {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt})
        io.AddKeyEvent(key, below(4) == 0);
      break;
    case 10:
      io.AddInputCharacter(below(3) ? 32 + below(95) : below(0x2000));
      break;
    case 11:
      rare();
      break;
    }
  }

private:
  Driver &driver;
  std::mt19937 random;
  // Not a standard distribution: those differ between libraries.
  unsigned below(unsigned limit) {
    return limit ? unsigned(random()) % limit : 0;
  }

  void rare() {
    Workspace &work = driver.work();
    if (below(4))
      return;
    switch (below(6)) {
    case 0:
      ImGui::GetIO().DisplaySize = {float(100 + below(2500)),
                                    float(60 + below(1400))};
      break;
    case 1:
      openSample(
          work,
          work.samples.kernels[below(unsigned(work.samples.kernels.size()))]);
      break;
    case 2:
      (void)bool(driver.explorer().restore(driver.explorer().state()));
      break;
    case 3:
      work.settings.tab = RunTab(below(numRunTabs));
      break;
    case 4:
      work.setClock(double(below(unsigned(work.cycles()) + 1)));
      break;
    case 5:
      driver.platform.now += 3;
      break;
    }
  }
};
} // namespace

TEST_CASE("random input") {
  for (unsigned seed : {1u, 2u, 3u}) {
    CAPTURE(seed);
    Driver driver({.width = 1280, .height = 800});
    Monkey monkey(driver, seed);
    for (int i = 0; i < 2000; ++i) {
      monkey.act();
      driver.frame();
    }
    CHECK(driver.waitUntilDone());
  }
}
