// What the commands of a plan do, in words.
#include "engine/spyrecode/HostCompute.h"
#include "viz/model/JobPlan.h"
#include "viz/model/Numbers.h"
#include <set>

namespace sg::viz {

const char *phaseName(PlanRow::Phase phase) {
  return phase == PlanRow::Preparation ? "preparation" : "execution";
}

std::string unitName(const Instance &instance) {
  std::string name = "core " + std::to_string(instance.core) + " / ";
  if (instance.corelet >= 0)
    name += "corelet " + std::to_string(instance.corelet) + " / ";
  return name + instance.unit;
}

std::string expressionText(const SymbolExpr &symbol,
                           const std::vector<std::string> &argumentNames) {
  std::string text;
  for (const SymbolExpr::Part &part : symbol.parts) {
    text += text.empty() ? "" : " + ";
    text += part.argument < argumentNames.size()
                ? argumentNames[part.argument]
                : "argument " + std::to_string(part.argument);
    if (part.coefficient != 1)
      text += " * " + std::to_string(part.coefficient);
  }
  if (symbol.constant || text.empty())
    text += (text.empty() ? "" : " + ") + std::to_string(symbol.constant);
  return text;
}

static std::string hex(uint64_t address) {
  return addressText(int64_t(address), Base::Hex);
}
static std::string count(uint64_t n, const char *what) {
  return grouped(int64_t(n)) + " " + what + (n == 1 ? "" : "s");
}

static std::string allocateText(const AllocateCommand &c) {
  std::string text = "Reserves " + count(c.staticSize, "byte") +
                     " in segment 7, for the program and its correction data";
  if (c.dynamicSize)
    text += ", and " + count(c.dynamicSize, "byte") +
            " in segment 6, for what only the device sees";
  return text + ".";
}

static std::string hostText(const ComputeOnHostCommand &c, size_t symbols,
                            size_t arguments) {
  return "The host works out " + count(symbols, "value") + " from " +
         count(arguments, "launch argument") + " and calls the result '" +
         c.outHandle + "': rows of 128 bytes, 16 values each.";
}

static std::string transferText(const DataTransferCommand &c) {
  if (c.toHost)
    return "Copies " + count(c.size, "byte") + " from the device at " +
           hex(c.devPtr) + " to the host as '" + c.hostHandle + "'.";
  return "Copies '" + c.hostHandle + "' (" + count(c.size, "byte") +
         ") to the device at " + hex(c.devPtr) + ".";
}

static std::string runText(const JobBinary &binary) {
  const Binary &program = binary.mapped.binary;
  std::string text;
  if (!program.relocations.empty())
    text = "The device reads the correction data, replaces " +
           count(program.relocations.size(), "word") + " of the program and ";
  else
    text = "The device ";
  std::set<int32_t> cores;
  for (const Instance &one : program.instances)
    cores.insert(one.core);
  return text + "starts " + count(program.instances.size(), "unit") + " on " +
         count(cores.size(), "core") + ".";
}

namespace {
/// Fills in a row from a command.
struct Describer {
  PlanRow &row;
  const std::vector<JobBinary> &images;

  void operator()(const AllocateCommand &c) const {
    row.name = "Allocate";
    row.does = allocateText(c);
    row.address = hostSegment * segmentBytes;
    row.bytes = c.staticSize;
  }
  void operator()(const InitTransferCommand &c) const {
    row.name = "InitTransfer";
    row.does = "Copies the program " + c.file + " (" + count(c.size, "byte") +
               ") to the device at " + hex(c.devPtr) + ".";
    row.address = c.devPtr;
    row.bytes = c.size;
  }
  void operator()(const ComputeOnHostCommand &c) const {
    row.name = "ComputeOnHost";
    auto symbols = hostComputeFromJson(c.hcm, "hcm");
    if (!symbols)
      row.error = symbols.error().str();
    size_t arguments = c.inShape.empty() ? 0 : 1;
    for (uint64_t size : c.inShape)
      arguments *= size;
    row.does = hostText(c, symbols ? symbols->size() : 0, arguments);
    row.bytes = c.size;
  }
  void operator()(const DataTransferCommand &c) const {
    row.name = "DataTransfer";
    row.does = transferText(c);
    row.address = c.devPtr;
    row.bytes = c.size;
  }
  void operator()(const ComputeOnDeviceCommand &c) const {
    row.name = "ComputeOnDevice";
    row.address = c.jobBinPtr;
    for (uint32_t i = 0; i < images.size(); ++i)
      if (images[i].address == c.jobBinPtr)
        row.binary = i;
    if (!row.binary) {
      row.error = "no InitTransfer puts a program at " + hex(c.jobBinPtr);
      row.does = "The device runs the program at " + hex(c.jobBinPtr) + ".";
      return;
    }
    row.does = runText(images[*row.binary]);
    row.bytes = images[*row.binary].before.size();
  }
};
} // namespace

void JobModel::describe(const JobPlan &plan, const FileSet &files) {
  auto add = [&](const std::vector<PlanCommand> &commands,
                 PlanRow::Phase phase) {
    for (size_t i = 0; i < commands.size(); ++i) {
      PlanRow row;
      row.phase = phase;
      row.index = uint32_t(i);
      std::visit(Describer{row, images}, commands[i]);
      if (const auto *init = std::get_if<InitTransferCommand>(&commands[i]))
        addBinary(*init, row, files);
      if (const auto *host = std::get_if<ComputeOnHostCommand>(&commands[i]))
        if (auto symbols = hostComputeFromJson(host->hcm, "hcm"))
          addLanes(*symbols);
      rows.push_back(std::move(row));
    }
  };
  add(plan.preparation, PlanRow::Preparation);
  add(plan.execution, PlanRow::Execution);
}

void JobModel::addLanes(const std::vector<SymbolExpr> &symbols) {
  lanes.clear();
  for (const SymbolExpr &symbol : symbols) {
    CorrectionValue lane;
    lane.name = symbol.name;
    lane.expression = expressionText(symbol, names);
    for (const SymbolExpr::Part &part : symbol.parts)
      lane.arguments.push_back(part.argument);
    lanes.push_back(std::move(lane));
  }
}

} // namespace sg::viz
