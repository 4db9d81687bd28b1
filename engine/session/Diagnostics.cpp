#include "engine/session/DiagnosticSink.h"
#include "engine/session/Internal.h"
#include "mlir/IR/Location.h"

using namespace mlir;

namespace sg {

static const char *severityName(Severity severity) {
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

std::string Diagnostic::str() const {
  std::string text;
  if (!file.empty()) {
    text += file;
    if (line)
      text += ":" + std::to_string(line) + ":" + std::to_string(column);
    text += ": ";
  }
  text += std::string(severityName(severity)) + ": " + message;
  for (const Diagnostic &note : notes)
    text += "\n" + note.str();
  return text;
}

std::optional<SourcePlace> placeOf(Location loc) {
  std::optional<SourcePlace> place;
  loc->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    place =
        SourcePlace{file.getFilename().str(), file.getLine(), file.getColumn()};
    return WalkResult::interrupt();
  });
  return place;
}

static Diagnostic convert(mlir::Diagnostic &from) {
  Diagnostic to;
  switch (from.getSeverity()) {
  case DiagnosticSeverity::Error:
    to.severity = Severity::Error;
    break;
  case DiagnosticSeverity::Warning:
    to.severity = Severity::Warning;
    break;
  case DiagnosticSeverity::Remark:
    to.severity = Severity::Remark;
    break;
  case DiagnosticSeverity::Note:
    to.severity = Severity::Note;
    break;
  }
  if (auto place = placeOf(from.getLocation())) {
    to.file = place->file;
    to.line = place->line;
    to.column = place->column;
  }
  to.message = from.str();
  for (mlir::Diagnostic &note : from.getNotes())
    to.notes.push_back(convert(note));
  return to;
}

DiagnosticSink::DiagnosticSink(MLIRContext &context,
                               std::vector<Diagnostic> &into)
    : handler(&context, [&into](mlir::Diagnostic &diagnostic) {
        into.push_back(convert(diagnostic));
        return success();
      }) {}

} // namespace sg
