// Questions of somebody who sees a run for the first time, each answered by a
// click.
#include "tests/app/window/Driver.h"
#include "tests/bench/Samples.h"
#include <doctest/doctest.h>
#include <set>

using namespace sg;
using namespace sg::app;
using namespace sg::app::test;

TEST_CASE("the scratchpad's peak leads to what it is made of") {
  Driver driver;
  driver.work().settings.tab = RunTab::Timeline;
  driver.frame();
  driver.click("Scratchpad peak");
  CHECK(driver.work().settings.tab == RunTab::Scratchpad);
  const viz::ScratchpadMap *pad =
      driver.work().build->padOf(driver.work().core);
  REQUIRE(pad);
  CHECK(pad->peak().bytes > 0);
  CHECK(pad->at(int64_t(driver.work().clock)).bytes == pad->peak().bytes);
}

TEST_CASE("a click on a line that continues an operation selects it") {
  Driver driver;
  unsigned line = lineOf(sampleText("swiglu"), "{coordinate_set");
  driver.clickLine("source", line - 1, 8);
  CHECK(driver.work().selected.kind == viz::Selected::Source);
  CHECK(driver.work().selected.line == line - 1);
  CHECK_FALSE(driver.work().relatives.empty());
}

TEST_CASE("a line without an operation dims nothing") {
  Driver driver;
  driver.clickLine("source", 1);
  CHECK(driver.work().selected.line == 2);
  CHECK(driver.work().relatives.empty());
}

TEST_CASE("where events are too narrow, shares of time are drawn and lead to "
          "what is under way") {
  Driver driver;
  driver.work().settings.tab = RunTab::Timeline;
  driver.frame(2);
  CHECK(driver.impl().run.timeline().drawn.shares);
  viz::DrawnItem label = driver.item("lane 0/-1/MNILU");
  driver.clickAt({label.max.x + 300, label.center().y});
  REQUIRE(driver.work().selected.kind == viz::Selected::Event);
  const Event &event = driver.events()[driver.work().selected.index];
  const Trace &trace = driver.work().build->run().trace;
  CHECK(trace.lanes[event.lane].unit == "MNILU");
}

static void tap(Driver &driver, ImVec2 at) {
  ImGuiIO &io = ImGui::GetIO();
  io.AddMousePosEvent(10, 10);
  driver.frame(2);
  io.AddMousePosEvent(at.x, at.y);
  io.AddMouseButtonEvent(0, true);
  driver.frame();
  io.AddMouseButtonEvent(0, false);
  driver.frame(3);
}

TEST_CASE("a tap from afar selects, and drags nothing along") {
  Driver driver;
  driver.work().settings.tab = RunTab::Timeline;
  driver.frame();
  viz::DrawnItem label = driver.item("lane 0/-1/MNILU");
  double begin = driver.view().begin(), width = driver.view().width();
  tap(driver, {label.max.x + 300, label.center().y});
  CHECK(driver.work().selected.kind == viz::Selected::Event);
  CHECK(driver.view().begin() == begin);
  CHECK(driver.view().width() == width);
  float source = driver.work().settings.sourceWidth;
  tap(driver, driver.item("##split source").center());
  CHECK(driver.work().settings.sourceWidth == source);
}

TEST_CASE("close enough, events are drawn") {
  Driver driver;
  driver.work().settings.tab = RunTab::Timeline;
  driver.frame();
  CHECK_FALSE(driver.impl().run.timeline().drawn.events);
  viz::DrawnItem label = driver.item("lane 0/-1/MNILU");
  driver.wheel({label.max.x + 300, label.center().y}, 40);
  driver.frame();
  CHECK(driver.impl().run.timeline().drawn.events);
}

TEST_CASE("a result that is older than the text says so") {
  Driver driver;
  driver.clickLine("source", 0);
  driver.type("// ");
  driver.frame();
  bool said = false;
  for (const viz::DrawnItem &item : driver.items.all())
    said |= item.label.find("before the text was edited") != std::string::npos;
  CHECK(said);
}

TEST_CASE("a kernel that is too large for the small device opens for the "
          "large one") {
  Driver driver;
  REQUIRE(driver.document().device == "spyre-mini");
  driver.open("mine.mlir", sampleText("add-2048"));
  CHECK(driver.document().device == "spyre");
  CHECK(driver.work().hasRun());
}

TEST_CASE("a placement tells what its elements hold") {
  Driver driver;
  const viz::Placement &placement = driver.work().build->placement();
  std::set<std::string> seen;
  for (uint32_t t = 0; t < placement.tensors().size(); ++t)
    seen.insert(placement.at(placement.slice(t), 0, 0).value.substr(0, 6));
  CHECK(seen == std::set<std::string>{"holds "});
}

TEST_CASE("a kernel without a schedule shows what it means") {
  Driver driver;
  driver.open("sum.mlir",
              sg::test::textOf(
                  SPYREGLASS_SOURCE_DIR
                  "/tests/engine/session/Inputs/unscheduled/row-sum.mlir"));
  REQUIRE(driver.work().build);
  CHECK_FALSE(driver.work().build->hasRun());
  CHECK(driver.work().build->hasStages());
  const viz::Placement &placement = driver.work().build->placement();
  REQUIRE_FALSE(placement.tensors().empty());
  CHECK(placement.at(placement.slice(0), 0, 0).value.find("will hold") == 0);
}
