// `spyreglass interpret`: what a kernel means.
#include "app/cli/Commands.h"
#include "app/cli/Compile.h"
#include "app/cli/Data.h"
#include "app/cli/Files.h"
#include "app/cli/Text.h"
#include <algorithm>
#include <cmath>

namespace sg::cli {

namespace {
struct Summary {
  int64_t written = 0;
  double least = 0, largest = 0, sum = 0;
  int64_t numbers = 0; ///< written elements that are finite
};
} // namespace

static double elementOf(const BufferContent &buffer, size_t i) {
  Scalar value =
      loadScalar(buffer.format, &buffer.bytes[i * formatBytes(buffer.format)]);
  return isFloat(buffer.format) ? value.f : double(value.i);
}

static Summary summarize(const BufferContent &buffer) {
  Summary summary;
  for (size_t i = 0; i < buffer.written.size(); ++i) {
    if (!buffer.written[i])
      continue;
    ++summary.written;
    double value = elementOf(buffer, i);
    if (!std::isfinite(value))
      continue;
    bool first = summary.numbers++ == 0;
    summary.least = first ? value : std::min(summary.least, value);
    summary.largest = first ? value : std::max(summary.largest, value);
    summary.sum += value;
  }
  return summary;
}

// JSON has no infinities and no NaN.
static Json numberJson(double value) {
  if (std::isfinite(value))
    return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

static void reportBuffers(const KernelInfo &kernel,
                          const std::vector<BufferContent> &buffers,
                          Outcome &outcome) {
  constexpr size_t shown = 4;
  Json list = Json::array();
  Table table({"buffer", "shape", "type", "use", "least", "largest", "mean",
               "first elements"});
  table.right({4, 5, 6});
  for (size_t b = 0; b < buffers.size() && b < kernel.buffers.size(); ++b) {
    const BufferContent &buffer = buffers[b];
    const char *use = useName(kernel.buffers[b].use);
    Summary summary = summarize(buffer);
    double mean = summary.numbers ? summary.sum / double(summary.numbers) : 0;
    std::string first;
    Json values = Json::array();
    for (size_t i = 0; i < std::min(shown, buffer.written.size()); ++i) {
      bool known = buffer.written[i];
      values.push_back(known ? numberJson(elementOf(buffer, i)) : Json());
      first += (first.empty() ? "" : " ") +
               (known ? fixed(elementOf(buffer, i), 4) : std::string("-"));
    }
    std::string type(formatName(buffer.format));
    table.add({buffer.name, shapeText(buffer.shape), type, use,
               fixed(summary.least, 4), fixed(summary.largest, 4),
               fixed(mean, 4), first});
    list.push_back({{"name", buffer.name},
                    {"shape", buffer.shape},
                    {"type", type},
                    {"use", use},
                    {"written", summary.written},
                    {"min", summary.least},
                    {"max", summary.largest},
                    {"mean", mean},
                    {"first", std::move(values)}});
  }
  outcome.json["buffers"] = std::move(list);
  outcome.report = "kernel " + kernel.name + ", grid " + gridText(kernel) +
                   ", after the reference interpreter\n\n" + table.str();
}

Outcome interpretCommand(const Options &options) {
  Outcome outcome;
  std::unique_ptr<Session> session = openKernel(options, outcome);
  if (!session || !readKernel(*session, options, outcome))
    return outcome;
  const KernelInfo &kernel = *session->kernel();
  if (options.list) {
    listKernel(kernel, outcome);
    return outcome;
  }
  RunRequest request;
  if (!fillRequest(kernel, options, request, outcome) ||
      !checkOutputs(kernel, options, outcome))
    return outcome;
  Result<std::vector<BufferContent>> buffers = session->interpret(request);
  outcome.diagnostics = session->diagnostics();
  if (!buffers) {
    outcome.status = BadInput;
    bool isSaid = std::any_of(outcome.diagnostics.begin(),
                              outcome.diagnostics.end(), [](auto &diagnostic) {
                                return diagnostic.severity == Severity::Error;
                              });
    if (!isSaid)
      outcome.fail(buffers.error(), displayName(options.files.front()));
    return outcome;
  }
  reportBuffers(kernel, *buffers, outcome);
  writeOutputs(*buffers, options, outcome);
  return outcome;
}

} // namespace sg::cli
