#include "app/window/FilePrompt.h"
#include "viz/widgets/Controls.h"
#include <algorithm>
#include <cstring>
#include <filesystem>

namespace sg::app {

namespace fs = std::filesystem;

void FilePrompt::list(const std::string &folder) {
  if (folder == listed)
    return;
  listed = folder;
  entries.clear();
  constexpr size_t most = 2000;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end;
       !code && it != end && entries.size() < most; it.increment(code)) {
    std::string name = it->path().filename().string();
    std::error_code ignored;
    if (name[0] != '.')
      entries.push_back({name, it->is_directory(ignored)});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
    return a.folder != b.folder ? a.folder : a.name < b.name;
  });
}

std::string FilePrompt::draw(const Workspace &work) {
  const viz::Style &style = work.style;
  if (opening) {
    ImGui::OpenPopup("Open a file");
    listed.clear();
    if (!path[0]) {
      std::error_code code;
      std::string here = fs::current_path(code).string() + "/";
      if (here.size() < sizeof path)
        std::memcpy(path, here.c_str(), here.size() + 1);
    }
  }
  ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x / 2, style.px(60)}, 0, {0.5f, 0});
  ImGui::SetNextWindowSize({std::min(style.px(560), screen.x * 0.9f),
                            std::min(style.px(420), screen.y * 0.8f)});
  std::string chosen;
  if (!ImGui::BeginPopup("Open a file"))
    return chosen;
  viz::paneTitle("Open a kernel, a device or a saved state", style);
  ImGui::SetNextItemWidth(-1);
  if (opening)
    ImGui::SetKeyboardFocusHere();
  opening = false;
  if (ImGui::InputTextWithHint("##path", "Path of a file", path, sizeof path,
                               ImGuiInputTextFlags_EnterReturnsTrue))
    chosen = path;
  std::string typed = path;
  size_t slash = typed.rfind('/');
  std::string folder =
      slash == std::string::npos ? "." : typed.substr(0, slash + 1);
  std::string begun =
      slash == std::string::npos ? typed : typed.substr(slash + 1);
  list(folder);
  ImGui::BeginChild("##files");
  for (const Entry &entry : entries) {
    if (entry.name.compare(0, begun.size(), begun) != 0)
      continue;
    std::string label = entry.name + (entry.folder ? "/" : "");
    if (!ImGui::Selectable(label.c_str(), false,
                           ImGuiSelectableFlags_DontClosePopups))
      continue;
    std::string next = (slash == std::string::npos ? "" : folder) + label;
    if (next.size() < sizeof path)
      std::memcpy(path, next.c_str(), next.size() + 1);
    if (!entry.folder)
      chosen = next;
    break;
  }
  if (entries.empty())
    ImGui::TextDisabled("No files here");
  ImGui::EndChild();
  if (!chosen.empty())
    ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return chosen;
}

} // namespace sg::app
