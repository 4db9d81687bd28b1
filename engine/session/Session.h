// The engine's front door: compile a kernel step by step, look at every stage,
// run the result on the simulated device and compare it with what the kernel
// means. The command line, the window, the page and most tests go through here;
// no MLIR type appears, so that callers need none of its headers.
//
//   sg::CompileRequest request;
//   request.text = …; request.fileName = "add.mlir"; request.device = "spyre";
//   auto session = sg::Session::create(request);
//   if (!session->compile())
//     for (const auto &d : session->diagnostics())
//       std::cerr << d.str() << '\n';
//   sg::RunRequest run; run.verify = true;
//   auto result = session->run(run);
//   if (result) std::cout << result->trace.totals.cycles << " cycles\n";
#pragma once
#include "engine/device/Device.h"
#include "engine/ops/OpTable.h"
#include "engine/reference/AccessMap.h"
#include "engine/reference/BufferData.h"
#include "engine/spyrecode/SpyreCode.h"
#include "engine/trace/Trace.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sg {

enum class Severity : uint8_t { Error, Warning, Remark, Note };

/// A message at a place in the source. Line and column count from 1; 0 = none.
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string file;
  uint32_t line = 0, column = 0;
  std::string message;
  std::vector<Diagnostic> notes;
  /// "file:3:7: error: message", notes on lines of their own.
  std::string str() const;
};

/// What a pass decided, and what else it considered.
struct StageRemark {
  struct Alternative {
    std::string what;
    double cost = 0; ///< estimated cycles
    bool taken = false;
  };
  std::string message;
  uint32_t line = 0, column = 0; ///< in the source
  std::vector<Alternative> alternatives;
};

/// One operation of a stage's text.
struct StageOp {
  std::string name;            ///< "linalg.generic"
  uint32_t begin = 0, end = 0; ///< byte range in the text
  uint32_t depth = 0;          ///< nesting
  /// Its first place in the source, from 1; 0 when unknown.
  uint32_t line = 0, column = 0;
  /// Operations of the first stage it comes from (indices into its ops),
  /// sorted; empty when unknown.
  std::vector<uint32_t> origins;
};

/// An immutable snapshot after one step of the compilation.
struct Stage {
  std::string name;    ///< "ktir", then the passes, "spyrebinary", "spyrecode"
  std::string purpose; ///< one sentence
  std::string text;    ///< IR, assembly or JSON
  std::vector<StageOp> ops;
  bool changed = true; ///< against the stage before
  std::vector<StageRemark> remarks;
  double milliseconds = 0;
  bool failed = false; ///< the step stopped with an error; text is what it got

  /// Share of operations with an origin, 0 to 1; 1 for an empty stage.
  double provenance() const;
};

struct CompileRequest {
  std::string text, fileName = "<input>";
  std::string frontend = "auto";     ///< auto, ktir, triton, inductor
  std::string kernel;                ///< name, when the text holds several
  std::string device = "spyre";      ///< name of an archs/ file, or a path
  std::vector<std::string> archDirs; ///< where device names are looked up
  std::string deviceText; ///< if not empty, the device's text (device = name)
  std::vector<int64_t> grid; ///< overrides the kernel's grid
  std::vector<std::pair<std::string, std::string>> defines; ///< ARG, VALUE
  std::vector<std::pair<std::string, std::string>> options; ///< --opt
};

/// How a buffer is filled before a run.
struct BufferFill {
  enum Kind : uint8_t { Random, Zeros, Ones, Iota, Bytes } kind = Random;
  std::vector<uint8_t> bytes; ///< Bytes: elements of the buffer's first view
                              ///< in row-major order, in its format
};

struct RunRequest {
  std::vector<std::pair<std::string, BufferFill>> inputs; ///< by buffer name
  uint64_t seed = 0;                                      ///< for random data
  bool verify = false; ///< compare with the reference interpreter
  bool recordEvents = false;
  int64_t maxCycles = int64_t(1) << 40; ///< the machine gives up after these
  /// Element operations after which the reference interpreter gives up.
  int64_t maxSteps = int64_t(1) << 33;
};

/// Content of a buffer's first view in row-major order.
struct BufferContent {
  std::string name;
  Format format = Format::F16;
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;
  std::vector<uint8_t> written; ///< per element
};

/// What no schedule can beat: the largest of the resources' least times.
struct LowerBound {
  int64_t cycles = 0;
  std::string resource; ///< "device memory", "vector units"
  /// Every resource with its cycles, largest first.
  std::vector<std::pair<std::string, int64_t>> all;
};

struct Verification {
  bool done = false, passed = false;
  double maxAbsError = 0;
  uint64_t maxUlp = 0, allowedUlp = 0;
  uint64_t mismatches = 0;
  std::string firstMismatch; ///< buffer, coordinates and both values
};

struct RunResult {
  Trace trace;
  LowerBound lowerBound;
  Verification verification;
  std::vector<BufferContent> buffers; ///< after the run
  /// Everything of the same buffers, and what the reference interpreter left
  /// there; the latter is empty without verification.
  std::vector<BufferData> memory, meaning;
  /// What the launch was given, one per kernel argument: where each buffer was
  /// placed (in elements), data scalars as bits.
  std::vector<int64_t> arguments;
  double simulateMilliseconds = 0;
};

/// A run that goes on piece by piece, for callers that must not be held up.
/// Whatever the pieces, what comes out is the same. Dropping it cancels.
class RunJob {
public:
  virtual ~RunJob() = default;
  /// Works for about so many milliseconds; true while there is more to do.
  virtual bool advance(double milliseconds) = 0;
  virtual double progress() const = 0; ///< 0 to 1, an estimate
  /// "preparing", "simulating", "interpreting" or "comparing".
  virtual std::string phase() const = 0;
  /// Once, after `advance` returned false. As Session::run.
  virtual Result<RunResult> take() = 0;
};

/// What the kernel means, by the reference interpreter, piece by piece.
/// Dropping it cancels.
class MeaningJob {
public:
  virtual ~MeaningJob() = default;
  /// As RunJob.
  virtual bool advance(double milliseconds) = 0;
  virtual double progress() const = 0;
  /// Once, after `advance` returned false: every buffer of KernelInfo.
  virtual Result<std::vector<BufferData>> take() = 0;
};

class Session {
public:
  /// Always returns a session; what is wrong with the request is a diagnostic
  /// of the first step. `ops` must outlive it.
  static std::unique_ptr<Session>
  create(CompileRequest request, const OpTable &ops = OpTable::builtin());
  virtual ~Session() = default;

  /// Runs the next step and appends its stage. False when there is none left
  /// or the compilation has failed.
  virtual bool step() = 0;
  /// Name of the step that `step` would run; empty at the end.
  virtual std::string nextStep() const = 0;
  /// Runs all steps; `goOn` is asked before each and may stop. True when the
  /// SpyreCode is there.
  virtual bool compile(const std::function<bool()> &goOn = {}) = 0;

  virtual const std::vector<Stage> &stages() const = 0;
  virtual const std::vector<Diagnostic> &diagnostics() const = 0;
  virtual bool failed() const = 0;
  virtual double compileMilliseconds() const = 0;

  /// Null until the step that makes them is done.
  virtual const Device *device() const = 0;
  virtual const KernelInfo *kernel() const = 0;
  virtual const SpyreCode *code() const = 0;
  virtual std::string frontend() const = 0; ///< the one in use

  /// Executes the compiled job on fresh memory. Errors of the simulated
  /// machine come back as Error; those of verification in the result.
  Result<RunResult> run(const RunRequest &request);
  /// Begins to; never null. The session must outlive the job.
  virtual std::unique_ptr<RunJob> start(const RunRequest &request) = 0;
  /// What the kernel means: the reference interpreter on the same data. Works
  /// as soon as the first stage is there.
  Result<std::vector<BufferContent>> interpret(const RunRequest &request);
  /// Begins to; never null. The session must outlive the job.
  virtual std::unique_ptr<MeaningJob>
  startMeaning(const RunRequest &request) = 0;
  /// Which elements every compute tile reads and writes, in program order.
  /// Works as soon as the first stage is there; `request` matters only where
  /// addresses depend on data.
  virtual Result<AccessMap> accesses(const RunRequest &request = {}) = 0;
};

/// Names of every step in order, with their purposes.
std::vector<std::pair<std::string, std::string>> sessionSteps();

/// Runs a SpyreCode job without its source (device.json and kernel.json must be
/// there or given). There is nothing to verify against.
Result<RunResult> runSpyreCode(
    const SpyreCode &code, const RunRequest &request,
    const std::vector<std::pair<std::string, std::string>> &defines = {},
    const OpTable &ops = OpTable::builtin());

} // namespace sg
