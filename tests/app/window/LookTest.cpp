// Every view at every size: nothing that ImGui objects to (the driver checks),
// something drawn, panes where they are put.
#include "tests/app/window/Driver.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::app;
using namespace sg::app::test;

TEST_CASE("every view draws in both themes, at any size and zoom") {
  for (ImVec2 size :
       {ImVec2{1280, 800}, ImVec2{2560, 1440}, ImVec2{400, 300}}) {
    Driver driver({.width = size.x, .height = size.y});
    driver.work().setClock(double(driver.work().cycles()) / 2);
    for (float zoom : {0.5f, 1.f, 1.7f, 3.f})
      for (bool dark : {true, false})
        for (unsigned tab = 0; tab < numRunTabs; ++tab) {
          CAPTURE(size.x);
          CAPTURE(zoom);
          CAPTURE(tab);
          Settings &settings = driver.work().settings;
          settings.zoom = zoom;
          settings.dark = dark;
          settings.tab = RunTab(tab);
          settings.sideBySide = tab % 2;
          driver.frame(2);
          const ImDrawData *drawn = ImGui::GetDrawData();
          CHECK(drawn->TotalVtxCount > 200);
          CHECK(drawn->TotalVtxCount < 200000);
          CHECK(driver.work().style.dark == dark);
          CHECK(driver.work().style.scale == zoom);
        }
  }
}

TEST_CASE("a window of any size is drawn") {
  Driver driver;
  for (int step = 0; step < 120; ++step) {
    // Sizes in no order: panes shrink and grow.
    ImGui::GetIO().DisplaySize = {float(60 + step * 71 % 900),
                                  float(40 + step * 53 % 700)};
    driver.work().settings.tab = RunTab(unsigned(step) % numRunTabs);
    driver.work().settings.sideBySide = step % 4 < 2;
    CAPTURE(ImGui::GetIO().DisplaySize.x);
    CAPTURE(ImGui::GetIO().DisplaySize.y);
    driver.frame(2);
    CHECK(Driver::complaints().empty());
  }
}

TEST_CASE("a selected event, buffer and operation fill the inspector") {
  Driver driver;
  const auto &names = driver.work().build->run().trace.buffers;
  REQUIRE_FALSE(names.empty());
  for (unsigned tab = 0; tab < numRunTabs; ++tab) {
    driver.work().settings.tab = RunTab(tab);
    driver.work().select({viz::Selected::Event, 0, 20, 0, 0});
    driver.frame(3);
    driver.work().select({viz::Selected::Buffer, 0, 0, 0, 0});
    driver.frame(3);
    driver.work().select({viz::Selected::Op, 1, 3, 0, 0});
    driver.frame(3);
    driver.work().select({viz::Selected::Source, 0, 0, 12, 0});
    driver.frame(3);
  }
}

TEST_CASE("panes are resized with the bars between them, and stay so") {
  std::string stored;
  Settings moved;
  {
    Driver driver;
    Settings before = driver.work().settings;
    auto pull = [&](const char *label, float x, float y) {
      ImVec2 from = driver.item(label).center();
      driver.drag(from, {from.x + x, from.y + y});
    };
    pull("##split source", 100, 0);
    pull("##split inspector", -80, 0);
    pull("##split stages", 40, 0);
    pull("##split run", 0, -120);
    moved = driver.work().settings;
    CHECK(moved.sourceWidth > before.sourceWidth + 0.04f);
    CHECK(moved.inspectorWidth > before.inspectorWidth + 0.03f);
    CHECK(moved.stagesWidth != before.stagesWidth);
    CHECK(moved.runHeight > before.runHeight + 0.08f);
    driver.frame(200);
    CHECK(driver.platform.stores > 0);
    unsigned stores = driver.platform.stores;
    driver.frame(400);
    CHECK(driver.platform.stores == stores);
    stored = driver.platform.settings;
  }
  Driver again({.settings = stored});
  CHECK(again.work().settings.sourceWidth ==
        doctest::Approx(moved.sourceWidth).epsilon(0.01));
  CHECK(again.work().settings.runHeight ==
        doctest::Approx(moved.runHeight).epsilon(0.01));
}

TEST_CASE("bars stop before a pane is gone") {
  Driver driver;
  for (const char *label :
       {"##split source", "##split inspector", "##split stages", "##split run"})
    for (ImVec2 by : {ImVec2{-5000, -5000}, ImVec2{5000, 5000}}) {
      ImVec2 from = driver.item(label).center();
      driver.drag(from, {from.x + by.x, from.y + by.y});
      driver.frame(2);
      CHECK(driver.shows(label));
    }
}

TEST_CASE("a picture is of the view that is shown") {
  Driver driver;
  driver.command("png");
  CHECK(driver.platform.picture == "swiglu-Timeline.png");
  CHECK(driver.platform.part.width > 1000);
  CHECK(driver.platform.part.height > 100);
}
