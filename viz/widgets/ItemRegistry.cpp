#include "viz/widgets/ItemRegistry.h"
#include "imgui_internal.h"
#include <algorithm>
#include <unordered_map>

namespace sg::viz {

static ItemRegistry *recorder = nullptr;
// ImGui tells the rectangle first, then the label.
static std::unordered_map<ImGuiID, ImRect> rectangles;
// Labels of this frame, to see when two items have one id.
static std::unordered_map<ImGuiID, std::pair<std::string, ImRect>> labels;

void ItemRegistry::start() {
  recorder = this;
  ImGui::GetCurrentContext()->TestEngineHookItems = true;
}

void ItemRegistry::stop() {
  if (recorder != this)
    return;
  recorder = nullptr;
  rectangles.clear();
  labels.clear();
  if (ImGuiContext *context = ImGui::GetCurrentContext())
    context->TestEngineHookItems = false;
}

void ItemRegistry::clear() {
  items.clear();
  rectangles.clear();
  labels.clear();
}

void ItemRegistry::addConflict(std::string label) {
  if (std::find(shared.begin(), shared.end(), label) == shared.end())
    shared.push_back(std::move(label));
}

const DrawnItem *ItemRegistry::find(std::string_view label) const {
  for (auto it = items.rbegin(); it != items.rend(); ++it)
    if (it->label == label)
      return &*it;
  return nullptr;
}

bool notesItems() { return recorder != nullptr; }

void noteItem(std::string_view label, ImVec2 min, ImVec2 max) {
  if (!recorder)
    return;
  const ImGuiWindow *window = ImGui::GetCurrentContext()->CurrentWindow;
  recorder->add({std::string(label), window ? window->Name : "", min, max});
}

} // namespace sg::viz

using namespace sg::viz;

void ImGuiTestEngineHook_ItemAdd(ImGuiContext *, ImGuiID id, const ImRect &box,
                                 const ImGuiLastItemData *) {
  if (id)
    rectangles[id] = box;
}

void ImGuiTestEngineHook_ItemInfo(ImGuiContext *, ImGuiID id, const char *label,
                                  ImGuiItemStatusFlags) {
  auto it = rectangles.find(id);
  if (!recorder || !label || it == rectangles.end())
    return;
  const ImRect &box = it->second;
  noteItem(label, box.Min, box.Max);
  if (!*label) // a part of a menu or of an input, which lend it their id
    return;
  auto [known, isNew] = labels.try_emplace(id, label, box);
  const auto &[first, where] = known->second;
  if (!isNew && (first != label || where.Min.x != box.Min.x ||
                 where.Min.y != box.Min.y))
    recorder->addConflict(label);
}

void ImGuiTestEngineHook_Log(ImGuiContext *, const char *, ...) {}

const char *ImGuiTestEngine_FindItemDebugLabel(ImGuiContext *, ImGuiID) {
  return nullptr;
}
