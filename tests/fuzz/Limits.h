// What every fuzzer lets an input cost, and how an answer is checked. A finding
// stops the program, so that libFuzzer keeps the input.
#pragma once
#include "engine/session/Session.h"
#include <cstdio>
#include <cstdlib>

namespace sg::fuzz {

constexpr int64_t maxCycles = 100'000;
constexpr int64_t maxSteps = 4'000'000;
constexpr int64_t maxElements = int64_t(1) << 24;

[[noreturn]] inline void finding(const std::string &what) {
  std::fprintf(stderr, "finding: %s\n", what.c_str());
  std::abort();
}

/// A failed session must say what is wrong and where.
inline void checkRefused(const Session &session) {
  bool found = false;
  for (const Diagnostic &diagnostic : session.diagnostics()) {
    if (diagnostic.severity != Severity::Error)
      continue;
    found = true;
    if (diagnostic.message.empty() || diagnostic.file.empty() ||
        diagnostic.line == 0 || diagnostic.column == 0)
      finding("an error without a text or a place: " + diagnostic.str());
  }
  if (!found)
    finding("failed without an error");
}

/// Whether the kernel's buffers are few enough to run it here.
inline bool isSmall(const KernelInfo &info) {
  int64_t total = 0;
  for (const KernelBuffer &buffer : info.buffers) {
    int64_t count, shape = 1;
    if (__builtin_sub_overflow(buffer.endElement, buffer.firstElement,
                               &count) ||
        count > maxElements || (total += count) > maxElements)
      return false;
    for (int64_t extent : buffer.shape)
      if (__builtin_mul_overflow(shape, extent, &shape) || shape > maxElements)
        return false;
  }
  return true;
}

inline void compileAndRun(const CompileRequest &request) {
  auto session = Session::create(request);
  if (!session->compile())
    return checkRefused(*session);
  if (!isSmall(*session->kernel()))
    return;
  RunRequest run;
  run.maxCycles = maxCycles;
  run.maxSteps = maxSteps;
  run.recordEvents = run.verify = true;
  auto result = session->run(run);
  if (!result && result.error().message.empty())
    finding("a run failed without an error");
}

} // namespace sg::fuzz
