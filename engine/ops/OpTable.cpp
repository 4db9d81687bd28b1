#include "engine/ops/OpTable.h"
#include "engine/ops/RowKit.h"

namespace sg {

namespace {

const OpRow *find(const std::vector<OpRow> &rows,
                  const std::vector<size_t> &candidates, Format operand) {
  for (size_t index : candidates)
    if (rows[index].formats & rows::bit(operand))
      return &rows[index];
  return nullptr;
}

std::string spellingKey(std::string_view op, std::string_view kind) {
  return std::string(op) + " " + std::string(kind);
}

std::string formatList(uint32_t formats) {
  std::string list;
  for (unsigned i = 0; i < numFormats; ++i)
    if (formats & (1u << i))
      list += (list.empty() ? "" : ", ") + std::string(formatName(Format(i)));
  return list;
}

Result<void> checkRow(const OpRow &row) {
  auto bad = [&](std::string what) -> Result<void> {
    return Error{"operation '" + row.name + "' " + std::move(what), ""};
  };
  constexpr uint32_t all = (1u << numFormats) - 1;
  if (row.name.empty())
    return Error{"an operation has no name", ""};
  if (row.arity < 1 || row.arity > 3)
    return bad("has " + std::to_string(row.arity) +
               " operands; 1 to 3 are possible");
  if (!row.eval)
    return bad("has no eval function");
  if (row.formats == 0 || (row.formats & ~all))
    return bad("lists no operand format, or one that does not exist");
  bool isCast = row.signature == Signature::Cast;
  if (isCast ? row.resultFormats == 0 || (row.resultFormats & ~all)
             : row.resultFormats != 0)
    return bad(isCast ? "lists no result format, or one that does not exist"
                      : "lists result formats, which only casts have");
  unsigned wanted = isCast                                ? 1
                    : row.signature == Signature::Compare ? 2
                    : row.signature == Signature::Select  ? 3
                                                          : row.arity;
  if (row.arity != wanted)
    return bad("has " + std::to_string(row.arity) + " operands where its " +
               "signature has " + std::to_string(wanted));
  if (row.attributes.size() >= row.arity)
    return bad("takes all operands from attributes");
  if (row.dataflow.op.empty())
    return bad("has no spelling in DataflowIR");
  return {};
}

} // namespace

std::string_view costClassName(CostClass cost) {
  switch (cost) {
  case CostClass::Simple:
    return "simple";
  case CostClass::Multiply:
    return "multiply";
  case CostClass::Divide:
    return "divide";
  case CostClass::Transcendental:
    return "transcendental";
  }
  return "simple";
}

Result<OpTable> OpTable::create(std::vector<OpRow> rows) {
  OpTable table;
  table.rows_ = std::move(rows);
  // Adds to a look-up that formats tell apart; names the row in the way.
  auto insert = [&](auto &map, std::string key, size_t index) -> const OpRow * {
    std::vector<size_t> &same = map[std::move(key)];
    for (size_t other : same)
      if (table.rows_[other].formats & table.rows_[index].formats)
        return &table.rows_[other];
    same.push_back(index);
    return nullptr;
  };
  for (size_t i = 0; i < table.rows_.size(); ++i) {
    const OpRow &row = table.rows_[i];
    if (Result<void> checked = checkRow(row); !checked)
      return checked.error();
    auto taken = [&](const std::string &what,
                     const OpRow &other) -> Result<OpTable> {
      return Error{"operations '" + other.name + "' and '" + row.name +
                       "' share " + what,
                   ""};
    };
    if (auto [at, fresh] = table.names_.emplace(row.name, i); !fresh)
      return Error{"two operations are named '" + row.name + "'", ""};
    if (auto [at, fresh] = table.encodings_.emplace(row.encoding, i); !fresh)
      return taken("the encoding " + std::to_string(row.encoding),
                   table.rows_[at->second]);
    for (const std::string &name : row.mlirNames)
      if (const OpRow *other = insert(table.mlirNames_, name, i))
        return taken("the MLIR name '" + name + "' for one format", *other);
    if (const OpRow *other =
            insert(table.spellings_,
                   spellingKey(row.dataflow.op, row.dataflow.kind), i))
      return taken("the DataflowIR spelling '" + row.dataflow.op + " " +
                       row.dataflow.kind + "' for one format",
                   *other);
  }
  return table;
}

const OpTable &OpTable::builtin() {
  static const OpTable table = [] {
    std::vector<OpRow> rows;
    rows::addArithmeticRows(rows);
    rows::addFunctionRows(rows);
    rows::addIntRows(rows);
    rows::addCompareRows(rows);
    rows::addCastRows(rows);
    Result<OpTable> created = create(std::move(rows));
    return created ? std::move(*created) : OpTable();
  }();
  return table;
}

const OpRow *OpTable::byName(std::string_view name) const {
  auto found = names_.find(name);
  return found == names_.end() ? nullptr : &rows_[found->second];
}

const OpRow *OpTable::byEncoding(uint16_t encoding) const {
  auto found = encodings_.find(encoding);
  return found == encodings_.end() ? nullptr : &rows_[found->second];
}

const OpRow *OpTable::byMlirName(std::string_view op,
                                 std::string_view predicate) const {
  std::string key(op);
  if (!predicate.empty())
    key.append(":").append(predicate);
  auto found = mlirNames_.find(key);
  return found == mlirNames_.end() ? nullptr : &rows_[found->second.front()];
}

const OpRow *OpTable::byMlirName(std::string_view op,
                                 std::string_view predicate,
                                 Format operand) const {
  std::string key(op);
  if (!predicate.empty())
    key.append(":").append(predicate);
  auto found = mlirNames_.find(key);
  return found == mlirNames_.end() ? nullptr
                                   : find(rows_, found->second, operand);
}

const OpRow *OpTable::byDataflow(std::string_view op, std::string_view kind,
                                 Format operand) const {
  auto found = spellings_.find(spellingKey(op, kind));
  return found == spellings_.end() ? nullptr
                                   : find(rows_, found->second, operand);
}

Result<Format> resultFormat(const OpRow &row, std::span<const Format> operands,
                            std::optional<Format> castTo) {
  auto bad = [&](std::string what) -> Result<Format> {
    return Error{"'" + row.name + "' " + std::move(what), ""};
  };
  if (operands.size() != row.arity)
    return bad("takes " + std::to_string(row.arity) + " operands, not " +
               std::to_string(operands.size()));
  bool isSelect = row.signature == Signature::Select;
  if (isSelect && operands.front() != Format::I1)
    return bad("takes i1 as its first operand, not " +
               std::string(formatName(operands.front())));
  std::span<const Format> values = operands.subspan(isSelect ? 1 : 0);
  for (Format format : values) {
    if (!(row.formats & rows::bit(format)))
      return bad("does not take " + std::string(formatName(format)) +
                 "; it takes " + formatList(row.formats));
    if (format != values.front())
      return bad("takes operands of one format, not " +
                 std::string(formatName(values.front())) + " and " +
                 std::string(formatName(format)));
  }
  if (row.signature == Signature::Compare)
    return Format::I1;
  if (row.signature != Signature::Cast)
    return values.front();
  if (!castTo)
    return bad("needs the format to convert to");
  if (!(row.resultFormats & rows::bit(*castTo)))
    return bad("does not give " + std::string(formatName(*castTo)) +
               "; it gives " + formatList(row.resultFormats));
  return *castTo;
}

void computeElements(const OpRow &row, Format operand, Format result,
                     const void *const *in, void *out, size_t count) {
  if (VectorFn fast = row.fastPath(operand, result))
    return fast(in, out, count);
  Format formats[3] = {operand, operand, operand};
  if (row.signature == Signature::Select)
    formats[0] = Format::I1;
  Scalar values[3];
  for (size_t i = 0; i < count; ++i) {
    for (unsigned k = 0; k < row.arity; ++k)
      values[k] = loadScalar(formats[k], static_cast<const char *>(in[k]) +
                                             i * formatBytes(formats[k]));
    Scalar value = row.eval({values, row.arity}, operand, result);
    storeScalar(result, value,
                static_cast<char *>(out) + i * formatBytes(result));
  }
}

} // namespace sg
