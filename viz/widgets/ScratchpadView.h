// The scratchpads: addresses over time for one core, or all cores at the clock;
// what is live, what the peak is made of, where room is left.
#pragma once
#include "viz/model/Numbers.h"
#include "viz/model/Scratchpad.h"
#include "viz/widgets/RunLook.h"

namespace sg::viz {

class ScratchpadView {
public:
  struct Happened {
    std::optional<double> clock;
    std::optional<uint32_t> buffer; ///< clicked: index into Trace::buffers
    std::optional<int32_t> core;    ///< chosen in the picture of all cores
  };
  /// Shows the first map when `core` has none.
  Happened draw(const RunLook &look, const std::vector<ScratchpadMap> &maps,
                int32_t core, ViewRange &view);

  Base base = Base::Decimal;
  bool allCores = false;

private:
  std::vector<PadRect> rects;
  bool dragging = false;

  struct Frame;
  void controls(const RunLook &look, const std::vector<ScratchpadMap> &maps,
                int32_t core, Happened &happened);
  void drawMap(const Frame &frame, ViewRange &view, Happened &happened);
  void paintAxis(const Frame &frame) const;
  void paintCurve(const Frame &frame, const ViewRange &view) const;
  void paintBuffers(const Frame &frame, const ViewRange &view);
  void drawAll(const RunLook &look, const std::vector<ScratchpadMap> &maps,
               int32_t core, ImVec2 min, ImVec2 max, Happened &happened);
  void drawFacts(const RunLook &look, const ScratchpadMap &map,
                 Happened &happened);
};

} // namespace sg::viz
