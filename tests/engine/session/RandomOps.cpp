#include "tests/engine/session/RandomOps.h"
#include <algorithm>

namespace sg::test {

std::string join(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}
std::string join(const Extents &numbers) {
  std::vector<std::string> parts;
  for (int64_t number : numbers)
    parts.push_back(std::to_string(number));
  return join(parts);
}
std::string dimNames(size_t count) {
  std::vector<std::string> parts;
  for (size_t d = 0; d < count; ++d)
    parts.push_back("d" + std::to_string(d));
  return join(parts);
}
std::string tensorType(const Extents &shape, Format format) {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + std::string(formatName(format)) + ">";
}

RandomOps::RandomOps(Dice &dice, Text &text, Extents tile,
                     std::vector<Format> formats)
    : dice(dice), text(text), tile(std::move(tile)),
      formats(std::move(formats)) {
  listChoices();
}

// Whether MLIR's verifiers take a cast between these formats.
static bool castExists(const std::string &op, Format in, Format out) {
  unsigned from = formatBytes(in), to = formatBytes(out);
  if (op == "arith.bitcast")
    return from == to && in != out && in != Format::I1 && out != Format::I1;
  if (op == "arith.index_cast" || op == "arith.index_castui")
    return false; // about `index`, which no vector holds
  if (op == "arith.truncf" || op == "arith.trunci")
    return to < from;
  if (op == "arith.extf" || op == "arith.extsi" || op == "arith.extui")
    return from < to;
  return true;
}

// Formats that a spyreop operation is declared for.
static bool spyreopTakes(const std::string &op, Format format) {
  if (op == "spyreop.gelu" || op == "spyreop.softplus")
    return format == Format::F16;
  if (op == "spyreop.addi64toi64")
    return format == Format::I64;
  return format != Format::BF16 && format != Format::I1;
}

void RandomOps::listChoices() {
  std::vector<Format> all = formats;
  all.push_back(Format::I1);
  for (const OpRow &row : OpTable::builtin().rows())
    for (const std::string &name : row.mlirNames) {
      std::string op = name.substr(0, name.find(':'));
      std::string predicate = op == name ? "" : name.substr(op.size() + 1);
      for (Format in : all) {
        if (!(row.formats >> unsigned(in) & 1))
          continue;
        if (op.starts_with("spyreop.") && !spyreopTakes(op, in))
          continue;
        // Named linalg operations of truth values mean others (add is or).
        if (op.starts_with("linalg.") && in == Format::I1)
          continue;
        Format out = row.signature == Signature::Compare ? Format::I1 : in;
        if (row.signature != Signature::Cast) {
          choices.push_back({&row, op, predicate, in, out});
          continue;
        }
        for (Format to : all)
          if (row.resultFormats >> unsigned(to) & 1 && castExists(op, in, to))
            choices.push_back({&row, op, predicate, in, to});
      }
    }
}

void RandomOps::add(const RandomValue &value) { values.push_back(value); }

Format RandomOps::operandFormat(const Choice &choice, unsigned number) const {
  return choice.row->signature == Signature::Select && number == 0 ? Format::I1
                                                                   : choice.in;
}

bool RandomOps::canMake(const Choice &choice) const {
  auto has = [&](Format format) {
    return std::any_of(values.begin(), values.end(),
                       [&](auto &value) { return value.format == format; });
  };
  return has(choice.in) &&
         (choice.row->signature != Signature::Select || has(Format::I1));
}

std::string RandomOps::number(Format format) {
  if (format == Format::I1)
    return dice.chance(50) ? "true" : "false";
  if (!isFloat(format))
    return std::to_string(dice.range(-9, 9));
  return dice.pick<std::string>({"0.0", "1.0", "-1.0", "0.5", "2.5", "-3.25"});
}

std::string RandomOps::constant(Format format, const std::string &type) {
  return text.let("arith.constant dense<" + number(format) + "> : " + type);
}

RandomValue RandomOps::anyOf(Format format) {
  std::vector<RandomValue> fitting;
  for (const RandomValue &value : values)
    if (value.format == format)
      fitting.push_back(value);
  // Later values rather than earlier ones, so that chains get long.
  size_t at = std::max(dice.range(0, int64_t(fitting.size()) - 1),
                       dice.range(0, int64_t(fitting.size()) - 1));
  return fitting[at];
}

std::string RandomOps::operand(Format format) {
  std::string type = tensorType(tile, format);
  if (dice.chance(8))
    return constant(format, type);
  if (dice.chance(12))
    for (const auto &[name, scalar] : scalars) {
      if (scalar != format)
        continue;
      if (dice.chance(60))
        return text.let("tensor.splat " + name + " : " + type);
      std::string empty = text.let("tensor.empty() : " + type);
      return text.let("linalg.fill ins(" + name + " : " +
                      std::string(formatName(format)) + ") outs(" + empty +
                      " : " + type + ") -> " + type);
    }
  return widen(anyOf(format));
}

std::string RandomOps::genericMap(const RandomValue &value) const {
  std::vector<std::string> results;
  for (int dim : value.dims)
    results.push_back(dim < 0 ? "0" : "d" + std::to_string(dim));
  return "affine_map<(" + dimNames(tile.size()) + ") -> (" + join(results) +
         ")>";
}

static Extents shapeOf(const RandomValue &value, const Extents &tile) {
  Extents shape;
  for (int dim : value.dims)
    shape.push_back(dim < 0 ? 1 : tile[size_t(dim)]);
  return shape;
}

static std::string iterators(size_t rank) {
  return "[" + join(std::vector<std::string>(rank, "\"parallel\"")) + "]";
}

// Groups of dimensions that become one each, for collapse_shape and
// expand_shape: a kept dimension takes the unit ones before it, the last also
// those after it.
static std::string groups(const std::vector<bool> &keep) {
  std::vector<std::string> list;
  std::vector<std::string> current;
  size_t left = size_t(std::count(keep.begin(), keep.end(), true));
  for (size_t d = 0; d < keep.size(); ++d) {
    current.push_back(std::to_string(d));
    if (!keep[d] || --left == 0)
      continue;
    list.push_back("[" + join(current) + "]");
    current.clear();
  }
  if (!current.empty() && std::count(keep.begin(), keep.end(), true))
    list.push_back("[" + join(current) + "]");
  return "[" + join(list) + "]";
}

RandomValue RandomOps::sort(const RandomValue &value) {
  RandomValue sorted = value;
  std::sort(sorted.dims.begin(), sorted.dims.end());
  if (sorted.dims == value.dims)
    return value;
  Extents permutation;
  for (int dim : sorted.dims)
    permutation.push_back(std::find(value.dims.begin(), value.dims.end(), dim) -
                          value.dims.begin());
  std::string to = tensorType(shapeOf(sorted, tile), value.format);
  std::string empty = text.let("tensor.empty() : " + to);
  sorted.name = text.let("linalg.transpose ins(" + value.name + " : " +
                         tensorType(shapeOf(value, tile), value.format) +
                         ") outs(" + empty + " : " + to + ") permutation = [" +
                         join(permutation) + "]");
  return sorted;
}

std::string RandomOps::widen(const RandomValue &value) {
  bool whole = value.dims.size() == tile.size();
  for (size_t d = 0; whole && d < tile.size(); ++d)
    whole = value.dims[d] == int(d);
  if (whole)
    return value.name;
  std::string type = tensorType(tile, value.format);
  RandomValue now = value;
  bool byGeneric = dice.chance(35);
  if (!byGeneric) {
    // Drop unit dimensions, put the others in order.
    std::vector<bool> keep;
    RandomValue dropped = now;
    dropped.dims.clear();
    for (int dim : now.dims) {
      keep.push_back(dim >= 0);
      if (dim >= 0)
        dropped.dims.push_back(dim);
    }
    if (dropped.dims.size() < now.dims.size()) {
      dropped.name =
          text.let("tensor.collapse_shape " + now.name + " " + groups(keep) +
                   " : " + tensorType(shapeOf(now, tile), now.format) +
                   " into " + tensorType(shapeOf(dropped, tile), now.format));
      now = dropped;
    }
    now = sort(now);
    if (now.dims.size() == tile.size())
      return now.name;
    if (dice.chance(65)) {
      Extents missing;
      for (size_t d = 0; d < tile.size(); ++d)
        if (std::find(now.dims.begin(), now.dims.end(), int(d)) ==
            now.dims.end())
          missing.push_back(int64_t(d));
      std::string empty = text.let("tensor.empty() : " + type);
      return text.let("linalg.broadcast ins(" + now.name + " : " +
                      tensorType(shapeOf(now, tile), now.format) + ") outs(" +
                      empty + " : " + type + ") dimensions = [" +
                      join(missing) + "]");
    }
    // Up to the full rank with unit dimensions.
    RandomValue expanded = now;
    expanded.dims.clear();
    keep.clear();
    for (size_t d = 0; d < tile.size(); ++d) {
      bool there =
          std::find(now.dims.begin(), now.dims.end(), int(d)) != now.dims.end();
      keep.push_back(there);
      expanded.dims.push_back(there ? int(d) : -1);
    }
    Extents shape = shapeOf(expanded, tile);
    expanded.name =
        text.let("tensor.expand_shape " + now.name + " " + groups(keep) +
                 " output_shape [" + join(shape) +
                 "] : " + tensorType(shapeOf(now, tile), now.format) +
                 " into " + tensorType(shape, now.format));
    now = expanded;
  }
  std::string element(formatName(value.format));
  std::string empty = text.let("tensor.empty() : " + type);
  std::string name = text.fresh();
  text.line(name + " = linalg.generic {indexing_maps = [" + genericMap(now) +
            ", affine_map<(" + dimNames(tile.size()) + ") -> (" +
            dimNames(tile.size()) +
            ")>], iterator_types = " + iterators(tile.size()) + "} ins(" +
            now.name + " : " + tensorType(shapeOf(now, tile), now.format) +
            ") outs(" + empty + " : " + type + ") {");
  text.line("^bb0(%x: " + element + ", %old: " + element + "):");
  text.line("  linalg.yield %x : " + element);
  text.line("} -> " + type);
  return name;
}

std::string RandomOps::spell(const Choice &choice,
                             const std::vector<std::string> &in,
                             const Extents *shape) {
  auto typeOf = [&](Format format) {
    return shape ? tensorType(*shape, format) : std::string(formatName(format));
  };
  std::string head =
      choice.op +
      (choice.predicate.empty() ? "" : " " + choice.predicate + ",");
  if (choice.op == "spyreop.softplus")
    return head + " " + in[0] + " beta " +
           dice.pick<std::string>({"1.0", "0.5", "2.0"}) + " threshold " +
           dice.pick<std::string>({"20.0", "1.0"}) + " : f16";
  if (choice.op == "spyreop.idx32toaddr")
    return head + " " + in[0] + " base " + in[1] + " stride " + in[2];
  head += " " + join(in);
  if (choice.op.starts_with("spyreop.") && !isFloat(choice.in))
    return head; // integer operations carry no type
  head += " : ";
  if (choice.row->signature == Signature::Cast)
    return head + typeOf(choice.in) + " to " + typeOf(choice.out);
  if (choice.row->signature == Signature::Select && shape)
    head += typeOf(Format::I1) + ", ";
  return head + typeOf(choice.in);
}

std::string RandomOps::named(const Choice &choice,
                             const std::vector<std::string> &in) {
  std::vector<std::string> types;
  for (unsigned i = 0; i < in.size(); ++i)
    types.push_back(tensorType(tile, operandFormat(choice, i)));
  std::string type = tensorType(tile, choice.out);
  std::string empty = text.let("tensor.empty() : " + type);
  return text.let(choice.op + " ins(" + join(in) + " : " + join(types) +
                  ") outs(" + empty + " : " + type + ") -> " + type);
}

static unsigned operandCount(const OpRow &row, const std::string &op) {
  return op == "spyreop.softplus" ? 1 : row.arity;
}

// The operation in a compute region, with operands read through maps; one of
// them may be a scalar from outside or a constant of the region.
std::string RandomOps::generic(const Choice &choice) {
  std::vector<std::string> ins, types, maps, arguments, scalarsIn, constants;
  for (unsigned i = 0; i < operandCount(*choice.row, choice.op); ++i) {
    Format format = operandFormat(choice, i);
    std::string element(formatName(format));
    std::string argument = "%x" + std::to_string(i);
    if (i > 0 && dice.chance(10)) {
      argument = text.fresh("%k");
      std::string typed = format == Format::I1 ? "" : " : " + element;
      constants.push_back(argument + " = arith.constant " + number(format) +
                          typed);
    } else {
      RandomValue value = anyOf(format);
      ins.push_back(value.name);
      types.push_back(tensorType(shapeOf(value, tile), format));
      maps.push_back(genericMap(value));
      arguments.push_back(argument + ": " + element);
      for (const auto &[name, scalar] : scalars)
        if (i > 0 && scalar == format && dice.chance(8))
          argument = name; // the tensor operand stays unused
    }
    scalarsIn.push_back(argument);
  }
  std::string type = tensorType(tile, choice.out);
  std::string element(formatName(choice.out));
  std::string names = dimNames(tile.size());
  maps.push_back("affine_map<(" + names + ") -> (" + names + ")>");
  arguments.push_back("%old: " + element);
  std::string empty = text.let("tensor.empty() : " + type);
  std::string name = text.fresh();
  text.line(name + " = linalg.generic {indexing_maps = [" + join(maps) +
            "], iterator_types = " + iterators(tile.size()) + "} ins(" +
            join(ins) + " : " + join(types) + ") outs(" + empty + " : " + type +
            ") {");
  text.line("^bb0(" + join(arguments) + "):");
  for (const std::string &line : constants)
    text.line("  " + line);
  text.line("  %r = " + spell(choice, scalarsIn, nullptr));
  text.line("  linalg.yield %r : " + element);
  text.line("} -> " + type);
  return name;
}

void RandomOps::step() {
  const Choice *choice = nullptr;
  for (int attempt = 0; attempt < 200 && !choice; ++attempt) {
    const Choice &candidate = dice.pick(choices);
    if (canMake(candidate))
      choice = &candidate;
  }
  if (!choice)
    return;
  std::string name;
  if (choice->op.starts_with("spyreop.") ||
      (!choice->op.starts_with("linalg.") && dice.chance(25))) {
    name = generic(*choice);
  } else {
    std::vector<std::string> in;
    for (unsigned i = 0; i < choice->row->arity; ++i)
      in.push_back(operand(operandFormat(*choice, i)));
    name = choice->op.starts_with("linalg.")
               ? named(*choice, in)
               : text.let(spell(*choice, in, &tile));
  }
  RandomValue value{name, choice->out, {}};
  for (size_t d = 0; d < tile.size(); ++d)
    value.dims.push_back(int(d));
  values.push_back(value);
  used.insert(choice->row->name);
}

RandomValue RandomOps::result(bool last) {
  return last ? values.back() : dice.pick(values);
}

} // namespace sg::test
