// The stages: choosing, searching, comparing, and what a click marks.
#include "tests/app/window/Driver.h"
#include <algorithm>
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::app;
using namespace sg::app::test;

TEST_CASE("a click chooses a stage, arrows the next that changed something") {
  Driver driver;
  const auto &stages = driver.work().build->stages();
  driver.click("stage " + stages.front().name);
  CHECK(driver.work().stage == 0);
  uint32_t last = 0;
  for (int i = 0; i < 3; ++i) {
    driver.press(ImGuiKey_DownArrow);
    CHECK(driver.work().stage > last);
    last = driver.work().stage;
    CHECK(stages[last].changed);
  }
  driver.press(ImGuiKey_UpArrow);
  CHECK(driver.work().stage < last);
  // The timeline is not what the arrows moved.
  CHECK(driver.view().width() == driver.view().total());
}

TEST_CASE("a search goes over all stages, F3 from place to place") {
  Driver driver;
  driver.press(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_F);
  driver.frame(2);
  driver.type("vector_load");
  uint32_t stage = driver.work().stage;
  driver.press(ImGuiKey_F3);
  std::vector<uint32_t> seen{stage};
  for (int i = 0; i < 60; ++i) {
    driver.press(ImGuiKey_F3);
    const std::string &text =
        driver.work().build->stages()[driver.work().stage].text;
    CHECK(text.find("vector_load") != std::string::npos);
    seen.push_back(driver.work().stage);
  }
  std::sort(seen.begin(), seen.end());
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  CHECK(seen.size() > 2);
  uint32_t here = driver.work().stage;
  driver.press(ImGuiMod_Shift | ImGuiKey_F3);
  driver.press(ImGuiKey_F3);
  CHECK(driver.work().stage == here);
  driver.type("nobody has this");
  driver.press(ImGuiKey_F3);
  CHECK(driver.work().stage == here);
}

TEST_CASE("before and after are shown side by side") {
  Driver driver;
  CHECK_FALSE(driver.shows("before and after"));
  driver.click("Before/after");
  driver.frame();
  CHECK(driver.shows("before and after"));
  driver.click("Next difference");
  driver.click("Previous difference");
  driver.press(ImGuiMod_Ctrl | ImGuiKey_B);
  driver.frame();
  CHECK_FALSE(driver.shows("before and after"));
  // The first stage has none before it.
  driver.work().settings.sideBySide = true;
  driver.work().showStage(0);
  driver.frame(2);
  CHECK(driver.shows("stage text"));
}

TEST_CASE("an operation marks its relatives in source, stages and run") {
  Driver driver;
  const auto &stages = driver.work().build->stages();
  uint32_t stage = 0, op = 0;
  while (op < stages[0].ops.size() && stages[0].ops[op].name != "ktdp.load")
    ++op;
  REQUIRE(op < stages[0].ops.size());
  driver.work().showStage(stage);
  driver.work().select({viz::Selected::Op, stage, op, 0, 0});
  driver.frame(3);
  const viz::Relatives &relatives = driver.work().relatives;
  CHECK_FALSE(relatives.places.empty());
  CHECK_FALSE(driver.impl().source.code().bands.empty());
  unsigned related = 0;
  for (const auto &ops : relatives.ops)
    related += !ops.empty();
  CHECK(related > stages.size() / 2);
  CHECK(std::count(relatives.buffers.begin(), relatives.buffers.end(), 1) > 0);
  CHECK(std::any_of(driver.events().begin(), driver.events().end(),
                    [&](const Event &event) { return relatives.has(event); }));
  CHECK_FALSE(std::all_of(driver.events().begin(), driver.events().end(),
                          [&](const Event &e) { return relatives.has(e); }));
}

TEST_CASE("a click into the text selects the operation there") {
  Driver driver;
  driver.work().showStage(0);
  driver.frame(2);
  const std::string &text = driver.work().build->stages()[0].text;
  unsigned line = lineOf(text, "ktdp.get_compute_tile_id");
  size_t at = text.find("ktdp.get_compute_tile_id");
  unsigned column = unsigned(at - text.rfind('\n', at) - 1);
  driver.clickLine("stage text", line - 1, column);
  REQUIRE(driver.work().selected.kind == viz::Selected::Op);
  const StageOp &op =
      driver.work().build->stages()[0].ops[driver.work().selected.index];
  CHECK(op.name == "ktdp.get_compute_tile_id");
  driver.press(ImGuiKey_Escape);
  CHECK(driver.work().selected.kind == viz::Selected::Nothing);
}

TEST_CASE("back and forward go through selections and stages") {
  Driver driver;
  uint32_t first = driver.work().stage;
  CHECK_FALSE(driver.work().canGoBack());
  driver.work().showStage(0);
  driver.work().select({viz::Selected::Source, 0, 0, 3, 0});
  driver.press(ImGuiMod_Alt | ImGuiKey_LeftArrow);
  CHECK(driver.work().selected.kind == viz::Selected::Nothing);
  CHECK(driver.work().stage == 0);
  driver.press(ImGuiMod_Alt | ImGuiKey_LeftArrow);
  CHECK(driver.work().stage == first);
  CHECK_FALSE(driver.work().canGoBack());
  driver.press(ImGuiMod_Alt | ImGuiKey_RightArrow);
  driver.press(ImGuiMod_Alt | ImGuiKey_RightArrow);
  CHECK(driver.work().selected.line == 3);
  CHECK_FALSE(driver.work().canGoForward());
}

TEST_CASE("the text of a stage is copied") {
  Driver driver;
  driver.click("Copy");
  CHECK(ImGui::GetClipboardText() ==
        driver.work().build->stages()[driver.work().stage].text);
}
