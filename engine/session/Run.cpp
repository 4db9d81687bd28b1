// Runs a SpyreCode job without its source.
#include "engine/session/Internal.h"
#include "engine/session/Pieces.h"
#include <algorithm>

namespace sg {

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
  MachineJob job(code, *code.device, info, ops, *inputs, arguments, request);
  while (job.advance()) {
  }
  auto run = job.take();
  if (!run)
    return run.error();
  RunResult result;
  result.trace = std::move(run->trace);
  result.arguments = std::move(run->arguments);
  result.simulateMilliseconds = run->milliseconds;
  for (size_t i = 0; i < info.buffers.size(); ++i)
    result.buffers.push_back(
        viewOf(info.buffers[i], run->regions[i], run->written[i]));
  for (size_t i = 0; i < info.buffers.size(); ++i)
    result.memory.push_back(
        {std::move(run->regions[i]), std::move(run->written[i])});
  return result;
}

} // namespace sg
