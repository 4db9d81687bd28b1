#include "engine/reference/Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace sg::reference {

namespace {
bool runStructured(Executor &run, const Step &step) {
  return StructuredRun(run, step).execute();
}

// Only inside a region that is run operation by operation.
struct IndexPlan : Plan {
  unsigned loop = 0;
};
bool runIndex(Executor &run, const Step &step) {
  unsigned loop = static_cast<const IndexPlan &>(*step.plan).loop;
  run[step.out[0]].scalar.i = run.loopIndex[loop];
  return true;
}
} // namespace

void planBody(const OpTable &ops, Compiler &compiler, Block &block,
              StructuredPlan &plan) {
  DenseMap<Value, unsigned> numbers;
  auto add = [&](Value value, BodyValue entry) {
    numbers[value] = plan.values.size();
    plan.values.push_back(entry);
    return unsigned(plan.values.size() - 1);
  };
  for (auto [i, argument] : llvm::enumerate(block.getArguments()))
    add(argument,
        {BodyValue::Operand, unsigned(i), {}, plan.operands[i].format});
  // A value from outside of the region is the same at every point.
  auto numberOf = [&](Value value) -> std::optional<unsigned> {
    auto found = numbers.find(value);
    if (found != numbers.end())
      return found->second;
    std::optional<Format> format = formatOf(value.getType());
    if (!format)
      return std::nullopt;
    return add(value,
               {BodyValue::Captured, compiler.slotOf(value), {}, *format});
  };
  for (Operation &op : block.without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(op)) {
      add(index.getResult(),
          {BodyValue::Index, unsigned(index.getDim()), {}, Format::I64});
      continue;
    }
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      std::optional<Format> format = formatOf(constant.getType());
      std::optional<Scalar> value =
          format ? scalarOf(constant.getValue(), *format) : std::nullopt;
      if (!value)
        return;
      add(constant.getResult(), {BodyValue::Constant, 0, *value, *format});
      continue;
    }
    std::optional<RowUse> use = lookUpRow(ops, &op);
    if (!use || isa<ShapedType>(op.getResult(0).getType()))
      return;
    BodyOp entry;
    for (Value operand : op.getOperands()) {
      std::optional<unsigned> number = numberOf(operand);
      if (!number)
        return;
      entry.inputs.push_back(*number);
    }
    for (Scalar constant : use->constants) {
      entry.inputs.push_back(plan.values.size());
      plan.values.push_back({BodyValue::Constant, 0, constant, use->operand});
    }
    entry.result =
        add(op.getResult(0),
            {BodyValue::Computed, unsigned(plan.ops.size()), {}, use->result});
    entry.use = std::move(*use);
    plan.ops.push_back(std::move(entry));
  }
  for (Value value : block.getTerminator()->getOperands()) {
    std::optional<unsigned> number = numberOf(value);
    if (!number)
      return;
    plan.yields.push_back(*number);
  }
  plan.rowsOnly = plan.yields.size() == plan.operands.size() - plan.inputs;
}

LogicalResult planStructured(Compiler &compiler, Step &step) {
  if (auto index = dyn_cast<linalg::IndexOp>(step.op)) {
    auto plan = std::make_unique<IndexPlan>();
    plan->loop = unsigned(index.getDim());
    step.plan = std::move(plan);
    step.run = runIndex;
    return success();
  }
  auto op = dyn_cast<linalg::LinalgOp>(step.op);
  if (!op || !op.hasPureTensorSemantics() || op->getNumRegions() != 1 ||
      op->getNumResults() == 0)
    return success();
  auto plan = std::make_unique<StructuredPlan>();
  unsigned loops = op.getNumLoops();
  for (utils::IteratorType kind : op.getIteratorTypesArray())
    plan->parallel.push_back(kind == utils::IteratorType::parallel);
  plan->inputs = op.getNumDpsInputs();
  plan->ranges.assign(loops, {~0u, 0});
  for (OpOperand &operand : op->getOpOperands()) {
    StructuredPlan::Operand entry;
    Type type = operand.get().getType();
    std::optional<Format> format = formatOf(getElementTypeOrSelf(type));
    if (!format)
      return success();
    entry.slot = compiler.slotOf(operand.get());
    entry.isScalar = !isa<ShapedType>(type);
    entry.format = *format;
    entry.map = op.getMatchingIndexingMap(&operand);
    if (entry.map.getNumSymbols())
      return success();
    for (auto [i, expr] : llvm::enumerate(entry.map.getResults())) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
        auto &range = plan->ranges[dim.getPosition()];
        if (range.first == ~0u)
          range = {unsigned(plan->operands.size()), unsigned(i)};
      }
      entry.subscripts.push_back(linearOf(expr, loops, {}));
    }
    plan->operands.push_back(std::move(entry));
  }
  for (auto [loop, range] : llvm::enumerate(plan->ranges))
    if (range.first == ~0u)
      return op->emitError("no operand is indexed by loop d")
             << loop << " alone, so that its range is not known";
  Block *block = op.getBlock();
  for (unsigned i = plan->inputs; i < plan->operands.size(); ++i) {
    bool reads =
        i < block->getNumArguments() && !block->getArgument(i).use_empty();
    bool covers = plan->operands[i].map.isPermutation() &&
                  llvm::all_of(plan->parallel, [](bool p) { return p; });
    plan->keepsInit.push_back(reads || !covers);
  }
  if (block->getNumArguments() > plan->operands.size())
    return success();
  planBody(compiler.ops, compiler, *block, *plan);
  step.plan = std::move(plan);
  step.run = runStructured;
  return success();
}

} // namespace sg::reference
