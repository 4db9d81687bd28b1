#include "app/window/Build.h"
#include <chrono>

namespace sg::app {

static constexpr unsigned modelSteps = 8;

Build::Build(Document document, const std::string &archs)
    : source(std::move(document)),
      compilation(Session::create(requestOf(source, archs))) {}

static double now() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch())
      .count();
}

bool Build::advance(double milliseconds) {
  double end = now() + milliseconds;
  while (phase != Phase::Done) {
    double left = end - now();
    if (left <= 0)
      return true;
    switch (phase) {
    case Phase::Compile:
      compileStep();
      break;
    case Phase::Run:
      runStep(left);
      break;
    case Phase::Interpret:
      interpretStep(left);
      break;
    case Phase::Models:
      makeModel();
      break;
    case Phase::Done:
      break;
    }
  }
  return false;
}

void Build::compileStep() {
  if (compilation->step())
    return;
  if (compilation->failed()) {
    for (const Diagnostic &message : compilation->diagnostics())
      if (message.severity == Severity::Error && error.empty())
        error = message.message;
    if (error.empty())
      error = "the kernel could not be compiled";
    // A kernel that was read, but not compiled, still means something.
    interpreting = compilation->startMeaning(runRequest());
    phase = Phase::Interpret;
    return;
  }
  running = compilation->start(runRequest());
  phase = Phase::Run;
}

RunRequest Build::runRequest() const {
  RunRequest request;
  request.seed = source.seed;
  request.verify = true;
  request.recordEvents = true;
  request.maxCycles = int64_t(1) << 27;
  return request;
}

void Build::interpretStep(double milliseconds) {
  if (interpreting->advance(milliseconds))
    return;
  if (auto buffers = interpreting->take())
    meaning = std::move(*buffers);
  interpreting.reset();
  makePlacement();
  finish();
}

void Build::runStep(double milliseconds) {
  if (running->advance(milliseconds))
    return;
  Result<RunResult> result = running->take();
  running.reset();
  if (!result) {
    error = result.error().str();
    finish();
    return;
  }
  execution = std::move(*result);
  phase = Phase::Models;
}

void Build::makeModel() {
  const Trace &trace = execution->trace;
  const Device *device = compilation->device();
  switch (modelStep++) {
  case 0:
    if (const SpyreCode *code = compilation->code())
      binary = viz::binaryOf(code->binaries);
    wires = viz::Wiring(trace, binary ? &*binary : nullptr,
                        device->localMemory().kind);
    names = viz::sourceLabels(trace.sources);
    break;
  case 1:
    time = viz::Timeline(trace);
    break;
  case 2:
    queues = viz::Fifos(trace, wires, device);
    break;
  case 3:
    coreRing = viz::RingState(time, wires, *device);
    break;
  case 4:
    if (binary)
      scratchpads = viz::scratchpadMaps(trace, *binary, wires,
                                        device->localMemory().bytes);
    break;
  case 5:
    if (const SpyreCode *code = compilation->code())
      plan = viz::JobModel(*code, compilation->kernel(), execution->arguments);
    break;
  case 6:
    makePlacement();
    break;
  default:
    finish();
  }
}

void Build::makePlacement() {
  const KernelInfo *info = compilation->kernel();
  if (!info || !hasStages())
    return;
  // Of the same data as the run.
  Result<AccessMap> accesses = compilation->accesses(runRequest());
  if (!accesses) {
    placementError = accesses.error().str();
    return;
  }
  placed = viz::Placement(*info, std::move(*accesses));
  if (execution)
    placed.setRun(execution->trace, execution->arguments, scratchpads);
  if (execution)
    placed.setValues({*info, &execution->memory, &execution->meaning});
  else if (!meaning.empty())
    placed.setValues({*info, nullptr, &meaning});
}

void Build::finish() {
  const std::vector<Stage> &all = stages();
  const Trace *trace = execution ? &execution->trace : nullptr;
  related = viz::Relations(all, trace, binary ? &*binary : nullptr);
  stageList = viz::StageList(all);
  texts.resize(all.size());
  comparisons.resize(all.size());
  phase = Phase::Done;
}

double Build::progress() const {
  double steps = double(std::max<size_t>(1, sessionSteps().size()));
  switch (phase) {
  case Phase::Compile:
    return 0.3 * double(stages().size()) / steps;
  case Phase::Run:
    return 0.3 + 0.6 * running->progress();
  case Phase::Interpret:
    return 0.3 + 0.6 * interpreting->progress();
  case Phase::Models:
    return 0.9 + 0.1 * double(modelStep) / modelSteps;
  case Phase::Done:
    break;
  }
  return 1;
}

std::string Build::doing() const {
  switch (phase) {
  case Phase::Compile:
    return compilation->nextStep();
  case Phase::Run:
    return running->phase();
  case Phase::Interpret:
    return "interpreting";
  case Phase::Models:
    return "preparing the views";
  case Phase::Done:
    break;
  }
  return {};
}

const viz::ScratchpadMap *Build::padOf(int32_t core) const {
  for (const viz::ScratchpadMap &pad : scratchpads)
    if (pad.core() == core)
      return &pad;
  return nullptr;
}

viz::CodeText &Build::text(uint32_t stage) const {
  auto &slot = texts[stage];
  if (!slot)
    slot = std::make_unique<viz::CodeText>(stages()[stage].text);
  return *slot;
}

const StageComparison &Build::comparison(uint32_t stage) const {
  auto &slot = comparisons[stage];
  if (slot)
    return *slot;
  slot = std::make_unique<StageComparison>();
  const Stage &after = stages()[stage];
  const Stage &before = stages()[stage ? stage - 1 : 0];
  slot->ops = viz::diffStages(before, after);
  viz::LineDiffOptions options;
  options.ignoreSsaNumbers = true;
  slot->rows = viz::lineDiff(before.text, after.text, options);
  slot->before = viz::CodeText(before.text);
  slot->after = viz::CodeText(after.text);
  viz::markChanges(slot->before, before, slot->ops.before);
  viz::markChanges(slot->after, after, slot->ops.after);
  return *slot;
}

} // namespace sg::app
