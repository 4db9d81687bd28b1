// The parts of a run, each of which goes on in pieces of about a millisecond,
// so that whoever runs them can stop between any two: `advance` does a piece
// and is true while there is more.
#pragma once
#include "engine/machine/Machine.h"
#include "engine/session/Session.h"

namespace sg {

/// Small, and the same on every platform (SplitMix64).
class Random {
public:
  Random(uint64_t seed, const std::string &name);
  /// Floats in [-4, 4) in steps that every format holds well, small integers,
  /// truth values.
  Scalar scalar(Format format);

private:
  uint64_t state;
  uint64_t next();
};

/// The elements of a buffer's first view in row-major order, in runs.
class ViewWalk {
public:
  /// `offset`: element from the base; `position`: in the view.
  struct Run {
    int64_t offset = 0, position = 0, count = 0, stride = 1;
  };
  explicit ViewWalk(const KernelBuffer &buffer);
  /// The next run, of at most so many elements; nothing at the end.
  std::optional<Run> next(int64_t most);

private:
  const KernelBuffer &buffer;
  std::vector<int64_t> at; ///< coordinates of the next element
  int64_t position = 0, total = 1;
};

/// Makes what every buffer holds before a run: elements [first, end) of
/// KernelBuffer as a memory image; empty for what is only written. Errors name
/// the buffer.
class InputFill {
public:
  InputFill(const KernelInfo &info, const RunRequest &request);
  bool advance();
  double progress() const { return double(filled) / double(total + 1); }
  /// Once, after `advance` returned false.
  Result<std::vector<std::vector<uint8_t>>> take();

private:
  const KernelInfo &info;
  const RunRequest &request;
  std::vector<std::vector<uint8_t>> regions;
  std::optional<Error> error;
  const BufferFill *fill = nullptr; ///< of the buffer that is being filled
  std::optional<Random> random;
  std::optional<ViewWalk> given;           ///< what is left of given bytes
  int64_t done = 0, filled = 0, total = 0; ///< elements

  bool check();
  bool begin(const KernelBuffer &buffer);
  void generate(const KernelBuffer &buffer);
  void copyGiven(const KernelBuffer &buffer);
};

/// Takes the first view's elements out of a region, in row-major order.
class ViewCopy {
public:
  ViewCopy(const KernelBuffer &buffer, const std::vector<uint8_t> &region,
           const std::vector<uint8_t> &written);
  bool advance();
  BufferContent take() { return std::move(content); }

private:
  const KernelBuffer &buffer;
  const std::vector<uint8_t> &region, &written;
  ViewWalk walk;
  BufferContent content;
  void copy(const ViewWalk::Run &run);
};

/// Regions of all buffers after a run on the machine.
struct MachineRun {
  Trace trace;
  std::vector<int64_t> arguments; ///< of the launch, addresses filled in
  std::vector<std::vector<uint8_t>> regions, written; ///< per buffer
  double milliseconds = 0;
};

/// One launch of a job on a machine of its own, from placing the buffers to
/// reading them.
class MachineJob {
public:
  /// `inputs` and everything else that is not a value must outlive it.
  MachineJob(const SpyreCode &code, const Device &device,
             const KernelInfo &info, const OpTable &ops,
             const std::vector<std::vector<uint8_t>> &inputs,
             std::vector<int64_t> arguments, const RunRequest &request);
  bool advance();
  bool launched() const { return launch != nullptr; }
  int64_t cycle() const { return launch ? launch->cycle() : 0; }
  /// Once, after `advance` returned false.
  Result<MachineRun> take();

private:
  enum class Step : uint8_t { Create, Write, Prepare, Launch, Read, End };
  Result<void> work();
  Result<void> create();
  Result<void> place();
  Result<void> write();
  Result<void> prepare();
  Result<void> read();

  const SpyreCode &code;
  const Device &device;
  const KernelInfo &info;
  const OpTable &ops;
  const std::vector<std::vector<uint8_t>> &inputs;
  LaunchOptions options;
  Step step = Step::Create;
  size_t buffer = 0;               ///< that is being written or read
  size_t done = 0;                 ///< of it: bytes written, elements read
  std::vector<uint64_t> addresses; ///< of element `firstElement`, per buffer
  std::vector<uint8_t> flags;
  std::unique_ptr<Machine> machine;
  std::unique_ptr<Launch> launch;
  MachineRun run;
  std::optional<Error> error;
};

} // namespace sg
