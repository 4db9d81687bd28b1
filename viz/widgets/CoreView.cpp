#include "viz/widgets/CoreView.h"
#include "viz/model/Numbers.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include <algorithm>
#include <set>

namespace sg::viz {

struct CoreView::Frame {
  const RunLook &look;
  const Timeline &timeline;
  const Wiring &wiring;
  const Fifos &fifos;
  const ScratchpadMap *pad;
  const CoreState &state;
  ImDrawList &list;
  ImVec2 min, max;
  float padTop = 0, padBottom = 0;

  float px(float logical) const { return look.theme.px(logical); }
};

// How far along the way of the data a unit stands: FIFOs lead from left to
// right.
static std::map<uint32_t, int> ranks(const Fifos &fifos,
                                     const std::vector<UnitSnapshot> &units) {
  std::map<uint32_t, int> rank;
  for (const UnitSnapshot &unit : units)
    rank[unit.lane] = 0;
  // A cycle of FIFOs ends after as many rounds as there are units.
  for (size_t round = 0; round < units.size(); ++round)
    for (const FifoHistory &fifo : fifos.all()) {
      auto from = rank.find(fifo.from), to = rank.find(fifo.to);
      if (from != rank.end() && to != rank.end() && !fifo.betweenCores)
        to->second =
            std::max(to->second, std::min(from->second + 1, int(units.size())));
    }
  return rank;
}

std::vector<CoreView::Box> CoreView::place(const Frame &frame) const {
  const auto &lanes = frame.timeline.trace().lanes;
  auto rank = ranks(frame.fifos, frame.state.units);
  std::set<uint32_t> joined;
  for (const FifoHistory &fifo : frame.fifos.all())
    joined.insert({fifo.from, fifo.to});
  // Units of a corelet, or with a FIFO, stand above the scratchpad; the others
  // move data between it and device memory and stand below.
  std::map<int32_t, std::map<int, std::vector<uint32_t>>> above;
  std::vector<uint32_t> below;
  int columns = 1;
  for (const UnitSnapshot &unit : frame.state.units) {
    if (lanes[unit.lane].corelet < 0 && !joined.count(unit.lane)) {
      below.push_back(unit.lane);
      continue;
    }
    above[lanes[unit.lane].corelet][rank[unit.lane]].push_back(unit.lane);
    columns = std::max(columns, rank[unit.lane] + 1);
  }
  std::vector<Box> boxes;
  float gap = frame.px(74), width = frame.max.x - frame.min.x;
  float boxWidth = (width - gap * float(columns - 1)) / float(columns);
  boxWidth = std::min(boxWidth, frame.px(360));
  gap = columns > 1 ? (width - boxWidth * float(columns)) / float(columns - 1)
                    : 0;
  gap = std::min(gap, frame.px(150));
  size_t rows = 0;
  for (const auto &[corelet, byRank] : above) {
    size_t most = 1;
    for (const auto &[r, list] : byRank)
      most = std::max(most, list.size());
    rows += most;
  }
  float height =
      rows ? (frame.padTop - frame.px(10) - frame.min.y) / float(rows) : 0;
  float y = frame.min.y;
  for (const auto &[corelet, byRank] : above) {
    size_t most = 1;
    for (const auto &[r, list] : byRank) {
      most = std::max(most, list.size());
      float x = frame.min.x + float(r) * (boxWidth + gap);
      for (size_t i = 0; i < list.size(); ++i)
        boxes.push_back(
            {list[i],
             {x, y + height * float(i)},
             {x + boxWidth, y + height * float(i + 1) - frame.px(8)}});
    }
    y += height * float(most);
  }
  float count = float(std::max<size_t>(below.size(), 1));
  float lower =
      std::min((width - frame.px(16) * (count - 1)) / count, frame.px(360));
  for (size_t i = 0; i < below.size(); ++i) {
    float x = frame.min.x + float(i) * (lower + frame.px(16));
    boxes.push_back({below[i],
                     {x, frame.padBottom + frame.px(10)},
                     {x + lower, frame.max.y}});
  }
  return boxes;
}

static ImU32 activityColour(UnitActivity activity, const RunLook &look,
                            const Event *event) {
  switch (activity) {
  case UnitActivity::Working:
    return event ? look.colours.byKind[unsigned(event->kind) % numEventKinds]
                 : look.theme.good;
  case UnitActivity::Waiting:
    return event ? look.colours.byKind[unsigned(event->kind) % numEventKinds]
                 : look.theme.warning;
  case UnitActivity::NotStarted:
  case UnitActivity::Idle:
  case UnitActivity::Finished:
    break;
  }
  return look.theme.faint;
}

void CoreView::paintUnit(const Frame &frame, const UnitSnapshot &unit,
                         const Box &box, Happened &happened) const {
  const RunLook &look = frame.look;
  const Style &theme = look.theme;
  const Trace &trace = frame.timeline.trace();
  const Event *event =
      unit.event < trace.events.size() ? &trace.events[unit.event] : nullptr;
  ImU32 color = activityColour(unit.activity, look, event);
  const Lane &lane = trace.lanes[unit.lane];
  ImGui::SetCursorScreenPos(box.min);
  ImGui::PushID(int(unit.lane));
  ImVec2 size{std::max(1.f, box.max.x - box.min.x),
              std::max(1.f, box.max.y - box.min.y)};
  if (ImGui::InvisibleButton("##unit", size) && event)
    happened.event = unit.event;
  bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  if (notesItems())
    noteItem("unit " + lane.name, box.min, box.max);
  bool lit = !event || look.lit(*event);
  frame.list.AddRectFilled(box.min, box.max,
                           mix(theme.raised, color, lit ? 0.10f : 0.02f),
                           theme.px(5));
  frame.list.AddRect(
      box.min, box.max, hovered ? theme.text : color, theme.px(5), 0,
      theme.px(event && unit.event == look.selectedEvent ? 2.5f : 1.2f));
  float x = box.min.x + frame.px(10), right = box.max.x - frame.px(10);
  float y = box.min.y + frame.px(4), line = frame.px(19),
        end = box.max.y - frame.px(6);
  std::string name = lane.unit;
  if (lane.corelet >= 0)
    name += "  corelet " + std::to_string(lane.corelet);
  textIn(frame.list, theme.bold, {x, y}, {right - frame.px(80), y + line},
         theme.text, name);
  textIn(frame.list, theme.sans, {right - frame.px(90), y}, {right, y + line},
         color, activityName(unit.activity), 1);
  y += line;
  auto write = [&](const std::string &text, ImU32 ink, ImFont *font) {
    if (text.empty() || y + line > end)
      return;
    textIn(frame.list, font, {x, y}, {right, y + line}, ink, text);
    y += line;
  };
  // Why it waits says more than what waits; a low box has room for one.
  bool low = y + 2 * line > end;
  if (low)
    write(unit.reason, color, theme.sans);
  if (unit.instruction.empty() && event)
    write(eventKindName(event->kind), theme.dim, theme.sans);
  write(unit.instruction, theme.dim, theme.mono);
  if (event && !isWait(event->kind) && event->tag &&
      event->tag <= trace.buffers.size())
    write("buffer " + trace.buffers[event->tag - 1u], theme.dim, theme.sans);
  if (!low)
    write(unit.reason, color, theme.sans);
  if (unit.events.size() > 1)
    write(std::to_string(unit.events.size()) + " transfers under way",
          theme.dim, theme.sans);
  float bar = std::max(box.min.y, box.max.y - frame.px(4));
  frame.list.AddRectFilled({box.min.x + frame.px(3), bar - frame.px(1)},
                           {box.min.x + frame.px(3) +
                                (size.x - frame.px(6)) * float(unit.progress()),
                            bar + frame.px(1)},
                           withAlpha(color, 0.8f));
  if (hovered && event)
    eventTooltip(look, frame.timeline, frame.wiring, unit.event);
}

void CoreView::paintFifos(const Frame &frame,
                          const std::vector<Box> &boxes) const {
  const Style &theme = frame.look.theme;
  auto boxOf = [&boxes](uint32_t lane) {
    return std::find_if(boxes.begin(), boxes.end(),
                        [lane](const Box &box) { return box.lane == lane; });
  };
  for (const FifoSnapshot &fifo : frame.state.fifos) {
    const FifoHistory &history = frame.fifos.all()[fifo.fifo];
    auto from = boxOf(history.from), to = boxOf(history.to);
    if (from == boxes.end() || to == boxes.end() || to->min.x <= from->max.x)
      continue;
    float y = (from->min.y + from->max.y) / 2;
    float x0 = from->max.x + frame.px(5), x1 = to->min.x - frame.px(12);
    int64_t depth = std::max<int64_t>(fifo.depth, 1);
    float cell = (x1 - x0) / float(depth), high = frame.px(9);
    for (int64_t i = 0; i < depth; ++i) {
      // The oldest is nearest to its reader.
      bool full = i >= depth - fifo.level;
      float a = x0 + cell * float(i);
      frame.list.AddRectFilled({a, y - high},
                               {a + std::max(1.f, cell - 1.5f), y + high},
                               full ? theme.accent : theme.hover, theme.px(1));
    }
    frame.list.AddTriangleFilled({x1 + frame.px(2), y - frame.px(5)},
                                 {x1 + frame.px(2), y + frame.px(5)},
                                 {x1 + frame.px(9), y}, theme.dim);
    std::string text =
        std::to_string(fifo.level) + " / " + std::to_string(fifo.depth);
    textIn(frame.list, theme.sans, {x0, y + high},
           {x1, y + high + frame.px(20)}, theme.dim, text, 0.5f);
    if (ImGui::IsMouseHoveringRect({x0, y - high}, {x1, y + high}) &&
        ImGui::IsWindowHovered())
      ImGui::SetTooltip("FIFO: %lld of %lld vectors, at most %lld in this run",
                        static_cast<long long>(fifo.level),
                        static_cast<long long>(fifo.depth),
                        static_cast<long long>(history.highest()));
  }
}

void CoreView::paintPad(const Frame &frame) const {
  const Style &theme = frame.look.theme;
  ImVec2 min{frame.min.x, frame.padTop}, max{frame.max.x, frame.padBottom};
  frame.list.AddRectFilled(min, max, theme.raised, theme.px(4));
  const ScratchpadMap *pad = frame.pad;
  if (!pad || pad->capacity() <= 0) {
    textIn(frame.list, theme.sans, min, max, theme.faint, "scratchpad", 0.5f);
    return;
  }
  Occupancy now = pad->at(int64_t(frame.look.clock));
  for (const Occupancy::Part &part : now.parts) {
    const ScratchpadBuffer &buffer = pad->buffers()[part.buffer];
    double scale = double(max.x - min.x) / double(pad->capacity());
    float x0 = min.x + float(double(buffer.address) * scale);
    float x1 = x0 + std::max(2.f, float(double(buffer.bytes) * scale));
    ImU32 color = part.buffer < frame.look.colours.byBuffer.size()
                      ? frame.look.colours.byBuffer[part.buffer]
                      : theme.dim;
    frame.list.AddRectFilled({x0, min.y}, {x1 - 1, max.y}, color, theme.px(2));
    textIn(frame.list, theme.sans, {x0 + frame.px(4), min.y},
           {x1 - frame.px(4), max.y}, textOn(color), buffer.name);
  }
  std::string text = "scratchpad " + bytesText(now.bytes) + " of " +
                     bytesText(pad->capacity());
  textIn(frame.list, theme.sans, {min.x, min.y}, {max.x - frame.px(8), max.y},
         theme.dim, text, 1);
}

CoreView::Happened CoreView::draw(const RunLook &look, const Timeline &timeline,
                                  const Wiring &wiring, const Fifos &fifos,
                                  const ScratchpadMap *pad, int32_t core) {
  Happened happened;
  const Style &theme = look.theme;
  std::set<int32_t> cores;
  for (const Lane &lane : timeline.trace().lanes)
    cores.insert(lane.core);
  ImGui::SetNextItemWidth(theme.px(96));
  std::string name = "core " + std::to_string(core);
  if (ImGui::BeginCombo("##core", name.c_str())) {
    for (int32_t other : cores)
      if (ImGui::Selectable(("core " + std::to_string(other)).c_str(),
                            other == core))
        happened.core = other;
    ImGui::EndCombo();
  }
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("at cycle %s", grouped(int64_t(look.clock)).c_str());
  CoreState state = coreAt(timeline, wiring, fifos, core, int64_t(look.clock));
  if (state.units.empty()) {
    emptyPane(theme, "This core had nothing to do", "Choose another core.");
    return happened;
  }
  ImGui::BeginChild("##picture", {0, 0}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoScrollbar |
                        ImGuiWindowFlags_NoScrollWithMouse);
  ImVec2 min = ImGui::GetCursorScreenPos(),
         size = ImGui::GetContentRegionAvail();
  if (size.x > theme.px(200) && size.y > theme.px(120)) {
    Frame frame{look,
                timeline,
                wiring,
                fifos,
                pad,
                state,
                *ImGui::GetWindowDrawList(),
                min,
                {min.x + size.x, min.y + size.y}};
    float lower = std::clamp(size.y * 0.26f, theme.px(46), theme.px(84));
    frame.padBottom = frame.max.y - lower - theme.px(10);
    frame.padTop = frame.padBottom - theme.px(24);
    std::vector<Box> boxes = place(frame);
    paintPad(frame);
    paintFifos(frame, boxes);
    for (const UnitSnapshot &unit : state.units)
      for (const Box &box : boxes)
        if (box.lane == unit.lane)
          paintUnit(frame, unit, box, happened);
  }
  ImGui::EndChild();
  return happened;
}

} // namespace sg::viz
