// Cuts a program into blocks of the chosen size: an outer pipeline moves a
// block of every operand to the scratchpad and back, an inner one streams the
// block through the vector unit. What does not fill a block gets loops of its
// own, with blocks of exactly the remaining size.
#include "engine/ir/ktdf/Ktdf.h"
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/schedule/BlockLayout.h"
#include "engine/schedule/Passes.h"
#include "engine/schedule/SchedulePass.h"
#include "engine/schedule/Tidy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include <set>

using namespace mlir;

namespace sg {
namespace {

// A subscript: scale * counter + constant (either part may be missing).
struct Subscript {
  Value counter, offset;
  int64_t scale = 1, constant = 0;
};

// Writes one program in blocks.
class Tiler {
public:
  Tiler(PipelineShape &shape, func::FuncOp kernel, ScheduleContext &context,
        Value tileId)
      : shape(shape), kernel(kernel), tileId(tileId),
        block(shape.pipeline->getAttrOfType<DenseI64ArrayAttr>("sg.block")
                  .asArrayRef()),
        order(shape.pipeline->getAttrOfType<DenseI64ArrayAttr>("sg.order")
                  .asArrayRef()),
        lanes(shape.pipeline->getAttrOfType<IntegerAttr>("sg.lanes").getInt()),
        loc(shape.pipeline.getLoc()) {
    corelets = context.options.corelets > 0
                   ? std::min(context.options.corelets, context.device.corelets)
                   : context.device.corelets;
  }
  void run() {
    OpBuilder b(shape.loops.empty() ? shape.pipeline.getOperation()
                                    : shape.loops.front().getOperation());
    sizes.assign(shape.rank(), 1);
    places.assign(shape.rank(), {});
    blockLoops(b, 0);
  }

private:
  void blockLoops(OpBuilder &b, unsigned depth);
  void loop(OpBuilder &b, const PerCore &trips,
            function_ref<void(OpBuilder &, Value)> body);
  void blockPipeline(OpBuilder &b);
  ktdf::TransferEnd blockEnd(OpBuilder &b, const PipelineOperand &operand);
  void pieces(OpBuilder &b, const BlockLayout &layout, ArrayRef<Value> buffers);
  void rowPipeline(OpBuilder &b, const BlockLayout &layout, const Piece &piece,
                   ArrayRef<Value> counters, ArrayRef<Value> buffers);
  ktdf::TransferEnd vectorEnd(const BlockLayout &layout, const Piece &piece,
                              unsigned operand, ArrayRef<Value> counters,
                              Value buffer, Value vector, int64_t constant,
                              int64_t count);
  SmallVector<Value> computeOn(OpBuilder &b, ValueRange inputs, int64_t count);

  const PipelineOperand &operand(unsigned i) const {
    return i < shape.inputs.size() ? shape.inputs[i]
                                   : shape.outputs[i - shape.inputs.size()];
  }
  unsigned numOperands() const {
    return shape.inputs.size() + shape.outputs.size();
  }

  PipelineShape &shape;
  func::FuncOp kernel;
  Value tileId;
  SmallVector<int64_t> block, order;
  int64_t lanes, corelets = 1, segment = 0;
  Location loc;
  SmallVector<int64_t> sizes;    ///< block at hand
  SmallVector<Subscript> places; ///< where it starts
};

} // namespace

void Tiler::loop(OpBuilder &b, const PerCore &trips,
                 function_ref<void(OpBuilder &, Value)> body) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value bound = materialize(b, loc, trips, tileId);
  auto op = scf::ForOp::create(b, loc, zero, bound, one);
  ktdf::setLoopType(op, ktdf::LoopType::ParallelLoop);
  OpBuilder nested(op.getBody(), op.getBody()->begin());
  body(nested, op.getInductionVar());
}

void Tiler::blockLoops(OpBuilder &b, unsigned depth) {
  if (depth == shape.rank())
    return blockPipeline(b);
  unsigned d = order[depth];
  const PerCore &extent = shape.extents[d];
  PerCore full, done;
  std::set<int64_t, std::greater<>> rests;
  for (int64_t n : extent) {
    n = std::max<int64_t>(0, n);
    full.push_back(n / block[d]);
    done.push_back(n / block[d] * block[d]);
    if (n % block[d])
      rests.insert(n % block[d]);
  }
  if (maxOf(full) > 0) {
    sizes[d] = block[d];
    if (isUniform(full) && full.front() == 1) {
      places[d] = {};
      blockLoops(b, depth + 1);
    } else {
      loop(b, full, [&](OpBuilder &nested, Value counter) {
        places[d] = {counter, {}, block[d], 0};
        blockLoops(nested, depth + 1);
      });
    }
  }
  for (int64_t rest : rests) {
    PerCore has;
    for (int64_t n : extent)
      has.push_back(std::max<int64_t>(0, n) % block[d] == rest);
    sizes[d] = rest;
    auto rest1 = [&](OpBuilder &nested) {
      places[d] = {};
      if (isUniform(done))
        places[d].constant = done.front();
      else
        places[d].offset = materialize(nested, loc, done, tileId);
      blockLoops(nested, depth + 1);
    };
    if (isUniform(has))
      rest1(b);
    else
      loop(b, has, [&](OpBuilder &nested, Value) { rest1(nested); });
  }
}

// Where the block at hand starts in an operand's view, and its size there.
ktdf::TransferEnd Tiler::blockEnd(OpBuilder &b,
                                  const PipelineOperand &operand) {
  ktdf::TransferEnd end;
  end.value = operand.view;
  SmallVector<AffineExpr> exprs;
  for (unsigned d : operand.dims) {
    const Subscript &place = places[d];
    AffineExpr expr = b.getAffineConstantExpr(place.constant);
    for (auto [value, scale] : {std::pair(place.counter, place.scale),
                                std::pair(place.offset, int64_t(1))})
      if (value) {
        expr = expr + b.getAffineDimExpr(end.operands.size()) * scale;
        end.operands.push_back(value);
      }
    exprs.push_back(expr);
    end.sizes.push_back(sizes[d]);
  }
  if (exprs.empty()) {
    exprs.push_back(b.getAffineConstantExpr(0));
    end.sizes.push_back(1);
  }
  end.map = AffineMap::get(end.operands.size(), 0, exprs, b.getContext());
  return end;
}

void Tiler::blockPipeline(OpBuilder &b) {
  BlockLayout layout = layoutBlock(shape, sizes, corelets, lanes);
  MLIRContext *ctx = b.getContext();
  OpBuilder allocate(&kernel.getBody().front(),
                     kernel.getBody().front().begin());
  SmallVector<Value> buffers;
  int64_t number =
      shape.pipeline->getAttrOfType<IntegerAttr>("sg.program").getInt();
  for (unsigned i = 0; i < numOperands(); ++i) {
    auto memory =
        cast<MemRefType>(operand(i).buffer.getType()).getMemorySpace();
    auto type = MemRefType::get(layout.bufferShape(operand(i)),
                                operand(i).elementType, AffineMap(), memory);
    auto alloc = memref::AllocOp::create(allocate, operand(i).loc, type);
    alloc->setAttr("sg.buffer", b.getStringAttr(operand(i).name));
    alloc->setAttr("sg.program", b.getI64IntegerAttr(number));
    alloc->setAttr("sg.segment", b.getI64IntegerAttr(segment));
    alloc->setAttr("sg.role",
                   b.getStringAttr(i < shape.inputs.size() ? "in" : "out"));
    buffers.push_back(alloc);
  }
  ++segment;
  auto whole = [&](unsigned i) {
    auto extents = layout.bufferShape(operand(i));
    SmallVector<AffineExpr> zeros(extents.size(),
                                  getAffineConstantExpr(0, ctx));
    return ktdf::TransferEnd{
        buffers[i], AffineMap::get(0, 0, zeros, ctx), {}, extents};
  };
  auto move = [&](OpBuilder &nested, unsigned i, bool load) {
    ktdf::TransferEnd outside = blockEnd(nested, operand(i));
    auto op = load ? ktdf::DataTransferOp::create(nested, operand(i).loc,
                                                  outside, whole(i))
                   : ktdf::DataTransferOp::create(nested, operand(i).loc,
                                                  whole(i), outside);
    op->setAttr("sg.buffer", nested.getStringAttr(operand(i).name));
  };
  auto body = [&](OpBuilder &nested, Location) {
    auto tokens =
        ktdf::PrivateOp::create(nested, loc, [&](OpBuilder &inner, Location) {
          SmallVector<Value> two;
          for (int i = 0; i < 2; ++i)
            two.push_back(ktdf::CreateTokenOp::create(inner, loc));
          return two;
        });
    Value loaded = tokens.getResult(0), computed = tokens.getResult(1);
    SmallVector<Value> wait;
    if (!shape.inputs.empty()) {
      wait.push_back(loaded);
      StringRef unit = shape.dmaIn;
      ktdf::StageOp::create(nested, loc, ValueRange{}, ValueRange{loaded},
                            ArrayRef(unit), [&](OpBuilder &inner, Location) {
                              for (unsigned i = 0; i < shape.inputs.size(); ++i)
                                move(inner, i, true);
                            });
    }
    SmallVector<StringRef> units;
    for (const std::string *unit :
         {&shape.loadUnit, &shape.vectorUnit, &shape.storeUnit})
      if (!unit->empty())
        units.push_back(*unit);
    ktdf::StageOp::create(
        nested, loc, wait, ValueRange{computed}, units,
        [&](OpBuilder &inner, Location) { pieces(inner, layout, buffers); });
    StringRef unit = shape.dmaOut;
    ktdf::StageOp::create(nested, loc, ValueRange{computed}, ValueRange{},
                          ArrayRef(unit), [&](OpBuilder &inner, Location) {
                            for (unsigned i = shape.inputs.size();
                                 i < numOperands(); ++i)
                              move(inner, i, false);
                          });
  };
  auto pipeline = ktdf::PipelineOp::create(b, loc, std::nullopt, body);
  pipeline->setAttr("sg.program", b.getI64IntegerAttr(number));
}

void Tiler::pieces(OpBuilder &b, const BlockLayout &layout,
                   ArrayRef<Value> buffers) {
  CoreValues constants(1);
  for (const Piece &piece : layout.pieces) {
    SmallVector<int64_t> rows;
    if (layout.groups.size() > 1)
      rows.assign(layout.groupExtent.begin(), layout.groupExtent.end() - 1);
    else
      rows.push_back(piece.rows);
    SmallVector<Value> counters;
    OpBuilder at = b;
    for (int64_t extent : rows)
      loop(at, {extent}, [&](OpBuilder &nested, Value counter) {
        counters.push_back(counter);
        at = nested;
      });
    rowPipeline(at, layout, piece, counters, buffers);
  }
}

// One vector (or the single element of a row) of an operand's buffer.
ktdf::TransferEnd Tiler::vectorEnd(const BlockLayout &layout,
                                   const Piece &piece, unsigned number,
                                   ArrayRef<Value> counters, Value buffer,
                                   Value vector, int64_t constant,
                                   int64_t count) {
  MLIRContext *ctx = kernel.getContext();
  ktdf::TransferEnd end;
  end.value = buffer;
  SmallVector<AffineExpr> exprs;
  auto term = [&](Value value, int64_t scale) {
    end.operands.push_back(value);
    return getAffineDimExpr(end.operands.size() - 1, ctx) * scale;
  };
  const PipelineOperand &op = operand(number);
  unsigned last = layout.groups.size() - 1;
  for (unsigned g = 0; g < layout.groups.size(); ++g) {
    if (!layout.usesGroup(op, g))
      continue;
    AffineExpr expr = getAffineConstantExpr(0, ctx);
    if (g < last) {
      expr = term(counters[g], 1);
    } else {
      expr = expr + (piece.start + constant);
      if (layout.groups.size() == 1 && piece.rows > 1)
        expr = expr + term(counters[0], piece.length);
      if (vector)
        expr = expr + term(vector, layout.lanes);
    }
    exprs.push_back(expr);
    end.sizes.push_back(g < last ? 1 : count);
  }
  if (exprs.empty()) {
    exprs.push_back(getAffineConstantExpr(0, ctx));
    end.sizes.push_back(1);
  }
  end.map = AffineMap::get(end.operands.size(), 0, exprs, ctx);
  return end;
}

SmallVector<Value> Tiler::computeOn(OpBuilder &b, ValueRange inputs,
                                    int64_t count) {
  MLIRContext *ctx = b.getContext();
  linalg::GenericOp source = shape.compute;
  SmallVector<Value> outputs;
  SmallVector<Type> types;
  SmallVector<AffineMap> maps;
  AffineMap identity = AffineMap::getMultiDimIdentityMap(1, ctx);
  AffineMap first = AffineMap::get(1, 0, getAffineConstantExpr(0, ctx));
  for (Value input : inputs) {
    bool vector = cast<ShapedType>(input.getType()).getDimSize(0) == count;
    maps.push_back(vector ? identity : first);
  }
  for (Type type : source->getResultTypes()) {
    auto element = cast<ShapedType>(type).getElementType();
    types.push_back(RankedTensorType::get({count}, element));
    maps.push_back(identity);
    outputs.push_back(tensor::EmptyOp::create(
        b, source.getLoc(), ArrayRef<int64_t>{count}, element));
  }
  SmallVector<utils::IteratorType> iterators{utils::IteratorType::parallel};
  auto generic = linalg::GenericOp::create(b, source.getLoc(), types, inputs,
                                           outputs, maps, iterators);
  IRMapping mapping;
  source.getRegion().cloneInto(&generic.getRegion(), mapping);
  return SmallVector<Value>(generic.getResults());
}

void Tiler::rowPipeline(OpBuilder &b, const BlockLayout &layout,
                        const Piece &piece, ArrayRef<Value> counters,
                        ArrayRef<Value> buffers) {
  unsigned numInputs = shape.inputs.size(), total = numOperands();
  int64_t whole = piece.length / lanes, rest = piece.length % lanes;
  // Slots: one of each size an operand is handed over in.
  SmallVector<Value> full(total), last(total), single(total);
  auto slotType = [&](unsigned i, int64_t count) {
    bool in = i < numInputs;
    return ktdf::FifoSlotType::get(in ? shape.loadUnit : shape.vectorUnit,
                                   in ? shape.vectorUnit : shape.storeUnit,
                                   count, operand(i).elementType);
  };
  auto body = [&](OpBuilder &nested, Location) {
    Value loaded, computed;
    SmallVector<Value *> targets;
    auto priv =
        ktdf::PrivateOp::create(nested, loc, [&](OpBuilder &inner, Location) {
          SmallVector<Value> results;
          auto slot = [&](Value &target, unsigned i, int64_t count) {
            results.push_back(ktdf::FifoAllocateOp::create(
                                  inner, operand(i).loc, slotType(i, count))
                                  .getSlots()[0]);
            targets.push_back(&target);
          };
          for (unsigned i = 0; i < total; ++i) {
            if (!layout.isVector(operand(i))) {
              slot(single[i], i, 1);
              continue;
            }
            if (whole)
              slot(full[i], i, lanes);
            if (rest)
              slot(last[i], i, rest);
          }
          for (Value *token : {&loaded, &computed}) {
            results.push_back(ktdf::CreateTokenOp::create(inner, loc));
            targets.push_back(token);
          }
          return results;
        });
    for (auto [target, value] : llvm::zip(targets, priv.getResults()))
      *target = value;

    auto slotEnd = [](Value slot) {
      int64_t count = cast<ktdf::FifoSlotType>(slot.getType()).getNumElements();
      return ktdf::TransferEnd{slot, AffineMap(), {}, {count}};
    };
    auto move = [&](OpBuilder &inner, unsigned i, Value slot, Value vector,
                    int64_t constant, int64_t count) {
      ktdf::TransferEnd memory = vectorEnd(layout, piece, i, counters,
                                           buffers[i], vector, constant, count);
      auto op = i < numInputs
                    ? ktdf::DataTransferOp::create(inner, operand(i).loc,
                                                   memory, slotEnd(slot))
                    : ktdf::DataTransferOp::create(inner, operand(i).loc,
                                                   slotEnd(slot), memory);
      op->setAttr("sg.buffer", inner.getStringAttr(operand(i).name));
    };
    // The same walk in every stage keeps FIFO order: per row the single
    // elements, then the vectors.
    auto walk = [&](OpBuilder &inner,
                    function_ref<void(OpBuilder &, ArrayRef<Value>, Value,
                                      int64_t, int64_t)>
                        vectors) {
      if (whole > 1)
        loop(inner, {whole}, [&](OpBuilder &nested, Value v) {
          vectors(nested, full, v, 0, lanes);
        });
      else if (whole == 1)
        vectors(inner, full, Value(), 0, lanes);
      if (rest)
        vectors(inner, last, Value(), whole * lanes, rest);
    };
    SmallVector<Value> wait;
    if (numInputs) {
      wait.push_back(loaded);
      StringRef unit = shape.loadUnit;
      ktdf::StageOp::create(nested, loc, ValueRange{}, ValueRange{loaded},
                            ArrayRef(unit), [&](OpBuilder &inner, Location) {
                              for (unsigned i = 0; i < numInputs; ++i)
                                if (single[i])
                                  move(inner, i, single[i], Value(), 0, 1);
                              walk(inner, [&](OpBuilder &at,
                                              ArrayRef<Value> slots, Value v,
                                              int64_t constant, int64_t count) {
                                for (unsigned i = 0; i < numInputs; ++i)
                                  if (!single[i])
                                    move(at, i, slots[i], v, constant, count);
                              });
                            });
    }
    StringRef vectorUnit = shape.vectorUnit, storeUnit = shape.storeUnit;
    ktdf::StageOp::create(
        nested, loc, wait, ValueRange{computed}, ArrayRef(vectorUnit),
        [&](OpBuilder &inner, Location) {
          auto read = [&](OpBuilder &at, unsigned i, Value slot) -> Value {
            auto type = cast<ktdf::FifoSlotType>(slot.getType());
            return ktdf::ReadFromFifoOp::create(
                at, operand(i).loc,
                RankedTensorType::get({type.getNumElements()},
                                      type.getElementType()),
                slot);
          };
          SmallVector<Value> singles(numInputs);
          for (unsigned i = 0; i < numInputs; ++i)
            if (single[i])
              singles[i] = read(inner, i, single[i]);
          walk(inner, [&](OpBuilder &at, ArrayRef<Value> slots, Value, int64_t,
                          int64_t count) {
            SmallVector<Value> inputs(singles);
            for (unsigned i = 0; i < numInputs; ++i)
              if (!single[i])
                inputs[i] = read(at, i, slots[i]);
            SmallVector<Value> results = computeOn(at, inputs, count);
            for (unsigned i = numInputs; i < total; ++i)
              ktdf::WriteToFifoOp::create(
                  at, operand(i).loc,
                  results[shape.outputResult[i - numInputs]], slots[i]);
          });
        });
    ktdf::StageOp::create(nested, loc, ValueRange{computed}, ValueRange{},
                          ArrayRef(storeUnit), [&](OpBuilder &inner, Location) {
                            walk(inner,
                                 [&](OpBuilder &at, ArrayRef<Value> slots,
                                     Value v, int64_t constant, int64_t count) {
                                   for (unsigned i = numInputs; i < total; ++i)
                                     move(at, i, slots[i], v, constant, count);
                                 });
                          });
  };
  ktdf::PipelineOp::create(b, loc, std::nullopt, body);
}

namespace {
struct Tile : SchedulePass<Tile> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Tile)
  using SchedulePass::SchedulePass;
  static constexpr llvm::StringLiteral argument = "sg-tile";
  static constexpr llvm::StringLiteral purpose =
      "Cuts the loops into blocks: an outer pipeline moves blocks between "
      "device memory and scratchpad, an inner one streams vectors through the "
      "vector unit";

  LogicalResult run(func::FuncOp kernel) {
    CoreValues values(flatGrid(kernel));
    Value tileId;
    for (auto id : kernel.getOps<ktdp::GetComputeTileIdOp>())
      tileId = id->getResult(0);
    SmallVector<ktdf::PipelineOp> pipelines;
    kernel.walk([&](ktdf::PipelineOp op) { pipelines.push_back(op); });
    for (ktdf::PipelineOp pipeline : pipelines) {
      if (!pipeline->hasAttr("sg.block"))
        return pipeline.emitError("no block size was chosen; run "
                                  "sg-choose-tiles first");
      FailureOr<PipelineShape> shape = readShape(pipeline, values);
      if (failed(shape))
        return failure();
      Tiler(*shape, kernel, *context, tileId).run();
      Operation *root =
          shape->loops.empty() ? pipeline.getOperation() : shape->loops.front();
      SmallVector<Value> old;
      for (const auto *list : {&shape->inputs, &shape->outputs})
        for (const PipelineOperand &operand : *list)
          old.push_back(operand.buffer);
      root->erase();
      for (Value buffer : old)
        buffer.getDefiningOp()->erase();
    }
    tidy(kernel);
    return success();
  }
};
} // namespace

std::unique_ptr<Pass> createTilePass(ScheduleContextPtr context) {
  return std::make_unique<Tile>(std::move(context));
}

} // namespace sg
