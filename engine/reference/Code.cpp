#include "engine/reference/Code.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;

namespace sg::reference {

namespace {
// Regions inside regions; each level is a frame of the interpreter.
constexpr unsigned maxDepth = 256;
} // namespace

unsigned Compiler::slotOf(Value value) {
  return slots.try_emplace(value, slots.size()).first->second;
}

FailureOr<Program> Compiler::compile(func::FuncOp kernel) {
  if (kernel.isDeclaration()) {
    kernel.emitError("the kernel has no body to interpret");
    return failure();
  }
  Program program;
  if (!kernel.getBody().hasOneBlock()) {
    kernel.emitError("the kernel branches between blocks; the interpreter runs "
                     "structured control flow (scf.for, scf.if, scf.while)");
    return failure();
  }
  if (failed(compileBlock(kernel.getBody().front(), program.body)))
    return failure();
  program.slots = slots.size();
  return program;
}

LogicalResult Compiler::compileBlock(Block &block, Code &code) {
  for (BlockArgument argument : block.getArguments())
    code.arguments.push_back(slotOf(argument));
  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::IsTerminator>()) {
      for (Value value : op.getOperands())
        code.yields.push_back(slotOf(value));
      continue;
    }
    if (only && !only->contains(&op))
      continue;
    if (failed(compileOp(&op, code)))
      return failure();
  }
  return success();
}

LogicalResult Compiler::compileRegions(Operation *op, Step &step) {
  if (op->getNumRegions() && depth >= maxDepth)
    return op->emitError("is nested too deeply to interpret (more than ")
           << maxDepth << " levels)";
  ++depth;
  for (Region &region : op->getRegions()) {
    step.regions.push_back(std::make_unique<Code>());
    if (region.empty())
      continue;
    if (!region.hasOneBlock())
      return op->emitError("branches between blocks; the interpreter runs "
                           "structured control flow");
    if (failed(compileBlock(region.front(), *step.regions.back())))
      return failure();
  }
  --depth;
  return success();
}

LogicalResult Compiler::compileOp(Operation *op, Code &code) {
  Step step;
  step.op = op;
  for (Value value : op->getOperands())
    step.in.push_back(slotOf(value));
  for (Value value : op->getResults())
    step.out.push_back(slotOf(value));
  if (failed(compileRegions(op, step)))
    return failure();
  using Planner = LogicalResult (*)(Compiler &, Step &);
  for (Planner planner : {planElementwise, planControl, planTensor, planSlices,
                          planStructured, planAccess, planMove}) {
    if (failed(planner(*this, step)))
      return failure();
    if (step.run) {
      code.steps.push_back(std::move(step));
      return success();
    }
  }
  InFlightDiagnostic diagnostic = op->emitError()
                                  << "the interpreter does not run '"
                                  << op->getName() << "'";
  if (op->getNumResults() == 1)
    diagnostic << " with a result of type " << op->getResult(0).getType();
  diagnostic << ": it is neither in the op table (`spyreglass ops`) for these "
                "types nor an operation of KTIR that it knows";
  return diagnostic;
}

} // namespace sg::reference
