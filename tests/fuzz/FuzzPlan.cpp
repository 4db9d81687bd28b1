// A JSON file of a SpyreCode directory: given to the readers of all three kinds.
// One that is read takes its place among the files of a whole directory, and
// the job is run within limits. How to run it: README.md in this folder.
#include "engine/spyrecode/SpyreCode.h"
#include "tests/fuzz/Limits.h"
#include "tests/fuzz/TextMutator.h"
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

static const sg::FileSet &whole() {
  static const sg::FileSet files = [] {
    std::ifstream file(SPYREGLASS_SOURCE_DIR "/samples/ktir/add.mlir");
    std::stringstream stream;
    stream << file.rdbuf();
    sg::CompileRequest request;
    request.text = stream.str();
    request.grid = {1}; // the sample's own is larger than the device
    request.device = "spyre-mini";
    request.archDirs = {SPYREGLASS_SOURCE_DIR "/archs"};
    auto session = sg::Session::create(request);
    if (!session->compile())
      sg::fuzz::finding("the sample does not compile");
    sg::SpyreCode code = *session->code();
    code.device = *session->device();
    code.kernel = *session->kernel();
    return sg::toFiles(code);
  }();
  return files;
}

static void run(const char *name, const uint8_t *data, size_t size) {
  sg::FileSet files = whole();
  if (!files.count(name))
    sg::fuzz::finding(std::string("no file ") + name);
  files[name].assign(data, data + size);
  auto code = sg::fromFiles(files);
  if (!code) {
    if (code.error().message.empty())
      sg::fuzz::finding("refused without an error");
    return;
  }
  if (!code->kernel || !sg::fuzz::isSmall(*code->kernel))
    return;
  sg::RunRequest run;
  run.maxCycles = sg::fuzz::maxCycles;
  run.recordEvents = true;
  auto result = sg::runSpyreCode(*code, run);
  if (!result && result.error().message.empty())
    sg::fuzz::finding("a run failed without an error");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto json = nlohmann::json::parse(data, data + size, nullptr, false);
  if (json.is_discarded()) {
    run("spyrecode.json", data, size);
    return 0;
  }
  if (sg::jobPlanFromJson(json))
    run("spyrecode.json", data, size);
  if (sg::kernelInfoFromJson(json))
    run("kernel.json", data, size);
  if (sg::deviceFromJson(json))
    run("device.json", data, size);
  return 0;
}
