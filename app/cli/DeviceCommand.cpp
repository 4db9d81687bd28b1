// `spyreglass device`.
#include "app/cli/Commands.h"
#include "app/cli/Files.h"
#include "app/cli/ReadText.h"
#include "engine/device/Describe.h"

namespace sg::cli {

Outcome deviceCommand(const Options &options) {
  Outcome outcome;
  if (options.files.empty()) {
    Json names = Json::array();
    for (const std::string &name : knownDevices(options.archDirs)) {
      names.push_back(name);
      outcome.output += name + "\n";
    }
    outcome.json["devices"] = std::move(names);
    if (outcome.output.empty())
      outcome.fail("there are no device files", "", BadInput,
                   "they are looked for in $SPYREGLASS_ARCHS, ./archs and "
                   "beside the build folder");
    return outcome;
  }
  const std::string &name = options.files.front();
  std::optional<Device> device;
  if (name == "-") {
    if (Result<std::string> text = readFile(name))
      device = readDeviceFrom(*text, displayName(name), outcome.diagnostics);
    else
      outcome.fail(text.error());
  } else {
    device = findAndReadDevice(name, options.archDirs, outcome.diagnostics);
  }
  if (!device) {
    outcome.status = BadInput;
    return outcome;
  }
  outcome.output = describe(*device);
  outcome.json["device"] = sg::toJson(*device);
  return outcome;
}

} // namespace sg::cli
