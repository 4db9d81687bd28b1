#include "viz/model/ViewRange.h"
#include <cmath>
#include <doctest/doctest.h>

using sg::viz::ViewRange;

TEST_CASE("zooming keeps the cycle under the cursor in place") {
  ViewRange view(100000);
  double before = view.pixelOf(30000, 800);
  view.zoom(30000, 4);
  CHECK(view.width() == doctest::Approx(25000));
  CHECK(view.pixelOf(30000, 800) == doctest::Approx(before));
  CHECK(view.cycleAt(before, 800) == doctest::Approx(30000));
  view.zoom(30000, 0.25);
  CHECK(view.begin() == doctest::Approx(0));
  CHECK(view.end() == doctest::Approx(100000));
}

TEST_CASE("nothing leaves the trace or gets too narrow") {
  ViewRange view(1000);
  for (int i = 0; i < 100; ++i)
    view.zoom(1000, 2);
  CHECK(view.width() == doctest::Approx(4));
  CHECK(view.end() == doctest::Approx(1000));
  view.pan(1e9);
  CHECK(view.end() == doctest::Approx(1000));
  view.pan(-1e9);
  CHECK(view.begin() == 0);
  CHECK(view.width() == doctest::Approx(4));
  for (int i = 0; i < 100; ++i)
    view.zoom(500, 0.5);
  CHECK(view == ViewRange(1000));
}

TEST_CASE("show, focus and reveal") {
  ViewRange view(1000);
  view.show(300, 200);
  CHECK(view.begin() == 200);
  CHECK(view.end() == 300);
  view.show(-50, 50);
  CHECK(view.begin() == 0);
  CHECK(view.end() == 100);
  view.show(500, 500);
  CHECK(view.width() == 4);
  CHECK(view.begin() == 498);
  view.focus(400, 600);
  CHECK(view.begin() == doctest::Approx(380));
  CHECK(view.end() == doctest::Approx(620));
  view.show(0, 100);
  view.reveal(50);
  CHECK(view.begin() == 0);
  view.reveal(150);
  CHECK(view.end() == doctest::Approx(160));
  view.reveal(150);
  CHECK(view.end() == doctest::Approx(160));
}

TEST_CASE("numbers that are none change nothing") {
  ViewRange view(1000), same(1000);
  view.show(std::nan(""), 5);
  view.zoom(5, 0);
  view.zoom(5, -2);
  view.zoom(std::nan(""), 2);
  view.zoom(5, INFINITY);
  view.pan(std::nan(""));
  CHECK(view == same);
  CHECK(ViewRange(-5).total() == 1);
  CHECK(ViewRange(2).leastWidth() == 2);
}
