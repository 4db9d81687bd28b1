// Tables as comma-separated values (RFC 4180): what views show, for a
// spreadsheet. Numbers are plain (no grouping), cycles and bytes unless a
// column says otherwise; the first line names the columns.
#pragma once
#include "viz/model/JobPlan.h"
#include "viz/model/RangeStats.h"
#include "viz/model/Scratchpad.h"
#include "viz/model/StageList.h"

namespace sg::viz {

/// Writes one table. Lines end in CR LF; a field with a comma, a quote or a
/// line break stands in quotes.
class CsvWriter {
public:
  CsvWriter &field(std::string_view text);
  CsvWriter &field(int64_t value);
  /// At most `digits` digits behind the point.
  CsvWriter &field(double value, int digits = 3);
  /// A missing value.
  CsvWriter &empty() { return field(std::string_view()); }
  void endLine();
  std::string take() { return std::move(out); }

private:
  std::string out;
  bool lineBegun = false;
};

/// What happened in a range: a line per activity and per operation.
std::string rangeCsv(const RangeStats &stats, const Trace &trace);
/// The stages of a compilation, in order.
std::string stagesCsv(const std::vector<StageSummary> &stages);
/// Events of some lanes that overlap [begin, end), in the trace's order.
std::string eventsCsv(const Timeline &timeline, const Wiring &wiring,
                      int64_t begin, int64_t end,
                      std::span<const uint32_t> lanes);
/// Live intervals of all scratchpads: buffer, place, time, traffic.
std::string scratchpadCsv(const std::vector<ScratchpadMap> &maps);
/// The commands of a job.
std::string jobPlanCsv(const JobModel &model);
/// The words that the launch replaces, with both values.
std::string correctionCsv(const JobModel &model);

} // namespace sg::viz
