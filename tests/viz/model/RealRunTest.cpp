// The models on samples that were compiled and run: what they say must agree
// with the session's own figures.
#include "engine/machine/Machine.h"
#include "engine/session/Session.h"
#include "viz/model/JobPlan.h"
#include "viz/model/Listing.h"
#include "viz/model/RangeStats.h"
#include "viz/model/RingState.h"
#include "viz/model/Scratchpad.h"
#include "viz/model/Selection.h"
#include "viz/model/StageDiff.h"
#include "viz/model/StageList.h"
#include <doctest/doctest.h>
#include <fstream>
#include <sstream>

using namespace sg;
using namespace sg::viz;

namespace {

struct Run {
  std::unique_ptr<Session> session;
  RunResult result;
  Binary binary;
};

Run runSample(const std::string &name) {
  Run run;
  CompileRequest request;
  std::ifstream file(SPYREGLASS_SOURCE_DIR "/samples/ktir/" + name);
  std::stringstream text;
  text << file.rdbuf();
  request.text = text.str();
  request.fileName = name;
  request.device = "spyre-mini";
  request.archDirs = {SPYREGLASS_SOURCE_DIR "/archs"};
  run.session = Session::create(request);
  bool compiled = run.session->compile();
  for (const Diagnostic &d : run.session->diagnostics())
    MESSAGE(d.str());
  REQUIRE(compiled);
  RunRequest how;
  how.recordEvents = true;
  auto result = run.session->run(how);
  REQUIRE(result);
  run.result = std::move(*result);
  auto binary = binaryOf(run.session->code()->binaries);
  REQUIRE(binary);
  run.binary = std::move(*binary);
  return run;
}

/// One run for all tests: it takes the longest.
const Run &sample() {
  static const Run run = runSample("add-2048-mini.mlir");
  return run;
}

} // namespace

TEST_CASE("the timeline's statistics are the machine's totals") {
  const Trace &trace = sample().result.trace;
  REQUIRE(trace.events.size() > 1000);
  Timeline timeline(trace);
  CHECK(timeline.cycles() == trace.totals.cycles);
  CHECK(timeline.tracks().unplaced() == 0);
  for (uint32_t lane = 0; lane < trace.lanes.size(); ++lane) {
    RangeStats stats =
        rangeStats(timeline, 0, timeline.cycles(), std::span(&lane, 1));
    // The machine also counts a cycle for each signal, which leaves no event.
    const LaneTotals &totals = trace.totals.lanes[lane];
    CHECK(stats.busy <= totals.busy + 200); // the correction, on one lane
    CHECK(stats.busy + totals.instructions >= totals.busy);
  }
}

TEST_CASE("both kinds of layout show the sample") {
  const Trace &trace = sample().result.trace;
  Timeline timeline(trace);
  LaneTree tree(trace.lanes);
  std::vector<TimelineRect> rects;
  ViewRange view(timeline.cycles());
  timeline.layout(view, 1920, tree.rows(), rects);
  CHECK(rects.size() > trace.lanes.size() / 2);
  view.show(10000, 10200);
  timeline.layout(view, 1920, tree.rows(), rects);
  CHECK_FALSE(timeline.coarse(view, 1920));
  CHECK(rects.size() > 100);
}

TEST_CASE("FIFOs never hold more than their depth or less than nothing") {
  const Run &run = sample();
  Wiring wiring(run.result.trace, &run.binary);
  REQUIRE(wiring.known());
  Fifos fifos(run.result.trace, wiring, run.session->device());
  CHECK(fifos.all().size() >= 16); // 8 corelets, into and out of each SFU
  for (const FifoHistory &fifo : fifos.all()) {
    CHECK(fifo.depth > 0);
    CHECK(fifo.entered.size() == fifo.left.size());
    CHECK(fifo.highest() >= 1);
    CHECK(fifo.highest() <= fifo.depth);
    for (size_t i = 0; i < fifo.left.size(); ++i)
      REQUIRE(fifo.entered[i] <= fifo.left[i]);
  }
}

TEST_CASE("the scratchpad's peak is the sum of its buffers, both phases used") {
  const Run &run = sample();
  const Device &device = *run.session->device();
  Wiring wiring(run.result.trace, &run.binary, device.localMemory().kind);
  auto maps = scratchpadMaps(run.result.trace, run.binary, wiring,
                             device.localMemory().bytes);
  REQUIRE(maps.size() == 4);
  int64_t highest = 0;
  for (const ScratchpadMap &map : maps) {
    CHECK(map.conflicts().empty());
    CHECK(map.outOfRange().empty());
    Occupancy peak = map.peak();
    CHECK(peak.bytes > 0);
    CHECK(peak.bytes <= map.capacity());
    std::vector<int64_t> written(run.binary.buffers.size(), 0);
    for (const LiveInterval &one : map.intervals()) {
      const ScratchpadBuffer &buffer = run.binary.buffers[one.buffer];
      written[one.buffer] += one.bytesWritten;
      CHECK(one.writes > 0); // nothing is read that was not written
      CHECK(one.reads > 0);  // and nothing written in vain
      CHECK(one.bytesWritten <= buffer.bytes);
      highest = std::max(highest, buffer.address + buffer.bytes);
    }
    for (int64_t bytes : written)
      CHECK(bytes > 0);
  }
  CHECK(highest == run.result.trace.totals.scratchpadPeakBytes);
}

TEST_CASE("every wait for another unit names it") {
  const Run &run = sample();
  const Trace &trace = run.result.trace;
  Timeline timeline(trace);
  Wiring wiring(trace, &run.binary);
  Fifos fifos(trace, wiring, run.session->device());
  size_t waits = 0;
  for (int64_t cycle = 100; cycle < timeline.cycles(); cycle += 997)
    for (int32_t core = 0; core < 4; ++core)
      for (const UnitSnapshot &unit :
           coreAt(timeline, wiring, fifos, core, cycle).units) {
        if (unit.activity != UnitActivity::Waiting)
          continue;
        ++waits;
        EventKind kind = trace.events[unit.event].kind;
        CHECK(!unit.reason.empty());
        CHECK(unit.waitsFor.has_value() ==
              (kind == EventKind::WaitInput || kind == EventKind::WaitOutput ||
               kind == EventKind::WaitSignal));
        if (unit.waitsFor) {
          CHECK(trace.lanes[*unit.waitsFor].core == core);
        }
      }
  CHECK(waits > 10);
}

TEST_CASE("all cores use device memory alike") {
  const Run &run = sample();
  Timeline timeline(run.result.trace);
  Wiring wiring(run.result.trace, &run.binary);
  RingState ring(timeline, wiring, *run.session->device());
  CHECK(ring.places().size() == 4);
  auto use = ring.memoryUse(0, timeline.cycles());
  double read = 0, written = 0;
  for (const CoreMemoryUse &one : use) {
    CHECK(one.share == doctest::Approx(0.25));
    read += one.readBytes;
    written += one.writeBytes;
  }
  CHECK(read == doctest::Approx(double(2 * 2048 * 2048 * 2)));
  CHECK(written == doctest::Approx(double(2048 * 2048 * 2)));
}

TEST_CASE(
    "the addition is found in every stage, and its events are the SFUs'") {
  const Run &run = sample();
  const auto &stages = run.session->stages();
  Relations relations(stages, &run.result.trace, &run.binary);
  Selected selected;
  selected.kind = Selected::Op;
  for (uint32_t i = 0; i < stages[0].ops.size(); ++i)
    if (stages[0].ops[i].name.find("add") != std::string::npos)
      selected.index = i;
  REQUIRE(stages[0].ops[selected.index].name.find("add") != std::string::npos);
  CHECK(stages[0].ops[selected.index].line > 1);
  Relatives found = relations.find(selected);
  for (uint32_t s = 0; s + 1 < stages.size(); ++s) {
    INFO(stages[s].name);
    CHECK(!found.ops[s].empty());
  }
  size_t computes = 0, related = 0;
  for (const Event &e : run.result.trace.events)
    if (e.kind == EventKind::Compute) {
      ++computes;
      related += found.has(e);
    }
  CHECK(computes > 1000);
  CHECK(related == computes);
}

TEST_CASE("buffers lead to the loads that fill them") {
  const Run &run = sample();
  const auto &stages = run.session->stages();
  Relations relations(stages, &run.result.trace, &run.binary);
  for (uint32_t b = 0; b < run.binary.buffers.size(); ++b) {
    Relatives found = relations.find({Selected::Buffer, 0, b});
    INFO(run.binary.buffers[b].name);
    REQUIRE(!found.origins.empty());
    bool memory = false;
    for (uint32_t origin : found.origins)
      memory |= stages[0].ops[origin].name == "ktdp.load" ||
                stages[0].ops[origin].name == "ktdp.store";
    CHECK(memory);
  }
}

TEST_CASE("a step that changed nothing has no difference") {
  const auto &stages = sample().session->stages();
  size_t rewritten = 0, unmatched = 0, total = 0;
  for (size_t i = 1; i < stages.size(); ++i) {
    StageDiff diff = diffStages(stages[i - 1], stages[i]);
    INFO(stages[i].name);
    rewritten += diff.count(OpChange::Rewritten);
    if (stages[i].name != "spyrecode") {
      unmatched += diff.count(OpChange::Added);
      total += stages[i].ops.size();
    }
    if (stages[i].changed)
      continue;
    CHECK(diff.count(OpChange::Same) == stages[i].ops.size());
    CHECK(diff.count(OpChange::Removed) == 0);
  }
  CHECK(rewritten > 10);
  // Few operations come from nowhere.
  CHECK(unmatched * 4 < total);
  StageList list(stages);
  CHECK(list.rows().size() <= stages.size());
}

TEST_CASE("the correction shown is what the machine leaves in its memory") {
  const Run &run = sample();
  const SpyreCode &code = *run.session->code();
  const KernelInfo &info = *run.session->kernel();
  const std::vector<int64_t> &arguments = run.result.arguments;
  JobModel model(code, &info, arguments);
  REQUIRE(model.corrected());
  const JobBinary &binary = model.binaries().at(0);
  REQUIRE(run.binary.relocations.size() > 10);
  CHECK(binary.patches.size() == run.binary.relocations.size() + 1);

  auto machine = Machine::create(code, *run.session->device());
  REQUIRE(machine);
  for (const KernelBuffer &buffer : info.buffers) {
    REQUIRE(buffer.argument);
    size_t bytes = formatBytes(buffer.format);
    uint64_t address =
        uint64_t(arguments[*buffer.argument] + buffer.firstElement) * bytes;
    std::vector<uint8_t> zeros(
        size_t(buffer.endElement - buffer.firstElement) * bytes);
    REQUIRE((*machine)->reserve(address, zeros.size()));
    REQUIRE((*machine)->write(address, zeros));
  }
  REQUIRE((*machine)->prepare());
  std::vector<uint8_t> image(binary.before.size());
  REQUIRE((*machine)->read(binary.address, image));
  CHECK(image == binary.before);
  REQUIRE((*machine)->launch(arguments));
  REQUIRE((*machine)->read(binary.address, image));
  CHECK(image == binary.after);
}

TEST_CASE("a listing numbers instructions as the session's last stages do") {
  const Run &run = sample();
  JobModel model(*run.session->code(), run.session->kernel(), {});
  CHECK(!model.corrected());
  Listing listing(model.binaries().at(0), std::nullopt);
  const Stage *stage = nullptr;
  for (const Stage &one : run.session->stages())
    if (one.name == "spyrebinary")
      stage = &one;
  REQUIRE(stage);
  size_t instructions = 0;
  for (const ListingRow &row : listing.rows()) {
    if (row.kind != ListingRow::Instruction)
      continue;
    ++instructions;
    uint32_t number = listing.number(row);
    REQUIRE(number < stage->ops.size());
    std::string text = listing.text(row);
    CHECK(stage->ops[number].name == text.substr(0, text.find(' ')));
  }
  CHECK(instructions == stage->ops.size());
}
