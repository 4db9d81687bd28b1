// Placements of a kernel made by hand, and of samples that ran, against what
// accesses and transfers say of every element.
#include "viz/model/Placement.h"
#include "engine/session/Session.h"
#include <doctest/doctest.h>
#include <fstream>
#include <set>
#include <sstream>

using namespace sg;
using namespace sg::viz;

namespace {

/// A buffer x of 8 x 6 elements: tile t of 4 reads rows 2t and 2t + 1, tile 3
/// only the first of its rows; all write the last column.
struct ByHand {
  KernelInfo info;
  AccessMap map;
  ByHand() {
    KernelBuffer x;
    x.name = "x";
    x.shape = {8, 6};
    x.strides = {6, 1};
    x.argument = 0;
    x.endElement = 48;
    info.buffers = {x};
    info.arguments.resize(1);
    info.grid = {4};
    map.tiles = 4;
    map.sites = {{"ktdp.load", 3, 1}, {"ktdp.store", 4, 1}};
    map.views = {{0, 0, {8, 6}, {6, 1}}};
    BoxMaker maker(map.dims);
    for (uint32_t tile = 0; tile < 4; ++tile) {
      for (uint32_t row = 0; row < (tile == 3 ? 1u : 2u); ++row)
        add(tile, 0, maker.make((tile * 2 + row) * 6, {{5, 1}}), false);
      add(tile, 1, maker.make(5, {{8, 6}}), true);
    }
  }
  void add(uint32_t tile, uint32_t site, StridedBox box, bool write) {
    map.accesses.push_back(
        {tile, 0, site, uint32_t(map.boxes.size()), 1, write});
    map.boxes.push_back(box);
  }
};

CompileRequest sample(const std::string &name, const std::string &device) {
  CompileRequest request;
  std::ifstream file(SPYREGLASS_SOURCE_DIR "/samples/ktir/" + name);
  std::stringstream text;
  text << file.rdbuf();
  request.text = text.str();
  request.fileName = name;
  request.device = device;
  request.archDirs = {SPYREGLASS_SOURCE_DIR "/archs"};
  return request;
}

struct Ran {
  std::unique_ptr<Session> session;
  RunResult result;
  Placement placement;
};

Ran run(const std::string &name, const std::string &device) {
  Ran ran;
  ran.session = Session::create(sample(name, device));
  REQUIRE(ran.session->compile());
  auto map = ran.session->accesses();
  REQUIRE(map);
  ran.placement = Placement(*ran.session->kernel(), std::move(*map));
  RunRequest how;
  how.recordEvents = true;
  auto result = ran.session->run(how);
  REQUIRE(result);
  ran.result = std::move(*result);
  auto binary = binaryOf(ran.session->code()->binaries);
  REQUIRE(binary);
  const DeviceMemory &local = ran.session->device()->localMemory();
  ran.placement.setRun(
      ran.result.trace, ran.result.arguments,
      scratchpadMaps(ran.result.trace, *binary,
                     Wiring(ran.result.trace, &*binary, local.kind),
                     local.bytes));
  return ran;
}

} // namespace

TEST_CASE("a placement by hand") {
  ByHand hand;
  Placement placement(hand.info, hand.map);
  REQUIRE(placement.tensors().size() == 1);
  CHECK(placement.tensors()[0].name == "x");
  CHECK(placement.tensors()[0].shape == "8x6 f16");
  CHECK(placement.cores() == 4);
  CHECK_FALSE(placement.hasRun());
  TensorSlice slice = placement.slice(0);
  CHECK(placement.rows(slice) == 8);
  CHECK(placement.columns(slice) == 6);
  const OwnerMap &reads =
      placement.owners(slice, PlacementLayer::Kernel, PlacementKinds::Reads);
  for (int64_t r = 0; r < 8; ++r)
    for (int64_t c = 0; c < 6; ++c)
      CHECK(reads.at(r, c).core() ==
            (c < 5 && r < 7 ? uint16_t(r / 2) : noCore));
  CHECK(reads.uncovered() == 8 + 5);
  CHECK(reads.overlapping() == 0);
  const OwnerMap &all =
      placement.owners(slice, PlacementLayer::Kernel, PlacementKinds::All);
  CHECK(all.uncovered() == 5);
  CHECK(all.overlapping() == 8);
  CHECK(all.at(2, 5).writer == severalCores);
  ElementInfo element = placement.at(slice, 3, 2);
  CHECK(element.element == 20);
  CHECK_FALSE(element.address);
  CHECK(element.cores == std::vector<int32_t>{1});
  CHECK(element.accesses == std::vector<uint32_t>{4});
  CHECK(placement.orderOf(4) == std::pair(1u, 3u));
  CHECK(placement.at(slice, 0, 5).cores == std::vector<int32_t>{0, 1, 2, 3});
}

TEST_CASE("buffers that no view covers, and views that cannot be shown") {
  ByHand hand;
  hand.info.buffers[0].endElement = 60;
  hand.map.views.push_back({0, 48, {2, 6}, {6, 1}});
  hand.map.views.push_back({0, 0, {4, 4}, {1, 1}});
  Placement placement(hand.info, hand.map);
  REQUIRE(placement.tensors().size() == 3);
  CHECK(placement.tensors()[1].name == "x + 48");
  CHECK(placement.tensors()[2].name == "x, all of it");
  CHECK(placement.tensors()[2].shape == "6x10 f16");
  TensorSlice slice = placement.slice(2);
  const OwnerMap &all =
      placement.owners(slice, PlacementLayer::Kernel, PlacementKinds::Reads);
  for (int64_t e = 0; e < 60; ++e)
    CHECK(all.at(e / 10, e % 10).core() ==
          (e % 6 < 5 && e < 42 ? uint16_t(e / 12) : noCore));
}

TEST_CASE("slices that are none are told apart") {
  ByHand hand;
  Placement placement(hand.info, hand.map);
  TensorSlice good = placement.slice(0);
  CHECK(placement.has(good));
  auto bad = [&](auto change) {
    TensorSlice slice = good;
    change(slice);
    return !placement.has(slice);
  };
  CHECK(bad([](TensorSlice &slice) { slice.tensor = 1; }));
  CHECK(bad([](TensorSlice &slice) { slice.rowDim = 2; }));
  CHECK(bad([](TensorSlice &slice) { slice.rowDim = -1; }));
  CHECK(bad([](TensorSlice &slice) { slice.columnDim = 0; }));
  CHECK(bad([](TensorSlice &slice) { slice.columnDim = -7; }));
  CHECK(bad([](TensorSlice &slice) { slice.at = {0, 6}; }));
  CHECK(bad([](TensorSlice &slice) { slice.at = {0}; }));
}

TEST_CASE("slices of three dimensions") {
  ByHand hand;
  hand.info.buffers[0].shape = {4, 2, 6};
  hand.info.buffers[0].strides = {12, 6, 1};
  Placement placement(hand.info, hand.map);
  TensorSlice slice = placement.slice(0);
  CHECK(placement.rows(slice) == 2);
  slice.rowDim = 0;
  for (int64_t middle = 0; middle < 2; ++middle) {
    slice.at[1] = middle;
    const OwnerMap &reads =
        placement.owners(slice, PlacementLayer::Kernel, PlacementKinds::Reads);
    REQUIRE(reads.rows() == 4);
    for (int64_t r = 0; r < 4; ++r)
      CHECK(reads.at(r, 1).core() ==
            (r == 3 && middle == 1 ? noCore : uint16_t(r)));
  }
}

TEST_CASE("every element of the samples has the owner that the accesses name") {
  for (const char *name :
       {"add.mlir", "triton-rank3.mlir", "row-broadcast.mlir",
        "past-the-end.mlir", "row-loop.mlir", "tail.mlir", "two-stores.mlir"}) {
    CAPTURE(name);
    Ran ran = run(name, "spyre");
    Placement &placement = ran.placement;
    REQUIRE(placement.hasRun());
    const AccessMap &map = placement.accesses();
    for (uint32_t t = 0; t < placement.tensors().size(); ++t) {
      CAPTURE(placement.tensors()[t].name);
      TensorSlice slice = placement.slice(t);
      for (PlacementLayer layer :
           {PlacementLayer::Kernel, PlacementLayer::Machine}) {
        const OwnerMap &owners =
            placement.owners(slice, layer, PlacementKinds::All);
        for (int64_t r = 0; r < owners.rows(); r += 3)
          for (int64_t c = 0; c < owners.columns(); c += 29) {
            ElementInfo element = placement.at(slice, r, c);
            Owner expected;
            OwnedRect one;
            if (layer == PlacementLayer::Kernel)
              for (uint32_t i : element.accesses) {
                one.id = i;
                one.core = uint16_t(map.accesses[i].tile);
                one.write = map.accesses[i].write;
                expected.add(one);
              }
            else
              for (uint32_t i : element.moves) {
                one.id = i;
                one.core = uint16_t(placement.moves()[i].core);
                one.write = placement.moves()[i].write;
                expected.add(one);
              }
            REQUIRE(owners.at(r, c) == expected);
          }
      }
    }
  }
}

TEST_CASE("at a cycle, what is moved and resident is what the moves say") {
  Ran ran = run("add.mlir", "spyre");
  Placement &placement = ran.placement;
  size_t moving = 0, resident = 0;
  for (uint32_t t = 0; t < placement.tensors().size(); ++t) {
    TensorSlice slice = placement.slice(t);
    std::vector<MovingRect> rects;
    for (int64_t cycle = 0; cycle < placement.cycles(); cycle += 701) {
      placement.now(slice, cycle, rects);
      for (const MovingRect &rect : rects) {
        const TensorMove &move = placement.moves()[rect.move];
        const Event &event = ran.result.trace.events[move.event];
        CHECK(event.kind == EventKind::Transfer);
        CHECK(move.buffer == placement.tensors()[t].buffer);
        if (rect.moving) {
          CHECK(event.begin <= cycle);
          CHECK(event.end > cycle);
          ++moving;
        } else {
          CHECK(move.residentBegin <= cycle);
          CHECK(move.residentEnd > cycle);
          ++resident;
        }
        ElementInfo corner = placement.at(slice, rect.row0, rect.column1 - 1);
        CHECK(std::find(corner.moves.begin(), corner.moves.end(), rect.move) !=
              corner.moves.end());
      }
    }
  }
  CHECK(moving > 10);
  CHECK(resident > 10);
  // Every element has its place in device memory.
  const KernelInfo &info = *ran.session->kernel();
  TensorSlice slice = placement.slice(0);
  ElementInfo element = placement.at(slice, 1, 2);
  REQUIRE(element.address);
  CHECK(*element.address ==
        (ran.result.arguments[*info.buffers[0].argument] + element.element) *
            int64_t(formatBytes(info.buffers[0].format)));
}
