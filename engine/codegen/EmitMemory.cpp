// Memory views, and the load and store units that stream vectors between a
// memory and a FIFO.
#include "engine/codegen/UnitEmitter.h"
#include "llvm/ADT/STLExtras.h"

namespace sg::codegen {

using mlir::failure;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::success;

bool UnitEmitter::isRegisterFile(mlir::Value memref) {
  FramedValue value = chaseArguments(reader_.here(memref));
  auto op = value.value.getDefiningOp<dataflow::GetLogicalMemoryViewOp>();
  if (!op)
    return false;
  FailureOr<FramedValue> unit =
      reader_.resolve({op.getFromUnit(), value.frame}, 0, op);
  if (failed(unit))
    return false;
  auto get = unit->value.getDefiningOp<dataflow::GetUnitOp>();
  if (!get)
    return false;
  const DeviceMemory *found = nullptr;
  for (const DeviceMemory &memory : device_.memories)
    if (get.getType().equals_insensitive(memory.kind))
      found = &memory;
  return found && found->kind != device_.globalMemory().kind &&
         found->kind != device_.localMemory().kind;
}

FailureOr<MemoryView> UnitEmitter::viewOf(mlir::Value memref,
                                          mlir::Operation *at) {
  FramedValue value = chaseArguments(reader_.here(memref));
  auto op = value.value.getDefiningOp<dataflow::GetLogicalMemoryViewOp>();
  if (!op)
    return at->emitError("the memref is not the result of a "
                         "dataflow.get_logical_memory_view"),
           failure();
  auto type = llvm::cast<mlir::MemRefType>(op.getData().getType());
  std::optional<Format> format = formatOf(type.getElementType());
  if (!format)
    return op.emitError() << "elements of type " << type.getElementType()
                          << " are not supported; use f16, bf16, f32, i32, i1, "
                             "i64, i8 or i16",
           failure();
  FailureOr<std::vector<UnitRef>> memories =
      reader_.units(FramedValue{op.getFromUnit(), value.frame}, op);
  if (failed(memories))
    return failure();
  MemoryView view;
  view.kind = memories->front().kind;
  const DeviceMemory *memory = device_.memory(view.kind);
  if (!memory)
    return op.emitError() << "'" << lowerCase(view.kind)
                          << "' is not a memory of the device",
           failure();
  for (auto [i, place] : llvm::enumerate(*memories)) {
    if (place.kind != view.kind)
      return op.emitError("a view shared by several units must be of the same "
                          "kind of memory on all of them"),
             failure();
    int32_t mine = plan_.units[i].core;
    if (memory->scope != Scope::Device && place.core >= 0 &&
        place.core != mine) {
      op.emitError() << lowerCase(unit_.kind) << " of core " << mine
                     << " cannot reach " << lowerCase(view.kind) << " of core "
                     << place.core
                     << "; look the memory up by unit (uniform.query_map)";
      return failure();
    }
  }
  FailureOr<Linear> start =
      reader_.index(FramedValue{op.getStartAddress(), value.frame}, op);
  if (failed(start))
    return failure();
  view.start = *start;
  view.layout = op.getLayoutMap();
  view.format = *format;
  FailureOr<uint16_t> tag = tagOf(op, *start, *format);
  if (failed(tag))
    return failure();
  view.tag = *tag;
  return view;
}

/// Buffers a view names: sg.buffer with sg.bytes (at the view's constant
/// start), or a list sg.buffers of {name, address, bytes}.
FailureOr<uint16_t> UnitEmitter::tagOf(mlir::Operation *view,
                                       const Linear &start, Format format) {
  auto number = [](mlir::Attribute attribute) -> std::optional<int64_t> {
    auto integer = llvm::dyn_cast_or_null<mlir::IntegerAttr>(attribute);
    if (!integer || integer.getValue().getSignificantBits() > 64)
      return std::nullopt;
    return integer.getValue().getSExtValue();
  };
  uint16_t first = 0;
  if (auto list = view->getAttrOfType<mlir::ArrayAttr>("sg.buffers")) {
    for (mlir::Attribute entry : list) {
      auto fields = llvm::dyn_cast<mlir::DictionaryAttr>(entry);
      auto name =
          fields ? fields.getAs<mlir::StringAttr>("name") : mlir::StringAttr();
      auto address = fields ? number(fields.get("address")) : std::nullopt;
      auto bytes = fields ? number(fields.get("bytes")) : std::nullopt;
      if (!name || !address || !bytes)
        return view->emitError("each entry of sg.buffers is {name = \"…\", "
                               "address = <bytes>, bytes = <bytes>}"),
               failure();
      uint16_t tag = lists_.buffer({name.str(), *address, *bytes});
      first = first ? first : tag;
    }
    return first;
  }
  auto name = view->getAttrOfType<mlir::StringAttr>("sg.buffer");
  std::optional<int64_t> address = builder.index.uniformConstant(start);
  if (!name || !address)
    return first;
  std::optional<int64_t> bytes = number(view->getAttr("sg.bytes"));
  if (!bytes) {
    auto type = llvm::cast<mlir::MemRefType>(view->getResult(0).getType());
    bytes = type.hasStaticShape()
                ? type.getNumElements() * int64_t(formatBytes(format))
                : 0;
  }
  return lists_.buffer(
      {name.str(), *address * int64_t(formatBytes(format)), *bytes});
}

FailureOr<Linear> UnitEmitter::vectorAddress(const MemoryView &view,
                                             const agen::Access &access,
                                             VectorShape shape,
                                             mlir::Operation *at) {
  if (shape.format != view.format)
    return at->emitError() << "the vector's elements are "
                           << std::string(formatName(shape.format))
                           << ", the memory view's "
                           << std::string(formatName(view.format)),
           failure();
  bool isLoad = llvm::isa<agen::VectorLoadOp>(at);
  FailureOr<Enumeration> elements =
      enumerate(access.set, access.order, {}, isLoad ? "load" : "store", at);
  if (failed(elements))
    return failure();
  IndexContext &index = builder.index;
  Linear address;
  for (unsigned i = 0; i < 32; ++i) {
    index.split.reset();
    FailureOr<Linear> value =
        accessAddress(view, access, *elements, {}, {}, at);
    if (failed(value))
      return failure();
    address = *value;
    if (!index.split || !applySplit(*elements))
      break;
  }
  index.split.reset();
  if (failed(checkLinear(address, at)))
    return failure();
  FailureOr<std::vector<WalkDim>> walk = walkOf(address, *elements, at);
  if (failed(walk))
    return failure();
  int64_t bytes = formatBytes(view.format), count = 1;
  for (const WalkDim &dim : llvm::reverse(*walk)) {
    Column expected(index.instances(), count * bytes);
    if (dim.count > 1 && dim.stride != expected)
      return at->emitError("the elements of a vector must follow each other in "
                           "memory (stride 1, fastest lane first)"),
             failure();
    count *= dim.count;
  }
  if (count != shape.count)
    return at->emitError() << "the set has " << count
                           << " elements, the vector " << shape.count,
           failure();
  return withoutDims(address);
}

LogicalResult UnitEmitter::checkLoad(agen::VectorLoadOp load) {
  if (load.getMulticastInfo())
    return load.emitError("multicast loads are not supported");
  mlir::Block *block = load->getBlock();
  if (load.getResult().use_empty())
    return load.emitError("the vector is loaded and never sent; send it to a "
                          "unit or remove the load");
  for (mlir::Operation *user : load.getResult().getUsers()) {
    if (!llvm::isa<dataflow::SendOp>(user))
      return load.emitError()
             << "unit " << unit_.kind << " can only send what it loads, but '"
             << user->getName() << "' uses it";
    if (user->getBlock() != block)
      return load.emitError("a vector must be sent in the block that loads it: "
                            "load units have no registers to keep it");
    // The memory is read when the vector is sent.
    for (mlir::Operation *op = load->getNextNode(); op && op != user;
         op = op->getNextNode())
      if (llvm::isa<dataflow::SyncSendOp>(op) || op->getNumRegions() > 0)
        return op->emitError() << "'" << op->getName()
                               << "' may not stand between a vector's load and "
                                  "its send: load units have no registers";
  }
  return success();
}

LogicalResult UnitEmitter::emitPush(mlir::Operation *send,
                                    agen::VectorLoadOp load) {
  if (unit_.role != UnitRole::Load)
    return load.emitError() << "unit " << unit_.kind
                            << " cannot load vectors; only load units stream "
                               "from a memory into a FIFO";
  auto op = llvm::cast<dataflow::SendOp>(send);
  FailureOr<VectorShape> shape = shapeOf(op.getSendData().getType(), send);
  FailureOr<MemoryView> view = succeeded(shape)
                                   ? viewOf(load.getMemRef(), load)
                                   : FailureOr<MemoryView>(failure());
  if (failed(view))
    return failure();
  FailureOr<Linear> address =
      vectorAddress(*view, load.getAccess(), *shape, load);
  FailureOr<uint8_t> port = succeeded(address) ? portOf(op.getToUnit(), send)
                                               : FailureOr<uint8_t>(failure());
  if (failed(port))
    return failure();
  VirtualInstruction inst;
  inst.base.op = Opcode::Push;
  inst.base.format = shape->format;
  inst.base.count = uint32_t(shape->count);
  inst.base.fromMemory = lists_.memory(view->kind);
  inst.base.tag = view->tag;
  inst.base.port = *port;
  builder.source = lists_.source(load);
  inst.base.a = builder.operand(*address);
  builder.emit(std::move(inst));
  return success();
}

LogicalResult UnitEmitter::checkReceive(dataflow::ReceiveOp receive) {
  if (receive.getData().use_empty())
    return receive.emitError("the vector is received and never stored");
  mlir::Block *block = receive->getBlock();
  if (!receive.getData().hasOneUse())
    return receive.emitError("store units have no registers: a received vector "
                             "can be stored once only");
  mlir::Operation *user = *receive.getData().getUsers().begin();
  if (!llvm::isa<agen::VectorStoreOp>(user))
    return receive.emitError()
           << "unit " << unit_.kind << " can only store what it receives, but '"
           << user->getName() << "' uses it";
  if (user->getBlock() != block)
    return receive.emitError("a vector must be stored in the block that "
                             "receives it: store units have no registers");
  for (mlir::Operation *op = receive->getNextNode(); op && op != user;
       op = op->getNextNode())
    if (llvm::isa<dataflow::ReceiveOp>(op) || op->getNumRegions() > 0)
      return op->emitError() << "'" << op->getName()
                             << "' may not stand between a vector's receive "
                                "and its store: store units have no registers";
  return success();
}

LogicalResult UnitEmitter::emitPop(agen::VectorStoreOp store) {
  auto receive = store.getValueToStore().getDefiningOp<dataflow::ReceiveOp>();
  if (unit_.role != UnitRole::Store)
    return store.emitError() << "unit " << unit_.kind
                             << " cannot store vectors; only store units "
                                "stream from a FIFO into a memory";
  if (!receive)
    return store.emitError() << "unit " << unit_.kind
                             << " can only store what dataflow.receive gave it";
  FailureOr<VectorShape> shape =
      shapeOf(store.getValueToStore().getType(), store);
  FailureOr<MemoryView> view = succeeded(shape)
                                   ? viewOf(store.getMemRef(), store)
                                   : FailureOr<MemoryView>(failure());
  if (failed(view))
    return failure();
  FailureOr<Linear> address =
      vectorAddress(*view, store.getAccess(), *shape, store);
  FailureOr<uint8_t> port = succeeded(address)
                                ? sourcePort(receive.getFromUnit(), receive)
                                : FailureOr<uint8_t>(failure());
  if (failed(port))
    return failure();
  VirtualInstruction inst;
  inst.base.op = Opcode::Pop;
  inst.base.format = shape->format;
  inst.base.count = uint32_t(shape->count);
  inst.base.toMemory = lists_.memory(view->kind);
  inst.base.tag = view->tag;
  inst.base.port = *port;
  inst.base.b = builder.operand(*address);
  builder.emit(std::move(inst));
  return success();
}

} // namespace sg::codegen
