// Stages as text with the range and the origin of every operation.
#include "engine/session/Internal.h"
#include "engine/spyrecode/Assembly.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <charconv>

using namespace mlir;

namespace sg {

double Stage::provenance() const {
  if (ops.empty())
    return 1;
  size_t known = std::count_if(ops.begin(), ops.end(), [](const StageOp &op) {
    return !op.origins.empty();
  });
  return double(known) / double(ops.size());
}

namespace {
// Finds operations in printed text.
class TextIndex {
public:
  explicit TextIndex(const std::string &text) : text(text) {
    lines.push_back(0);
    for (size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n')
        lines.push_back(i + 1);
  }
  uint32_t offset(unsigned line, unsigned column) const {
    if (line == 0 || line > lines.size())
      return text.size();
    return std::min<size_t>(lines[line - 1] + column - 1, text.size());
  }
  uint32_t endOfLine(uint32_t at) const {
    size_t end = text.find('\n', at);
    return end == std::string::npos ? text.size() : end;
  }
  // The line that closes an operation which starts at `begin` and whose last
  // nested operation ends at `from`: the next one indented as little.
  uint32_t closing(uint32_t begin, uint32_t from) const {
    uint32_t indent = indentAt(begin);
    for (uint32_t at = endOfLine(from); at < text.size(); at = endOfLine(at)) {
      uint32_t start = ++at;
      if (start < text.size() && text[start] != '\n' &&
          indentAt(start) <= indent)
        return endOfLine(start);
    }
    return text.size();
  }

private:
  uint32_t indentAt(uint32_t at) const {
    size_t start = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    start = start == std::string::npos ? 0 : start + 1;
    uint32_t indent = 0;
    while (start + indent < text.size() && text[start + indent] == ' ')
      ++indent;
    return indent;
  }
  const std::string &text;
  std::vector<uint32_t> lines;
};
} // namespace

static void addOrigins(Location loc, const OriginMap &origins,
                       std::vector<uint32_t> &into) {
  loc->walk([&](Location part) {
    if (auto file = dyn_cast<FileLineColLoc>(part)) {
      auto found = origins.find({file.getLine(), file.getColumn()});
      if (found != origins.end())
        into.push_back(found->second);
    }
    return WalkResult::advance();
  });
  std::sort(into.begin(), into.end());
  into.erase(std::unique(into.begin(), into.end()), into.end());
}

static void addPlace(Location loc, uint32_t index, OriginMap &origins) {
  if (auto place = placeOf(loc))
    origins.insert({{place->line, place->column}, index});
}

void snapshotModule(ModuleOp module, Stage &stage, OriginMap &origins) {
  AsmState::LocationMap places;
  llvm::raw_string_ostream stream(stage.text);
  {
    AsmState state(module, OpPrintingFlags(), &places);
    module->print(stream, state);
  }
  stage.text += '\n';
  bool first = origins.empty();
  TextIndex index(stage.text);
  std::vector<Operation *> listed;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto place = places.find(op);
    // Implicit terminators are not printed.
    if (op == module.getOperation() || place == places.end())
      return;
    StageOp entry;
    entry.name = op->getName().getStringRef().str();
    entry.begin = index.offset(place->second.first, place->second.second);
    entry.end = index.endOfLine(entry.begin);
    for (Operation *up = op->getParentOp(); up && up != module;
         up = up->getParentOp())
      ++entry.depth;
    if (auto source = placeOf(op->getLoc())) {
      entry.line = source->line;
      entry.column = source->column;
    }
    listed.push_back(op);
    stage.ops.push_back(std::move(entry));
    if (first) {
      uint32_t number = stage.ops.size() - 1;
      addPlace(op->getLoc(), number, origins);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            addPlace(argument.getLoc(), number, origins);
    }
  });
  // Inner operations come later in the list: close from the back.
  for (size_t i = listed.size(); i-- > 0;) {
    StageOp &entry = stage.ops[i];
    addOrigins(listed[i]->getLoc(), origins, entry.origins);
    uint32_t last = entry.end;
    bool nested =
        i + 1 < stage.ops.size() && stage.ops[i + 1].depth > entry.depth;
    if (!nested)
      continue;
    for (size_t j = i + 1;
         j < stage.ops.size() && stage.ops[j].depth > entry.depth; ++j)
      last = std::max(last, stage.ops[j].end);
    entry.end = index.closing(entry.begin, last);
  }
}

// "agen.vector_load add.mlir:12:8" ends in line and column.
static void addOrigins(const std::string &source, const OriginMap &origins,
                       StageOp &entry) {
  size_t last = source.rfind(':');
  size_t middle = last == std::string::npos || last == 0
                      ? std::string::npos
                      : source.rfind(':', last - 1);
  if (middle == std::string::npos)
    return;
  uint32_t line = 0, column = 0;
  std::from_chars(source.data() + middle + 1, source.data() + last, line);
  std::from_chars(source.data() + last + 1, source.data() + source.size(),
                  column);
  entry.line = line;
  entry.column = column;
  auto found = origins.find({line, column});
  if (found != origins.end())
    entry.origins.push_back(found->second);
}

void snapshotBinary(const Binary &binary, const OpTable &ops, Stage &stage,
                    const OriginMap &origins) {
  stage.text = disassemble(binary, ops);
  size_t at = 0;
  for (const Stream &stream : binary.streams)
    for (const Instruction &instruction : stream.code) {
      std::string text = disassemble(binary, instruction, ops);
      size_t found = stage.text.find(text, at);
      if (found == std::string::npos)
        continue;
      StageOp entry;
      entry.name = text.substr(0, text.find(' '));
      entry.begin = found;
      entry.end = found + text.size();
      at = entry.end;
      if (instruction.source > 0 && instruction.source <= binary.sources.size())
        addOrigins(binary.sources[instruction.source - 1], origins, entry);
      stage.ops.push_back(std::move(entry));
    }
}

} // namespace sg
