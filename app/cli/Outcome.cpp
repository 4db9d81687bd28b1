#include "app/cli/Outcome.h"
#include <iostream>

namespace sg::cli {

void Outcome::fail(std::string message, std::string file, int with,
                   std::string note) {
  Diagnostic diagnostic;
  diagnostic.file = std::move(file);
  diagnostic.message = std::move(message);
  if (!note.empty()) {
    Diagnostic more;
    more.severity = Severity::Note;
    more.message = std::move(note);
    diagnostic.notes.push_back(std::move(more));
  }
  diagnostics.push_back(std::move(diagnostic));
  status = with;
}

void Outcome::fail(const Error &error, const std::string &file) {
  if (file.empty())
    fail(error.message, error.where);
  else
    fail(error.where.empty() ? error.message
                             : error.where + ": " + error.message,
         file);
}

static const char *name(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Remark:
    return "remark";
  case Severity::Note:
    return "note";
  }
  return "error";
}

Json toJson(const std::vector<Diagnostic> &diagnostics) {
  Json list = Json::array();
  for (const Diagnostic &d : diagnostics)
    list.push_back({{"severity", name(d.severity)},
                    {"file", d.file},
                    {"line", d.line},
                    {"column", d.column},
                    {"message", d.message},
                    {"notes", toJson(d.notes)}});
  return list;
}

int print(const Outcome &outcome, const Options &options) {
  for (const Diagnostic &diagnostic : outcome.diagnostics)
    if (diagnostic.severity == Severity::Error || !options.quiet)
      std::cerr << diagnostic.str() << '\n';
  int status = outcome.status;
  if (options.json) {
    Json json = outcome.json;
    json["status"] = status;
    json["diagnostics"] = toJson(outcome.diagnostics);
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace)
              << '\n';
  } else {
    std::cout << outcome.output;
    if (!options.quiet)
      (options.writesToStdout() ? std::cerr : std::cout) << outcome.report;
  }
  if (!std::cout.flush()) {
    std::cerr << "error: standard output could not be written\n";
    if (status == Done)
      status = BadInput;
  }
  return status;
}

} // namespace sg::cli
