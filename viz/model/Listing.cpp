#include "viz/model/Listing.h"
#include "engine/spyrecode/Assembly.h"
#include "engine/spyrecode/Fields.h"
#include <algorithm>

namespace sg::viz {

/// Calls f(entry) for every table entry an instruction uses.
template <typename F> static void forEntries(const Instruction &in, F f) {
  auto use = [&f](const Operand &operand) {
    if (operand.kind == Operand::Table)
      f(uint32_t(operand.value));
  };
  use(in.a);
  use(in.b);
  for (const Term &term : in.terms)
    use(term.coefficient);
  for (const TransferDim &dim : in.dims) {
    use(dim.count);
    use(dim.fromStride);
    use(dim.toStride);
  }
}

Listing::Listing(const JobBinary &job, std::optional<uint32_t> instance,
                 const OpTable &ops)
    : binary(&job), ops(&ops), unit(instance) {
  const Binary &program = job.mapped.binary;
  uint32_t instructions = 0;
  for (const Stream &stream : program.streams) {
    firstOfStream.push_back(instructions);
    instructions += uint32_t(stream.code.size());
  }
  symbols.resize(program.streams.size());
  for (const Relocation &one : program.relocations)
    if (!unit || one.instance == *unit)
      symbols[program.instances[one.instance].stream].emplace(one.entry,
                                                              one.slot);
  if (!unit) {
    all.reserve(instructions + program.streams.size());
    for (uint32_t s = 0; s < program.streams.size(); ++s)
      addStream(s);
  } else if (*unit < program.instances.size()) {
    const Instance &one = program.instances[*unit];
    addStream(one.stream);
    std::vector<ListingRow> table;
    for (uint32_t i = 0; i < one.table.size(); ++i) {
      ListingRow row{ListingRow::Entry};
      row.stream = one.stream;
      row.index = i;
      row.patched = symbols[one.stream].count(i);
      table.push_back(row);
    }
    all.insert(all.begin() + 1, table.begin(), table.end());
  }
}

void Listing::addStream(uint32_t stream) {
  ListingRow title;
  title.stream = stream;
  all.push_back(title);
  const auto &code = binary->mapped.binary.streams[stream].code;
  uint8_t depth = 0;
  for (uint32_t i = 0; i < code.size(); ++i) {
    if (code[i].op == Opcode::End && depth)
      --depth;
    ListingRow row{ListingRow::Instruction};
    row.depth = depth;
    row.stream = stream;
    row.index = i;
    forEntries(code[i], [&](uint32_t entry) {
      row.patched |= symbols[stream].count(entry) != 0;
    });
    all.push_back(row);
    depth += opensBlock(code[i].op);
  }
}

const Instruction &Listing::instruction(const ListingRow &row) const {
  return binary->mapped.binary.streams[row.stream].code[row.index];
}

std::string Listing::text(const ListingRow &row) const {
  const Binary &program = binary->mapped.binary;
  switch (row.kind) {
  case ListingRow::Title:
    if (unit)
      return unitName(program.instances[*unit]) + " runs " +
             program.streams[row.stream].name;
    return "stream " + program.streams[row.stream].name;
  case ListingRow::Entry:
    return "t" + std::to_string(row.index) + " = " +
           std::to_string(program.instances[*unit].table[row.index]);
  case ListingRow::Instruction:
    break;
  }
  // Its source stands beside it in words.
  Instruction plain = instruction(row);
  plain.source = 0;
  return disassemble(program, plain, *ops);
}

/// "t0 = 0 -> 1024 (x_ptr)"; without an instance, or before the launch is
/// known, as much of it as holds.
std::string Listing::entryNote(uint32_t stream, uint32_t entry) const {
  const Binary &program = binary->mapped.binary;
  auto symbol = symbols[stream].find(entry);
  bool relocated = symbol != symbols[stream].end();
  std::string name = "t" + std::to_string(entry), text;
  if (unit) {
    const auto &table = program.instances[*unit].table;
    text = name + " = " +
           (entry < table.size() ? std::to_string(table[entry]) : "?");
    uint64_t at = binary->mapped.tables[*unit] + uint64_t(entry) * 8;
    if (const PatchedWord *word = binary->patchAt(at))
      text += " -> " + std::to_string(int64_t(word->after));
    if (relocated)
      text += " (" + program.symbols[symbol->second].name + ")";
  } else if (relocated) {
    text = name + " = " + program.symbols[symbol->second].name;
  }
  return text;
}

std::string Listing::titleNote(uint32_t stream) const {
  if (unit)
    return {};
  const auto &instances = binary->mapped.binary.instances;
  size_t runners = 0;
  std::string names;
  for (const Instance &one : instances)
    if (one.stream == stream && ++runners <= 4)
      names += (runners > 1 ? ", " : "") + unitName(one);
  if (runners > 4)
    names += ", … (" + std::to_string(runners) + " units)";
  return runners ? "runs on " + names : "no unit runs it";
}

std::string Listing::note(const ListingRow &row) const {
  const Binary &program = binary->mapped.binary;
  if (row.kind == ListingRow::Title)
    return titleNote(row.stream);
  if (row.kind == ListingRow::Entry)
    return row.patched ? entryNote(row.stream, row.index) : "";
  const Instruction &in = instruction(row);
  std::string text;
  auto add = [&text](const std::string &more) {
    if (!more.empty())
      text += (text.empty() ? "" : "; ") + more;
  };
  forEntries(in, [&](uint32_t entry) { add(entryNote(row.stream, entry)); });
  if (in.tag && in.tag <= program.buffers.size())
    add("buffer " + program.buffers[in.tag - 1u].name);
  if (in.source && in.source <= program.sources.size())
    add(program.sources[in.source - 1u]);
  return text;
}

uint32_t Listing::source(const ListingRow &row) const {
  return row.kind == ListingRow::Instruction ? instruction(row).source : 0;
}

std::pair<uint64_t, uint64_t> Listing::bytes(const ListingRow &row) const {
  const image::Mapped &mapped = binary->mapped;
  if (row.kind == ListingRow::Entry) {
    uint64_t at = mapped.tables[*unit] + uint64_t(row.index) * 8;
    return {at, at + 8};
  }
  const auto &begins = mapped.instructions[row.stream];
  if (row.kind == ListingRow::Title)
    return {begins.front(), begins.front()};
  return {begins[row.index], begins[row.index + 1]};
}

std::optional<size_t> Listing::find(uint32_t wanted, size_t from) const {
  if (!wanted)
    return std::nullopt;
  for (size_t i = 0; i < all.size(); ++i) {
    size_t at = (std::min(from, all.size()) + i) % all.size();
    if (source(all[at]) == wanted)
      return at;
  }
  return std::nullopt;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; }

std::vector<uint32_t> Listing::search(std::string_view wanted, size_t begin,
                                      size_t end) const {
  std::vector<uint32_t> hits;
  if (wanted.empty())
    return hits;
  auto equal = [](char a, char b) { return lower(a) == lower(b); };
  auto contains = [&](const std::string &text) {
    return std::search(text.begin(), text.end(), wanted.begin(), wanted.end(),
                       equal) != text.end();
  };
  for (size_t i = begin; i < std::min(end, all.size()); ++i)
    if (contains(text(all[i])) || contains(note(all[i])))
      hits.push_back(uint32_t(i));
  return hits;
}

} // namespace sg::viz
