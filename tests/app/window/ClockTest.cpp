// What goes on by itself: the clock, tooltips, states that wait for a build.
#include "tests/app/window/Driver.h"
#include <algorithm>
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::app;
using namespace sg::app::test;

TEST_CASE("stepping from between two cycles misses no event") {
  Driver driver;
  // The first that begins after the start.
  auto first = std::find_if(driver.events().begin(), driver.events().end(),
                            [](const Event &event) { return event.begin > 0; });
  REQUIRE(first != driver.events().end());
  double begin = double(first->begin);
  driver.work().setClock(begin - 0.5);
  driver.work().step(1);
  CHECK(driver.work().clock == begin);
  driver.work().setClock(begin + 0.5);
  driver.work().step(-1);
  CHECK(driver.work().clock == begin);
}

TEST_CASE("a tooltip that is due asks for frames, and no longer than that") {
  Driver driver;
  driver.moveTo(driver.item("Fit").center());
  driver.frame();
  CHECK(driver.explorer().wantsFrame());
  driver.frame(60);
  CHECK_FALSE(driver.explorer().wantsFrame());
}

TEST_CASE("a state is not applied to a document that overtook its own") {
  Driver driver;
  driver.work().settings.tab = RunTab::Ring;
  std::string state = driver.explorer().state();
  driver.work().settings.tab = RunTab::Core;
  REQUIRE(driver.explorer().restore(state));
  openSample(driver.work(), *driver.work().samples.find("add"));
  REQUIRE(driver.waitUntilDone());
  driver.frame();
  CHECK(driver.work().settings.tab == RunTab::Core);
  REQUIRE(driver.explorer().restore(state));
  REQUIRE(driver.waitUntilDone());
  driver.frame();
  CHECK(driver.work().settings.tab == RunTab::Ring);
}
