#include "viz/widgets/ItemRegistry.h"
#include "imgui_internal.h"
#include <unordered_map>

namespace sg::viz {

static ItemRegistry *recorder = nullptr;
// ImGui tells the rectangle first, then the label.
static std::unordered_map<ImGuiID, ImRect> rectangles;

void ItemRegistry::start() {
  recorder = this;
  ImGui::GetCurrentContext()->TestEngineHookItems = true;
}

void ItemRegistry::stop() {
  if (recorder != this)
    return;
  recorder = nullptr;
  rectangles.clear();
  if (ImGuiContext *context = ImGui::GetCurrentContext())
    context->TestEngineHookItems = false;
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
  if (label && it != rectangles.end())
    noteItem(label, it->second.Min, it->second.Max);
}

void ImGuiTestEngineHook_Log(ImGuiContext *, const char *, ...) {}

const char *ImGuiTestEngine_FindItemDebugLabel(ImGuiContext *, ImGuiID) {
  return nullptr;
}
