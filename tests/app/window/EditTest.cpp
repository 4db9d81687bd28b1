// Writing in the source: edits, errors, compiling again.
#include "tests/app/window/Driver.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::app;
using namespace sg::app::test;

static constexpr ImGuiKeyChord ctrl = ImGuiMod_Ctrl;

TEST_CASE("typing marks the document as edited, undo takes it back") {
  Driver driver;
  std::string before = driver.document().text;
  CHECK_FALSE(driver.work().edited());
  driver.clickLine("source", 0, 0);
  driver.type("// a?.");
  CHECK(driver.document().text == "// a?." + before);
  CHECK(driver.work().edited());
  CHECK_FALSE(driver.work().playing);
  driver.press(ctrl | ImGuiKey_Z);
  CHECK(driver.document().text == before);
  CHECK_FALSE(driver.work().edited());
  driver.press(ctrl | ImGuiKey_Y);
  CHECK(driver.work().edited());
  driver.press(ctrl | ImGuiMod_Shift | ImGuiKey_Z);
  CHECK(driver.work().edited());
}

TEST_CASE("undo works while another pane has the keyboard") {
  Driver driver;
  std::string before = driver.document().text;
  driver.clickLine("source", 0, 0);
  driver.type("x");
  driver.clickLine("stage text", 3);
  CHECK_FALSE(driver.impl().source.focused());
  driver.press(ctrl | ImGuiKey_Z);
  CHECK(driver.document().text == before);
  driver.press(ctrl | ImGuiKey_Y);
  CHECK(driver.document().text == "x" + before);
}

TEST_CASE("Ctrl+Enter compiles, also while typing, and adds no line") {
  Driver driver;
  driver.clickLine("source", 0, 0);
  driver.type("// new");
  driver.press(ImGuiKey_Enter);
  std::string text = driver.document().text;
  CHECK(text.compare(0, 7, "// new\n") == 0);
  uint64_t version = driver.work().version;
  driver.press(ctrl | ImGuiKey_Enter);
  CHECK(driver.waitUntilDone());
  CHECK(driver.work().version == version + 1);
  CHECK(driver.document().text == text);
  CHECK(driver.work().build->document().text == text);
  CHECK_FALSE(driver.work().edited());
}

TEST_CASE("an error is shown below its line; the last result stays") {
  Driver driver;
  auto before = driver.work().build;
  std::string text = driver.document().text;
  unsigned line = lineOf(text, "ktdp.load");
  text.replace(text.find("ktdp.load"), 9, "ktdp.lode");
  driver.open("broken.mlir", text);
  CHECK(driver.work().build == before);
  CHECK(driver.work().outdated);
  CHECK_FALSE(driver.work().edited());
  REQUIRE_FALSE(driver.work().messages.empty());
  CHECK(driver.work().messages.front().line == line);
  driver.press(ImGuiKey_F8);
  driver.frame(3);
  CHECK(driver.impl().source.code().caret().line == line - 1);
  CHECK(driver.impl().source.focused());
  CHECK(driver.shows("mark " + std::to_string(line)));
  CHECK(driver.showsBegin("outcome: "));
  CHECK_FALSE(driver.showsBegin("outcome: verified"));

  // What the user types there makes it right again.
  const viz::CodeEditor &editor = driver.impl().source.code();
  std::string wrong = editor.buffer.line(line - 1);
  CHECK(wrong.find("ktdp.lode") != std::string::npos);
  driver.press(ctrl | ImGuiKey_F);
  driver.type("lode");
  driver.press(ImGuiKey_Enter);
  CHECK(editor.selectedText() == "lode");
  driver.press(ImGuiKey_Escape);
  driver.frame(2);
  driver.type("load");
  CHECK(driver.work().edited());
  driver.press(ctrl | ImGuiKey_Enter);
  CHECK(driver.waitUntilDone());
  CHECK_FALSE(driver.work().outdated);
  CHECK(driver.work().build != before);
  CHECK(driver.work().hasRun());
  CHECK(driver.work().messages.empty());
}

TEST_CASE("F8 without messages says so") {
  Driver driver;
  driver.press(ImGuiKey_F8);
  CHECK(driver.showsBegin("toast: No messages"));
}

TEST_CASE("the views show the last result while the next is made") {
  Driver driver;
  auto before = driver.work().build;
  driver.work().compile();
  CHECK(driver.work().hasRun());
  CHECK(driver.work().build == before);
  CHECK(driver.waitUntilDone());
  CHECK(driver.work().build != before);
}

TEST_CASE("a stage and the clock survive another compilation") {
  Driver driver;
  driver.click("stage " + driver.work().build->stages()[0].name);
  std::string stage = driver.stageName();
  driver.press(ImGuiKey_End);
  driver.press(ctrl | ImGuiKey_Enter);
  CHECK(driver.waitUntilDone());
  CHECK(driver.stageName() == stage);
  CHECK(driver.work().clock == double(driver.work().cycles()));
}

TEST_CASE("the caret's line marks its operations everywhere") {
  Driver driver;
  unsigned line = lineOf(driver.document().text, "ktdp.load");
  driver.clickLine("source", 0, 0);
  driver.press(ctrl | ImGuiKey_Home);
  const viz::DrawnItem &source = driver.item("source");
  viz::CodeMetrics metrics(driver.work().style);
  unsigned visible =
      unsigned((source.max.y - source.min.y) / metrics.lineHeight);
  if (line < visible)
    driver.clickLine("source", line - 1, 6);
  REQUIRE(driver.work().selected.kind == viz::Selected::Source);
  CHECK(driver.work().selected.line == line);
  bool anyOp = false;
  for (const auto &ops : driver.work().relatives.ops)
    anyOp |= !ops.empty();
  CHECK(anyOp);
}
