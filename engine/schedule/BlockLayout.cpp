#include "engine/schedule/BlockLayout.h"
#include "engine/reference/RowLookup.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"
#include <algorithm>
#include <cmath>

using namespace mlir;

namespace sg {

bool BlockLayout::usesGroup(const PipelineOperand &operand,
                            unsigned group) const {
  return groups[group].empty() || operand.uses(groups[group].front());
}

SmallVector<int64_t>
BlockLayout::bufferShape(const PipelineOperand &operand) const {
  SmallVector<int64_t> shape;
  for (unsigned g = 0; g < groups.size(); ++g)
    if (usesGroup(operand, g))
      shape.push_back(groupExtent[g]);
  if (shape.empty())
    shape.push_back(1);
  return shape;
}

int64_t BlockLayout::bufferBytes(const PipelineOperand &operand) const {
  int64_t bytes = operand.elementBytes;
  for (int64_t extent : bufferShape(operand))
    bytes *= extent;
  return (bytes + 127) / 128 * 128;
}

BlockLayout layoutBlock(const PipelineShape &shape, ArrayRef<int64_t> block,
                        int64_t corelets, int64_t lanes) {
  BlockLayout layout;
  layout.block.assign(block.begin(), block.end());
  layout.lanes = lanes;
  auto sameUsers = [&](unsigned a, unsigned b) {
    auto agrees = [&](const PipelineOperand &operand) {
      return operand.uses(a) == operand.uses(b);
    };
    return llvm::all_of(shape.inputs, agrees) &&
           llvm::all_of(shape.outputs, agrees);
  };
  for (unsigned d = 0; d < block.size(); ++d) {
    if (block[d] == 1)
      continue;
    if (!layout.groups.empty() && sameUsers(layout.groups.back().front(), d)) {
      layout.groups.back().push_back(d);
      layout.groupExtent.back() *= block[d];
    } else {
      layout.groups.push_back({d});
      layout.groupExtent.push_back(block[d]);
    }
  }
  if (layout.groups.empty()) { // one element
    layout.groups.push_back({});
    layout.groupExtent.push_back(1);
  }
  int64_t length = layout.groupExtent.back();
  if (layout.groups.size() > 1) {
    int64_t rows = 1;
    for (int64_t extent : ArrayRef(layout.groupExtent).drop_back())
      rows *= extent;
    layout.pieces.push_back({0, rows, length});
    return layout;
  }
  // One contiguous stretch: a row for each corelet, the rest as one more.
  if (corelets == 1) {
    layout.pieces.push_back({0, 1, length});
    return layout;
  }
  int64_t row = length / (lanes * corelets) * lanes;
  if (row > 0)
    layout.pieces.push_back({0, corelets, row});
  if (int64_t rest = length - row * corelets)
    layout.pieces.push_back({row * corelets, 1, rest});
  return layout;
}

const OpRow *rowOf(Operation *op, const OpTable &ops) {
  std::optional<RowUse> use = lookUpRow(ops, op);
  return use ? use->row : nullptr;
}

// Bytes of registers alive at the worst moment, for vectors of `lanes`.
static int64_t peakRegisterBytes(const PipelineShape &shape, int64_t lanes) {
  linalg::GenericOp compute = shape.compute;
  Block &body = compute.getRegion().front();
  DenseMap<Operation *, unsigned> order;
  unsigned next = 0;
  for (Operation &op : body)
    order[&op] = next++;
  auto bytesOf = [&](Value value) {
    std::optional<Format> format = formatOf(value.getType());
    return lanes * static_cast<int64_t>(format ? formatBytes(*format) : 8);
  };
  auto lastUse = [&](Value value) {
    unsigned last = 0;
    for (Operation *user : value.getUsers())
      if (Operation *here = body.findAncestorOpInBlock(*user))
        last = std::max(last, order[here]);
    return last;
  };
  // An input arrives right before its first use, in order.
  SmallVector<std::tuple<unsigned, unsigned, int64_t>> lives; // from, to, bytes
  unsigned arrived = 0;
  for (size_t i = 0; i < shape.inputs.size(); ++i) {
    BlockArgument argument = body.getArgument(i);
    unsigned first = next;
    for (Operation *user : argument.getUsers())
      first = std::min(first, order[user]);
    // Later inputs needed earlier force this one to arrive before them.
    arrived = first == next ? arrived : std::max(arrived, first);
    lives.push_back(
        {std::min(first, arrived), lastUse(argument), bytesOf(argument)});
  }
  // FIFO order: an input arrives no later than the ones behind it.
  for (size_t i = lives.size(); i-- > 1;)
    std::get<0>(lives[i - 1]) =
        std::min(std::get<0>(lives[i - 1]), std::get<0>(lives[i]));
  for (Operation &op : body.without_terminator())
    if (!isa<arith::ConstantOp>(op))
      for (Value result : op.getResults())
        lives.push_back({order[&op], lastUse(result), bytesOf(result)});
  // Constants and arguments fill a vector before the loops and stay there, one
  // for whole vectors and one for what is left of a row.
  llvm::SetVector<Value> filled;
  for (Operation &op : body)
    for (Value operand : op.getOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      if (argument ? argument.getOwner() != &body
                   : isa<arith::ConstantOp>(operand.getDefiningOp()))
        filled.insert(operand);
    }
  int64_t kept = 0;
  for (Value value : filled)
    kept += 2 * bytesOf(value);
  int64_t peak = 0;
  for (unsigned at = 0; at < next; ++at) {
    int64_t bytes = 0;
    for (auto [from, to, size] : lives)
      if (from <= at && at <= to)
        bytes += size;
    peak = std::max(peak, bytes);
  }
  return peak + kept;
}

int64_t chooseLanes(const PipelineShape &shape, const Device &device,
                    const ScheduleOptions &options) {
  const DeviceUnit *unit = device.unit(shape.vectorUnit);
  int64_t lanes = 0;
  auto consider = [&](const PipelineOperand &operand) {
    auto found = unit->lanes.find(
        std::string(formatName(*formatOf(operand.elementType))));
    if (found != unit->lanes.end())
      lanes = std::max(lanes, found->second);
  };
  for (const PipelineOperand &operand : shape.inputs)
    consider(operand);
  for (const PipelineOperand &operand : shape.outputs)
    consider(operand);
  if (lanes == 0)
    lanes = 64;
  if (options.vectorLanes > 0)
    lanes = std::min(lanes, options.vectorLanes);
  const DeviceMemory *registers = device.memory(shape.vectorUnit + "_REG");
  while (registers && lanes > 1 &&
         peakRegisterBytes(shape, lanes) > registers->bytes)
    lanes /= 2;
  return lanes;
}

double cyclesPerVector(const PipelineShape &shape, const BlockLayout &layout,
                       const ScheduleContext &context) {
  const Device &device = context.device;
  auto stream = [&](const std::string &unitName,
                    ArrayRef<PipelineOperand> ops) {
    const DeviceUnit *unit = device.unit(unitName);
    double cycles = 0;
    for (const PipelineOperand &operand : ops)
      if (layout.isVector(operand))
        cycles += std::max(1.0, std::ceil(layout.lanes * operand.elementBytes /
                                          unit->bytesPerCycle));
    return cycles;
  };
  double load = shape.inputs.empty() ? 0 : stream(shape.loadUnit, shape.inputs);
  double store = stream(shape.storeUnit, shape.outputs);
  const DeviceUnit *vector = device.unit(shape.vectorUnit);
  double compute = stream(shape.vectorUnit, shape.inputs) +
                   stream(shape.vectorUnit, shape.outputs);
  linalg::GenericOp generic = shape.compute;
  for (Operation &op : generic.getRegion().front().without_terminator()) {
    const OpRow *row = rowOf(&op, *context.ops);
    if (!row)
      continue;
    auto cycles = vector->cycles.find(std::string(costClassName(row->cost)));
    std::optional<Format> format = formatOf(op.getOperand(0).getType());
    auto lanes = vector->lanes.find(
        std::string(formatName(format.value_or(Format::F16))));
    double steps = lanes == vector->lanes.end()
                       ? 1
                       : std::ceil(double(layout.lanes) / lanes->second);
    compute += steps * (cycles == vector->cycles.end() ? 1 : cycles->second);
  }
  return std::max({load, store, compute, 1.0});
}

} // namespace sg
