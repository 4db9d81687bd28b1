#include "app/window/ExplorerImpl.h"
#include "app/window/Json.h"
#include "imgui_internal.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include "viz/widgets/Splitter.h"
#include <algorithm>

namespace sg::app {

using namespace viz;

static constexpr const char *firstSample = "swiglu";

ExplorerImpl::ExplorerImpl(Platform &platform, Places places)
    : work(platform, std::move(places)) {
  ImGui::GetIO().IniFilename = nullptr; // settings are ours
  ImGui::GetIO().ConfigWindowsMoveFromTitleBarOnly = true;
  ImGui::GetIO().ConfigInputTextCursorBlink = false;
  makeActions();
  start();
}

void ExplorerImpl::start() {
  nlohmann::json json =
      nlohmann::json::parse(work.platform.loadSettings(), nullptr, false);
  if (json.is_object()) {
    if (auto it = json.find("settings"); it != json.end())
      work.settings = settingsFromJson(*it);
    if (auto it = json.find("document"); it != json.end())
      if (Result<Document> document = documentFromJson(*it)) {
        work.open(std::move(*document));
        return;
      }
  }
  const Sample *sample = work.samples.find(firstSample);
  if (!sample && !work.samples.kernels.empty())
    sample = &work.samples.kernels.front();
  if (sample)
    openSample(work, *sample);
  else
    work.say("No samples were found in " + work.places.samples, true);
}

bool ExplorerImpl::prepareFonts(float points) {
  pixelsPerPoint = points;
  float scale = std::clamp(points * work.settings.zoom, 0.5f, 6.f);
  bool dark = work.settings.dark;
  if (scale == loadedScale && dark == work.style.dark)
    return false;
  bool fonts = scale != loadedScale;
  work.style.scale = scale;
  setColours(work.style, dark);
  if (fonts)
    loadFonts(work.style, work.places.fonts);
  applyStyle(work.style);
  work.updateColours();
  loadedScale = scale;
  return fonts;
}

// "?" wherever a keyboard has it.
void ExplorerImpl::takeCharacters() {
  if (ImGui::GetIO().WantTextInput ||
      ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup))
    return;
  for (ImWchar character : ImGui::GetIO().InputQueueCharacters)
    if (character == '?')
      keys.open();
}

// Escape closes whatever opened last, also while text is typed into it.
static void closeByEscape() {
  int open = ImGui::GetCurrentContext()->OpenPopupStack.Size;
  if (open > 0 && ImGui::IsKeyPressed(ImGuiKey_Escape, false))
    ImGui::ClosePopupToLevel(open - 1, true);
}

void ExplorerImpl::frame() {
  double now = work.platform.seconds();
  if (lastFrame > 0)
    work.advanceClock(std::clamp(now - lastFrame, 0.0, 0.1));
  lastFrame = now;
  applyPending();
  runKeys(actions);
  takeCharacters();
  closeByEscape();
  layout();
  if (palette.isOpen())
    palette.draw(work.style, everything());
  keys.draw(work.style, actions);
  if (std::string path = prompt.draw(work); !path.empty()) {
    if (Result<std::string> text = readTextFile(path))
      openFile(path.substr(path.rfind('/') + 1), std::move(*text));
    else
      work.say(text.error().str(), true);
  }
  drawToasts();
  storeSettings(false);
}

// What the palette offers: actions, samples and stages.
std::vector<Action> ExplorerImpl::everything() {
  std::vector<Action> entries = actions;
  for (const Sample &sample : work.samples.kernels)
    entries.push_back({"Sample", sample.name, 0,
                       [this, &sample] { openSample(work, sample); }});
  if (work.build)
    for (uint32_t i = 0; i < work.build->stages().size(); ++i)
      entries.push_back({"Stage", work.build->stages()[i].name, 0,
                         [this, i] { work.showStage(i); }});
  return entries;
}

// A pane with a background of its own in a rectangle.
static void beginPane(const Style &style, const char *name, ImVec2 min,
                      ImVec2 max) {
  ImGui::SetCursorScreenPos(min);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, style.panel);
  ImGui::BeginChild(
      name, {std::max(1.f, max.x - min.x), std::max(1.f, max.y - min.y)},
      ImGuiChildFlags_AlwaysUseWindowPadding,
      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleColor();
}

void ExplorerImpl::layout() {
  const Style &style = work.style;
  Settings &settings = work.settings;
  ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(screen);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, style.background);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::Begin("explorer", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_MenuBar |
                   ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  toolbar.draw(work, actions);
  float gap = style.px(5), margin = style.px(6);
  ImVec2 min{margin, ImGui::GetCursorScreenPos().y + style.px(2)};
  ImVec2 max{screen.x - margin, screen.y - margin};
  float width = max.x - min.x, height = max.y - min.y;

  float top = 1 - settings.runHeight;
  float middle = min.y + height * top;
  splitter("##split run", style, {min.x, middle}, {max.x, middle + gap}, false,
           height, style.px(90), 1 - Settings().runHeight, top);
  settings.runHeight = 1 - top;

  float left = settings.sourceWidth, right = 1 - settings.inspectorWidth;
  float x1 = min.x + width * left, x2 = min.x + width * right;
  splitter("##split source", style, {x1, min.y}, {x1 + gap, middle}, true,
           width, style.px(120), Settings().sourceWidth, left);
  splitter("##split inspector", style, {x2, min.y}, {x2 + gap, middle}, true,
           width, style.px(120), 1 - Settings().inspectorWidth, right);
  right = std::max(right, left + 0.2f);
  settings.sourceWidth = std::min(left, 0.7f);
  settings.inspectorWidth = std::max(0.05f, 1 - right);

  float inner = x2 - x1 - gap;
  float share = settings.stagesWidth;
  float x3 = x1 + gap + inner * share;
  splitter("##split stages", style, {x3, min.y}, {x3 + gap, middle}, true,
           inner, style.px(90), Settings().stagesWidth, share);
  settings.stagesWidth = share;

  beginPane(style, "Source", min, {x1, middle});
  source.draw(work);
  ImGui::EndChild();
  beginPane(style, "Stages", {x1 + gap, min.y}, {x3, middle});
  stages.drawList(work);
  ImGui::EndChild();
  beginPane(style, "IR", {x3 + gap, min.y}, {x2, middle});
  stages.drawText(work);
  ImGui::EndChild();
  beginPane(style, "Inspector", {x2 + gap, min.y}, {max.x, middle});
  inspector.draw(work);
  ImGui::EndChild();
  beginPane(style, "Run", {min.x, middle + gap}, max);
  run.draw(work);
  ImGui::EndChild();
  ImGui::End();
}

void ExplorerImpl::drawToasts() {
  const Style &style = work.style;
  double now = work.platform.seconds();
  while (!work.toasts.empty() && work.toasts.front().until < now)
    work.toasts.pop_front();
  ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImDrawList &list = *ImGui::GetForegroundDrawList();
  float y = screen.y - style.px(16);
  for (auto it = work.toasts.rbegin(); it != work.toasts.rend(); ++it) {
    float wrap = std::min(style.px(460), screen.x * 0.8f);
    ImVec2 size = style.sans->CalcTextSizeA(style.sans->FontSize, FLT_MAX, wrap,
                                            it->message.c_str());
    ImVec2 min{screen.x - style.px(28) - size.x, y - size.y - style.px(12)};
    ImVec2 max{screen.x - style.px(12), y};
    list.AddRectFilled(min, max, style.raised, style.px(5));
    list.AddRect(min, max, it->isError ? style.bad : style.border, style.px(5));
    list.AddText(style.sans, style.sans->FontSize,
                 {min.x + style.px(8), min.y + style.px(6)},
                 it->isError ? style.bad : style.text, it->message.c_str(),
                 nullptr, wrap);
    noteItem("toast: " + it->message, min, max);
    y = min.y - style.px(6);
  }
}

// Settings are written at most every so many seconds.
static constexpr double storeEvery = 2;

bool ExplorerImpl::unstored() const {
  return !(work.settings == storedSettings && work.document == storedDocument);
}

void ExplorerImpl::storeSettings(bool now) {
  double seconds = work.platform.seconds();
  if (!unstored() || (!now && seconds < lastStore + storeEvery))
    return;
  lastStore = seconds;
  storedSettings = work.settings;
  storedDocument = work.document;
  nlohmann::json json = {{"settings", toJson(work.settings)},
                         {"document", toJson(work.document)}};
  // Invalid UTF-8 in a source is replaced, not thrown at.
  work.platform.storeSettings(
      json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

double ExplorerImpl::idleSeconds() const {
  double now = work.platform.seconds(), idle = 1e9;
  if (unstored())
    idle = std::max(0.0, lastStore + storeEvery - now);
  for (const Workspace::Toast &toast : work.toasts)
    idle = std::min(idle, std::max(0.0, toast.until - now));
  return idle;
}

// A device description rather than a kernel.
static bool isDevice(const std::string &text) {
  return text.find("ktdf_arch.device") != std::string::npos;
}

void ExplorerImpl::openFile(const std::string &name, std::string text) {
  if (text.size() > mostText)
    return work.say(name + " is longer than 16 MiB", true);
  bool state = name.size() > 4 && name.compare(name.size() - 4, 4, ".sgx") == 0;
  if (state) {
    if (Result<void> done = restore(text); !done)
      work.say(done.error().str(), true);
    return;
  }
  Document document = work.document;
  if (isDevice(text)) {
    document.device = name;
    document.deviceText = std::move(text);
    work.say("Device " + name + " is used from now on");
  } else {
    // As in the list of samples: not a device that is too small for it.
    if (document.deviceText.empty() && document.device == "spyre-mini")
      document.device = deviceFor(text);
    document.name = name;
    document.text = std::move(text);
    document.frontend = "auto";
    document.kernel.clear();
    document.defines.clear();
  }
  work.open(std::move(document));
}

nlohmann::json ExplorerImpl::state() const {
  nlohmann::json json = {{"spyreglass", 1},
                         {"document", toJson(work.document)},
                         {"tab", runTabName(work.settings.tab)},
                         {"sideBySide", work.settings.sideBySide},
                         {"core", work.core},
                         {"clock", work.clock}};
  if (work.build && work.stage < work.build->stages().size())
    json["stage"] = work.build->stages()[work.stage].name;
  const ViewRange &view = run.timeline().view;
  json["view"] = {{"begin", view.begin()}, {"end", view.end()}};
  json["selected"] = {{"kind", unsigned(work.selected.kind)},
                      {"stage", work.selected.stage},
                      {"index", work.selected.index},
                      {"line", work.selected.line},
                      {"column", work.selected.column}};
  return json;
}

Result<void> ExplorerImpl::restore(const std::string &text) {
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("document"))
    return Error{"this is not a saved state of the explorer", ""};
  Result<Document> document = documentFromJson(json["document"]);
  if (!document)
    return document.error();
  pending = std::move(json);
  work.open(std::move(*document));
  pendingFor = work.opened;
  return {};
}

void ExplorerImpl::applyPending() {
  if (!pending || work.working())
    return;
  nlohmann::json json = std::move(*pending);
  pending.reset();
  // Another document came, or this one could not be read or was cancelled.
  if (work.opened != pendingFor || work.outdated || !work.build ||
      !(work.build->document() == work.document))
    return;
  JsonReader reader(json, "state");
  std::string tab, stage;
  reader.read("tab", tab);
  for (unsigned i = 0; i < numRunTabs; ++i)
    if (tab == runTabName(RunTab(i)))
      work.settings.tab = RunTab(i);
  reader.read("sideBySide", work.settings.sideBySide);
  reader.read("stage", stage);
  if (work.build)
    for (uint32_t i = 0; i < work.build->stages().size(); ++i)
      if (work.build->stages()[i].name == stage)
        work.showStage(i);
  reader.readInt("core", work.core, 1 << 20);
  if (work.build && work.core >= int32_t(work.build->pads().size()))
    work.core = 0;
  double clock = 0;
  reader.read("clock", clock, 0, 1e15);
  work.setClock(clock);
  run.reset(work);
  if (const nlohmann::json *view = reader.find("view")) {
    JsonReader ends(*view, "state.view");
    double begin = 0, end = double(work.cycles());
    ends.read("begin", begin, 0, 1e15);
    ends.read("end", end, 0, 1e15);
    run.timeline().view.show(begin, end);
  }
  if (const nlohmann::json *selected = reader.find("selected")) {
    JsonReader fields(*selected, "state.selected");
    Selected what;
    unsigned kind = 0;
    fields.readInt("kind", kind, Selected::Source);
    what.kind = Selected::Kind(kind);
    fields.readInt("stage", what.stage, 1e6);
    fields.readInt("index", what.index, 4e9);
    fields.readInt("line", what.line, 1e9);
    fields.readInt("column", what.column, 1e9);
    if (work.hasRun() || what.kind == Selected::Op ||
        what.kind == Selected::Source)
      work.select(what);
  }
}

} // namespace sg::app
