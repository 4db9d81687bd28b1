#include "app/window/Explorer.h"
#include "app/window/ExplorerImpl.h"
#include "imgui_internal.h"

namespace sg::app {

Explorer::Explorer(Platform &platform, Places places)
    : explorer(std::make_unique<ExplorerImpl>(platform, std::move(places))) {}
Explorer::~Explorer() = default;

bool Explorer::prepareFonts(float pixelsPerPoint) {
  return explorer->prepareFonts(pixelsPerPoint);
}

bool Explorer::work(double milliseconds) {
  explorer->work.work(milliseconds);
  return working();
}

bool Explorer::working() const { return explorer->work.working(); }

void Explorer::frame() { explorer->frame(); }

// Tooltips come when the mouse has rested for a while, without input.
static bool tooltipIsDue() {
  const ImGuiContext &context = *ImGui::GetCurrentContext();
  const ImGuiStyle &style = ImGui::GetStyle();
  return context.HoverItemDelayId &&
         (context.HoverItemDelayTimer < style.HoverDelayNormal ||
          context.MouseStationaryTimer < style.HoverStationaryDelay);
}

bool Explorer::wantsFrame() const {
  return explorer->work.working() || explorer->work.playing || tooltipIsDue();
}

double Explorer::idleSeconds() const { return explorer->idleSeconds(); }

void Explorer::openFile(const std::string &name, std::string text) {
  explorer->openFile(name, std::move(text));
}

std::string Explorer::state() const {
  return explorer->state().dump(-1, ' ', false,
                                nlohmann::json::error_handler_t::replace);
}

Result<void> Explorer::restore(const std::string &state) {
  return explorer->restore(state);
}

void Explorer::say(const std::string &message, bool isError) {
  explorer->work.say(message, isError);
}

void Explorer::storeSettings() { explorer->storeSettings(true); }

} // namespace sg::app
