// The bound no schedule can beat, against counting every byte.
#include "engine/session/Internal.h"
#include "tests/engine/schedule/ParsedKernel.h"
#include <set>

using namespace sg;
using namespace sg::test;

// A device whose memory moves one byte per cycle: cycles are bytes.
static ScheduleContext byteContext(int64_t tiles) {
  ScheduleContext context;
  context.device.cores = 64;
  context.device.memories = {{"DDR", Scope::Device, 1 << 30, 1.0, 0, 1},
                             {"L1", Scope::Core, 1 << 20, 1.0, 0, 1}};
  context.device.memorySpaces = {{"global", "DDR"}, {"ct_local", "L1"}};
  DeviceUnit vector;
  vector.kind = "SFU";
  vector.scope = Scope::Corelet;
  context.device.units = {vector};
  context.device.corelets = 2;
  context.kernel.grid = {tiles};
  return context;
}

static void touch(const Footprint &print, size_t tile, size_t dim, int64_t at,
                  std::set<std::tuple<bool, int64_t, int64_t>> &bytes) {
  if (dim == print.strides.size()) {
    for (int64_t byte = 0; byte < print.elementBytes; ++byte)
      bytes.insert({print.store, print.root, at * print.elementBytes + byte});
    return;
  }
  for (int64_t i = 0; i < print.extents[dim][tile]; ++i)
    touch(print, tile, dim + 1, at + i * print.strides[dim], bytes);
}

TEST_CASE("distinct bytes of loads and of stores count once each") {
  Dice dice(3);
  for (int round = 0; round < 1000; ++round) {
    int64_t tiles = dice(1, 3);
    ScheduleContext context = byteContext(tiles);
    std::set<std::tuple<bool, int64_t, int64_t>> bytes;
    for (int64_t prints = dice(1, 4); prints > 0; --prints) {
      Footprint print;
      print.root = dice(-1, 1);
      print.store = dice(0, 1);
      print.elementBytes = int64_t(1) << dice(0, 2);
      for (int64_t tile = 0; tile < tiles; ++tile)
        print.offsets.push_back(dice(-20, 60));
      for (int64_t dims = dice(0, 3); dims > 0; --dims) {
        print.strides.push_back(dice(-12, 12));
        print.extents.emplace_back();
        for (int64_t tile = 0; tile < tiles; ++tile)
          print.extents.back().push_back(dice(0, 5));
      }
      for (int64_t tile = 0; tile < tiles; ++tile)
        touch(print, tile, 0, print.offsets[tile], bytes);
      context.footprints.push_back(print);
    }
    LowerBound bound = lowerBound(context);
    CHECK(bound.cycles == int64_t(bytes.size()));
  }
}

TEST_CASE("vector work counts for the units of the tiles in use") {
  ScheduleContext context = byteContext(4);
  context.vectorCycles = 801;
  LowerBound bound = lowerBound(context);
  CHECK(bound.resource == "vector units");
  CHECK(bound.cycles == 101); // 8 units
  REQUIRE(bound.all.size() == 2);
  CHECK(bound.all[1].first == "device memory");
  CHECK(bound.all[1].second == 0);
}

TEST_CASE("what is too scattered to list counts for nothing") {
  ScheduleContext context = byteContext(1);
  Footprint print;
  print.offsets = {0};
  print.strides = {2, 1 << 20};
  print.extents = {{1 << 12}, {1 << 12}};
  context.footprints.push_back(print);
  CHECK(lowerBound(context).cycles == 0);
}
