#include "viz/model/Selection.h"
#include <algorithm>
#include <charconv>
#include <map>

namespace sg::viz {

std::string bufferFamily(const std::string &name) {
  size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == name.size())
    return name;
  bool digits = std::all_of(name.begin() + long(dot) + 1, name.end(),
                            [](char c) { return c >= '0' && c <= '9'; });
  return digits ? name.substr(0, dot) : name;
}

std::optional<std::pair<uint32_t, uint32_t>>
placeInSource(const std::string &source) {
  size_t last = source.rfind(':');
  size_t middle = last == std::string::npos || last == 0
                      ? std::string::npos
                      : source.rfind(':', last - 1);
  if (middle == std::string::npos)
    return std::nullopt;
  std::pair<uint32_t, uint32_t> place;
  const char *data = source.data();
  auto a = std::from_chars(data + middle + 1, data + last, place.first);
  auto b = std::from_chars(data + last + 1, data + source.size(), place.second);
  if (a.ec != std::errc() || a.ptr != data + last || b.ec != std::errc() ||
      b.ptr != data + source.size())
    return std::nullopt;
  return place;
}

static void unite(std::vector<uint32_t> &into,
                  const std::vector<uint32_t> &more) {
  into.insert(into.end(), more.begin(), more.end());
  std::sort(into.begin(), into.end());
  into.erase(std::unique(into.begin(), into.end()), into.end());
}

static bool intersects(const std::vector<uint32_t> &a,
                       const std::vector<uint32_t> &b) {
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j])
      return true;
    a[i] < b[j] ? ++i : ++j;
  }
  return false;
}

bool Relatives::has(const sg::Event &event) const {
  if (from.kind == Selected::Nothing)
    return false;
  if (from.kind == Selected::Buffer)
    return event.tag && event.tag - 1u == from.index;
  return event.source < sources.size() && sources[event.source];
}

Relations::Relations(const std::vector<Stage> &stages, const Trace *trace,
                     const Binary *binary)
    : stages(&stages), trace(trace) {
  size_t sources = 0, buffers = 0;
  if (trace) {
    sources = trace->sources.size();
    buffers = trace->buffers.size();
  }
  if (binary) {
    sources = std::max(sources, binary->sources.size());
    buffers = std::max(buffers, binary->buffers.size());
  }
  originsOfSource.resize(sources + 1);
  sourcesOfBuffer.resize(buffers);
  families.resize(buffers);
  for (size_t i = 0; i < buffers; ++i)
    families[i] = bufferFamily(trace && i < trace->buffers.size()
                                   ? trace->buffers[i]
                                   : binary->buffers[i].name);
  if (binary)
    readInstructions(*binary);
  readSources();
}

/// The stage "spyrebinary" lists one operation per instruction, in order.
void Relations::readInstructions(const Binary &binary) {
  size_t instructions = 0;
  for (const Stream &stream : binary.streams)
    instructions += stream.code.size();
  const Stage *listing = nullptr;
  for (const Stage &stage : *stages)
    if (stage.name == "spyrebinary" && stage.ops.size() == instructions)
      listing = &stage;
  size_t at = 0;
  for (const Stream &stream : binary.streams)
    for (const Instruction &in : stream.code) {
      if (listing && in.source < originsOfSource.size() && in.source)
        unite(originsOfSource[in.source], listing->ops[at].origins);
      ++at;
      if (!in.tag || in.tag > sourcesOfBuffer.size() || !in.source)
        continue;
      // The tag names the first phase; all phases share the instruction.
      for (size_t i = 0; i < families.size(); ++i)
        if (i + 1 == in.tag || families[i] == families[in.tag - 1u])
          unite(sourcesOfBuffer[i], {in.source});
    }
}

/// What has no instruction in the listing is found by its place in the source.
void Relations::readSources() {
  if (!trace || stages->empty())
    return;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> byPlace;
  const std::vector<StageOp> &first = stages->front().ops;
  for (uint32_t i = 0; i < first.size(); ++i)
    if (first[i].line)
      byPlace[{first[i].line, first[i].column}].push_back(i);
  for (size_t i = 0; i < trace->sources.size(); ++i) {
    if (!originsOfSource[i + 1].empty())
      continue;
    auto place = placeInSource(trace->sources[i]);
    auto found = place ? byPlace.find(*place) : byPlace.end();
    if (found != byPlace.end())
      originsOfSource[i + 1] = found->second;
  }
}

std::vector<uint32_t> Relations::originsOf(const Selected &selected) const {
  std::vector<uint32_t> out;
  switch (selected.kind) {
  case Selected::Nothing:
    break;
  case Selected::Op:
    if (selected.stage < stages->size() &&
        selected.index < (*stages)[selected.stage].ops.size())
      out = (*stages)[selected.stage].ops[selected.index].origins;
    if (out.empty() && selected.stage == 0 && !stages->empty() &&
        selected.index < stages->front().ops.size())
      out = {selected.index};
    break;
  case Selected::Event:
    if (trace && selected.index < trace->events.size()) {
      uint32_t source = trace->events[selected.index].source;
      if (source < originsOfSource.size())
        out = originsOfSource[source];
    }
    break;
  case Selected::Buffer:
    if (selected.index < sourcesOfBuffer.size())
      for (uint32_t source : sourcesOfBuffer[selected.index])
        if (source < originsOfSource.size())
          unite(out, originsOfSource[source]);
    break;
  case Selected::Source:
    if (stages->empty())
      break;
    const std::vector<StageOp> &first = stages->front().ops;
    for (uint32_t i = 0; i < first.size(); ++i)
      if (first[i].line && first[i].line == selected.line &&
          (!selected.column || first[i].column == selected.column))
        out.push_back(i);
    break;
  }
  return out;
}

Relatives Relations::find(const Selected &selected) const {
  Relatives out;
  out.from = selected;
  if (!stages)
    return out;
  out.origins = originsOf(selected);
  out.ops.resize(stages->size());
  for (uint32_t s = 0; s < stages->size(); ++s) {
    const Stage &stage = (*stages)[s];
    for (uint32_t i = 0; i < stage.ops.size(); ++i) {
      const StageOp &op = stage.ops[i];
      bool self = selected.kind == Selected::Op && selected.stage == s &&
                  selected.index == i;
      if (!self && !intersects(op.origins, out.origins))
        continue;
      size_t line = std::min<size_t>(stage.text.find('\n', op.begin), op.end);
      out.ops[s].push_back(
          {i, op.begin, uint32_t(line), self || op.origins == out.origins});
    }
  }
  out.sources.assign(originsOfSource.size(), 0);
  for (size_t i = 1; i < originsOfSource.size(); ++i)
    out.sources[i] = intersects(originsOfSource[i], out.origins);
  if (selected.kind == Selected::Event && trace &&
      selected.index < trace->events.size()) {
    // Just this instruction's events; its relatives are in the stages.
    uint32_t source = trace->events[selected.index].source;
    std::fill(out.sources.begin(), out.sources.end(), uint8_t(0));
    if (source && source < out.sources.size())
      out.sources[source] = 1;
  }
  out.buffers.assign(sourcesOfBuffer.size(), 0);
  for (size_t b = 0; b < sourcesOfBuffer.size(); ++b)
    out.buffers[b] =
        selected.kind == Selected::Buffer
            ? b == selected.index
            : std::any_of(sourcesOfBuffer[b].begin(), sourcesOfBuffer[b].end(),
                          [&](uint32_t s) {
                            return s < out.sources.size() && out.sources[s];
                          });
  for (uint32_t origin : out.origins)
    if (const StageOp &op = stages->front().ops[origin]; op.line)
      out.places.push_back({op.line, op.column});
  std::sort(out.places.begin(), out.places.end());
  out.places.erase(std::unique(out.places.begin(), out.places.end()),
                   out.places.end());
  return out;
}

std::optional<uint32_t> Relations::opAt(uint32_t stage, uint32_t offset) const {
  std::optional<uint32_t> best;
  if (!stages || stage >= stages->size())
    return best;
  const std::vector<StageOp> &ops = (*stages)[stage].ops;
  for (uint32_t i = 0; i < ops.size(); ++i)
    if (ops[i].begin <= offset && offset < ops[i].end &&
        (!best || ops[i].depth >= ops[*best].depth))
      best = i;
  return best;
}

} // namespace sg::viz
