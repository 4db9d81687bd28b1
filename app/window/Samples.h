// The kernels and devices that come with the program, as menus show them.
#pragma once
#include "engine/support/Result.h"
#include <string>
#include <vector>

namespace sg::app {

struct Sample {
  std::string name;     ///< "swiglu"
  std::string frontend; ///< folder: "ktir"
  std::string path;
  std::string about; ///< the comment at its top, in one line
  /// A device it fits: the first of spyre-mini and spyre whose cores its grid
  /// does not exceed.
  std::string device;
};

struct Samples {
  std::vector<Sample> kernels; ///< by front end, KTIR first, then by name
  std::vector<std::string> devices;

  Samples() = default;
  Samples(const std::string &sampleFolder, const std::string &archFolder);
  /// The first of that name; null when there is none.
  const Sample *find(const std::string &name) const;
};

/// A device a kernel fits, as Sample::device.
std::string deviceFor(const std::string &kernel);

/// A whole file as text; at most 16 MiB.
Result<std::string> readTextFile(const std::string &path);

} // namespace sg::app
