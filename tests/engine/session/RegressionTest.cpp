// Kernels that once went wrong, one file each in Inputs: they verify on every
// device that takes them. A first line "// expect: MESSAGE" instead wants an
// error with that text; "// options: NAME=VALUE" sets an option.
#include "engine/session/Session.h"
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace sg;

static std::string errorsOf(const Session &session) {
  std::string text;
  for (const Diagnostic &diagnostic : session.diagnostics())
    if (diagnostic.severity == Severity::Error)
      text += diagnostic.str() + "\n";
  return text;
}

// What follows `key` in the first line; empty when it does not start with it.
static std::string firstLine(const std::string &text, const std::string &key) {
  if (!text.starts_with(key))
    return "";
  return text.substr(key.size(), text.find('\n') - key.size());
}

static void tryKernel(const std::string &text, const std::string &name,
                      const std::string &device, bool doubleBuffering) {
  CAPTURE(name);
  CAPTURE(device);
  CAPTURE(doubleBuffering);
  CompileRequest request;
  request.text = text;
  request.fileName = name;
  request.device = device;
  request.archDirs = {SPYREGLASS_SOURCE_DIR "/archs"};
  if (!doubleBuffering)
    request.options = {{"double-buffering", "off"}};
  std::string option = firstLine(text, "// options: ");
  if (size_t at = option.find('='); at != std::string::npos)
    request.options.push_back({option.substr(0, at), option.substr(at + 1)});
  auto session = Session::create(request);
  bool compiled = session->compile();
  std::string errors = errorsOf(*session);
  INFO(errors);
  if (std::string expected = firstLine(text, "// expect: ");
      !expected.empty()) {
    CHECK_FALSE(compiled);
    CHECK(errors.find(expected) != std::string::npos);
    return;
  }
  REQUIRE(compiled);
  RunRequest run;
  run.verify = true;
  auto result = session->run(run);
  INFO((result ? std::string() : result.error().str()));
  REQUIRE(result);
  INFO(result->verification.firstMismatch);
  CHECK(result->verification.passed);
  CHECK(result->verification.maxUlp == 0);
}

TEST_CASE("kernels that once went wrong") {
  int files = 0;
  for (const auto &entry : std::filesystem::directory_iterator(
           SPYREGLASS_SOURCE_DIR "/tests/engine/session/Inputs")) {
    if (entry.path().extension() != ".mlir")
      continue;
    ++files;
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    for (const char *device : {"spyre", "spyre-mini"})
      for (bool doubleBuffering : {true, false})
        tryKernel(text.str(), entry.path().filename().string(), device,
                  doubleBuffering);
  }
  CHECK(files > 0);
}
