// Every sample kernel, on every device that has the tiles, with every option of
// the scheduler: compiles, verifies, keeps its provenance, and gives the same
// bytes and trace every time. Those that the machine does not take yet are
// interpreted and refused.
#include "tests/bench/Samples.h"
#include <algorithm>
#include <doctest/doctest.h>

using namespace sg;

namespace {

using bench::Options;
using test::SampleFile;

struct Variant {
  std::string name;
  Options options;
};

const std::vector<Variant> &variants() {
  static const std::vector<Variant> list = {
      {"default", {}},
      {"no double buffering", {{"double-buffering", "off"}}},
      {"one corelet", {{"corelets", "1"}}},
      {"one row", {{"tile-rows", "1"}}},
      {"3 x 40", {{"tile-rows", "3"}, {"tile-columns", "40"}}},
      {"16 lanes", {{"vector-lanes", "16"}}}};
  return list;
}

std::unique_ptr<Session> sessionFor(const SampleFile &sample,
                                    const std::string &kernel,
                                    const std::string &device,
                                    const Options &options = {}) {
  CompileRequest request = bench::request(sample, device, options);
  request.kernel = kernel;
  return Session::create(request);
}

std::string messagesOf(const Session &session) {
  std::string text;
  for (const Diagnostic &diagnostic : session.diagnostics())
    text += diagnostic.str() + "\n";
  return text;
}

bool gridIsTooLarge(const Session &session) {
  return messagesOf(session).find("error: the grid has ") != std::string::npos;
}

// Exact operations may not differ from the reference at all.
uint64_t allowedUlp(const KernelInfo &info) {
  for (const auto &[cost, elements] : info.work)
    if (elements > 0 && cost != "simple" && cost != "multiply")
      return 2;
  return 0;
}

bool isLarge(const KernelInfo &info) {
  int64_t elements = 0;
  for (const KernelBuffer &buffer : info.buffers)
    elements += buffer.endElement - buffer.firstElement;
  return elements > 1'000'000;
}

void verifySeeds(Session &session, int64_t seeds) {
  for (int64_t seed = 0; seed < seeds; ++seed) {
    CAPTURE(seed);
    RunRequest run;
    run.verify = true;
    run.seed = uint64_t(seed);
    auto result = session.run(run);
    INFO((result ? std::string() : result.error().str()));
    REQUIRE(result);
    INFO(result->verification.firstMismatch);
    CHECK(result->verification.done);
    CHECK(result->verification.passed);
    CHECK(result->verification.maxUlp <= allowedUlp(*session.kernel()));
  }
}

bool sameTrace(const Trace &a, const Trace &b) {
  return a.events.size() == b.events.size() &&
         a.totals.cycles == b.totals.cycles &&
         std::equal(a.events.begin(), a.events.end(), b.events.begin(),
                    [](const Event &x, const Event &y) {
                      return x.begin == y.begin && x.end == y.end &&
                             x.lane == y.lane && x.kind == y.kind &&
                             x.bytes == y.bytes;
                    });
}

} // namespace

// One kernel of a sample on a device, with options.
static void verifyVariant(const SampleFile &sample, const std::string &kernel,
                          const char *device, const Variant &variant) {
  auto session = sessionFor(sample, kernel, device, variant.options);
  bool compiled = session->compile();
  INFO(sample.name() << " " << kernel << " on " << device << ", "
                     << variant.name);
  if (!compiled && gridIsTooLarge(*session))
    return;
  INFO(messagesOf(*session));
  CHECK(compiled);
  if (!compiled)
    return;
  for (const Stage &stage : session->stages()) {
    CAPTURE(stage.name);
    CHECK(stage.provenance() >= 0.95);
  }
  bool large = isLarge(*session->kernel());
  bool first = variant.options.empty();
  // Large ones are slow to interpret; every variant is run once.
  verifySeeds(*session, large ? 1 : first ? 5 : 2);
}

TEST_CASE("every sample verifies on every device with every option") {
  REQUIRE(test::machineSamples().size() > 10);
  for (const SampleFile &sample : test::machineSamples())
    for (const std::string &kernel : sample.kernels)
      for (const char *device : {"spyre", "spyre-mini", "toy"})
        for (const Variant &variant : variants())
          verifyVariant(sample, kernel, device, variant);
}

TEST_CASE("what the machine does not take yet is interpreted and refused") {
  for (const SampleFile &sample : test::sampleFiles())
    for (const std::string &kernel : sample.kernels) {
      if (sample.onMachine)
        continue;
      INFO(sample.name() << " " << kernel);
      auto session = sessionFor(sample, kernel, "spyre");
      CHECK(session->step());
      INFO(messagesOf(*session));
      auto meant = session->interpret({});
      INFO((meant ? std::string() : meant.error().str()));
      CHECK(meant);
      CHECK(session->diagnostics().empty());
      CHECK(session->accesses());
      CHECK_FALSE(session->compile());
      CHECK(session->stages().size() > 0);
      REQUIRE(!session->diagnostics().empty());
      CHECK(session->diagnostics().front().line > 0);
    }
}

TEST_CASE("compiling and running a sample twice gives the same") {
  for (const SampleFile &sample : test::machineSamples()) {
    INFO(sample.name());
    std::vector<Stage> stages;
    FileSet files;
    Trace trace;
    for (int time = 0; time < 2; ++time) {
      auto session = Session::create(bench::request(sample, "spyre"));
      INFO(messagesOf(*session));
      REQUIRE(session->compile());
      RunRequest run;
      run.recordEvents = true;
      auto result = session->run(run);
      REQUIRE(result);
      if (time == 0) {
        stages = session->stages();
        trace = result->trace;
        files = toFiles(*session->code());
        CHECK(!trace.events.empty());
        continue;
      }
      REQUIRE(stages.size() == session->stages().size());
      for (size_t i = 0; i < stages.size(); ++i) {
        CAPTURE(stages[i].name);
        CHECK(stages[i].text == session->stages()[i].text);
      }
      CHECK(files == toFiles(*session->code()));
      CHECK(sameTrace(trace, result->trace));
    }
  }
}
