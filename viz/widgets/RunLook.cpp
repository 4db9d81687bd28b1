#include "viz/widgets/RunLook.h"
#include "viz/model/Numbers.h"

namespace sg::viz {

RunColours::RunColours(const Trace &trace, const Style &theme) {
  viz::Theme palette = theme.palette();
  for (unsigned i = 0; i < numEventKinds; ++i)
    byKind[i] = toImgui(kindColor(EventKind(i), palette));
  for (unsigned i = 0; i < numKindGroups; ++i)
    byGroup[i] = toImgui(groupColor(KindGroup(i), palette));
  // By operation, not by place: the same operation looks the same everywhere.
  for (const SourceLabel &label : sourceLabels(trace.sources))
    bySource.push_back(toImgui(operationColor(label.operation, palette)));
  for (const std::string &buffer : trace.buffers)
    byBuffer.push_back(toImgui(bufferColor(buffer, palette)));
  seen.assign(trace.sources.size(), false);
  for (const Event &event : trace.events)
    if (event.source && event.source <= seen.size())
      seen[event.source - 1] = true;
}

std::vector<SourceLabel> sourceLabels(const std::vector<std::string> &sources) {
  std::vector<SourceLabel> labels;
  for (const std::string &source : sources) {
    SourceLabel label;
    label.operation = source.substr(0, source.find(' '));
    size_t dot = label.operation.rfind('.');
    label.shortName = dot == std::string::npos
                          ? label.operation
                          : label.operation.substr(dot + 1);
    if (auto place = placeInSource(source))
      std::tie(label.line, label.column) = *place;
    labels.push_back(std::move(label));
  }
  return labels;
}

ImU32 RunLook::colourOf(const Event &event) const {
  if (!isWait(event.kind)) {
    if (colourBy == ColourBy::Operation && event.source &&
        event.source <= colours.bySource.size())
      return colours.bySource[event.source - 1];
    if (colourBy == ColourBy::Buffer && event.tag &&
        event.tag <= colours.byBuffer.size())
      return colours.byBuffer[event.tag - 1];
  }
  return colours.byKind[unsigned(event.kind) % numEventKinds];
}

// Waiting is what the picture is full of; it stays behind what is done.
ImU32 RunLook::groupColour(KindGroup group) const {
  ImU32 color = colours.byGroup[unsigned(group)];
  return group == KindGroup::Wait ? mix(color, theme.panel, 0.62f) : color;
}

const char *groupText(KindGroup group) {
  switch (group) {
  case KindGroup::Transfer:
    return "moves data";
  case KindGroup::Work:
    return "computes";
  case KindGroup::Wait:
    return "waits";
  }
  return "";
}

std::string RunLook::nameOf(const Event &event) const {
  if (!isWait(event.kind) && event.source && event.source <= labels.size())
    return labels[event.source - 1].shortName;
  return eventKindName(event.kind);
}

std::string waitText(const Timeline &timeline, const Wiring &wiring,
                     const Event &event) {
  if (!isWait(event.kind))
    return {};
  return unitAt(timeline, wiring, event.lane, event.begin).reason;
}

void eventTooltip(const RunLook &look, const Timeline &timeline,
                  const Wiring &wiring, uint32_t index) {
  const Trace &trace = timeline.trace();
  if (index >= trace.events.size() || !ImGui::BeginTooltip())
    return;
  const Event &event = trace.events[index];
  const Style &theme = look.theme;
  ImGui::PushTextWrapPos(theme.px(420));
  ImGui::PushFont(theme.bold);
  ImGui::TextUnformatted(look.nameOf(event).c_str());
  ImGui::PopFont();
  ImGui::PushStyleColor(ImGuiCol_Text, theme.dim);
  ImGui::Text("%s", trace.lanes[event.lane].name.c_str());
  ImGui::Text("cycles %s to %s (%s)", grouped(event.begin).c_str(),
              grouped(event.end).c_str(),
              grouped(event.end - event.begin).c_str());
  if (event.bytes)
    ImGui::Text("%s, %s", eventKindName(event.kind),
                bytesText(event.bytes).c_str());
  if (event.tag && event.tag <= trace.buffers.size())
    ImGui::Text("buffer %s", trace.buffers[event.tag - 1].c_str());
  if (event.source && event.source <= trace.sources.size())
    ImGui::TextUnformatted(trace.sources[event.source - 1].c_str());
  ImGui::PopStyleColor();
  if (std::string why = waitText(timeline, wiring, event); !why.empty())
    ImGui::TextUnformatted(why.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

} // namespace sg::viz
