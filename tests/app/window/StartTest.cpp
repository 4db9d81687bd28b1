// Opening the explorer, and choosing what to look at.
#include "tests/app/window/Driver.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::app;
using namespace sg::app::test;

TEST_CASE("opens on a sample that is compiled, verified and run") {
  Driver driver({.wait = false});
  CHECK(driver.waitUntilDone(200));
  CHECK(driver.document().name == "swiglu.mlir");
  REQUIRE(driver.work().hasRun());
  CHECK(driver.work().build->run().verification.passed);
  CHECK(driver.work().cycles() > 100);
  CHECK(driver.showsBegin("outcome: verified"));
  CHECK(driver.impl().run.timeline().vertices > 1000);
  CHECK(driver.platform.title == "swiglu.mlir · Spyreglass");
  CHECK(driver.shows("source"));
  CHECK(driver.shows("stage text"));
  CHECK_FALSE(driver.explorer().wantsFrame());
}

TEST_CASE("every pane says something before there is anything to show") {
  Driver driver({.samples = "/nowhere", .archs = "/nowhere", .wait = false});
  driver.frame(3);
  CHECK(driver.showsBegin("toast: No samples"));
  CHECK(driver.shows("Nothing compiled yet"));
  CHECK(driver.shows("Nothing has run yet"));
  driver.press(ImGuiMod_Ctrl | ImGuiKey_Enter);
  CHECK(driver.waitUntilDone());
  CHECK_FALSE(driver.work().hasRun());
}

TEST_CASE("another sample opens on a device it fits") {
  Driver driver;
  driver.choose("##sample", "tail");
  CHECK(driver.document().name == "tail.mlir");
  CHECK(driver.waitUntilDone());
  CHECK(driver.work().hasRun());
  CHECK(driver.document().text == sampleText("tail"));
  CHECK(driver.impl().source.code().buffer.text() == sampleText("tail"));
}

TEST_CASE("every sample opens and draws every view") {
  Driver driver;
  for (const Sample &sample : driver.work().samples.kernels) {
    CAPTURE(sample.name);
    openSample(driver.work(), sample);
    REQUIRE(driver.waitUntilDone());
    Build &build = *driver.work().build;
    CHECK(build.hasStages());
    CHECK(build.placementFailure().empty());
    CHECK(build.hasRun() == build.failure().empty());
    // A kernel the machine does not take yet says so; all others run.
    CHECK(build.hasRun() ==
          (sample.about.find("machine: not yet") == std::string::npos));
    for (unsigned tab = 0; tab < numRunTabs; ++tab) {
      driver.work().settings.tab = RunTab(tab);
      driver.frame(2);
    }
  }
}

TEST_CASE("another device compiles the same text") {
  Driver driver;
  int64_t before = driver.work().cycles();
  uint64_t version = driver.work().version;
  driver.choose("##device", "spyre");
  CHECK(driver.document().device == "spyre");
  CHECK(driver.waitUntilDone());
  CHECK(driver.work().version > version);
  CHECK(driver.work().build->session().device()->name == "spyre");
  CHECK(driver.work().cycles() != before);
}

TEST_CASE("options compile anew, and can be reset") {
  Driver driver;
  int64_t before = driver.work().cycles();
  driver.click("Options");
  driver.frame(2);
  driver.click("Double buffering");
  CHECK_FALSE(driver.document().doubleBuffering);
  CHECK(driver.waitUntilDone());
  CHECK(driver.work().cycles() > before);
  driver.click("Reset");
  CHECK(driver.document().doubleBuffering);
  CHECK(driver.waitUntilDone());
  CHECK(driver.work().cycles() == before);
  driver.press(ImGuiKey_Escape);
  CHECK_FALSE(driver.shows("Double buffering"));
}

TEST_CASE("looking at the options changes none of them") {
  Driver driver;
  Document document = driver.document();
  document.seed = uint64_t(1) << 40; // from a link
  driver.work().open(document);
  REQUIRE(driver.waitUntilDone());
  uint64_t version = driver.work().version;
  driver.click("Options");
  driver.frame(5);
  CHECK(driver.waitUntilDone());
  CHECK(driver.document().seed == uint64_t(1) << 40);
  CHECK(driver.work().version == version);
}

TEST_CASE("cancelling keeps what there was") {
  Driver driver;
  auto before = driver.work().build;
  driver.work().compile();
  CHECK(driver.work().working());
  driver.command("run cancel");
  driver.work().cancel();
  CHECK_FALSE(driver.work().working());
  CHECK(driver.work().build->hasRun());
}
