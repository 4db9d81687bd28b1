// KTIR text: limits, parsing, and what a module of kernels has to be.
#include "engine/frontend/Frontend.h"
#include "engine/frontend/SourceNames.h"
#include "engine/ir/Dialects.h"
#include "engine/ir/Scan.h"
#include "engine/ir/ktdp/Ktdp.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace sg;

// More tiles than any device has: keeps products of axes from overflowing.
static constexpr int64_t maxTiles = int64_t(1) << 20;

// Older files ask for one coordinate at a time, `ktdp.get_compute_tile_id {dim
// = 1} : index`; that becomes one result of an operation for all of them.
static LogicalResult rewriteTileIds(func::FuncOp kernel) {
  SmallVector<ktdp::GetComputeTileIdOp> old;
  kernel.walk([&](ktdp::GetComputeTileIdOp id) {
    if (id->hasAttr("dim"))
      old.push_back(id);
  });
  if (old.empty())
    return success();
  FailureOr<SmallVector<int64_t>> grid = readGrid(kernel);
  if (failed(grid))
    return failure();
  size_t axes = std::max<size_t>(grid->size(), 1);
  for (ktdp::GetComputeTileIdOp id : old) {
    auto dim = dyn_cast<IntegerAttr>(id->getAttr("dim"));
    if (!dim || id.getNumResults() != 1 || dim.getValue().isNegative() ||
        dim.getValue().uge(axes))
      return id.emitError() << "asks for axis " << id->getAttr("dim")
                            << " of a grid of " << axes
                            << " axes: write ktdp.get_compute_tile_id with one "
                               "result per axis";
    OpBuilder builder(id);
    SmallVector<Type> types(axes, builder.getIndexType());
    auto all = ktdp::GetComputeTileIdOp::create(builder, id.getLoc(), types);
    id.getResult(0).replaceAllUsesWith(
        all.getResult(dim.getValue().getZExtValue()));
    id.erase();
  }
  return success();
}

FailureOr<OwningOpRef<ModuleOp>>
sg::parseKtir(StringRef text, StringRef fileName, MLIRContext &context) {
  if (std::optional<ScanError> error = scanSource(text)) {
    emitError(
        FileLineColLoc::get(&context, fileName, error->line, error->column))
        << error->message;
    return failure();
  }
  DialectRegistry registry;
  registerDialects(registry);
  context.appendDialectRegistry(registry);
  OwningOpRef<ModuleOp> module = parseWithNames(text, fileName, context);
  if (!module)
    return failure();
  for (func::FuncOp kernel : findKernels(*module))
    if (failed(rewriteTileIds(kernel)))
      return failure();
  if (failed(checkKtir(*module)))
    return failure();
  return module;
}

SmallVector<func::FuncOp> sg::findKernels(ModuleOp module) {
  SmallVector<func::FuncOp> kernels;
  module.walk([&](func::FuncOp function) {
    if (!function.isDeclaration())
      kernels.push_back(function);
  });
  return kernels;
}

// "softmax, rms_norm"; long lists are cut.
static std::string listNames(MutableArrayRef<func::FuncOp> kernels) {
  constexpr size_t most = 20;
  std::string names;
  for (auto [number, kernel] : llvm::enumerate(kernels)) {
    if (number == most)
      return names + ", ... (" + std::to_string(kernels.size()) + " in all)";
    names += (number ? ", " : "") + kernel.getSymName().str();
  }
  return names;
}

FailureOr<func::FuncOp> sg::selectKernel(ModuleOp module, StringRef name) {
  SmallVector<func::FuncOp> kernels = findKernels(module);
  if (kernels.empty())
    return emitError(module.getLoc())
           << "there is no kernel: write a func.func with a body";
  if (name.empty()) {
    if (kernels.size() == 1)
      return kernels.front();
    return emitError(module.getLoc())
           << "there are " << kernels.size() << " kernels: choose one of "
           << listNames(kernels);
  }
  for (func::FuncOp kernel : kernels)
    if (kernel.getSymName() == name)
      return kernel;
  return emitError(module.getLoc())
         << "there is no kernel '" << name << "': choose one of "
         << listNames(kernels);
}

// The numbers of an array attribute of any kind; nothing if it is none.
static std::optional<SmallVector<int64_t>> readNumbers(Attribute attribute) {
  SmallVector<int64_t> numbers;
  if (auto dense = dyn_cast<DenseI64ArrayAttr>(attribute))
    return SmallVector<int64_t>(dense.asArrayRef());
  if (auto dense = dyn_cast<DenseI32ArrayAttr>(attribute)) {
    llvm::append_range(numbers, dense.asArrayRef());
    return numbers;
  }
  auto array = dyn_cast<ArrayAttr>(attribute);
  if (!array)
    return std::nullopt;
  for (Attribute element : array) {
    auto number = dyn_cast<IntegerAttr>(element);
    if (!number || !number.getValue().isSignedIntN(64))
      return std::nullopt;
    numbers.push_back(number.getValue().getSExtValue());
  }
  return numbers;
}

FailureOr<SmallVector<int64_t>> sg::readGrid(func::FuncOp kernel) {
  Attribute attribute = kernel->getAttr("grid");
  if (!attribute)
    return SmallVector<int64_t>();
  std::optional<SmallVector<int64_t>> grid = readNumbers(attribute);
  if (!grid || grid->size() > 3 ||
      llvm::any_of(*grid, [](int64_t axis) { return axis < 1; }))
    return kernel.emitError()
           << "kernel '" << kernel.getSymName() << "' has grid = " << attribute
           << ": write up to three positive numbers of tiles, as in grid = "
              "[32] or grid = [2, 16]";
  int64_t tiles = 1;
  for (int64_t axis : *grid)
    if (axis > maxTiles || (tiles *= axis) > maxTiles)
      return kernel.emitError()
             << "kernel '" << kernel.getSymName()
             << "' has grid = " << attribute << ", more than " << maxTiles
             << " tiles: no device is that large";
  return *grid;
}

static LogicalResult checkKernel(func::FuncOp kernel) {
  FailureOr<SmallVector<int64_t>> grid = readGrid(kernel);
  if (failed(grid))
    return failure();
  WalkResult result = kernel.walk([&](Operation *op) -> WalkResult {
    if (auto id = dyn_cast<ktdp::GetComputeTileIdOp>(op)) {
      size_t axes = id.getNumResults();
      if (grid->empty() || axes == 1 || axes == grid->size())
        return WalkResult::advance();
      return id.emitError()
             << "asks for " << axes << " coordinates in a grid of "
             << grid->size()
             << " axes: take one per axis, or one for the tile's number";
    }
    if (auto produce = dyn_cast<ktdp::InterTileProduceOp>(op)) {
      if (produce.getFuture().hasOneUse())
        return WalkResult::advance();
      return produce.emitError()
             << "is delivered "
             << (produce.getFuture().use_empty() ? "nowhere" : "twice")
             << ": use the future in one ktdp.inter_tile_consume or "
                "ktdp.inter_tile_reduce";
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult sg::checkKtir(ModuleOp module) {
  SmallVector<func::FuncOp> kernels = findKernels(module);
  if (kernels.empty())
    return emitError(module.getLoc())
           << "there is no kernel: write a func.func with a body";
  for (func::FuncOp kernel : kernels)
    if (failed(checkKernel(kernel)))
      return failure();
  return success();
}
