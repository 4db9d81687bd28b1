// Compiles and runs kernels and prints what came out, one JSON object a line:
//   engine_run ROOT REPEATS DEVICE SAMPLE…
// where a sample is a path in samples/ (ktir/add.mlir). What does not compile
// is interpreted, if it could be read. Built natively and for WebAssembly;
// compare.py holds the two against each other. Everything but the times (of the
// processor, the best of REPEATS) has to be equal.
#include "engine/session/Session.h"
#include "tests/bench/CpuTime.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

using namespace sg;

namespace {

/// FNV-1a, enough to tell two builds' bytes apart.
template <typename Bytes> std::string hashOf(const Bytes &bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (auto byte : bytes)
    hash = (hash ^ uint8_t(byte)) * 0x100000001b3;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
  return text;
}

void describeCompilation(const Session &session, nlohmann::json &out) {
  for (const Diagnostic &diagnostic : session.diagnostics())
    out["diagnostics"].push_back(diagnostic.str());
  for (const Stage &stage : session.stages())
    out["stages"][stage.name] = hashOf(stage.text);
  if (session.code())
    for (const auto &[name, bytes] : toFiles(*session.code()))
      out["code"][name] = hashOf(bytes);
}

void describeBuffers(const std::vector<BufferContent> &buffers,
                     nlohmann::json &out) {
  for (const BufferContent &buffer : buffers)
    out["buffers"][buffer.name] = hashOf(buffer.bytes);
}

void describeRun(const Result<RunResult> &run, nlohmann::json &out) {
  if (!run) {
    out["error"] = run.error().message;
    return;
  }
  out["cycles"] = run->trace.totals.cycles;
  out["passed"] = run->verification.passed;
  out["maxUlp"] = run->verification.maxUlp;
  describeBuffers(run->buffers, out);
}

nlohmann::json compileAndRun(const CompileRequest &request) {
  double start = bench::cpuMilliseconds();
  nlohmann::json out = {{"kernel", request.fileName},
                        {"device", request.device}};
  std::unique_ptr<Session> session = Session::create(request);
  RunRequest run;
  run.verify = true;
  bool compiled = session->compile();
  double middle = bench::cpuMilliseconds();
  if (compiled)
    describeRun(session->run(run), out);
  else if (session->kernel())
    if (auto meant = session->interpret(run))
      describeBuffers(*meant, out);
  double end = bench::cpuMilliseconds();
  out["milliseconds"] = {{"compile", middle - start}, {"run", end - middle}};
  describeCompilation(*session, out);
  return out;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 5) {
    std::fprintf(stderr, "usage: engine_run ROOT REPEATS DEVICE SAMPLE…\n");
    return 2;
  }
  CompileRequest request;
  request.device = argv[3];
  request.archDirs = {std::string(argv[1]) + "/archs"};
  for (int i = 4; i < argc; ++i) {
    std::ifstream file(std::string(argv[1]) + "/samples/" + argv[i]);
    request.text.assign(std::istreambuf_iterator<char>(file), {});
    request.fileName = argv[i];
    nlohmann::json out;
    double compile = std::numeric_limits<double>::infinity(), run = compile;
    for (int repeat = std::atoi(argv[2]); repeat > 0; --repeat) {
      out = compileAndRun(request);
      compile = std::min(compile, out["milliseconds"]["compile"].get<double>());
      run = std::min(run, out["milliseconds"]["run"].get<double>());
    }
    out["milliseconds"] = {{"compile", compile}, {"run", run}};
    std::printf("%s\n", out.dump().c_str());
    std::fflush(stdout);
  }
  return 0;
}
