// What a run tells: as JSON and as a page for people.
#pragma once
#include "app/cli/Outcome.h"

namespace sg::cli {

/// What was run, besides the result itself.
struct RunFacts {
  const KernelInfo *kernel = nullptr;
  const Device *device = nullptr;
  double compileMilliseconds = -1; ///< negative: nothing was compiled
  bool eventsRecorded = false;
};

void reportRun(const RunResult &result, const RunFacts &facts,
               Outcome &outcome);

} // namespace sg::cli
