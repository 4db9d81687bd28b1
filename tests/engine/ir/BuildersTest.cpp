// The builders and accessors that passes use: what they build verifies, prints
// as expected, and gives back what was put in.
#include "engine/ir/Dialects.h"
#include "engine/ir/agen/Agen.h"
#include "engine/ir/dataflow/Dataflow.h"
#include "engine/ir/ktdf/Ktdf.h"
#include "engine/ir/symbol/Symbol.h"
#include "engine/ir/uniform/Uniform.h"
#include "engine/ir/vectorchain/VectorChain.h"
#include "mlir/IR/Verifier.h"
#include <doctest/doctest.h>

using namespace mlir;
using namespace sg;

namespace {

/// A module to build in.
struct Fixture {
  Fixture() : builder(&context) {
    DialectRegistry registry;
    registerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    loc = builder.getUnknownLoc();
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToStart(module->getBody());
  }
  ~Fixture() { CHECK(succeeded(verify(*module))); }

  std::string text(Operation *op) {
    std::string result;
    llvm::raw_string_ostream stream(result);
    op->print(stream, OpPrintingFlags().useLocalScope());
    return result;
  }
  bool contains(Operation *op, StringRef what) {
    return StringRef(text(op)).contains(what);
  }

  MLIRContext context;
  OpBuilder builder;
  Location loc = UnknownLoc::get(&context);
  OwningOpRef<ModuleOp> module;
};

} // namespace

TEST_CASE_FIXTURE(Fixture, "a ktdf pipeline") {
  auto memory = [&](StringRef space) {
    auto type = MemRefType::get({4, 64}, builder.getF16Type(),
                                MemRefLayoutAttrInterface(),
                                builder.getStringAttr(space));
    return memref::AllocOp::create(builder, loc, type).getResult();
  };
  Value ddr = memory("DDR"), l1 = memory("L1");
  Value i = arith::ConstantIndexOp::create(builder, loc, 1);
  auto slotType =
      ktdf::FifoSlotType::get("L1LU", "SFU", 64, builder.getF16Type());
  CHECK(slotType.getSrcName() == "L1LU");
  CHECK(slotType.getDestName() == "SFU");

  AffineMap rowMap = AffineMap::get(
      1, 0, {builder.getAffineDimExpr(0) * 2, builder.getAffineConstantExpr(0)},
      &context);
  ktdf::PrivateOp resources;
  auto pipeline = ktdf::PipelineOp::create(
      builder, loc, 2, [&](OpBuilder &b, Location loc) {
        resources = ktdf::PrivateOp::create(
            b, loc, [&](OpBuilder &b, Location loc) -> SmallVector<Value> {
              return {ktdf::CreateTokenOp::create(b, loc),
                      ktdf::FifoAllocateOp::create(b, loc, slotType)
                          .getSlots()
                          .front()};
            });
        Value token = resources.getResult(0), slot = resources.getResult(1);
        ktdf::StageOp::create(
            b, loc, ValueRange{}, token, {"MNILU", "L1LU"},
            [&](OpBuilder &b, Location loc) {
              ktdf::DataTransferOp::create(b, loc, ddr, rowMap, i, {1, 64}, l1,
                                           rowMap, i, {1, 64});
              ktdf::DataTransferOp::create(
                  b, loc, ktdf::TransferEnd{l1, rowMap, {i}, {1, 64}},
                  ktdf::TransferEnd{slot, {}, {}, {64}});
            });
        ktdf::StageOp::create(b, loc, token, ValueRange{});
      });
  CHECK(pipeline.getPrivateOp() == resources);
  SmallVector<ktdf::StageOp, 4> stages = pipeline.getStages();
  REQUIRE(stages.size() == 2);
  CHECK(stages[0].getUnitNames() == SmallVector<StringRef>{"MNILU", "L1LU"});
  CHECK(stages[0].getPipeline() == pipeline);
  CHECK(stages[1].getUnitNames().empty());
  stages[1].setUnitNames({"SFU"});
  stages[1].addDependsIn(resources.getResult(0));
  CHECK(stages[1].getDependsIn().size() == 1);

  auto transfers =
      llvm::to_vector(stages[0].getBody()->getOps<ktdf::DataTransferOp>());
  REQUIRE(transfers.size() == 2);
  ktdf::TransferEnd source = transfers[1].getSourceEnd();
  CHECK(source.value == l1);
  CHECK(source.map == rowMap);
  CHECK(source.operands == SmallVector<Value>{i});
  CHECK(source.sizes == SmallVector<int64_t>{1, 64});
  CHECK(source.hasStaticSizes());
  CHECK(transfers[1].getDestEnd().isFifo());
  CHECK(transfers[1].isDestFifo());
  CHECK(transfers[0].getElementType() == builder.getF16Type());
  CHECK(contains(transfers[1], "* 2, 0] size [1, 64] to "));
  CHECK(contains(pipeline, "modulo(size : 2)"));
}

TEST_CASE_FIXTURE(Fixture, "ktdf loops, tiles and buffers") {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value four = arith::ConstantIndexOp::create(builder, loc, 4);
  Value tile = ktdf::TilingReserveSizeOp::create(builder, loc, 2, 4);
  unsigned ivs = 0;
  auto parallel = ktdf::ParallelOp::create(
      builder, loc, ValueRange{zero, zero}, ValueRange{four, four},
      ValueRange{tile, tile}, 2,
      [&](OpBuilder &b, Location loc, ValueRange dims, Value instance) {
        ivs = dims.size();
        ktdf::TilingLinearizeIndexOp::create(b, loc, dims,
                                             ValueRange{tile, tile});
        ktdf::TilingDeriveSizeOp::create(b, loc, dims, ValueRange{tile, tile},
                                         four);
        ktdf::BufferPhaseOp::create(b, loc, instance, 2);
      });
  CHECK(ivs == 2);
  CHECK(parallel.getNumLoops() == 2);
  CHECK(parallel.getLoopInductionVars()->size() == 2);
  CHECK(!ktdf::getLoopType(parallel));
  ktdf::setLoopType(parallel, ktdf::LoopType::ReductionLoop);
  CHECK(ktdf::getLoopType(parallel) == ktdf::LoopType::ReductionLoop);

  auto type = MemRefType::get({4}, builder.getF16Type());
  Value a = memref::AllocOp::create(builder, loc, type);
  auto select =
      ktdf::SelectMemrefOp::create(builder, loc, zero, ValueRange{a, a});
  CHECK(select.getResult().getType() == type);
  auto opaque =
      ktdf::OpaqueOp::create(builder, loc, "FILL", ValueRange{}, ValueRange{a});
  CHECK(opaque.getNumResults() == 0);
}

TEST_CASE_FIXTURE(Fixture, "an indirect transfer") {
  auto type = MemRefType::get({8, 64}, builder.getF16Type());
  Value a = memref::AllocOp::create(builder, loc, type);
  Value table = memref::AllocOp::create(
      builder, loc, MemRefType::get({8}, builder.getIndexType()));
  Value i = arith::ConstantIndexOp::create(builder, loc, 1);
  AffineMap map = builder.getMultiDimIdentityMap(2);
  ktdf::TransferEnd end{a, map, {i, i}, {1, 4}};
  for (bool gather : {true, false}) {
    auto op = ktdf::IndDataTransferOp::create(builder, loc, gather, table, i,
                                              end, end);
    CHECK(op.isGather() == gather);
    CHECK(op.getAddresses() == table);
    CHECK(op.getEntry() == i);
    CHECK(op.getSourceEnd().sizes == end.sizes);
    CHECK(op.getDestEnd().operands == end.operands);
  }
}

TEST_CASE_FIXTURE(Fixture, "a unit's program") {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  auto u0 =
      dataflow::GetUnitOp::create(builder, loc, "C0-l1lu-CL0", "l1lu", 0, 0);
  auto u1 = dataflow::GetUnitOp::create(builder, loc, "ddr", "ddr");
  CHECK(u0.getCore() == 0);
  CHECK(!u1.getCore());
  CHECK(u0.getType() == "l1lu");
  auto vector = VectorType::get({64}, builder.getF16Type());
  auto view = MemRefType::get({2, 64}, builder.getF16Type());
  AffineMap layout = AffineMap::get(
      2, 0, builder.getAffineDimExpr(0) * 64 + builder.getAffineDimExpr(1));
  AffineMap corner = AffineMap::get(
      0, 0,
      {builder.getAffineConstantExpr(0), builder.getAffineConstantExpr(0)},
      &context);
  auto program = dataflow::ProgramUnitOp::create(
      builder, loc, ValueRange{u0.getUnit(), u1.getUnit()},
      [&](OpBuilder &b, Location loc, Value me) {
        auto table = uniform::DefImmutableMappingOp::create(
            b, loc, ValueRange{u0.getUnit(), u1.getUnit()},
            ValueRange{zero, u1.getUnit()});
        auto query = uniform::QueryMapOp::create(b, loc, table, me);
        CHECK(query.lookup(u1.getUnit()) == u1.getUnit());
        CHECK(!query.lookup(zero));
        Value mem = dataflow::GetLogicalMemoryViewOp::create(
            b, loc, view, query.getResult(), zero, layout);
        agen::Access row = agen::blockAccess(mem, corner, {}, {1, 64});
        Value v = agen::VectorLoadOp::create(b, loc, vector, row);
        Value c = vectorchain::ConstantBitstreamOp::create(
            b, loc, VectorType::get({1}, builder.getF16Type()), {0x3c00});
        Value s = vectorchain::ShuffleOp::create(b, loc, vector, c, {0}, 64);
        v = vectorchain::BinaryOp::create(
            b, loc, vectorchain::BinaryOperator::Mul, v, s);
        v = vectorchain::MultiplyAndAccumulateOp::create(b, loc, v, s, v);
        Value cond = vectorchain::ElementWiseCompareOp::create(
            b, loc, VectorType::get({64}, builder.getI1Type()),
            vectorchain::CompareOperator::Lt, v, s);
        v = vectorchain::ElementWiseSelectionOp::create(b, loc, cond, v, s);
        v = vectorchain::NegOp::create(b, loc, v);
        v = vectorchain::ExpEstimateOp::create(b, loc, v,
                                               vectorchain::ExpEstimate::A);
        v = vectorchain::ScanWithGapOp::create(
            b, loc, v, vectorchain::BinaryOperator::Add, 8);
        agen::VectorStoreOp::create(b, loc, v, row);
        auto copy =
            agen::CompositeLoadAndStoreOp::create(b, loc, vector, row, row);
        CHECK(agen::blockSizes(copy.getLoad().set) ==
              SmallVector<int64_t>{1, 64});
        CHECK(agen::blockSizes(copy.getTime().set) == SmallVector<int64_t>{1});
        dataflow::SendOp::create(b, loc, me, v);
        dataflow::ReceiveOp::create(b, loc, vector, me);
        dataflow::SyncSendOp::create(b, loc, me);
        dataflow::SyncRecvOp::create(b, loc, me);
        dataflow::OpaqueOp::create(b, loc, "erf", {}, {});
      });
  CHECK(program.getIterArg());
  CHECK(contains(program, "wait_immediately_for_async_transfers = true"));
  CHECK(contains(program,
                 "constant_bitstream {value = [0x3c00]} : vector<1xf16>"));
  CHECK(contains(program, "indices = [0 : i32], repetition = 64 : i32"));
}

TEST_CASE_FIXTURE(Fixture, "symbols") {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  symbol::CreateIdOp::create(builder, loc, zero, -1);
  auto made = symbol::CreateSymbolOp::create(builder, loc, -1);
  CHECK(made.getSymbolId() == -1);
  auto table = symbol::SymbolImmutableMappingOp::create(
      builder, loc, ValueRange{zero}, ValueRange{made.getResult()});
  auto query = symbol::QueryMapOp::create(builder, loc, table, zero);
  CHECK(query.getTable() == table);
}

TEST_CASE_FIXTURE(Fixture, "dense blocks as sets") {
  using Sizes = SmallVector<int64_t>;
  for (Sizes sizes :
       {Sizes{}, Sizes{1}, Sizes{64}, Sizes{1, 64}, Sizes{8, 1, 3}})
    CHECK(agen::blockSizes(agen::blockSet(&context, sizes)) == sizes);

  AffineExpr d0 = builder.getAffineDimExpr(0);
  auto sizesOf = [&](ArrayRef<AffineExpr> constraints, ArrayRef<bool> equal) {
    return agen::blockSizes(IntegerSet::get(1, 0, constraints, equal));
  };
  CHECK(sizesOf({d0, 7 - d0, 3 - d0}, {false, false, false}) == Sizes{4});
  CHECK(!sizesOf({d0}, {false}));                    // no upper end
  CHECK(!sizesOf({7 - d0}, {false}));                // no lower end
  CHECK(!sizesOf({d0 - 1, 7 - d0}, {false, false})); // does not start at 0
  CHECK(!sizesOf({d0 * 2, 7 - d0}, {false, false})); // not written as a block
  CHECK(!sizesOf({d0 - 3}, {true}));                 // one point, not 0
  CHECK(!sizesOf({d0.floorDiv(2), 7 - d0}, {false, false}));
  CHECK(!agen::blockSizes(IntegerSet::getEmptySet(1, 0, &context)));
  AffineExpr s0 = builder.getAffineSymbolExpr(0);
  CHECK(
      !agen::blockSizes(IntegerSet::get(1, 1, {d0, s0 - d0}, {false, false})));
}
