// What the explorer asks of the place it runs in: a desktop window, a page in a
// browser, or a test without either.
#pragma once
#include "engine/support/Result.h"
#include <cstdint>
#include <span>
#include <string>

namespace sg::app {

/// Pixels of the window, from its top left corner.
struct PixelRect {
  int x = 0, y = 0, width = 0, height = 0;
};

class Platform {
public:
  virtual ~Platform() = default;

  /// Time from some fixed moment on.
  virtual double seconds() const = 0;

  /// What storeSettings was last given; empty when there is nothing.
  virtual std::string loadSettings() = 0;
  virtual void storeSettings(const std::string &text) = 0;

  /// Lets the user choose a file with the system's own dialogue; it arrives
  /// later through Explorer::openFile. False where there is no such dialogue:
  /// the explorer then asks for a path and reads the file.
  virtual bool chooseFile() = 0;

  /// Hands a file to the user: a download, or a file in the working directory.
  /// The result says where it went, in words that end "Saved to …".
  virtual Result<std::string> giveFile(const std::string &name,
                                       const std::string &mimeType,
                                       std::span<const uint8_t> bytes) = 0;
  /// The same with a PNG of a part of the window, made from the frame that is
  /// being drawn once it is complete. What came of it is told through
  /// Explorer::say.
  virtual void givePicture(const std::string &name, PixelRect part) = 0;

  /// The link that opens the explorer in a state (Explorer::state()); empty
  /// where there are no links. Also shows it as the page's address.
  virtual std::string makeLink(const std::string &state) = 0;

  virtual void setTitle(const std::string &title) = 0;
};

} // namespace sg::app
