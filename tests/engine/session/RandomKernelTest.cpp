// Random kernels through the whole engine: each must compile and give, on the
// simulated machine, what the reference interpreter says it means.
// SPYREGLASS_RANDOM_KERNELS=N tries N of them, SPYREGLASS_RANDOM_FIRST=S starts
// at seed S, and SPYREGLASS_RANDOM_PRINT prints them: for searches by hand.
#include "tests/engine/session/RandomKernel.h"
#include <chrono>
#include <cstdlib>
#include <doctest/doctest.h>
#include <map>

using namespace sg;
using namespace sg::test;

namespace {

// Parts of error messages that say no more than that a kernel of this kind is
// not taken yet, or does not fit the device.
const char *const refusals[] = {
    "not scheduled yet", "no block of this program fits the scratchpad",
    "describes no SFU_REG memory", // device toy
};

struct Counts {
  int64_t verified = 0, refused = 0;
  /// Per reason: how often, and the first seed.
  std::map<std::string, std::pair<int64_t, uint64_t>> reasons;
  std::map<std::string, int64_t> rows;
  double slowest = 0;
  uint64_t slowestSeed = 0;
};

int64_t numberFrom(const char *name, int64_t otherwise) {
  const char *text = std::getenv(name);
  return text ? std::atoll(text) : otherwise;
}

bool isRefusal(const std::string &message) {
  for (const char *part : refusals)
    if (message.find(part) != std::string::npos)
      return true;
  return false;
}

std::string errorsOf(const Session &session) {
  std::string text;
  for (const Diagnostic &diagnostic : session.diagnostics())
    if (diagnostic.severity == Severity::Error)
      text += diagnostic.str() + "\n";
  return text;
}

std::string firstError(const Session &session) {
  for (const Diagnostic &diagnostic : session.diagnostics())
    if (diagnostic.severity == Severity::Error)
      return diagnostic.message;
  return "";
}

// What is wrong with the kernel; empty when it verifies or may be refused.
std::string tryKernel(RandomKernel &kernel, Counts &counts) {
  kernel.request.archDirs = {SPYREGLASS_SOURCE_DIR "/archs"};
  auto session = Session::create(kernel.request);
  if (!session->compile()) {
    std::string message = errorsOf(*session);
    if (!isRefusal(message))
      return "does not compile: " + message;
    ++counts.refused;
    auto &[times, seed] = counts.reasons[firstError(*session)];
    if (times++ == 0)
      seed = kernel.seed;
    return "";
  }
  if (session->compileMilliseconds() > counts.slowest) {
    counts.slowest = session->compileMilliseconds();
    counts.slowestSeed = kernel.seed;
  }
  RunRequest run;
  run.verify = true;
  run.seed = kernel.seed;
  run.maxCycles = 100'000'000;
  auto result = session->run(run);
  if (!result)
    return "does not run: " + result.error().str();
  const Verification &check = result->verification;
  if (!check.passed)
    return "computes something else: " + check.firstMismatch + " (" +
           std::to_string(check.mismatches) + " mismatches)";
  // Both sides compute with the op table's functions.
  if (check.maxUlp != 0)
    return "is " + std::to_string(check.maxUlp) + " ulp off";
  int64_t cycles = result->trace.totals.cycles;
  if (std::getenv("SPYREGLASS_RANDOM_SPEED"))
    MESSAGE("speed " << kernel.seed << " compile "
                     << session->compileMilliseconds() << " cycles " << cycles
                     << " bound " << result->lowerBound.cycles << " "
                     << result->lowerBound.resource);
  ++counts.verified;
  for (const std::string &row : kernel.rows)
    ++counts.rows[row];
  return "";
}

} // namespace

TEST_CASE("random kernels verify") {
  int64_t first = numberFrom("SPYREGLASS_RANDOM_FIRST", 0);
  int64_t count = numberFrom("SPYREGLASS_RANDOM_KERNELS", 300);
  Counts counts;
  int64_t failures = 0;
  for (int64_t seed = first; seed < first + count && failures < 40; ++seed) {
    RandomKernel kernel = randomKernel(uint64_t(seed));
    std::string problem = tryKernel(kernel, counts);
    if (std::getenv("SPYREGLASS_RANDOM_PRINT"))
      MESSAGE(kernel.describe());
    if (problem.empty())
      continue;
    ++failures;
    FAIL_CHECK("kernel " << problem << "\n" << kernel.describe());
  }
  MESSAGE(counts.verified << " kernels verify, " << counts.refused
                          << " are refused");
  for (const auto &[reason, found] : counts.reasons)
    MESSAGE(found.first << " refused, first seed " << found.second << ": "
                        << reason);
  MESSAGE("slowest compilation " << counts.slowest << " ms, seed "
                                 << counts.slowestSeed);
  CHECK(counts.refused * 10 <= count);
}

TEST_CASE("random kernels use every row of the op table that they can") {
  std::map<std::string, int> rows;
  for (uint64_t seed = 0; seed < 3000; ++seed)
    for (const std::string &row : randomKernel(seed).rows)
      ++rows[row];
  for (const OpRow &row : OpTable::builtin().rows()) {
    // Operations of DataflowIR alone, and casts of `index`, which no vector
    // holds.
    if (row.mlirNames.empty() || row.name.starts_with("index_cast"))
      continue;
    INFO(row.name);
    CHECK(rows[row.name] > 0);
  }
}

TEST_CASE("a seed gives the same kernel every time") {
  for (uint64_t seed : {0, 1, 77, 12345})
    CHECK(randomKernel(seed).describe() == randomKernel(seed).describe());
}
