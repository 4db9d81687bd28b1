// Runs a SpyreCode job on the simulated machine.
#include "engine/machine/Machine.h"
#include "engine/session/Internal.h"
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

// Device address of element `firstElement` of every buffer; fills in the base
// arguments.
static Result<std::vector<uint64_t>> place(Machine &machine,
                                           const KernelInfo &info,
                                           std::vector<int64_t> &arguments) {
  std::vector<uint64_t> addresses(info.buffers.size());
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
        if (auto reserved = machine.reserve(addresses[i], size); !reserved)
          return inBuffer(buffer, reserved.error());
        continue;
      }
      int64_t low = lowest(buffer);
      uint64_t size = uint64_t(buffer.endElement - low) * uint64_t(bytes);
      auto address = machine.allocate(std::max<uint64_t>(size, 1));
      if (!address)
        return inBuffer(buffer, address.error());
      arguments[*buffer.argument] = int64_t(*address) / bytes - low;
      addresses[i] =
          *address + uint64_t(buffer.firstElement - low) * uint64_t(bytes);
    }
  return addresses;
}

Result<MachineRun> runMachine(const SpyreCode &code, const Device &device,
                              const KernelInfo &info, const OpTable &ops,
                              const std::vector<std::vector<uint8_t>> &inputs,
                              const std::vector<int64_t> &given,
                              const RunRequest &request) {
  auto start = std::chrono::steady_clock::now();
  auto machine = Machine::create(code, device, ops);
  if (!machine)
    return machine.error();
  Machine &m = **machine;
  std::vector<int64_t> arguments = given;
  auto addresses = place(m, info, arguments);
  if (!addresses)
    return addresses.error();
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!inputs[i].empty())
      if (auto written = m.write((*addresses)[i], inputs[i]); !written)
        return inBuffer(info.buffers[i], written.error());
  if (auto prepared = m.prepare(); !prepared)
    return prepared.error();
  LaunchOptions options;
  options.recordEvents = request.recordEvents;
  options.maxCycles = request.maxCycles;
  auto launched = m.launch(arguments, options);
  if (!launched)
    return launched.error();
  MachineRun run;
  run.trace = std::move(launched->trace);
  run.arguments = std::move(arguments);
  for (size_t i = 0; i < info.buffers.size(); ++i) {
    const KernelBuffer &buffer = info.buffers[i];
    size_t bytes = formatBytes(buffer.format);
    size_t count = size_t(buffer.endElement - buffer.firstElement);
    std::vector<uint8_t> region(count * bytes), flags(count * bytes);
    if (auto ok = m.read((*addresses)[i], region); !ok)
      return inBuffer(buffer, ok.error());
    if (auto ok = m.written((*addresses)[i], flags); !ok)
      return inBuffer(buffer, ok.error());
    std::vector<uint8_t> written(count, 1);
    for (size_t e = 0; e < count; ++e)
      for (size_t b = 0; b < bytes; ++b)
        written[e] &= flags[e * bytes + b];
    run.regions.push_back(std::move(region));
    run.written.push_back(std::move(written));
  }
  run.milliseconds = std::chrono::duration<double, std::milli>(
                         std::chrono::steady_clock::now() - start)
                         .count();
  return run;
}

Result<RunResult>
runSpyreCode(const SpyreCode &code, const RunRequest &request,
             const std::vector<std::pair<std::string, std::string>> &defines,
             const OpTable &ops) {
  if (!code.device)
    return Error{"the directory holds no device.json; this program cannot "
                 "tell what device to simulate",
                 ""};
  if (!code.kernel)
    return Error{"the directory holds no kernel.json; without it arguments and "
                 "buffers are unknown",
                 ""};
  const KernelInfo &info = *code.kernel;
  auto inputs = fillAll(info, request);
  if (!inputs)
    return inputs.error();
  std::vector<int64_t> arguments = argumentValues(info, request.seed);
  for (const auto &[name, text] : defines) {
    auto found = std::find_if(
        info.arguments.begin(), info.arguments.end(),
        [&, &name = name](auto &argument) { return argument.name == name; });
    if (found == info.arguments.end())
      return Error{"there is no argument '" + name + "'", ""};
    char *end = nullptr;
    double number = std::strtod(text.c_str(), &end);
    if (text.empty() || *end)
      return Error{"'" + text + "' is no number", "argument " + name};
    if (found->kind == ArgumentKind::Fixed && found->value &&
        double(*found->value) != number)
      return Error{"the job was compiled for " + name + " = " +
                       std::to_string(*found->value) +
                       "; compile again for another value",
                   ""};
    if (found->kind != ArgumentKind::Scalar)
      continue;
    uint8_t bits[8] = {};
    Scalar value;
    value.f = number;
    // What no 64-bit integer holds, NaN included, becomes the nearest or 0.
    constexpr double end63 = 9223372036854775808.0;
    value.i = number >= end63    ? INT64_MAX
              : number >= -end63 ? int64_t(number)
              : number < 0       ? INT64_MIN
                                 : 0;
    storeScalar(found->format, value, bits);
    int64_t &slot = arguments[size_t(found - info.arguments.begin())];
    slot = 0;
    for (unsigned i = 0; i < formatBytes(found->format); ++i)
      slot |= int64_t(bits[i]) << (8 * i);
  }
  auto run =
      runMachine(code, *code.device, info, ops, *inputs, arguments, request);
  if (!run)
    return run.error();
  RunResult result;
  result.trace = std::move(run->trace);
  result.arguments = std::move(run->arguments);
  result.simulateMilliseconds = run->milliseconds;
  for (size_t i = 0; i < info.buffers.size(); ++i)
    result.buffers.push_back(
        viewOf(info.buffers[i], run->regions[i], run->written[i]));
  return result;
}

} // namespace sg
