// Settings in a file, exports into the working directory.
#pragma once
#include "app/window/Platform.h"
#include <optional>

struct GLFWwindow;

namespace sg::app {

class Explorer;

class DesktopPlatform : public Platform {
public:
  /// `fresh`: settings are neither read nor written.
  DesktopPlatform(GLFWwindow *window, bool fresh)
      : window(window), fresh(fresh) {}

  double seconds() const override;
  std::string loadSettings() override;
  void storeSettings(const std::string &text) override;
  bool chooseFile() override { return false; }
  Result<std::string> giveFile(const std::string &name,
                               const std::string &mimeType,
                               std::span<const uint8_t> bytes) override;
  void givePicture(const std::string &name, PixelRect part) override;
  std::string makeLink(const std::string &) override { return {}; }
  void setTitle(const std::string &title) override;

  /// After a frame was drawn and before it is shown: writes the picture that
  /// was asked for.
  void takePicture(Explorer &explorer);

private:
  struct Wanted {
    std::string name;
    PixelRect part;
  };
  GLFWwindow *window;
  bool fresh;
  std::optional<Wanted> wanted;
};

/// Writes a part of the frame buffer as PNG. `part` is clipped to the window.
Result<void> writePicture(GLFWwindow *window, PixelRect part,
                          const std::string &path);

} // namespace sg::app
