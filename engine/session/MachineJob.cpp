// A launch of a SpyreCode job on a simulated machine with fresh memory.
#include "engine/session/Pieces.h"
#include <algorithm>
#include <chrono>

namespace sg {

static Error inBuffer(const KernelBuffer &buffer, const Error &error) {
  return Error{"buffer '" + buffer.name + "': " + error.message, error.where};
}

// Lowest element of the memory a buffer is given, relative to its base.
static int64_t lowest(const KernelBuffer &buffer) {
  return std::min<int64_t>(0, buffer.firstElement);
}

MachineJob::MachineJob(const SpyreCode &code, const Device &device,
                       const KernelInfo &info, const OpTable &ops,
                       const std::vector<std::vector<uint8_t>> &inputs,
                       std::vector<int64_t> arguments,
                       const RunRequest &request)
    : code(code), device(device), info(info), ops(ops), inputs(inputs),
      addresses(info.buffers.size()) {
  options.recordEvents = request.recordEvents;
  options.maxCycles = request.maxCycles;
  run.arguments = std::move(arguments);
}

Result<void> MachineJob::create() {
  auto made = Machine::create(code, device, ops);
  if (!made)
    return made.error();
  machine = std::move(*made);
  step = Step::Write;
  return place();
}

// Finds addresses and fills in the base arguments.
Result<void> MachineJob::place() {
  // Fixed places first, so that the others go around them.
  for (bool fixed : {true, false})
    for (size_t i = 0; i < info.buffers.size(); ++i) {
      const KernelBuffer &buffer = info.buffers[i];
      int64_t bytes = formatBytes(buffer.format);
      if (buffer.argument.has_value() == fixed)
        continue;
      if (fixed) {
        int64_t first = buffer.constantAddress + buffer.firstElement;
        if (first < 0)
          return Error{
              "buffer '" + buffer.name + "' starts at a negative address", ""};
        addresses[i] = uint64_t(first) * bytes;
        uint64_t size =
            uint64_t(buffer.endElement - buffer.firstElement) * uint64_t(bytes);
        if (auto reserved = machine->reserve(addresses[i], size); !reserved)
          return inBuffer(buffer, reserved.error());
        continue;
      }
      int64_t low = lowest(buffer);
      uint64_t size = uint64_t(buffer.endElement - low) * uint64_t(bytes);
      auto address = machine->allocate(std::max<uint64_t>(size, 1));
      if (!address)
        return inBuffer(buffer, address.error());
      run.arguments[*buffer.argument] = int64_t(*address) / bytes - low;
      addresses[i] =
          *address + uint64_t(buffer.firstElement - low) * uint64_t(bytes);
    }
  return {};
}

Result<void> MachineJob::write() {
  if (buffer == inputs.size()) {
    step = Step::Prepare;
    return {};
  }
  std::span<const uint8_t> rest = std::span(inputs[buffer]).subspan(done);
  size_t n = std::min<size_t>(rest.size(), 1 << 19);
  if (n)
    if (auto ok = machine->write(addresses[buffer] + done, rest.first(n)); !ok)
      return inBuffer(info.buffers[buffer], ok.error());
  done += n;
  if (n == rest.size()) {
    ++buffer;
    done = 0;
  }
  return {};
}

Result<void> MachineJob::prepare() {
  if (auto ok = machine->prepare(); !ok)
    return ok.error();
  launch = machine->start(run.arguments, options);
  step = Step::Launch;
  return {};
}

Result<void> MachineJob::read() {
  if (buffer == info.buffers.size()) {
    step = Step::End;
    return {};
  }
  const KernelBuffer &one = info.buffers[buffer];
  size_t bytes = formatBytes(one.format);
  size_t count = size_t(one.endElement - one.firstElement);
  if (done == 0) {
    run.regions.emplace_back().reserve(count * bytes);
    run.written.emplace_back().reserve(count);
  }
  size_t n = std::min<size_t>(count - done, 1 << 17);
  std::vector<uint8_t> &region = run.regions.back();
  std::vector<uint8_t> &written = run.written.back();
  region.resize((done + n) * bytes);
  written.resize(done + n, 1);
  flags.resize(n * bytes);
  uint64_t address = addresses[buffer] + done * bytes;
  if (auto ok = machine->read(address, std::span(region).last(n * bytes)); !ok)
    return inBuffer(one, ok.error());
  if (auto ok = machine->written(address, flags); !ok)
    return inBuffer(one, ok.error());
  for (size_t e = 0; e < n; ++e)
    for (size_t b = 0; b < bytes; ++b)
      written[done + e] &= flags[e * bytes + b];
  done += n;
  if (done == count) {
    ++buffer;
    done = 0;
  }
  return {};
}

Result<void> MachineJob::work() {
  switch (step) {
  case Step::Create:
    return create();
  case Step::Write:
    return write();
  case Step::Prepare:
    return prepare();
  case Step::Read:
    return read();
  case Step::End:
    return {};
  case Step::Launch:
    break;
  }
  if (launch->advance(1 << 12))
    return {};
  auto launched = launch->take();
  if (!launched)
    return launched.error();
  run.trace = std::move(launched->trace);
  buffer = done = 0;
  step = Step::Read;
  return {};
}

bool MachineJob::advance() {
  auto start = std::chrono::steady_clock::now();
  if (Result<void> ok = work(); !ok) {
    error = ok.error();
    step = Step::End;
  }
  run.milliseconds += std::chrono::duration<double, std::milli>(
                          std::chrono::steady_clock::now() - start)
                          .count();
  return step != Step::End;
}

Result<MachineRun> MachineJob::take() {
  if (error)
    return *error;
  return std::move(run);
}

} // namespace sg
