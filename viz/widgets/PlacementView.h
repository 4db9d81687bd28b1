// A tensor in device memory as a grid coloured by the core that owns each
// element: what the kernel's tiles access, or what the machine moved, with what
// is in a scratchpad at the clock.
#pragma once
#include "viz/model/Numbers.h"
#include "viz/model/Placement.h"
#include "viz/widgets/RunLook.h"

namespace sg::viz {

class PlacementView {
public:
  struct Happened {
    std::optional<uint32_t> event; ///< chosen: index into Trace::events
    std::optional<double> clock;
    std::optional<int32_t> core; ///< owner of the element that was clicked
    /// Line and column of an access that was chosen.
    std::optional<std::pair<uint32_t, uint32_t>> source;
  };
  Happened draw(const RunLook &look, Placement &placement);
  /// For another kernel or run: everything visible.
  void reset();

  TensorSlice slice;
  PlacementLayer layer = PlacementLayer::Kernel;
  PlacementKinds kinds = PlacementKinds::All;
  bool byOrder = false; ///< shades tell which come first
  bool showNow = true;  ///< what is moved and resident at the clock
  Base base = Base::Hex;
  size_t cellsDrawn = 0; ///< rectangles of the last frame, for benchmarks

private:
  ViewRange rowView, columnView;
  OwnerGrid grid; ///< what is drawn, and of what:
  std::vector<OwnerRun> runs;
  /// What the grid was made of.
  struct Drawn {
    TensorSlice slice;
    PlacementLayer layer = PlacementLayer::Kernel;
    PlacementKinds kinds = PlacementKinds::All;
    ViewRange rows, columns;
    uint32_t maxRows = 0, maxColumns = 0;
    bool operator==(const Drawn &) const = default;
  } drawn;
  std::optional<std::pair<int64_t, int64_t>> pinned; ///< row, column
  bool started = false, dragged = false;

  struct Frame;
  void controls(const RunLook &look, Placement &placement);
  void chooseTensor(const Style &theme, Placement &placement);
  void chooseDimensions(const Style &theme, const PlacedTensor &tensor);
  void adopt(const Placement &placement, uint32_t tensor);
  void picture(const RunLook &look, Placement &placement, Happened &happened);
  void mouse(const Frame &frame, Happened &happened);
  void rebuild(const Frame &frame);

  // PlacementPaint.cpp
  void paintRulers(const Frame &frame) const;
  void paintCells(const Frame &frame) const;
  void paintNow(const Frame &frame) const;
  void paintMark(const Frame &frame, int64_t row, int64_t column,
                 ImU32 color) const;
  ImU32 cellColour(const Frame &frame, const OwnerCell &cell) const;
  float orderShare(const Frame &frame, uint32_t id) const;

  // PlacementFacts.cpp
  void facts(const RunLook &look, Placement &placement, Happened &happened);
  void legend(const RunLook &look, const Placement &placement,
              const OwnerMap &owners) const;
  void element(const RunLook &look, const Placement &placement,
               const ElementInfo &info, Happened &happened) const;
  void tooltip(const RunLook &look, const Placement &placement,
               const ElementInfo &info) const;
};

/// What one frame of the picture is drawn with.
struct PlacementView::Frame {
  const RunLook &look;
  const Placement &placement;
  const OwnerMap &owners;
  ImDrawList &list;
  ImVec2 min, max; ///< of the grid, without rulers
  const ViewRange &rows, &columns;

  float px(float logical) const { return look.theme.px(logical); }
  float xOf(double column) const {
    return min.x + float(columns.pixelOf(column, double(max.x - min.x)));
  }
  float yOf(double row) const {
    return min.y + float(rows.pixelOf(row, double(max.y - min.y)));
  }
};

/// "core 3", "cores 0 to 31", "cores 1, 4 and 9".
std::string coresText(const std::vector<int32_t> &cores);

} // namespace sg::viz
