// The command line: commands, options, and the help that explains them.
#include "app/cli/Options.h"
#include "engine/session/Session.h"
#include <CLI/CLI.hpp>
#include <charconv>

namespace sg::cli {

bool Options::writesToStdout() const {
  if (output == "-" || trace == "-")
    return true;
  for (const auto &[name, file] : outputs)
    if (file == "-")
      return true;
  bool showsText = !emit.empty() || (!stopAfter.empty() && command != "stages");
  return showsText && output.empty();
}

namespace {

constexpr const char *footer = R"(Examples:
  spyreglass run samples/ktir/add.mlir --verify
  spyreglass run samples/ktir/add.mlir --in x_ptr=x.npy --out z_ptr=z.npy
  spyreglass compile samples/ktir/add.mlir -o add.spyrecode
  spyreglass compile samples/ktir/add.mlir --emit build-pipelines
  spyreglass stages samples/ktir/swiglu.mlir --device spyre-mini
  spyreglass device spyre-mini

'spyreglass COMMAND --help' lists a command's options. '-' as a file is standard
input or output.

Exit status: 0 done, 1 the input is wrong or not supported, 2 wrong usage,
3 verification found a difference, 70 a bug of this program.)";

// Splits NAME=VALUE.
std::string addPair(const std::string &text, Pairs &into, const char *form) {
  size_t at = text.find('=');
  if (at == 0 || at == std::string::npos || at + 1 == text.size())
    return "'" + text + "' is not of the form " + form;
  into.push_back({text.substr(0, at), text.substr(at + 1)});
  return {};
}

std::string readGrid(const std::string &text, std::vector<int64_t> &grid) {
  std::string wrong = "'" + text +
                      "' is no grid; write its axes as in 32 or 2x16, up to "
                      "three of them";
  grid.clear();
  const char *at = text.data(), *end = at + text.size();
  while (true) {
    int64_t axis = 0;
    auto [next, error] = std::from_chars(at, end, axis);
    if (error != std::errc() || axis < 1 || grid.size() == 3)
      return wrong;
    grid.push_back(axis);
    if (next == end)
      return {};
    if (*next != 'x')
      return wrong;
    at = next + 1;
  }
}

std::string checkStage(const std::string &name, bool allowAll) {
  std::string known = allowAll ? "all" : "";
  if (allowAll && name == "all")
    return {};
  for (const auto &[step, purpose] : sessionSteps()) {
    if (step == name)
      return {};
    known += (known.empty() ? "" : ", ") + step;
  }
  return "there is no stage '" + name + "'; there are " + known;
}

// Builds the CLI11 description of all commands around one Options.
class Builder {
public:
  explicit Builder(Options &options) : options(options) {}
  void build(CLI::App &app);

private:
  Options &options;

  CLI::App *command(CLI::App &app, const char *name, const char *what) {
    CLI::App *sub = app.add_subcommand(name, what);
    sub->callback([this, name] { options.command = name; });
    sub->add_flag("--json", options.json,
                  "Print one JSON object on standard output and nothing else");
    sub->add_flag("-q,--quiet", options.quiet, "Print errors only");
    sub->add_flag("-v,--verbose", options.verbose,
                  "Say more: what passes chose from, progress");
    return sub;
  }
  void pairs(CLI::App *sub, const char *name, Pairs &into, const char *form,
             const char *what) {
    sub->add_option_function<std::vector<std::string>>(
           name,
           [&into, form](const std::vector<std::string> &all) {
             for (const std::string &text : all)
               if (std::string wrong = addPair(text, into, form);
                   !wrong.empty())
                 throw CLI::ValidationError(wrong, 2);
           },
           what)
        ->allow_extra_args(false)
        ->type_name(form);
  }
  void file(CLI::App *sub, const char *what, const char *name = "FILE") {
    sub->add_option(name, options.files, what)
        ->required()
        ->expected(1)
        ->type_name("");
  }
  void frontend(CLI::App *sub) {
    sub->add_option_function<std::string>(
           "--frontend",
           [this](const std::string &name) {
             options.frontend = name;
             options.frontendGiven = true;
           },
           "Language of FILE: auto, ktir, triton or inductor (default: auto)")
        ->check(CLI::IsMember({"auto", "ktir", "triton", "inductor"}))
        ->type_name("NAME");
  }
  void source(CLI::App *sub);
  void stages(CLI::App *sub);
  void data(CLI::App *sub);
  void device(CLI::App *sub) {
    sub->add_option_function<std::string>(
           "--device",
           [this](const std::string &name) {
             options.device = name;
             options.deviceGiven = true;
           },
           "Device: a name from archs/ or a file (default: spyre)")
        ->type_name("NAME|FILE");
  }
  void tools(CLI::App &app);
};

void Builder::source(CLI::App *sub) {
  frontend(sub);
  device(sub);
  sub->add_option_function<std::string>(
         "--grid",
         [this](const std::string &text) {
           if (std::string wrong = readGrid(text, options.grid); !wrong.empty())
             throw CLI::ValidationError(wrong, 2);
         },
         "Compute tiles per axis, instead of the kernel's own: 32 or 2x16")
      ->type_name("N[xN[xN]]");
  sub->add_option("--kernel", options.kernel,
                  "Which kernel, when FILE holds several")
      ->type_name("NAME");
  pairs(sub, "--define", options.defines, "ARG=VALUE",
        "Value of a size or scalar argument (repeatable)");
  pairs(sub, "--opt", options.passOptions, "NAME=VALUE",
        "Option of the passes: double-buffering=on|off, corelets=N, "
        "tile-rows=N, tile-columns=N, vector-lanes=N (repeatable)");
  sub->add_flag("--list", options.list,
                "List the kernel's arguments and buffers and stop");
}

void Builder::stages(CLI::App *sub) {
  auto stage = [sub](const char *name, std::string &into, bool all,
                     const char *what) {
    sub->add_option_function<std::string>(
           name,
           [&into, all](const std::string &text) {
             if (std::string wrong = checkStage(text, all); !wrong.empty())
               throw CLI::ValidationError(wrong, 2);
             into = text;
           },
           what)
        ->type_name(all ? "STAGE|all" : "STAGE");
  };
  stage("--emit", options.emit, true,
        "Print the text of a stage, or write it into the -o directory as "
        "NN-stage.mlir");
  stage("--stop-after", options.stopAfter, false,
        "Compile up to this stage only, and print it");
}

void Builder::data(CLI::App *sub) {
  pairs(sub, "--in", options.inputs, "NAME=FILE.npy|random|zeros|ones|iota",
        "Content of a buffer before the run (default: random; repeatable)");
  pairs(sub, "--out", options.outputs, "NAME=FILE.npy",
        "Write a buffer after the run (repeatable)");
  sub->add_option_function<std::string>(
         "--seed",
         [this](const std::string &text) {
           const char *end = text.data() + text.size();
           auto [at, error] = std::from_chars(text.data(), end, options.seed);
           if (error != std::errc() || at != end)
             throw CLI::ValidationError(
                 "--seed needs a whole number from 0 to 2^64 - 1, not '" +
                     text + "'",
                 2);
         },
         "Seed of random data (default: 0)")
      ->type_name("N");
}

void Builder::tools(CLI::App &app) {
  CLI::App *sub =
      command(app, "check", "Parse and verify kernels or device files only");
  frontend(sub);
  sub->add_option("FILE", options.files, "Files to check")
      ->required()
      ->type_name("");

  sub =
      command(app, "device", "Show a device: memories, units, routes, timing");
  sub->add_option("NAME", options.files,
                  "A name from archs/ or a file; without it, the names")
      ->expected(0, 1)
      ->type_name("");

  command(app, "ops", "Show the table of compute operations");

  sub = command(app, "disassemble", "Print a SpyreBinary as text");
  file(sub, "A binary of a SpyreCode directory, init_binary.bin");
  sub->add_option("-o,--output", options.output, "Write to this file")
      ->type_name("FILE");

  sub = command(app, "assemble", "Make a SpyreBinary of its text");
  file(sub, "Text as 'disassemble' prints it");
  sub->add_option("-o,--output", options.output, "The binary to write")
      ->required()
      ->type_name("FILE");

  sub = command(app, "explore",
                "Open the window (also what the program does without a command "
                "when there is a display)");
  sub->add_option("FILE", options.files,
                  "A kernel, a device or a saved state (.sgx) to open")
      ->expected(0, 1)
      ->type_name("");
  device(sub);
  sub->add_option("--picture", options.picture,
                  "Run the kernel, write the window as a picture and leave")
      ->type_name("FILE.png");
  sub->add_option("--size", options.windowSize,
                  "Size of the window in points, and pixels per point: "
                  "1280x800 or 1280x800@2")
      ->type_name("WxH[@N]");
  sub->add_option("--theme", options.theme, "Colours: dark or light")
      ->check(CLI::IsMember({"dark", "light"}));
}

void Builder::build(CLI::App &app) {
  CLI::App *sub =
      command(app, "compile", "Compile a kernel to a SpyreCode directory");
  file(sub, "The kernel: KTIR text");
  source(sub);
  stages(sub);
  sub->add_option("-o,--output", options.output,
                  "The directory to write (default: KERNEL.spyrecode)")
      ->type_name("DIR");

  sub = command(app, "run",
                "Compile a kernel, or take a SpyreCode directory, and execute "
                "it on the simulated device");
  file(sub, "The kernel, or a directory that 'compile' wrote", "FILE|DIR");
  source(sub);
  stages(sub);
  data(sub);
  sub->add_flag("--verify", options.verify,
                "Compare the result with the reference interpreter's");
  sub->add_option("--trace", options.trace,
                  "Write what every unit did, cycle by cycle, as Chrome or "
                  "Perfetto trace")
      ->type_name("FILE.json");
  sub->add_option("-o,--output", options.output,
                  "Write the SpyreCode directory too, and the stages --emit "
                  "names")
      ->type_name("DIR");

  sub = command(app, "interpret",
                "Compute what a kernel means with the reference interpreter");
  file(sub, "The kernel: KTIR text");
  source(sub);
  data(sub);

  sub = command(app, "stages",
                "List the compilation's stages: time, operations, changes, "
                "remarks");
  file(sub, "The kernel: KTIR text");
  source(sub);
  stages(sub);
  sub->add_option("-o,--output", options.output,
                  "Directory for the stages that --emit names")
      ->type_name("DIR");
  tools(app);
}

} // namespace

Parsed parseCommandLine(int argc, const char *const *argv) {
  Parsed parsed;
  CLI::App app(
      "Spyreglass: a compiler explorer for dataflow accelerators. "
      "KTIR kernels in, a simulated run and everything in between out.",
      "spyreglass");
  app.footer(footer);
  app.set_version_flag("--version", "spyreglass " SPYREGLASS_VERSION);
  app.require_subcommand(0, 1);
  // Also before the command, but said once in the help.
  app.add_flag("--json", parsed.options.json)->group("");
  // Lives as long as the callbacks that it gives to the app.
  Builder builder(parsed.options);
  builder.build(app);
  for (int i = 1; i < argc; ++i)
    parsed.options.json |= std::string(argv[i]) == "--json";
  bool json = parsed.options.json;
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion &error) {
    parsed.finished = true;
    parsed.text = std::string(error.what()) + "\n";
  } catch (const CLI::CallForHelp &) {
    parsed.finished = true;
    parsed.text = app.help();
  } catch (const CLI::ParseError &error) {
    parsed.finished = true;
    parsed.status = BadUsage;
    parsed.text = error.what();
  }
  parsed.options.json = json;
  if (!parsed.finished && parsed.options.command.empty()) {
    parsed.finished = true;
    parsed.text = app.help();
  }
  return parsed;
}

} // namespace sg::cli
