// The placement view on a screen that nobody sees: what is drawn, what the
// mouse does, and slices that come from outside.
#include "viz/widgets/PlacementView.h"
#include "Screen.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::viz;
using sg::viz::test::Screen;

namespace {

/// A tensor of 4 x 64 x 32 elements; tile t of 4 reads the rows 16 t and up of
/// every matrix, all of them the last one.
Placement fourTiles() {
  KernelInfo info;
  KernelBuffer x;
  x.name = "x";
  x.shape = {4, 64, 32};
  x.strides = {2048, 32, 1};
  x.argument = 0;
  x.endElement = 8192;
  info.buffers = {x};
  AccessMap map;
  map.tiles = 4;
  map.sites = {{"ktdp.load", 7, 3}};
  map.views = {{0, 0, x.shape, x.strides}};
  BoxMaker maker(map.dims);
  for (uint32_t tile = 0; tile < 4; ++tile) {
    map.accesses.push_back({tile, 0, 0, uint32_t(map.boxes.size()), 2, false});
    map.boxes.push_back(maker.make(tile * 512, {{3, 2048}, {16, 32}, {32, 1}}));
    map.boxes.push_back(maker.make(3 * 2048, {{64, 32}, {32, 1}}));
  }
  return Placement(info, std::move(map));
}

struct Shown {
  Screen screen;
  Placement placement;
  PlacementView view;
  RunColours colours;
  std::vector<SourceLabel> labels;
  Relatives relatives;
  PlacementView::Happened happened;

  explicit Shown(Placement what, float width = 1000, float height = 500)
      : screen(width, height), placement(std::move(what)) {
    frames(2);
  }
  void frames(int n) {
    for (int i = 0; i < n; ++i)
      screen.frame([this] { draw(); });
  }
  void draw() {
    RunLook look{screen.style, colours,  labels, ColourBy::Operation, 0,
                 noEvent,      relatives};
    auto now = view.draw(look, placement);
    if (now.core)
      happened.core = now.core;
    if (now.source)
      happened.source = now.source;
  }
};

} // namespace

TEST_CASE("the core of the element in the middle is told when it is clicked") {
  Shown shown(fourTiles());
  REQUIRE(shown.screen.items.find("placement grid"));
  CHECK(shown.screen.items.find("placement legend"));
  CHECK(shown.view.cellsDrawn == 4);
  REQUIRE(shown.screen.click("placement grid", [&] { shown.draw(); }));
  CHECK(shown.happened.core == 2);
  // The element's facts stand beside it now, with its access.
  const DrawnItem *access = shown.screen.items.find("read at line 7 by core 2");
  REQUIRE(access);
  CHECK(shown.screen.click("read at line 7 by core 2", [&] { shown.draw(); }));
  REQUIRE(shown.happened.source);
  CHECK(*shown.happened.source == std::pair(7u, 3u));
}

TEST_CASE("what all cores read has no core to tell") {
  Shown shown(fourTiles());
  shown.view.slice.at[0] = 3;
  shown.frames(2);
  CHECK(shown.view.cellsDrawn == 1);
  REQUIRE(shown.screen.click("placement grid", [&] { shown.draw(); }));
  CHECK_FALSE(shown.happened.core);
}

TEST_CASE("the wheel zooms, the button fits") {
  Shown shown(fourTiles());
  ImVec2 at = shown.screen.items.find("placement grid")->center();
  ImGui::GetIO().AddMousePosEvent(at.x, at.y - 50);
  ImGui::GetIO().AddMouseWheelEvent(0, 30);
  shown.frames(3);
  CHECK(shown.view.cellsDrawn == 1);
  REQUIRE(shown.screen.click("Fit placement", [&] { shown.draw(); }));
  shown.frames(2);
  CHECK(shown.view.cellsDrawn == 4);
}

TEST_CASE("slices from outside, tiny panes and kernels without tensors") {
  Shown shown(fourTiles());
  shown.view.slice.at = {99, 0, 0};
  shown.frames(2);
  CHECK(shown.view.slice.at == Coordinates{0, 0, 0});
  shown.view.slice.tensor = 77;
  shown.view.slice.rowDim = 12;
  shown.frames(2);
  CHECK(shown.view.slice == shown.placement.slice(0));
  ImGui::GetIO().DisplaySize = {90, 60};
  shown.frames(2);
  ImGui::GetIO().DisplaySize = {1000, 500};
  shown.placement = Placement();
  shown.view.reset();
  shown.frames(2);
  CHECK_FALSE(shown.screen.items.find("placement grid"));
  CHECK(shown.screen.items.find("No tensor in device memory"));
}

TEST_CASE("cores in words") {
  CHECK(coresText({}) == "no core");
  CHECK(coresText({3}) == "core 3");
  CHECK(coresText({3, 4}) == "cores 3 and 4");
  CHECK(coresText({3, 4, 5}) == "cores 3 to 5");
  CHECK(coresText({1, 4, 9}) == "cores 1, 4 and 9");
  CHECK(coresText({1, 4, 9, 10, 20, 21, 30, 31}) ==
        "cores 1, 4, 9, 10, 20, 21 and 2 more");
}
