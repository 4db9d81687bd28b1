// What the scheduler concludes about two accesses, against walking all of their
// addresses. It may say less than is true, never more.
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/schedule/Loops.h"
#include "tests/engine/schedule/ParsedKernel.h"
#include <map>
#include <set>

using namespace sg;
using namespace sg::test;

namespace {

struct Loop {
  int64_t first, perTile, end, step;
};

// One access of a 2-D view in a nest of up to two loops.
struct Made {
  std::vector<int64_t> sizes, strides, tile;
  /// Per view dimension: constant, factor of the tile id, factor per loop.
  struct Index {
    int64_t constant, id;
    std::vector<int64_t> loops;
  };
  std::vector<Index> index;
  int64_t base; ///< offset from the argument
};

struct Nest {
  std::vector<Loop> loops;
  std::vector<Made> accesses;
  int64_t tiles;
};

/// An address, with where it is touched.
struct Touch {
  int64_t address;
  std::vector<int64_t> iteration, position;
};

std::string number(int64_t value) { return std::to_string(value); }

Nest makeNest(Dice &dice) {
  Nest nest;
  nest.tiles = dice(1, 3);
  for (int64_t n = dice(0, 2); n > 0; --n) {
    Loop loop{dice(0, 2), dice(0, 2), dice(0, 7), dice(1, 3)};
    nest.loops.push_back(loop);
  }
  for (int a = 0; a < 2; ++a) {
    // The second is often much like the first.
    if (a == 1 && dice(0, 1)) {
      nest.accesses.push_back(nest.accesses[0]);
      if (dice(0, 1))
        nest.accesses[1].base += dice(0, 8);
      continue;
    }
    Made made;
    made.base = dice(0, 40);
    int64_t inner = 1;
    made.strides = {0, 0};
    for (int d = 2; d-- > 0;) {
      made.sizes.insert(made.sizes.begin(), dice(1, 9));
      made.strides[d] = dice(0, 4) ? inner : dice(1, 12);
      inner = made.strides[d] * made.sizes.front() + (dice(0, 2) ? 0 : 3);
      made.tile.insert(made.tile.begin(), dice(1, 4));
    }
    for (int d = 0; d < 2; ++d) {
      Made::Index index{dice(0, 2), dice(0, 2), {}};
      for (size_t l = 0; l < nest.loops.size(); ++l)
        index.loops.push_back(dice(0, 2) ? dice(0, 1) : dice(0, 3));
      made.index.push_back(index);
    }
    nest.accesses.push_back(made);
  }
  return nest;
}

std::string write(const Nest &nest) {
  std::string body = "  %id = ktdp.get_compute_tile_id : index\n";
  for (int64_t n = 0; n < 10; ++n)
    body +=
        "  %c" + number(n) + " = arith.constant " + number(n) + " : index\n";
  for (auto [l, loop] : llvm::enumerate(nest.loops)) {
    std::string name = number(l);
    body += "  %p" + name + " = arith.muli %id, %c" + number(loop.perTile) +
            " : index\n  %f" + name + " = arith.addi %p" + name + ", %c" +
            number(loop.first) + " : index\n  scf.for %i" + name + " = %f" +
            name + " to %c" + number(loop.end) + " step %c" +
            number(loop.step) + " {\n";
  }
  for (auto [a, made] : llvm::enumerate(nest.accesses)) {
    std::string n = number(a), shape, subscripts, set;
    for (int d = 0; d < 2; ++d) {
      shape += number(made.tile[d]) + "x";
      const Made::Index &index = made.index[d];
      subscripts += (d ? ", " : "") + ("%id * " + number(index.id)) + " + " +
                    number(index.constant);
      for (auto [l, factor] : llvm::enumerate(index.loops))
        subscripts += " + %i" + number(l) + " * " + number(factor);
      std::string x = "d" + number(d);
      set += (d ? ", " : "") + x + " >= 0, -" + x + " + " +
             number(made.tile[d] - 1) + " >= 0";
    }
    std::string memref =
        number(made.sizes[0]) + "x" + number(made.sizes[1]) + "xf16";
    body +=
        "  %o" + n + " = arith.constant " + number(made.base) +
        " : index\n  %b" + n + " = arith.addi %x, %o" + n + " : index\n  %v" +
        n + " = ktdp.construct_memory_view %b" + n + ", sizes: [" +
        number(made.sizes[0]) + ", " + number(made.sizes[1]) + "], strides: [" +
        number(made.strides[0]) + ", " + number(made.strides[1]) +
        "] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + " +
        number(made.sizes[0] - 1) + " >= 0, d1 >= 0, -d1 + " +
        number(made.sizes[1] - 1) +
        " >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<" +
        memref + ">\n  %t" + n + " = ktdp.construct_access_tile %v" + n + "[" +
        subscripts + "] {access_tile_set = affine_set<(d0, d1) : (" + set +
        ")>, access_tile_order = affine_map<(d0, d1) -> (d0, d1)>} : "
        "memref<" +
        memref + "> -> !ktdp.access_tile<" + shape + "index>\n  %l" + n +
        " = ktdp.load %t" + n + " : <" + shape + "index> -> tensor<" + shape +
        "f16>\n";
  }
  for (size_t l = 0; l < nest.loops.size(); ++l)
    body += "  }\n";
  return "func.func @f(%x: index) {\n" + body + "  return\n}\n";
}

void walk(const Nest &nest, const Made &made, int64_t tile, size_t depth,
          std::vector<int64_t> &counters, std::vector<Touch> &touches,
          bool &allInside) {
  if (depth < nest.loops.size()) {
    const Loop &loop = nest.loops[depth];
    for (int64_t i = loop.first + loop.perTile * tile; i < loop.end;
         i += loop.step) {
      counters.push_back(i);
      walk(nest, made, tile, depth + 1, counters, touches, allInside);
      counters.pop_back();
    }
    return;
  }
  for (int64_t r = 0; r < made.tile[0]; ++r)
    for (int64_t c = 0; c < made.tile[1]; ++c) {
      int64_t address = made.base;
      bool inside = true;
      for (int d = 0; d < 2; ++d) {
        int64_t at =
            made.index[d].constant + made.index[d].id * tile + (d ? c : r);
        for (size_t l = 0; l < counters.size(); ++l)
          at += made.index[d].loops[l] * counters[l];
        inside &= at < made.sizes[d];
        address += at * made.strides[d];
      }
      allInside &= inside;
      if (inside)
        touches.push_back({address, counters, {r, c}});
    }
}

std::vector<Touch> walk(const Nest &nest, const Made &made, int64_t tile,
                        bool &allInside) {
  std::vector<Touch> touches;
  std::vector<int64_t> counters;
  allInside = true;
  walk(nest, made, tile, 0, counters, touches, allInside);
  return touches;
}

} // namespace

static void checkRange(const AddressRange &range, int64_t tile,
                       const std::vector<Touch> &touches, bool allInside) {
  int64_t low = INT64_MAX, high = INT64_MIN;
  for (const Touch &touch : touches) {
    low = std::min(low, touch.address);
    high = std::max(high, touch.address);
  }
  if (touches.empty())
    return;
  CHECK(range.low[tile] <= low);
  CHECK(range.high[tile] >= high);
  if (allInside) {
    CHECK(range.low[tile] == low);
    CHECK(range.high[tile] == high);
  }
}

// No element is touched by both in two different iterations, and where both
// reach inside their views they touch the same one at each position.
static void checkSameIteration(const std::vector<Touch> &a,
                               const std::vector<Touch> &b) {
  std::multimap<int64_t, const Touch *> where;
  for (const Touch &touch : a)
    where.insert({touch.address, &touch});
  for (const Touch &touch : b) {
    auto [from, to] = where.equal_range(touch.address);
    for (; from != to; ++from) {
      CHECK(from->second->iteration == touch.iteration);
      CHECK(from->second->position == touch.position);
    }
  }
}

TEST_CASE("address ranges, overlap and independence of random accesses") {
  Dice dice(11);
  int apart = 0, together = 0, same = 0, exact = 0;
  for (int round = 0; round < 3000; ++round) {
    Nest nest = makeNest(dice);
    std::string source = write(nest);
    INFO(source);
    ParsedKernel kernel(source);
    CoreValues values(nest.tiles);
    auto loads = kernel.all<ktdp::LoadOp>();
    REQUIRE(loads.size() == 2);
    auto a = analyzeAccess(loads[0], values),
         b = analyzeAccess(loads[1], values);
    REQUIRE(succeeded(a));
    REQUIRE(succeeded(b));
    CHECK(sameRoot(*a, *b));
    auto rangeA = addressRange(*a, values), rangeB = addressRange(*b, values);
    REQUIRE(rangeA);
    REQUIRE(rangeB);
    bool overlap = mayOverlap(*a, *b, values);
    bool independent = sameIterationOnly(*a, *b, values);
    bool common = false;
    for (int64_t tile = 0; tile < nest.tiles; ++tile) {
      bool insideA, insideB;
      auto touchA = walk(nest, nest.accesses[0], tile, insideA);
      auto touchB = walk(nest, nest.accesses[1], tile, insideB);
      checkRange(*rangeA, tile, touchA, insideA);
      checkRange(*rangeB, tile, touchB, insideB);
      exact += insideA && !touchA.empty();
      std::set<int64_t> addresses;
      for (const Touch &touch : touchA)
        addresses.insert(touch.address);
      for (const Touch &touch : touchB)
        common |= addresses.count(touch.address);
      if (independent)
        checkSameIteration(touchA, touchB);
    }
    CHECK((overlap || !common));
    apart += !overlap;
    together += common;
    same += independent && common;
  }
  // The generator makes all of them.
  CHECK(apart > 50);
  CHECK(together > 50);
  CHECK(same > 50);
  CHECK(exact > 50);
}

TEST_CASE("strides and counts that give every position its own address") {
  Dice dice(5);
  int yes = 0, no = 0;
  for (int round = 0; round < 5000; ++round) {
    llvm::SmallVector<std::pair<int64_t, int64_t>> dims;
    for (int64_t n = dice(0, 3); n > 0; --n)
      dims.push_back({dice(-12, 12), dice(0, 4)});
    std::vector<int64_t> addresses{0};
    for (auto [stride, count] : dims) {
      std::vector<int64_t> more;
      for (int64_t at : addresses)
        for (int64_t i = 0; i < count; ++i)
          more.push_back(at + i * stride);
      addresses = more;
    }
    std::set<int64_t> distinct(addresses.begin(), addresses.end());
    bool injective = isInjective(dims);
    if (injective)
      CHECK(distinct.size() == addresses.size());
    yes += injective && addresses.size() > 1;
    no += !injective;
  }
  CHECK(yes > 100);
  CHECK(no > 100);
  CHECK_FALSE(isInjective({{INT64_MAX, 4}, {1, 2}}));
  CHECK_FALSE(isInjective({{INT64_MIN, 4}}));
  CHECK(isInjective({{INT64_MIN, 1}, {1, INT64_MAX}}));
}

TEST_CASE("loops with bounds that depend on another loop are not counted") {
  ParsedKernel kernel(R"(
func.func @f(%x: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %id = ktdp.get_compute_tile_id : index
  scf.for %i = %id to %c9 step %c2 {
    scf.for %j = %c0 to %i step %c2 {
    }
  }
  scf.for %k = %c9 to %c0 step %c2 {
  }
  scf.for %l = %c0 to %c9 step %c0 {
  }
  scf.for %m = %c0 to %c9 step %id {
  }
  return
}
)");
  CoreValues values(3);
  auto loops = kernel.all<mlir::scf::ForOp>();
  REQUIRE(loops.size() == 5);
  CHECK_FALSE(loopRange(loops[0], values)); // walked from the inside
  auto outer = loopRange(loops[1], values);
  REQUIRE(outer);
  CHECK(text(outer->first) == "[0, 1, 2]");
  CHECK(text(outer->trips) == "[5, 4, 4]");
  CHECK(outer->step == 2);
  auto none = loopRange(loops[2], values);
  REQUIRE(none);
  CHECK(text(none->trips) == "[0, 0, 0]");
  CHECK_FALSE(loopRange(loops[3], values));
  CHECK_FALSE(loopRange(loops[4], values));
}
