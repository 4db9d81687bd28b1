// `spyreglass check`: parse and verify only.
#include "app/cli/Commands.h"
#include "app/cli/Files.h"
#include "app/cli/ReadText.h"

namespace sg::cli {

Outcome checkCommand(const Options &options) {
  Outcome outcome;
  Json files = Json::array();
  for (const std::string &file : options.files) {
    std::string shown = displayName(file);
    Result<std::string> text = readFile(file);
    CheckedText checked;
    if (text) {
      checked = checkText(*text, shown, options.frontend, outcome.diagnostics);
    } else {
      outcome.fail(text.error().message, shown);
    }
    if (!checked.isGood)
      outcome.status = BadInput;
    std::string names;
    for (const std::string &name : checked.names)
      names += (names.empty() ? "" : ", ") + name;
    if (checked.isGood)
      outcome.report += shown + ": " + checked.what + ", " + names + "\n";
    files.push_back({{"file", shown},
                     {"good", checked.isGood},
                     {"what", checked.what},
                     {"names", checked.names}});
  }
  outcome.json["files"] = std::move(files);
  return outcome;
}

} // namespace sg::cli
