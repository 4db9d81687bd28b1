// The session: one step after the other, with a snapshot after each.
#include "engine/codegen/Codegen.h"
#include "engine/device/DeviceReader.h"
#include "engine/frontend/Frontend.h"
#include "engine/frontend/SourceNames.h"
#include "engine/ir/Dialects.h"
#include "engine/reference/Interpreter.h"
#include "engine/schedule/Passes.h"
#include "engine/session/Internal.h"
#include "engine/session/MeaningJob.h"
#include "engine/session/RunJob.h"
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
  std::unique_ptr<RunJob> start(const RunRequest &request) override;
  std::unique_ptr<MeaningJob> startMeaning(const RunRequest &request) override;
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
  auto inputs = fillAll(schedule->kernel, run);
  if (!inputs)
    return inputs.error();
  return referenceState(schedule->kernel, std::move(*inputs), arguments);
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

std::unique_ptr<MeaningJob>
SessionImpl::startMeaning(const RunRequest &request) {
  if (!described)
    return failedMeaningJob(Error{"the kernel could not be read", ""});
  return makeMeaningJob(*source->getOps<func::FuncOp>().begin(),
                        schedule->kernel, ops, request, messages);
}

std::unique_ptr<RunJob> SessionImpl::start(const RunRequest &request) {
  if (!spyreCode)
    return failedRunJob(Error{"nothing was compiled", ""});
  return makeRunJob({*spyreCode, *schedule, ops,
                     *source->getOps<func::FuncOp>().begin(), messages},
                    request);
}

std::unique_ptr<Session> Session::create(CompileRequest request,
                                         const OpTable &ops) {
  return std::make_unique<SessionImpl>(std::move(request), ops);
}

} // namespace sg
