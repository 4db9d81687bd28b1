#include "app/window/Toolbar.h"
#include "viz/model/Numbers.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"

namespace sg::app {

using namespace viz;

void openSample(Workspace &work, const Sample &sample) {
  Result<std::string> text = readTextFile(sample.path);
  if (!text)
    return work.say(text.error().str(), true);
  Document document = work.document;
  document.name = sample.path.substr(sample.path.rfind('/') + 1);
  document.text = std::move(*text);
  document.frontend = "auto";
  document.kernel.clear();
  document.defines.clear();
  if (document.deviceText.empty())
    document.device = sample.device;
  work.open(std::move(document));
}

void Toolbar::draw(Workspace &work, const std::vector<Action> &actions) {
  const Style &style = work.style;
  if (ImGui::BeginMenuBar()) {
    for (const char *group : {"File", "Edit", "View", "Run", "Help"})
      drawMenu(group, actions);
    ImGui::EndMenuBar();
  }
  float gap = style.px(6);
  sampleChoice(work);
  ImGui::SameLine(0, gap);
  frontendChoice(work);
  ImGui::SameLine(0, gap);
  deviceChoice(work);
  ImGui::SameLine(0, gap);
  optionChoice(work);
  ImGui::SameLine(0, gap * 2);
  compileButton(work);
  ImGui::SameLine(0, gap * 2);
  outcome(work);
}

static std::string sampleOf(const Workspace &work) {
  for (const Sample &sample : work.samples.kernels)
    if (sample.path.substr(sample.path.rfind('/') + 1) == work.document.name)
      return sample.name;
  return work.document.name;
}

void Toolbar::sampleChoice(Workspace &work) {
  const Style &style = work.style;
  ImGui::SetNextItemWidth(style.px(170));
  if (!beginCombo("##sample", sampleOf(work).c_str(),
                  ImGuiComboFlags_HeightLargest))
    return;
  const Sample *chosen = nullptr;
  std::string group;
  for (const Sample &sample : work.samples.kernels) {
    if (sample.frontend != group) {
      group = sample.frontend;
      ImGui::SeparatorText(group == "ktir"     ? "KTIR"
                           : group == "triton" ? "Triton"
                                               : "Inductor");
    }
    ImGui::PushID(group.c_str()); // two languages may hold one name
    if (ImGui::Selectable(sample.name.c_str(), sample.name == sampleOf(work)))
      chosen = &sample;
    if (ImGui::IsItemHovered() && ImGui::BeginTooltip()) {
      ImGui::PushTextWrapPos(style.px(380));
      ImGui::TextUnformatted(sample.about.c_str());
      ImGui::PopTextWrapPos();
      ImGui::EndTooltip();
    }
    ImGui::PopID();
  }
  ImGui::EndCombo();
  if (chosen)
    openSample(work, *chosen);
}

void Toolbar::frontendChoice(Workspace &work) {
  static constexpr const char *names[] = {"auto", "ktir"};
  ImGui::SetNextItemWidth(work.style.px(76));
  if (beginCombo("##frontend", work.document.frontend.c_str())) {
    for (const char *name : names)
      if (ImGui::Selectable(name, work.document.frontend == name)) {
        work.document.frontend = name;
        work.compile();
      }
    ImGui::EndCombo();
  }
  tip("Language of the source");
}

void Toolbar::deviceChoice(Workspace &work) {
  ImGui::SetNextItemWidth(work.style.px(120));
  if (beginCombo("##device", work.document.device.c_str())) {
    for (const std::string &name : work.samples.devices)
      if (ImGui::Selectable(name.c_str(), work.document.device == name)) {
        work.document.device = name;
        work.document.deviceText.clear();
        work.compile();
      }
    ImGui::EndCombo();
  }
  tip("Device the kernel is compiled for; drop a device file to use your own");
}

// A number to choose, 0 meaning that the compiler does.
static bool optionalNumber(const Style &style, const char *label, int &value,
                           const char *automatic) {
  ImGui::SetNextItemWidth(style.px(120));
  int before = value;
  if (ImGui::InputInt(label, &value, 1, 16))
    value = std::max(0, std::min(value, 1 << 20));
  if (value == 0) {
    ImGui::SameLine();
    ImGui::TextDisabled("%s", automatic);
  }
  return value != before;
}

void Toolbar::optionChoice(Workspace &work) {
  const Style &style = work.style;
  Document &document = work.document;
  bool changed = !document.doubleBuffering || document.corelets ||
                 document.tileRows || document.tileColumns || document.seed;
  if (toggle("Options", style, changed,
             "How the scheduler works, and with which data"))
    ImGui::OpenPopup("options");
  ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ImGui::SetNextWindowPos({min.x, max.y + style.px(4)});
  if (!ImGui::BeginPopup("options"))
    return;
  Document before = document;
  // A popup has the colour fields have elsewhere.
  ImGui::PushStyleColor(ImGuiCol_FrameBg, style.background);
  ImGui::PushStyleColor(ImGuiCol_Button, style.hover);
  ImGui::Checkbox("Double buffering", &document.doubleBuffering);
  optionalNumber(style, "Corelets", document.corelets, "all");
  optionalNumber(style, "Tile rows", document.tileRows, "by cost");
  optionalNumber(style, "Tile columns", document.tileColumns, "by cost");
  // A seed of a link may be longer; it stays unless another is chosen.
  int seed = int(std::min<uint64_t>(document.seed, INT32_MAX));
  if (optionalNumber(style, "Seed of the data", seed, ""))
    document.seed = uint64_t(seed);
  if (changed && ImGui::Button("Reset")) {
    document.doubleBuffering = true;
    document.corelets = document.tileRows = document.tileColumns = 0;
    document.seed = 0;
  }
  ImGui::PopStyleColor(2);
  ImGui::EndPopup();
  if (!(before == document))
    work.compile();
}

void Toolbar::compileButton(Workspace &work) {
  const Style &style = work.style;
  if (work.working()) {
    if (ImGui::Button("Cancel"))
      work.cancel();
    return;
  }
  bool fresh = work.edited();
  if (fresh) {
    ImGui::PushStyleColor(ImGuiCol_Button, style.accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered,
                          mix(style.accent, style.text, 0.15f));
    ImGui::PushStyleColor(ImGuiCol_Text, style.accentText);
  }
  if (ImGui::Button("Compile"))
    work.compile();
  if (fresh)
    ImGui::PopStyleColor(3);
  tip("Compile, run and verify (Ctrl+Enter)");
}

void Toolbar::outcome(Workspace &work) const {
  const Style &style = work.style;
  ImVec2 at = ImGui::GetCursorScreenPos();
  float right = at.x + ImGui::GetContentRegionAvail().x;
  float height = ImGui::GetFrameHeight();
  ImDrawList &list = *ImGui::GetWindowDrawList();
  if (work.working()) {
    float width = std::min(style.px(160), right - at.x);
    float y = at.y + height - style.px(5);
    list.AddRectFilled({at.x, y}, {at.x + width, y + style.px(3)}, style.raised,
                       style.px(2));
    list.AddRectFilled(
        {at.x, y},
        {at.x + width * float(work.next->progress()), y + style.px(3)},
        style.accent, style.px(2));
    textIn(list, style.sans, {at.x, at.y},
           {at.x + width, at.y + height - style.px(6)}, style.dim,
           work.next->doing());
    return;
  }
  std::string text;
  ImU32 color = style.dim;
  bool good = false;
  if (work.outdated) {
    color = style.bad;
    text = "The text could not be read";
    for (const Diagnostic &first : work.messages) {
      if (first.severity != Severity::Error)
        continue;
      text = first.line ? "line " + std::to_string(first.line) + ": " : "";
      text += first.message.substr(0, first.message.find('\n'));
      break;
    }
  } else if (work.build && !work.build->failure().empty()) {
    color = style.bad;
    text = work.build->failure();
  } else if (work.hasRun()) {
    const RunResult &run = work.build->run();
    good = run.verification.done && run.verification.passed;
    color = good ? style.good : style.bad;
    char time[32];
    std::snprintf(time, sizeof time, "%.1f ms",
                  work.build->session().compileMilliseconds());
    text = std::string(good ? "verified" : "wrong result") + ", " +
           grouped(run.trace.totals.cycles) + " cycles, compiled in " + time;
    if (work.edited()) {
      color = style.dim;
      text += ", before the text was edited";
    }
  }
  float x = at.x;
  if (!text.empty()) {
    drawIcon(list, good ? Icon::Check : Icon::Cross,
             {x + style.px(6), at.y + height / 2}, style.px(9), color);
    x += style.px(18);
  }
  textIn(list, style.sans, {x, at.y}, {right, at.y + height}, color, text);
  noteItem("outcome: " + text, at, {right, at.y + height});
  ImGui::Dummy({right - at.x, height});
  if (color == style.bad)
    tip(text.c_str());
}

} // namespace sg::app
