// spyreglass: reads the command line, runs a command, prints its outcome.
#include "app/cli/Commands.h"
#include "app/cli/Files.h"
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <unistd.h>

namespace sg::cli {

std::string reportHint() {
  return "this is a bug of spyreglass " SPYREGLASS_VERSION
         ": please report it with the command, the input and this message "
         "(README.md, \"Reporting a bug\")";
}

static Outcome dispatch(const Options &options) {
  static const struct {
    const char *name;
    Outcome (*run)(const Options &);
  } commands[] = {{"compile", compileCommand},
                  {"run", runCommand},
                  {"interpret", interpretCommand},
                  {"stages", stagesCommand},
                  {"check", checkCommand},
                  {"device", deviceCommand},
                  {"ops", opsCommand},
                  {"disassemble", disassembleCommand},
                  {"assemble", assembleCommand},
                  {"explore", exploreCommand}};
  for (const auto &command : commands)
    if (options.command == command.name)
      return command.run(options);
  Outcome outcome;
  outcome.fail("command '" + options.command + "' does nothing", "", OurBug,
               reportHint());
  return outcome;
}

static bool wantsJson = false;

// A crash still says what it is, and leaves with the status of a bug. Only what
// is allowed in a signal handler is used.
extern "C" void onCrash(int) {
  static const char text[] =
      "error: spyreglass crashed; this is a bug: please report it with the "
      "command and the input (README.md, \"Reporting a bug\")\n";
  static const char json[] =
      "{\"status\": 70, \"diagnostics\": [{\"severity\": \"error\", \"file\": "
      "\"\", \"line\": 0, \"column\": 0, \"message\": \"spyreglass crashed\", "
      "\"notes\": []}]}\n";
  ssize_t ignored = ::write(2, text, sizeof text - 1);
  if (wantsJson)
    ignored = ::write(1, json, sizeof json - 1);
  (void)ignored;
  ::_exit(OurBug);
}

// Sanitizers have handlers that say more.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SPYREGLASS_OWN_HANDLERS 0
#endif
#endif
#ifndef SPYREGLASS_OWN_HANDLERS
#define SPYREGLASS_OWN_HANDLERS 1
#endif

static void guardCrashes() {
  if (!SPYREGLASS_OWN_HANDLERS)
    return;
  // On a stack of its own, so that a stack that is full can be reported.
  static char stack[64 * 1024];
  stack_t alternative = {};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  ::sigaltstack(&alternative, nullptr);
  struct sigaction action = {};
  action.sa_handler = onCrash;
  action.sa_flags = SA_ONSTACK | SA_RESETHAND;
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    ::sigaction(signal, &action, nullptr);
}

// What cannot be printed together.
static std::string conflict(const Options &options) {
  int toStdout = (options.output == "-") + (options.trace == "-");
  int fromStdin = 0;
  for (const auto &[name, file] : options.outputs)
    toStdout += file == "-";
  for (const std::string &file : options.files)
    fromStdin += file == "-";
  for (const auto &[name, file] : options.inputs)
    fromStdin += file == "-";
  if (fromStdin > 1)
    return "standard input can be read once only";
  if (toStdout > 1)
    return "only one thing can be written to standard output";
  if (toStdout && options.json)
    return "--json needs standard output for itself";
  return {};
}

static int usageError(const std::string &what, const Options &options) {
  Outcome outcome;
  outcome.fail(what, "", BadUsage, "'spyreglass --help' shows how it is used");
  return print(outcome, options);
}

static int run(int argc, char **argv) {
  Parsed parsed = parseCommandLine(argc, argv);
  wantsJson = parsed.options.json;
  if (parsed.finished && parsed.status != Done)
    return usageError(parsed.text, parsed.options);
  auto display = [](const char *name) {
    const char *value = std::getenv(name);
    return value && *value;
  };
  if (argc == 1 && hasWindow() &&
      (display("DISPLAY") || display("WAYLAND_DISPLAY"))) {
    parsed = {};
    parsed.options.command = "explore";
  }
  if (parsed.finished) {
    std::cout << parsed.text;
    return std::cout.flush() ? Done : BadInput;
  }
  if (std::string what = conflict(parsed.options); !what.empty())
    return usageError(what, parsed.options);
  parsed.options.archDirs = archDirectories(argv[0]);
  Outcome outcome;
  try {
    outcome = dispatch(parsed.options);
  } catch (const std::bad_alloc &) {
    outcome = {};
    outcome.fail("there is not enough memory for this");
  } catch (const std::exception &error) {
    outcome = {};
    outcome.fail(error.what(), "", OurBug, reportHint());
  }
  return print(outcome, parsed.options);
}

} // namespace sg::cli

int main(int argc, char **argv) {
  sg::cli::guardCrashes();
  try {
    return sg::cli::run(argc, argv);
  } catch (const std::exception &error) {
    std::cerr << "error: " << error.what() << '\n'
              << "note: " << sg::cli::reportHint() << '\n';
  } catch (...) {
    std::cerr << "error: something unexpected happened\n"
              << "note: " << sg::cli::reportHint() << '\n';
  }
  return sg::cli::OurBug;
}
