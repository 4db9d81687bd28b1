// How long things take on this machine: compiling, simulating, interpreting.
// `ninja bench` builds and runs it.
#include "tests/bench/Samples.h"
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sg;
using namespace sg::bench;

// Highest memory use of this process so far, in MiB.
static double peakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_maxrss) / 1024;
}

// A new session each time, so that the device is read and every dialect loaded
// again.
static void compileSample(benchmark::State &state,
                          const test::SampleFile &sample) {
  CompileRequest compile = request(sample, "spyre");
  for (auto _ : state) {
    auto session = Session::create(compile);
    if (!session->compile()) {
      state.SkipWithError(session->diagnostics().empty()
                              ? "does not compile"
                              : session->diagnostics()[0].message.c_str());
      return;
    }
    benchmark::DoNotOptimize(session->code());
  }
  state.counters["peak_MiB"] = peakMegabytes();
}

// Simulated cycles, against the lower bound and without double buffering.
static void simulateAddition(benchmark::State &state,
                             const std::string &device) {
  auto session = Session::create(request(additionFor(device), device));
  auto single = Session::create(
      request(additionFor(device), device, {{"double-buffering", "off"}}));
  if (!session->compile() || !single->compile()) {
    state.SkipWithError("does not compile");
    return;
  }
  RunRequest run;
  Result<RunResult> off = single->run(run);
  double cycles = 0, bound = 1, simulate = 0;
  for (auto _ : state) {
    Result<RunResult> result = session->run(run);
    if (!result) {
      state.SkipWithError(result.error().message.c_str());
      return;
    }
    cycles = double(result->trace.totals.cycles);
    bound = double(result->lowerBound.cycles);
    simulate += result->simulateMilliseconds;
  }
  state.counters["simulate_ms"] = simulate / double(state.iterations());
  state.counters["cycles"] = cycles;
  state.counters["of_bound"] = cycles / bound;
  if (off)
    state.counters["single/double"] = double(off->trace.totals.cycles) / cycles;
  state.counters["peak_MiB"] = peakMegabytes();
}

// Longest time that a run with everything keeps its caller waiting, when 8 ms
// at a time are asked for; the label says in which phase.
static void longestSlice(benchmark::State &state,
                         const test::SampleFile &sample,
                         const std::string &device) {
  using Clock = std::chrono::steady_clock;
  auto session = Session::create(request(sample, device));
  if (!session->compile()) {
    state.SkipWithError("does not compile");
    return;
  }
  RunRequest run;
  run.verify = run.recordEvents = true;
  double longest = 0, events = 0;
  std::string phase;
  auto measure = [&](const std::string &name, const auto &work) {
    Clock::time_point start = Clock::now();
    bool more = work();
    std::chrono::duration<double, std::milli> passed = Clock::now() - start;
    if (passed.count() > longest) {
      longest = passed.count();
      phase = name;
    }
    return more;
  };
  for (auto _ : state) {
    std::unique_ptr<RunJob> job;
    measure("starting", [&] {
      job = session->start(run);
      return true;
    });
    while (measure(job->phase(), [&] { return job->advance(8); })) {
    }
    std::optional<Result<RunResult>> result;
    measure("ending", [&] {
      result.emplace(job->take());
      job.reset();
      return false;
    });
    if (!*result) {
      state.SkipWithError(result->error().message.c_str());
      return;
    }
    events = double((*result)->trace.events.size());
  }
  state.counters["longest_ms"] = longest;
  state.counters["events"] = events;
  state.SetLabel(phase);
}

static void interpretAddition(benchmark::State &state) {
  auto session = Session::create(request("add-2048", "spyre"));
  session->step();
  for (auto _ : state) {
    auto result = session->interpret({});
    if (!result) {
      state.SkipWithError(result.error().message.c_str());
      return;
    }
  }
  state.counters["peak_MiB"] = peakMegabytes();
}

// "add" for samples/ktir/add.mlir, "triton/add" for others.
static std::string labelOf(const test::SampleFile &sample) {
  std::string name = sample.path.stem().string();
  return sample.frontend == "ktir" ? name : sample.frontend + "/" + name;
}

// `spyreglass compile` from start to end.
static void compileProcess(benchmark::State &state,
                           const std::string &program) {
  std::string source = SPYREGLASS_SOURCE_DIR "/samples/ktir/add-2048.mlir";
  std::string archs = SPYREGLASS_SOURCE_DIR "/archs/spyre.mlir";
  std::filesystem::path output =
      std::filesystem::temp_directory_path() /
      ("spyreglass-bench-" + std::to_string(getpid()));
  std::string words[] = {program, "compile", source,         "--device",
                         archs,   "-o",      output.string()};
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null",
                                   O_WRONLY, 0);
  double peak = 0;
  for (auto _ : state) {
    pid_t child = 0;
    int status = 0;
    rusage usage{};
    if (posix_spawn(&child, program.c_str(), &actions, nullptr,
                    arguments.data(), environ) != 0 ||
        wait4(child, &status, 0, &usage) != child || status != 0) {
      state.SkipWithError("the program fails");
      break;
    }
    peak = std::max(peak, double(usage.ru_maxrss) / 1024);
  }
  posix_spawn_file_actions_destroy(&actions);
  std::error_code ignored;
  std::filesystem::remove_all(output, ignored);
  // A child's figure starts from what this process used when it made it.
  if (peak > peakMegabytes())
    state.counters["peak_MiB"] = peak;
}

int main(int argc, char **argv) {
  std::string program =
      std::filesystem::canonical(argv[0]).parent_path() / "spyreglass";
  if (std::filesystem::exists(program))
    benchmark::RegisterBenchmark(
        "process/compile/add-2048",
        [program](benchmark::State &state) { compileProcess(state, program); })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  // Small ones first: the peak is that of all up to here.
  for (const test::SampleFile &sample : test::machineSamples())
    benchmark::RegisterBenchmark(
        ("compile/" + labelOf(sample)).c_str(),
        [sample](benchmark::State &state) { compileSample(state, sample); })
        ->Unit(benchmark::kMillisecond);
  for (std::string device : {"spyre-mini", "spyre"})
    benchmark::RegisterBenchmark(
        ("run/add-2048/" + device).c_str(),
        [device](benchmark::State &state) { simulateAddition(state, device); })
        ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("interpret/add-2048", interpretAddition)
      ->Unit(benchmark::kMillisecond);
  for (const test::SampleFile &sample : test::machineSamples()) {
    std::string name = labelOf(sample);
    std::string device = name == "add-2048-mini" ? "spyre-mini" : "spyre";
    benchmark::RegisterBenchmark(("slice/" + name).c_str(),
                                 [sample, device](benchmark::State &state) {
                                   longestSlice(state, sample, device);
                                 })
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
