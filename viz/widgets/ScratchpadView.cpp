#include "viz/widgets/ScratchpadView.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include <algorithm>
#include <cmath>

namespace sg::viz {

struct ScratchpadView::Frame {
  const RunLook &look;
  const ScratchpadMap &map;
  ImDrawList &list;
  ImVec2 min, max; ///< the map alone
  float curve = 0; ///< bottom of the strip below it
  int64_t top = 1; ///< highest address shown

  float px(float logical) const { return look.theme.px(logical); }
  float pixels() const { return std::max(1.f, max.x - min.x); }
  float yOf(int64_t address) const {
    return max.y - (max.y - min.y) * float(double(address) / double(top));
  }
};

static ImU32 bufferColour(const RunLook &look, uint32_t buffer) {
  return buffer < look.colours.byBuffer.size() ? look.colours.byBuffer[buffer]
                                               : look.theme.faint;
}

static bool isLit(const RunLook &look, uint32_t buffer) {
  return look.relatives.empty() || (buffer < look.relatives.buffers.size() &&
                                    look.relatives.buffers[buffer]);
}

// What the axis has to show: the capacity, and what reaches beyond it.
static int64_t highest(const ScratchpadMap &map) {
  int64_t top = std::max<int64_t>(map.capacity(), 1);
  for (const ScratchpadBuffer &buffer : map.buffers())
    top = std::max(top, buffer.address + buffer.bytes);
  return top + top / 50;
}

// A little of a large scratchpad would be a line at the bottom: then only what
// is used is shown.
static int64_t shownTop(const ScratchpadMap &map) {
  int64_t used = 64;
  for (const ScratchpadBuffer &buffer : map.buffers())
    used = std::max(used, buffer.address + buffer.bytes);
  return used < map.capacity() / 8 ? used + used / 4 : highest(map);
}

ScratchpadView::Happened
ScratchpadView::draw(const RunLook &look,
                     const std::vector<ScratchpadMap> &maps, int32_t core,
                     ViewRange &view) {
  Happened happened;
  if (maps.empty()) {
    emptyPane(look.theme, "No scratchpad was used",
              "This run touched no buffer of a core's own memory.");
    return happened;
  }
  auto found = std::find_if(maps.begin(), maps.end(), [core](const auto &map) {
    return map.core() == core;
  });
  const ScratchpadMap &map = found == maps.end() ? maps.front() : *found;
  controls(look, maps, map.core(), happened);
  float side =
      std::min(look.theme.px(270), ImGui::GetContentRegionAvail().x / 3);
  ImVec2 room = ImGui::GetContentRegionAvail();
  ImGui::BeginChild(
      "##map", {room.x - side - look.theme.px(8), 0}, ImGuiChildFlags_None,
      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImVec2 min = ImGui::GetCursorScreenPos(),
         size = ImGui::GetContentRegionAvail();
  ImVec2 max{min.x + size.x, min.y + size.y};
  if (size.y < look.theme.px(60)) {
    // Too low for a picture.
  } else if (allCores) {
    drawAll(look, maps, map.core(), min, max, happened);
  } else {
    float strip = std::min(look.theme.px(44), size.y / 4);
    Frame frame{look,
                map,
                *ImGui::GetWindowDrawList(),
                {min.x + look.theme.px(64), min.y + look.theme.px(6)},
                {max.x - look.theme.px(4), max.y - strip - look.theme.px(6)},
                max.y,
                shownTop(map)};
    drawMap(frame, view, happened);
  }
  ImGui::EndChild();
  ImGui::SameLine();
  ImGui::BeginChild("##facts", {0, 0});
  drawFacts(look, map, happened);
  ImGui::EndChild();
  return happened;
}

void ScratchpadView::controls(const RunLook &look,
                              const std::vector<ScratchpadMap> &maps,
                              int32_t core, Happened &happened) {
  const Style &theme = look.theme;
  ImGui::BeginDisabled(allCores);
  ImGui::SetNextItemWidth(theme.px(96));
  std::string name = "core " + std::to_string(core);
  if (ImGui::BeginCombo("##core", name.c_str())) {
    for (const ScratchpadMap &map : maps)
      if (ImGui::Selectable(("core " + std::to_string(map.core())).c_str(),
                            map.core() == core))
        happened.core = map.core();
    ImGui::EndCombo();
  }
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (toggle("All cores", theme, allCores,
             "Every core's scratchpad at the clock"))
    allCores = !allCores;
  ImGui::SameLine();
  if (toggle("Hex", theme, base == Base::Hex, "Addresses in hexadecimal"))
    base = base == Base::Hex ? Base::Decimal : Base::Hex;
}

// Exact, in the largest unit that divides the steps.
static std::string stepText(int64_t at, int64_t step) {
  if (step >= 1 << 20)
    return grouped(at >> 20) + " MiB";
  return step >= 1 << 10 ? grouped(at >> 10) + " KiB" : grouped(at) + " B";
}

void ScratchpadView::paintAxis(const Frame &frame) const {
  const Style &theme = frame.look.theme;
  int64_t step = 64;
  while (double(step) / double(frame.top) * double(frame.max.y - frame.min.y) <
         double(frame.px(26)))
    step *= 2;
  for (int64_t at = 0; at <= frame.top; at += step) {
    float y = frame.yOf(at);
    frame.list.AddLine({frame.min.x, y}, {frame.max.x, y}, theme.grid);
    textIn(frame.list, theme.sans,
           {frame.min.x - frame.px(62), y - frame.px(8)},
           {frame.min.x - frame.px(6), y + frame.px(8)}, theme.dim,
           base == Base::Hex ? addressText(at, base, frame.top)
                             : stepText(at, step),
           1);
  }
}

void ScratchpadView::paintBuffers(const Frame &frame, const ViewRange &view) {
  const Style &theme = frame.look.theme;
  frame.map.layout(view, double(frame.pixels()), rects);
  for (const PadRect &rect : rects) {
    float x0 = frame.min.x + rect.x0,
          x1 = frame.min.x + std::max(rect.x1, rect.x0 + 1);
    float y0 = frame.yOf(rect.address + rect.bytes),
          y1 = frame.yOf(rect.address);
    ImU32 color = bufferColour(frame.look, rect.buffer);
    bool lit = isLit(frame.look, rect.buffer);
    float solid =
        (lit ? 0.85f : 0.2f) * (0.4f + 0.6f * float(rect.share) / 255);
    frame.list.AddRectFilled({x0, y0 + 1}, {x1 - (x1 - x0 > 4 ? 1.f : 0.f), y1},
                             mix(theme.panel, color, solid));
    if (y1 - y0 > frame.px(13) && x1 - x0 > frame.px(40))
      textIn(frame.list, theme.sans, {x0 + frame.px(4), y0},
             {x1 - frame.px(4), y1}, textOn(mix(theme.panel, color, solid)),
             frame.map.buffers()[rect.buffer].name);
  }
  for (const AddressConflict &clash : frame.map.conflicts()) {
    float x0 =
        frame.min.x + float(view.pixelOf(double(clash.begin), frame.pixels()));
    float x1 =
        frame.min.x + float(view.pixelOf(double(clash.end), frame.pixels()));
    frame.list.AddRect({x0, frame.yOf(clash.address + clash.bytes)},
                       {std::max(x1, x0 + 2), frame.yOf(clash.address)},
                       theme.bad, 0, 0, frame.px(2));
  }
  if (frame.map.capacity() > 0) {
    bool inside = frame.map.capacity() <= frame.top;
    float y = inside ? frame.yOf(frame.map.capacity()) : frame.min.y;
    if (inside)
      frame.list.AddLine({frame.min.x, y}, {frame.max.x, y}, theme.bad,
                         frame.px(1.5f));
    std::string text = "capacity " + bytesText(frame.map.capacity()) +
                       (inside ? "" : ", far above");
    textIn(frame.list, theme.sans, {frame.min.x, y + frame.px(1)},
           {frame.max.x - frame.px(4), y + frame.px(18)},
           inside ? theme.bad : theme.dim, text, 1);
  }
}

void ScratchpadView::paintCurve(const Frame &frame,
                                const ViewRange &view) const {
  const Style &theme = frame.look.theme;
  float bottom = frame.curve - frame.px(2), top = frame.max.y + frame.px(8);
  int64_t most = std::max<int64_t>(std::min(frame.map.capacity(), frame.top),
                                   frame.map.peak().bytes);
  textIn(frame.list, theme.sans, {frame.min.x - frame.px(62), top},
         {frame.min.x - frame.px(6), bottom}, theme.faint, "in use", 1);
  frame.list.AddLine({frame.min.x, bottom}, {frame.max.x, bottom},
                     theme.border);
  if (most <= 0)
    return;
  // The fullest moment of every two pixels.
  const auto &steps = frame.map.steps();
  float pixel = frame.px(2);
  auto next = steps.begin();
  for (float x = 0; x < frame.pixels(); x += pixel) {
    int64_t from = int64_t(view.cycleAt(double(x), frame.pixels()));
    int64_t to = int64_t(view.cycleAt(double(x + pixel), frame.pixels()));
    int64_t bytes = frame.map.bytesAt(from);
    next = std::lower_bound(
        next, steps.end(), from,
        [](const auto &step, int64_t c) { return step.cycle < c; });
    for (auto it = next; it != steps.end() && it->cycle <= to; ++it)
      bytes = std::max(bytes, it->bytes);
    float y = bottom - (bottom - top) * float(double(bytes) / double(most));
    if (bytes > 0)
      frame.list.AddRectFilled(
          {frame.min.x + x, y},
          {std::min(frame.min.x + x + pixel, frame.max.x), bottom},
          withAlpha(theme.accent, 0.55f));
  }
}

void ScratchpadView::drawMap(const Frame &frame, ViewRange &view,
                             Happened &happened) {
  const Style &theme = frame.look.theme;
  const ImGuiIO &io = ImGui::GetIO();
  ImGui::SetCursorScreenPos(frame.min);
  ImGui::InvisibleButton(
      "##pad", {frame.pixels(), std::max(1.f, frame.curve - frame.min.y)});
  bool hovered = ImGui::IsItemHovered();
  noteItem("scratchpad map", frame.min, frame.max);
  double cycle =
      view.cycleAt(double(io.MousePos.x - frame.min.x), frame.pixels());
  if (hovered && io.MouseWheel != 0 && !io.KeyShift)
    view.zoom(cycle, std::pow(1.25, double(io.MouseWheel)));
  if (hovered && io.KeyShift && io.MouseWheel != 0)
    view.pan(-double(io.MouseWheel) * view.width() * 0.08);
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0)) {
    view.pan(-double(io.MouseDelta.x) / double(frame.pixels()) * view.width());
    dragging = true;
  }
  std::optional<uint32_t> hit;
  if (hovered) { // else the mouse may be anywhere, also nowhere
    int64_t address = int64_t((frame.max.y - io.MousePos.y) /
                              (frame.max.y - frame.min.y) * double(frame.top));
    hit = frame.map.hit(int64_t(cycle), address);
  }
  if (ImGui::IsItemDeactivated()) {
    if (!dragging) {
      happened.clock = std::clamp(cycle, 0.0, view.total());
      if (hit)
        happened.buffer = frame.map.intervals()[*hit].buffer;
    }
    dragging = false;
  }
  paintAxis(frame);
  frame.list.PushClipRect({frame.min.x, frame.min.y},
                          {frame.max.x, frame.curve}, true);
  paintBuffers(frame, view);
  paintCurve(frame, view);
  float x = frame.min.x + float(view.pixelOf(frame.look.clock, frame.pixels()));
  frame.list.AddLine({x, frame.min.y}, {x, frame.curve}, theme.bad,
                     frame.px(1.5f));
  frame.list.PopClipRect();
  if (!hit || !ImGui::BeginTooltip())
    return;
  const LiveInterval &live = frame.map.intervals()[*hit];
  const ScratchpadBuffer &buffer = frame.map.buffers()[live.buffer];
  int64_t last = buffer.address + buffer.bytes;
  ImGui::Text("%s, %s", buffer.name.c_str(), bytesText(buffer.bytes).c_str());
  ImGui::TextDisabled("addresses %s to %s",
                      addressText(buffer.address, base, last).c_str(),
                      addressText(last, base, last).c_str());
  ImGui::TextDisabled("live in cycles %s to %s (%s)",
                      grouped(live.begin).c_str(), grouped(live.end).c_str(),
                      grouped(live.end - live.begin).c_str());
  ImGui::TextDisabled("%u writes (%s), %u reads (%s)", live.writes,
                      bytesText(live.bytesWritten).c_str(), live.reads,
                      bytesText(live.bytesRead).c_str());
  ImGui::EndTooltip();
}

void ScratchpadView::drawAll(const RunLook &look,
                             const std::vector<ScratchpadMap> &maps,
                             int32_t core, ImVec2 min, ImVec2 max,
                             Happened &happened) {
  const Style &theme = look.theme;
  ImDrawList &list = *ImGui::GetWindowDrawList();
  float label = theme.px(20), gap = theme.px(maps.size() > 12 ? 3 : 10);
  float width = (max.x - min.x - theme.px(8)) / float(maps.size());
  width = std::min(width, theme.px(120));
  int64_t top = 1;
  for (const ScratchpadMap &map : maps)
    top = std::max(top, shownTop(map));
  float bottom = max.y - label, height = bottom - min.y - theme.px(6);
  for (size_t i = 0; i < maps.size(); ++i) {
    const ScratchpadMap &map = maps[i];
    ImVec2 a{min.x + width * float(i) + theme.px(4), min.y + theme.px(6)};
    ImVec2 b{a.x + width - gap, bottom};
    list.AddRectFilled(a, b, theme.raised, theme.px(3));
    Occupancy now = map.at(int64_t(look.clock));
    for (const Occupancy::Part &part : now.parts) {
      const ScratchpadBuffer &buffer = map.buffers()[part.buffer];
      float y1 = bottom - height * float(double(buffer.address) / double(top));
      float y0 = y1 - height * float(double(buffer.bytes) / double(top));
      ImU32 color = bufferColour(look, part.buffer);
      if (!isLit(look, part.buffer))
        color = mix(theme.panel, color, 0.25f);
      list.AddRectFilled({a.x, y0 + 1}, {b.x, y1}, color);
      if (b.x - a.x > theme.px(44) && y1 - y0 > theme.px(13))
        textIn(list, theme.sans, {a.x + theme.px(4), y0},
               {b.x - theme.px(4), y1}, textOn(color), buffer.name);
    }
    float line = bottom - height * float(double(map.capacity()) / double(top));
    if (map.capacity() <= top)
      list.AddLine({a.x, line}, {b.x, line}, theme.bad, theme.px(1.5f));
    textIn(list, map.core() == core ? theme.bold : theme.sans, {a.x, bottom},
           {b.x, max.y}, map.core() == core ? theme.text : theme.dim,
           std::to_string(map.core()), 0.5f);
    ImGui::SetCursorScreenPos(a);
    ImGui::PushID(int(i));
    if (ImGui::InvisibleButton("##core", {std::max(1.f, b.x - a.x), height}))
      happened.core = map.core();
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("core %d: %s of %s in use", map.core(),
                        bytesText(now.bytes).c_str(),
                        bytesText(map.capacity()).c_str());
    ImGui::PopID();
  }
}

static void parts(const RunLook &look, const ScratchpadMap &map,
                  const Occupancy &occupancy,
                  ScratchpadView::Happened &happened) {
  const Style &theme = look.theme;
  for (const Occupancy::Part &part : occupancy.parts) {
    const ScratchpadBuffer &buffer = map.buffers()[part.buffer];
    ImVec2 at = ImGui::GetCursorScreenPos();
    float width = ImGui::GetContentRegionAvail().x, height = theme.px(20);
    ImGui::PushID(&part);
    if (ImGui::InvisibleButton("##part", {std::max(width, 1.f), height}))
      happened.buffer = part.buffer;
    ImDrawList &list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered())
      list.AddRectFilled(at, {at.x + width, at.y + height}, theme.hover,
                         theme.px(3));
    list.AddRectFilled({at.x + theme.px(2), at.y + theme.px(5)},
                       {at.x + theme.px(12), at.y + theme.px(15)},
                       bufferColour(look, part.buffer), theme.px(2));
    textIn(list, theme.sans, {at.x + theme.px(18), at.y},
           {at.x + width - theme.px(70), at.y + height}, theme.text,
           buffer.name);
    textIn(list, theme.sans, {at.x + width - theme.px(70), at.y},
           {at.x + width - theme.px(4), at.y + height}, theme.dim,
           bytesText(part.bytes), 1);
    ImGui::PopID();
  }
}

void ScratchpadView::drawFacts(const RunLook &look, const ScratchpadMap &map,
                               Happened &happened) {
  const Style &theme = look.theme;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {theme.px(4), theme.px(1)});
  Occupancy now = map.at(int64_t(look.clock)), peak = map.peak();
  auto share = [&map](int64_t bytes) {
    return map.capacity() > 0
               ? " (" + percentText(double(bytes) / double(map.capacity())) +
                     ")"
               : std::string();
  };
  ImGui::PushFont(theme.bold);
  ImGui::Text("Now: %s%s", bytesText(now.bytes).c_str(),
              share(now.bytes).c_str());
  ImGui::PopFont();
  ImGui::PushID("now");
  parts(look, map, now, happened);
  ImGui::PopID();
  auto gaps = map.gaps(int64_t(look.clock));
  if (!gaps.empty()) {
    auto most = std::max_element(
        gaps.begin(), gaps.end(),
        [](const auto &a, const auto &b) { return a.bytes < b.bytes; });
    std::string size = bytesText(most->bytes),
                place = addressText(most->address, base);
    if (gaps.size() == 1)
      ImGui::TextDisabled("%s free at %s", size.c_str(), place.c_str());
    else
      ImGui::TextDisabled("%zu free ranges, the largest %s at %s", gaps.size(),
                          size.c_str(), place.c_str());
  }
  ImGui::Dummy({0, theme.px(6)});
  ImGui::PushFont(theme.bold);
  ImGui::Text("Peak: %s%s", bytesText(peak.bytes).c_str(),
              share(peak.bytes).c_str());
  ImGui::PopFont();
  ImGui::SameLine(0, theme.px(10));
  ImGui::PushStyleColor(ImGuiCol_Text, theme.accent);
  ImGui::TextUnformatted(("at cycle " + grouped(peak.cycle)).c_str());
  ImGui::PopStyleColor();
  if (ImGui::IsItemHovered())
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ImGui::IsItemClicked())
    happened.clock = double(peak.cycle);
  ImGui::PushID("peak");
  parts(look, map, peak, happened);
  ImGui::PopID();
  if (!map.conflicts().empty())
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme.bad),
                       "%zu conflicts: two live buffers at the same addresses",
                       map.conflicts().size());
  for (uint32_t buffer : map.outOfRange())
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme.bad),
                       "%s reaches behind the capacity",
                       map.buffers()[buffer].name.c_str());
  ImGui::PopStyleVar();
}

} // namespace sg::viz
