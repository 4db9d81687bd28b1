// The explorer: everything a person sees, in one window or one page. Draws with
// ImGui into whatever the backend shows; does its work in slices between
// frames, on one thread.
//
// A backend's loop:
//   if (explorer.prepareFonts(pixelsPerPoint)) make the font texture anew
//   explorer.work(8); ImGui::NewFrame(); explorer.frame(); ImGui::Render(); …
//   wait for input unless explorer.wantsFrame()
#pragma once
#include "app/window/Platform.h"
#include "viz/widgets/Style.h"
#include <memory>
#include <string>
#include <vector>

namespace sg::app {

/// Where the explorer finds what it comes with.
struct Places {
  std::string samples; ///< folder with one folder per front end
  std::string archs;   ///< folder with the devices
  viz::FontFiles fonts;
};

class ExplorerImpl;

class Explorer {
public:
  /// An ImGui context must be current, from here to the destructor. Opens what
  /// the settings remember, or a sample, and compiles and runs it.
  Explorer(Platform &platform, Places places);
  ~Explorer();

  /// Before NewFrame: loads the fonts when the scale (pixels per point of the
  /// display) or the user's zoom changed. True when the atlas is another.
  bool prepareFonts(float pixelsPerPoint);
  /// Compiles, simulates and prepares views for about so long; true while there
  /// is more to do.
  bool work(double milliseconds);
  bool working() const;
  /// Draws one frame, between NewFrame and Render. All coordinates are pixels.
  void frame();
  /// Whether the picture changes without input: work to do, a clock that runs,
  /// a tooltip that is due.
  bool wantsFrame() const;
  /// Seconds until a frame is wanted although nothing happens: a message that
  /// goes away, settings to be stored. A very long time when there is neither.
  double idleSeconds() const;

  /// A file the user chose or dropped: a kernel, a device or a saved state.
  void openFile(const std::string &name, std::string text);
  /// The whole state (source, device, options, stage, clock, views) as JSON.
  std::string state() const;
  /// Takes such a state over; an Error leaves everything as it is.
  Result<void> restore(const std::string &state);
  /// Shows a message for some seconds.
  void say(const std::string &message, bool isError = false);
  /// Before the program ends: settings that were not stored yet are.
  void storeSettings();

  ExplorerImpl &impl() { return *explorer; } ///< for tests

private:
  std::unique_ptr<ExplorerImpl> explorer;
};

} // namespace sg::app
