// Vectors that stay in one register: values carried around loops, and the
// registers programs name through views of the register memory.
#include "engine/codegen/UnitEmitter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLExtras.h"

namespace sg::codegen {

using mlir::failure;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::success;

int64_t UnitEmitter::registerBytes() const {
  auto lanes = unit_.lanes.find("f16");
  return lanes == unit_.lanes.end() ? 128
                                    : std::max<int64_t>(lanes->second, 1) * 2;
}

RegisterLimits UnitEmitter::limits() const {
  RegisterLimits limits;
  limits.unit = unit_.kind;
  if (const DeviceMemory *memory = device_.memory(unit_.kind + "_REG")) {
    limits.memory = memory->kind;
    limits.vectorBytes = memory->bytes;
  }
  return limits;
}

static bool reads(const VirtualBlock &block, VirtualReg reg, bool alsoWrites) {
  return llvm::any_of(block, [&](const VirtualInstruction &inst) {
    return llvm::is_contained(inst.src, reg) ||
           (alsoWrites && !inst.hasBody() && inst.dst == reg) ||
           reads(inst.body, reg, alsoWrites);
  });
}

/// Index registers and vector registers share one numbering, so a register
/// number alone says which it is.
bool UnitEmitter::redirect(VirtualReg value, VirtualReg to) {
  if (fixed_.contains(value) || shared_.contains(value))
    return false;
  VirtualBlock &block = builder.block();
  for (size_t i = block.size(); i-- > 0;) {
    if (block[i].hasBody() || block[i].dst != value)
      continue;
    VirtualBlock later(std::make_move_iterator(block.begin() + i + 1),
                       std::make_move_iterator(block.end()));
    bool free = !reads(later, to, true) && !reads(later, value, false);
    std::move(later.begin(), later.end(), block.begin() + i + 1);
    if (free)
      block[i].dst = to;
    return free;
  }
  return false;
}

LogicalResult UnitEmitter::emitCopy(VectorValue from, VirtualReg to,
                                    mlir::Operation *at) {
  const OpRow *row = nullptr;
  for (const char *kind : {"max", "or0", "and0"})
    if (!row)
      row = ops_.byDataflow("vectorchain.binary", kind, from.shape.format);
  if (!row || row->arity != 2)
    return at->emitError() << "this needs a copy of a vector of "
                           << std::string(formatName(from.shape.format))
                           << ", which the unit cannot make; compute the value "
                              "where it is kept";
  return emitRow(*row, {from, from}, {to, from.shape});
}

LogicalResult UnitEmitter::bindIterArgs(mlir::scf::ForOp op) {
  if (op.getInitArgs().empty())
    return success();
  if (!isVectorUnit())
    return op.emitError("only vector units carry values around loops; index "
                        "values follow from the loop counter");
  for (auto [init, arg] : llvm::zip(op.getInitArgs(), op.getRegionIterArgs())) {
    if (!vectorShape(init.getType()))
      return op.emitError("only vectors are carried around loops; index values "
                          "follow from the loop counter");
    FailureOr<VectorValue> value = vectorOf(init, op);
    if (failed(value))
      return failure();
    // The loop may take over the register of a value nobody else needs; it
    // must be made anew each time the loop starts.
    bool mine = init.hasOneUse() && init.getParentBlock() == op->getBlock() &&
                !shared_.contains(value->reg) &&
                !llvm::is_contained(namedRegisters(), value->reg);
    VectorValue kept = *value;
    if (!mine) {
      kept.reg = builder.newVectorRegister(value->shape.bytes());
      if (failed(emitCopy(*value, kept.reg, op)))
        return failure();
    }
    fixed_.insert(kept.reg);
    vectors_[arg] = kept;
  }
  return success();
}

llvm::SmallVector<VirtualReg> UnitEmitter::namedRegisters() const {
  llvm::SmallVector<VirtualReg> result;
  for (const auto &[address, value] : named_)
    result.push_back(value.reg);
  return result;
}

/// At the end of a loop body: what it yields goes where the next turn, and the
/// code behind the loop, find it.
LogicalResult UnitEmitter::moveYields(mlir::scf::ForOp op) {
  struct Move {
    VectorValue from;
    VirtualReg to;
  };
  std::vector<Move> moves, candidates;
  auto yield = llvm::cast<mlir::scf::YieldOp>(op.getBody()->getTerminator());
  for (auto [value, arg] :
       llvm::zip(yield.getResults(), op.getRegionIterArgs())) {
    FailureOr<VectorValue> from = vectorOf(value, op);
    if (failed(from))
      return failure();
    VectorValue to = vectors_[arg];
    if (from->shape.format != to.shape.format)
      return op.emitError("a value carried around the loop changes its format");
    if (from->reg == to.reg)
      continue;
    bool single = value.hasOneUse() && value.getParentBlock() == op.getBody();
    (single && !fixed_.contains(from->reg) ? candidates : moves)
        .push_back({*from, to.reg});
  }
  for (const Move &move : candidates) {
    bool readLater = llvm::any_of(
        moves, [&](const Move &m) { return m.from.reg == move.to; });
    if (readLater || !redirect(move.from.reg, move.to))
      moves.push_back(move);
  }
  // Several at once may exchange registers: through copies of their own.
  if (moves.size() > 1)
    for (Move &move : moves) {
      VirtualReg copy = builder.newVectorRegister(move.from.shape.bytes());
      if (failed(emitCopy(move.from, copy, op)))
        return failure();
      move.from.reg = copy;
    }
  for (const Move &move : moves)
    if (failed(emitCopy(move.from, move.to, op)))
      return failure();
  return success();
}

LogicalResult UnitEmitter::bindIterResults(mlir::scf::ForOp op) {
  for (auto [arg, result] : llvm::zip(op.getRegionIterArgs(), op.getResults()))
    vectors_[result] = vectors_[arg];
  return success();
}

FailureOr<int64_t> UnitEmitter::registerAddress(const agen::Access &access,
                                                VectorShape shape,
                                                mlir::Operation *at) {
  if (!isRegisterFile(access.memref))
    return at->emitError() << "unit " << unit_.kind
                           << " reaches its register memory only; other "
                              "memories are loaded and stored by load and "
                              "store units",
           failure();
  FailureOr<MemoryView> view = viewOf(access.memref, at);
  FailureOr<Linear> address = succeeded(view)
                                  ? vectorAddress(*view, access, shape, at)
                                  : FailureOr<Linear>(failure());
  if (failed(address))
    return failure();
  std::optional<int64_t> bytes = builder.index.uniformConstant(*address);
  if (!bytes || *bytes < 0)
    return at->emitError("a register's address must be one constant"),
           failure();
  return *bytes;
}

UnitEmitter::VectorValue &UnitEmitter::registerAt(int64_t address) {
  auto [it, isNew] = named_.try_emplace(address);
  if (isNew && carried_.count(address)) {
    it->second.reg = builder.newVectorRegister(0);
    builder.registers[it->second.reg].pinned = true;
    fixed_.insert(it->second.reg);
  }
  return it->second;
}

LogicalResult UnitEmitter::setRegister(int64_t address, VectorShape shape,
                                       mlir::Operation *at) {
  VectorValue &target = registerAt(address);
  target.shape = shape;
  if (carried_.count(address)) {
    int64_t &bytes = builder.registers[target.reg].bytes;
    bytes = std::max(bytes, shape.bytes());
  }
  for (const auto &[other, value] : named_) {
    int64_t size = value.shape.bytes();
    if (other != address && other < address + shape.bytes() &&
        address < other + size)
      return at->emitError()
             << "registers overlap: one of " << size << " bytes at " << other
             << ", one of " << shape.bytes() << " bytes at " << address;
  }
  return success();
}

LogicalResult UnitEmitter::emitRegisterStore(agen::VectorStoreOp op) {
  mlir::Value value = op.getValueToStore();
  FailureOr<VectorValue> from = vectorOf(value, op);
  FailureOr<VectorShape> shape = succeeded(from)
                                     ? shapeOf(value.getType(), op)
                                     : FailureOr<VectorShape>(failure());
  FailureOr<int64_t> address = succeeded(shape)
                                   ? registerAddress(op.getAccess(), *shape, op)
                                   : FailureOr<int64_t>(failure());
  if (failed(address) || failed(setRegister(*address, from->shape, op)))
    return failure();
  if (!carried_.count(*address)) {
    registerAt(*address).reg = from->reg;
    shared_.insert(from->reg);
    return success();
  }
  VirtualReg to = registerAt(*address).reg;
  if (from->reg == to)
    return success();
  if (value.hasOneUse() && value.getParentBlock() == op->getBlock() &&
      redirect(from->reg, to))
    return success();
  return emitCopy(*from, to, op);
}

/// Whether registers may change between a load and the last use of its value.
static bool maySeeChange(agen::VectorLoadOp op) {
  mlir::Block *block = op->getBlock();
  mlir::Operation *last = op;
  for (mlir::Operation *user : op.getResult().getUsers()) {
    mlir::Operation *at = block->findAncestorOpInBlock(*user);
    if (!at)
      return true;
    if (last->isBeforeInBlock(at))
      last = at;
  }
  for (mlir::Operation *at = op->getNextNode(); at; at = at->getNextNode()) {
    // The last use itself reads before it writes, unless it is a block.
    if (at == last && at->getNumRegions() == 0)
      return false;
    bool writes =
        at->walk([](mlir::Operation *inner) {
            return llvm::isa<agen::VectorStoreOp, dataflow::OpaqueOp>(inner)
                       ? mlir::WalkResult::interrupt()
                       : mlir::WalkResult::advance();
          }).wasInterrupted();
    if (writes)
      return true;
    if (at == last)
      return false;
  }
  return false;
}

LogicalResult UnitEmitter::emitRegisterLoad(agen::VectorLoadOp op) {
  FailureOr<VectorShape> shape = shapeOf(op.getResult().getType(), op);
  FailureOr<int64_t> address = succeeded(shape)
                                   ? registerAddress(op.getAccess(), *shape, op)
                                   : FailureOr<int64_t>(failure());
  if (failed(address))
    return failure();
  VectorValue kept = registerAt(*address);
  if (kept.shape.count == 0)
    return op.emitError("the register is read before anything was stored in "
                        "it");
  if (kept.shape.count != shape->count)
    return op.emitError() << "the register holds " << kept.shape.count
                          << " elements, not " << shape->count;
  if (kept.shape.format != shape->format && kept.shape.format != Format::I1)
    return op.emitError() << "the register holds "
                          << std::string(formatName(kept.shape.format))
                          << ", not " << std::string(formatName(shape->format));
  if (carried_.count(*address) && maySeeChange(op)) {
    VirtualReg copy = builder.newVectorRegister(kept.shape.bytes());
    if (failed(emitCopy(kept, copy, op)))
      return failure();
    kept.reg = copy;
  }
  vectors_[op.getResult()] = kept;
  return success();
}

/// Byte address of a register by its name in a dictionary, "R3"; nothing when
/// the dictionaries do not have the entry.
static std::optional<int64_t> registerNumber(dataflow::OpaqueOp op,
                                             llvm::StringRef entry) {
  for (mlir::DictionaryAttr dictionary : {op.getReadOnlyRegisterDictionary(),
                                          op.getReadWriteRegisterDictionary()})
    if (auto name = dictionary.getAs<mlir::StringAttr>(entry)) {
      unsigned number = 0;
      llvm::StringRef text = name.getValue();
      if (text.consume_front("R") && !text.getAsInteger(10, number) &&
          number < 65536)
        return number;
    }
  return std::nullopt;
}

LogicalResult UnitEmitter::findCarriedRegisters() {
  for (unsigned part = 0; part < plan_.parts.size(); ++part) {
    reader_.enterPart(part);
    dataflow::ProgramUnitOp op = plan_.parts[part].op;
    std::set<int64_t> written;
    if (failed(findCarriedRegisters(*op.getBody(), written)))
      return failure();
  }
  return success();
}

LogicalResult UnitEmitter::findCarriedRegisters(mlir::Block &block,
                                                std::set<int64_t> &written) {
  auto read = [&](int64_t address) {
    if (!written.count(address))
      carried_.insert(address);
  };
  for (mlir::Operation &op : block) {
    if (auto load = llvm::dyn_cast<agen::VectorLoadOp>(op)) {
      FailureOr<VectorShape> shape = shapeOf(load.getResult().getType(), load);
      FailureOr<int64_t> address =
          succeeded(shape) ? registerAddress(load.getAccess(), *shape, load)
                           : FailureOr<int64_t>(failure());
      if (failed(address))
        return failure();
      read(*address);
    } else if (auto store = llvm::dyn_cast<agen::VectorStoreOp>(op)) {
      FailureOr<VectorShape> shape =
          shapeOf(store.getValueToStore().getType(), store);
      FailureOr<int64_t> address =
          succeeded(shape) ? registerAddress(store.getAccess(), *shape, store)
                           : FailureOr<int64_t>(failure());
      if (failed(address))
        return failure();
      written.insert(*address);
    } else if (auto opaque = llvm::dyn_cast<dataflow::OpaqueOp>(op)) {
      for (const char *entry : {"in0", "in1", "in2"})
        if (auto number = registerNumber(opaque, entry))
          read(*number * registerBytes());
      if (auto number = registerNumber(opaque, "out0"))
        written.insert(*number * registerBytes());
    }
    for (mlir::Region &region : op.getRegions())
      for (mlir::Block &inner : region) {
        std::set<int64_t> writtenInside;
        if (failed(findCarriedRegisters(inner, writtenInside)))
          return failure();
        // What it holds behind the block depends on the block.
        for (int64_t address : writtenInside)
          written.erase(address);
      }
  }
  return success();
}

LogicalResult UnitEmitter::emitOpaque(dataflow::OpaqueOp op) {
  llvm::SmallVector<VectorValue> operands;
  llvm::SmallVector<Format> formats;
  for (unsigned i = 0; i < 3; ++i) {
    std::optional<int64_t> number =
        registerNumber(op, "in" + std::to_string(i));
    if (!number)
      break;
    VectorValue value = registerAt(*number * registerBytes());
    if (value.shape.count == 0)
      return op.emitError() << "in" << i << " = \"R" << *number
                            << "\" is read before anything was stored in it";
    operands.push_back(value);
    formats.push_back(value.shape.format);
  }
  std::optional<int64_t> output = registerNumber(op, "out0");
  if (operands.empty() || !output)
    return op.emitError("name the registers of the operands in0, in1, … and of "
                        "the result out0, as in {in0 = \"R1\"} and {out0 = "
                        "\"R2\"}");
  const OpRow *row = ops_.byDataflow("dataflow.opaque", op.getFuncName().str(),
                                     formats.back());
  if (!row)
    return op.emitError() << "'" << op.getFuncName()
                          << "' is no operation of the op table for "
                          << std::string(formatName(formats.back()));
  std::optional<Format> castTo;
  if (auto name = op.getParameterDictionary().getAs<mlir::StringAttr>("result"))
    castTo = parseFormat(name.getValue().str());
  if (!castTo && row->signature == Signature::Cast)
    for (unsigned f = 0; f < numFormats; ++f)
      if (row->resultFormats == 1u << f)
        castTo = Format(f);
  Result<Format> format = resultFormat(*row, formats, castTo);
  if (!format)
    return op.emitError() << format.error().message
                          << (castTo ? ""
                                     : " (parameter_dictionary = {result = "
                                       "\"f16\"} names a cast's result)");
  VectorShape shape{operands.back().shape.count, *format};
  for (const VectorValue &operand : operands)
    if (operand.shape.count != shape.count)
      return op.emitError("the operands differ in their number of elements");
  int64_t address = *output * registerBytes();
  if (failed(setRegister(address, shape, op)))
    return failure();
  VectorValue &target = registerAt(address);
  if (!carried_.count(address)) {
    target.reg = builder.newVectorRegister(shape.bytes());
    shared_.insert(target.reg);
  }
  return emitRow(*row, operands, {target.reg, shape});
}

} // namespace sg::codegen
