// `spyreglass ops`: the table of compute operations.
#include "app/cli/Commands.h"
#include "app/cli/Text.h"

namespace sg::cli {

static std::vector<std::string> formatNames(uint32_t bits) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < numFormats; ++i)
    if (bits & (1u << i))
      names.push_back(std::string(formatName(Format(i))));
  return names;
}

static std::string joined(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : " ") + part;
  return text;
}

static const char *signatureName(Signature signature) {
  switch (signature) {
  case Signature::Same:
    return "same";
  case Signature::Compare:
    return "compare";
  case Signature::Select:
    return "select";
  case Signature::Cast:
    return "cast";
  }
  return "";
}

Outcome opsCommand(const Options &options) {
  Outcome outcome;
  Json rows = Json::array();
  std::vector<std::string> header = {"operation", "operands", "formats",
                                     "cost",      "unit",     "meaning"};
  if (options.verbose)
    header.insert(header.end(), {"in KTIR", "in DataflowIR", "code"});
  Table table(header);
  for (const OpRow &row : OpTable::builtin().rows()) {
    std::vector<std::string> from = formatNames(row.formats),
                             to = formatNames(row.resultFormats);
    std::string formats = joined(from);
    if (row.signature == Signature::Cast)
      formats += " -> " + joined(to);
    std::string cost(costClassName(row.cost));
    std::string spelling = row.dataflow.op;
    if (!row.dataflow.kind.empty())
      spelling += " " + row.dataflow.kind;
    std::vector<std::string> cells = {row.name, std::to_string(row.arity),
                                      formats,  cost,
                                      row.unit, row.summary};
    if (options.verbose)
      cells.insert(cells.end(), {joined(row.mlirNames), spelling,
                                 std::to_string(row.encoding)});
    table.add(std::move(cells));
    rows.push_back({{"name", row.name},
                    {"summary", row.summary},
                    {"arity", row.arity},
                    {"signature", signatureName(row.signature)},
                    {"formats", from},
                    {"result_formats", to},
                    {"cost", cost},
                    {"unit", row.unit},
                    {"encoding", row.encoding},
                    {"mlir", row.mlirNames},
                    {"dataflow", spelling},
                    {"max_ulp", row.maxUlp}});
  }
  outcome.json["ops"] = std::move(rows);
  outcome.output = table.str();
  return outcome;
}

} // namespace sg::cli
