// The part of the time axis that is on screen, and how zooming and panning
// change it. Pure arithmetic: the same in the window, the page and the tests.
#pragma once
#include <cstdint>

namespace sg::viz {

/// A visible interval [begin, end) in cycles inside [0, total]. Fractions of a
/// cycle are kept, so that zooming in and out comes back to the same place.
class ViewRange {
public:
  /// Shows everything. A total below 1 counts as 1.
  explicit ViewRange(int64_t totalCycles = 1);

  double begin() const { return from; }
  double end() const { return to; }
  double width() const { return to - from; }
  double total() const { return all; }
  /// What never gets narrower: zooming in stops here.
  double leastWidth() const;

  /// Shows everything.
  void fit();
  /// Shows [begin, end), widened to the least width and moved inside [0,
  /// total]. Ends in the wrong order are swapped; NaN leaves the view alone.
  void show(double begin, double end);
  /// The same, with a margin of `share` of the interval on both sides.
  void focus(double begin, double end, double share = 0.1);
  /// Divides the width by `factor` (2 = twice as close); `at` (cycles) keeps
  /// its place on screen as far as the limits allow.
  void zoom(double at, double factor);
  /// Moves by cycles; stops at the ends and keeps the width.
  void pan(double cycles);
  /// Moves as little as needed for a cycle to be visible, with `share` of the
  /// width between it and the border; for following a running clock.
  void reveal(double cycle, double share = 0.1);

  /// Pixels from the left border of a view `pixels` wide, and back.
  double pixelOf(double cycle, double pixels) const {
    return (cycle - from) / width() * pixels;
  }
  double cycleAt(double pixel, double pixels) const {
    return pixels > 0 ? from + pixel / pixels * width() : from;
  }
  bool operator==(const ViewRange &) const = default;

private:
  double all, from = 0, to;
};

} // namespace sg::viz
