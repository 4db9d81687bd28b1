#include "app/window/Palette.h"
#include "viz/widgets/Controls.h"
#include <algorithm>
#include <cctype>

namespace sg::app {

static char lower(char c) { return char(std::tolower((unsigned char)c)); }

/// Whether the name holds what was typed as it is, in letters of any case.
static bool holds(const std::string &name, const std::string &typed) {
  return std::search(name.begin(), name.end(), typed.begin(), typed.end(),
                     [](char a, char b) { return lower(a) == lower(b); }) !=
         name.end();
}

int matchScore(const std::string &name, const std::string &typed) {
  int score = holds(name, typed) ? int(typed.size()) * 2 : 0;
  size_t at = 0;
  bool next = true; // the letter before matched, or a word begins
  for (char wanted : typed) {
    if (wanted == ' ')
      continue;
    for (; at < name.size() && lower(name[at]) != lower(wanted); ++at)
      next = name[at] == ' ' || name[at] == '-' || name[at] == '/';
    if (at == name.size())
      return -1;
    score += next ? 3 : 1;
    next = true;
    ++at;
  }
  return score * 100 - int(std::min<size_t>(name.size(), 99));
}

static std::string fullName(const Action &action) {
  return action.group + ": " + action.name;
}

void Palette::draw(const viz::Style &style,
                   const std::vector<Action> &entries) {
  if (opening) {
    ImGui::OpenPopup(title);
    what[0] = 0;
    chosen = 0;
  }
  ImVec2 screen = ImGui::GetIO().DisplaySize;
  float width = std::min(style.px(520), screen.x * 0.9f);
  ImGui::SetNextWindowPos({(screen.x - width) / 2, style.px(60)});
  ImGui::SetNextWindowSize({width, 0});
  if (!ImGui::BeginPopup(title))
    return;
  if (opening)
    ImGui::SetKeyboardFocusHere();
  opening = false;
  ImGui::SetNextItemWidth(-1);
  bool enter = ImGui::InputTextWithHint(
      "##command", "What to do: a command, a sample, a stage", what,
      sizeof what, ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemEdited())
    chosen = 0;
  std::vector<std::pair<int, const Action *>> found;
  for (const Action &entry : entries)
    if (entry.able())
      if (int score = matchScore(fullName(entry), what); !what[0] || score >= 0)
        found.emplace_back(-score, &entry);
  if (what[0])
    std::sort(found.begin(), found.end());
  constexpr size_t most = 14;
  found.resize(std::min(found.size(), most));
  if (!found.empty()) {
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow))
      chosen = (chosen + 1) % found.size();
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow))
      chosen = (chosen + found.size() - 1) % found.size();
    chosen = std::min(chosen, found.size() - 1);
  } else {
    ImGui::TextDisabled("Nothing has this name");
  }
  const Action *run = nullptr;
  for (size_t i = 0; i < found.size(); ++i) {
    const Action &entry = *found[i].second;
    if (ImGui::Selectable(fullName(entry).c_str(), i == chosen) ||
        (enter && i == chosen))
      run = &entry;
    if (entry.key) {
      ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
      viz::textIn(*ImGui::GetWindowDrawList(), style.sans, min,
                  {max.x - style.px(8), max.y}, style.dim, keyName(entry.key),
                  1);
    }
  }
  if (run)
    ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (run)
    run->run();
}

static void keyRow(const viz::Style &style, const char *key, const char *text) {
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(style.accent), "%s", key);
  ImGui::SameLine(style.px(100)); // from the column's left
  ImGui::TextUnformatted(text);
  ImGui::SameLine(0, style.px(24));
  ImGui::Dummy({});
}

static void keysOf(const viz::Style &style, const std::vector<Action> &actions,
                   const std::string &group) {
  viz::paneTitle(group == "Mouse" ? "Timeline and stages" : group.c_str(),
                 style);
  for (const Action &action : actions)
    if (action.key && action.group == group)
      keyRow(style, keyName(action.key).c_str(), action.name.c_str());
  if (group == "Mouse") {
    keyRow(style, "W S, wheel", "Timeline: closer, farther");
    keyRow(style, "A D", "Timeline: left, right");
    keyRow(style, "F", "Timeline: fit selection, or all");
    keyRow(style, "Shift+drag", "Timeline: measure a range");
    keyRow(style, "Up Down", "Stages: previous, next that changed something");
  }
  ImGui::Dummy({0, style.px(8)});
}

void KeysPage::draw(const viz::Style &style,
                    const std::vector<Action> &actions) {
  if (opening)
    ImGui::OpenPopup("Keys");
  opening = false;
  ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, 0, {0.5f, 0.5f});
  if (!ImGui::BeginPopup("Keys"))
    return;
  // A column per two menus, so that what belongs together stands together.
  const char *columns[][2] = {{"File", "Edit"}, {"View", ""}, {"Run", "Mouse"}};
  if (ImGui::BeginTable("##keys", 3, ImGuiTableFlags_SizingFixedFit)) {
    for (auto &groups : columns) {
      ImGui::TableNextColumn();
      for (const char *group : groups)
        if (*group)
          keysOf(style, actions, group);
    }
    ImGui::EndTable();
  }
  ImGui::EndPopup();
}

} // namespace sg::app
