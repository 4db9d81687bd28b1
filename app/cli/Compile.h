// Compiling a kernel for any command: the session, its stages as JSON and as
// text, and `spyreglass compile`.
#pragma once
#include "app/cli/Outcome.h"

namespace sg::cli {

/// A session for the command's FILE; null, with the error in `outcome`, when it
/// cannot be read.
std::unique_ptr<Session> openKernel(const Options &options, Outcome &outcome);

/// Runs the steps, up to --stop-after or to the end. Hands diagnostics, stages
/// and what is known of the kernel to `outcome`; false after an error.
bool compileSteps(Session &session, const Options &options, Outcome &outcome);

/// Runs the first step alone, for --list and the interpreter.
bool readKernel(Session &session, const Options &options, Outcome &outcome);

/// What --emit and --stop-after ask for: text in `outcome`, or files in the -o
/// directory.
void emitStages(const Session &session, const Options &options,
                Outcome &outcome);

/// Writes the SpyreCode directory, beside stage files when there are some;
/// false after an error.
bool writeCode(const Session &session, const Options &options,
               const std::string &path, Outcome &outcome);

/// --list.
void listKernel(const KernelInfo &kernel, Outcome &outcome);

Json gridJson(const KernelInfo &kernel);
std::string gridText(const KernelInfo &kernel);

} // namespace sg::cli
