// Makes the session's meaning jobs.
#pragma once
#include "engine/session/ReferenceRun.h"

namespace sg {

/// What is not a value must outlive the job.
std::unique_ptr<MeaningJob> makeMeaningJob(mlir::func::FuncOp kernel,
                                           const KernelInfo &info,
                                           const OpTable &ops,
                                           const RunRequest &request,
                                           std::vector<Diagnostic> &messages);
/// One that has nothing to interpret.
std::unique_ptr<MeaningJob> failedMeaningJob(Error error);

} // namespace sg
