// Buffers from and to .npy files.
#pragma once
#include "app/cli/Outcome.h"

namespace sg::cli {

/// --in and --seed as a request for the session. Errors (unknown buffer,
/// unreadable file, wrong shape or type, more memory than there is) go to
/// `outcome`; false after one.
bool fillRequest(const KernelInfo &kernel, const Options &options,
                 RunRequest &request, Outcome &outcome);

/// Checks the names of --out before anything runs.
bool checkOutputs(const KernelInfo &kernel, const Options &options,
                  Outcome &outcome);

/// --out.
void writeOutputs(const std::vector<BufferContent> &buffers,
                  const Options &options, Outcome &outcome);

} // namespace sg::cli
