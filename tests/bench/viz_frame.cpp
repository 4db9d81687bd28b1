// What a frame of the explorer costs without a display, at 1920 x 1080: the
// timeline of large traces, the first useful frame, typing, long texts. Prints
// a table: milliseconds of processor time, the middle and the slowest
// twentieth, with the goal. In WebAssembly it runs under node.
#include "app/window/ExplorerImpl.h"
#include "tests/bench/TimelineScript.h"
#include "viz/widgets/CodeView.h"
#include <cstdio>

using namespace sg;
using namespace sg::bench;

namespace {

// What a frame may take longer, and a first frame.
#ifdef __EMSCRIPTEN__
constexpr double webMore = 4, firstFrameGoal = 3000;
#else
constexpr double webMore = 0, firstFrameGoal = 1000;
#endif

class NoPlatform : public app::Platform {
public:
  double seconds() const override { return cpuMilliseconds() / 1000; }
  std::string loadSettings() override { return {}; }
  void storeSettings(const std::string &) override {}
  bool chooseFile() override { return true; }
  Result<std::string> giveFile(const std::string &name, const std::string &,
                               std::span<const uint8_t>) override {
    return name;
  }
  void givePicture(const std::string &, app::PixelRect) override {}
  std::string makeLink(const std::string &) override { return {}; }
  void setTitle(const std::string &) override {}
};

void row(const char *name, std::vector<double> times, double goal) {
  std::sort(times.begin(), times.end());
  double middle = times[times.size() / 2];
  double slow = times[std::min(times.size() - 1, times.size() * 95 / 100)];
  std::printf("%-44s %9.2f %9.2f %9.2f %s\n", name, middle, slow, goal,
              slow <= goal ? "" : "missed");
}

/// The explorer in a context of its own.
class Window {
public:
  Window() {
    ImGui::SetCurrentContext(context);
    ImGui::GetIO().DisplaySize = {1920, 1080};
    explorer = std::make_unique<app::Explorer>(
        platform, app::Places{SPYREGLASS_SOURCE_DIR "/samples",
                              SPYREGLASS_SOURCE_DIR "/archs",
                              {}});
  }
  ~Window() {
    explorer.reset();
    ImGui::DestroyContext(context);
  }
  double frame() {
    double begin = cpuMilliseconds();
    ImGui::GetIO().DeltaTime = 1.f / 60;
    if (explorer->prepareFonts(1)) {
      unsigned char *pixels = nullptr;
      int width = 0, height = 0;
      ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    }
    explorer->work(8);
    ImGui::NewFrame();
    explorer->frame();
    ImGui::Render();
    return cpuMilliseconds() - begin;
  }
  void finish() {
    do
      frame();
    while (explorer->impl().work.working());
    frame();
  }
  /// Opens a text of about so many bytes.
  void open(size_t bytes) {
    std::string text;
    while (text.size() < bytes)
      text += "  %" + std::to_string(text.size()) +
              " = arith.addf %a, %b : tensor<4x128xf16>\n";
    explorer->openFile("long.mlir", text);
    finish();
  }
  std::vector<double> type() {
    explorer->impl().source.focus();
    frame(), frame();
    std::vector<double> times;
    for (int i = 0; i < 60; ++i) {
      ImGui::GetIO().AddInputCharacter(unsigned('a' + i % 26));
      times.push_back(frame());
    }
    return times;
  }
  std::vector<double> scroll() {
    ImGui::GetIO().AddMousePosEvent(200, 300);
    std::vector<double> times;
    for (int i = 0; i < 120; ++i) {
      ImGui::GetIO().AddMouseWheelEvent(0, i % 3 ? -10.f : -1000.f);
      times.push_back(frame());
    }
    return times;
  }

  std::unique_ptr<app::Explorer> explorer;

private:
  NoPlatform platform;
  ImGuiContext *context = ImGui::CreateContext();
};

void timelines() {
  for (size_t millions : {1, 10}) {
    FrameCost cost = runTimelineScript(makeTrace(millions * 1000000));
    std::string name =
        "timeline, " + std::to_string(millions) + " million events";
    row(name.c_str(), cost.milliseconds, (millions == 1 ? 4 : 8) + webMore);
    std::printf("%-44s %9zu\n", "  most vertices of a frame (goal 200,000)",
                cost.vertices);
  }
}

void firstFrame() {
  std::vector<double> times;
  for (int i = 0; i < 5; ++i) {
    double begin = cpuMilliseconds();
    Window window;
    window.finish();
    times.push_back(cpuMilliseconds() - begin);
  }
  row("first useful frame", times, firstFrameGoal);
}

void editing() {
  for (size_t bytes : {20000, 5000000}) {
    Window window;
    window.finish();
    window.open(bytes);
    std::string size = bytes < 1000000 ? "20 kB" : "5 MB";
    row(("a typed character, " + size).c_str(), window.type(), 16);
    row(("scrolling the editor, " + size).c_str(), window.scroll(), 16);
  }
}

void longText() {
  std::string text;
  for (int i = 0; i < 1000000; ++i)
    text += i % 10 == 0   ? "scf.for %i = %c0 to %c1 {\n"
            : i % 10 == 9 ? "}\n"
                          : "  %1 = arith.addf %a, %b : tensor<4x128xf16>\n";
  viz::test::Screen screen(1920, 1080);
  screen.items.stop();
  viz::CodeText code(text);
  viz::CodeView view;
  std::vector<double> times;
  for (uint32_t i = 0; i < 300; ++i) {
    if (i % 10 == 0)
      view.reveal(uint32_t(text.size() / 300 * i));
    ImGui::GetIO().AddMousePosEvent(400, 300);
    ImGui::GetIO().AddMouseWheelEvent(0, -3);
    double begin = cpuMilliseconds();
    screen.frame([&] { view.draw("code", screen.style, code, {}); });
    times.push_back(cpuMilliseconds() - begin);
  }
  row("scrolling a million lines", times, 4);
}

} // namespace

int main() {
  std::printf("%-44s %9s %9s %9s\n", "milliseconds of processor time", "p50",
              "p95", "goal");
  timelines();
  firstFrame();
  editing();
  longText();
}
