// The explorer without a display: a user who clicks, types and looks, on a
// clock of its own.
#pragma once
#include "app/window/ExplorerImpl.h"
#include "viz/widgets/ItemRegistry.h"
#include <map>

namespace sg::app::test {

/// Everything the explorer asks for, kept to be looked at.
class TestPlatform : public Platform {
public:
  double now = 1;
  std::string settings;
  unsigned stores = 0;
  std::map<std::string, std::string> files, types; ///< given, by name
  std::string failure; ///< if not empty, giveFile fails with it
  std::string picture; ///< name of the last one
  PixelRect part;
  std::string title, linked;
  bool hasLinks = true, hasDialogue = true;
  unsigned dialogues = 0;

  double seconds() const override { return now; }
  std::string loadSettings() override { return settings; }
  void storeSettings(const std::string &text) override {
    settings = text;
    ++stores;
  }
  bool chooseFile() override { return hasDialogue && ++dialogues; }
  Result<std::string> giveFile(const std::string &name,
                               const std::string &mimeType,
                               std::span<const uint8_t> bytes) override;
  void givePicture(const std::string &name, PixelRect where) override {
    picture = name;
    part = where;
  }
  std::string makeLink(const std::string &state) override {
    linked = state;
    return hasLinks ? "https://example.org/#" + std::to_string(state.size())
                    : "";
  }
  void setTitle(const std::string &text) override { title = text; }
};

struct DriverOptions {
  float width = 1600, height = 1000;
  float pixelsPerPoint = 1;
  std::string settings = {}; ///< what an earlier session stored
  std::string samples = SPYREGLASS_SOURCE_DIR "/samples";
  std::string archs = SPYREGLASS_SOURCE_DIR "/archs";
  bool wait = true; ///< until the first document is built
};

class Driver {
public:
  using Options = DriverOptions;

  explicit Driver(Options options = {});
  ~Driver();
  Driver(const Driver &) = delete; ///< one at a time

  TestPlatform platform;
  viz::ItemRegistry items; ///< of the last frame

  Explorer &explorer() { return *window; }
  ExplorerImpl &impl() { return window->impl(); }
  Workspace &work() { return impl().work; }
  const Document &document() { return work().document; }
  /// A run's events; there has to be a run.
  const std::vector<Event> &events() {
    return work().build->run().trace.events;
  }
  const viz::ViewRange &view() { return impl().run.timeline().view; }
  std::string stageName();

  /// So many frames of a sixtieth of a second.
  void frame(int count = 1);
  /// Frames until nothing is being built; false after too many.
  bool waitUntilDone(int most = 5000);
  /// Opens a kernel and waits for it.
  void open(const std::string &name, const std::string &text);

  /// An item of the last frame, or a failure of the test.
  const viz::DrawnItem &item(const std::string &label);
  bool shows(const std::string &label) { return items.find(label) != nullptr; }
  /// Some label of the last frame begins like this.
  bool showsBegin(const std::string &begin);
  void moveTo(ImVec2 at);
  void click(const std::string &label) { clickAt(item(label).center()); }
  void clickAt(ImVec2 at, int button = 0);
  /// In a text ("source", "stage text"): a line of those on screen, from 0.
  void clickLine(const std::string &label, unsigned row, unsigned column = 2);
  void drag(ImVec2 from, ImVec2 to, ImGuiKey modifier = ImGuiKey_None);
  void wheel(ImVec2 at, float steps);
  void press(ImGuiKeyChord chord);
  void type(const std::string &text);
  /// Opens a combo box or a menu and chooses from it.
  void choose(const std::string &label, const std::string &entry);
  /// A command through the palette.
  void command(const std::string &letters);

  /// What ImGui objected to since the start, and items that shared an id.
  static std::vector<std::string> &complaints();

private:
  Options options;
  ImGuiContext *context;
  std::unique_ptr<Explorer> window;
  void settle();
};

/// A sample of the project.
std::string sampleText(const std::string &name);
/// Lines of a text, to be compared with places.
unsigned lineOf(const std::string &text, const std::string &part);

} // namespace sg::app::test
