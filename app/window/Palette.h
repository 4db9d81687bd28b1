// The command palette: every action, sample and stage by a few letters of its
// name.
#pragma once
#include "app/window/Actions.h"
#include "viz/widgets/Style.h"

namespace sg::app {

class Palette {
public:
  static constexpr const char *title = "Command palette";

  void open() { opening = true; }
  bool isOpen() const { return opening || ImGui::IsPopupOpen(title); }
  /// `entries` are the actions and whatever else can be chosen by name.
  void draw(const viz::Style &style, const std::vector<Action> &entries);

private:
  bool opening = false;
  char what[128] = "";
  size_t chosen = 0;
};

/// How well a name matches what was typed: its letters in order; what stands
/// there as typed, words and neighbours preferred; negative when it does not.
int matchScore(const std::string &name, const std::string &typed);

/// A window with all keys.
class KeysPage {
public:
  void open() { opening = true; }
  void draw(const viz::Style &style, const std::vector<Action> &actions);

private:
  bool opening = false;
};

} // namespace sg::app
