// The engine as a library: compiles a kernel, runs it on the simulated device
// and compares the result with what the kernel means.
#include "engine/session/Session.h"
#include <fstream>
#include <iostream>
#include <sstream>

int main(int argc, char **argv) {
  if (argc != 3) {
    std::cerr << "usage: library_example KERNEL ARCHS\n";
    return 2;
  }
  std::stringstream text;
  text << std::ifstream(argv[1]).rdbuf();

  sg::CompileRequest request;
  request.text = text.str();
  request.fileName = argv[1];
  request.archDirs = {argv[2]};
  auto session = sg::Session::create(request);
  if (!session->compile()) {
    for (const sg::Diagnostic &diagnostic : session->diagnostics())
      std::cerr << diagnostic.str() << '\n';
    return 1;
  }
  sg::RunRequest run;
  run.verify = true;
  auto result = session->run(run);
  if (!result || !result->verification.passed) {
    std::cerr << (result ? result->verification.firstMismatch
                         : result.error().str())
              << '\n';
    return 1;
  }
  std::cout << session->kernel()->name << ": verified in "
            << result->trace.totals.cycles << " cycles\n";
}
