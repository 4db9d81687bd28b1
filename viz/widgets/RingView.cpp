#include "viz/widgets/RingView.h"
#include "viz/model/Numbers.h"
#include "viz/model/RangeStats.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include <algorithm>
#include <cmath>

namespace sg::viz {

struct RingView::Frame {
  const RunLook &look;
  const Timeline &timeline;
  const RingState &ring;
  ImDrawList &list;
  ImVec2 min, max;
  int64_t begin, end; ///< cycles looked at
  float radius;       ///< of a core

  float px(float logical) const { return look.theme.px(logical); }
  ImVec2 at(const CorePlace &place) const {
    float margin = radius + px(16);
    float side = std::min(max.x - min.x, max.y - min.y) - 2 * margin;
    ImVec2 middle{(min.x + max.x) / 2, (min.y + max.y) / 2};
    return {middle.x + (float(place.x) - 0.5f) * side,
            middle.y + (float(place.y) - 0.5f) * side};
  }
};

void RingView::paintLinks(const Frame &frame) const {
  const Style &theme = frame.look.theme;
  const auto &places = frame.ring.places();
  auto placeOf = [&](int32_t core) {
    return std::find_if(
        places.begin(), places.end(),
        [core](const CorePlace &place) { return place.core == core; });
  };
  for (uint32_t i = 0; i < frame.ring.links().size(); ++i) {
    const Link &link = frame.ring.links()[i];
    auto from = placeOf(link.from), to = placeOf(link.to);
    if (from == places.end() || to == places.end())
      continue;
    ImVec2 a = frame.at(*from), b = frame.at(*to);
    float dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
    if (length < 1)
      continue;
    dx /= length, dy /= length;
    // The two directions lie side by side, each on its right.
    float off = frame.px(3.5f);
    ImVec2 p{a.x + dx * frame.radius - dy * off,
             a.y + dy * frame.radius + dx * off};
    ImVec2 q{b.x - dx * frame.radius - dy * off,
             b.y - dy * frame.radius + dx * off};
    LinkTraffic traffic = frame.ring.traffic(i, frame.begin, frame.end);
    bool used = traffic.bytes > 0;
    float load = float(std::clamp(traffic.load, 0.0, 1.0));
    ImU32 color = used ? mix(theme.accent, theme.warning, load) : theme.border;
    frame.list.AddLine(p, q, color, frame.px(used ? 2 + 4 * load : 1.5f));
    if (used) {
      ImVec2 m{(p.x + q.x) / 2, (p.y + q.y) / 2};
      float s = frame.px(5);
      frame.list.AddTriangleFilled(
          {m.x + dx * s, m.y + dy * s},
          {m.x - dy * s - dx * s, m.y + dx * s - dy * s},
          {m.x + dy * s - dx * s, m.y - dx * s - dy * s}, color);
    }
    ImVec2 mouse = ImGui::GetIO().MousePos;
    float along = (mouse.x - p.x) * dx + (mouse.y - p.y) * dy;
    float across = std::abs((mouse.x - p.x) * -dy + (mouse.y - p.y) * dx);
    if (ImGui::IsWindowHovered() && along > 0 &&
        along < std::hypot(q.x - p.x, q.y - p.y) && across < off)
      ImGui::SetTooltip("core %d to core %d: %s, %s of what it can carry",
                        link.from, link.to,
                        bytesText(int64_t(traffic.bytes)).c_str(),
                        percentText(traffic.load).c_str());
  }
}

static void paintArc(ImDrawList &list, ImVec2 c, float r, double share,
                     ImU32 color, float thick) {
  if (share <= 0)
    return;
  float from = -float(M_PI) / 2;
  list.PathArcTo(c, r, from, from + float(2 * M_PI * std::min(share, 1.0)));
  list.PathStroke(color, 0, thick);
}

void RingView::count(const Frame &frame) {
  if (counted && countedBegin == frame.begin && countedEnd == frame.end)
    return;
  counted = true;
  countedBegin = frame.begin;
  countedEnd = frame.end;
  uses = frame.ring.memoryUse(frame.begin, frame.end);
  busy.clear();
  const auto &all = frame.timeline.trace().lanes;
  for (const CorePlace &place : frame.ring.places()) {
    std::vector<uint32_t> lanes;
    for (uint32_t i = 0; i < all.size(); ++i)
      if (all[i].core == place.core)
        lanes.push_back(i);
    RangeStats stats =
        rangeStats(frame.timeline, frame.begin, frame.end, lanes);
    double cycles = double(stats.lanes) * double(frame.end - frame.begin);
    busy.push_back(stats.lanes ? double(stats.busy) / cycles : 0);
  }
}

void RingView::paintCores(const Frame &frame, int32_t core,
                          Happened &happened) const {
  const Style &theme = frame.look.theme;
  for (size_t i = 0; i < frame.ring.places().size(); ++i) {
    const CorePlace &place = frame.ring.places()[i];
    ImVec2 c = frame.at(place);
    ImGui::SetCursorScreenPos({c.x - frame.radius, c.y - frame.radius});
    ImGui::PushID(place.core);
    if (ImGui::InvisibleButton("##core", {2 * frame.radius, 2 * frame.radius}))
      happened.core = place.core;
    ImGui::PopID();
    bool hovered = ImGui::IsItemHovered();
    if (notesItems())
      noteItem("ring core " + std::to_string(place.core),
               {c.x - frame.radius, c.y - frame.radius},
               {c.x + frame.radius, c.y + frame.radius});
    ImU32 fill =
        mix(theme.raised, frame.look.colours.byGroup[unsigned(KindGroup::Work)],
            float(busy[i]) * 0.8f);
    frame.list.AddCircleFilled(c, frame.radius, fill);
    frame.list.AddCircle(c, frame.radius,
                         place.core == core ? theme.accent
                         : hovered          ? theme.text
                                            : theme.border,
                         0, frame.px(place.core == core ? 2.5f : 1.2f));
    auto use =
        std::find_if(uses.begin(), uses.end(), [&](const CoreMemoryUse &u) {
          return u.core == place.core;
        });
    double share = use == uses.end() ? 0 : use->share;
    paintArc(frame.list, c, frame.radius + frame.px(5), share,
             frame.look.colours.byGroup[unsigned(KindGroup::Transfer)],
             frame.px(3));
    std::string number = std::to_string(place.core);
    textIn(frame.list, theme.bold, {c.x - frame.radius, c.y - frame.px(9)},
           {c.x + frame.radius, c.y + frame.px(9)}, textOn(fill), number, 0.5f);
    if (hovered)
      ImGui::SetTooltip(
          "core %d: units busy %s\ndevice memory: %s read, %s written "
          "(%s of all cores)",
          place.core, percentText(busy[i]).c_str(),
          bytesText(use == uses.end() ? 0 : int64_t(use->readBytes)).c_str(),
          bytesText(use == uses.end() ? 0 : int64_t(use->writeBytes)).c_str(),
          percentText(share).c_str());
  }
}

void RingView::facts(const Frame &frame) const {
  const Style &theme = frame.look.theme;
  ImGui::PushFont(theme.bold);
  ImGui::TextUnformatted("Share of device memory");
  ImGui::PopFont();
  ImGui::TextDisabled("cycles %s to %s", grouped(frame.begin).c_str(),
                      grouped(frame.end).c_str());
  float row = theme.px(uses.size() > 12 ? 16 : 22);
  for (const CoreMemoryUse &use : uses) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    float width = ImGui::GetContentRegionAvail().x;
    ImDrawList &list = *ImGui::GetWindowDrawList();
    textIn(list, theme.sans, at, {at.x + theme.px(22), at.y + row}, theme.dim,
           std::to_string(use.core), 1);
    float x = at.x + theme.px(30), room = width - theme.px(110);
    list.AddRectFilled({x, at.y + theme.px(3)},
                       {x + room, at.y + row - theme.px(3)}, theme.raised,
                       theme.px(2));
    list.AddRectFilled(
        {x, at.y + theme.px(3)},
        {x + room * float(use.share), at.y + row - theme.px(3)},
        frame.look.colours.byGroup[unsigned(KindGroup::Transfer)], theme.px(2));
    textIn(list, theme.sans, {x + room, at.y},
           {at.x + width - theme.px(4), at.y + row}, theme.dim,
           bytesText(int64_t(use.readBytes + use.writeBytes)), 1);
    ImGui::Dummy({width, row - theme.px(5)});
  }
  ImGui::Dummy({0, theme.px(4)});
  if (frame.ring.messages() == 0)
    ImGui::TextWrapped("The cores of this run send nothing to each other: each "
                       "works on tiles of its own.");
}

RingView::Happened RingView::draw(const RunLook &look, const Timeline &timeline,
                                  const RingState &ring, int32_t core) {
  Happened happened;
  const Style &theme = look.theme;
  if (toggle("Whole run", theme, wholeRun,
             "Traffic over the whole run, not at the clock"))
    wholeRun = !wholeRun;
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("filled: units busy   arc: share of device memory");
  int64_t total = timeline.cycles(), half = std::max<int64_t>(total / 100, 8);
  int64_t at = int64_t(look.clock);
  int64_t begin =
      wholeRun ? 0
               : std::clamp<int64_t>(at - half, 0,
                                     std::max<int64_t>(total - 2 * half, 0));
  int64_t end = wholeRun ? total : std::min(total, begin + 2 * half);
  float side = std::min(theme.px(290), ImGui::GetContentRegionAvail().x / 3);
  ImVec2 room = ImGui::GetContentRegionAvail();
  ImGui::BeginChild(
      "##ring", {room.x - side - theme.px(8), 0}, ImGuiChildFlags_None,
      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImVec2 min = ImGui::GetCursorScreenPos(),
         size = ImGui::GetContentRegionAvail();
  float least = std::min(size.x, size.y);
  float radius = ring.places().size() > 12 ? least * 0.036f : least * 0.08f;
  Frame frame{look,
              timeline,
              ring,
              *ImGui::GetWindowDrawList(),
              min,
              {min.x + size.x, min.y + size.y},
              begin,
              std::max(end, begin + 1),
              std::clamp(radius, theme.px(9), theme.px(30))};
  count(frame);
  if (least > theme.px(80)) {
    paintLinks(frame);
    paintCores(frame, core, happened);
  }
  ImGui::EndChild();
  ImGui::SameLine();
  ImGui::BeginChild("##facts", {0, 0});
  facts(frame);
  ImGui::EndChild();
  return happened;
}

} // namespace sg::viz
