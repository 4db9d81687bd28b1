// Arguments, grid and buffers of a kernel.
#include "engine/reference/Arguments.h"
#include "engine/reference/ScalarRun.h"
#include "engine/reference/Views.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg::reference;

namespace sg {

namespace {
constexpr int64_t maxTiles = int64_t(1) << 20;

FailureOr<std::vector<int64_t>> gridOf(func::FuncOp kernel,
                                       const std::vector<int64_t> &given) {
  std::vector<int64_t> grid = given;
  if (Attribute attribute = kernel->getAttr("grid");
      attribute && grid.empty()) {
    if (auto array = dyn_cast<ArrayAttr>(attribute)) {
      for (Attribute entry : array) {
        auto size = dyn_cast<IntegerAttr>(entry);
        grid.push_back(size && size.getValue().getBitWidth() <= 64
                           ? size.getValue().getSExtValue()
                           : 0);
      }
    } else if (auto array = dyn_cast<DenseI64ArrayAttr>(attribute)) {
      grid.assign(array.asArrayRef().begin(), array.asArrayRef().end());
    } else {
      kernel.emitError("the grid is ")
          << attribute << ": write one size per axis, as in grid = [2, 16]";
      return failure();
    }
  }
  if (grid.empty())
    grid = {1};
  int64_t tiles = 1;
  for (int64_t size : grid) {
    if (size < 1 || size > maxTiles || (tiles *= size) > maxTiles) {
      kernel.emitError("the grid has an axis below 1, or more than ")
          << maxTiles << " tiles in all";
      return failure();
    }
  }
  return grid;
}

// Names that differ from all before.
class Names {
public:
  std::string unique(std::string name) {
    std::string result = name;
    for (int i = 2; !taken.insert(result).second; ++i)
      result = name + "_" + std::to_string(i);
    return result;
  }

private:
  llvm::StringSet<> taken;
};

std::string nameFrom(llvm::function_ref<std::string(Value)> nameOf, Value value,
                     std::string fallback) {
  std::string name = nameOf ? nameOf(value) : std::string();
  return name.empty() ? fallback : name;
}

LogicalResult describeArguments(
    func::FuncOp kernel, const std::map<std::string, std::string> &defines,
    llvm::function_ref<std::string(Value)> nameOf, KernelInfo &info) {
  std::vector<std::string> names;
  Names unique;
  for (BlockArgument argument : kernel.getArguments())
    names.push_back(unique.unique(nameFrom(
        nameOf, argument, "arg" + std::to_string(argument.getArgNumber()))));
  for (const auto &[name, value] : defines)
    if (!llvm::is_contained(names, name)) {
      InFlightDiagnostic diagnostic = kernel.emitError("there is no argument '")
                                      << name << "' to define; the kernel has ";
      if (names.empty())
        diagnostic << "no arguments";
      llvm::interleaveComma(names, diagnostic);
      return diagnostic;
    }
  std::vector<ArgumentKind> kinds = classifyArguments(kernel);
  // In `%base + %offset` either could be the base; one with a value is not.
  if (hasMixedBases(kernel, kinds))
    for (auto [i, kind] : llvm::enumerate(kinds))
      if (kind == ArgumentKind::Base &&
          (defines.count(names[i]) || kernel.getArgAttr(i, "sg.value")))
        kind = ArgumentKind::Fixed;
  for (auto [i, kind] : llvm::enumerate(kinds)) {
    FailureOr<KernelArgument> argument =
        describeArgument(kernel, i, names[i], kind, defines);
    if (failed(argument))
      return failure();
    info.arguments.push_back(std::move(*argument));
  }
  return success();
}

// Smallest and largest element of a view relative to its address; nothing when
// it is empty. Failure when they do not fit 64 bits.
struct Span {
  bool isEmpty = false;
  int64_t low = 0, high = 0;
};
std::optional<Span> spanOf(const ViewExtent &view) {
  Span span;
  span.low = span.high = view.offset;
  for (auto [size, stride] : llvm::zip(view.sizes, view.strides)) {
    if (size <= 0) {
      span.isEmpty = true;
      continue;
    }
    int64_t reach;
    int64_t &end = stride < 0 ? span.low : span.high;
    if (llvm::MulOverflow(stride, size - 1, reach) ||
        llvm::AddOverflow(end, reach, end))
      return std::nullopt;
  }
  return span;
}

// What is known of a buffer while views are met: absolute addresses.
struct Region {
  bool isMet = false, hasElements = false;
  int64_t base = 0, low = 0, high = 0;
  int64_t firstView = 0; ///< where the first view's element 0 is
};

bool addView(const ViewExtent &view, const ViewGroup &group, Region &region,
             KernelBuffer &buffer) {
  std::optional<Span> span = spanOf(view);
  if (!span || span->high > std::numeric_limits<int64_t>::max() / 16 ||
      span->low < std::numeric_limits<int64_t>::min() / 16) {
    view.op->emitOpError("covers addresses that do not fit 64 bits");
    return false;
  }
  if (!region.isMet) {
    buffer.shape.assign(view.sizes.begin(), view.sizes.end());
    buffer.strides.assign(view.strides.begin(), view.strides.end());
    region.firstView = view.offset;
  }
  // Without an argument the lowest address a view starts at is the base.
  if (!group.argument)
    region.base =
        region.isMet ? std::min(region.base, view.offset) : view.offset;
  region.isMet = true;
  if (span->isEmpty)
    return true;
  region.low = region.hasElements ? std::min(region.low, span->low) : span->low;
  region.high =
      region.hasElements ? std::max(region.high, span->high) : span->high;
  region.hasElements = true;
  return true;
}

void markUses(func::FuncOp kernel, const ViewGroups &groups, KernelInfo &info) {
  std::vector<bool> read(info.buffers.size()), written(info.buffers.size());
  auto mark = [&](ArrayRef<ktdp::ConstructMemoryViewOp> views,
                  std::vector<bool> &flags) {
    for (ktdp::ConstructMemoryViewOp view : views) {
      auto found = groups.groupOf.find(view);
      if (found != groups.groupOf.end())
        flags[found->second] = true;
    }
  };
  kernel.walk([&](Operation *op) {
    bool isStore = isa<ktdp::StoreOp>(op);
    if (!isStore && !isa<ktdp::LoadOp>(op))
      return;
    AccessedViews views = accessedViews(op->getOperand(isStore ? 1 : 0));
    mark(views.data, isStore ? written : read);
    mark(views.indices, read);
  });
  for (size_t i = 0; i < info.buffers.size(); ++i)
    info.buffers[i].use = !written[i] ? BufferUse::In
                          : read[i]   ? BufferUse::InOut
                                      : BufferUse::Out;
}

LogicalResult describeBuffers(func::FuncOp kernel, const OpTable &ops,
                              llvm::function_ref<std::string(Value)> nameOf,
                              KernelInfo &info) {
  std::vector<ArgumentKind> kinds;
  for (const KernelArgument &argument : info.arguments)
    kinds.push_back(argument.kind);
  FailureOr<ViewGroups> groups = groupViews(kernel, kinds);
  if (failed(groups))
    return failure();
  Names unique;
  unsigned unnamed = 0;
  for (const ViewGroup &group : groups->groups) {
    KernelBuffer buffer;
    ktdp::ConstructMemoryViewOp view = group.views.front();
    Type element = view.getViewType().getElementType();
    std::optional<Format> format = formatOf(element);
    if (!format)
      return view.emitError("buffers of ")
             << element
             << " are not supported: use f16, bf16, f32, i1, i8, "
                "i16, i32, i64 or index";
    buffer.format = *format;
    if (group.argument) {
      buffer.argument = *group.argument;
      buffer.name = unique.unique(info.arguments[*group.argument].name);
    } else {
      buffer.name = unique.unique(nameFrom(nameOf, view.getResult(),
                                           "view" + std::to_string(unnamed++)));
    }
    info.buffers.push_back(std::move(buffer));
  }
  std::vector<Region> regions(info.buffers.size());
  ScalarRun run(kernel, ops, info.grid, [&](const ViewExtent &view) {
    size_t number = groups->groupOf.lookup(view.op);
    return addView(view, groups->groups[number], regions[number],
                   info.buffers[number]);
  });
  for (auto [i, argument] : llvm::enumerate(info.arguments)) {
    if (argument.kind == ArgumentKind::Base)
      run.setArgument(i, 0);
    else if (argument.kind == ArgumentKind::Fixed)
      run.setArgument(i, argument.value);
  }
  if (failed(run.run()))
    return failure();
  for (auto [region, buffer] : llvm::zip(regions, info.buffers)) {
    buffer.constantAddress = region.base;
    buffer.viewOffset = region.firstView - region.base;
    if (!region.hasElements)
      continue;
    buffer.firstElement = region.low - region.base;
    buffer.endElement = region.high - region.base + 1;
  }
  for (auto [cost, elements] : run.work)
    info.work.emplace_back(costClassName(cost), elements);
  markUses(kernel, *groups, info);
  return success();
}
} // namespace

FailureOr<KernelInfo> describeKernel(
    func::FuncOp kernel, const std::map<std::string, std::string> &defines,
    const std::vector<int64_t> &grid,
    llvm::function_ref<std::string(Value)> nameOf, const OpTable &ops) {
  KernelInfo info;
  info.name = kernel.getSymName().str();
  if (kernel.isDeclaration()) {
    kernel.emitError("the kernel has no body");
    return failure();
  }
  FailureOr<std::vector<int64_t>> sizes = gridOf(kernel, grid);
  if (failed(sizes))
    return failure();
  info.grid = std::move(*sizes);
  if (failed(describeArguments(kernel, defines, nameOf, info)) ||
      failed(describeBuffers(kernel, ops, nameOf, info)))
    return failure();
  return info;
}

} // namespace sg
