#include "app/cli/Compile.h"
#include "app/cli/Commands.h"
#include "app/cli/Files.h"
#include "app/cli/Text.h"
#include <cctype>
#include <filesystem>
#include <iostream>

namespace sg::cli {

std::unique_ptr<Session> openKernel(const Options &options, Outcome &outcome) {
  const std::string &file = options.files.front();
  Result<std::string> text = readFile(file);
  if (!text) {
    outcome.fail(text.error().message, displayName(file));
    return nullptr;
  }
  CompileRequest request;
  request.text = std::move(*text);
  request.fileName = displayName(file);
  request.frontend = options.frontend;
  request.kernel = options.kernel;
  request.device = options.device;
  request.archDirs = options.archDirs;
  request.grid = options.grid;
  request.defines = options.defines;
  request.options = options.passOptions;
  return Session::create(std::move(request));
}

Json gridJson(const KernelInfo &kernel) { return Json(kernel.grid); }

std::string gridText(const KernelInfo &kernel) {
  std::string text;
  for (int64_t axis : kernel.grid)
    text += (text.empty() ? "" : "x") + std::to_string(axis);
  return text.empty() ? "1" : text;
}

static Json stageJson(const Stage &stage, bool withText) {
  Json json = {{"name", stage.name},
               {"ms", stage.milliseconds},
               {"ops", stage.ops.size()},
               {"changed", stage.changed},
               {"remarks", stage.remarks.size()},
               {"failed", stage.failed},
               {"purpose", stage.purpose},
               {"provenance", stage.provenance()}};
  Json details = Json::array();
  for (const StageRemark &remark : stage.remarks) {
    Json one = {{"message", remark.message},
                {"line", remark.line},
                {"column", remark.column},
                {"alternatives", Json::array()}};
    for (const StageRemark::Alternative &other : remark.alternatives)
      one["alternatives"].push_back(
          {{"what", other.what}, {"cost", other.cost}, {"taken", other.taken}});
    details.push_back(std::move(one));
  }
  json["remark_details"] = std::move(details);
  if (withText)
    json["text"] = stage.text;
  return json;
}

static bool isEmitted(const Stage &stage, const Options &options) {
  return options.emit == "all" || options.emit == stage.name ||
         (options.emit.empty() && options.command != "stages" &&
          options.stopAfter == stage.name);
}

// What every command that compiles reports, failed or not.
static void describe(const Session &session, const Options &options,
                     Outcome &outcome) {
  const KernelInfo *kernel = session.kernel();
  if (kernel && !kernel->name.empty()) {
    outcome.json["kernel"] = kernel->name;
    outcome.json["frontend"] = session.frontend();
    if (const Device *device = session.device(); device && device->name.size())
      outcome.json["device"] = device->name;
    outcome.json["grid"] = gridJson(*kernel);
  }
  Json stages = Json::array();
  for (const Stage &stage : session.stages())
    stages.push_back(
        stageJson(stage, options.output.empty() && isEmitted(stage, options)));
  outcome.json["stages"] = std::move(stages);
  outcome.json["compile_ms"] = session.compileMilliseconds();
}

static bool finishSteps(const Session &session, const Options &options,
                        Outcome &outcome) {
  describe(session, options, outcome);
  outcome.diagnostics = session.diagnostics();
  if (!session.failed())
    return true;
  outcome.status = BadInput;
  bool hasError = false;
  for (const Diagnostic &diagnostic : outcome.diagnostics)
    hasError |= diagnostic.severity == Severity::Error;
  if (!hasError) {
    std::string at = session.stages().empty() ? "the first stage"
                                              : session.stages().back().name;
    outcome.fail("the compilation stopped at " + at + " without saying why",
                 displayName(options.files.front()), OurBug, reportHint());
  }
  return false;
}

bool compileSteps(Session &session, const Options &options, Outcome &outcome) {
  while (!session.nextStep().empty()) {
    std::string step = session.nextStep();
    bool good = session.step();
    if (options.verbose && !session.stages().empty())
      std::cerr << (good ? "  " : "failed: ") << step << "  "
                << fixed(session.stages().back().milliseconds, 2) << " ms\n";
    if (!good || step == options.stopAfter)
      break;
  }
  return finishSteps(session, options, outcome);
}

bool readKernel(Session &session, const Options &options, Outcome &outcome) {
  session.step();
  bool good = finishSteps(session, options, outcome);
  outcome.json.erase("stages");
  return good;
}

static std::string stageFile(size_t number, const Stage &stage) {
  std::string end = stage.name == "spyrebinary" ? ".s"
                    : stage.name == "spyrecode" ? ".json"
                                                : ".mlir";
  std::string digits = std::to_string(number);
  return (digits.size() < 2 ? "0" + digits : digits) + "-" + stage.name + end;
}

void emitStages(const Session &session, const Options &options,
                Outcome &outcome) {
  if (options.emit.empty() &&
      (options.stopAfter.empty() || options.command == "stages"))
    return;
  bool found = false;
  for (size_t i = 0; i < session.stages().size(); ++i) {
    const Stage &stage = session.stages()[i];
    if (!isEmitted(stage, options))
      continue;
    found = true;
    if (options.output.empty()) {
      if (options.emit == "all")
        outcome.output += "// ----- " + stage.name + " -----\n";
      outcome.output += stage.text;
      if (!stage.text.empty() && stage.text.back() != '\n')
        outcome.output += '\n';
      continue;
    }
    if (Result<void> made = makeDirectory(options.output); !made)
      return outcome.fail(made.error());
    std::string path = options.output + "/" + stageFile(i, stage);
    if (Result<void> written = writeFile(path, stage.text); !written)
      return outcome.fail(written.error());
  }
  if (!found && !session.failed())
    outcome.fail("stage '" + options.emit + "' comes after --stop-after " +
                     options.stopAfter,
                 "", BadUsage);
}

static const char *kindName(ArgumentKind kind) {
  switch (kind) {
  case ArgumentKind::Base:
    return "address";
  case ArgumentKind::Scalar:
    return "scalar";
  case ArgumentKind::Fixed:
    return "size";
  case ArgumentKind::Unused:
    return "unused";
  }
  return "";
}

static std::string valueText(const KernelArgument &argument) {
  if (!argument.value)
    return "";
  if (argument.kind == ArgumentKind::Scalar && isFloat(argument.format))
    return fixed(loadScalar(argument.format, &*argument.value).f, 6);
  return std::to_string(*argument.value);
}

void listKernel(const KernelInfo &kernel, Outcome &outcome) {
  Json arguments = Json::array(), buffers = Json::array();
  Table args({"argument", "type", "kind", "value"});
  for (const KernelArgument &argument : kernel.arguments) {
    std::string type = argument.format == Format::I64
                           ? "index"
                           : std::string(formatName(argument.format));
    std::string value = valueText(argument);
    args.add({argument.name, type, kindName(argument.kind), value});
    arguments.push_back({{"name", argument.name},
                         {"type", type},
                         {"kind", kindName(argument.kind)},
                         {"value", value.empty() ? Json() : Json(value)}});
  }
  Table table({"buffer", "shape", "type", "use"});
  for (const KernelBuffer &buffer : kernel.buffers) {
    std::string type(formatName(buffer.format));
    table.add(
        {buffer.name, shapeText(buffer.shape), type, useName(buffer.use)});
    buffers.push_back({{"name", buffer.name},
                       {"shape", buffer.shape},
                       {"type", type},
                       {"use", useName(buffer.use)}});
  }
  outcome.json["kernel"] = kernel.name;
  outcome.json["grid"] = gridJson(kernel);
  outcome.json["arguments"] = std::move(arguments);
  outcome.json["buffers"] = std::move(buffers);
  outcome.output =
      "kernel " + kernel.name + ", grid " + gridText(kernel) + "\n";
  if (!kernel.arguments.empty())
    outcome.output += "\n" + args.str();
  if (!kernel.buffers.empty())
    outcome.output += "\n" + table.str();
}

// A kernel's name as a file name: it may hold any character.
static std::string fileName(std::string name) {
  for (char &c : name)
    if (!isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '-')
      c = '_';
  return name + ".spyrecode";
}

// Into a directory that also holds stage files, which writeDirectory would not
// replace: file by file, the plan last.
static Result<void> writeBeside(const SpyreCode &code,
                                const std::string &path) {
  if (Result<void> made = makeDirectory(path); !made)
    return made;
  FileSet files = toFiles(code);
  auto write = [&](const std::string &name, const std::vector<uint8_t> &bytes) {
    return writeFile(
        path + "/" + name,
        {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
  };
  for (const auto &[name, bytes] : files)
    if (name != "spyrecode.json")
      if (Result<void> written = write(name, bytes); !written)
        return written;
  return write("spyrecode.json", files["spyrecode.json"]);
}

// Stage files of an earlier --emit go with the SpyreCode they belong to.
static void removeStageFiles(const std::string &path) {
  namespace fs = std::filesystem;
  std::error_code code;
  std::vector<fs::path> found;
  for (fs::directory_iterator it(path, code), end; !code && it != end;
       it.increment(code)) {
    std::string stem = it->path().stem().string();
    for (const auto &[step, purpose] : sessionSteps())
      if (stem.size() == step.size() + 3 && stem.compare(2, 1, "-") == 0 &&
          stem.compare(3, step.size(), step) == 0 && it->is_regular_file(code))
        found.push_back(it->path());
  }
  for (const fs::path &file : found)
    fs::remove(file, code);
}

bool writeCode(const Session &session, const Options &options,
               const std::string &path, Outcome &outcome) {
  bool emits = !options.emit.empty() || !options.stopAfter.empty();
  if (!emits)
    removeStageFiles(path);
  Result<void> written = emits ? writeBeside(*session.code(), path)
                               : writeDirectory(*session.code(), path);
  if (!written)
    outcome.fail(written.error());
  else
    outcome.json["output"] = path;
  return bool(written);
}

Outcome compileCommand(const Options &options) {
  Outcome outcome;
  std::unique_ptr<Session> session = openKernel(options, outcome);
  if (!session)
    return outcome;
  if (options.list) {
    if (readKernel(*session, options, outcome))
      listKernel(*session->kernel(), outcome);
    return outcome;
  }
  bool good = compileSteps(*session, options, outcome);
  emitStages(*session, options, outcome);
  if (!good || outcome.status != Done || !session->code())
    return outcome;
  bool emits = !options.emit.empty() || !options.stopAfter.empty();
  if (emits && options.output.empty())
    return outcome;
  std::string path = options.output.empty() ? fileName(session->kernel()->name)
                                            : options.output;
  if (!writeCode(*session, options, path, outcome))
    return outcome;
  outcome.report = "compiled " + session->kernel()->name + " for " +
                   session->device()->name + " in " +
                   fixed(session->compileMilliseconds(), 1) + " ms: " + path +
                   "\n";
  return outcome;
}

} // namespace sg::cli
