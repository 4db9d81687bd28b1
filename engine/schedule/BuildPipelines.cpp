// Writes every program as a pipeline: a loop per dimension of its domain, and
// in the innermost one three stages that load one element of every input,
// compute, and store one element of every output. Later passes route, tile and
// overlap it; this form says what moves where, and nothing else.
#include "engine/ir/ktdf/Ktdf.h"
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/schedule/Domain.h"
#include "engine/schedule/Passes.h"
#include "engine/schedule/PipelineShape.h"
#include "engine/schedule/SchedulePass.h"
#include "engine/schedule/Tidy.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace sg {
namespace {

class PipelineBuilder {
public:
  PipelineBuilder(func::FuncOp kernel, ScheduleContext &context)
      : kernel(kernel), context(context), values(flatGrid(kernel)) {}
  LogicalResult run();

private:
  LogicalResult buildProgram(linalg::GenericOp compute, unsigned number);
  Value offsetOf(OpBuilder &b, Location loc, const DomainAccess &access);
  Value viewOf(OpBuilder &b, const Domain &domain, const DomainAccess &access);
  AffineMap subscripts(const Domain &domain, const DomainAccess &access,
                       ArrayRef<Value> counters,
                       SmallVectorImpl<Value> &operands, unsigned &rank);
  void buildStages(OpBuilder &b, Location loc, const Domain &domain,
                   ArrayRef<Value> views, ArrayRef<Value> counters,
                   unsigned number);
  void buildCompute(OpBuilder &b, const Domain &domain, ArrayRef<Value> slots);

  func::FuncOp kernel;
  ScheduleContext &context;
  CoreValues values;
  Value tileId;
};

// Domain dimensions that an access moves along.
SmallVector<unsigned> movingDims(const DomainAccess &access) {
  SmallVector<unsigned> dims;
  for (auto [d, stride] : llvm::enumerate(access.stride))
    if (stride != 0)
      dims.push_back(d);
  return dims;
}

} // namespace

LogicalResult PipelineBuilder::run() {
  OpBuilder b(&kernel.getBody().front(), kernel.getBody().front().begin());
  for (auto id : kernel.getOps<ktdp::GetComputeTileIdOp>())
    if (!tileId)
      tileId = id->getResult(0);
  if (tileId)
    tileId.getDefiningOp()->moveBefore(&kernel.getBody().front().front());
  else
    tileId = ktdp::GetComputeTileIdOp::create(b, kernel.getLoc(),
                                              TypeRange(b.getIndexType()))
                 ->getResult(0);
  SmallVector<linalg::GenericOp> programs;
  kernel.walk([&](linalg::GenericOp op) { programs.push_back(op); });
  for (auto [number, program] : llvm::enumerate(programs))
    if (failed(buildProgram(program, number)))
      return failure();
  // The stores of the source are gone; what only served them goes too.
  tidy(kernel);
  SmallVector<scf::ForOp> empty;
  kernel.walk([&](scf::ForOp loop) {
    if (loop.getBody()->without_terminator().empty())
      empty.push_back(loop);
  });
  for (scf::ForOp loop : empty)
    loop.erase();
  return success();
}

Value PipelineBuilder::offsetOf(OpBuilder &b, Location loc,
                                const DomainAccess &access) {
  Value sum = access.access.base;
  auto addTo = [&](Value part) {
    sum = sum ? Value(arith::AddIOp::create(b, loc, sum, part)) : part;
  };
  if (!sum || maxOf(access.offset.constant) || minOf(access.offset.constant))
    addTo(materialize(b, loc, access.offset.constant, tileId));
  for (const auto &[counter, coefficient] : access.offset.terms)
    addTo(arith::MulIOp::create(b, loc, counter,
                                materialize(b, loc, coefficient, tileId)));
  return sum;
}

// A view of what the access touches: one dimension per domain dimension it
// moves along.
Value PipelineBuilder::viewOf(OpBuilder &b, const Domain &domain,
                              const DomainAccess &access) {
  Location loc = access.access.op->getLoc();
  Value offset = offsetOf(b, loc, access);
  SmallVector<Value> dynamicSizes;
  SmallVector<int64_t> sizes, strides;
  for (unsigned d : movingDims(access)) {
    if (isUniform(domain.extents[d])) {
      sizes.push_back(domain.extents[d].front());
    } else {
      sizes.push_back(ShapedType::kDynamic);
      dynamicSizes.push_back(materialize(b, loc, domain.extents[d], tileId));
    }
    strides.push_back(access.stride[d]);
  }
  if (sizes.empty()) { // one element
    sizes.push_back(1);
    strides.push_back(1);
  }
  SmallVector<AffineExpr> constraints;
  unsigned symbols = 0;
  for (auto [d, size] : llvm::enumerate(sizes)) {
    AffineExpr x = b.getAffineDimExpr(d);
    constraints.push_back(x);
    constraints.push_back(-x - 1 +
                          (ShapedType::isDynamic(size)
                               ? b.getAffineSymbolExpr(symbols++)
                               : b.getAffineConstantExpr(size)));
  }
  SmallVector<bool> equalities(constraints.size(), false);
  auto set = IntegerSet::get(sizes.size(), symbols, constraints, equalities);
  auto type = MemRefType::get(
      sizes, access.access.elementType, AffineMap(),
      b.getStringAttr(context.device.memorySpaces.at("global")));
  auto source = access.access.view.getDefiningOp<ktdp::ConstructMemoryViewOp>();
  return ktdp::ConstructMemoryViewOp::create(
      b, loc, type, offset, dynamicSizes, ValueRange{}, sizes, strides,
      source.getMemorySpaceAttr(), IntegerSetAttr::get(set));
}

AffineMap PipelineBuilder::subscripts(const Domain &domain,
                                      const DomainAccess &access,
                                      ArrayRef<Value> counters,
                                      SmallVectorImpl<Value> &operands,
                                      unsigned &rank) {
  MLIRContext *context = kernel.getContext();
  SmallVector<AffineExpr> exprs;
  for (unsigned d : movingDims(access)) {
    if (!counters[d]) { // a dimension of one element
      exprs.push_back(getAffineConstantExpr(0, context));
      continue;
    }
    exprs.push_back(getAffineDimExpr(operands.size(), context));
    operands.push_back(counters[d]);
  }
  if (exprs.empty())
    exprs.push_back(getAffineConstantExpr(0, context));
  rank = exprs.size();
  return AffineMap::get(operands.size(), 0, exprs, context);
}

// Name of the buffer an access belongs to, for pictures.
static std::string bufferName(const DomainAccess &access,
                              const ScheduleContext &context) {
  if (auto argument = dyn_cast_or_null<BlockArgument>(access.access.base)) {
    unsigned number = argument.getArgNumber();
    if (number < context.kernel.arguments.size())
      return context.kernel.arguments[number].name;
    return "arg" + std::to_string(number);
  }
  if (auto name = dyn_cast<NameLoc>(access.access.view.getLoc()))
    return name.getName().str();
  // Views at constant addresses: found by address.
  int64_t address = access.access.offset.constant.front();
  for (const KernelBuffer &buffer : context.kernel.buffers)
    if (!buffer.argument && buffer.constantAddress == address)
      return buffer.name;
  return "@" + std::to_string(address);
}

// What the access touches, loops outside the domain included.
static Footprint footprintOf(const Domain &domain, const DomainAccess &access,
                             CoreValues &values) {
  Footprint print;
  if (auto argument = dyn_cast_or_null<BlockArgument>(access.access.base))
    print.root = argument.getArgNumber();
  print.store = access.isStore;
  print.elementBytes = formatBytes(*formatOf(access.access.elementType));
  print.offsets.assign(access.offset.constant.begin(),
                       access.offset.constant.end());
  for (unsigned d : movingDims(access)) {
    print.strides.push_back(access.stride[d]);
    print.extents.emplace_back(domain.extents[d].begin(),
                               domain.extents[d].end());
  }
  for (const auto &[counter, coefficient] : access.offset.terms) {
    auto loop = dyn_cast<scf::ForOp>(
        cast<BlockArgument>(counter).getOwner()->getParentOp());
    std::optional<LoopRange> range;
    if (loop)
      range = loopRange(loop, values);
    if (!range || !isUniform(coefficient))
      continue;
    for (auto [offset, first] : llvm::zip(print.offsets, range->first))
      offset += first * coefficient.front();
    print.strides.push_back(coefficient.front() * range->step);
    print.extents.emplace_back(range->trips.begin(), range->trips.end());
  }
  return print;
}

void PipelineBuilder::buildCompute(OpBuilder &b, const Domain &domain,
                                   ArrayRef<Value> slots) {
  linalg::GenericOp source = domain.compute;
  size_t numInputs = domain.loads.size();
  SmallVector<Value> inputs, outputs;
  SmallVector<Type> types;
  MLIRContext *context = b.getContext();
  for (auto [slot, load] :
       llvm::zip(slots.take_front(numInputs), domain.loads)) {
    auto type = RankedTensorType::get({1}, load.access.elementType);
    inputs.push_back(
        ktdf::ReadFromFifoOp::create(b, load.access.op->getLoc(), type, slot));
  }
  for (OpResult result : source->getResults()) {
    auto type = RankedTensorType::get(
        {1}, cast<ShapedType>(result.getType()).getElementType());
    types.push_back(type);
    outputs.push_back(tensor::EmptyOp::create(
        b, source.getLoc(), type.getShape(), type.getElementType()));
  }
  SmallVector<AffineMap> maps(numInputs + types.size(),
                              AffineMap::getMultiDimIdentityMap(1, context));
  SmallVector<utils::IteratorType> iterators{utils::IteratorType::parallel};
  auto generic = linalg::GenericOp::create(b, source.getLoc(), types, inputs,
                                           outputs, maps, iterators);
  IRMapping mapping;
  source.getRegion().cloneInto(&generic.getRegion(), mapping);
  for (auto [i, store] : llvm::enumerate(domain.stores))
    ktdf::WriteToFifoOp::create(b, store.access.op->getLoc(),
                                generic->getResult(domain.storeResult[i]),
                                slots[numInputs + i]);
}

void PipelineBuilder::buildStages(OpBuilder &b, Location loc,
                                  const Domain &domain, ArrayRef<Value> views,
                                  ArrayRef<Value> counters, unsigned number) {
  const std::string &memory = context.device.memorySpaces.at("global");
  const std::string &unit = context.device.vectorUnit()->kind;
  size_t numInputs = domain.loads.size();
  auto access = [&](size_t i) -> const DomainAccess & {
    return i < numInputs ? domain.loads[i] : domain.stores[i - numInputs];
  };
  size_t total = numInputs + domain.stores.size();
  auto transfer = [&](OpBuilder &nested, size_t i, Value slot) {
    SmallVector<Value> operands;
    unsigned rank;
    AffineMap map = subscripts(domain, access(i), counters, operands, rank);
    SmallVector<int64_t> ones(rank, 1);
    Location at = access(i).access.op->getLoc();
    ktdf::DataTransferOp op;
    if (i < numInputs)
      op = ktdf::DataTransferOp::create(nested, at, views[i], map, operands,
                                        ones, slot, AffineMap(), ValueRange{},
                                        ArrayRef<int64_t>{1});
    else
      op = ktdf::DataTransferOp::create(nested, at, slot, AffineMap(),
                                        ValueRange{}, ArrayRef<int64_t>{1},
                                        views[i], map, operands, ones);
    op->setAttr("sg.buffer", b.getStringAttr(bufferName(access(i), context)));
  };
  auto body = [&](OpBuilder &nested, Location) {
    auto priv =
        ktdf::PrivateOp::create(nested, loc, [&](OpBuilder &inner, Location) {
          SmallVector<Value> results;
          for (size_t i = 0; i < total; ++i) {
            bool in = i < numInputs;
            auto type =
                ktdf::FifoSlotType::get(in ? memory : unit, in ? unit : memory,
                                        1, access(i).access.elementType);
            results.push_back(ktdf::FifoAllocateOp::create(
                                  inner, access(i).access.op->getLoc(), type)
                                  .getSlots()[0]);
          }
          for (int i = 0; i < 2; ++i)
            results.push_back(ktdf::CreateTokenOp::create(inner, loc));
          return results;
        });
    SmallVector<Value> slots(priv.getResults().take_front(total));
    Value loaded = priv.getResult(total), computed = priv.getResult(total + 1);
    SmallVector<Value> wait;
    if (numInputs) {
      wait.push_back(loaded);
      ktdf::StageOp::create(nested, loc, ValueRange{}, ValueRange{loaded}, {},
                            [&](OpBuilder &inner, Location) {
                              for (size_t i = 0; i < numInputs; ++i)
                                transfer(inner, i, slots[i]);
                            });
    }
    StringRef vectorUnit = unit;
    ktdf::StageOp::create(nested, loc, wait, ValueRange{computed},
                          ArrayRef(vectorUnit),
                          [&](OpBuilder &inner, Location) {
                            buildCompute(inner, domain, slots);
                          });
    ktdf::StageOp::create(nested, loc, ValueRange{computed}, ValueRange{}, {},
                          [&](OpBuilder &inner, Location) {
                            for (size_t i = numInputs; i < total; ++i)
                              transfer(inner, i, slots[i]);
                          });
  };
  auto pipeline = ktdf::PipelineOp::create(b, loc, std::nullopt, body);
  pipeline->setAttr("sg.program", b.getI64IntegerAttr(number));
}

LogicalResult PipelineBuilder::buildProgram(linalg::GenericOp compute,
                                            unsigned number) {
  FailureOr<Domain> domain =
      buildDomain(compute, values, context.options.tileRows > 0,
                  context.options.tileColumns > 0);
  if (failed(domain))
    return failure();
  if (domain->clipped)
    context.remark("build-pipelines", compute.getLoc(),
                   "some tiles reach past the end of a view; only what lies "
                   "inside is loaded and stored");
  for (const auto *list : {&domain->loads, &domain->stores})
    for (const DomainAccess &access : *list) {
      if (!formatOf(access.access.elementType))
        return access.access.op->emitError("elements of type ")
               << access.access.elementType << " are not handled by any unit";
      context.footprints.push_back(footprintOf(*domain, access, values));
    }
  Location loc = compute.getLoc();
  Operation *root =
      domain->loops.empty() ? compute.getOperation() : domain->loops.front();
  OpBuilder b(root);
  SmallVector<Value> views;
  for (const DomainAccess &load : domain->loads)
    views.push_back(viewOf(b, *domain, load));
  for (const DomainAccess &store : domain->stores)
    views.push_back(viewOf(b, *domain, store));

  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  SmallVector<Value> counters(domain->extents.size());
  SmallVector<Value> bounds(domain->extents.size());
  for (auto [d, extent] : llvm::enumerate(domain->extents))
    bounds[d] = materialize(b, loc, extent, tileId);
  for (size_t d = 0; d < counters.size(); ++d) {
    auto loop = scf::ForOp::create(b, loc, zero, bounds[d], one);
    ktdf::setLoopType(loop, ktdf::LoopType::ParallelLoop);
    counters[d] = loop.getInductionVar();
    b.setInsertionPointToStart(loop.getBody());
  }
  buildStages(b, loc, *domain, views, counters, number);

  for (const DomainAccess &store : domain->stores)
    store.access.op->erase();
  compute.erase();
  for (scf::ForOp loop : llvm::reverse(domain->loops)) {
    IRRewriter rewriter(kernel.getContext());
    (void)runRegionDCE(rewriter, loop->getRegions());
    if (loop.getBody()->without_terminator().empty())
      loop.erase();
  }
  return success();
}

namespace {
struct BuildPipelines : SchedulePass<BuildPipelines> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BuildPipelines)
  using SchedulePass::SchedulePass;
  static constexpr llvm::StringLiteral argument = "sg-build-pipelines";
  static constexpr llvm::StringLiteral purpose =
      "Rewrites every program as loops around a load, a compute and a store "
      "stage, one element at a time, with all parallel loops of the source "
      "merged into one iteration space";
  LogicalResult run(func::FuncOp kernel) {
    return PipelineBuilder(kernel, *context).run();
  }
};
} // namespace

std::unique_ptr<Pass> createBuildPipelinesPass(ScheduleContextPtr context) {
  return std::make_unique<BuildPipelines>(std::move(context));
}

} // namespace sg
