// The real window, on a display without a screen: `spyreglass explore
// --picture` makes a picture that shows something. The program to run is the
// only argument. Returns 77 where there is no such display.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

static int failed(const char *what) {
  std::fprintf(stderr, "window_picture: %s\n", what);
  return 1;
}

// Different colours of every third pixel.
static std::set<uint32_t> coloursOf(const unsigned char *pixels, int count) {
  std::set<uint32_t> colours;
  for (int i = 0; i < count; i += 3)
    colours.insert(uint32_t(pixels[3 * i]) << 16 |
                   uint32_t(pixels[3 * i + 1]) << 8 | pixels[3 * i + 2]);
  return colours;
}

int main(int count, char **arguments) {
  if (count != 2)
    return failed("expected the program to run");
  if (std::system("command -v xvfb-run >/dev/null") != 0) {
    std::puts("skipped: xvfb-run is not installed (package xvfb)");
    return 77;
  }
  std::string file = "window_picture.png";
  std::filesystem::remove(file);
  std::string command = "LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a '" +
                        std::string(arguments[1]) + "' explore --picture " +
                        file + " --size 1280x800";
  if (std::system(command.c_str()) != 0)
    return failed("the program failed");
  int width = 0, height = 0, channels = 0;
  unsigned char *pixels =
      stbi_load(file.c_str(), &width, &height, &channels, 3);
  if (!pixels)
    return failed("there is no picture");
  size_t colours = coloursOf(pixels, width * height).size();
  stbi_image_free(pixels);
  std::printf("%d x %d pixels, %zu colours\n", width, height, colours);
  if (width != 1280 || height != 800)
    return failed("the picture has another size");
  return colours < 100 ? failed("the picture is nearly empty") : 0;
}
