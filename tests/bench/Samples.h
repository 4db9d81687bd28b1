// What the figures and the benchmarks share: samples, compiled in this process.
#pragma once
#include "engine/session/Session.h"
#include "tests/Samples.h"

namespace sg::bench {

using Options = std::vector<std::pair<std::string, std::string>>;

/// A request to compile a sample, its first kernel, for a device.
inline CompileRequest request(const test::SampleFile &sample,
                              const std::string &device,
                              const Options &options = {}) {
  CompileRequest request;
  request.fileName = sample.path.filename().string();
  request.text = sample.text;
  request.kernel = sample.kernels.front();
  request.device = device;
  request.archDirs = {SPYREGLASS_SOURCE_DIR "/archs"};
  request.options = options;
  return request;
}

/// A sample of KTIR by its name ("add-2048").
inline CompileRequest request(const std::string &sample,
                              const std::string &device,
                              const Options &options = {}) {
  return request(test::readSample(SPYREGLASS_SOURCE_DIR "/samples/ktir/" +
                                  sample + ".mlir"),
                 device, options);
}

/// The 2048 x 2048 addition as it is written for a device.
inline std::string additionFor(const std::string &device) {
  return device == "spyre" ? "add-2048" : "add-2048-mini";
}

} // namespace sg::bench
