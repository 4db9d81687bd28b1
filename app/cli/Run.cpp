// `spyreglass run`: a kernel or a SpyreCode directory on the simulated device.
#include "app/cli/Commands.h"
#include "app/cli/Compile.h"
#include "app/cli/Data.h"
#include "app/cli/Files.h"
#include "app/cli/ReadText.h"
#include "app/cli/Report.h"

namespace sg::cli {

// What follows a run, whatever was run.
static void finishRun(RunResult &result, const RunFacts &facts,
                      const Options &options, Outcome &outcome) {
  reportRun(result, facts, outcome);
  const Verification &check = result.verification;
  if (check.done && !check.passed)
    outcome.fail("the result differs from what the kernel means: buffer " +
                     check.firstMismatch,
                 displayName(options.files.front()), Different);
  writeOutputs(result.buffers, options, outcome);
  if (options.trace.empty())
    return;
  std::string trace = toChromeTrace(result.trace);
  if (options.trace == "-")
    outcome.output += trace;
  else if (Result<void> written = writeFile(options.trace, trace); !written)
    outcome.fail(written.error());
}

static RunRequest makeRequest(const Options &options) {
  RunRequest request;
  request.verify = options.verify;
  request.recordEvents = options.json || !options.trace.empty();
  return request;
}

// The first option given that only compiling a kernel understands.
static std::string compileOption(const Options &options) {
  if (options.frontendGiven)
    return "--frontend";
  if (!options.grid.empty())
    return "--grid";
  if (!options.passOptions.empty())
    return "--opt";
  if (!options.kernel.empty())
    return "--kernel";
  if (!options.emit.empty())
    return "--emit";
  if (!options.stopAfter.empty())
    return "--stop-after";
  if (!options.output.empty())
    return "-o";
  return {};
}

static Outcome runDirectory(const Options &options) {
  Outcome outcome;
  const std::string &path = options.files.front();
  if (std::string option = compileOption(options); !option.empty()) {
    outcome.fail(option + " is for kernels; this directory is compiled already",
                 path, BadUsage);
    return outcome;
  }
  if (options.verify) {
    outcome.fail("a SpyreCode directory holds no kernel text to verify against",
                 path, BadInput, "use --verify with the kernel's source");
    return outcome;
  }
  Result<SpyreCode> code = readDirectory(path);
  if (!code) {
    outcome.fail(code.error());
    return outcome;
  }
  if (options.deviceGiven || !code->device)
    code->device = findAndReadDevice(options.device, options.archDirs,
                                     outcome.diagnostics);
  if (!code->device) {
    outcome.status = BadInput;
    return outcome;
  }
  if (!code->kernel) {
    outcome.fail("it has no kernel.json, which names arguments and buffers",
                 path);
    return outcome;
  }
  if (options.list) {
    listKernel(*code->kernel, outcome);
    return outcome;
  }
  RunRequest request = makeRequest(options);
  if (!fillRequest(*code->kernel, options, request, outcome) ||
      !checkOutputs(*code->kernel, options, outcome))
    return outcome;
  Result<RunResult> result = runSpyreCode(*code, request, options.defines);
  if (!result) {
    outcome.fail(result.error(), path);
    return outcome;
  }
  finishRun(*result, {&*code->kernel, &*code->device, -1, request.recordEvents},
            options, outcome);
  return outcome;
}

// The session's diagnostics that came after the first `before`.
static void addDiagnostics(const Session &session, size_t before,
                           Outcome &outcome) {
  const std::vector<Diagnostic> &all = session.diagnostics();
  outcome.diagnostics.insert(outcome.diagnostics.end(), all.begin() + before,
                             all.end());
}

static bool hasErrors(const std::vector<Diagnostic> &diagnostics) {
  for (const Diagnostic &diagnostic : diagnostics)
    if (diagnostic.severity == Severity::Error)
      return true;
  return false;
}

static Outcome runKernel(const Options &options) {
  Outcome outcome;
  std::unique_ptr<Session> session = openKernel(options, outcome);
  if (!session)
    return outcome;
  if (options.list) {
    if (readKernel(*session, options, outcome))
      listKernel(*session->kernel(), outcome);
    return outcome;
  }
  bool good = compileSteps(*session, options, outcome);
  emitStages(*session, options, outcome);
  if (!good || outcome.status != Done || !session->code())
    return outcome;
  if (!options.output.empty() &&
      !writeCode(*session, options, options.output, outcome))
    return outcome;
  RunRequest request = makeRequest(options);
  const KernelInfo &kernel = *session->kernel();
  if (!fillRequest(kernel, options, request, outcome) ||
      !checkOutputs(kernel, options, outcome))
    return outcome;
  size_t before = session->diagnostics().size();
  Result<RunResult> result = session->run(request);
  addDiagnostics(*session, before, outcome);
  if (!result) {
    if (!hasErrors(outcome.diagnostics))
      outcome.fail(result.error(), displayName(options.files.front()));
    outcome.status = BadInput;
    return outcome;
  }
  finishRun(*result,
            {&kernel, session->device(), session->compileMilliseconds(),
             request.recordEvents},
            options, outcome);
  return outcome;
}

Outcome runCommand(const Options &options) {
  return isDirectory(options.files.front()) ? runDirectory(options)
                                            : runKernel(options);
}

} // namespace sg::cli
