// How blocks are grouped and cut, for random operands and sizes.
#include "engine/schedule/BlockLayout.h"
#include "tests/engine/schedule/ParsedKernel.h"

using namespace sg;
using namespace sg::test;

namespace {
struct Shape {
  explicit Shape(unsigned rank) {
    for (unsigned d = 0; d < rank; ++d)
      shape.extents.push_back({1000});
  }
  void add(bool input, llvm::ArrayRef<unsigned> dims, int64_t bytes = 2) {
    mlir::Location loc = mlir::UnknownLoc::get(&context);
    PipelineOperand operand{{}, {}, {}, {}, {}, bytes, "x", loc};
    operand.dims.assign(dims.begin(), dims.end());
    (input ? shape.inputs : shape.outputs).push_back(operand);
  }
  std::vector<const PipelineOperand *> operands() const {
    std::vector<const PipelineOperand *> all;
    for (const auto *list : {&shape.inputs, &shape.outputs})
      for (const PipelineOperand &operand : *list)
        all.push_back(&operand);
    return all;
  }
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  PipelineShape shape;
};
} // namespace

static std::string text(const llvm::SmallVector<int64_t> &numbers) {
  return sg::test::text(PerCore(numbers.begin(), numbers.end()));
}

TEST_CASE("dimensions that all operands use are one stretch for all corelets") {
  Shape s(2);
  s.add(true, {0, 1});
  s.add(false, {0, 1});
  BlockLayout layout = layoutBlock(s.shape, {4, 100}, 2, 64);
  REQUIRE(layout.groups.size() == 1);
  CHECK(layout.groupExtent[0] == 400);
  CHECK(text(layout.bufferShape(s.shape.inputs[0])) == "[400]");
  // Three whole vectors for each corelet, and a rest of 16.
  REQUIRE(layout.pieces.size() == 2);
  CHECK(layout.pieces[0].start == 0);
  CHECK(layout.pieces[0].rows == 2);
  CHECK(layout.pieces[0].length == 192);
  CHECK(layout.pieces[1].start == 384);
  CHECK(layout.pieces[1].rows == 1);
  CHECK(layout.pieces[1].length == 16);
}

TEST_CASE("a row and a column split the dimensions") {
  Shape s(2);
  s.add(true, {0, 1});
  s.add(true, {1});
  s.add(true, {0}, 4);
  s.add(true, {});
  s.add(false, {0, 1});
  BlockLayout layout = layoutBlock(s.shape, {4, 100}, 2, 64);
  REQUIRE(layout.groups.size() == 2);
  CHECK(text(layout.bufferShape(s.shape.inputs[0])) == "[4, 100]");
  CHECK(text(layout.bufferShape(s.shape.inputs[1])) == "[100]");
  CHECK(text(layout.bufferShape(s.shape.inputs[2])) == "[4]");
  CHECK(text(layout.bufferShape(s.shape.inputs[3])) == "[1]");
  CHECK(layout.isVector(s.shape.inputs[1]));
  CHECK_FALSE(layout.isVector(s.shape.inputs[2]));
  CHECK_FALSE(layout.isVector(s.shape.inputs[3]));
  // 800 bytes take seven sticks.
  CHECK(layout.bufferBytes(s.shape.inputs[0]) == 896);
  CHECK(layout.bufferBytes(s.shape.inputs[3]) == 128);
  REQUIRE(layout.pieces.size() == 1);
  CHECK(layout.pieces[0].rows == 4);
  CHECK(layout.pieces[0].length == 100);
}

// Every element of the vector group is computed once.
static void checkPieces(const BlockLayout &layout, int64_t corelets) {
  int64_t total = 1;
  for (int64_t extent : layout.groupExtent)
    total *= extent;
  int64_t covered = 0;
  if (layout.groups.size() > 1) {
    REQUIRE(layout.pieces.size() == 1);
    CHECK(layout.pieces[0].start == 0);
    CHECK(layout.pieces[0].length == layout.groupExtent.back());
    covered = layout.pieces[0].rows * layout.pieces[0].length;
  } else {
    for (const Piece &piece : layout.pieces) {
      CHECK(piece.start == covered);
      CHECK(piece.rows >= 1);
      CHECK(piece.length >= 1);
      // Rows of several corelets hold whole vectors.
      if (piece.rows > 1) {
        CHECK(piece.rows == corelets);
        CHECK(piece.length % layout.lanes == 0);
      }
      covered += piece.rows * piece.length;
    }
    CHECK(layout.pieces.size() <= 2);
  }
  CHECK(covered == total);
}

TEST_CASE("groups and pieces of random blocks cover them exactly") {
  Dice dice(7);
  int several = 0, single = 0;
  for (int round = 0; round < 2000; ++round) {
    unsigned rank = dice(0, 4);
    Shape s(rank);
    llvm::SmallVector<unsigned> all;
    for (unsigned d = 0; d < rank; ++d)
      all.push_back(d);
    s.add(false, all);
    for (int64_t inputs = dice(0, 3); inputs > 0; --inputs) {
      llvm::SmallVector<unsigned> some;
      for (unsigned d : all)
        if (dice(0, 2))
          some.push_back(d);
      s.add(true, some, dice(0, 1) ? 2 : 4);
    }
    llvm::SmallVector<int64_t> block;
    int64_t total = 1;
    for (unsigned d = 0; d < rank; ++d) {
      block.push_back(dice(0, 2) ? dice(1, 40) : 1);
      total *= block.back();
    }
    int64_t corelets = dice(1, 3), lanes = int64_t(1) << dice(0, 6);
    BlockLayout layout = layoutBlock(s.shape, block, corelets, lanes);
    REQUIRE(layout.groups.size() == layout.groupExtent.size());
    REQUIRE(!layout.groups.empty());

    int64_t product = 1;
    std::vector<unsigned> seen;
    for (auto [group, extent] : llvm::zip(layout.groups, layout.groupExtent)) {
      int64_t inner = 1;
      for (unsigned d : group) {
        seen.push_back(d);
        inner *= block[d];
        for (const PipelineOperand *operand : s.operands())
          CHECK(operand->uses(d) == operand->uses(group.front()));
      }
      CHECK(inner == extent);
      product *= extent;
    }
    CHECK(product == total);
    CHECK(std::is_sorted(seen.begin(), seen.end()));
    for (unsigned d = 0; d < rank; ++d)
      CHECK(llvm::count(seen, d) == (block[d] > 1));

    for (const PipelineOperand *operand : s.operands()) {
      int64_t elements = 1, buffer = 1;
      for (unsigned d : operand->dims)
        elements *= block[d];
      for (int64_t extent : layout.bufferShape(*operand))
        buffer *= extent;
      CHECK(buffer == elements);
      int64_t bytes = layout.bufferBytes(*operand);
      CHECK(bytes % 128 == 0);
      CHECK(bytes >= elements * operand->elementBytes);
      CHECK(bytes < elements * operand->elementBytes + 128);
    }
    checkPieces(layout, corelets);
    several += layout.groups.size() > 1;
    single += layout.pieces.size() == 2;
  }
  CHECK(several > 100);
  CHECK(single > 100);
}
