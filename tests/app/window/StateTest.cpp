// What is remembered, sent and opened: settings, states, links, files. None of
// it can be trusted.
#include "tests/app/window/Driver.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::app;
using namespace sg::app::test;
using nlohmann::json;

TEST_CASE("a state restores the same state") {
  std::string state;
  {
    Driver driver;
    driver.open("add.mlir", sampleText("add-2048-mini"));
    driver.work().settings.tab = RunTab::Scratchpad;
    driver.work().showStage(1);
    driver.work().core = 1;
    driver.work().setClock(1234);
    driver.impl().run.timeline().view.show(1000, 2000);
    driver.work().select({viz::Selected::Event, 0, 17, 0, 0});
    driver.frame(2);
    driver.work().core = 1;
    state = driver.explorer().state();
  }
  Driver other;
  REQUIRE(other.explorer().restore(state));
  CHECK(other.waitUntilDone());
  CHECK(json::parse(other.explorer().state()) == json::parse(state));
}

TEST_CASE("what was opened last is opened again") {
  std::string stored;
  {
    Driver driver;
    driver.open("mine.mlir", sampleText("tail"));
    driver.work().settings.dark = false;
    driver.explorer().storeSettings();
    stored = driver.platform.settings;
  }
  Driver again({.settings = stored});
  CHECK(again.document().name == "mine.mlir");
  CHECK(again.document().text == sampleText("tail"));
  CHECK_FALSE(again.work().settings.dark);
  CHECK(again.work().hasRun());
}

TEST_CASE("broken settings never stop the start") {
  Driver whole;
  whole.explorer().storeSettings();
  const std::string good = whole.platform.settings;
  std::vector<std::string> broken = {
      "{",
      "null",
      "[]",
      "\xff\xfe",
      std::string(100, '['),
      "{\"settings\":7}",
      "{\"settings\":{\"zoom\":1e999,\"dark\":3,\"tab\":[]}}",
      "{\"settings\":{\"sourceWidth\":-1e308,\"runHeight\":1e308}}",
      "{\"document\":{\"text\":1}}",
      "{\"document\":{\"device\":\"../x\"}}",
      "{\"document\":{\"corelets\":1e300,\"tileRows\":-5,\"seed\":-1}}"};
  for (size_t at = 1; at < good.size(); at += good.size() / 7)
    broken.push_back(good.substr(0, at));
  // One context at a time.
  for (const std::string &settings : broken) {
    CAPTURE(settings.substr(0, 100));
    json parsed = json::parse(settings, nullptr, false);
    Settings read = settingsFromJson(
        parsed.is_object() && parsed.contains("settings") ? parsed["settings"]
                                                          : parsed);
    CHECK(read.zoom >= 0.5f);
    CHECK(read.zoom <= 3);
    CHECK(read.sourceWidth >= 0.05f);
    CHECK(read.runHeight <= 0.95f);
  }
}

TEST_CASE("it starts whatever the settings are") {
  for (const char *settings :
       {"{", "\xff", "{\"document\":{\"text\":1}}",
        "{\"document\":{\"device\":\"none such\"}}",
        "{\"settings\":{\"tab\":\"Core\",\"zoom\":-3,\"sourceWidth\":0.95,"
        "\"inspectorWidth\":0.95,\"stagesWidth\":0.95,\"runHeight\":0.95}}",
        "{\"document\":{\"defines\":[[\"a\",\"b\"]],\"kernel\":\"nobody\"}}"}) {
    CAPTURE(settings);
    Driver driver({.settings = settings});
    driver.frame(3);
    CHECK(driver.shows("source"));
  }
}

TEST_CASE("a broken state is refused with a message and changes nothing") {
  Driver driver;
  const std::string good = driver.explorer().state();
  Document before = driver.document();
  for (const std::string &state :
       {std::string(), std::string("{"), std::string("[1]"),
        std::string("{\"document\":[]}"),
        std::string("{\"document\":{\"text\":{}}}"),
        std::string("{\"document\":{\"defines\":[[1]]}}"),
        std::string("{\"document\":{\"seed\":\"x\"}}"),
        good.substr(0, good.size() / 2), good.substr(1)}) {
    CAPTURE(state.substr(0, 80));
    Result<void> done = driver.explorer().restore(state);
    REQUIRE_FALSE(done);
    CHECK_FALSE(done.error().message.empty());
    CHECK(driver.document() == before);
  }
  driver.explorer().openFile("broken.sgx", "{");
  driver.frame();
  CHECK(driver.showsBegin("toast: "));
  CHECK(driver.document() == before);
}

TEST_CASE("a state with wrong places leaves the explorer working") {
  Driver driver;
  const json good = json::parse(driver.explorer().state());
  auto with = [&](const char *pointer, json value) {
    json state = good;
    state[json::json_pointer(pointer)] = std::move(value);
    CAPTURE(pointer);
    CAPTURE(state[json::json_pointer(pointer)].dump());
    if (driver.explorer().restore(state.dump())) {
      CHECK(driver.waitUntilDone());
      for (unsigned tab = 0; tab < numRunTabs; ++tab) {
        driver.work().settings.tab = RunTab(tab);
        driver.frame(2);
      }
      CHECK(driver.view().width() > 0);
      CHECK(driver.work().clock <= double(driver.work().cycles()));
    }
  };
  for (unsigned kind = 0; kind < 7; ++kind)
    for (double index : {0.0, 5.0, 4e9, -7.0, 1e300}) {
      json state = good;
      state["selected"] = {{"kind", kind},
                           {"stage", index},
                           {"index", index},
                           {"line", index},
                           {"column", index}};
      REQUIRE(driver.explorer().restore(state.dump()));
      CHECK(driver.waitUntilDone());
      driver.frame(2);
    }
  for (json value : {json(1e300), json(-1), json("x"), json(nullptr),
                     json(json::array()), json(json::object())}) {
    with("/clock", value);
    with("/core", value);
    with("/stage", value);
    with("/tab", value);
    with("/selected", value);
    with("/selected/index", value);
    with("/view", value);
    with("/view/begin", value);
    with("/view/end", value);
    with("/sideBySide", value);
    with("/document/corelets", value);
    with("/document/device", value);
    with("/document/deviceText", value);
    with("/document/text", value);
  }
}

TEST_CASE("a state for another device is shown as far as it fits") {
  Driver driver;
  driver.open("add.mlir", sampleText("add"));
  json state = json::parse(driver.explorer().state());
  state["document"]["device"] = "spyre-mini"; // the grid is too large for it
  state["core"] = 31;
  REQUIRE(driver.explorer().restore(state.dump()));
  CHECK(driver.waitUntilDone());
  CHECK(driver.document().device == "spyre-mini");
  state["document"]["device"] = "spyre";
  REQUIRE(driver.explorer().restore(state.dump()));
  CHECK(driver.waitUntilDone());
  CHECK(driver.work().hasRun());
}

TEST_CASE("device files are taken, and named") {
  Driver driver;
  Result<std::string> text =
      readTextFile(SPYREGLASS_SOURCE_DIR "/archs/spyre-mini.mlir");
  REQUIRE(text);
  driver.open("mine.mlir", *text);
  CHECK(driver.document().name == "swiglu.mlir");
  CHECK(driver.document().deviceText == *text);
  CHECK(driver.work().hasRun());
  driver.open("broken.mlir", "ktdf_arch.device @x {");
  CHECK_FALSE(driver.work().messages.empty());
  driver.choose("##device", "spyre-mini");
  CHECK(driver.document().deviceText.empty());
  CHECK(driver.waitUntilDone());
  CHECK(driver.work().hasRun());
}

TEST_CASE("whatever is opened is shown or refused") {
  Driver driver;
  std::string garbage;
  uint32_t state = 12345;
  for (size_t i = 0; i < 5000000; ++i)
    garbage += char((state = state * 1664525 + 1013904223) >> 24);
  struct {
    const char *name;
    std::string text;
  } files[] = {{"empty.mlir", ""},
               {"zero.mlir", std::string(1000, '\0')},
               {"utf8.mlir", "// \xff\xfe\xc0\x80 \xe2\x28\xa1\nfunc.func @f"},
               {"line.mlir", std::string(200000, '(')},
               {"lines.mlir", std::string(200000, '\n')},
               {"garbage.mlir", garbage}};
  for (const auto &file : files) {
    CAPTURE(file.name);
    driver.open(file.name, file.text);
    driver.frame(3);
    CHECK(driver.document().name == file.name);
    CHECK_FALSE(driver.work().messages.empty());
    driver.press(ImGuiKey_F8);
    driver.explorer().storeSettings();
    CHECK(driver.explorer().restore(driver.explorer().state()));
    CHECK(driver.waitUntilDone());
  }
  driver.explorer().openFile("huge.mlir", std::string(mostText + 1, 'x'));
  driver.frame();
  CHECK(driver.showsBegin("toast: huge.mlir is longer"));
  CHECK(driver.document().name == "garbage.mlir");
}
