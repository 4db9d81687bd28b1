// Fixes what a schedule depends on: sizes become constants, and the grid
// becomes one row of compute tiles.
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/schedule/Passes.h"
#include "engine/schedule/SchedulePass.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace sg {

// Coordinates on the grid from the flat tile id, last axis fastest.
static void flattenIds(func::FuncOp kernel, ArrayRef<int64_t> grid) {
  SmallVector<ktdp::GetComputeTileIdOp> ids;
  kernel.walk([&](ktdp::GetComputeTileIdOp id) { ids.push_back(id); });
  OpBuilder b(kernel.getContext());
  Value flat;
  for (ktdp::GetComputeTileIdOp id : ids) {
    if (!flat) {
      b.setInsertionPointToStart(&kernel.getBody().front());
      flat = ktdp::GetComputeTileIdOp::create(b, id.getLoc(),
                                              TypeRange(b.getIndexType()))
                 ->getResult(0);
    }
    b.setInsertionPoint(id);
    Location loc = id.getLoc();
    if (id->getNumResults() == 1) {
      id->getResult(0).replaceAllUsesWith(flat);
    } else {
      int64_t inner = 1;
      for (size_t axis = grid.size(); axis-- > 0;) {
        AffineExpr d = b.getAffineDimExpr(0);
        AffineExpr at = d.floorDiv(inner) % grid[axis];
        inner *= grid[axis];
        Value coordinate = affine::AffineApplyOp::create(
            b, loc, AffineMap::get(1, 0, at), ValueRange{flat});
        id->getResult(axis).replaceAllUsesWith(coordinate);
      }
    }
    id.erase();
  }
  int64_t tiles = 1;
  for (int64_t extent : grid)
    tiles *= extent;
  kernel->setAttr("grid", b.getI64ArrayAttr({tiles}));
}

// The constant an argument or a bound of it was fixed to.
static LogicalResult fixArguments(func::FuncOp kernel, const KernelInfo &info) {
  OpBuilder b(&kernel.getBody().front(), kernel.getBody().front().begin());
  auto number = [&](Location loc, Type type, int64_t value) -> Value {
    if (type.isIndex())
      return arith::ConstantIndexOp::create(b, loc, value);
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
  };
  for (auto [i, argument] : llvm::enumerate(kernel.getArguments())) {
    std::optional<int64_t> value;
    if (i < info.arguments.size() &&
        info.arguments[i].kind == ArgumentKind::Fixed)
      value = info.arguments[i].value;
    if (auto type = dyn_cast<ktdp::RuntimeArgType>(argument.getType())) {
      for (Operation *user : llvm::make_early_inc_range(argument.getUsers())) {
        auto extract = dyn_cast<ktdp::RuntimeArgExtractOp>(user);
        if (!extract)
          continue;
        std::optional<int64_t> what = value;
        if (extract.getKind() == ktdp::RuntimeArgExtractKind::Granularity)
          what = type.getGranularity();
        else if (extract.getKind() == ktdp::RuntimeArgExtractKind::Upperbound)
          what = type.getUpperbound();
        if (!what)
          return extract.emitError("this argument has no value yet; give one "
                                   "with --define NAME=VALUE");
        extract.getResult().replaceAllUsesWith(
            number(extract.getLoc(), extract.getResult().getType(), *what));
        extract.erase();
      }
      continue;
    }
    if (value && argument.getType().isIntOrIndex())
      argument.replaceAllUsesWith(
          number(argument.getLoc(), argument.getType(), *value));
  }
  return success();
}

// What computes positions and bounds. Data is left alone: it is computed by the
// op table's functions, which folding on this machine need not agree with.
static SmallVector<Operation *> controlOf(func::FuncOp kernel) {
  SmallVector<Operation *> result;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<linalg::LinalgOp>(op))
      return WalkResult::skip();
    bool isControl = llvm::is_contained({"arith", "affine", "scf"},
                                        op->getName().getDialectNamespace());
    if (isControl && llvm::all_of(op->getResultTypes(), [](Type type) {
          return type.isIntOrIndex();
        }))
      result.push_back(op);
    return WalkResult::advance();
  });
  return result;
}

namespace {
struct Specialize : SchedulePass<Specialize> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Specialize)
  using SchedulePass::SchedulePass;
  static constexpr llvm::StringLiteral argument = "sg-specialize";
  static constexpr llvm::StringLiteral purpose =
      "Fixes sizes to the values given and the grid to one row of compute "
      "tiles, so that every bound is known for every tile";

  LogicalResult run(func::FuncOp kernel) {
    if (failed(fixArguments(kernel, context->kernel)))
      return failure();
    flattenIds(kernel, context->kernel.grid);
    RewritePatternSet patterns(&getContext());
    for (StringRef dialect : {"arith", "affine", "scf"})
      if (Dialect *loaded = getContext().getLoadedDialect(dialect))
        loaded->getCanonicalizationPatterns(patterns);
    for (RegisteredOperationName name : getContext().getRegisteredOperations())
      if (llvm::is_contained({"arith", "affine", "scf"},
                             name.getDialectNamespace()))
        name.getCanonicalizationPatterns(patterns, &getContext());
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    (void)applyOpPatternsGreedily(controlOf(kernel), std::move(patterns),
                                  config);
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance(kernel);
    eliminateCommonSubExpressions(rewriter, dominance, kernel);
    return success();
  }
};
} // namespace

std::unique_ptr<Pass> createSpecializePass(ScheduleContextPtr context) {
  return std::make_unique<Specialize>(std::move(context));
}

} // namespace sg
