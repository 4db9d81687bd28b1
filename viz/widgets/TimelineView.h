// The timeline: a lane per unit, slices by operation or buffer, waits by
// reason. Zooms at the cursor, pans, selects a slice or a range.
#pragma once
#include "viz/model/RangeStats.h"
#include "viz/widgets/RunLook.h"

namespace sg::viz {

class TimelineView {
public:
  struct Happened {
    std::optional<double> clock; ///< the clock was moved here
    bool selects = false;        ///< `event` is the new selection
    uint32_t event = noEvent;    ///< noEvent: nothing is
  };

  /// For another run: everything visible, the first core unfolded.
  void reset(const Timeline &timeline);
  Happened draw(const RunLook &look, const Timeline &timeline,
                const Wiring &wiring);

  /// Shows an event, with its lane unfolded and in view.
  void showEvent(const Timeline &timeline, uint32_t event);
  /// Keeps a running clock on screen.
  void follow(double cycle);
  void fit() { view.fit(); }
  /// A range is being drawn with the mouse.
  bool measuring() const { return drag == Drag::Range; }
  void clearRange() { range.reset(); }
  /// Lanes of the rows that have a picture, from top to bottom.
  std::vector<uint32_t> shownLanes() const;

  ViewRange view;
  LaneTree lanes;
  std::optional<std::pair<double, double>> range; ///< cycles, for statistics
  Drawn drawn;         ///< of the last frame, for the legend
  size_t vertices = 0; ///< of the last frame, for benchmarks

private:
  std::vector<TimelineRect> rects; ///< reused
  uint32_t hovered = noEvent;
  TimelineRect under; ///< shares under the mouse; none when there is no event
  float scrollTo = -1;
  uint32_t revealLane = noEvent;
  enum class Drag : uint8_t { None, Pan, Range, Clock } drag = Drag::None;
  double dragStart = 0;
  float dragged = 0;

  struct Frame;
  void keys(const Frame &frame);
  void mouse(const Frame &frame, Happened &happened);
  void press(const Frame &frame, double cycle);
  void release(const Frame &frame, Happened &happened);
  void paintRuler(const Frame &frame) const;
  void paintRows(const Frame &frame);
  void hover(const Frame &frame, size_t first, size_t last);
  void paintLabel(const Frame &frame, size_t row, float y, float height);
  void paintRect(const Frame &frame, const TimelineRect &rect, float y,
                 float height) const;
  void paintSelected(const Frame &frame, size_t first, size_t last) const;
  void paintOverlays(const Frame &frame) const;
};

/// Statistics of a range as a table: cycles by activity, bytes, operations.
void rangeTable(const RunLook &look, const RangeStats &stats);

} // namespace sg::viz
