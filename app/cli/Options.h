// The command line as data: what the user asked for, checked for form but not
// yet for meaning.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sg::cli {

using Pairs = std::vector<std::pair<std::string, std::string>>;

enum ExitStatus : int {
  Done = 0,
  BadInput = 1,  ///< wrong or not supported
  BadUsage = 2,  ///< of the command line
  Different = 3, ///< verification found a difference
  OurBug = 70,
};

struct Options {
  std::string command; ///< empty: help was all there was to do
  std::vector<std::string> files;
  std::string frontend = "auto", device = "spyre", kernel;
  std::vector<int64_t> grid;
  Pairs defines, passOptions; ///< ARG=VALUE, NAME=VALUE
  Pairs inputs, outputs;      ///< NAME=FILE, inputs also NAME=random and so on
  std::string output;         ///< -o
  std::string emit;           ///< a stage, or "all"
  std::string stopAfter, trace;
  std::string picture, windowSize, theme; ///< explore
  uint64_t seed = 0;
  bool verify = false, list = false, json = false, quiet = false;
  bool verbose = false;
  bool deviceGiven = false, frontendGiven = false; ///< not the default

  std::vector<std::string> archDirs; ///< where device names are looked up

  /// True when the text of a stage or a file goes to standard output, so that
  /// nothing else may.
  bool writesToStdout() const;
};

/// What is to be done after reading the command line.
struct Parsed {
  Options options;
  bool finished = false; ///< help or version: print `text` and leave
  int status = Done;
  std::string text; ///< help, version, or what is wrong (status != Done)
};

Parsed parseCommandLine(int argc, const char *const *argv);

} // namespace sg::cli
