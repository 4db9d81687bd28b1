// What can be done, with its keys; and what goes out of the explorer: links,
// files, pictures.
#include "app/window/ExplorerImpl.h"
#include "engine/spyrecode/Zip.h"
#include "viz/model/Csv.h"
#include "viz/model/Svg.h"
#include <cmath>

namespace sg::app {

// "swiglu" of "swiglu.mlir".
static std::string baseName(const Workspace &work) {
  const std::string &name = work.document.name;
  return name.substr(0, name.rfind('.'));
}

static void give(Workspace &work, const std::string &name, const char *type,
                 std::string_view text) {
  std::span<const uint8_t> bytes(reinterpret_cast<const uint8_t *>(text.data()),
                                 text.size());
  Result<std::string> where = work.platform.giveFile(name, type, bytes);
  if (where)
    work.say("Saved to " + *where);
  else
    work.say(where.error().str(), true);
}

void ExplorerImpl::share() {
  std::string link = work.platform.makeLink(
      state().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  if (link.empty())
    return exportState();
  ImGui::SetClipboardText(link.c_str());
  work.say("The link to exactly this view is in the clipboard");
}

void ExplorerImpl::exportState() {
  give(work, baseName(work) + ".sgx", "application/json",
       state().dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void ExplorerImpl::exportSource() {
  give(work, work.document.name, "text/plain", work.document.text);
}

void ExplorerImpl::exportTrace() {
  give(work, baseName(work) + ".trace.json", "application/json",
       toChromeTrace(work.build->run().trace));
}

void ExplorerImpl::exportCode() {
  FileSet files = toFiles(*work.build->session().code());
  Result<std::vector<uint8_t>> zip = toZip(files);
  if (!zip)
    return work.say(zip.error().str(), true);
  Result<std::string> where = work.platform.giveFile(
      baseName(work) + ".spyrecode.zip", "application/zip", *zip);
  if (where)
    work.say("Saved to " + *where);
  else
    work.say(where.error().str(), true);
}

void ExplorerImpl::exportSvg() {
  run.update(work);
  viz::SvgOptions options;
  options.theme = work.style.palette();
  options.colourBy = viz::SvgOptions::ColourBy(work.colourBy);
  options.title = baseName(work) + " on " + work.document.device;
  const viz::TimelineView &view = run.timeline();
  give(work, baseName(work) + "-timeline.svg", "image/svg+xml",
       viz::timelineSvg(work.build->timeline(), view.view, view.lanes.rows(),
                        options));
}

// What the open view shows, as a table.
void ExplorerImpl::exportTable() {
  run.update(work);
  const Build &build = *work.build;
  std::string name = runTabName(work.settings.tab), table;
  if (work.settings.tab == RunTab::Scratchpad) {
    table = viz::scratchpadCsv(build.pads());
  } else if (work.settings.tab == RunTab::JobPlan) {
    table = viz::jobPlanCsv(build.job());
  } else {
    const viz::TimelineView &view = run.timeline();
    std::vector<uint32_t> lanes = view.shownLanes();
    auto [begin, end] =
        view.range.value_or(std::pair{view.view.begin(), view.view.end()});
    name = view.range ? "range" : "events";
    int64_t from = int64_t(std::floor(begin)), to = int64_t(std::ceil(end));
    table =
        view.range
            ? viz::rangeCsv(viz::rangeStats(build.timeline(), from, to, lanes),
                            build.run().trace)
            : viz::eventsCsv(build.timeline(), build.wiring(), from, to, lanes);
  }
  give(work, baseName(work) + "-" + name + ".csv", "text/csv", table);
}

void ExplorerImpl::exportStages() {
  give(work, baseName(work) + "-stages.csv", "text/csv",
       viz::stagesCsv(work.build->stageList.summaries()));
}

void ExplorerImpl::exportPicture() {
  work.platform.givePicture(baseName(work) + "-" +
                                runTabName(work.settings.tab) + ".png",
                            run.viewPart());
}

void ExplorerImpl::add(const char *group, const char *name, ImGuiKeyChord key,
                       std::function<void()> run,
                       std::function<bool()> enabled) {
  actions.push_back({group, name, key, std::move(run), std::move(enabled)});
}

static constexpr ImGuiKeyChord ctrl = ImGuiMod_Ctrl, shift = ImGuiMod_Shift,
                               alt = ImGuiMod_Alt;

void ExplorerImpl::makeActions() {
  makeFileActions();
  makeEditActions();
  makeViewActions();
  makeRunActions();
  add("Help", "Keys", 0, [this] { keys.open(); });
}

void ExplorerImpl::makeFileActions() {
  auto hasRun = [this] { return work.hasRun(); };
  auto hasStages = [this] { return work.build && work.build->hasStages(); };
  auto hasCode = [this] { return work.build && work.build->session().code(); };
  add("File", "Open…", ctrl | ImGuiKey_O, [this] {
    if (!work.platform.chooseFile())
      prompt.open();
  });
  add("File", "Save the source", ctrl | ImGuiKey_S, [this] { exportSource(); });
  add("File", "Save the state (.sgx)", 0, [this] { exportState(); });
  add("File", "Share a link", ctrl | shift | ImGuiKey_L, [this] { share(); });
  auto save = [this](const char *name, void (ExplorerImpl::*run)(),
                     std::function<bool()> enabled) {
    add(
        "File", name, 0, [this, run] { (this->*run)(); }, std::move(enabled));
  };
  save("Export the view as a picture (PNG)", &ExplorerImpl::exportPicture,
       hasRun);
  save("Export the timeline as SVG", &ExplorerImpl::exportSvg, hasRun);
  save("Export the view as a table (CSV)", &ExplorerImpl::exportTable, hasRun);
  save("Export the stages as a table (CSV)", &ExplorerImpl::exportStages,
       hasStages);
  save("Export the trace (Perfetto, Chrome)", &ExplorerImpl::exportTrace,
       hasRun);
  save("Export the SpyreCode directory (zip)", &ExplorerImpl::exportCode,
       hasCode);
}

void ExplorerImpl::makeEditActions() {
  // The editor has these keys itself while it is typed into.
  auto elsewhere = [this] { return !source.focused(); };
  add(
      "Edit", "Undo", ctrl | ImGuiKey_Z, [this] { source.undo(); }, elsewhere);
  add(
      "Edit", "Redo", ctrl | ImGuiKey_Y, [this] { source.redo(); }, elsewhere);
  add("Edit", "Find in the source", ctrl | ImGuiKey_F,
      [this] { source.find(); });
  add("Edit", "Find in all stages", ctrl | shift | ImGuiKey_F,
      [this] { stages.find(); });
  add("Edit", "Next found place", ImGuiKey_F3,
      [this] { stages.nextHit(work, 1); });
  add("Edit", "Previous found place", shift | ImGuiKey_F3,
      [this] { stages.nextHit(work, -1); });
  add("Edit", "Next message", ImGuiKey_F8,
      [this] { source.goToMessage(work, 1); });
  add("Edit", "Previous message", shift | ImGuiKey_F8,
      [this] { source.goToMessage(work, -1); });
}

void ExplorerImpl::makeViewActions() {
  auto zoomBy = [this](float factor) {
    work.settings.zoom = std::clamp(work.settings.zoom * factor, 0.5f, 3.f);
  };
  add("View", "Command palette", ctrl | shift | ImGuiKey_P,
      [this] { palette.open(); });
  add(
      "View", "Back", alt | ImGuiKey_LeftArrow, [this] { work.goBack(); },
      [this] { return work.canGoBack(); });
  add(
      "View", "Forward", alt | ImGuiKey_RightArrow,
      [this] { work.goForward(); }, [this] { return work.canGoForward(); });
  add("View", "Clear the selection", ImGuiKey_Escape,
      [this] { work.select({}); });
  add("View", "Before/after", ctrl | ImGuiKey_B,
      [this] { work.settings.sideBySide = !work.settings.sideBySide; });
  for (unsigned i = 0; i < numRunTabs; ++i)
    add("View", runTabName(RunTab(i)), alt | ImGuiKey(int(ImGuiKey_1) + int(i)),
        [this, i] { work.settings.tab = RunTab(i); });
  add("View", "Dark or light", 0,
      [this] { work.settings.dark = !work.settings.dark; });
  add("View", "Larger", ctrl | ImGuiKey_Equal, [zoomBy] { zoomBy(1.1f); });
  add("View", "Smaller", ctrl | ImGuiKey_Minus, [zoomBy] { zoomBy(1 / 1.1f); });
  add("View", "Normal size", ctrl | ImGuiKey_0,
      [this] { work.settings.zoom = 1; });
}

void ExplorerImpl::makeRunActions() {
  auto hasRun = [this] { return work.hasRun(); };
  add("Run", "Compile", ctrl | ImGuiKey_Enter, [this] { work.compile(); });
  add(
      "Run", "Cancel", 0, [this] { work.cancel(); },
      [this] { return work.working(); });
  add(
      "Run", "Play or pause", ImGuiKey_Space,
      [this] { work.play(!work.playing); }, hasRun);
  add(
      "Run", "Next event", ImGuiKey_Period, [this] { work.step(1); }, hasRun);
  add(
      "Run", "Previous event", ImGuiKey_Comma, [this] { work.step(-1); },
      hasRun);
  add(
      "Run", "To the start", ImGuiKey_Home, [this] { work.setClock(0); },
      hasRun);
  add(
      "Run", "To the end", ImGuiKey_End,
      [this] { work.setClock(double(work.cycles())); }, hasRun);
}

} // namespace sg::app
