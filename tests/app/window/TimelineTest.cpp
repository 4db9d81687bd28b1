// The run: the clock and the timeline.
#include "tests/app/window/Driver.h"
#include <algorithm>
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::app;
using namespace sg::app::test;

namespace {
struct TimelineDriver : Driver {
  /// The lanes without their labels.
  ImVec2 at(float x, float y = 0.5f) {
    const viz::DrawnItem &area = item("##area");
    float left = item("##ruler").min.x;
    const viz::DrawnItem &ruler = item("##ruler");
    float bottom = std::min(area.max.y, ImGui::GetIO().DisplaySize.y - 10);
    return {left + (ruler.max.x - left) * x,
            area.min.y + (bottom - area.min.y) * y};
  }
  double cycleAt(ImVec2 point) {
    const viz::DrawnItem &ruler = item("##ruler");
    return view().cycleAt(double(point.x - ruler.min.x),
                          double(ruler.max.x - ruler.min.x));
  }
  /// An event that is drawn, wide enough to be hit.
  uint32_t visibleEvent(float least = 4) {
    for (const viz::DrawnItem &drawn : items.all())
      if (drawn.label.compare(0, 6, "event ") == 0 &&
          drawn.max.x - drawn.min.x >= least)
        return uint32_t(std::stoul(drawn.label.substr(6)));
    return viz::noEvent;
  }
};
} // namespace

TEST_CASE("the wheel and W zoom at the cursor, S away from it") {
  TimelineDriver driver;
  ImVec2 at = driver.at(0.7f);
  double cycle = driver.cycleAt(at), width = driver.view().width();
  driver.wheel(at, 6);
  CHECK(driver.view().width() < width / 2);
  CHECK(driver.cycleAt(at) == doctest::Approx(cycle).epsilon(0.01));
  width = driver.view().width();
  driver.press(ImGuiKey_W);
  CHECK(driver.view().width() < width);
  CHECK(driver.cycleAt(at) == doctest::Approx(cycle).epsilon(0.01));
  driver.press(ImGuiKey_S);
  CHECK(driver.view().width() == doctest::Approx(width));
  driver.press(ImGuiKey_F);
  CHECK(driver.view().width() == driver.view().total());
}

TEST_CASE("dragging pans, Shift+drag measures a range") {
  TimelineDriver driver;
  driver.wheel(driver.at(0.5f), 8);
  double begin = driver.view().begin(), width = driver.view().width();
  driver.drag(driver.at(0.6f), driver.at(0.4f));
  CHECK(driver.view().begin() ==
        doctest::Approx(begin + width * 0.2).epsilon(0.02));
  CHECK(driver.view().width() == doctest::Approx(width));
  CHECK(driver.work().selected.kind == viz::Selected::Nothing);

  double from = driver.cycleAt(driver.at(0.3f)),
         to = driver.cycleAt(driver.at(0.6f));
  driver.drag(driver.at(0.6f), driver.at(0.3f), ImGuiMod_Shift);
  const auto &range = driver.impl().run.timeline().range;
  REQUIRE(range);
  CHECK(range->first == doctest::Approx(from).epsilon(0.02));
  CHECK(range->second == doctest::Approx(to).epsilon(0.02));
  driver.frame();
  driver.click("Clear range");
  CHECK_FALSE(driver.impl().run.timeline().range);
}

TEST_CASE("a click selects an event, comma and period the ones beside it") {
  TimelineDriver driver;
  driver.wheel(driver.at(0.5f), 24);
  driver.frame();
  uint32_t event = driver.visibleEvent();
  REQUIRE(event != viz::noEvent);
  driver.click("event " + std::to_string(event));
  REQUIRE(driver.work().selected.kind == viz::Selected::Event);
  CHECK(driver.work().selected.index == event);
  uint32_t lane = driver.events()[event].lane;
  driver.press(ImGuiKey_Period);
  uint32_t next = driver.work().selected.index;
  CHECK(next != event);
  CHECK(driver.events()[next].lane == lane);
  CHECK(driver.events()[next].begin >= driver.events()[event].begin);
  CHECK(driver.work().clock == double(driver.events()[next].begin));
  CHECK(driver.view().begin() <= driver.work().clock);
  CHECK(driver.view().end() >= driver.work().clock);
  driver.press(ImGuiKey_Comma);
  CHECK(driver.work().selected.index == event);
  driver.press(ImGuiKey_Escape);
  CHECK(driver.work().selected.kind == viz::Selected::Nothing);
}

TEST_CASE("without a selection the steps go from event to event") {
  Driver driver;
  driver.press(ImGuiKey_Home);
  CHECK(driver.work().clock == 0);
  driver.click("Step");
  double first = driver.work().clock;
  CHECK(first > 0);
  driver.press(ImGuiKey_Period);
  CHECK(driver.work().clock > first);
  driver.click("Step back");
  CHECK(driver.work().clock == first);
  driver.click("Last");
  CHECK(driver.work().clock == double(driver.work().cycles()));
  driver.click("First");
  CHECK(driver.work().clock == 0);
  driver.press(ImGuiKey_Comma);
  CHECK(driver.work().clock == 0);
}

TEST_CASE("the clock plays, pauses, and stops at the end") {
  Driver driver;
  driver.press(ImGuiKey_Home);
  driver.press(ImGuiKey_Space);
  CHECK(driver.work().playing);
  CHECK(driver.explorer().wantsFrame());
  double clock = driver.work().clock;
  driver.frame(60);
  CHECK(driver.work().clock ==
        doctest::Approx(clock + driver.work().speed).epsilon(0.02));
  driver.click("Pause");
  CHECK_FALSE(driver.work().playing);
  clock = driver.work().clock;
  driver.frame(30);
  CHECK(driver.work().clock == clock);
  driver.work().speed = 1e6;
  driver.click("Play");
  driver.frame(30);
  CHECK_FALSE(driver.work().playing);
  CHECK(driver.work().clock == double(driver.work().cycles()));
  // Once more from the start.
  driver.work().speed = 1;
  driver.press(ImGuiKey_Space);
  CHECK(driver.work().clock < double(driver.work().cycles()));
}

TEST_CASE("a click into the ruler moves the clock") {
  TimelineDriver driver;
  const viz::DrawnItem &ruler = driver.item("##ruler");
  ImVec2 at{ruler.min.x + (ruler.max.x - ruler.min.x) * 0.25f,
            ruler.center().y};
  driver.clickAt(at);
  CHECK(driver.work().clock ==
        doctest::Approx(double(driver.work().cycles()) * 0.25).epsilon(0.02));
}

TEST_CASE("groups of lanes fold") {
  Driver driver;
  driver.click("Unfold all");
  driver.frame();
  size_t rows = driver.impl().run.timeline().lanes.rows().size();
  driver.click("Fold all");
  driver.frame();
  size_t folded = driver.impl().run.timeline().lanes.rows().size();
  CHECK(folded < rows);
  driver.click("lane 0/-1/core 0");
  CHECK(driver.impl().run.timeline().lanes.rows().size() > folded);
  driver.click("activity");
  CHECK(driver.work().colourBy == viz::ColourBy::Activity);
  driver.click("buffer");
  CHECK(driver.work().colourBy == viz::ColourBy::Buffer);
}
