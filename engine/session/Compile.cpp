// The session: one step after the other, with a snapshot after each.
#include "engine/codegen/Codegen.h"
#include "engine/device/DeviceReader.h"
#include "engine/frontend/Frontend.h"
#include "engine/frontend/SourceNames.h"
#include "engine/ir/Dialects.h"
#include "engine/reference/Interpreter.h"
#include "engine/schedule/Passes.h"
#include "engine/session/Internal.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include <chrono>

using namespace mlir;

namespace sg {
namespace {

class SessionImpl : public Session {
public:
  SessionImpl(CompileRequest request, const OpTable &ops)
      : request(std::move(request)), ops(ops),
        context(MLIRContext::Threading::DISABLED) {
    DialectRegistry registry;
    registerDialects(registry);
    context.appendDialectRegistry(registry);
    context.printOpOnDiagnostic(false);
  }

  bool step() override;
  std::string nextStep() const override;
  bool compile(const std::function<bool()> &goOn) override;
  const std::vector<Stage> &stages() const override { return stageList; }
  const std::vector<Diagnostic> &diagnostics() const override {
    return messages;
  }
  bool failed() const override { return hasFailed; }
  double compileMilliseconds() const override { return milliseconds; }
  const Device *device() const override {
    return schedule ? &schedule->device : nullptr;
  }
  const KernelInfo *kernel() const override {
    return described ? &schedule->kernel : nullptr;
  }
  const SpyreCode *code() const override {
    return spyreCode ? &*spyreCode : nullptr;
  }
  std::string frontend() const override { return frontendUsed; }
  Result<RunResult> run(const RunRequest &request) override;
  Result<std::vector<BufferContent>>
  interpret(const RunRequest &request) override;
  Result<AccessMap> accesses(const RunRequest &request) override;

private:
  LogicalResult read(Stage &stage);
  LogicalResult readDeviceFile();
  LogicalResult describe();
  LogicalResult runPass(const SchedulePassInfo &pass, Stage &stage);
  LogicalResult makeBinary(Stage &stage);
  LogicalResult makeCode(Stage &stage);
  LogicalResult error(const std::string &message);
  Result<ReferenceState> filled(const RunRequest &request,
                                const std::vector<int64_t> &arguments);
  Result<ReferenceState> reference(const RunRequest &request,
                                   const std::vector<int64_t> &arguments);
  Verification verify(const MachineRun &run, const ReferenceState &expected);
  uint64_t allowedUlp() const;

  CompileRequest request;
  const OpTable &ops;
  MLIRContext context;
  OwningOpRef<ModuleOp> source;  ///< as read; what the interpreter runs
  OwningOpRef<ModuleOp> working; ///< what the passes change
  ScheduleContextPtr schedule;
  std::optional<Binary> binary;
  std::optional<SpyreCode> spyreCode;
  std::vector<Stage> stageList;
  std::vector<Diagnostic> messages;
  OriginMap origins;
  std::string frontendUsed;
  size_t done = 0;
  bool hasFailed = false, described = false;
  double milliseconds = 0;
};

} // namespace

std::vector<std::pair<std::string, std::string>> sessionSteps() {
  std::vector<std::pair<std::string, std::string>> steps;
  steps.push_back({"ktir", "The kernel as it was read: what every compute tile "
                           "loads, computes and stores"});
  for (const SchedulePassInfo &pass : schedulePasses())
    steps.push_back({pass.name, pass.purpose});
  steps.push_back({"spyrebinary",
                   "Instruction streams for the units, with tables for what "
                   "differs between them and places to fill in at launch"});
  steps.push_back({"spyrecode",
                   "The job: what the host allocates and transfers once, and "
                   "what happens at every launch"});
  return steps;
}

std::string SessionImpl::nextStep() const {
  static const auto steps = sessionSteps();
  return hasFailed || done >= steps.size() ? "" : steps[done].first;
}

LogicalResult SessionImpl::error(const std::string &message) {
  messages.push_back({Severity::Error, request.fileName, 0, 0, message, {}});
  return failure();
}

bool SessionImpl::step() {
  static const auto steps = sessionSteps();
  if (hasFailed || done >= steps.size())
    return false;
  DiagnosticSink sink(context, messages);
  auto start = std::chrono::steady_clock::now();
  Stage stage;
  stage.name = steps[done].first;
  stage.purpose = steps[done].second;
  size_t passes = schedulePasses().size();
  LogicalResult ok = done == 0 ? read(stage)
                     : done <= passes
                         ? runPass(schedulePasses()[done - 1], stage)
                     : done == passes + 1 ? makeBinary(stage)
                                          : makeCode(stage);
  stage.milliseconds = std::chrono::duration<double, std::milli>(
                           std::chrono::steady_clock::now() - start)
                           .count();
  milliseconds += stage.milliseconds;
  hasFailed = stage.failed = mlir::failed(ok);
  stage.changed = stageList.empty() || stageList.back().text != stage.text;
  if (!stage.text.empty() || !hasFailed)
    stageList.push_back(std::move(stage));
  ++done;
  return !hasFailed;
}

bool SessionImpl::compile(const std::function<bool()> &goOn) {
  while (!nextStep().empty()) {
    if (goOn && !goOn())
      return false;
    if (!step())
      break;
  }
  return spyreCode.has_value();
}

LogicalResult SessionImpl::readDeviceFile() {
  FailureOr<Device> device = failure();
  if (!request.deviceText.empty()) {
    device = readDeviceText(request.deviceText, request.device, "", context);
  } else {
    auto path = findDevice(request.device, request.archDirs);
    if (!path)
      return error(path.error().str());
    device = readDevice(*path, context);
  }
  if (mlir::failed(device))
    return failure();
  schedule->device = std::move(*device);
  return success();
}

LogicalResult SessionImpl::describe() {
  func::FuncOp kernel = *source->getOps<func::FuncOp>().begin();
  std::map<std::string, std::string> defines(request.defines.begin(),
                                             request.defines.end());
  FailureOr<KernelInfo> info =
      describeKernel(kernel, defines, request.grid, sourceName);
  if (mlir::failed(info))
    return failure();
  schedule->kernel = std::move(*info);
  schedule->kernel.frontend = frontendUsed;
  described = true;
  return success();
}

LogicalResult SessionImpl::read(Stage &stage) {
  schedule = std::make_shared<ScheduleContext>();
  schedule->ops = &ops;
  for (const auto &[name, value] : request.options)
    if (auto set = schedule->options.set(name, value); !set)
      return error(set.error().str());
  FrontendKind kind = FrontendKind::Auto;
  for (FrontendKind each :
       {FrontendKind::Ktir, FrontendKind::Triton, FrontendKind::Inductor})
    if (frontendName(each) == request.frontend)
      kind = each;
  if (kind == FrontendKind::Auto) {
    if (request.frontend != "auto")
      return error("there is no front end '" + request.frontend +
                   "'; there are auto, ktir, triton, inductor");
    kind = detectFrontend(request.text);
  }
  frontendUsed = frontendName(kind).str();
  auto module = parseSource(kind, request.text, request.fileName, context);
  if (mlir::failed(module))
    return failure();
  FailureOr<func::FuncOp> kernel = selectKernel(**module, request.kernel);
  if (mlir::failed(kernel))
    return failure();
  // The chosen kernel alone.
  source = ModuleOp::create((*module)->getLoc());
  (*kernel)->remove();
  source->push_back(*kernel);
  working = source->clone();
  snapshotModule(*working, stage, origins);
  if (mlir::failed(readDeviceFile()))
    return failure();
  return describe();
}

LogicalResult SessionImpl::runPass(const SchedulePassInfo &pass, Stage &stage) {
  PassManager manager(&context, ModuleOp::getOperationName());
  manager.addNestedPass<func::FuncOp>(pass.create(schedule));
  size_t before = schedule->remarks.size();
  LogicalResult ok = manager.run(*working);
  for (size_t i = before; i < schedule->remarks.size(); ++i) {
    const Remark &remark = schedule->remarks[i];
    StageRemark note;
    note.message = remark.message;
    if (auto place = placeOf(remark.location)) {
      note.line = place->line;
      note.column = place->column;
    }
    for (const Alternative &other : remark.alternatives)
      note.alternatives.push_back({other.what, other.cost, other.taken});
    stage.remarks.push_back(std::move(note));
  }
  snapshotModule(*working, stage, origins);
  return ok;
}

LogicalResult SessionImpl::makeBinary(Stage &stage) {
  FailureOr<Binary> made = generateBinary(*working, schedule->device, ops);
  if (mlir::failed(made))
    return failure();
  binary = std::move(*made);
  snapshotBinary(*binary, ops, stage, origins);
  return success();
}

LogicalResult SessionImpl::makeCode(Stage &stage) {
  FailureOr<SpyreCode> made = generateSpyreCode(
      *binary, schedule->device, schedule->kernel, working->getLoc());
  if (mlir::failed(made))
    return failure();
  spyreCode = std::move(*made);
  stage.text = toJson(spyreCode->plan).dump(2) + "\n";
  return success();
}

Result<ReferenceState>
SessionImpl::filled(const RunRequest &run,
                    const std::vector<int64_t> &arguments) {
  const KernelInfo &info = schedule->kernel;
  auto inputs = fillAll(info, run);
  if (!inputs)
    return inputs.error();
  ReferenceState state;
  state.arguments = arguments;
  for (size_t i = 0; i < info.buffers.size(); ++i) {
    const KernelBuffer &buffer = info.buffers[i];
    size_t count = size_t(buffer.endElement - buffer.firstElement);
    BufferData data;
    bool filled = !(*inputs)[i].empty();
    data.bytes = std::move((*inputs)[i]);
    data.bytes.resize(count * formatBytes(buffer.format));
    data.written.assign(count, filled);
    state.buffers.push_back(std::move(data));
  }
  return state;
}

Result<ReferenceState>
SessionImpl::reference(const RunRequest &run,
                       const std::vector<int64_t> &arguments) {
  auto state = filled(run, arguments);
  if (!state)
    return state.error();
  DiagnosticSink sink(context, messages);
  size_t before = messages.size();
  ReferenceOptions options;
  options.ops = &ops;
  options.maxSteps = run.maxSteps;
  func::FuncOp kernel = *source->getOps<func::FuncOp>().begin();
  if (mlir::failed(
          sg::interpret(kernel, schedule->kernel, *state, options))) {
    std::string why = "the reference interpreter stopped";
    for (size_t i = before; i < messages.size(); ++i)
      if (messages[i].severity == Severity::Error)
        why = messages[i].message;
    return Error{why, ""};
  }
  return state;
}

Result<AccessMap> SessionImpl::accesses(const RunRequest &run) {
  if (!described)
    return Error{"the kernel could not be read", ""};
  func::FuncOp kernel = *source->getOps<func::FuncOp>().begin();
  ReferenceState state;
  state.arguments = argumentValues(schedule->kernel, run.seed);
  if (addressesNeedData(kernel)) {
    auto given = filled(run, state.arguments);
    if (!given)
      return given.error();
    state = std::move(*given);
  }
  // What the interpreter warns of is said when it runs for its results.
  std::vector<Diagnostic> said;
  DiagnosticSink sink(context, said);
  ReferenceOptions options;
  options.ops = &ops;
  options.maxSteps = run.maxSteps;
  auto map = findAccesses(kernel, schedule->kernel, state, options);
  if (mlir::succeeded(map))
    return std::move(*map);
  std::string why = "the reference interpreter stopped";
  for (const Diagnostic &one : said)
    if (one.severity == Severity::Error)
      why = one.message;
  return Error{why, ""};
}

Result<std::vector<BufferContent>>
SessionImpl::interpret(const RunRequest &run) {
  if (!described)
    return Error{"the kernel could not be read", ""};
  const KernelInfo &info = schedule->kernel;
  auto state = reference(run, argumentValues(info, run.seed));
  if (!state)
    return state.error();
  std::vector<BufferContent> result;
  for (size_t i = 0; i < info.buffers.size(); ++i)
    result.push_back(viewOf(info.buffers[i], state->buffers[i].bytes,
                            state->buffers[i].written));
  return result;
}

uint64_t SessionImpl::allowedUlp() const {
  // Addition, multiplication and casts are exact; the rest may differ by two
  // units in the last place.
  for (const auto &[cost, elements] : schedule->kernel.work)
    if (elements > 0 && cost != costClassName(CostClass::Simple) &&
        cost != costClassName(CostClass::Multiply))
      return 2;
  return 0;
}

// The element's coordinates in the buffer's first view, if it has any there.
static std::string placeIn(const KernelBuffer &buffer, int64_t element) {
  std::string text;
  int64_t rest = element - buffer.viewOffset;
  for (auto [extent, stride] : llvm::zip(buffer.shape, buffer.strides)) {
    int64_t at = stride > 0 ? std::min(rest / stride, extent - 1) : 0;
    rest -= at * stride;
    text += (text.empty() ? "" : ", ") + std::to_string(at);
  }
  if (rest != 0)
    text = "element " + std::to_string(element);
  return "'" + buffer.name + "'[" + text + "]";
}

Verification SessionImpl::verify(const MachineRun &run,
                                 const ReferenceState &expected) {
  Verification result;
  result.done = true;
  result.allowedUlp = allowedUlp();
  const KernelInfo &info = schedule->kernel;
  for (size_t i = 0; i < info.buffers.size(); ++i) {
    const KernelBuffer &buffer = info.buffers[i];
    size_t bytes = formatBytes(buffer.format);
    size_t count = run.written[i].size();
    for (size_t e = 0; e < count; ++e) {
      bool mine = run.written[i][e], theirs = expected.buffers[i].written[e];
      int64_t element = int64_t(e) + buffer.firstElement;
      auto note = [&](const std::string &what) {
        if (result.mismatches++ == 0)
          result.firstMismatch = placeIn(buffer, element) + what;
      };
      if (mine != theirs) {
        note(mine ? " was written, but the kernel does not write it"
                  : " was not written, but the kernel writes it");
        continue;
      }
      if (!mine)
        continue;
      Scalar got = loadScalar(buffer.format, &run.regions[i][e * bytes]);
      Scalar want =
          loadScalar(buffer.format, &expected.buffers[i].bytes[e * bytes]);
      uint64_t ulp = ulpDistance(buffer.format, got, want);
      if (ulp == 0)
        continue;
      double a = isFloat(buffer.format) ? got.f : double(got.i);
      double b = isFloat(buffer.format) ? want.f : double(want.i);
      result.maxUlp = std::max(result.maxUlp, ulp);
      if (double difference = a > b ? a - b : b - a; difference == difference)
        result.maxAbsError = std::max(result.maxAbsError, difference);
      if (ulp > result.allowedUlp)
        note(" is " + std::to_string(a) + ", but the kernel means " +
             std::to_string(b));
    }
  }
  result.passed = result.mismatches == 0;
  return result;
}

Result<RunResult> SessionImpl::run(const RunRequest &request) {
  if (!spyreCode)
    return Error{"nothing was compiled", ""};
  const KernelInfo &info = schedule->kernel;
  auto inputs = fillAll(info, request);
  if (!inputs)
    return inputs.error();
  std::vector<int64_t> arguments = argumentValues(info, request.seed);
  auto ran = runMachine(*spyreCode, schedule->device, info, ops, *inputs,
                        arguments, request);
  if (!ran)
    return ran.error();
  RunResult result;
  if (request.verify) {
    auto expected = reference(request, arguments);
    if (!expected)
      return expected.error();
    result.verification = verify(*ran, *expected);
  }
  result.lowerBound = lowerBound(*schedule);
  result.simulateMilliseconds = ran->milliseconds;
  for (size_t i = 0; i < info.buffers.size(); ++i)
    result.buffers.push_back(
        viewOf(info.buffers[i], ran->regions[i], ran->written[i]));
  result.trace = std::move(ran->trace);
  result.arguments = std::move(ran->arguments);
  return result;
}

std::unique_ptr<Session> Session::create(CompileRequest request,
                                         const OpTable &ops) {
  return std::make_unique<SessionImpl>(std::move(request), ops);
}

} // namespace sg
