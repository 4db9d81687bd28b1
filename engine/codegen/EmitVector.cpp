// Messages and computations of units that stream or compute vectors.
#include "engine/codegen/UnitEmitter.h"
#include "engine/ir/vectorchain/VectorChain.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLExtras.h"

namespace sg::codegen {

using mlir::failure;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::success;

LogicalResult UnitEmitter::emitVectorOp(mlir::Operation *op) {
  if (auto load = llvm::dyn_cast<agen::VectorLoadOp>(op)) {
    if (isVectorUnit())
      return emitRegisterLoad(load);
    return checkLoad(load);
  }
  if (auto store = llvm::dyn_cast<agen::VectorStoreOp>(op)) {
    if (isVectorUnit())
      return emitRegisterStore(store);
    return emitPop(store);
  }
  if (auto send = llvm::dyn_cast<dataflow::SendOp>(op)) {
    if (auto load = send.getSendData().getDefiningOp<agen::VectorLoadOp>();
        load && !isVectorUnit())
      return emitPush(op, load);
    if (isVectorUnit())
      return emitSend(send);
    return op->emitError() << "unit " << unit_.kind
                           << " can only send what agen.vector_load gave it";
  }
  if (auto receive = llvm::dyn_cast<dataflow::ReceiveOp>(op)) {
    if (isVectorUnit())
      return emitReceive(receive);
    if (unit_.role == UnitRole::Store)
      return checkReceive(receive);
    return op->emitError() << "unit " << unit_.kind
                           << " cannot receive vectors; only store units and "
                              "vector units do";
  }
  if (!isVectorUnit())
    return op->emitError() << "unit " << unit_.kind << " cannot compute; '"
                           << op->getName()
                           << "' belongs into the program of a vector unit";
  if (auto opaque = llvm::dyn_cast<dataflow::OpaqueOp>(op))
    return emitOpaque(opaque);
  if (auto constant = llvm::dyn_cast<vectorchain::ConstantBitstreamOp>(op)) {
    // A constant that is only spread out is made where that happens.
    if (!op->use_empty() &&
        llvm::all_of(op->getUsers(), [&](mlir::Operation *user) {
          return llvm::isa<vectorchain::ShuffleOp>(user) &&
                 user->getOperand(0) == constant.getResult();
        }))
      return success();
    return emitConstant(op, constant.getResult(), op);
  }
  if (llvm::isa<vectorchain::ShuffleOp>(op))
    return emitShuffle(op);
  return emitCompute(op);
}

FailureOr<VectorShape> UnitEmitter::shapeOf(mlir::Type type,
                                            mlir::Operation *at) {
  std::optional<VectorShape> shape = vectorShape(type);
  if (!shape)
    return at->emitError() << "vectors of type " << type
                           << " are not supported; use elements of f16, bf16, "
                              "f32, i32, i1, i64, i8 or i16",
           failure();
  if (shape->count > int64_t(maxVectorElements))
    return at->emitError() << "a vector of " << shape->count
                           << " elements is longer than one instruction "
                              "handles ("
                           << maxVectorElements << ")",
           failure();
  return *shape;
}

FailureOr<UnitEmitter::VectorValue> UnitEmitter::vectorOf(mlir::Value value,
                                                          mlir::Operation *at) {
  auto it = vectors_.find(value);
  if (it != vectors_.end())
    return it->second;
  return at->emitError("an operand is not a vector this unit's program "
                       "received or computed before"),
         failure();
}

LogicalResult UnitEmitter::emitReceive(dataflow::ReceiveOp op) {
  FailureOr<VectorShape> shape = shapeOf(op.getData().getType(), op);
  FailureOr<uint8_t> port = succeeded(shape) ? sourcePort(op.getFromUnit(), op)
                                             : FailureOr<uint8_t>(failure());
  if (failed(port))
    return failure();
  VirtualInstruction inst;
  inst.base.op = Opcode::Receive;
  inst.base.format = shape->format;
  inst.base.count = uint32_t(shape->count);
  inst.base.port = *port;
  inst.dst = builder.newVectorRegister(shape->bytes());
  vectors_[op.getData()] = {inst.dst, *shape};
  builder.emit(std::move(inst));
  return success();
}

LogicalResult UnitEmitter::emitSend(dataflow::SendOp op) {
  FailureOr<VectorValue> value = vectorOf(op.getSendData(), op);
  FailureOr<VectorShape> shape = succeeded(value)
                                     ? shapeOf(op.getSendData().getType(), op)
                                     : FailureOr<VectorShape>(failure());
  FailureOr<uint8_t> port = succeeded(shape) ? portOf(op.getToUnit(), op)
                                             : FailureOr<uint8_t>(failure());
  if (failed(port))
    return failure();
  if (shape->format != value->shape.format)
    return op.emitError() << "the vector holds "
                          << std::string(formatName(value->shape.format))
                          << " truth values, not "
                          << std::string(formatName(shape->format))
                          << "; select numbers with it "
                             "(vectorchain.element_wise_selection) to send it";
  VirtualInstruction inst;
  inst.base.op = Opcode::Send;
  inst.base.format = shape->format;
  inst.base.count = uint32_t(shape->count);
  inst.base.port = *port;
  inst.src[0] = value->reg;
  builder.emit(std::move(inst));
  return success();
}

LogicalResult UnitEmitter::emitConstant(mlir::Operation *op, mlir::Value result,
                                        mlir::Operation *at) {
  auto constant = llvm::cast<vectorchain::ConstantBitstreamOp>(op);
  FailureOr<VectorShape> shape = shapeOf(result.getType(), at);
  if (failed(shape))
    return failure();
  llvm::SmallVector<int64_t> bits = constant.getBits();
  if (bits.empty() || !llvm::all_equal(bits))
    return op->emitError("the elements differ; a unit can only fill a vector "
                         "with one value");
  VirtualInstruction inst;
  inst.base.op = Opcode::Constant;
  inst.base.format = shape->format;
  inst.base.count = uint32_t(shape->count);
  if (constant.isSymbol()) {
    FailureOr<uint32_t> argument =
        reader_.scalarSymbol(bits.front(), shape->format, op);
    if (failed(argument))
      return failure();
    inst.base.a = builder.scalarArgument(*argument);
  } else {
    unsigned width = 8 * formatBytes(shape->format);
    uint64_t mask = width >= 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
    inst.base.a = Operand::imm(int64_t(uint64_t(bits.front()) & mask));
  }
  inst.dst = builder.newVectorRegister(shape->bytes());
  vectors_[result] = {inst.dst, *shape};
  builder.emit(std::move(inst));
  return success();
}

LogicalResult UnitEmitter::rejectMask(mlir::Operation *op) {
  for (mlir::NamedAttribute attribute : op->getAttrs())
    if (auto map = llvm::dyn_cast<mlir::AffineMapAttr>(attribute.getValue()))
      if (!map.getValue().isIdentity())
        return op->emitError() << attribute.getName().getValue()
                               << " must be the identity: vector units compute "
                                  "element by element";
  // The mask is an optional operand behind those the operation always has.
  auto masked = [&](auto typed) { return bool(typed && typed.getMask()); };
  using namespace vectorchain;
  if (masked(llvm::dyn_cast<BinaryOp>(op)) ||
      masked(llvm::dyn_cast<ElementWiseCompareOp>(op)) ||
      masked(llvm::dyn_cast<ElementWiseSelectionOp>(op)) ||
      masked(llvm::dyn_cast<CastOp>(op)) ||
      masked(llvm::dyn_cast<MultiplyAndAccumulateOp>(op)) ||
      masked(llvm::dyn_cast<ShuffleOp>(op)) ||
      masked(llvm::dyn_cast<NegOp>(op)) ||
      masked(llvm::dyn_cast<FloorOp>(op)) ||
      masked(llvm::dyn_cast<FastExpOp>(op)) ||
      masked(llvm::dyn_cast<RecEstimateOp>(op)) ||
      masked(llvm::dyn_cast<LnEstimateOp>(op)) ||
      masked(llvm::dyn_cast<RsqrtEstimateOp>(op)) ||
      masked(llvm::dyn_cast<ExpEstimateOp>(op)) ||
      masked(llvm::dyn_cast<SigmoidEstimateOp>(op)) ||
      masked(llvm::dyn_cast<TanhEstimateOp>(op)))
    return op->emitError("masks are not supported; compute all lanes and "
                         "select (vectorchain.element_wise_selection)");
  return success();
}

LogicalResult UnitEmitter::emitShuffle(mlir::Operation *op) {
  auto shuffle = llvm::cast<vectorchain::ShuffleOp>(op);
  if (failed(rejectMask(op)))
    return failure();
  llvm::SmallVector<int64_t> indices = shuffle.getIndexValues();
  mlir::Operation *source = shuffle.getInput().getDefiningOp();
  bool spread = !indices.empty() &&
                llvm::all_of(indices, [](int64_t i) { return i == 0; });
  if (spread && llvm::isa_and_nonnull<vectorchain::ConstantBitstreamOp>(source))
    return emitConstant(source, shuffle.getOutput(), op);
  FailureOr<VectorShape> shape = shapeOf(shuffle.getOutput().getType(), op);
  if (failed(shape))
    return failure();
  if (!spread && source &&
      llvm::isa<vectorchain::ConstantBitstreamOp>(source) &&
      !vectors_.count(shuffle.getInput()) &&
      failed(emitConstant(source, shuffle.getInput(), source)))
    return failure();
  FailureOr<VectorValue> input = vectorOf(shuffle.getInput(), op);
  if (failed(input))
    return failure();
  bool same = int64_t(indices.size()) == shape->count &&
              shape->count == input->shape.count;
  for (auto [at, index] : llvm::enumerate(indices))
    same &= index == int64_t(at);
  if (same) {
    // Another name for the vector, unless the old one is still needed.
    VectorValue value = *input;
    if (!shuffle.getInput().hasOneUse()) {
      value.reg = builder.newVectorRegister(shape->bytes());
      if (failed(emitCopy(*input, value.reg, op)))
        return failure();
    }
    vectors_[shuffle.getOutput()] = value;
    return success();
  }
  if (!spread)
    return op->emitError("of all shuffles only spreading lane 0 is supported: "
                         "indices all 0, any repetition");
  VirtualInstruction inst;
  inst.base.op = Opcode::Splat;
  inst.base.format = shape->format;
  inst.base.count = uint32_t(shape->count);
  inst.src[0] = input->reg;
  inst.dst = builder.newVectorRegister(shape->bytes());
  vectors_[shuffle.getOutput()] = {inst.dst, *shape};
  builder.emit(std::move(inst));
  return success();
}

LogicalResult UnitEmitter::emitRow(const OpRow &row,
                                   llvm::ArrayRef<VectorValue> operands,
                                   VectorValue result) {
  VirtualInstruction inst;
  inst.base.op = Opcode::Compute;
  inst.base.row = row.encoding;
  inst.base.format = operands.back().shape.format;
  inst.base.result = result.shape.format;
  inst.base.count = uint32_t(result.shape.count);
  for (auto [i, operand] : llvm::enumerate(operands))
    inst.src[i] = operand.reg;
  inst.dst = result.reg;
  builder.emit(std::move(inst));
  return success();
}

/// "add, sub and mul" of the rows spelled `op`, for messages.
static std::string kindsOf(const OpTable &ops, llvm::StringRef op,
                           Format format) {
  std::string list;
  for (const OpRow &row : ops.rows())
    if (row.dataflow.op == op && (row.formats & (1u << unsigned(format))))
      list += (list.empty() ? "" : ", ") + row.dataflow.kind;
  return list;
}

/// The kind within an operation, as the op table spells it.
static std::string kindOf(mlir::Operation *op) {
  if (auto binary = llvm::dyn_cast<vectorchain::BinaryOp>(op))
    return vectorchain::stringifyBinaryOperator(binary.getBinaryOp()).str();
  if (auto compare = llvm::dyn_cast<vectorchain::ElementWiseCompareOp>(op))
    return vectorchain::stringifyCompareOperator(compare.getCompareOp()).str();
  return "";
}

LogicalResult UnitEmitter::emitCompute(mlir::Operation *op) {
  if (failed(rejectMask(op)))
    return failure();
  if (op->getNumResults() != 1 || op->getNumOperands() == 0 ||
      op->getNumOperands() > 3)
    return op->emitError() << "'" << op->getName()
                           << "' has no instruction of its own";
  llvm::SmallVector<VectorValue> operands;
  llvm::SmallVector<Format> formats;
  for (mlir::Value operand : op->getOperands()) {
    FailureOr<VectorValue> value = vectorOf(operand, op);
    if (failed(value))
      return failure();
    operands.push_back(*value);
    formats.push_back(value->shape.format);
  }
  FailureOr<VectorShape> declared = shapeOf(op->getResult(0).getType(), op);
  if (failed(declared))
    return failure();
  std::string kind = kindOf(op), name = op->getName().getStringRef().str();
  const OpRow *row = ops_.byDataflow(name, kind, formats.back());
  if (!row || row->arity != operands.size()) {
    auto error = op->emitError()
                 << "'" << name << (kind.empty() ? "" : " " + kind)
                 << "' is no operation of the op table for "
                 << std::string(formatName(formats.back()));
    std::string known = kindsOf(ops_, name, formats.back());
    if (!kind.empty() && !known.empty())
      error << "; it has " << known;
    return error;
  }
  Result<Format> result = resultFormat(*row, formats, declared->format);
  if (!result)
    return op->emitError() << result.error().message;
  // A comparison may be typed like its operands; what it yields is i1.
  bool sameFormat =
      *result == declared->format || row->signature == Signature::Compare;
  if (!sameFormat)
    return op->emitError() << "the result is "
                           << std::string(formatName(*result)) << ", not "
                           << std::string(formatName(declared->format));
  for (const VectorValue &operand : operands)
    if (operand.shape.count != declared->count)
      return op->emitError() << "operands of " << operand.shape.count << " and "
                             << declared->count
                             << " elements; spread single elements with "
                                "vectorchain.shuffle";
  VectorShape shape{declared->count, *result};
  VectorValue target{builder.newVectorRegister(shape.bytes()), shape};
  vectors_[op->getResult(0)] = target;
  return emitRow(*row, operands, target);
}

} // namespace sg::codegen
