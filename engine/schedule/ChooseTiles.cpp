// Chooses how much of the iteration space moves at a time: a block size per
// dimension and an order of the block loops, by estimated cycles among those
// that fit the scratchpad.
#include "engine/schedule/BlockLayout.h"
#include "engine/schedule/Passes.h"
#include "engine/schedule/SchedulePass.h"
#include <cmath>
#include <numeric>

using namespace mlir;

namespace sg {
namespace {

struct Choice {
  SmallVector<int64_t> block;
  SmallVector<int64_t> order; ///< dims, outermost block loop first
  double cycles = INFINITY;
  int64_t bytes = 0;
};

class Chooser {
public:
  Chooser(PipelineShape &shape, ScheduleContext &context, int64_t tiles)
      : shape(shape), context(context), device(context.device),
        phases(context.options.doubleBuffering ? 2 : 1), tiles(tiles) {
    corelets = context.options.corelets > 0
                   ? std::min(context.options.corelets, device.corelets)
                   : device.corelets;
    lanes = chooseLanes(shape, device, context.options);
  }
  std::optional<Choice> choose();
  SmallVector<Choice> best; ///< the best few, cheapest first
  int64_t lanes, corelets;

private:
  SmallVector<int64_t> candidates(unsigned dim);
  void consider(ArrayRef<int64_t> block, ArrayRef<int64_t> order);
  double moved(const PipelineOperand &operand, ArrayRef<int64_t> block);
  double estimate(const BlockLayout &layout, ArrayRef<int64_t> order);
  // How often the block of an operand changes while the block loops run, with
  // fractional trip counts so that a short last block counts as such.
  double reloads(const PipelineOperand &operand, ArrayRef<double> trips,
                 ArrayRef<int64_t> order);

  PipelineShape &shape;
  ScheduleContext &context;
  const Device &device;
  int64_t phases, tiles;
};

} // namespace

SmallVector<int64_t> Chooser::candidates(unsigned dim) {
  int64_t extent = std::max<int64_t>(1, shape.extent(dim));
  const ScheduleOptions &options = context.options;
  if (options.tileRows > 0 && dim == 0)
    return {std::min(options.tileRows, extent)};
  if (options.tileColumns > 0 && dim + 1 == shape.rank())
    return {std::min(options.tileColumns, extent)};
  llvm::SmallDenseSet<int64_t> sizes{1, extent};
  if (shape.rank() > 4 && dim + 3 < shape.rank())
    return {1, extent};
  for (int64_t size = 2; size < extent; size *= 2)
    sizes.insert(size);
  int64_t step = dim + 1 == shape.rank() ? lanes * corelets : 1;
  int64_t parts = shape.rank() > 2 ? 4 : 12;
  for (int64_t part = 2; part <= parts; ++part) {
    int64_t size = (extent + part - 1) / part;
    size = (size + step - 1) / step * step;
    if (size < extent)
      sizes.insert(size);
  }
  SmallVector<int64_t> result(sizes.begin(), sizes.end());
  llvm::sort(result);
  // With many dimensions, tiny inner blocks never pay.
  if (shape.rank() > 2 && dim + 1 == shape.rank())
    llvm::erase_if(
        result, [&](int64_t size) { return size < std::min(extent, lanes); });
  return result;
}

// Bytes that cross device memory for one block, short runs rounded up to what
// the path moves at least.
double Chooser::moved(const PipelineOperand &operand, ArrayRef<int64_t> block) {
  int64_t granularity = 1;
  const std::string &global = device.globalMemory().kind;
  for (const std::string *unit : {&shape.dmaIn, &shape.dmaOut})
    for (const Datapath &path : device.datapaths)
      if ((path.from == global && path.to == *unit) ||
          (path.from == *unit && path.to == global))
        granularity = std::max(granularity, path.granularity);
  int64_t run = 1;
  double runs = 1;
  bool contiguous = true;
  for (size_t i = operand.dims.size(); i-- > 0;) {
    int64_t size = block[operand.dims[i]];
    if (size == 1)
      continue;
    if (contiguous && operand.strides[i] == run) {
      run *= size;
    } else {
      contiguous = false;
      runs *= size;
    }
  }
  double bytes = double(run) * operand.elementBytes;
  return runs * std::ceil(bytes / granularity) * granularity;
}

double Chooser::reloads(const PipelineOperand &operand, ArrayRef<double> trips,
                        ArrayRef<int64_t> order) {
  double count = 1, all = 1;
  for (int64_t dim : order) {
    all *= trips[dim];
    if (operand.uses(dim) && trips[dim] > 1)
      count = all;
  }
  return count;
}

double Chooser::estimate(const BlockLayout &layout, ArrayRef<int64_t> order) {
  SmallVector<double> trips;
  double blocks = 1, tails = 0, outer = 1;
  for (unsigned d = 0; d < shape.rank(); ++d)
    trips.push_back(std::max(
        1.0, double(std::max<int64_t>(1, shape.extent(d))) / layout.block[d]));
  for (int64_t d : order) {
    double whole = std::ceil(trips[d]);
    if (whole != trips[d])
      tails += outer; // a shorter last block drains the pipeline
    outer *= whole;
    blocks *= trips[d];
  }
  double sharedRate = device.globalMemory().bytesPerCycle / tiles;
  auto rateOf = [&](const std::string &unit) {
    return unit.empty() ? INFINITY : device.unit(unit)->bytesPerCycle;
  };
  double loads = 0, stores = 0, firstLoad = 0, lastStore = 0;
  for (const PipelineOperand &input : shape.inputs) {
    double bytes = moved(input, layout.block);
    firstLoad += bytes;
    loads += bytes * reloads(input, trips, order);
  }
  for (const PipelineOperand &output : shape.outputs) {
    double bytes = moved(output, layout.block);
    lastStore += bytes;
    stores += bytes * blocks;
  }
  double vectorCycles = cyclesPerVector(shape, layout, context);
  double compute = 0;
  for (const Piece &piece : layout.pieces) {
    double rows = layout.groups.size() > 1
                      ? std::ceil(double(layout.groupExtent[0]) / corelets) *
                            (double(piece.rows) / layout.groupExtent[0])
                      : (piece.rows > 1 ? 1.0 : double(piece.rows));
    compute +=
        rows * (std::ceil(double(piece.length) / layout.lanes) * vectorCycles +
                2.0 * shape.inputs.size());
  }
  double memory = device.globalMemory().latencyCycles;
  double signal = device.signalCycles;
  double in = std::min(rateOf(shape.dmaIn), sharedRate);
  double out = std::min(rateOf(shape.dmaOut), sharedRate);
  double fill = memory + firstLoad / in, drain = memory + lastStore / out;
  double steady;
  if (phases > 1) {
    double perBlock = std::max(
        {compute + 2 * signal, (loads + stores) / blocks / sharedRate,
         loads / blocks / rateOf(shape.dmaIn),
         stores / blocks / rateOf(shape.dmaOut),
         // as many blocks are in flight as there are
         // buffers
         (memory + loads / blocks / in + compute + 3 * signal) / phases,
         (memory + stores / blocks / out + compute + 3 * signal) / phases});
    steady = blocks * perBlock;
  } else {
    double transfer = std::max(loads / blocks / in, stores / blocks / out);
    steady = blocks * (memory + transfer + compute + 3 * signal);
  }
  return fill + steady + drain + compute +
         tails * (fill + drain + compute * 0.5);
}

void Chooser::consider(ArrayRef<int64_t> block, ArrayRef<int64_t> order) {
  BlockLayout layout = layoutBlock(shape, block, corelets, lanes);
  int64_t bytes = 0;
  auto add = [&](const PipelineOperand &operand, bool input) {
    bool moves = !input;
    for (unsigned dim : operand.dims)
      moves |= block[dim] < shape.extent(dim);
    bytes += layout.bufferBytes(operand) * (moves ? phases : 1);
  };
  for (const PipelineOperand &input : shape.inputs)
    add(input, true);
  for (const PipelineOperand &output : shape.outputs)
    add(output, false);
  if (bytes > device.localMemory().bytes)
    return;
  Choice choice{SmallVector<int64_t>(block), SmallVector<int64_t>(order),
                estimate(layout, order), bytes};
  auto *at =
      llvm::lower_bound(best, choice, [](const Choice &a, const Choice &b) {
        return std::tie(a.cycles, a.bytes) < std::tie(b.cycles, b.bytes);
      });
  best.insert(at, choice);
  if (best.size() > 5)
    best.pop_back();
}

std::optional<Choice> Chooser::choose() {
  unsigned rank = shape.rank();
  SmallVector<SmallVector<int64_t>> sizes;
  for (unsigned d = 0; d < rank; ++d)
    sizes.push_back(candidates(d));
  // Orders matter only when an operand can stay while others move.
  bool reuse = llvm::any_of(shape.inputs, [&](const PipelineOperand &input) {
    return input.dims.size() < rank;
  });
  SmallVector<SmallVector<int64_t>> orders;
  SmallVector<int64_t> order(rank);
  std::iota(order.begin(), order.end(), 0);
  do
    orders.push_back(order);
  while (reuse && rank <= 4 &&
         std::next_permutation(order.begin(), order.end()));

  SmallVector<unsigned> pick(rank, 0);
  while (true) {
    SmallVector<int64_t> block;
    for (unsigned d = 0; d < rank; ++d)
      block.push_back(sizes[d][pick[d]]);
    for (const auto &each : orders)
      consider(block, each);
    unsigned d = 0;
    while (d < rank && ++pick[d] == sizes[d].size())
      pick[d++] = 0;
    if (d == rank)
      break;
  }
  if (best.empty())
    return std::nullopt;
  return best.front();
}

// Vector cycles of the whole program at full lanes, all tiles together.
static double vectorWork(PipelineShape &shape, const ScheduleContext &context) {
  const DeviceUnit *vector = context.device.unit(shape.vectorUnit);
  double perElement = 0;
  for (Operation &op : shape.compute.getRegion().front().without_terminator()) {
    const OpRow *row = rowOf(&op, *context.ops);
    std::optional<Format> format = formatOf(op.getResult(0).getType());
    if (!row || !format)
      continue;
    auto cycles = vector->cycles.find(std::string(costClassName(row->cost)));
    auto lanes = vector->lanes.find(std::string(formatName(*format)));
    if (cycles != vector->cycles.end() && lanes != vector->lanes.end())
      perElement += double(cycles->second) / double(lanes->second);
  }
  double elements = 0;
  for (size_t tile = 0; tile < shape.extents.front().size(); ++tile) {
    double product = 1;
    for (const PerCore &extent : shape.extents)
      product *= double(std::max<int64_t>(0, extent[tile]));
    elements += product;
  }
  return elements * perElement;
}

static std::string describe(const Choice &choice) {
  std::string text = "blocks of ";
  for (auto [i, size] : llvm::enumerate(choice.block))
    text += (i ? " x " : "") + std::to_string(size);
  bool identity = llvm::is_sorted(choice.order);
  if (!identity) {
    text += ", loop order";
    for (int64_t dim : choice.order)
      text += " d" + std::to_string(dim);
  }
  return text + ", " + std::to_string(choice.bytes) + " bytes of scratchpad";
}

namespace {
struct ChooseTiles : SchedulePass<ChooseTiles> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ChooseTiles)
  using SchedulePass::SchedulePass;
  static constexpr llvm::StringLiteral argument = "sg-choose-tiles";
  static constexpr llvm::StringLiteral purpose =
      "Chooses the block that moves at a time, by estimated cycles among the "
      "blocks that fit the scratchpad";

  LogicalResult run(func::FuncOp kernel) {
    int64_t tiles = flatGrid(kernel);
    CoreValues values(tiles);
    LogicalResult result = success();
    kernel.walk([&](ktdf::PipelineOp pipeline) {
      if (failed(result) || pipeline->getParentOfType<ktdf::PipelineOp>())
        return;
      FailureOr<PipelineShape> shape = readShape(pipeline, values);
      if (failed(shape)) {
        result = failure();
        return;
      }
      Chooser chooser(*shape, *context, tiles);
      std::optional<Choice> choice = chooser.choose();
      if (!choice) {
        result = pipeline.emitError("no block of this program fits the ")
                 << context->device.localMemory().bytes
                 << " bytes of scratchpad on device '" << context->device.name
                 << "'; use smaller tiles or fewer operands";
        return;
      }
      context->vectorCycles += vectorWork(*shape, *context);
      OpBuilder b(pipeline);
      pipeline->setAttr("sg.block", b.getDenseI64ArrayAttr(choice->block));
      pipeline->setAttr("sg.order", b.getDenseI64ArrayAttr(choice->order));
      pipeline->setAttr("sg.lanes", b.getI64IntegerAttr(chooser.lanes));
      std::vector<Alternative> alternatives;
      for (const Choice &other : chooser.best)
        alternatives.push_back(
            {describe(other), other.cycles, &other == chooser.best.begin()});
      context->remark("choose-tiles", pipeline.getLoc(), describe(*choice),
                      alternatives);
    });
    return result;
  }
};
} // namespace

std::unique_ptr<Pass> createChooseTilesPass(ScheduleContextPtr context) {
  return std::make_unique<ChooseTiles>(std::move(context));
}

} // namespace sg
