// `spyreglass stages`: the compilation step by step.
#include "app/cli/Commands.h"
#include "app/cli/Compile.h"
#include "app/cli/Text.h"

namespace sg::cli {

static std::string remarkText(const Stage &stage, const StageRemark &remark,
                              const Options &options) {
  std::string place = remark.line ? ":" + std::to_string(remark.line) + ":" +
                                        std::to_string(remark.column)
                                  : "";
  std::string text = stage.name + place + ": " + remark.message + "\n";
  if (!options.verbose)
    return text;
  for (const StageRemark::Alternative &other : remark.alternatives)
    text += std::string("    ") + (other.taken ? "* " : "  ") + other.what +
            ": " + grouped(int64_t(other.cost)) + " cycles\n";
  return text;
}

Outcome stagesCommand(const Options &given) {
  Options options = given;
  if (!options.output.empty() && options.emit.empty())
    options.emit = "all";
  Outcome outcome;
  std::unique_ptr<Session> session = openKernel(options, outcome);
  if (!session)
    return outcome;
  if (options.list) {
    if (readKernel(*session, options, outcome))
      listKernel(*session->kernel(), outcome);
    return outcome;
  }
  compileSteps(*session, options, outcome);
  emitStages(*session, options, outcome);
  Table table({"stage", "ms", "operations", "changed", "remarks"});
  table.right({1, 2, 4});
  std::string remarks;
  size_t number = 0;
  for (const Stage &stage : session->stages()) {
    std::string digits = std::to_string(number++);
    table.add({(digits.size() < 2 ? "0" : "") + digits + " " + stage.name,
               fixed(stage.milliseconds, 2), std::to_string(stage.ops.size()),
               stage.failed    ? "failed"
               : stage.changed ? "yes"
                               : "no",
               std::to_string(stage.remarks.size())});
    for (const StageRemark &remark : stage.remarks)
      remarks += remarkText(stage, remark, options);
    if (options.verbose)
      remarks += stage.name + ": " + stage.purpose + "\n";
  }
  if (!session->stages().empty())
    outcome.report = table.str();
  if (!remarks.empty())
    outcome.report += "\n" + remarks;
  return outcome;
}

} // namespace sg::cli
