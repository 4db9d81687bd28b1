#include "app/window/Settings.h"
#include "app/window/Json.h"

namespace sg::app {

static constexpr const char *tabNames[numRunTabs] = {
    "Timeline", "Scratchpad", "Ring", "Core", "Placement", "Job plan"};

const char *runTabName(RunTab tab) { return tabNames[unsigned(tab)]; }

nlohmann::json toJson(const Settings &settings) {
  return {{"dark", settings.dark},
          {"zoom", settings.zoom},
          {"sourceWidth", settings.sourceWidth},
          {"inspectorWidth", settings.inspectorWidth},
          {"stagesWidth", settings.stagesWidth},
          {"runHeight", settings.runHeight},
          {"tab", runTabName(settings.tab)},
          {"sideBySide", settings.sideBySide},
          {"hexAddresses", settings.hexAddresses}};
}

Settings settingsFromJson(const nlohmann::json &json) {
  Settings settings;
  JsonReader reader(json, "settings");
  auto share = [&reader](const char *key, float &into) {
    double value = into;
    reader.read(key, value, 0.05, 0.95);
    into = float(value);
  };
  reader.read("dark", settings.dark);
  double zoom = settings.zoom;
  reader.read("zoom", zoom, 0.5, 3);
  settings.zoom = float(zoom);
  share("sourceWidth", settings.sourceWidth);
  share("inspectorWidth", settings.inspectorWidth);
  share("stagesWidth", settings.stagesWidth);
  share("runHeight", settings.runHeight);
  std::string tab;
  reader.read("tab", tab);
  for (unsigned i = 0; i < numRunTabs; ++i)
    if (tab == tabNames[i])
      settings.tab = RunTab(i);
  reader.read("sideBySide", settings.sideBySide);
  reader.read("hexAddresses", settings.hexAddresses);
  return settings;
}

} // namespace sg::app
