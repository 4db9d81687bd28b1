// Commands: by letters, from menus, by keys; what leaves the explorer.
#include "tests/app/window/Driver.h"
#include <doctest/doctest.h>
#include <set>

using namespace sg;
using namespace sg::app;
using namespace sg::app::test;

TEST_CASE("the palette finds commands, samples and stages by letters") {
  Driver driver;
  driver.command("ring");
  CHECK(driver.work().settings.tab == RunTab::Ring);
  driver.command("sample silu");
  CHECK(driver.waitUntilDone());
  CHECK(driver.document().name == "silu.mlir");
  std::string stage = driver.work().build->stages()[1].name;
  driver.command("stage " + stage);
  CHECK(driver.stageName() == stage);
  driver.press(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P);
  driver.frame(2);
  CHECK(driver.shows("##command"));
  driver.type("nothing has this name");
  driver.press(ImGuiKey_Enter);
  driver.press(ImGuiKey_Escape);
  driver.frame(2);
  CHECK_FALSE(driver.shows("##command"));
}

TEST_CASE("letters match in order, words first") {
  CHECK(matchScore("File: Open…", "fo") > 0);
  CHECK(matchScore("File: Open…", "of") < 0);
  CHECK(matchScore("Run: Compile", "run compile") > 0);
  CHECK(matchScore("View: Ring", "ring") >
        matchScore("Edit: Previous in g", "ring"));
  CHECK(matchScore("File: Save the view as PNG", "png") >
        matchScore("Sample: p-n-g", "png"));
}

TEST_CASE("? and the menu open the page of keys, Escape closes it") {
  Driver driver;
  driver.clickLine("stage text", 0);
  driver.type("?");
  driver.frame(2);
  CHECK(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
  driver.press(ImGuiKey_Escape);
  driver.frame(2);
  CHECK_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
  driver.choose("Help", "Keys");
  CHECK(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
  driver.press(ImGuiKey_Escape);
  // Keys are text in the source.
  driver.clickLine("source", 0, 0);
  driver.type("?");
  CHECK_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
}

TEST_CASE("every key is used once and every action can be run") {
  Driver driver;
  std::set<ImGuiKeyChord> keys;
  std::set<std::string> names;
  for (const Action &action : driver.impl().actions) {
    CAPTURE(action.name);
    if (action.key)
      CHECK(keys.insert(action.key).second);
    CHECK(names.insert(action.group + action.name).second);
  }
  for (size_t i = 0; i < driver.impl().actions.size(); ++i) {
    if (driver.impl().actions[i].able())
      driver.impl().actions[i].run();
    driver.frame(2);
    driver.press(ImGuiKey_Escape);
    CHECK(driver.waitUntilDone());
  }
}

TEST_CASE("exports have names and contents") {
  Driver driver;
  auto &files = driver.platform.files;
  auto run = [&](void (ExplorerImpl::*what)()) {
    (driver.impl().*what)();
    driver.frame();
  };
  run(&ExplorerImpl::exportSource);
  CHECK(files["swiglu.mlir"] == driver.document().text);
  CHECK(driver.showsBegin("toast: Saved to memory/swiglu.mlir"));
  run(&ExplorerImpl::exportState);
  CHECK(nlohmann::json::parse(files["swiglu.sgx"])["document"]["name"] ==
        "swiglu.mlir");
  run(&ExplorerImpl::exportTrace);
  auto trace =
      nlohmann::json::parse(files["swiglu.trace.json"], nullptr, false);
  REQUIRE(trace.is_object());
  CHECK(trace["traceEvents"].size() > driver.events().size());
  CHECK(driver.platform.types["swiglu.trace.json"] == "application/json");
  run(&ExplorerImpl::exportCode);
  CHECK(files["swiglu.spyrecode.zip"].compare(0, 2, "PK") == 0);
  run(&ExplorerImpl::exportSvg);
  CHECK(files["swiglu-timeline.svg"].find("<svg") < 60);
  run(&ExplorerImpl::exportStages);
  CHECK(files["swiglu-stages.csv"].find("double-buffer") != std::string::npos);
  run(&ExplorerImpl::exportTable);
  CHECK(files["swiglu-events.csv"].find('\n') != std::string::npos);
  driver.work().settings.tab = RunTab::Scratchpad;
  run(&ExplorerImpl::exportTable);
  CHECK(files.count("swiglu-Scratchpad.csv") == 1);

  driver.platform.failure = "the disk is full";
  run(&ExplorerImpl::exportTrace);
  CHECK(driver.showsBegin("toast: "));
  bool said = false;
  for (const auto &toast : driver.work().toasts)
    said |= toast.isError &&
            toast.message.find("the disk is full") != std::string::npos;
  CHECK(said);
}

TEST_CASE("a saved state opens as a file") {
  Driver driver;
  driver.open("tail.mlir", sampleText("tail"));
  driver.impl().exportState();
  std::string saved = driver.platform.files["tail.sgx"];
  driver.open("add.mlir", sampleText("add-2048-mini"));
  driver.open("tail.sgx", saved);
  CHECK(driver.document().name == "tail.mlir");
  CHECK(driver.work().hasRun());
}

TEST_CASE("a link goes to the clipboard; without links a file is given") {
  Driver driver;
  driver.press(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_L);
  CHECK(std::string(ImGui::GetClipboardText()).find("https://example.org/#") ==
        0);
  CHECK(nlohmann::json::parse(driver.platform.linked)["document"]["name"] ==
        "swiglu.mlir");
  driver.platform.hasLinks = false;
  driver.press(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_L);
  CHECK(driver.platform.files.count("swiglu.sgx") == 1);
}

TEST_CASE("opening asks the system, or for a path") {
  Driver driver;
  driver.press(ImGuiMod_Ctrl | ImGuiKey_O);
  CHECK(driver.platform.dialogues == 1);
  CHECK_FALSE(driver.shows("##path"));
  driver.platform.hasDialogue = false;
  driver.press(ImGuiMod_Ctrl | ImGuiKey_O);
  driver.frame(2);
  REQUIRE(driver.shows("##path"));
  driver.press(ImGuiMod_Ctrl | ImGuiKey_A);
  driver.type(SPYREGLASS_SOURCE_DIR "/samples/ktir/tail.mlir");
  driver.press(ImGuiKey_Enter);
  driver.frame(2);
  CHECK(driver.waitUntilDone());
  CHECK(driver.document().name == "tail.mlir");
  driver.press(ImGuiMod_Ctrl | ImGuiKey_O);
  driver.frame(2);
  driver.press(ImGuiMod_Ctrl | ImGuiKey_A);
  driver.type("/no/such/file");
  driver.press(ImGuiKey_Enter);
  driver.frame(2);
  CHECK(driver.showsBegin("toast: "));
}

TEST_CASE("messages go away") {
  Driver driver;
  for (int i = 0; i < 10; ++i)
    driver.explorer().say("number " + std::to_string(i), i % 2);
  driver.frame();
  CHECK(driver.shows("toast: number 9"));
  CHECK_FALSE(driver.shows("toast: number 1"));
  driver.frame(600);
  CHECK_FALSE(driver.showsBegin("toast: "));
}
