// What the figures and the benchmarks share: samples, compiled in this process.
#pragma once
#include "engine/session/Session.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace sg::bench {

inline std::string readText(const std::filesystem::path &path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Paths of all samples, sorted.
inline std::vector<std::filesystem::path> samples() {
  std::vector<std::filesystem::path> paths;
  for (const auto &entry : std::filesystem::directory_iterator(
           SPYREGLASS_SOURCE_DIR "/samples/ktir"))
    if (entry.path().extension() == ".mlir")
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

using Options = std::vector<std::pair<std::string, std::string>>;

/// A request to compile a sample ("add-2048") for a device.
inline CompileRequest request(const std::string &sample,
                              const std::string &device,
                              const Options &options = {}) {
  CompileRequest request;
  request.fileName = sample + ".mlir";
  request.text = readText(std::filesystem::path(SPYREGLASS_SOURCE_DIR) /
                          "samples/ktir" / request.fileName);
  request.device = device;
  request.archDirs = {SPYREGLASS_SOURCE_DIR "/archs"};
  request.options = options;
  return request;
}

/// The 2048 x 2048 addition as it is written for a device.
inline std::string additionFor(const std::string &device) {
  return device == "spyre" ? "add-2048" : "add-2048-mini";
}

} // namespace sg::bench
