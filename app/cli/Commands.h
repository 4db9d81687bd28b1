// Every command of the program: options in, outcome back. Nothing is printed
// here; see Outcome.
#pragma once
#include "app/cli/Outcome.h"

namespace sg::cli {

Outcome compileCommand(const Options &options);
Outcome runCommand(const Options &options);
Outcome interpretCommand(const Options &options);
Outcome stagesCommand(const Options &options);
Outcome checkCommand(const Options &options);
Outcome deviceCommand(const Options &options);
Outcome opsCommand(const Options &options);
Outcome disassembleCommand(const Options &options);
Outcome assembleCommand(const Options &options);
Outcome exploreCommand(const Options &options);
/// Whether this build has a window to explore in.
bool hasWindow();

/// How to report a bug of this program.
std::string reportHint();

} // namespace sg::cli
