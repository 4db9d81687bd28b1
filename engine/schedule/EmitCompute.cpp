// Fused element-wise computations as vector operations of DataflowIR. An
// operation without a spelling of its own becomes dataflow.opaque, which works
// on named registers: operands are stored to them, the result is loaded.
#include "engine/ir/symbol/Symbol.h"
#include "engine/ir/vectorchain/VectorChain.h"
#include "engine/reference/RowLookup.h"
#include "engine/schedule/BlockLayout.h"
#include "engine/schedule/EmitUnit.h"
#include "engine/schedule/PipelineShape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace sg {
namespace {

class ComputeEmitter {
public:
  ComputeEmitter(linalg::GenericOp op, UnitProgram &unit)
      : op(op), unit(unit), b(op), body(op.getRegion().front()),
        count(cast<ShapedType>(op.getResultTypes().front()).getDimSize(0)) {}
  LogicalResult run();

private:
  void orderInputs();
  void receive(unsigned number);
  Value input(unsigned number);
  FailureOr<Value> operandVector(Value scalar, Location loc);
  Value splat(OpBuilder &at, Location loc, Value one);
  FailureOr<Value> constantVector(Attribute value, Type type, Location loc);
  Value constantVector(const APInt &bits, Type type, Location loc);
  FailureOr<Value> argumentVector(BlockArgument argument, Location loc);
  LogicalResult emitOp(Operation &scalar);
  FailureOr<Value> emitOpaque(const OpRow &row, Operation &scalar,
                              ArrayRef<Value> operands);
  SmallVector<Value> attributeOperands(const RowUse &use, Operation &scalar);
  Value registerView(int64_t number, Type element, Location loc);
  int64_t registerFor(Value scalar, Location loc);
  void release(Operation &scalar);
  OpBuilder programLevel();

  linalg::GenericOp op;
  UnitProgram &unit;
  OpBuilder b;
  Block &body;
  int64_t count;                      ///< elements per vector
  DenseMap<Value, Value> vectors;     ///< scalar of the body -> vector
  DenseMap<Value, int64_t> registers; ///< scalar of the body -> register
  SmallVector<bool> used;             ///< register slots
  SmallVector<unsigned> arrival;      ///< inputs in the order they are sent
  unsigned received = 0;              ///< how many of them have been received
};

// Bytes of the register that R1 follows R0 by: one f16 vector.
int64_t registerBytes(const Device &device) {
  auto lanes = device.vectorUnit()->lanes.find("f16");
  return 2 * (lanes == device.vectorUnit()->lanes.end() ? 64 : lanes->second);
}
// Registers one value takes: the same for every computation of a program, so
// that none overlaps another; 32 bits for each f16 lane.
constexpr int64_t registersPerValue = 2;

} // namespace

// Before the outermost loop around the computation.
OpBuilder ComputeEmitter::programLevel() {
  Block *top = &unit.program.getRegion().front();
  return OpBuilder(top->findAncestorOpInBlock(*op));
}

Value ComputeEmitter::splat(OpBuilder &at, Location loc, Value one) {
  auto type = cast<VectorType>(one.getType());
  if (type.getDimSize(0) == count)
    return one;
  return vectorchain::ShuffleOp::create(
      at, loc, VectorType::get({count}, type.getElementType()), one,
      ArrayRef<int32_t>{0}, static_cast<int32_t>(count));
}

// Inputs arrive in the order of their reads; those read once per row come
// before the vectors.
void ComputeEmitter::orderInputs() {
  auto readOf = [&](unsigned i) { return op.getInputs()[i].getDefiningOp(); };
  for (unsigned i = 0; i < op.getInputs().size(); ++i)
    arrival.push_back(i);
  llvm::sort(arrival, [&](unsigned a, unsigned b) {
    Operation *left = readOf(a), *right = readOf(b);
    if (left == right)
      return a < b;
    if (left->getBlock() != right->getBlock())
      return left->getBlock() != op->getBlock();
    return left->isBeforeInBlock(right);
  });
}

void ComputeEmitter::receive(unsigned number) {
  Value tensor = op.getInputs()[number];
  auto read = tensor.getDefiningOp<ktdf::ReadFromFifoOp>();
  Value &vector = unit.vectors[{tensor.getAsOpaquePointer(), count}];
  if (!vector) {
    // What is read once per row was read before the loop over its vectors.
    bool here = read->getBlock() == op->getBlock();
    OpBuilder at = here ? b : OpBuilder(read);
    Value &arrived = unit.vectors[{tensor.getAsOpaquePointer(), 0}];
    auto type = cast<ktdf::FifoSlotType>(read.getFifoSlot().getType());
    Location loc = read.getLoc();
    if (!arrived)
      arrived = dataflow::ReceiveOp::create(
          at, loc,
          VectorType::get({type.getNumElements()}, type.getElementType()),
          unit.beside(loc, type.getSrcName()));
    vector = splat(at, loc, arrived);
  }
  vectors[body.getArgument(number)] = vector;
}

// The vector of an input, received as late as possible so that few registers
// are taken, but in the order of arrival.
Value ComputeEmitter::input(unsigned number) {
  while (!vectors.count(body.getArgument(number)))
    receive(arrival[received++]);
  return vectors[body.getArgument(number)];
}

FailureOr<Value> ComputeEmitter::constantVector(Attribute value, Type type,
                                                Location loc) {
  APInt bits;
  if (auto number = dyn_cast<FloatAttr>(value))
    bits = number.getValue().bitcastToAPInt();
  else if (auto number = dyn_cast<IntegerAttr>(value))
    bits = number.getValue();
  else
    return emitError(loc, "this constant is no number"), failure();
  return constantVector(bits, type, loc);
}

Value ComputeEmitter::constantVector(const APInt &bits, Type type, Location loc) {
  OpBuilder at = programLevel();
  Value one = vectorchain::ConstantBitstreamOp::create(
      at, loc, VectorType::get({1}, type),
      ArrayRef<int64_t>{static_cast<int64_t>(bits.getZExtValue())});
  return splat(at, loc, one);
}

FailureOr<Value> ComputeEmitter::argumentVector(BlockArgument argument,
                                                Location loc) {
  Type type = argument.getType();
  if (!isa<func::FuncOp>(argument.getOwner()->getParentOp()) ||
      !formatOf(type) || type.isIndex())
    return emitError(loc, "a loop counter or an address is used as data; that "
                          "is not scheduled yet"),
           failure();
  OpBuilder at = programLevel();
  auto one = vectorchain::ConstantBitstreamOp::create(
      at, loc, VectorType::get({1}, type),
      ArrayRef<int64_t>{unit.emit.symbol(argument)});
  one->setAttr("is_symbol", at.getBoolAttr(true));
  return splat(at, loc, one);
}

// The vector a scalar of the body stands for.
FailureOr<Value> ComputeEmitter::operandVector(Value scalar, Location loc) {
  if (Value known = vectors.lookup(scalar))
    return known;
  FailureOr<Value> vector = failure();
  if (auto argument = dyn_cast<BlockArgument>(scalar)) {
    if (argument.getOwner() == &body) {
      if (argument.getArgNumber() < op.getInputs().size())
        return input(argument.getArgNumber());
      return emitError(loc, "the computation reads its output before writing "
                            "it"),
             failure();
    }
    vector = argumentVector(argument, loc);
  } else if (auto constant = scalar.getDefiningOp<arith::ConstantOp>()) {
    vector = constantVector(constant.getValue(), scalar.getType(), loc);
  } else {
    return scalar.getDefiningOp()->emitError(
               "this value is used as data but depends on the tile id or on "
               "loop counters; that is not scheduled yet"),
           failure();
  }
  if (succeeded(vector))
    vectors[scalar] = *vector;
  return vector;
}

Value ComputeEmitter::registerView(int64_t number, Type element, Location loc) {
  int64_t bytes = formatBytes(*formatOf(element));
  Value start = arith::ConstantIndexOp::create(
      b, loc, number * registerBytes(unit.emit.schedule.device) / bytes);
  const DeviceUnit *vector = unit.emit.schedule.device.vectorUnit();
  Value memory = unit.beside(loc, vector->kind + "_REG");
  return dataflow::GetLogicalMemoryViewOp::create(
      b, loc, MemRefType::get({count}, element), memory, start,
      AffineMapAttr::get(b.getMultiDimIdentityMap(1)));
}

static agen::Access wholeOf(Value view, OpBuilder &b) {
  int64_t count = cast<MemRefType>(view.getType()).getDimSize(0);
  AffineMap zero = AffineMap::get(0, 0, b.getAffineConstantExpr(0));
  return agen::blockAccess(view, zero, {}, {count});
}

int64_t ComputeEmitter::registerFor(Value scalar, Location loc) {
  auto [it, isNew] = registers.try_emplace(scalar, 0);
  if (!isNew)
    return it->second;
  unsigned slot = 0;
  while (slot < used.size() && used[slot])
    ++slot;
  if (slot == used.size())
    used.push_back(false);
  used[slot] = true;
  return registers[scalar] = slot * registersPerValue;
}

// Frees the registers of values this operation used last.
void ComputeEmitter::release(Operation &scalar) {
  for (Value operand : scalar.getOperands()) {
    auto it = registers.find(operand);
    if (it == registers.end())
      continue;
    bool last = llvm::all_of(operand.getUsers(), [&](Operation *user) {
      Operation *at = body.findAncestorOpInBlock(*user);
      return !at || at == &scalar || at->isBeforeInBlock(&scalar);
    });
    if (last) {
      used[it->second / registersPerValue] = false;
      registers.erase(it);
    }
  }
}

FailureOr<Value> ComputeEmitter::emitOpaque(const OpRow &row, Operation &scalar,
                                            ArrayRef<Value> operands) {
  Location loc = scalar.getLoc();
  if (!unit.emit.schedule.device.memory(
          unit.emit.schedule.device.vectorUnit()->kind + "_REG"))
    return scalar.emitError("device '")
               << unit.emit.schedule.device.name << "' describes no "
               << unit.emit.schedule.device.vectorUnit()->kind
               << "_REG memory, which '" << row.name << "' needs",
           failure();
  SmallVector<NamedAttribute> in, out, parameters;
  auto name = [&](int64_t number) {
    return b.getStringAttr("R" + std::to_string(number));
  };
  SmallVector<Value> onlyHere; // constants from attributes
  for (unsigned i = 0; i < operands.size(); ++i) {
    bool isConstant = i >= scalar.getNumOperands();
    Value operand = isConstant ? operands[i] : scalar.getOperand(i);
    if (isConstant)
      onlyHere.push_back(operand);
    bool there = registers.count(operand);
    int64_t number = registerFor(operand, loc);
    if (!there) {
      Value view = registerView(
          number, cast<VectorType>(operands[i].getType()).getElementType(),
          loc);
      agen::VectorStoreOp::create(b, loc, operands[i], wholeOf(view, b));
    }
    in.push_back(b.getNamedAttr("in" + std::to_string(i), name(number)));
  }
  release(scalar);
  for (Value constant : onlyHere) {
    auto it = registers.find(constant);
    if (it == registers.end())
      continue;
    used[it->second / registersPerValue] = false;
    registers.erase(it);
  }
  Value result = scalar.getResult(0);
  int64_t number = registerFor(result, loc);
  out.push_back(b.getNamedAttr("out0", name(number)));
  Format format = *formatOf(result.getType());
  if (row.signature == Signature::Cast)
    parameters.push_back(b.getNamedAttr(
        "result", b.getStringAttr(std::string(formatName(format)))));
  dataflow::OpaqueOp::create(b, loc, row.dataflow.kind, out, in, parameters);
  Value view = registerView(number, result.getType(), loc);
  Value loaded = agen::VectorLoadOp::create(
      b, loc, VectorType::get({count}, result.getType()), wholeOf(view, b));
  return loaded;
}

// Operands that an operation takes from attributes, as constant vectors.
SmallVector<Value> ComputeEmitter::attributeOperands(const RowUse &use,
                                                     Operation &scalar) {
  SmallVector<Value> result;
  Type type = scalar.getOperand(0).getType();
  unsigned bytes = formatBytes(use.operand);
  for (const Scalar &constant : use.constants) {
    uint64_t bits = 0;
    storeScalar(use.operand, constant, &bits);
    result.push_back(
        constantVector(APInt(8 * bytes, bits), type, scalar.getLoc()));
  }
  return result;
}

LogicalResult ComputeEmitter::emitOp(Operation &scalar) {
  Location loc = scalar.getLoc();
  std::optional<RowUse> use = lookUpRow(*unit.emit.schedule.ops, &scalar);
  const OpRow *row = use ? use->row : nullptr;
  if (!row)
    return scalar.emitError("'")
           << scalar.getName() << "' is not in the op table for "
           << scalar.getOperand(0).getType()
           << "; `spyreglass ops` lists what is";
  SmallVector<Value> operands;
  for (Value operand : scalar.getOperands()) {
    FailureOr<Value> vector = operandVector(operand, loc);
    if (failed(vector))
      return failure();
    operands.push_back(*vector);
  }
  llvm::append_range(operands, attributeOperands(*use, scalar));
  auto type = VectorType::get({count}, scalar.getResult(0).getType());
  StringRef name = row->dataflow.op, kind = row->dataflow.kind;
  Value result;
  if (name == vectorchain::BinaryOp::getOperationName()) {
    auto which = vectorchain::symbolizeBinaryOperator(kind);
    result =
        vectorchain::BinaryOp::create(b, loc, *which, operands[0], operands[1]);
  } else if (name == vectorchain::ElementWiseCompareOp::getOperationName()) {
    auto which = vectorchain::symbolizeCompareOperator(kind);
    result = vectorchain::ElementWiseCompareOp::create(
        b, loc, type, *which, operands[0], operands[1]);
  } else if (name == vectorchain::ElementWiseSelectionOp::getOperationName()) {
    result = vectorchain::ElementWiseSelectionOp::create(
        b, loc, operands[0], operands[1], operands[2]);
  } else if (name == vectorchain::CastOp::getOperationName()) {
    result = vectorchain::CastOp::create(b, loc, type, operands[0]);
  } else if (name == dataflow::OpaqueOp::getOperationName()) {
    FailureOr<Value> value = emitOpaque(*row, scalar, operands);
    if (failed(value))
      return failure();
    result = *value;
  } else { // the one-operand operations
    OperationState state(loc, name);
    state.addOperands(operands);
    state.addTypes(type);
    result = b.create(state)->getResult(0);
  }
  vectors[scalar.getResult(0)] = result;
  release(scalar);
  return success();
}

LogicalResult ComputeEmitter::run() {
  orderInputs();
  for (Operation &scalar : body.without_terminator()) {
    if (isa<arith::ConstantOp>(scalar))
      continue; // written where it is used
    if (failed(emitOp(scalar)))
      return failure();
  }
  // What is sent must be received, used or not.
  while (received < arrival.size())
    receive(arrival[received++]);
  for (auto [result, yielded] :
       llvm::zip(op.getResults(), body.getTerminator()->getOperands()))
    for (Operation *user : llvm::make_early_inc_range(result.getUsers())) {
      auto write = cast<ktdf::WriteToFifoOp>(user);
      FailureOr<Value> vector = operandVector(yielded, write.getLoc());
      if (failed(vector))
        return failure();
      auto type = cast<ktdf::FifoSlotType>(write.getFifoSlot().getType());
      OpBuilder at(write);
      dataflow::SendOp::create(at, write.getLoc(),
                               unit.beside(write.getLoc(), type.getDestName()),
                               *vector);
      write.erase();
    }
  SmallVector<Value> inputs(op.getInputs());
  op.erase();
  for (Value tensor : inputs)
    if (tensor.use_empty()) {
      // The address may be used again for another value.
      const void *key = tensor.getAsOpaquePointer();
      unit.vectors.erase(unit.vectors.lower_bound({key, 0}),
                         unit.vectors.upper_bound({key, INT64_MAX}));
      tensor.getDefiningOp()->erase();
    }
  return success();
}

LogicalResult emitCompute(linalg::GenericOp op, UnitProgram &unit) {
  return ComputeEmitter(op, unit).run();
}

} // namespace sg
