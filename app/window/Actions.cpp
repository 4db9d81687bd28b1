#include "app/window/Actions.h"

namespace sg::app {

std::string keyName(ImGuiKeyChord key) {
  if (!key)
    return {};
  std::string name;
  if (key & ImGuiMod_Ctrl)
    name += "Ctrl+";
  if (key & ImGuiMod_Shift)
    name += "Shift+";
  if (key & ImGuiMod_Alt)
    name += "Alt+";
  ImGuiKey plain = ImGuiKey(key & ~ImGuiMod_Mask_);
  switch (plain) {
  case ImGuiKey_Equal:
    return name + "+";
  case ImGuiKey_Minus:
    return name + "-";
  case ImGuiKey_Comma:
    return name + ",";
  case ImGuiKey_Period:
    return name + ".";
  case ImGuiKey_Slash:
    return key & ImGuiMod_Shift ? "?" : name + "/";
  case ImGuiKey_LeftArrow:
    return name + "Left";
  case ImGuiKey_RightArrow:
    return name + "Right";
  default:
    return name + ImGui::GetKeyName(plain);
  }
}

bool pressed(ImGuiKeyChord key) {
  const ImGuiIO &io = ImGui::GetIO();
  ImGuiKey plain = ImGuiKey(key & ~ImGuiMod_Mask_);
  // Typing "?" or "." is no command.
  if (io.WantTextInput && !(key & (ImGuiMod_Ctrl | ImGuiMod_Alt)) &&
      !(plain >= ImGuiKey_F1 && plain <= ImGuiKey_F12))
    return false;
  // On many keyboards plus is a shifted key.
  bool plus = plain == ImGuiKey_Equal;
  return io.KeyCtrl == bool(key & ImGuiMod_Ctrl) &&
         (plus || io.KeyShift == bool(key & ImGuiMod_Shift)) &&
         io.KeyAlt == bool(key & ImGuiMod_Alt) && ImGui::IsKeyPressed(plain);
}

void drawMenu(const char *group, const std::vector<Action> &actions) {
  if (!ImGui::BeginMenu(group))
    return;
  for (const Action &action : actions)
    if (action.group == group &&
        ImGui::MenuItem(action.name.c_str(), keyName(action.key).c_str(), false,
                        action.able()))
      action.run();
  ImGui::EndMenu();
}

void runKeys(const std::vector<Action> &actions) {
  if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup))
    return;
  for (const Action &action : actions)
    if (action.key && pressed(action.key)) {
      if (action.able())
        action.run();
      return;
    }
}

} // namespace sg::app
