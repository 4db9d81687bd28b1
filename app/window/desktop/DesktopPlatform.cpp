#include "app/window/desktop/DesktopPlatform.h"
#include "app/window/Explorer.h"
#include "app/window/Samples.h"
#include "app/window/desktop/Gl.h"
#include <GLFW/glfw3.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace sg::app {

namespace fs = std::filesystem;

double DesktopPlatform::seconds() const { return glfwGetTime(); }

void DesktopPlatform::setTitle(const std::string &title) {
  glfwSetWindowTitle(window, title.c_str());
}

// Empty when the system has no place for settings.
static fs::path settingsFile() {
  const char *config = std::getenv("XDG_CONFIG_HOME");
  const char *home = std::getenv("HOME");
  if (config && *config)
    return fs::path(config) / "spyreglass" / "explorer.json";
  if (home && *home)
    return fs::path(home) / ".config" / "spyreglass" / "explorer.json";
  return {};
}

static Result<void> writeBytes(const fs::path &path,
                               std::span<const uint8_t> bytes) {
  // Beside it first, so that a full disk does not cost the file that was there.
  fs::path part = path;
  part += ".part";
  std::error_code code;
  {
    std::ofstream file(part, std::ios::binary);
    file.write(reinterpret_cast<const char *>(bytes.data()),
               std::streamsize(bytes.size()));
    file.close();
    if (!file) {
      fs::remove(part, code);
      return Error{"cannot be written", path.string()};
    }
  }
  fs::rename(part, path, code);
  if (!code)
    return {};
  Error error{"cannot be written: " + code.message(), path.string()};
  fs::remove(part, code);
  return error;
}

std::string DesktopPlatform::loadSettings() {
  fs::path path = settingsFile();
  if (fresh || path.empty())
    return {};
  Result<std::string> text = readTextFile(path.string());
  return text ? *text : std::string();
}

void DesktopPlatform::storeSettings(const std::string &text) {
  fs::path path = settingsFile();
  if (fresh || path.empty())
    return;
  std::error_code code;
  fs::create_directories(path.parent_path(), code);
  // A disk without room must not stop the work; there is nothing to be done.
  (void)bool(writeBytes(
      path, {reinterpret_cast<const uint8_t *>(text.data()), text.size()}));
}

// A name that no file has yet: "a.png", "a-2.png", …
static fs::path freeName(const std::string &name) {
  fs::path first = fs::path(name).filename();
  if (first.empty()) // a state from elsewhere may call its text anything
    first = "untitled";
  fs::path path = first;
  std::error_code code;
  for (int i = 2; fs::exists(path, code) && i < 10000; ++i)
    path = first.stem().string() + "-" + std::to_string(i) +
           first.extension().string();
  return path;
}

Result<std::string> DesktopPlatform::giveFile(const std::string &name,
                                              const std::string &,
                                              std::span<const uint8_t> bytes) {
  fs::path path = freeName(name);
  if (Result<void> written = writeBytes(path, bytes); !written)
    return written.error();
  std::error_code code;
  return fs::absolute(path, code).string();
}

void DesktopPlatform::givePicture(const std::string &name, PixelRect part) {
  wanted = Wanted{name, part};
}

void DesktopPlatform::takePicture(Explorer &explorer) {
  if (!wanted)
    return;
  fs::path path = freeName(wanted->name);
  Result<void> written = writePicture(window, wanted->part, path.string());
  wanted.reset();
  std::error_code code;
  if (written)
    explorer.say("Saved to " + fs::absolute(path, code).string());
  else
    explorer.say(written.error().str(), true);
}

Result<void> writePicture(GLFWwindow *window, PixelRect part,
                          const std::string &path) {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  int x0 = std::clamp(part.x, 0, width), y0 = std::clamp(part.y, 0, height);
  int x1 = std::clamp(part.x + part.width, x0, width);
  int y1 = std::clamp(part.y + part.height, y0, height);
  if (x1 == x0 || y1 == y0)
    return Error{"nothing of it is visible", path};
  std::vector<uint8_t> pixels(size_t(x1 - x0) * size_t(y1 - y0) * 4);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(x0, height - y1, x1 - x0, y1 - y0, GL_RGBA, GL_UNSIGNED_BYTE,
               pixels.data());
  for (size_t i = 3; i < pixels.size(); i += 4)
    pixels[i] = 255;
  std::vector<uint8_t> png;
  auto append = [](void *context, void *data, int size) {
    auto *bytes = static_cast<const uint8_t *>(data);
    static_cast<std::vector<uint8_t> *>(context)->insert(
        static_cast<std::vector<uint8_t> *>(context)->end(), bytes,
        bytes + size);
  };
  stbi_flip_vertically_on_write(1);
  if (!stbi_write_png_to_func(append, &png, x1 - x0, y1 - y0, 4, pixels.data(),
                              (x1 - x0) * 4))
    return Error{"the picture could not be made", path};
  return writeBytes(path, png);
}

} // namespace sg::app
