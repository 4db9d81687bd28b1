// The explorer's platform in a browser.
#pragma once
#include "app/window/Platform.h"
#include <vector>

namespace sg::app {

class WebPlatform : public Platform {
public:
  double seconds() const override;
  std::string loadSettings() override;
  void storeSettings(const std::string &text) override;
  bool chooseFile() override;
  Result<std::string> giveFile(const std::string &name,
                               const std::string &mimeType,
                               std::span<const uint8_t> bytes) override;
  void givePicture(const std::string &name, PixelRect part) override;
  std::string makeLink(const std::string &state) override;
  void setTitle(const std::string &title) override;

  struct Picture {
    std::string name;
    PixelRect part;
  };
  /// Pictures that were asked for since the last call; to be made when the
  /// frame is complete.
  std::vector<Picture> takePictures();

private:
  std::vector<Picture> pictures;
};

} // namespace sg::app
