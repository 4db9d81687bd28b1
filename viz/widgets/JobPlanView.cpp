#include "viz/widgets/JobPlanView.h"
#include "viz/model/Numbers.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include <algorithm>

namespace sg::viz {

/// The command that says most: what the device runs.
static uint32_t interesting(const JobModel &model) {
  const auto &rows = model.commands();
  for (uint32_t i = uint32_t(rows.size()); i-- > 0;)
    if (rows[i].binary)
      return i;
  return 0;
}

void JobPlanView::update(const JobModel &model) {
  if (shown == &model)
    return;
  shown = &model;
  if (command >= model.commands().size())
    command = interesting(model);
  binary = 0;
  if (command < model.commands().size())
    binary = model.commands()[command].binary.value_or(0);
  listing = Listing();
  if (binary < model.binaries().size()) {
    const JobBinary &image = model.binaries()[binary];
    if (unit && *unit >= image.mapped.binary.instances.size())
      unit.reset();
    listing = Listing(image, unit);
  }
  startSearch();
}

void JobPlanView::choose(const JobModel &model, uint32_t row) {
  command = row;
  const PlanRow &chosen = model.commands()[row];
  if (chosen.binary) {
    tab = tab == Tab::Words ? Tab::Words : Tab::Instructions;
    if (*chosen.binary != binary) {
      unit.reset();
      reset();
    }
  } else if (chosen.phase == PlanRow::Execution) {
    tab = Tab::Correction;
  }
}

void JobPlanView::card(const Style &theme, const JobModel &model,
                       uint32_t number) {
  const PlanRow &row = model.commands()[number];
  ImDrawList &list = *ImGui::GetWindowDrawList();
  ImVec2 min = ImGui::GetCursorScreenPos();
  float width = ImGui::GetContentRegionAvail().x, pad = theme.px(8);
  const std::string &says = row.error.empty() ? row.does : row.error;
  float wrap = std::max(theme.px(40), width - 2 * pad);
  float size = theme.sans->FontSize, line = size + theme.px(5);
  float body = theme.sans
                   ->CalcTextSizeA(size, FLT_MAX, wrap, says.data(),
                                   says.data() + says.size())
                   .y;
  ImVec2 max{min.x + width, min.y + line + body + 2 * pad};
  ImGui::PushID(int(number));
  if (ImGui::InvisibleButton("##command", {width, max.y - min.y}))
    choose(model, number);
  bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  if (notesItems())
    noteItem("command " + row.name, min, max);
  bool selected = number == command;
  list.AddRectFilled(min, max,
                     selected  ? mix(theme.panel, theme.accent, 0.22f)
                     : hovered ? theme.hover
                               : theme.raised,
                     theme.px(5));
  list.AddRectFilled(min, {min.x + theme.px(3), max.y},
                     !row.error.empty() ? theme.bad
                     : selected         ? theme.accent
                                        : theme.border,
                     theme.px(5), ImDrawFlags_RoundCornersLeft);
  std::string bytes = row.bytes ? bytesText(int64_t(row.bytes)) : "";
  textIn(list, theme.bold, {min.x + pad, min.y + pad},
         {max.x - theme.px(80), min.y + pad + size}, theme.text, row.name);
  textIn(list, theme.sans, {max.x - theme.px(90), min.y + pad},
         {max.x - pad, min.y + pad + size}, theme.dim, bytes, 1);
  list.AddText(theme.sans, size, {min.x + pad, min.y + pad + line},
               row.error.empty() ? theme.dim : theme.bad, says.data(),
               says.data() + says.size(), wrap);
}

void JobPlanView::commands(const Style &theme, const JobModel &model) {
  const auto &rows = model.commands();
  for (PlanRow::Phase phase : {PlanRow::Preparation, PlanRow::Execution}) {
    paneTitle(phase == PlanRow::Preparation ? "Preparation" : "Execution",
              theme);
    ImGui::SameLine();
    ImGui::TextDisabled(phase == PlanRow::Preparation ? "once per job"
                                                      : "at every launch");
    for (uint32_t i = 0; i < rows.size(); ++i)
      if (rows[i].phase == phase)
        card(theme, model, i);
    ImGui::Dummy({0, theme.px(4)});
  }
}

void JobPlanView::head(const Style &theme, const JobModel &model) {
  if (binary >= model.binaries().size())
    return;
  const JobBinary &image = model.binaries()[binary];
  const Binary &program = image.mapped.binary;
  paneTitle(image.file.c_str(), theme);
  ImGui::SameLine();
  std::string facts = bytesText(int64_t(image.before.size())) + " at " +
                      addressText(int64_t(image.address), Base::Hex);
  if (image.error.empty())
    facts += ", " + grouped(int64_t(program.streams.size())) + " streams, " +
             grouped(int64_t(program.instances.size())) + " units, " +
             grouped(int64_t(program.relocations.size())) +
             " words set at launch";
  ImVec2 at = ImGui::GetCursorScreenPos();
  ImVec2 room{ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()};
  textIn(*ImGui::GetWindowDrawList(), theme.sans, at,
         {at.x + room.x, at.y + room.y}, theme.dim, facts);
  ImGui::Dummy({1, room.y});
}

void JobPlanView::tabs(const Style &theme, const JobModel &model) {
  head(theme, model);
  static constexpr const char *names[] = {"Instructions", "Words",
                                          "Correction"};
  for (unsigned i = 0; i < 3; ++i) {
    if (i)
      ImGui::SameLine(0, theme.px(4));
    if (toggle(names[i], theme, tab == Tab(i)))
      tab = Tab(i);
  }
}

JobPlanView::Happened JobPlanView::draw(const Style &theme,
                                        const JobModel &model,
                                        const Relatives &relatives) {
  Happened happened;
  if (model.commands().empty()) {
    emptyPane(theme, "There is no job yet",
              "It is there when the kernel compiles to the end.");
    return happened;
  }
  update(model);
  float width = ImGui::GetContentRegionAvail().x;
  float left = std::min(theme.px(330), width * 0.36f);
  ImGui::BeginChild("##commands", {left, 0});
  commands(theme, model);
  ImGui::EndChild();
  ImGui::SameLine(0, theme.px(12));
  ImGui::BeginChild("##details", {0, 0}, 0, ImGuiWindowFlags_NoScrollbar);
  update(model); // another binary may have been chosen
  tabs(theme, model);
  bool readable = binary < model.binaries().size();
  if (!readable)
    emptyPane(theme, "The plan loads no program");
  else if (tab == Tab::Instructions)
    instructions(theme, model, relatives, happened);
  else if (tab == Tab::Words)
    words(theme, model);
  else
    correction(theme, model);
  ImGui::EndChild();
  return happened;
}

} // namespace sg::viz
