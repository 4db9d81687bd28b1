// The runtime: carries out the plans of a job on device memory and hands the
// binary to the simulator.
#include "engine/machine/Machine.h"
#include "engine/machine/GlobalMemory.h"
#include "engine/machine/Program.h"
#include "engine/machine/Simulator.h"
#include "engine/spyrecode/HostCompute.h"

namespace sg {
namespace {

Error inPlan(const char *plan, size_t index, const Error &error) {
  std::string where = std::string(plan) + "[" + std::to_string(index) + "]";
  return Error{error.message,
               error.where.empty() ? where : where + ": " + error.where};
}

class Runtime final : public Machine {
public:
  Runtime(const SpyreCode &code, const Device &device, const OpTable &ops)
      : code(code), device(device), ops(ops),
        memory(uint64_t(std::max<int64_t>(device.globalMemory().bytes, 0))) {}

  Result<void> check();

  Result<uint64_t> allocate(uint64_t bytes) override {
    return memory.allocate(bytes);
  }
  Result<void> reserve(uint64_t address, uint64_t bytes) override {
    if (address / segmentBytes >= deviceOnlySegment)
      return Error{"segments 6 and 7 belong to the job; reserve buffers in "
                   "segments 0 to 5",
                   ""};
    return memory.reserve(address, bytes);
  }
  Result<void> write(uint64_t address, std::span<const uint8_t> data) override {
    return answer(memory.write(address, data.data(), data.size()));
  }
  Result<void> read(uint64_t address, std::span<uint8_t> data) override {
    return answer(memory.peek(address, data.data(), data.size()));
  }
  Result<void> written(uint64_t address, std::span<uint8_t> flags) override {
    return answer(memory.written(address, flags.data(), flags.size()));
  }

  Result<void> prepare() override;
  std::unique_ptr<Launch> start(std::span<const int64_t> arguments,
                                const LaunchOptions &options) override;

private:
  friend class RuntimeLaunch;
  SpyreCode code;
  Device device;
  const OpTable &ops;
  GlobalMemory memory;
  bool prepared = false;
  std::map<uint64_t, uint64_t> images; ///< address -> bytes
  std::map<std::string, std::vector<uint8_t>> handles;

  static constexpr uint64_t maxHostBytes = uint64_t(64) << 20;

  static Result<void> answer(const std::optional<AccessFault> &fault) {
    if (!fault)
      return {};
    return Error{"device memory at " + std::to_string(fault->address) + ": " +
                     fault->message,
                 ""};
  }

  Result<void> computeOnHost(const ComputeOnHostCommand &c,
                             std::span<const int64_t> arguments);
  Result<void> dataTransfer(const DataTransferCommand &c);
  Result<int64_t> correct(uint64_t address, std::vector<uint8_t> &image,
                          const Binary &binary);
};

Result<void> Runtime::check() {
  if (Result<void> ok = device.validate(); !ok)
    return ok.error();
  std::map<uint64_t, const std::vector<uint8_t> *> loaded;
  uint64_t reserved = 0;
  for (size_t i = 0; i < code.plan.preparation.size(); ++i) {
    const PlanCommand &command = code.plan.preparation[i];
    auto fail = [&](const std::string &message) {
      return inPlan("JobPreparationPlan", i, Error{message, ""});
    };
    if (const auto *allocate = std::get_if<AllocateCommand>(&command)) {
      if (std::max(allocate->staticSize, allocate->dynamicSize) > segmentBytes)
        return fail("a segment has 16 GiB");
      reserved = std::max(reserved, allocate->staticSize);
      continue;
    }
    const auto *init = std::get_if<InitTransferCommand>(&command);
    if (!init)
      return fail("this command does not belong in the preparation plan");
    auto file = code.binaries.find(init->file);
    if (file == code.binaries.end())
      return fail("there is no file '" + init->file + "'");
    if (file->second.size() != init->size)
      return fail("the size is not that of file '" + init->file + "'");
    uint64_t base = hostSegment * segmentBytes;
    if (init->devPtr % pointerAlignment || init->devPtr < base ||
        init->devPtr - base > reserved ||
        init->size > reserved - (init->devPtr - base))
      return fail("the binary does not lie in what Allocate reserves");
    Result<Binary> binary = decode(file->second);
    if (!binary)
      return Error{binary.error().str(), init->file};
    Result<std::unique_ptr<Program>> program =
        load(std::move(*binary), device, ops);
    if (!program)
      return Error{program.error().str(), init->file};
    loaded[init->devPtr] = &file->second;
  }
  for (size_t i = 0; i < code.plan.execution.size(); ++i)
    if (const auto *run =
            std::get_if<ComputeOnDeviceCommand>(&code.plan.execution[i]))
      if (!loaded.count(run->jobBinPtr))
        return inPlan("JobExecPlan", i,
                      Error{"no InitTransfer puts a binary there", ""});
  return {};
}

Result<void> Runtime::prepare() {
  if (prepared)
    return {};
  for (size_t i = 0; i < code.plan.preparation.size(); ++i) {
    const PlanCommand &command = code.plan.preparation[i];
    Result<void> ok;
    if (const auto *allocate = std::get_if<AllocateCommand>(&command)) {
      ok = memory.reserve(hostSegment * segmentBytes, allocate->staticSize);
      if (ok)
        ok = memory.reserve(deviceOnlySegment * segmentBytes,
                            allocate->dynamicSize);
    } else if (const auto *init = std::get_if<InitTransferCommand>(&command)) {
      ok = write(init->devPtr, code.binaries.find(init->file)->second);
      images[init->devPtr] = init->size;
    }
    if (!ok)
      return inPlan("JobPreparationPlan", i, ok.error());
  }
  prepared = true;
  return {};
}

Result<void> Runtime::computeOnHost(const ComputeOnHostCommand &c,
                                    std::span<const int64_t> arguments) {
  Result<std::vector<uint8_t>> rows = hostCompute(c, arguments);
  if (!rows)
    return rows.error();
  handles[c.outHandle] = std::move(*rows);
  return {};
}

Result<void> Runtime::dataTransfer(const DataTransferCommand &c) {
  if (c.toHost) {
    std::vector<uint8_t> data;
    if (c.size > maxHostBytes)
      return Error{"host data of more than 64 MiB", ""};
    data.resize(c.size);
    Result<void> ok = read(c.devPtr, data);
    handles[c.hostHandle] = std::move(data);
    return ok;
  }
  auto it = handles.find(c.hostHandle);
  if (it == handles.end())
    return Error{"nothing has produced host data '" + c.hostHandle + "'", ""};
  if (it->second.size() != c.size)
    return Error{"host data '" + c.hostHandle + "' has " +
                     std::to_string(it->second.size()) + " bytes, not " +
                     std::to_string(c.size),
                 ""};
  return write(c.devPtr, it->second);
}

/// What the binary's own first act would be on the device: reads the
/// correction rows ahead of the image and writes each relocated table entry,
/// in the image in device memory. Returns the cycles that takes.
Result<int64_t> Runtime::correct(uint64_t address, std::vector<uint8_t> &image,
                                 const Binary &binary) {
  if (binary.relocations.empty())
    return int64_t(0);
  std::vector<uint8_t> rows(correctionRows(binary.symbols.size()) *
                            correctionRowBytes);
  if (auto fault = memory.read(address - rows.size(), rows.data(), rows.size()))
    return Error{"the correction rows ahead of the binary: " +
                     answer(fault).error().message,
                 ""};
  if (Result<void> ok = correctImage(image, rows); !ok)
    return ok.error();
  if (Result<void> ok = write(address, image); !ok)
    return ok.error();
  const DeviceMemory &store = device.globalMemory();
  return store.latencyCycles +
         ceilCycle(serviceTicks(int64_t(rows.size()), store.bytesPerCycle));
}

/// Goes through the execution plan; what runs on the device does so in pieces.
class RuntimeLaunch final : public Launch {
public:
  RuntimeLaunch(Runtime &runtime, std::span<const int64_t> arguments,
                const LaunchOptions &options)
      : runtime(runtime), arguments(arguments.begin(), arguments.end()),
        options(options) {
    if (!runtime.prepared)
      error =
          Error{"the job is not prepared; call prepare() before launch()", ""};
  }

  bool advance(int64_t steps) override;
  int64_t cycle() const override {
    return simulator ? simulator->endCycle() : reached;
  }
  Result<LaunchResult> take() override {
    if (error)
      return *error;
    return std::move(result);
  }

private:
  Result<void> command(const PlanCommand &command);
  Result<void> computeOnDevice(const ComputeOnDeviceCommand &c);

  Runtime &runtime;
  std::vector<int64_t> arguments;
  LaunchOptions options;
  size_t next = 0; ///< command of the plan
  int64_t reached = 0;
  std::unique_ptr<Program> program;
  std::unique_ptr<Simulator> simulator; ///< of the command before `next`
  EventLog log;
  LaunchResult result;
  std::optional<Error> error;
};

/// Leaves a simulator that is ready to run.
Result<void> RuntimeLaunch::computeOnDevice(const ComputeOnDeviceCommand &c) {
  auto found = runtime.images.find(c.jobBinPtr);
  if (found == runtime.images.end())
    return Error{"there is no binary at this address", ""};
  std::vector<uint8_t> image(found->second);
  if (auto fault = runtime.memory.read(c.jobBinPtr, image.data(), image.size()))
    return Runtime::answer(fault);
  Result<Binary> binary = decode(image);
  if (!binary)
    return binary.error();
  Result<int64_t> correction = runtime.correct(c.jobBinPtr, image, *binary);
  if (!correction)
    return correction.error();
  if (!binary->relocations.empty())
    if (binary = decode(image); !binary)
      return binary.error();
  Result<std::unique_ptr<Program>> loaded =
      load(std::move(*binary), runtime.device, runtime.ops);
  if (!loaded)
    return loaded.error();
  program = std::move(*loaded);
  if (options.recordEvents && *correction && !program->units.empty()) {
    Event event;
    event.begin = reached;
    event.end = reached + *correction;
    event.lane = uint32_t(result.trace.lanes.size());
    event.kind = EventKind::Correction;
    event.bytes = uint32_t(correctionRows(program->binary.symbols.size()) *
                           correctionRowBytes);
    log.add(event);
  }
  simulator =
      std::make_unique<Simulator>(*program, runtime.memory, options,
                                  reached + *correction, log, result.trace);
  return {};
}

Result<void> RuntimeLaunch::command(const PlanCommand &command) {
  if (const auto *host = std::get_if<ComputeOnHostCommand>(&command))
    return runtime.computeOnHost(*host, arguments);
  if (const auto *data = std::get_if<DataTransferCommand>(&command))
    return runtime.dataTransfer(*data);
  if (const auto *run = std::get_if<ComputeOnDeviceCommand>(&command))
    return computeOnDevice(*run);
  return Error{"this command does not belong in the execution plan", ""};
}

bool RuntimeLaunch::advance(int64_t steps) {
  if (error)
    return false;
  if (simulator) {
    if (simulator->advance(steps))
      return true;
    if (Result<void> ok = simulator->finish(); !ok) {
      error = ok.error();
      return false;
    }
    simulator->report(result.trace);
    reached = simulator->endCycle();
    simulator.reset();
    return true;
  }
  const std::vector<PlanCommand> &plan = runtime.code.plan.execution;
  if (next == plan.size())
    return log.moveTo(result.trace, steps);
  // What the binary itself is wrong with says where on the device.
  bool onDevice = std::holds_alternative<ComputeOnDeviceCommand>(plan[next]);
  if (Result<void> ok = command(plan[next]); !ok) {
    error = onDevice ? ok.error() : inPlan("JobExecPlan", next, ok.error());
    return false;
  }
  ++next;
  return true;
}

std::unique_ptr<Launch> Runtime::start(std::span<const int64_t> arguments,
                                       const LaunchOptions &options) {
  return std::make_unique<RuntimeLaunch>(*this, arguments, options);
}

} // namespace

Result<LaunchResult> Machine::launch(std::span<const int64_t> arguments,
                                     const LaunchOptions &options) {
  std::unique_ptr<Launch> launch = start(arguments, options);
  while (launch->advance(INT64_MAX)) {
  }
  return launch->take();
}

Result<std::unique_ptr<Machine>> Machine::create(const SpyreCode &code,
                                                 const Device &device,
                                                 const OpTable &ops) {
  auto runtime = std::make_unique<Runtime>(code, device, ops);
  if (Result<void> ok = runtime->check(); !ok)
    return ok.error();
  return std::unique_ptr<Machine>(std::move(runtime));
}

} // namespace sg
