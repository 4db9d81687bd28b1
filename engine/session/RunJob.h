// Makes the session's run jobs.
#pragma once
#include "engine/schedule/Schedule.h"
#include "engine/session/Comparison.h"
#include "engine/session/ReferenceRun.h"

namespace sg {

/// What a run needs of its session; all of it must outlive the job.
struct RunParts {
  const SpyreCode &code;
  const ScheduleContext &schedule;
  const OpTable &ops;
  mlir::func::FuncOp kernel; ///< as read, for the interpreter
  std::vector<Diagnostic> &messages;
};

std::unique_ptr<RunJob> makeRunJob(const RunParts &parts,
                                   const RunRequest &request);
/// One that has nothing to run.
std::unique_ptr<RunJob> failedRunJob(Error error);

} // namespace sg
