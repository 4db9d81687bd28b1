// Everything the user can do by a key, from a menu or by its name in the
// command palette: one list for all three, and for the page of keys.
#pragma once
#include "imgui.h"
#include <functional>
#include <string>
#include <vector>

namespace sg::app {

struct Action {
  std::string group;     ///< "File", "Edit", "View", "Run", "Help": its menu
  std::string name;      ///< "Open…"
  ImGuiKeyChord key = 0; ///< 0: none
  std::function<void()> run;
  std::function<bool()> enabled = {}; ///< empty: always
  bool able() const { return !enabled || enabled(); }
};

/// "Ctrl+Shift+P".
std::string keyName(ImGuiKeyChord key);
/// Whether the keys are being pressed in this frame; those without Ctrl, Alt
/// or a function key are not while text is being typed.
bool pressed(ImGuiKeyChord key);

/// Menus of one group.
void drawMenu(const char *group, const std::vector<Action> &actions);
/// Runs what the keys of this frame ask for.
void runKeys(const std::vector<Action> &actions);

} // namespace sg::app
