#include "app/window/Inspector.h"
#include "viz/model/Numbers.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include <algorithm>

namespace sg::app {

using namespace viz;

static void heading(const Style &style, const char *text) {
  ImGui::Dummy({0, style.px(4)});
  ImGui::PushFont(style.bold);
  ImGui::TextUnformatted(text);
  ImGui::PopFont();
}

static std::string percentOf(int64_t part, int64_t all) {
  return all > 0 ? percentText(double(part) / double(all)) : "–";
}

void Inspector::draw(Workspace &work) {
  paneTitle("Inspector", work.style);
  if (!work.build) {
    emptyPane(work.style, "Nothing compiled yet");
    return;
  }
  ImGui::BeginChild("##inspector");
  switch (work.selected.kind) {
  case Selected::Op:
    operation(work);
    break;
  case Selected::Event:
    event(work);
    break;
  case Selected::Buffer:
    buffer(work);
    break;
  case Selected::Source:
    heading(work.style,
            ("Line " + std::to_string(work.selected.line) + " of the source")
                .c_str());
    relatives(work);
    activity(work);
    break;
  case Selected::Nothing:
    overview(work);
    remarks(work);
    break;
  }
  ImGui::EndChild();
}

static void verdict(const Workspace &work) {
  const Verification &check = work.build->run().verification;
  const Style &style = work.style;
  if (!check.done)
    return;
  ImGui::PushTextWrapPos(0);
  ImGui::TextColored(
      ImGui::ColorConvertU32ToFloat4(check.passed ? style.good : style.bad),
      "%s",
      check.passed ? "Verified: as the reference interpreter has it"
                   : "Differs from what the kernel means");
  ImGui::PopTextWrapPos();
  if (!check.passed)
    ImGui::TextWrapped("%s", check.firstMismatch.c_str());
}

// Leads to the moment and the core with the most in use.
static void scratchpadPeak(Workspace &work, float at) {
  const Style &style = work.style;
  int64_t capacity = work.build->session().device()->localMemory().bytes;
  ImGui::PushStyleColor(ImGuiCol_Text, style.accent);
  field(style, "Scratchpad peak",
        bytesText(work.build->run().trace.totals.scratchpadPeakBytes) + " of " +
            bytesText(capacity),
        at);
  ImGui::PopStyleColor();
  noteItem("Scratchpad peak", ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  const auto &pads = work.build->pads();
  if (pads.empty())
    return;
  if (ImGui::IsItemHovered())
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ImGui::IsItemClicked()) {
    auto fullest =
        std::max_element(pads.begin(), pads.end(),
                         [](const ScratchpadMap &a, const ScratchpadMap &b) {
                           return a.peak().bytes < b.peak().bytes;
                         });
    work.core = fullest->core();
    work.setClock(double(fullest->peak().cycle));
    work.settings.tab = RunTab::Scratchpad;
  }
  tip("Shows what it is made of");
}

void Inspector::overview(Workspace &work) const {
  const Style &style = work.style;
  if (!work.build->failure().empty()) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(style.bad), "%s",
                       work.build->failure().c_str());
    ImGui::PopTextWrapPos();
  }
  if (!work.hasRun())
    return;
  const RunResult &run = work.build->run();
  const Totals &totals = run.trace.totals;
  float at = style.px(130);
  heading(style, "Run");
  verdict(work);
  field(style, "Cycles", grouped(totals.cycles), at);
  field(style, "Lower bound", grouped(run.lowerBound.cycles), at);
  tip("No schedule can be faster than the busiest resource allows");
  field(style, "Bound by", run.lowerBound.resource, at);
  char ratio[32];
  std::snprintf(ratio, sizeof ratio, "%.2f times the bound",
                run.lowerBound.cycles > 0
                    ? double(totals.cycles) / double(run.lowerBound.cycles)
                    : 0);
  field(style, "Distance", ratio, at);
  heading(style, "Memory");
  field(style, "Device read", bytesText(totals.deviceReadBytes), at);
  field(style, "Device written", bytesText(totals.deviceWriteBytes), at);
  field(style, "Memory busy",
        percentOf(totals.deviceMemoryBusyCycles, totals.cycles), at);
  scratchpadPeak(work, at);
  if (totals.ringBytes)
    field(style, "Ring traffic", bytesText(totals.ringBytes), at);
  heading(style, "Made in");
  char time[48];
  std::snprintf(time, sizeof time, "%.1f ms",
                work.build->session().compileMilliseconds());
  field(style, "Compilation", time, at);
  std::snprintf(time, sizeof time, "%.1f ms", run.simulateMilliseconds);
  field(style, "Simulation", time, at);
}

void Inspector::remarks(Workspace &work) const {
  if (work.stage >= work.build->stages().size())
    return;
  const Style &style = work.style;
  const Stage &stage = work.build->stages()[work.stage];
  if (stage.remarks.empty())
    return;
  heading(style, ("What " + stage.name + " decided").c_str());
  unsigned shown = 0;
  for (const StageRemark &remark : stage.remarks) {
    if (++shown > 40) {
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(style.dim),
                         "and %zu more", stage.remarks.size() - 40);
      break;
    }
    ImGui::PushID(int(shown));
    ImGui::PushTextWrapPos(0);
    ImGui::Bullet();
    ImGui::SameLine();
    ImGui::TextUnformatted(remark.message.c_str());
    if (ImGui::IsItemHovered() && remark.line)
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemClicked() && remark.line) {
      Selected place;
      place.kind = Selected::Source;
      place.line = remark.line;
      place.column = remark.column;
      work.select(place);
    }
    for (const StageRemark::Alternative &other : remark.alternatives)
      ImGui::TextColored(
          ImGui::ColorConvertU32ToFloat4(other.taken ? style.good : style.dim),
          "    %s %s: %s cycles", other.taken ? "→" : "·", other.what.c_str(),
          grouped(int64_t(other.cost)).c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopID();
  }
}

// A line that leads somewhere.
static bool link(const Style &style, const std::string &text) {
  ImVec2 at = ImGui::GetCursorScreenPos();
  ImVec2 end{at.x + ImGui::GetContentRegionAvail().x,
             at.y + ImGui::GetTextLineHeight()};
  // Its text is painted below, shortened where the pane is narrow.
  ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32_BLACK_TRANS);
  bool pressed = ImGui::Selectable(text.c_str());
  ImGui::PopStyleColor();
  if (ImGui::IsItemHovered())
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (textIn(*ImGui::GetWindowDrawList(), style.sans, at, end, style.accent,
             text))
    tip(text.c_str());
  return pressed;
}

void Inspector::operation(Workspace &work) {
  const Style &style = work.style;
  const Selected &selected = work.selected;
  if (selected.stage >= work.build->stages().size() ||
      selected.index >= work.build->stages()[selected.stage].ops.size())
    return;
  const Stage &stage = work.build->stages()[selected.stage];
  const StageOp &op = stage.ops[selected.index];
  float at = style.px(96);
  heading(style, op.name.c_str());
  field(style, "Stage", stage.name, at);
  if (op.line)
    field(style, "Source",
          "line " + std::to_string(op.line) + ", column " +
              std::to_string(op.column),
          at);
  ImGui::PushFont(style.mono);
  ImGui::PushTextWrapPos(0);
  std::string own(ownText(stage, selected.index).substr(0, 600));
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(style.dim), "%s",
                     own.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  if (op.origins.empty()) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        "It has no origin in the source: this stage made it.");
    ImGui::PopTextWrapPos();
  }
  for (const StageRemark &remark : stage.remarks)
    if (remark.line && remark.line == op.line) {
      ImGui::Bullet();
      ImGui::SameLine();
      ImGui::TextWrapped("%s", remark.message.c_str());
    }
  relatives(work);
  activity(work);
}

void Inspector::relatives(Workspace &work) const {
  const Style &style = work.style;
  const std::vector<Stage> &stages = work.build->stages();
  if (!work.relatives.places.empty()) {
    heading(style, "In the source");
    for (size_t i = 0; i < std::min<size_t>(work.relatives.places.size(), 8);
         ++i) {
      uint32_t line = work.relatives.places[i].first;
      if (i && line == work.relatives.places[i - 1].first)
        continue;
      if (link(style, "line " + std::to_string(line))) {
        Selected place;
        place.kind = Selected::Source;
        place.line = line;
        work.select(place);
        return; // the relatives are others now
      }
    }
  }
  heading(style, "In the stages");
  if (std::all_of(work.relatives.ops.begin(), work.relatives.ops.end(),
                  [](const auto &ops) { return ops.empty(); }))
    ImGui::TextUnformatted("No operations come from it.");
  for (uint32_t i = 0; i < std::min(work.relatives.ops.size(), stages.size());
       ++i) {
    size_t count = work.relatives.ops[i].size();
    if (!count)
      continue;
    const StageOp &first = stages[i].ops[work.relatives.ops[i].front().op];
    std::string text = stages[i].name + ": " + first.name;
    if (count > 1)
      text += " and " + std::to_string(count - 1) + " more";
    ImGui::PushID(int(i));
    if (link(style, text))
      work.showStage(i);
    ImGui::PopID();
  }
}

// What the relatives did on the machine.
void Inspector::activity(Workspace &work) {
  if (!work.hasRun())
    return;
  const Style &style = work.style;
  const std::vector<Event> &events = work.build->run().trace.events;
  if (known.build.lock() != work.build || !(known.selected == work.selected)) {
    known = {work.build, work.selected, 0, 0, 0, 0, noEvent};
    for (uint32_t i = 0; i < events.size(); ++i) {
      if (!work.relatives.has(events[i]))
        continue;
      if (known.first == noEvent)
        known.first = i;
      ++known.count;
      known.bytes += events[i].bytes;
      (isWait(events[i].kind) ? known.waiting : known.busy) +=
          events[i].end - events[i].begin;
    }
  }
  heading(style, "On the machine");
  if (!known.count) {
    ImGui::TextUnformatted("No events of their own.");
    return;
  }
  float at = style.px(96);
  field(style, "Events", grouped(known.count), at);
  field(style, "Busy", grouped(known.busy) + " unit cycles", at);
  field(style, "Waiting", grouped(known.waiting) + " unit cycles", at);
  if (known.bytes)
    field(style, "Bytes", bytesText(known.bytes), at);
  if (link(style, "First at cycle " + grouped(events[known.first].begin))) {
    work.setClock(double(events[known.first].begin));
    Selected first;
    first.kind = Selected::Event;
    first.index = known.first;
    work.select(first);
  }
}

void Inspector::event(Workspace &work) const {
  const Style &style = work.style;
  const Trace &trace = work.build->run().trace;
  if (work.selected.index >= trace.events.size())
    return;
  const Event &e = trace.events[work.selected.index];
  RunLook look = work.look();
  float at = style.px(96);
  heading(style, look.nameOf(e).c_str());
  field(style, "Unit", trace.lanes[e.lane].name, at);
  field(style, "Cycles",
        grouped(e.begin) + " to " + grouped(e.end) + " (" +
            grouped(e.end - e.begin) + ")",
        at);
  if (std::string why =
          waitText(work.build->timeline(), work.build->wiring(), e);
      !why.empty())
    field(style, "Why", why, at);
  if (e.bytes)
    field(style, "Bytes", bytesText(e.bytes), at);
  if (e.tag && e.tag <= trace.buffers.size())
    field(style, "Buffer", trace.buffers[e.tag - 1], at);
  if (e.source && e.source <= trace.sources.size()) {
    const SourceLabel &label = work.build->labels()[e.source - 1];
    field(style, "Operation", label.operation, at);
  }
  if (auto chain = waitChain(work.build->timeline(), work.build->wiring(),
                             e.lane, e.begin);
      isWait(e.kind) && chain.size() > 1) {
    heading(style, "Who waits for whom");
    for (uint32_t lane : chain)
      ImGui::BulletText("%s", trace.lanes[lane].name.c_str());
  }
  auto go = [&work, &trace](std::optional<uint32_t> to) {
    if (!to)
      return;
    Selected other;
    other.kind = Selected::Event;
    other.index = *to;
    work.setClock(double(trace.events[*to].begin));
    work.select(other);
  };
  if (ImGui::Button("Previous on this unit"))
    return go(work.build->timeline().previous(work.selected.index));
  ImGui::SameLine();
  if (ImGui::Button("Next"))
    return go(work.build->timeline().next(work.selected.index));
  relatives(work);
}

void Inspector::buffer(Workspace &work) {
  const Style &style = work.style;
  const Trace &trace = work.build->run().trace;
  if (work.selected.index >= trace.buffers.size())
    return;
  heading(style, trace.buffers[work.selected.index].c_str());
  ImGui::TextUnformatted("A buffer in the scratchpads");
  float at = style.px(96);
  const ScratchpadMap *pad = work.build->padOf(work.core);
  if (pad && work.selected.index < pad->buffers().size()) {
    const ScratchpadBuffer &one = pad->buffers()[work.selected.index];
    Base base = work.settings.hexAddresses ? Base::Hex : Base::Decimal;
    field(style, "Address", addressText(one.address, base), at);
    field(style, "Size", bytesText(one.bytes), at);
  }
  relatives(work);
  activity(work);
}

} // namespace sg::app
