// A run of a compiled kernel: fill, simulate, interpret, compare, copy out.
#include "engine/session/RunJob.h"
#include "engine/session/Internal.h"
#include <chrono>
#include <cmath>
#include <limits>

namespace sg {
namespace {

class RunJobImpl final : public RunJob {
public:
  RunJobImpl(const RunParts &parts, const RunRequest &request)
      : parts(parts), info(parts.schedule.kernel), request(request),
        fill(info, this->request) {}

  bool advance(double milliseconds) override;
  double progress() const override;
  std::string phase() const override;
  Result<RunResult> take() override {
    if (error)
      return *error;
    return std::move(result);
  }

private:
  enum class Step : uint8_t {
    Bound,
    Fill,
    Simulate,
    Interpret,
    Compare,
    Copy,
    End
  };
  Result<void> work();
  Result<void> filled();
  Result<void> simulated();
  Result<void> interpreted();
  void copyOut();
  double simulationProgress() const;

  RunParts parts;
  const KernelInfo &info;
  RunRequest request;
  Step step = Step::Bound;
  InputFill fill;
  std::vector<std::vector<uint8_t>> inputs;
  std::vector<int64_t> arguments;
  std::optional<MachineJob> job;
  MachineRun run;
  std::optional<ReferenceRun> reference;
  ReferenceState expected;
  std::optional<Comparison> comparison;
  std::optional<ViewCopy> copy;
  RunResult result;
  std::optional<Error> error;
};

Result<void> RunJobImpl::filled() {
  auto made = fill.take();
  if (!made)
    return made.error();
  inputs = std::move(*made);
  arguments = argumentValues(info, request.seed);
  job.emplace(parts.code, parts.schedule.device, info, parts.ops, inputs,
              arguments, request);
  step = Step::Simulate;
  return {};
}

Result<void> RunJobImpl::simulated() {
  auto done = job->take();
  job.reset();
  if (!done)
    return done.error();
  run = std::move(*done);
  step = Step::Copy;
  if (!request.verify)
    return {};
  ReferenceOptions options;
  options.ops = &parts.ops;
  options.maxSteps = request.maxSteps;
  reference.emplace(parts.kernel, info,
                    referenceState(info, std::move(inputs), arguments), options,
                    parts.messages);
  step = Step::Interpret;
  return {};
}

Result<void> RunJobImpl::interpreted() {
  auto done = reference->take();
  reference.reset();
  if (!done)
    return done.error();
  expected = std::move(*done);
  comparison.emplace(info, run, expected);
  step = Step::Compare;
  return {};
}

// Buffers one after the other, then the rest of the result.
void RunJobImpl::copyOut() {
  if (copy) {
    if (copy->advance())
      return;
    result.buffers.push_back(copy->take());
    copy.reset();
  }
  size_t next = result.buffers.size();
  if (next < info.buffers.size()) {
    copy.emplace(info.buffers[next], run.regions[next], run.written[next]);
    return;
  }
  for (size_t i = 0; i < info.buffers.size(); ++i)
    result.memory.push_back(
        {std::move(run.regions[i]), std::move(run.written[i])});
  result.meaning = std::move(expected.buffers);
  result.simulateMilliseconds = run.milliseconds;
  result.trace = std::move(run.trace);
  result.arguments = std::move(run.arguments);
  step = Step::End;
}

Result<void> RunJobImpl::work() {
  switch (step) {
  case Step::Bound:
    result.lowerBound = lowerBound(parts.schedule);
    step = Step::Fill;
    return {};
  case Step::Fill:
    return fill.advance() ? Result<void>() : filled();
  case Step::Simulate:
    return job->advance() ? Result<void>() : simulated();
  case Step::Interpret:
    return reference->advance() ? Result<void>() : interpreted();
  case Step::Compare:
    if (comparison->advance())
      return {};
    result.verification = comparison->result();
    step = Step::Copy;
    return {};
  case Step::Copy:
    copyOut();
    return {};
  case Step::End:
    return {};
  }
  return {};
}

bool RunJobImpl::advance(double milliseconds) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  std::chrono::duration<double, std::milli> passed{};
  while (step != Step::End && passed.count() <= milliseconds) {
    if (Result<void> ok = work(); !ok) {
      error = ok.error();
      step = Step::End;
    }
    passed = Clock::now() - start;
  }
  return step != Step::End;
}

// The cycles that there will be are not known; the least is. Straight up to
// 4/5 of that, then ever slower.
double RunJobImpl::simulationProgress() const {
  int64_t least = std::max<int64_t>(result.lowerBound.cycles, 1);
  double share = double(job->cycle()) / double(least);
  return share < 0.8 ? share : 1 - 0.2 * std::exp(4 - share / 0.2);
}

double RunJobImpl::progress() const {
  double interpret = request.verify ? 0.6 : 0.9; // where it begins
  switch (step) {
  case Step::Bound:
    return 0;
  case Step::Fill:
    return 0.1 * fill.progress();
  case Step::Simulate:
    return 0.1 + (interpret - 0.1) * simulationProgress();
  case Step::Interpret:
    return interpret + 0.25 * reference->progress();
  case Step::Compare:
    return 0.85;
  case Step::Copy:
    return 0.95;
  case Step::End:
    return 1;
  }
  return 1;
}

std::string RunJobImpl::phase() const {
  switch (step) {
  case Step::Bound:
  case Step::Fill:
    return "preparing";
  case Step::Simulate:
    return job->launched() ? "simulating" : "preparing";
  case Step::Interpret:
    return "interpreting";
  case Step::Compare:
  case Step::Copy:
  case Step::End:
    return request.verify ? "comparing" : "simulating";
  }
  return "";
}

class FailedJob final : public RunJob {
public:
  explicit FailedJob(Error error) : error(std::move(error)) {}
  bool advance(double) override { return false; }
  double progress() const override { return 1; }
  std::string phase() const override { return "preparing"; }
  Result<RunResult> take() override { return error; }

private:
  Error error;
};

} // namespace

std::unique_ptr<RunJob> makeRunJob(const RunParts &parts,
                                   const RunRequest &request) {
  return std::make_unique<RunJobImpl>(parts, request);
}
std::unique_ptr<RunJob> failedRunJob(Error error) {
  return std::make_unique<FailedJob>(std::move(error));
}

Result<RunResult> Session::run(const RunRequest &request) {
  std::unique_ptr<RunJob> job = start(request);
  while (job->advance(std::numeric_limits<double>::infinity())) {
  }
  return job->take();
}

} // namespace sg
