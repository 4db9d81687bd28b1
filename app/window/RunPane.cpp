#include "app/window/RunPane.h"
#include "viz/model/Numbers.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include "viz/widgets/TimelineLegend.h"
#include <cmath>

namespace sg::app {

using namespace viz;

void RunPane::update(const Workspace &work) {
  if (shown.lock() != work.build)
    reset(work);
}

void RunPane::reset(const Workspace &work) {
  shown = work.build;
  placement.reset();
  job.reset();
  ring.reset();
  measured = {};
  if (!work.hasRun())
    return;
  time.reset(work.build->timeline());
}

void RunPane::selectEvent(Workspace &work, uint32_t event) {
  Selected selected;
  if (event != noEvent) {
    selected.kind = Selected::Event;
    selected.index = event;
    work.core = work.build->run()
                    .trace.lanes[work.build->run().trace.events[event].lane]
                    .core;
  }
  work.select(selected);
  revealed = work.revealed; // it is where the user clicked
}

void RunPane::draw(Workspace &work) {
  update(work);
  if (work.hasRun() && revealed != work.revealed) {
    revealed = work.revealed;
    if (work.selected.kind == Selected::Event)
      time.showEvent(work.build->timeline(), work.selected.index);
  }
  if (work.playing)
    time.follow(work.clock);
  transport(work);
  tabs(work);
}

void RunPane::transport(Workspace &work) {
  const Style &style = work.style;
  bool can = work.hasRun();
  float gap = style.px(2);
  if (iconButton("First", Icon::First, style, "To the start (Home)", can))
    work.setClock(0);
  ImGui::SameLine(0, gap);
  if (iconButton("Step back", Icon::Back, style,
                 "To the event before (,): of the selected unit, or of any",
                 can))
    work.step(-1);
  ImGui::SameLine(0, gap);
  if (iconButton(work.playing ? "Pause" : "Play",
                 work.playing ? Icon::Pause : Icon::Play, style,
                 work.playing ? "Pause (Space)" : "Play (Space)", can))
    work.play(!work.playing);
  ImGui::SameLine(0, gap);
  if (iconButton("Step", Icon::Forward, style,
                 "To the next event (.): of the selected unit, or of any", can))
    work.step(1);
  ImGui::SameLine(0, gap);
  if (iconButton("Last", Icon::Last, style, "To the end (End)", can))
    work.setClock(double(work.cycles()));
  ImGui::SameLine(0, style.px(10));
  ImGui::AlignTextToFramePadding();
  // As wide as its longest text, so that nothing moves while the clock runs.
  auto clockText = [&work](int64_t cycle) {
    return "cycle " + grouped(cycle) + " of " + grouped(work.cycles());
  };
  std::string clock = can ? clockText(int64_t(work.clock)) : "no run";
  float widest = ImGui::CalcTextSize(clockText(work.cycles()).c_str()).x;
  ImGui::TextUnformatted(clock.c_str());
  ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  noteItem("clock", min, max);
  ImGui::SameLine(0, style.px(14) + std::max(0.f, widest - (max.x - min.x)));
  ImGui::SetNextItemWidth(style.px(90));
  float log = float(std::log10(std::max(1.0, work.speed)));
  ImGui::BeginDisabled(!can);
  if (ImGui::SliderFloat("##speed", &log, 0, 6, "", ImGuiSliderFlags_NoInput))
    work.speed = std::pow(10.0, double(log));
  ImGui::EndDisabled();
  tip("How fast the clock runs when it plays");
  ImGui::SameLine(0, style.px(6));
  std::string text = grouped(int64_t(work.speed)) + " cycles/s";
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(style.dim), "%s",
                     text.c_str());
  float speeds = ImGui::CalcTextSize("1,000,000 cycles/s").x;
  ImGui::SameLine(0, style.px(14) +
                         std::max(0.f, speeds - ImGui::GetItemRectSize().x));
}

void RunPane::tabs(Workspace &work) {
  // Beside the clock where there is room, else below it.
  const Style &style = work.style;
  float needed = 0;
  for (unsigned i = 0; i < numRunTabs; ++i)
    needed += style.sans
                  ->CalcTextSizeA(style.sans->FontSize, FLT_MAX, 0,
                                  runTabName(RunTab(i)))
                  .x +
              style.px(24);
  if (ImGui::GetContentRegionAvail().x < needed)
    ImGui::NewLine();
  for (unsigned i = 0; i < numRunTabs; ++i) {
    if (i)
      ImGui::SameLine(0, style.px(4));
    RunTab tab = RunTab(i);
    if (toggle(runTabName(tab), style, work.settings.tab == tab))
      work.settings.tab = tab;
  }
  ImGui::BeginChild("##run view", {0, 0}, 0,
                    ImGuiWindowFlags_NoScrollbar |
                        ImGuiWindowFlags_NoScrollWithMouse);
  ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  part = {int(at.x), int(at.y), int(size.x), int(size.y)};
  view(work);
  ImGui::EndChild();
}

void RunPane::view(Workspace &work) {
  // Where a kernel's tiles lie is known before it runs.
  if (work.settings.tab == RunTab::Placement && work.build &&
      !work.build->placement().tensors().empty())
    return placementTab(work);
  if (!work.hasRun()) {
    bool failed = work.build && !work.build->failure().empty();
    emptyPane(work.style,
              work.working() ? "Working…"
              : failed       ? "There is no run to show"
                             : "Nothing has run yet",
              failed && !work.working() ? work.build->failure().c_str() : "");
    return;
  }
  switch (work.settings.tab) {
  case RunTab::Timeline:
    return timelineTab(work);
  case RunTab::Scratchpad:
    return scratchpadTab(work);
  case RunTab::Ring:
    return ringTab(work);
  case RunTab::Core:
    return coreTab(work);
  case RunTab::Placement:
    return emptyPane(work.style, "This kernel has no tensors to place",
                     work.build->placementFailure().c_str());
  case RunTab::JobPlan:
    return jobPlanTab(work);
  }
}

const RangeStats &RunPane::measure(const Timeline &timeline) {
  auto begin = int64_t(std::floor(time.range->first));
  auto end = int64_t(std::ceil(time.range->second));
  std::vector<uint32_t> lanes = time.shownLanes();
  if (begin != measured.begin || end != measured.end || lanes != measured.lanes)
    measured = {begin, end, lanes, rangeStats(timeline, begin, end, lanes)};
  return measured.stats;
}

void RunPane::timelineTab(Workspace &work) {
  const Style &style = work.style;
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(style.dim), "Colour by");
  static constexpr const char *names[] = {"operation", "buffer", "activity"};
  for (unsigned i = 0; i < 3; ++i) {
    ImGui::SameLine(0, style.px(4));
    if (toggle(names[i], style, work.colourBy == ColourBy(i)))
      work.colourBy = ColourBy(i);
  }
  ImGui::SameLine(0, style.px(14));
  if (ImGui::Button("Fit"))
    time.fit();
  tip("Shows the whole run (F with nothing selected)");
  ImGui::SameLine(0, style.px(4));
  if (ImGui::Button("Fold all"))
    time.lanes.foldAll(true);
  ImGui::SameLine(0, style.px(4));
  if (ImGui::Button("Unfold all"))
    time.lanes.foldAll(false);
  if (time.range) {
    ImGui::SameLine(0, style.px(4));
    if (ImGui::Button("Clear range"))
      time.clearRange();
  }
  ImGui::SameLine(0, style.px(14));
  timelineLegend(work.look(), work.build->run().trace.buffers, time.drawn);
  // Not before the mouse is released: the lanes would move below it.
  bool table = time.range && !time.measuring();
  float width = ImGui::GetContentRegionAvail().x;
  float side = table ? std::min(style.px(330), width * 0.4f) : 0;
  ImGui::BeginChild("##timeline", {width - side, 0}, 0,
                    ImGuiWindowFlags_NoScrollbar |
                        ImGuiWindowFlags_NoScrollWithMouse);
  TimelineView::Happened happened =
      time.draw(work.look(), work.build->timeline(), work.build->wiring());
  ImGui::EndChild();
  if (table && time.range) {
    ImGui::SameLine(0, 0);
    ImGui::BeginChild("##statistics", {side, 0},
                      ImGuiChildFlags_AlwaysUseWindowPadding);
    rangeTable(work.look(), measure(work.build->timeline()));
    ImGui::EndChild();
  }
  if (happened.clock)
    work.setClock(*happened.clock);
  if (happened.selects)
    selectEvent(work, happened.event);
}

void RunPane::scratchpadTab(Workspace &work) {
  if (work.build->pads().empty()) {
    emptyPane(work.style, "This device's scratchpads are not in the trace");
    return;
  }
  pad.base = work.settings.hexAddresses ? Base::Hex : Base::Decimal;
  ScratchpadView::Happened happened =
      pad.draw(work.look(), work.build->pads(), work.core, time.view);
  work.settings.hexAddresses = pad.base == Base::Hex;
  if (happened.clock)
    work.setClock(*happened.clock);
  if (happened.core)
    work.core = *happened.core;
  if (happened.buffer) {
    Selected selected;
    selected.kind = Selected::Buffer;
    selected.index = *happened.buffer;
    work.select(selected);
  }
}

void RunPane::ringTab(Workspace &work) {
  RingView::Happened happened = ring.draw(work.look(), work.build->timeline(),
                                          work.build->ring(), work.core);
  if (happened.core)
    work.core = *happened.core;
}

void RunPane::coreTab(Workspace &work) {
  CoreView::Happened happened =
      core.draw(work.look(), work.build->timeline(), work.build->wiring(),
                work.build->fifos(), work.build->padOf(work.core), work.core);
  if (happened.core)
    work.core = *happened.core;
  if (happened.event != noEvent)
    selectEvent(work, happened.event);
}

void RunPane::selectLine(Workspace &work, uint32_t line, uint32_t column) {
  Selected place;
  place.kind = Selected::Source;
  place.line = line;
  place.column = column;
  work.select(place);
}

void RunPane::placementTab(Workspace &work) {
  placement.base = work.settings.hexAddresses ? Base::Hex : Base::Decimal;
  PlacementView::Happened happened =
      placement.draw(work.look(), work.build->placement());
  work.settings.hexAddresses = placement.base == Base::Hex;
  if (happened.clock)
    work.setClock(*happened.clock);
  if (happened.core)
    work.core = *happened.core;
  if (happened.source)
    selectLine(work, happened.source->first, happened.source->second);
  if (happened.event && work.hasRun())
    selectEvent(work, *happened.event);
}

void RunPane::jobPlanTab(Workspace &work) {
  JobPlanView::Happened happened =
      job.draw(work.style, work.build->job(), work.relatives);
  const std::vector<Stage> &stages = work.build->stages();
  for (uint32_t i = 0; happened.instruction && i < stages.size(); ++i)
    if (stages[i].name == "spyrebinary" &&
        *happened.instruction < stages[i].ops.size()) {
      Selected op;
      op.kind = Selected::Op;
      op.stage = i;
      op.index = *happened.instruction;
      work.select(op);
    }
}

} // namespace sg::app
