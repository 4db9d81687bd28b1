// DMA operations: enumerates both sides and pairs them into one Transfer.
#include "engine/codegen/UnitEmitter.h"
#include "llvm/ADT/STLExtras.h"

namespace sg::codegen {

using mlir::failure;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::success;

// Every cut makes a dimension smaller, so this only guards against mistakes.
constexpr unsigned maxSplits = 32;

FailureOr<Enumeration> UnitEmitter::enumerate(mlir::IntegerSet set,
                                              mlir::AffineMap order,
                                              llvm::ArrayRef<Linear> symbols,
                                              llvm::StringRef what,
                                              mlir::Operation *at) {
  IndexContext &index = builder.index;
  Box box = boxOf(set, symbols, index);
  index.split.reset();
  if (!box.error.empty())
    return at->emitError() << what << "_set: " << box.error, failure();
  std::string error;
  std::vector<unsigned> sequence =
      enumerationOrder(order, box.dims, index, error);
  if (!error.empty())
    return at->emitError() << what << "_order: " << error, failure();
  Enumeration result;
  result.empty = box.empty;
  std::vector<unsigned> atoms;
  for (auto [i, dim] : llvm::enumerate(box.dims)) {
    Range count = index.range(dim.count);
    int64_t last =
        count.high < Range::unbounded ? count.high - 1 : Range::unbounded;
    atoms.push_back(
        index.dimension(unsigned(i), {0, std::max<int64_t>(last, 0)}));
    result.values.push_back(
        index.add(dim.lower, index.atomValue(atoms.back())));
  }
  for (unsigned dim : sequence)
    result.order.push_back({atoms[dim], box.dims[dim].count});
  return result;
}

FailureOr<Linear> UnitEmitter::accessAddress(const MemoryView &view,
                                             const agen::Access &access,
                                             const Enumeration &elements,
                                             const Enumeration &time,
                                             llvm::ArrayRef<Linear> timeSymbols,
                                             mlir::Operation *at) {
  IndexContext &index = builder.index;
  FailureOr<llvm::SmallVector<Linear>> subscripts =
      reader_.apply(access.map, access.operands, at);
  if (failed(subscripts))
    return failure();
  std::string error;
  llvm::SmallVector<Linear> indices;
  for (auto [k, subscript] : llvm::enumerate(*subscripts)) {
    // Dimensions of the set beyond the memref's repeat the same elements.
    Linear position = k < elements.values.size()
                          ? index.add(subscript, elements.values[k])
                          : subscript;
    if (access.timeAddrMap && k < access.timeAddrMap.getNumResults()) {
      std::optional<Linear> moved =
          evaluate(access.timeAddrMap.getResult(unsigned(k)), time.values,
                   timeSymbols, index, error);
      if (!moved)
        return at->emitError() << error, failure();
      position = index.add(position, *moved);
    }
    indices.push_back(position);
  }
  if (view.layout.getNumResults() != 1 ||
      view.layout.getNumDims() != indices.size())
    return at->emitError() << "the layout_map of the memory view must turn its "
                           << indices.size() << " subscripts into one address",
           failure();
  std::optional<Linear> offset =
      evaluate(view.layout.getResult(0), indices, {}, index, error);
  if (!offset)
    return at->emitError() << "layout_map: " << error, failure();
  return index.scale(index.add(view.start, *offset), formatBytes(view.format));
}

bool UnitEmitter::applySplit(Enumeration &enumeration) {
  IndexContext &index = builder.index;
  SplitRequest request = *index.split;
  for (auto it = enumeration.order.begin(); it != enumeration.order.end();
       ++it) {
    if (it->atom != request.dim)
      continue;
    // A size that differs by unit or is known at launch cannot be cut.
    std::optional<int64_t> count = index.uniformConstant(it->count);
    if (!count || *count % request.inner != 0)
      return false;
    int64_t outer = *count / request.inner;
    unsigned slow = index.dimension(0, {0, outer - 1});
    unsigned fast = index.dimension(0, {0, request.inner - 1});
    Linear combined =
        index.add(index.scale(index.atomValue(slow), request.inner),
                  index.atomValue(fast));
    for (Linear &value : enumeration.values) {
      Column stride = strideOf(value, request.dim);
      llvm::erase_if(value.terms,
                     [&](const Term &t) { return t.atom == request.dim; });
      value = index.add(value, index.scale(combined, stride));
    }
    *it = {slow, index.constant(outer)};
    enumeration.order.insert(std::next(it),
                             {fast, index.constant(request.inner)});
    return true;
  }
  return false;
}

LogicalResult UnitEmitter::checkLinear(const Linear &address,
                                       mlir::Operation *at) {
  IndexContext &index = builder.index;
  for (const Term &term : address.terms)
    if (index.atom(term.atom).kind != AtomKind::Dim &&
        index.dependsOnDim(index.atomValue(term.atom)))
      return at->emitError("the layout_map divides the subscripts so that the "
                           "elements of one transfer do not lie at constant "
                           "strides; move whole tiles of the layout, or start "
                           "at a multiple of them");
  return success();
}

Column UnitEmitter::strideOf(const Linear &address, unsigned atom) {
  for (const Term &term : address.terms)
    if (term.atom == atom)
      return term.coefficient;
  return Column(builder.index.instances(), 0);
}

Linear UnitEmitter::withoutDims(const Linear &address) {
  Linear result = address;
  llvm::erase_if(result.terms, [&](const Term &term) {
    return builder.index.atom(term.atom).kind == AtomKind::Dim;
  });
  return result;
}

FailureOr<std::vector<WalkDim>> UnitEmitter::walkOf(const Linear &address,
                                                    const Enumeration &elements,
                                                    mlir::Operation *at) {
  std::vector<WalkDim> walk;
  for (const EnumeratedDim &dim : elements.order) {
    std::optional<int64_t> count = builder.index.uniformConstant(dim.count);
    if (!count)
      return at->emitError(
                 "the sizes of a load or store set must be constants; "
                 "sizes that differ belong into the time_set"),
             failure();
    walk.push_back({*count, strideOf(address, dim.atom)});
  }
  return walk;
}

LogicalResult UnitEmitter::emitTransfer(agen::CompositeLoadAndStoreOp op) {
  if (unit_.role != UnitRole::Dma)
    return op.emitError() << "unit " << unit_.kind
                          << " cannot copy from memory to memory; only DMA "
                             "units run this operation";
  if (op.getBody()->getOperations().size() > 1)
    return op.emitError("the body of a transfer may only hold agen.yield: DMA "
                        "units copy and do not compute");
  if (op.getMulticastInfo())
    return op.emitError("multicast transfers are not supported");
  FailureOr<MemoryView> from = viewOf(op.getSrcMemRef(), op);
  FailureOr<MemoryView> to = succeeded(from) ? viewOf(op.getDstMemRef(), op)
                                             : FailureOr<MemoryView>(failure());
  if (failed(to))
    return failure();
  if (from->format != to->format)
    return op.emitError() << "a transfer does not convert: the source holds "
                          << std::string(formatName(from->format))
                          << ", the destination "
                          << std::string(formatName(to->format));
  agen::TimeSteps steps = op.getTime();
  llvm::SmallVector<Linear> symbols;
  for (mlir::Value symbol : steps.symbols) {
    FailureOr<Linear> value = reader_.index(symbol, op);
    if (failed(value))
      return failure();
    symbols.push_back(*value);
  }
  agen::Access load = op.getLoad(), store = op.getStore();
  FailureOr<Enumeration> time =
      enumerate(steps.set, steps.order, symbols, "time", op);
  FailureOr<Enumeration> source =
      succeeded(time) ? enumerate(load.set, load.order, {}, "load", op)
                      : FailureOr<Enumeration>(failure());
  FailureOr<Enumeration> target =
      succeeded(source) ? enumerate(store.set, store.order, {}, "store", op)
                        : FailureOr<Enumeration>(failure());
  if (failed(target))
    return failure();
  if (time->empty || source->empty || target->empty)
    return success();

  IndexContext &index = builder.index;
  Linear fromAddress, toAddress;
  for (unsigned i = 0; i < maxSplits; ++i) {
    index.split.reset();
    FailureOr<Linear> a =
        accessAddress(*from, load, *source, *time, symbols, op);
    FailureOr<Linear> b =
        succeeded(a) ? accessAddress(*to, store, *target, *time, symbols, op)
                     : FailureOr<Linear>(failure());
    if (failed(b))
      return failure();
    fromAddress = *a;
    toAddress = *b;
    if (!index.split ||
        !(applySplit(*time) || applySplit(*source) || applySplit(*target)))
      break;
  }
  index.split.reset();
  if (failed(checkLinear(fromAddress, op)) ||
      failed(checkLinear(toAddress, op)))
    return failure();
  FailureOr<std::vector<WalkDim>> fromWalk = walkOf(fromAddress, *source, op);
  FailureOr<std::vector<WalkDim>> toWalk =
      succeeded(fromWalk) ? walkOf(toAddress, *target, op)
                          : FailureOr<std::vector<WalkDim>>(failure());
  if (failed(toWalk))
    return failure();
  std::vector<SharedDim> shared;
  for (const EnumeratedDim &dim : time->order)
    shared.push_back({dim.count, strideOf(fromAddress, dim.atom),
                      strideOf(toAddress, dim.atom)});
  TransferShape shape =
      pairWalks(shared, *fromWalk, *toWalk, formatBytes(from->format), index);
  if (!shape.error.empty())
    return op.emitError() << shape.error;

  VirtualInstruction inst;
  inst.base.op = Opcode::Transfer;
  inst.base.format = from->format;
  inst.base.fromMemory = lists_.memory(from->kind);
  inst.base.toMemory = lists_.memory(to->kind);
  inst.base.tag = from->tag ? from->tag : to->tag;
  inst.base.count = uint32_t(shape.run);
  inst.base.a = builder.operand(withoutDims(fromAddress));
  inst.base.b = builder.operand(withoutDims(toAddress));
  for (const SharedDim &dim : shape.dims)
    inst.base.dims.push_back({builder.operand(dim.count),
                              builder.columnOperand(dim.fromStride),
                              builder.columnOperand(dim.toStride)});
  builder.emit(std::move(inst));
  return success();
}

} // namespace sg::codegen
