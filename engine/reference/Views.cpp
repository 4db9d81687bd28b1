#include "engine/reference/Views.h"
#include "engine/reference/Points.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace sg::reference {

namespace {
struct Uses {
  bool fixed = false, base = false, data = false;
};

// Follows a value forward through scalars to what it decides.
class UseWalk {
public:
  explicit UseWalk(Value from) { follow(from); }

  Uses run() {
    for (size_t i = 0; i < values.size(); ++i)
      for (OpOperand &use : values[i].getUses())
        visit(use);
    return uses;
  }

private:
  void follow(Value value) { values.insert(value); }
  void followResults(Operation *op) {
    for (Value result : op->getResults())
      follow(result);
  }

  void visit(OpOperand &use);
  void visitYield(OpOperand &use);

  Uses uses;
  llvm::SetVector<Value> values;
};

void UseWalk::visitYield(OpOperand &use) {
  Operation *parent = use.getOwner()->getParentOp();
  unsigned number = use.getOperandNumber();
  if (auto condition = dyn_cast<scf::ConditionOp>(use.getOwner())) {
    uses.fixed |= number == 0;
    followResults(parent);
    for (Region &region : parent->getRegions())
      for (BlockArgument argument : region.getArguments())
        follow(argument);
    return;
  }
  if (number < parent->getNumResults()) {
    // The element of a tensor, where a compute region ends.
    if (isa<ShapedType>(parent->getResult(number).getType())) {
      uses.data = true;
      return;
    }
    follow(parent->getResult(number));
  }
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    follow(loop.getRegionIterArg(number));
  else if (isa<scf::WhileOp>(parent))
    for (BlockArgument argument : parent->getRegion(0).getArguments())
      follow(argument);
}

void UseWalk::visit(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (isa<ktdp::ConstructMemoryViewOp>(op)) {
    (number == 0 ? uses.base : uses.fixed) = true;
  } else if (op->hasTrait<OpTrait::IsTerminator>()) {
    visitYield(use);
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (number < 3) {
      uses.fixed = true;
      return;
    }
    follow(loop.getRegionIterArg(number - 3));
    follow(loop.getResult(number - 3));
  } else if (isa<scf::IfOp>(op)) {
    uses.fixed = true;
  } else if (isa<scf::WhileOp>(op)) {
    followResults(op);
    for (BlockArgument argument : op->getRegion(0).getArguments())
      follow(argument);
  } else if (auto extract = dyn_cast<ktdp::RuntimeArgExtractOp>(op)) {
    if (extract.getKind() == ktdp::RuntimeArgExtractKind::Value)
      follow(extract.getResult());
  } else if (isa<tensor::SplatOp, tensor::FromElementsOp>(op)) {
    (number == 0 || isa<tensor::FromElementsOp>(op) ? uses.data : uses.fixed) =
        true;
  } else if (isa<tensor::TensorDialect, memref::MemRefDialect,
                 ktdp::KtdpDialect>(op->getDialect())) {
    // The inserted element is data, everything else says where or how much.
    bool isData = isa<tensor::InsertOp>(op) && number == 0;
    (isData ? uses.data : uses.fixed) = true;
  } else if (op->getNumResults() == 0 ||
             llvm::any_of(op->getResultTypes(),
                          [](Type type) { return isa<ShapedType>(type); })) {
    uses.data = true;
  } else {
    followResults(op);
  }
}

// Where an address comes from.
struct Origin {
  enum Kind : uint8_t { NoBase, Argument, Mixed };
  Kind kind = NoBase;
  unsigned argument = 0;
  bool operator==(const Origin &) const = default;
};

class BaseTrace {
public:
  BaseTrace(func::FuncOp kernel, ArrayRef<ArgumentKind> kinds)
      : kernel(kernel), kinds(kinds) {}

  Origin trace(Value value) {
    // An address that was loaded is data, wherever it was loaded from.
    if (!isa<IndexType, IntegerType, ktdp::RuntimeArgType>(value.getType()))
      return {};
    auto [at, fresh] = known.try_emplace(value);
    if (!fresh)
      return at->second;
    if (known.size() > 100000)
      return {Origin::Mixed, 0};
    // A loop that carries an address meets its own value: no base so far.
    Origin origin = compute(value);
    known[value] = origin;
    return origin;
  }

private:
  static Origin mixed() { return {Origin::Mixed, 0}; }

  Origin compute(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      unsigned number = argument.getArgNumber();
      Operation *parent = argument.getOwner()->getParentOp();
      if (parent == kernel)
        return number < kinds.size() && kinds[number] == ArgumentKind::Base
                   ? Origin{Origin::Argument, number}
                   : Origin{};
      if (auto loop = dyn_cast<scf::ForOp>(parent); loop && number > 0)
        return trace(loop.getInitArgs()[number - 1]);
      return {};
    }
    Operation *op = value.getDefiningOp();
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return trace(loop.getInitArgs()[cast<OpResult>(value).getResultNumber()]);
    if (auto affine = dyn_cast<affine::AffineApplyOp>(op))
      return affineOrigin(affine);
    SmallVector<Origin, 3> origins;
    for (Value operand : op->getOperands())
      origins.push_back(trace(operand));
    bool any = llvm::any_of(origins,
                            [](Origin o) { return o.kind != Origin::NoBase; });
    if (!any)
      return {};
    bool isSum = isa<arith::AddIOp>(op);
    bool isDifference = isa<arith::SubIOp>(op);
    if (isSum || isDifference) {
      if (origins[1].kind == Origin::NoBase)
        return origins[0];
      if (isSum && origins[0].kind == Origin::NoBase)
        return origins[1];
      return mixed();
    }
    if (isa<arith::SelectOp>(op))
      return origins[1] == origins[2] ? origins[1] : mixed();
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp, ktdp::RuntimeArgExtractOp>(op))
      return origins[0];
    return mixed();
  }

  Origin affineOrigin(affine::AffineApplyOp op) {
    AffineMap map = op.getAffineMap();
    Origin result;
    // Symbols count as further dimensions: their values do not matter here.
    unsigned inputs = map.getNumInputs();
    SmallVector<AffineExpr> symbols;
    for (unsigned i = map.getNumDims(); i < inputs; ++i)
      symbols.push_back(getAffineDimExpr(i, op.getContext()));
    AffineExpr expr = map.getResult(0).replaceSymbols(symbols);
    std::optional<LinearExpr> linear = linearOf(expr, inputs, {});
    for (auto [i, operand] : llvm::enumerate(op.getMapOperands())) {
      Origin origin = trace(operand);
      if (origin.kind == Origin::NoBase)
        continue;
      if (result.kind != Origin::NoBase || origin.kind == Origin::Mixed ||
          !linear || linear->coefficients[i] != 1)
        return mixed();
      result = origin;
    }
    return result;
  }

  func::FuncOp kernel;
  ArrayRef<ArgumentKind> kinds;
  DenseMap<Value, Origin> known;
};

bool isGlobal(ktdp::ConstructMemoryViewOp view) {
  return !view.getMemorySpace().isLocal();
}

void collectViews(Value view, AccessedViews &views, bool isIndex) {
  SmallVector<Value> pending = {view};
  for (size_t i = 0; i < pending.size(); ++i) {
    Operation *op = pending[i].getDefiningOp();
    if (!op)
      continue;
    if (auto made = dyn_cast<ktdp::ConstructMemoryViewOp>(op))
      (isIndex ? views.indices : views.data).push_back(made);
    else if (isa<MemRefType>(pending[i].getType()))
      for (Value operand : op->getOperands())
        if (isa<MemRefType>(operand.getType()))
          pending.push_back(operand);
  }
}
} // namespace

std::vector<ArgumentKind> classifyArguments(func::FuncOp kernel) {
  std::vector<ArgumentKind> kinds;
  for (BlockArgument argument : kernel.getArguments()) {
    Uses uses = UseWalk(argument).run();
    kinds.push_back(uses.fixed  ? ArgumentKind::Fixed
                    : uses.base ? ArgumentKind::Base
                    : uses.data ? ArgumentKind::Scalar
                                : ArgumentKind::Unused);
  }
  return kinds;
}

bool hasMixedBases(func::FuncOp kernel, ArrayRef<ArgumentKind> kinds) {
  BaseTrace trace(kernel, kinds);
  WalkResult result = kernel.walk([&](ktdp::ConstructMemoryViewOp view) {
    return isGlobal(view) && trace.trace(view.getOffset()).kind == Origin::Mixed
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

FailureOr<ViewGroups> groupViews(func::FuncOp kernel,
                                 ArrayRef<ArgumentKind> kinds) {
  ViewGroups result;
  BaseTrace trace(kernel, kinds);
  bool ok = true;
  kernel.walk([&](ktdp::ConstructMemoryViewOp view) {
    if (!isGlobal(view))
      return;
    Origin origin = trace.trace(view.getOffset());
    if (origin.kind == Origin::Mixed) {
      view.emitError("the view's base address is not one base argument plus an "
                     "offset: give the other arguments values with `--define`, "
                     "or add to the base only");
      ok = false;
      return;
    }
    ViewGroup key;
    APInt constant;
    if (origin.kind == Origin::Argument)
      key.argument = origin.argument;
    else if (matchPattern(view.getOffset(), m_ConstantInt(&constant)))
      key.constant = constant.getSExtValue();
    else
      key.offset = view.getOffset();
    // Constants count elements: one number is another place for another type.
    auto bytesAt = [](const ViewGroup &group,
                      ktdp::ConstructMemoryViewOp view) {
      auto format = formatOf(view.getViewType().getElementType());
      return APInt(128, group.constant.value_or(0), true) *
             (format ? formatBytes(*format) : 1);
    };
    auto group = llvm::find_if(result.groups, [&](const ViewGroup &other) {
      return other.argument == key.argument &&
             other.constant.has_value() == key.constant.has_value() &&
             bytesAt(other, other.views.front()) == bytesAt(key, view) &&
             other.offset == key.offset;
    });
    if (group == result.groups.end())
      group = result.groups.insert(group, key);
    if (!group->views.empty() &&
        group->views.front().getViewType().getElementType() !=
            view.getViewType().getElementType()) {
      InFlightDiagnostic diagnostic =
          view.emitError("views of one base have different element types, ")
          << group->views.front().getViewType().getElementType() << " and "
          << view.getViewType().getElementType()
          << ": base addresses count elements, so that one of them is wrong";
      diagnostic.attachNote(group->views.front().getLoc()) << "the other view";
      ok = false;
      return;
    }
    result.groupOf[view] = size_t(group - result.groups.begin());
    group->views.push_back(view);
  });
  if (!ok)
    return failure();
  return result;
}

AccessedViews accessedViews(Value accessTile) {
  AccessedViews views;
  Operation *op = accessTile.getDefiningOp();
  if (!op)
    return views;
  if (Value view = ktdp::getAccessedView(accessTile))
    collectViews(view, views, false);
  if (auto indirect = dyn_cast<ktdp::ConstructIndirectAccessTileOp>(op))
    for (Value index : indirect.getIndirectMemrefs())
      collectViews(index, views, true);
  return views;
}

} // namespace sg::reference
