// The timeline: which rectangles show a part of a trace at a width in pixels,
// what lies under a point, what comes next. Zoomed out it draws from a pyramid
// of how busy each lane is, zoomed in from the events themselves; either way
// the work depends on the pixels, not on the trace.
#pragma once
#include "viz/model/LaneTree.h"
#include "viz/model/Pyramid.h"
#include "viz/model/Tracks.h"
#include "viz/model/ViewRange.h"
#include <optional>

namespace sg::viz {

/// One rectangle to paint. Pixels count from the left border of the view.
struct TimelineRect {
  uint32_t row = 0;   ///< index into the rows of the query
  uint32_t lane = 0;  ///< first lane of the row
  uint16_t track = 0; ///< which of the row's `tracks` stripes, from the top
  uint16_t tracks = 1;
  float x0 = 0, x1 = 0; ///< clipped to the view; may be narrower than a pixel
  /// The event it shows (of a merged run: the longest of those looked at);
  /// noEvent when it comes from the pyramid.
  uint32_t event = noEvent;
  uint32_t count = 0; ///< events it stands for; 0: from the pyramid
  EventKind kind = EventKind::Compute; ///< of `event`; without: by `group`
  KindGroup group = KindGroup::Work;   ///< what takes most of its time
  /// Share of its width by group, in 1/255. All 255 of one for one event.
  std::array<uint8_t, numKindGroups> share = {};
};

class Timeline {
public:
  /// Below this an event is merged with its neighbours, and a bucket of the
  /// pyramid is fine enough to draw from.
  static constexpr double narrowPixels = 3;
  /// Merged rectangles are at least this far apart.
  static constexpr double pitchPixels = 5;

  Timeline() = default;
  /// Keeps a pointer to the trace, which must outlive it unchanged.
  explicit Timeline(const Trace &trace);

  const Trace &trace() const { return *source; }
  const Tracks &tracks() const { return slices; }
  const Pyramid &pyramid() const { return busy; }
  int64_t cycles() const { return total; }

  /// The draw list of the rows that are on screen, in the order of rows and,
  /// within a stripe, from left to right. `into` is cleared and reused.
  void layout(const ViewRange &view, double pixels,
              std::span<const DisplayRow> rows,
              std::vector<TimelineRect> &into) const;
  /// Whether `layout` draws from the pyramid at this zoom.
  bool coarse(const ViewRange &view, double pixels) const;

  /// The event at a cycle: of one stripe, or with track < 0 of any (the one
  /// that began last). Within `tolerance` cycles the nearest one counts.
  std::optional<uint32_t> hit(uint32_t lane, int64_t cycle, int32_t track = -1,
                              int64_t tolerance = 0) const;
  /// All events of a lane that are under way at a cycle, by begin.
  std::vector<uint32_t> active(uint32_t lane, int64_t cycle) const;
  /// The event of the same lane that begins next (or before); nothing at the
  /// end. Events that begin together go by their index.
  std::optional<uint32_t> next(uint32_t event) const;
  std::optional<uint32_t> previous(uint32_t event) const;
  /// First event of a lane that begins at or after a cycle.
  std::optional<uint32_t> firstFrom(uint32_t lane, int64_t cycle) const;
  /// Events of a lane that began up to and including a cycle.
  size_t begunBy(uint32_t lane, int64_t cycle) const;

private:
  const Trace *source = nullptr;
  Tracks slices;
  Pyramid busy;
  int64_t total = 1;
};

} // namespace sg::viz
