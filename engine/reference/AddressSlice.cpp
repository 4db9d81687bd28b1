#include "engine/reference/AddressSlice.h"
#include "engine/ir/ktdp/Ktdp.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace sg::reference {

AddressSlice::AddressSlice(func::FuncOp kernel) {
  kernel.walk([&](Operation *op) { root(op); });
  for (size_t i = 0; i < values.size(); ++i)
    follow(values[i]);
}

// What runs in any case, and the operands it needs.
void AddressSlice::root(Operation *op) {
  if (isa<ktdp::LoadOp>(op)) {
    need(op->getOperand(0));
  } else if (isa<ktdp::StoreOp>(op)) {
    need(op->getOperand(1));
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (Value bound : op->getOperands().take_front(3))
      need(bound);
  } else if (isa<scf::IfOp, scf::ConditionOp>(op)) {
    need(op->getOperand(0));
  } else if (!isa<scf::WhileOp>(op)) {
    // Its subscripts are loaded.
    needsData |= isa<ktdp::ConstructIndirectAccessTileOp>(op);
    return;
  }
  // Inside of anything but control flow an access is not followed.
  for (Operation *parent = op->getParentOp(); !isa<func::FuncOp>(parent);
       parent = parent->getParentOp())
    needsData |= !isa<scf::ForOp, scf::IfOp, scf::WhileOp>(parent);
  ops.insert(op);
}

void AddressSlice::needAll(Operation *op) {
  op->walk([&](Operation *inner) {
    ops.insert(inner);
    for (Value operand : inner->getOperands())
      need(operand);
  });
}

void AddressSlice::followLoop(Operation *op, unsigned carried) {
  auto loop = cast<scf::ForOp>(op);
  need(loop.getInitArgs()[carried]);
  need(loop.getRegionIterArg(carried));
  need(loop.getBody()->getTerminator()->getOperand(carried));
}

void AddressSlice::follow(Value value) {
  Operation *op = value.getDefiningOp();
  unsigned number = 0;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    op = argument.getOwner()->getParentOp();
    number = argument.getArgNumber();
    if (isa<func::FuncOp>(op) || (isa<scf::ForOp>(op) && number == 0))
      return;
    number -= isa<scf::ForOp>(op);
  } else {
    number = cast<OpResult>(value).getResultNumber();
  }
  if (isa<scf::ForOp>(op))
    return followLoop(op, number);
  if (isa<scf::IfOp>(op)) {
    for (Region &region : op->getRegions())
      if (!region.empty())
        need(region.front().getTerminator()->getOperand(number));
    return;
  }
  needsData |= isa<ktdp::LoadOp>(op);
  if (!isa<scf::WhileOp>(op))
    return needAll(op);
  // Which of the two regions' values are which is not worth following.
  for (Value operand : op->getOperands())
    need(operand);
  for (Region &region : op->getRegions())
    for (Value operand : region.front().getTerminator()->getOperands())
      need(operand);
}

} // namespace sg::reference
