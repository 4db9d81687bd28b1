// Every sample kernel, on every device that has the tiles, with every option of
// the scheduler: compiles, verifies, keeps its provenance, and gives the same
// bytes and trace every time.
#include "engine/session/Session.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace sg;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

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

std::vector<std::filesystem::path> samples() {
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::directory_iterator(
           SPYREGLASS_SOURCE_DIR "/samples/ktir"))
    if (entry.path().extension() == ".mlir")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

CompileRequest requestFor(const std::filesystem::path &file,
                          const std::string &device, const Options &options) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  CompileRequest request;
  request.text = text.str();
  request.fileName = file.filename().string();
  request.device = device;
  request.archDirs = {SPYREGLASS_SOURCE_DIR "/archs"};
  request.options = options;
  return request;
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

TEST_CASE("every sample verifies on every device with every option") {
  REQUIRE(samples().size() > 10);
  for (const auto &file : samples())
    for (const char *device : {"spyre", "spyre-mini", "toy"})
      for (const Variant &variant : variants()) {
        auto session =
            Session::create(requestFor(file, device, variant.options));
        bool compiled = session->compile();
        INFO(file.filename().string()
             << " on " << device << ", " << variant.name);
        if (!compiled && gridIsTooLarge(*session))
          continue;
        INFO(messagesOf(*session));
        CHECK(compiled);
        if (!compiled)
          continue;
        for (const Stage &stage : session->stages()) {
          CAPTURE(stage.name);
          CHECK(stage.provenance() >= 0.95);
        }
        bool large = isLarge(*session->kernel());
        bool first = variant.options.empty();
        // Large ones are slow to interpret; every variant is run once.
        verifySeeds(*session, large ? 1 : first ? 5 : 2);
      }
}

TEST_CASE("compiling and running a sample twice gives the same") {
  for (const auto &file : samples()) {
    INFO(file.filename().string());
    std::vector<Stage> stages;
    FileSet files;
    Trace trace;
    for (int time = 0; time < 2; ++time) {
      auto session = Session::create(requestFor(file, "spyre", {}));
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
