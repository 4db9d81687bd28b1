// The kernels of samples/, for tests that walk them all.
//
// A kernel that the scheduler does not take yet has the line "machine: not yet"
// in the comment at its top (// in IR, a "comment" array in JSON): it is read
// and interpreted, and compiling it ends in an error with a place.
#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace sg::test {

struct SampleFile {
  std::filesystem::path path;
  std::string frontend; ///< its folder: "ktir", "triton" or "inductor"
  std::string text;
  /// Its kernels by name where it holds several; else one empty name.
  std::vector<std::string> kernels;
  bool onMachine = true; ///< it compiles and runs

  /// "ktir/add.mlir"
  std::string name() const { return frontend + "/" + path.filename().string(); }
};

inline std::string textOf(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Names after `func.func @` or `tt.func public @` at the start of a line.
inline std::vector<std::string> kernelNames(const std::string &text) {
  std::vector<std::string> names;
  for (size_t at = 0; (at = text.find(".func ", at)) != std::string::npos;
       ++at) {
    size_t line = text.rfind('\n', at) + 1;
    size_t name = text.find('@', at), end = text.find('(', at);
    if (text.find("//", line) < at || name > end || end == std::string::npos)
      continue;
    names.push_back(text.substr(name + 1, end - name - 1));
  }
  return names.size() > 1 ? names : std::vector<std::string>{""};
}

inline SampleFile readSample(const std::filesystem::path &path) {
  SampleFile sample{
      path, path.parent_path().filename().string(), textOf(path), {}, true};
  sample.kernels = kernelNames(sample.text);
  sample.onMachine =
      sample.text.find("// machine: not yet\n") == std::string::npos &&
      sample.text.find("\"machine: not yet\"") == std::string::npos;
  return sample;
}

/// All samples of all front ends, KTIR first, sorted.
inline std::vector<SampleFile> sampleFiles() {
  std::vector<SampleFile> samples;
  for (const char *frontend : {"ktir", "triton", "inductor"}) {
    std::filesystem::path folder =
        std::filesystem::path(SPYREGLASS_SOURCE_DIR) / "samples" / frontend;
    std::vector<std::filesystem::path> paths;
    std::error_code none;
    for (const auto &entry :
         std::filesystem::directory_iterator(folder, none)) {
      std::string extension = entry.path().extension().string();
      if (extension == ".mlir" || extension == ".ttir" || extension == ".json")
        paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    for (const auto &path : paths)
      samples.push_back(readSample(path));
  }
  return samples;
}

/// Those that compile and run.
inline std::vector<SampleFile> machineSamples() {
  std::vector<SampleFile> samples = sampleFiles();
  std::erase_if(samples, [](const SampleFile &s) { return !s.onMachine; });
  return samples;
}

} // namespace sg::test
