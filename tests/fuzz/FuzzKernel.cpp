// Text of a kernel: compiled for the small device, run and verified within
// limits. How to run it: README.md in this folder.
#include "tests/fuzz/Limits.h"
#include "tests/fuzz/TextMutator.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sg::CompileRequest request;
  request.text.assign(reinterpret_cast<const char *>(data), size);
  request.fileName = "kernel.mlir";
  request.device = "spyre-mini";
  request.archDirs = {SPYREGLASS_SOURCE_DIR "/archs"};
  sg::fuzz::compileAndRun(request);
  return 0;
}
