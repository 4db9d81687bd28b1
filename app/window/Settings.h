// What the explorer remembers from one session to the next besides the
// document: how the window looks and what is where.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace sg::app {

/// The views of a run, in the order of their tabs.
enum class RunTab : uint8_t {
  Timeline,
  Scratchpad,
  Ring,
  Core,
  Placement,
  JobPlan
};
inline constexpr unsigned numRunTabs = 6;
const char *runTabName(RunTab tab);

struct Settings {
  bool dark = true;
  float zoom = 1; ///< of everything, 0.5 to 3
  /// Shares of the window, 0 to 1.
  float sourceWidth = 0.28f, inspectorWidth = 0.2f, stagesWidth = 0.34f;
  float runHeight = 0.46f;
  RunTab tab = RunTab::Timeline;
  bool sideBySide = false; ///< IR before and after
  bool hexAddresses = false;

  bool operator==(const Settings &) const = default;
};

nlohmann::json toJson(const Settings &settings);
/// What is missing or wrong keeps its default: settings never stop the start.
Settings settingsFromJson(const nlohmann::json &json);

} // namespace sg::app
