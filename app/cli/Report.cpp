#include "app/cli/Report.h"
#include "app/cli/Compile.h"
#include "app/cli/Text.h"

namespace sg::cli {

namespace {
struct UnitTotals {
  std::string kind;
  int64_t lanes = 0, busy = 0, waiting = 0, instructions = 0;
};
} // namespace

// By kind, in the order of the trace.
static std::vector<UnitTotals> unitTotals(const Trace &trace) {
  std::vector<UnitTotals> units;
  for (size_t i = 0; i < trace.lanes.size() && i < trace.totals.lanes.size();
       ++i) {
    UnitTotals *unit = nullptr;
    for (UnitTotals &each : units)
      if (each.kind == trace.lanes[i].unit)
        unit = &each;
    if (!unit)
      unit = &units.emplace_back(UnitTotals{trace.lanes[i].unit});
    const LaneTotals &lane = trace.totals.lanes[i];
    ++unit->lanes;
    unit->busy += lane.busy;
    unit->waiting += lane.waiting;
    unit->instructions += lane.instructions;
  }
  return units;
}

static double share(int64_t part, const UnitTotals &unit, int64_t cycles) {
  return cycles > 0 ? double(part) / (double(unit.lanes) * double(cycles)) : 0;
}

static void toJson(const RunResult &result, const RunFacts &facts,
                   Outcome &outcome) {
  const Totals &totals = result.trace.totals;
  Json &json = outcome.json;
  json["kernel"] = facts.kernel->name;
  json["frontend"] = facts.kernel->frontend;
  json["device"] = facts.device->name;
  json["grid"] = gridJson(*facts.kernel);
  json["cycles"] = totals.cycles;
  bool isBound = result.lowerBound.cycles > 0;
  json["lower_bound_cycles"] =
      isBound ? Json(result.lowerBound.cycles) : Json();
  json["lower_bound"] = isBound ? Json(result.lowerBound.resource) : Json();
  json["lower_bounds"] = Json::object();
  for (const auto &[name, cycles] : result.lowerBound.all)
    json["lower_bounds"][name] = cycles;
  json["bytes"] = {{"device_read", totals.deviceReadBytes},
                   {"device_write", totals.deviceWriteBytes},
                   {"scratchpad", totals.scratchpadBytes},
                   {"ring", totals.ringBytes}};
  json["scratchpad_peak_bytes"] = totals.scratchpadPeakBytes;
  json["scratchpad_capacity_bytes"] = facts.device->localMemory().bytes;
  json["device_memory_busy_cycles"] = totals.deviceMemoryBusyCycles;
  json["units"] = Json::object();
  for (const UnitTotals &unit : unitTotals(result.trace))
    json["units"][unit.kind] = {
        {"count", unit.lanes},
        {"busy", share(unit.busy, unit, totals.cycles)},
        {"waiting", share(unit.waiting, unit, totals.cycles)},
        {"instructions", unit.instructions}};
  json["compile_ms"] =
      facts.compileMilliseconds < 0 ? Json() : Json(facts.compileMilliseconds);
  json["simulate_ms"] = result.simulateMilliseconds;
  json["events"] =
      facts.eventsRecorded ? Json(result.trace.events.size()) : Json();
  const Verification &check = result.verification;
  json["verified"] = check.done ? Json(check.passed) : Json();
  json["max_abs_error"] = check.done ? Json(check.maxAbsError) : Json();
  json["max_ulp"] = check.done ? Json(check.maxUlp) : Json();
  if (check.done) {
    json["allowed_ulp"] = check.allowedUlp;
    json["mismatches"] = check.mismatches;
    if (!check.firstMismatch.empty())
      json["first_mismatch"] = check.firstMismatch;
  }
}

static std::string unitTable(const RunResult &result) {
  Table table({"unit", "count", "busy", "waiting", "instructions"});
  table.right({1, 2, 3, 4});
  int64_t cycles = result.trace.totals.cycles;
  for (const UnitTotals &unit : unitTotals(result.trace))
    table.add({unit.kind, std::to_string(unit.lanes),
               percent(share(unit.busy, unit, cycles)),
               percent(share(unit.waiting, unit, cycles)),
               grouped(unit.instructions)});
  return table.str();
}

static std::string verificationText(const Verification &check) {
  if (!check.done)
    return "not asked for (--verify)";
  std::string ulp = "largest difference " + std::to_string(check.maxUlp) +
                    " ulp, allowed " + std::to_string(check.allowedUlp);
  if (check.passed)
    return "passed, " + ulp;
  return "FAILED: " + grouped(int64_t(check.mismatches)) +
         " elements differ, " + ulp;
}

static std::string page(const RunResult &result, const RunFacts &facts) {
  const Totals &totals = result.trace.totals;
  std::string text;
  auto line = [&](const char *name, const std::string &value) {
    std::string label = name;
    label.resize(16, ' ');
    text += label + value + "\n";
  };
  line("kernel", facts.kernel->name + " (" + facts.kernel->frontend + ")");
  line("device", facts.device->name + ", grid " + gridText(*facts.kernel));
  line("cycles", grouped(totals.cycles));
  if (const LowerBound &bound = result.lowerBound; bound.cycles > 0)
    line("lower bound",
         grouped(bound.cycles) + " (" + bound.resource + "); the run took " +
             fixed(double(totals.cycles) / double(bound.cycles), 2) +
             " times as long");
  double busy = totals.cycles ? double(totals.deviceMemoryBusyCycles) /
                                    double(totals.cycles)
                              : 0;
  line("device memory", byteText(totals.deviceReadBytes) + " read, " +
                            byteText(totals.deviceWriteBytes) +
                            " written; busy " + percent(busy));
  line("scratchpad", byteText(totals.scratchpadBytes) + " moved; peak " +
                         byteText(totals.scratchpadPeakBytes) + " of " +
                         byteText(facts.device->localMemory().bytes) +
                         " per core");
  if (totals.ringBytes)
    line("ring", byteText(totals.ringBytes));
  line("verification", verificationText(result.verification));
  std::string time;
  if (facts.compileMilliseconds >= 0)
    time = "compiled in " + fixed(facts.compileMilliseconds, 1) + " ms, ";
  line("time",
       time + "simulated in " + fixed(result.simulateMilliseconds, 1) + " ms");
  return text + "\n" + unitTable(result);
}

void reportRun(const RunResult &result, const RunFacts &facts,
               Outcome &outcome) {
  toJson(result, facts, outcome);
  outcome.report += page(result, facts);
}

} // namespace sg::cli
