// Damaged kernels and devices through the whole engine: each compiles and runs,
// or ends in an error that says where. SPYREGLASS_MUTATIONS=N damages every
// file N times in each way (default 3), SPYREGLASS_MUTATION_SEED=S starts
// another series, and SPYREGLASS_MUTATION_PRINT prints the errors: for searches
// by hand.
#include "engine/session/Session.h"
#include "tests/Samples.h"
#include "tests/engine/session/Mutate.h"
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <map>

using namespace sg;
using namespace sg::test;

namespace {

constexpr double mostSeconds = 10;
constexpr int64_t mostBytes = int64_t(1) << 26;

std::vector<std::filesystem::path> devices() {
  std::vector<std::filesystem::path> files;
  for (const auto &entry :
       std::filesystem::directory_iterator(SPYREGLASS_SOURCE_DIR "/archs"))
    if (entry.path().extension() == ".mlir")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

uint32_t numberFrom(const char *name, uint32_t otherwise) {
  const char *text = std::getenv(name);
  return text ? uint32_t(std::atoll(text)) : otherwise;
}

struct Counts {
  int64_t refused = 0, compiled = 0, ran = 0, stopped = 0, verified = 0,
          different = 0;
  double slowest = 0;
  std::string slowestWhat;
};

int64_t bytesOf(const KernelInfo &info) {
  int64_t total = 0;
  for (const KernelBuffer &buffer : info.buffers) {
    int64_t count;
    if (__builtin_sub_overflow(buffer.endElement, buffer.firstElement,
                               &count) ||
        count > mostBytes)
      return mostBytes + 1;
    total = std::min(total + count * 8, mostBytes + 1);
    int64_t shape = 1;
    for (int64_t extent : buffer.shape)
      if (__builtin_mul_overflow(shape, extent, &shape) || shape > mostBytes)
        return mostBytes + 1;
  }
  return total;
}

// What is wrong with the diagnostics of a failed compilation.
std::string checkRefusal(const Session &session, const std::string &file) {
  bool found = false;
  for (const Diagnostic &diagnostic : session.diagnostics()) {
    if (diagnostic.severity != Severity::Error)
      continue;
    found = true;
    if (std::getenv("SPYREGLASS_MUTATION_PRINT"))
      MESSAGE(diagnostic.str());
    if (diagnostic.message.empty())
      return "an error says nothing";
    if (diagnostic.line == 0 || diagnostic.column == 0)
      return "an error without a place: " + diagnostic.str();
    if (diagnostic.file != file)
      return "an error in another file: " + diagnostic.str();
  }
  return found ? "" : "it failed without an error";
}

// What is wrong; empty when all is as it should be.
std::string tryRequest(const CompileRequest &request, const std::string &file,
                       Counts &counts) {
  auto session = Session::create(request);
  if (!session->compile()) {
    ++counts.refused;
    if (!session->failed())
      return "it stopped without failing";
    return checkRefusal(*session, file);
  }
  ++counts.compiled;
  if (bytesOf(*session->kernel()) > mostBytes)
    return "";
  RunRequest run;
  run.maxCycles = 200'000;
  run.maxSteps = 20'000'000;
  run.recordEvents = true;
  run.verify = true;
  auto result = session->run(run);
  if (!result) {
    ++counts.stopped;
    if (std::getenv("SPYREGLASS_MUTATION_PRINT"))
      MESSAGE("stopped: " << result.error().str());
    return result.error().message.empty() ? "a run failed without an error"
                                          : "";
  }
  ++counts.ran;
  ++(result->verification.passed ? counts.verified : counts.different);
  return "";
}

void tryAndTime(const CompileRequest &request, const std::string &file,
                const std::string &what, Counts &counts) {
  auto start = std::chrono::steady_clock::now();
  std::string problem = tryRequest(request, file, counts);
  std::chrono::duration<double> taken =
      std::chrono::steady_clock::now() - start;
  if (taken.count() > counts.slowest) {
    counts.slowest = taken.count();
    counts.slowestWhat = what;
  }
  if (taken.count() > mostSeconds)
    problem += " it took " + std::to_string(taken.count()) + " s";
  if (!problem.empty())
    FAIL_CHECK(
        what << ": " << problem << "\n"
             << (request.deviceText.empty() ? request.text : request.deviceText)
                    .substr(0, 8000));
}

void report(const Counts &counts) {
  MESSAGE(counts.refused << " refused, " << counts.compiled << " compiled, "
                         << counts.ran << " of them ran (" << counts.verified
                         << " verified, " << counts.different << " did not), "
                         << counts.stopped << " stopped; slowest "
                         << counts.slowest << " s, " << counts.slowestWhat);
}

} // namespace

TEST_CASE("damaged kernels compile or are refused with a place") {
  std::mt19937 random(numberFrom("SPYREGLASS_MUTATION_SEED", 1));
  uint32_t times = numberFrom("SPYREGLASS_MUTATIONS", 3);
  Counts counts;
  for (const SampleFile &sample : sampleFiles()) {
    for (uint32_t i = 0; i < times * damageKinds; ++i) {
      Damage kind = Damage(i % damageKinds);
      CompileRequest request;
      request.text = damaged(sample.text, kind, random);
      request.fileName = sample.path.filename().string();
      request.kernel = sample.kernels.front();
      request.device = i % 5 == 0 ? "spyre" : "spyre-mini";
      request.archDirs = {SPYREGLASS_SOURCE_DIR "/archs"};
      tryAndTime(request, request.fileName,
                 request.fileName + ", " + damageName(kind) + " " +
                     std::to_string(i),
                 counts);
    }
  }
  report(counts);
  CHECK(counts.refused + counts.compiled >= 200);
  CHECK(counts.refused > 0);
  CHECK(counts.ran > 0);
}

TEST_CASE("damaged devices are read or refused with a place") {
  std::mt19937 random(numberFrom("SPYREGLASS_MUTATION_SEED", 1) + 1);
  uint32_t times = numberFrom("SPYREGLASS_MUTATIONS", 3) * 3;
  Counts counts;
  CompileRequest request;
  request.text = textOf(SPYREGLASS_SOURCE_DIR "/samples/ktir/add.mlir");
  request.fileName = "add.mlir";
  request.grid = {1}; // every device has a core
  for (const auto &path : devices()) {
    std::string whole = textOf(path);
    request.device = path.filename();
    for (uint32_t i = 0; i < times * damageKinds; ++i) {
      Damage kind = Damage(i % damageKinds);
      request.deviceText = damaged(whole, kind, random);
      if (request.deviceText.empty())
        continue;
      auto session = Session::create(request);
      session->step();
      // A kernel may not fit the device that the damage made: that is an error
      // in the kernel.
      tryAndTime(request, session->failed() ? request.device : request.fileName,
                 request.device + ", " + damageName(kind) + " " +
                     std::to_string(i),
                 counts);
    }
  }
  report(counts);
  CHECK(counts.refused > 0);
  CHECK(counts.ran > 0);
}
