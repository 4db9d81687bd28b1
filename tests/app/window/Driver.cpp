#include "tests/app/window/Driver.h"
#include "imgui_internal.h"
#include "viz/widgets/CodePaint.h"
#include <algorithm>
#include <doctest/doctest.h>

void imguiCheckFailed(const char *expression, const char *file, int line) {
  auto &all = sg::app::test::Driver::complaints();
  if (all.size() < 100)
    all.push_back(std::string(expression) + " " + file + ":" +
                  std::to_string(line));
}

namespace sg::app::test {

Result<std::string> TestPlatform::giveFile(const std::string &name,
                                           const std::string &mimeType,
                                           std::span<const uint8_t> bytes) {
  if (!failure.empty())
    return Error{failure, name};
  files[name] = {bytes.begin(), bytes.end()};
  types[name] = mimeType;
  return "memory/" + name;
}

std::vector<std::string> &Driver::complaints() {
  static std::vector<std::string> all;
  return all;
}

Driver::Driver(Options given)
    : options(std::move(given)), context(ImGui::CreateContext()) {
  complaints().clear();
  ImGui::SetCurrentContext(context);
  ImGuiIO &io = ImGui::GetIO();
  io.DisplaySize = {options.width, options.height};
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  platform.settings = options.settings;
  window = std::make_unique<Explorer>(
      platform, Places{options.samples, options.archs, {}});
  items.start();
  frame();
  if (options.wait)
    CHECK(waitUntilDone());
}

Driver::~Driver() {
  for (const std::string &complaint : complaints())
    MESSAGE("ImGui: ", complaint);
  CHECK(complaints().empty());
  for (const std::string &label : items.conflicts())
    MESSAGE("shares its id with another item: ", label);
  CHECK(items.conflicts().empty());
  items.stop();
  window.reset();
  ImGui::DestroyContext(context);
}

void Driver::frame(int count) {
  ImGuiIO &io = ImGui::GetIO();
  for (int i = 0; i < count; ++i) {
    io.DeltaTime = 1.f / 60;
    platform.now += 1.0 / 60;
    if (window->prepareFonts(options.pixelsPerPoint) || !io.Fonts->IsBuilt()) {
      unsigned char *pixels = nullptr;
      int width = 0, height = 0;
      io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    }
    window->work(50);
    items.clear();
    ImGui::NewFrame();
    window->frame();
    ImGui::Render();
  }
}

bool Driver::waitUntilDone(int most) {
  for (int i = 0; i < most && work().working(); ++i)
    frame();
  frame(2);
  return !work().working();
}

void Driver::open(const std::string &name, const std::string &text) {
  window->openFile(name, text);
  REQUIRE(waitUntilDone());
}

std::string Driver::stageName() {
  return work().build->stages()[work().stage].name;
}

// ImGui hands out one key or button at a time, a frame later.
void Driver::settle() {
  do
    frame();
  while (context->InputEventsQueue.Size > 0);
  frame();
}

const viz::DrawnItem &Driver::item(const std::string &label) {
  const viz::DrawnItem *found = items.find(label);
  if (!found) {
    std::string all;
    for (const viz::DrawnItem &drawn : items.all())
      all += drawn.label + "\n";
    INFO(all);
    REQUIRE_MESSAGE(found, "not on screen: " << label);
  }
  return *found;
}

bool Driver::showsBegin(const std::string &begin) {
  return std::any_of(items.all().begin(), items.all().end(),
                     [&](const viz::DrawnItem &drawn) {
                       return drawn.label.compare(0, begin.size(), begin) == 0;
                     });
}

void Driver::moveTo(ImVec2 at) {
  ImGui::GetIO().AddMousePosEvent(at.x, at.y);
  settle();
}

void Driver::clickAt(ImVec2 at, int button) {
  moveTo(at);
  // Two clicks on one place would be a double click.
  platform.now += 1;
  frame(30);
  for (bool down : {true, false}) {
    ImGui::GetIO().AddMouseButtonEvent(button, down);
    settle();
  }
}

void Driver::clickLine(const std::string &label, unsigned row,
                       unsigned column) {
  const viz::DrawnItem &text = item(label);
  viz::CodeMetrics metrics(work().style);
  uint32_t lines =
      label == "source"
          ? impl().source.code().buffer.lineCount()
          : uint32_t(
                std::count(work().build->stages()[work().stage].text.begin(),
                           work().build->stages()[work().stage].text.end(),
                           '\n') +
                1);
  metrics.makeRoomFor(lines, work().style);
  clickAt(
      {text.min.x + metrics.gutter + metrics.charWidth * (float(column) + 0.5f),
       text.min.y + metrics.lineHeight * (float(row) + 0.5f)});
}

void Driver::drag(ImVec2 from, ImVec2 to, ImGuiKey modifier) {
  ImGuiIO &io = ImGui::GetIO();
  moveTo(from);
  frame(30);
  if (modifier != ImGuiKey_None)
    io.AddKeyEvent(modifier, true);
  io.AddMouseButtonEvent(0, true);
  settle();
  for (int i = 1; i <= 4; ++i)
    moveTo({from.x + (to.x - from.x) * float(i) / 4,
            from.y + (to.y - from.y) * float(i) / 4});
  io.AddMouseButtonEvent(0, false);
  settle();
  if (modifier != ImGuiKey_None)
    io.AddKeyEvent(modifier, false);
  settle();
}

void Driver::wheel(ImVec2 at, float steps) {
  moveTo(at);
  for (float left = std::abs(steps); left > 0; --left)
    ImGui::GetIO().AddMouseWheelEvent(0, steps > 0 ? 1.f : -1.f);
  settle();
}

void Driver::press(ImGuiKeyChord chord) {
  ImGuiIO &io = ImGui::GetIO();
  auto modifiers = [&](bool down) {
    for (ImGuiKey key : {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt})
      if (chord & key)
        io.AddKeyEvent(key, down);
  };
  ImGuiKey plain = ImGuiKey(chord & ~ImGuiMod_Mask_);
  modifiers(true);
  io.AddKeyEvent(plain, true);
  settle();
  io.AddKeyEvent(plain, false);
  modifiers(false);
  settle();
}

void Driver::type(const std::string &text) {
  ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
  settle();
}

void Driver::choose(const std::string &label, const std::string &entry) {
  click(label);
  frame(2);
  click(entry);
  frame(2);
}

void Driver::command(const std::string &letters) {
  press(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P);
  frame(2);
  type(letters);
  press(ImGuiKey_Enter);
  frame(2);
}

std::string sampleText(const std::string &name) {
  Result<std::string> text =
      readTextFile(SPYREGLASS_SOURCE_DIR "/samples/ktir/" + name + ".mlir");
  REQUIRE(text);
  return *text;
}

unsigned lineOf(const std::string &text, const std::string &part) {
  size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return unsigned(std::count(text.begin(), text.begin() + long(at), '\n')) + 1;
}

} // namespace sg::app::test
