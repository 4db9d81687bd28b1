// Figures that are the same on every machine, and must not get worse: how close
// the 2048 x 2048 addition comes to what no schedule can beat.
#include "tests/bench/Samples.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::bench;

namespace {
struct Figures {
  RunResult run;
  int64_t capacity = 0; ///< of a core's scratchpad, bytes
};
} // namespace

static Figures addition(const std::string &device,
                        const Options &options = {}) {
  auto session = Session::create(request(additionFor(device), device, options));
  bool compiled = session->compile();
  for (const Diagnostic &diagnostic : session->diagnostics())
    INFO(diagnostic.str());
  REQUIRE(compiled);
  Result<RunResult> result = session->run({});
  REQUIRE(result);
  return {*result, session->device()->localMemory().bytes};
}

TEST_CASE("2048 x 2048 f16 addition within a quarter of the lower bound") {
  const int64_t matrix = 2048 * 2048 * 2;
  for (std::string device : {"spyre", "spyre-mini"}) {
    CAPTURE(device);
    Figures figures = addition(device);
    const Totals &totals = figures.run.trace.totals;
    CAPTURE(totals.cycles);
    CAPTURE(figures.run.lowerBound.cycles);
    CHECK(figures.run.lowerBound.resource == "device memory");
    CHECK(totals.cycles >= figures.run.lowerBound.cycles);
    CHECK(totals.cycles <= 1.25 * double(figures.run.lowerBound.cycles));
    // Each element crosses device memory once.
    CHECK(totals.deviceReadBytes == 2 * matrix);
    CHECK(totals.deviceWriteBytes == matrix);
    CHECK(totals.scratchpadPeakBytes > 0);
    CHECK(totals.scratchpadPeakBytes <= figures.capacity);
  }
}

TEST_CASE("without double buffering the small device is much slower") {
  int64_t on = addition("spyre-mini").run.trace.totals.cycles;
  Figures off = addition("spyre-mini", {{"double-buffering", "off"}});
  CAPTURE(on);
  CAPTURE(off.run.trace.totals.cycles);
  CHECK(double(off.run.trace.totals.cycles) >= 1.4 * double(on));
  CHECK(off.run.trace.totals.deviceReadBytes == 2 * 2048 * 2048 * 2);
}

TEST_CASE("the same kernel takes the same cycles again") {
  for (std::string device : {"spyre", "spyre-mini"}) {
    CAPTURE(device);
    Totals first = addition(device).run.trace.totals;
    Totals second = addition(device).run.trace.totals;
    CHECK(first.cycles == second.cycles);
    CHECK(first.scratchpadPeakBytes == second.scratchpadPeakBytes);
    CHECK(first.deviceMemoryBusyCycles == second.deviceMemoryBusyCycles);
    REQUIRE(first.lanes.size() == second.lanes.size());
    for (size_t lane = 0; lane < first.lanes.size(); ++lane) {
      CAPTURE(lane);
      CHECK(first.lanes[lane].busy == second.lanes[lane].busy);
      CHECK(first.lanes[lane].waiting == second.lanes[lane].waiting);
    }
  }
}

TEST_CASE("every sample compiles to code that fits and beats no bound") {
  for (const test::SampleFile &sample : test::machineSamples()) {
    CAPTURE(sample.name());
    auto session = Session::create(request(sample, "spyre"));
    REQUIRE(session->compile());
    Result<RunResult> result = session->run({});
    REQUIRE(result);
    CHECK(result->trace.totals.cycles >= result->lowerBound.cycles);
    CHECK(result->trace.totals.scratchpadPeakBytes <=
          session->device()->localMemory().bytes);
  }
}
