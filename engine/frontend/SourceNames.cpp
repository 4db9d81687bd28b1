#include "engine/frontend/SourceNames.h"
#include "engine/ir/Verify.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace sg {

namespace {
// Positions in a text as locations.
struct Places {
  MLIRContext *context;
  StringAttr file;
  llvm::SourceMgr &sources;

  Location at(SMLoc loc) const {
    auto [line, column] = sources.getLineAndColumn(loc);
    return FileLineColLoc::get(file, line, column);
  }
};
} // namespace

// "%x_ptr" as x_ptr, "%0:2" as 0.
static StringRef nameIn(SMRange range) {
  StringRef text(range.Start.getPointer(),
                 range.End.getPointer() - range.Start.getPointer());
  text.consume_front("%");
  return text.take_while(
      [](char c) { return llvm::isAlnum(c) || StringRef("_$.-").contains(c); });
}

static Location named(Location loc, StringRef name, MLIRContext *context) {
  if (name.empty())
    return loc;
  return NameLoc::get(StringAttr::get(context, name), loc);
}

static void attach(const AsmParserState &state, const Places &places) {
  for (const auto &definition : state.getOpDefs()) {
    Operation *op = definition.op;
    Location place = places.at(definition.loc.Start), loc = place;
    if (op->getLoc() != place && !isa<UnknownLoc>(op->getLoc()))
      loc = FusedLoc::get(places.context, {place, op->getLoc()});
    if (!definition.resultGroups.empty())
      loc = named(loc, nameIn(definition.resultGroups.front().definition.loc),
                  places.context);
    op->setLoc(loc);
  }
  for (const auto &definition : state.getBlockDefs())
    for (auto [i, argument] : llvm::enumerate(definition.arguments))
      if (i < definition.block->getNumArguments() &&
          argument.loc.Start.isValid())
        definition.block->getArgument(i).setLoc(
            named(places.at(argument.loc.Start), nameIn(argument.loc),
                  places.context));
}

OwningOpRef<ModuleOp> parseWithNames(StringRef text, StringRef fileName,
                                     MLIRContext &context) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, fileName), SMLoc());
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  Block block;
  AsmParserState state;
  if (failed(parseAsmSourceFile(sources, &block, config, &state)) ||
      failed(verifyParsed(block)))
    return {};
  attach(state, {&context, StringAttr::get(&context, fileName), sources});
  Location start = FileLineColLoc::get(&context, fileName, 1, 1);
  return mlir::detail::constructContainerOpForParserIfNecessary<ModuleOp>(
      &block, &context, start);
}

std::string sourceName(Value value) {
  Location loc = value.getLoc();
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName().str();
  return "";
}

} // namespace sg
