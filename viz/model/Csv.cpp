#include "viz/model/Csv.h"
#include "viz/model/Selection.h"
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace sg::viz {

CsvWriter &CsvWriter::field(std::string_view text) {
  if (lineBegun)
    out += ',';
  lineBegun = true;
  if (text.find_first_of("\",\r\n") == text.npos) {
    out += text;
    return *this;
  }
  out += '"';
  for (char c : text) {
    if (c == '"')
      out += '"';
    out += c;
  }
  out += '"';
  return *this;
}

CsvWriter &CsvWriter::field(int64_t value) {
  return field(std::string_view(std::to_string(value)));
}

CsvWriter &CsvWriter::field(double value, int digits) {
  if (!std::isfinite(value))
    return empty();
  char text[352];
  int size = std::snprintf(text, sizeof text, "%.*f", digits, value);
  std::string_view shown(text, size_t(size));
  if (shown.find('.') != shown.npos) {
    while (shown.back() == '0')
      shown.remove_suffix(1);
    if (shown.back() == '.')
      shown.remove_suffix(1);
  }
  return field(shown == "-0" ? "0" : shown);
}

void CsvWriter::endLine() {
  out += "\r\n";
  lineBegun = false;
}

static CsvWriter table(std::initializer_list<std::string_view> columns) {
  CsvWriter csv;
  for (std::string_view column : columns)
    csv.field(column);
  csv.endLine();
  return csv;
}

static std::string hex(uint64_t value, int digits = 1) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%0*llx", digits,
                static_cast<unsigned long long>(value));
  return text;
}

static std::string sourceText(const Trace &trace, uint32_t source) {
  return source && source <= trace.sources.size() ? trace.sources[source - 1]
                                                  : std::string();
}

std::string rangeCsv(const RangeStats &stats, const Trace &trace) {
  CsvWriter csv = table(
      {"what", "name", "lane cycles", "share", "waiting", "events", "bytes"});
  double all = double(stats.lanes) * double(stats.end - stats.begin);
  auto share = [all](int64_t part) { return all > 0 ? double(part) / all : 0; };
  auto total = [&](std::string_view name, int64_t cycles) {
    csv.field("range").field(name).field(cycles).field(share(cycles), 6);
    csv.empty().empty().empty().endLine();
  };
  total("busy", stats.busy);
  total("waiting", stats.waiting);
  total("idle", stats.idle());
  for (unsigned i = 0; i < numEventKinds; ++i) {
    int64_t cycles = stats.cyclesByKind[i];
    if (!cycles && stats.bytesByKind[i] == 0)
      continue;
    csv.field("activity").field(eventKindName(EventKind(i))).field(cycles);
    csv.field(share(cycles), 6).empty().empty();
    csv.field(stats.bytesByKind[i]).endLine();
  }
  for (const RangeStats::BySource &one : stats.bySource) {
    std::string name = sourceText(trace, one.source);
    csv.field("operation").field(name.empty() ? "unknown" : name);
    csv.field(one.busy).field(share(one.busy), 6).field(one.waiting);
    csv.field(one.events).empty().endLine();
  }
  return csv.take();
}

std::string stagesCsv(const std::vector<StageSummary> &stages) {
  CsvWriter csv =
      table({"stage", "name", "changed", "failed", "milliseconds", "operations",
             "with a source", "lines", "remarks", "purpose"});
  for (size_t i = 0; i < stages.size(); ++i) {
    const StageSummary &stage = stages[i];
    csv.field(int64_t(i)).field(stage.name);
    csv.field(stage.changed ? "yes" : "no").field(stage.failed ? "yes" : "no");
    csv.field(stage.milliseconds).field(int64_t(stage.ops));
    csv.field(stage.provenance, 6).field(int64_t(stage.lines));
    csv.field(int64_t(stage.remarks)).field(stage.purpose).endLine();
  }
  return csv.take();
}

std::string eventsCsv(const Timeline &timeline, const Wiring &wiring,
                      int64_t begin, int64_t end,
                      std::span<const uint32_t> lanes) {
  CsvWriter csv =
      table({"begin", "end", "core", "corelet", "unit", "activity", "operation",
             "line", "column", "buffer", "bytes", "peer"});
  const Trace &trace = timeline.trace();
  std::vector<uint8_t> wanted(trace.lanes.size(), 0);
  for (uint32_t lane : lanes)
    if (lane < wanted.size())
      wanted[lane] = 1;
  for (const Event &event : trace.events) {
    if (event.lane >= wanted.size() || !wanted[event.lane] ||
        event.begin >= end || event.end <= begin)
      continue;
    const Lane &lane = trace.lanes[event.lane];
    csv.field(event.begin).field(event.end).field(int64_t(lane.core));
    lane.corelet < 0 ? csv.empty() : csv.field(int64_t(lane.corelet));
    csv.field(lane.unit).field(eventKindName(event.kind));
    std::string source = sourceText(trace, event.source);
    csv.field(source.substr(0, source.find(' ')));
    if (auto place = placeInSource(source))
      csv.field(int64_t(place->first)).field(int64_t(place->second));
    else
      csv.empty().empty();
    csv.field(event.tag && event.tag <= trace.buffers.size()
                  ? std::string_view(trace.buffers[event.tag - 1u])
                  : std::string_view());
    csv.field(int64_t(event.bytes));
    auto peer = wiring.peer(event);
    csv.field(peer && *peer < trace.lanes.size()
                  ? std::string_view(trace.lanes[*peer].name)
                  : std::string_view());
    csv.endLine();
  }
  return csv.take();
}

std::string scratchpadCsv(const std::vector<ScratchpadMap> &maps) {
  CsvWriter csv = table({"core", "buffer", "address", "bytes", "begin", "end",
                         "writes", "reads", "bytes written", "bytes read"});
  for (const ScratchpadMap &map : maps)
    for (const LiveInterval &one : map.intervals()) {
      if (one.buffer >= map.buffers().size())
        continue;
      const ScratchpadBuffer &buffer = map.buffers()[one.buffer];
      csv.field(int64_t(map.core())).field(buffer.name);
      csv.field(buffer.address).field(buffer.bytes);
      csv.field(one.begin).field(one.end);
      csv.field(int64_t(one.writes)).field(int64_t(one.reads));
      csv.field(one.bytesWritten).field(one.bytesRead).endLine();
    }
  return csv.take();
}

std::string jobPlanCsv(const JobModel &model) {
  CsvWriter csv = table({"plan", "step", "command", "device address", "bytes",
                         "what it does", "error"});
  for (const PlanRow &row : model.commands()) {
    csv.field(phaseName(row.phase)).field(int64_t(row.index)).field(row.name);
    csv.field(row.address ? hex(*row.address) : std::string());
    csv.field(int64_t(row.bytes)).field(row.does).field(row.error).endLine();
  }
  return csv.take();
}

std::string correctionCsv(const JobModel &model) {
  CsvWriter csv = table({"file", "offset", "unit", "table entry", "symbol",
                         "expression", "before", "after"});
  for (const JobBinary &image : model.binaries()) {
    const Binary &program = image.mapped.binary;
    for (const PatchedWord &word : image.patches) {
      csv.field(image.file).field(hex(word.offset));
      const CorrectionValue *lane = model.cause(image, word);
      if (!lane) {
        csv.field("header").empty().field("checksum").empty();
        csv.field(hex(word.before, 16)).field(hex(word.after, 16)).endLine();
        continue;
      }
      const Relocation &one = program.relocations[word.relocation];
      csv.field(unitName(program.instances[one.instance]));
      csv.field(int64_t(one.entry)).field(lane->name).field(lane->expression);
      csv.field(int64_t(word.before)).field(int64_t(word.after)).endLine();
    }
  }
  return csv.take();
}

} // namespace sg::viz
