// Owner maps and tensor spaces against brute force, element by element.
#include "viz/model/OwnerMap.h"
#include "Random.h"
#include "viz/model/TensorSpace.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <set>

using namespace sg;
using namespace sg::viz;

namespace {

std::vector<OwnedRect> randomRects(test::Random &random, int64_t rows,
                                   int64_t columns) {
  std::vector<OwnedRect> rects;
  for (uint32_t id = uint32_t(random.below(12)); id > 0; --id) {
    OwnedRect rect;
    rect.row0 = random.below(rows + 4) - 2;
    rect.row1 = rect.row0 + random.below(rows);
    rect.column0 = random.below(columns + 4) - 2;
    rect.column1 = rect.column0 + random.below(columns);
    rect.id = id - 1;
    rect.core = uint16_t(random.below(4));
    rect.write = random.below(3) == 0;
    rects.push_back(rect);
  }
  return rects;
}

Owner ownerAt(const std::vector<OwnedRect> &rects, int64_t row,
              int64_t column) {
  Owner owner;
  for (const OwnedRect &rect : rects)
    if (row >= rect.row0 && row < rect.row1 && column >= rect.column0 &&
        column < rect.column1)
      owner.add(rect);
  return owner;
}

} // namespace

TEST_CASE("an element's owner is that of the rectangles over it") {
  test::Random random(1);
  for (int round = 0; round < 200; ++round) {
    int64_t rows = 1 + random.below(30);
    int64_t columns = 1 + random.below(40);
    auto rects = randomRects(random, rows, columns);
    OwnerMap map(rows, columns, rects);
    CHECK(map.complete());
    int64_t gaps = 0, overlaps = 0;
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < columns; ++c) {
        Owner owner = ownerAt(rects, r, c);
        gaps += owner.none();
        overlaps += owner.core() == severalCores;
        REQUIRE(map.at(r, c) == owner);
      }
    CHECK(map.uncovered() == gaps);
    CHECK(map.overlapping() == overlaps);
    CHECK(map.at(-1, 0).none());
    CHECK(map.at(0, columns).none());
  }
}

TEST_CASE("a core's extent is around the elements that are its own") {
  test::Random random(4);
  for (int round = 0; round < 100; ++round) {
    int64_t rows = 1 + random.below(20), columns = 1 + random.below(20);
    OwnerMap map(rows, columns, randomRects(random, rows, columns));
    for (uint16_t core = 0; core < 6; ++core) {
      int64_t elements = 0, top = rows, bottom = 0, left = columns, right = 0;
      for (int64_t r = 0; r < rows; ++r)
        for (int64_t c = 0; c < columns; ++c) {
          if (map.at(r, c).core() != core)
            continue;
          ++elements;
          top = std::min(top, r), bottom = std::max(bottom, r + 1);
          left = std::min(left, c), right = std::max(right, c + 1);
        }
      OwnerExtent extent = map.extentOf(core);
      REQUIRE(extent.elements == elements);
      if (!elements)
        continue;
      CHECK(extent.row0 == top);
      CHECK(extent.row1 == bottom);
      CHECK(extent.column0 == left);
      CHECK(extent.column1 == right);
    }
  }
}

TEST_CASE("a cell says what its elements say") {
  test::Random random(2);
  for (int round = 0; round < 200; ++round) {
    int64_t rows = 1 + random.below(30);
    int64_t columns = 1 + random.below(40);
    auto rects = randomRects(random, rows, columns);
    OwnerMap map(rows, columns, rects);
    int64_t row0 = random.below(rows);
    int64_t column0 = random.below(columns);
    int64_t row1 = row0 + 1 + random.below(rows);
    int64_t column1 = column0 + 1 + random.below(columns);
    OwnerGrid grid;
    uint32_t most = 2 + uint32_t(random.below(20));
    map.draw(row0, row1, column0, column1, most, most, grid);
    REQUIRE(grid.rows >= 1);
    CHECK(grid.rows <= most);
    CHECK(grid.columns <= most);
    CHECK(grid.row0 <= row0);
    CHECK(grid.row0 + grid.rows * grid.rowStep >= std::min(row1, rows));
    CHECK(grid.row0 % grid.rowStep == 0);
    for (uint32_t r = 0; r < grid.rows; ++r)
      for (uint32_t c = 0; c < grid.columns; ++c) {
        const OwnerCell &cell = grid.cells[r * grid.columns + c];
        std::set<std::pair<uint16_t, uint16_t>> owners;
        bool gap = false, overlap = false;
        for (int64_t y = 0; y < grid.rowStep; ++y)
          for (int64_t x = 0; x < grid.columnStep; ++x) {
            int64_t row = grid.row0 + r * grid.rowStep + y;
            int64_t column = grid.column0 + c * grid.columnStep + x;
            if (row >= rows || column >= columns)
              continue;
            Owner owner = ownerAt(rects, row, column);
            gap |= owner.none();
            overlap |= owner.core() == severalCores;
            if (!owner.none())
              owners.insert({owner.reader, owner.writer});
          }
        REQUIRE(cell.gap == gap);
        REQUIRE(cell.overlap == overlap);
        REQUIRE(cell.mixed == (owners.size() > 1));
        REQUIRE(cell.owner.none() == owners.empty());
        if (!owners.empty())
          REQUIRE(owners.count({cell.owner.reader, cell.owner.writer}) == 1);
      }
  }
}

TEST_CASE("joined cells are the grid again") {
  test::Random random(3);
  for (int round = 0; round < 100; ++round) {
    int64_t rows = 1 + random.below(30);
    int64_t columns = 1 + random.below(40);
    OwnerMap map(rows, columns, randomRects(random, rows, columns));
    OwnerGrid grid;
    map.draw(0, rows, 0, columns, 100, 100, grid);
    std::vector<OwnerRun> runs;
    joinCells(grid, runs);
    std::vector<int> covered(grid.cells.size(), 0);
    for (const OwnerRun &run : runs)
      for (uint32_t r = run.row; r < run.row + run.rows; ++r)
        for (uint32_t c = run.column; c < run.column + run.columns; ++c) {
          ++covered[r * grid.columns + c];
          REQUIRE(grid.cells[r * grid.columns + c] == run.cell);
        }
    for (int times : covered)
      REQUIRE(times == 1);
  }
}

TEST_CASE("an empty plane has nothing to draw") {
  OwnerMap map(0, 5, {{0, 1, 0, 1, 0, 0, false}});
  OwnerGrid grid;
  map.draw(0, 1, 0, 1, 10, 10, grid);
  CHECK(grid.cells.empty());
  CHECK(map.at(0, 0).none());
}

TEST_CASE("boxes of elements in a tensor's coordinates") {
  test::Random random(4);
  for (int round = 0; round < 500; ++round) {
    // A tensor with gaps between its rows, its dimensions in any order.
    size_t rank = size_t(1 + random.below(3));
    Coordinates sizes(rank), strides(rank);
    std::vector<size_t> order(rank);
    for (size_t d = 0; d < rank; ++d)
      order[d] = d;
    for (size_t d = rank; d > 1; --d)
      std::swap(order[d - 1], order[size_t(random.below(int64_t(d)))]);
    int64_t reach = 1;
    for (size_t d : order) {
      sizes[d] = 1 + random.below(5);
      strides[d] = reach + int64_t(random.below(2) * random.below(4));
      reach = strides[d] * sizes[d];
    }
    int64_t offset = random.below(20) - 10;
    TensorSpace space(offset, sizes, strides);
    REQUIRE(space.valid());
    std::vector<StridedDim> dims;
    for (int64_t n = random.below(4); n > 0; --n) {
      int64_t stride = random.below(2)
                           ? strides[size_t(random.below(int64_t(rank)))]
                           : random.below(40) - 10;
      dims.push_back({1 + random.below(6), stride});
    }
    int64_t start = offset + random.below(40) - 8;
    int64_t budget = 100000;
    std::set<Coordinates> found;
    space.boxes(start, dims, budget, [&](const CoordinateBox &box) {
      Coordinates index(rank, 0);
      for (bool more = true; more;) {
        Coordinates at(rank);
        for (size_t d = 0; d < rank; ++d)
          at[d] = box.low[d] + index[d] * box.step[d];
        found.insert(at);
        more = false;
        for (size_t d = rank; d-- > 0 && !more;) {
          more = ++index[d] < box.count[d];
          if (!more)
            index[d] = 0;
        }
      }
    });
    REQUIRE(budget > 0);
    Coordinates at(rank, 0);
    for (bool more = true; more;) {
      int64_t element = space.element(at);
      REQUIRE(space.coordinates(element) == at);
      REQUIRE((found.erase(at) == 1) == boxContains(dims, element - start));
      more = false;
      for (size_t d = rank; d-- > 0 && !more;) {
        more = ++at[d] < sizes[d];
        if (!more)
          at[d] = 0;
      }
    }
    REQUIRE(found.empty());
  }
}

TEST_CASE("spaces in which an element has several coordinates") {
  CHECK_FALSE(TensorSpace(0, {4, 4}, {1, 1}).valid());
  CHECK_FALSE(TensorSpace(0, {4, 4}, {-4, 1}).valid());
  CHECK_FALSE(TensorSpace(0, {1 << 30, 1 << 30, 1 << 30}, {1, 1, 1}).valid());
  // A broadcast is one row of memory.
  TensorSpace wide(3, {100, 8}, {0, 1});
  CHECK(wide.valid());
  CHECK(wide.sizes() == Coordinates{1, 8});
  CHECK(wide.elements() == 8);
}
