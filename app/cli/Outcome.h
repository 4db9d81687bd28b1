// What a command hands back to main, which prints it: a command writes nothing
// itself but files and, with -v, its progress on standard error.
#pragma once
#include "app/cli/Options.h"
#include "engine/session/Session.h"
#include <nlohmann/json.hpp>

namespace sg::cli {

using Json = nlohmann::ordered_json;

struct Outcome {
  int status = Done;
  std::string report; ///< for people; not printed with --json or -q
  std::string output; ///< text or bytes that were asked for; always printed
  Json json = Json::object();
  std::vector<Diagnostic> diagnostics;

  /// Adds an error and sets the exit status.
  void fail(std::string message, std::string file = {}, int with = BadInput,
            std::string note = {});
  void fail(const Error &error, const std::string &file = {});
};

/// With "diagnostics" as array of {severity, file, line, column, message,
/// notes}.
Json toJson(const std::vector<Diagnostic> &diagnostics);

/// Prints an outcome and returns the exit status, 1 when standard output cannot
/// be written.
int print(const Outcome &outcome, const Options &options);

} // namespace sg::cli
