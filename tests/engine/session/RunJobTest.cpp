// Runs in slices: the same results, progress that only grows, cancelling.
#include "tests/bench/Samples.h"
#include <cstring>
#include <doctest/doctest.h>
#include <limits>

using namespace sg;

namespace {

constexpr double wholeRun = std::numeric_limits<double>::infinity();

struct Outcome {
  std::unique_ptr<Session> session;
  std::optional<RunResult> result;
  std::string error;
  std::vector<std::string> phases; ///< in order
  size_t slices = 0;
};

Outcome runIn(double milliseconds, const CompileRequest &request,
              const RunRequest &run) {
  Outcome outcome;
  outcome.session = Session::create(request);
  outcome.session->compile();
  auto job = outcome.session->start(run);
  double progress = 0;
  bool more = true, grows = true;
  while (more) {
    more = job->advance(milliseconds);
    ++outcome.slices;
    grows &= job->progress() >= progress && job->progress() <= 1;
    progress = job->progress();
    if (outcome.phases.empty() || outcome.phases.back() != job->phase())
      outcome.phases.push_back(job->phase());
  }
  CHECK(grows);
  auto result = job->take();
  if (result)
    outcome.result = std::move(*result);
  else
    outcome.error = result.error().str();
  return outcome;
}

bool sameEvents(const Trace &a, const Trace &b) {
  return a.events.size() == b.events.size() &&
         std::equal(a.events.begin(), a.events.end(), b.events.begin(),
                    [](const Event &x, const Event &y) {
                      return x.begin == y.begin && x.end == y.end &&
                             x.lane == y.lane && x.source == y.source &&
                             x.bytes == y.bytes && x.tag == y.tag &&
                             x.kind == y.kind && x.peer == y.peer;
                    });
}

bool sameRanges(const Trace &a, const Trace &b) {
  return a.rangeDims == b.rangeDims &&
         a.deviceRanges.size() == b.deviceRanges.size() &&
         std::equal(a.deviceRanges.begin(), a.deviceRanges.end(),
                    b.deviceRanges.begin(),
                    [](const DeviceRange &x, const DeviceRange &y) {
                      return x.event == y.event && x.write == y.write &&
                             x.bytes.start == y.bytes.start &&
                             x.bytes.firstDim == y.bytes.firstDim;
                    });
}

void compare(const Outcome &a, const Outcome &b) {
  CHECK(a.error == b.error);
  REQUIRE(a.result.has_value() == b.result.has_value());
  REQUIRE(a.session->diagnostics().size() == b.session->diagnostics().size());
  for (size_t i = 0; i < a.session->diagnostics().size(); ++i)
    CHECK(a.session->diagnostics()[i].str() ==
          b.session->diagnostics()[i].str());
  if (!a.result)
    return;
  const RunResult &x = *a.result, &y = *b.result;
  CHECK(x.trace.totals.cycles == y.trace.totals.cycles);
  CHECK(x.trace.totals.deviceReadBytes == y.trace.totals.deviceReadBytes);
  CHECK(x.trace.buffers == y.trace.buffers);
  CHECK(sameEvents(x.trace, y.trace));
  CHECK(sameRanges(x.trace, y.trace));
  CHECK(x.arguments == y.arguments);
  CHECK(x.lowerBound.cycles == y.lowerBound.cycles);
  CHECK(x.verification.passed == y.verification.passed);
  CHECK(x.verification.maxUlp == y.verification.maxUlp);
  CHECK(x.verification.mismatches == y.verification.mismatches);
  REQUIRE(x.buffers.size() == y.buffers.size());
  for (size_t i = 0; i < x.buffers.size(); ++i) {
    CHECK(x.buffers[i].bytes == y.buffers[i].bytes);
    CHECK(x.buffers[i].written == y.buffers[i].written);
  }
}

} // namespace

TEST_CASE("every sample in slices gives what it gives in one") {
  RunRequest run;
  run.verify = true;
  run.recordEvents = true;
  for (const test::SampleFile &sample : test::machineSamples()) {
    std::string name = sample.name();
    for (const char *device : {"spyre", "toy"}) {
      CAPTURE(name);
      CAPTURE(device);
      CompileRequest request = bench::request(sample, device);
      Outcome whole = runIn(wholeRun, request, run);
      if (!whole.session->code())
        continue; // the grid is too large for the device
      CHECK(whole.slices == 1);
      REQUIRE_MESSAGE(whole.result, whole.error);
      CHECK(whole.result->verification.passed);
      CHECK(!whole.result->trace.events.empty());
      Outcome sliced = runIn(0, request, run);
      CHECK(sliced.slices > 8);
      CHECK(sliced.phases == std::vector<std::string>{"preparing", "simulating",
                                                      "interpreting",
                                                      "comparing"});
      compare(whole, sliced);
    }
  }
}

TEST_CASE("errors and data of the caller in slices") {
  CompileRequest request = bench::request("add", "spyre");
  RunRequest run;
  run.maxCycles = 50;
  Outcome whole = runIn(wholeRun, request, run);
  CHECK(whole.error.find("limit of 50 cycles") != std::string::npos);
  compare(whole, runIn(0, request, run));

  run = {};
  run.verify = true;
  run.maxSteps = 10;
  whole = runIn(wholeRun, request, run);
  CHECK(whole.error.find("gave up after 10") != std::string::npos);
  compare(whole, runIn(0, request, run));

  run = {};
  auto session = Session::create(request);
  REQUIRE(session->compile());
  BufferFill fill;
  fill.kind = BufferFill::Bytes;
  const KernelBuffer &buffer = session->kernel()->buffers[0];
  size_t bytes = formatBytes(buffer.format);
  for (int64_t extent : buffer.shape)
    bytes *= size_t(extent);
  for (size_t i = 0; i < bytes; ++i)
    fill.bytes.push_back(i % 2 ? 0x3c : uint8_t(i / 2 % 4)); // about 1.0
  run.inputs = {{buffer.name, fill}};
  Outcome sliced = runIn(0, request, run);
  REQUIRE(sliced.result);
  CHECK(sliced.result->buffers[0].bytes == fill.bytes);
  compare(runIn(wholeRun, request, run), sliced);
  run.inputs[0].second.bytes.pop_back();
  CHECK(runIn(0, request, run).error.find("bytes, but") != std::string::npos);
}

TEST_CASE("a job that is dropped anywhere leaves the session usable") {
  CompileRequest request = bench::request("gelu", "spyre");
  RunRequest run;
  run.verify = true;
  run.recordEvents = true;
  Outcome whole = runIn(wholeRun, request, run);
  REQUIRE(whole.result);
  auto session = Session::create(request);
  REQUIRE(session->compile());
  for (int slices = 0; slices < 60; slices += 3) {
    auto job = session->start(run);
    for (int i = 0; i < slices && job->advance(0); ++i) {
    }
  }
  auto again = session->run(run);
  REQUIRE(again);
  CHECK(sameEvents(again->trace, whole.result->trace));
  CHECK(again->buffers.back().bytes == whole.result->buffers.back().bytes);
}

TEST_CASE("nothing to run") {
  auto session = Session::create(bench::request("add", "spyre"));
  auto job = session->start({});
  CHECK(!job->advance(1));
  CHECK(job->progress() == 1);
  auto result = job->take();
  REQUIRE(!result);
  CHECK(result.error().message == "nothing was compiled");
}
