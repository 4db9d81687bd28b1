// `spyreglass explore`: the window.
#include "app/cli/Commands.h"
#include "app/cli/Files.h"
#ifdef SPYREGLASS_HAS_WINDOW
#include "app/window/Samples.h"
#include "app/window/desktop/Window.h"
#include <cstdio>
#include <filesystem>
#endif

namespace sg::cli {

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

// "1280x800" or "1280x800@2".
static bool readSize(const std::string &text, app::WindowRequest &request) {
  int length = 0;
  int found = std::sscanf(text.c_str(), "%5dx%5d%n@%f%n", &request.width,
                          &request.height, &length, &request.zoom, &length);
  return found >= 2 && size_t(length) == text.size() && request.width >= 200 &&
         request.height >= 150 && request.width <= 16384 &&
         request.height <= 16384 &&
         (found == 2 || (request.zoom >= 0.5f && request.zoom <= 6));
}

Outcome exploreCommand(const Options &options) {
  Outcome outcome;
  app::WindowRequest request;
  if (!options.windowSize.empty() && !readSize(options.windowSize, request)) {
    outcome.fail("--size '" + options.windowSize +
                     "' is not like 1280x800 or 1280x800@2",
                 "", BadUsage, "points from 200x150 to 16384x16384");
    return outcome;
  }
  fs::path home = homeOf(options.archDirs);
  request.places = {(home / "samples").string(), (home / "archs").string(),
                    app::systemFonts()};
  request.picture = options.picture;
  request.fresh = !options.picture.empty();
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

Outcome exploreCommand(const Options &) {
  Outcome outcome;
  outcome.fail("this build has no window", "", BadInput,
               "build with -DSPYREGLASS_WINDOW=ON; 'spyreglass stages' and "
               "'spyreglass run' show the same things as text");
  return outcome;
}

#endif

} // namespace sg::cli
