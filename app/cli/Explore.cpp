// `spyreglass explore`: the window.
#include "app/cli/Commands.h"
#include "app/cli/Files.h"
#include <cstdio>
#ifdef SPYREGLASS_HAS_WINDOW
#include "app/window/Samples.h"
#include "app/window/desktop/Window.h"
#include <filesystem>
#endif

namespace sg::cli {

// "1280x800" or "1280x800@2": points, and pixels per point (0: not said).
static bool readSize(const std::string &text, int &width, int &height,
                     float &zoom) {
  int length = 0;
  int found = std::sscanf(text.c_str(), "%5dx%5d%n@%f%n", &width, &height,
                          &length, &zoom, &length);
  return found >= 2 && size_t(length) == text.size() && width >= 200 &&
         height >= 150 && width <= 16384 && height <= 16384 &&
         (found == 2 || (zoom >= 0.5f && zoom <= 6));
}

static bool sizeIsWrong(const Options &options, Outcome &outcome) {
  int width = 0, height = 0;
  float zoom = 0;
  if (options.windowSize.empty() ||
      readSize(options.windowSize, width, height, zoom))
    return false;
  outcome.fail("--size '" + options.windowSize +
                   "' is not like 1280x800 or 1280x800@2",
               "", BadUsage, "points from 200x150 to 16384x16384");
  return true;
}

#ifdef SPYREGLASS_HAS_WINDOW
namespace fs = std::filesystem;

bool hasWindow() { return true; }

// The folder that holds archs/ and samples/: the first that has devices.
static std::string homeOf(const std::vector<std::string> &archDirs) {
  std::error_code code;
  for (const std::string &folder : archDirs)
    if (fs::is_directory(folder, code) &&
        fs::is_directory(fs::path(folder).parent_path() / "samples", code))
      return fs::path(folder).parent_path().string();
  return {};
}

Outcome exploreCommand(const Options &options) {
  Outcome outcome;
  if (sizeIsWrong(options, outcome))
    return outcome;
  app::WindowRequest request;
  if (!options.windowSize.empty())
    readSize(options.windowSize, request.width, request.height, request.zoom);
  fs::path home = homeOf(options.archDirs);
  request.places = {(home / "samples").string(), (home / "archs").string(),
                    app::systemFonts()};
  request.picture = options.picture;
  request.fresh = !options.picture.empty();
  request.theme = options.theme;
  if (options.deviceGiven)
    request.device = options.device;
  if (!options.files.empty()) {
    const std::string &path = options.files.front();
    Result<std::string> text = app::readTextFile(path);
    if (!text) {
      outcome.fail(text.error());
      return outcome;
    }
    request.fileName = fs::path(path).filename().string();
    request.fileText = std::move(*text);
  }
  if (Result<void> done = app::runWindow(request); !done)
    outcome.fail(
        done.error().message, done.error().where, BadInput,
        "'spyreglass stages' and 'spyreglass run' show the same things "
        "as text, with --json for programs");
  return outcome;
}

#else

bool hasWindow() { return false; }

Outcome exploreCommand(const Options &options) {
  Outcome outcome;
  if (sizeIsWrong(options, outcome))
    return outcome;
  outcome.fail("this build has no window", "", BadInput,
               "build with -DSPYREGLASS_WINDOW=ON; 'spyreglass stages' and "
               "'spyreglass run' show the same things as text");
  return outcome;
}

#endif

} // namespace sg::cli
