// One core at the clock: its units as boxes, the FIFOs between them filling and
// draining, the scratchpad below, the instruction each unit is at.
#pragma once
#include "viz/model/Scratchpad.h"
#include "viz/widgets/RunLook.h"

namespace sg::viz {

class CoreView {
public:
  struct Happened {
    uint32_t event = noEvent; ///< clicked
    std::optional<int32_t> core;
  };
  /// `pad` may be null.
  Happened draw(const RunLook &look, const Timeline &timeline,
                const Wiring &wiring, const Fifos &fifos,
                const ScratchpadMap *pad, int32_t core);

private:
  struct Box {
    uint32_t lane = 0;
    ImVec2 min, max;
  };
  struct Frame;
  std::vector<Box> place(const Frame &frame) const;
  void paintUnit(const Frame &frame, const UnitSnapshot &unit, const Box &box,
                 Happened &happened) const;
  void paintFifos(const Frame &frame, const std::vector<Box> &boxes) const;
  void paintPad(const Frame &frame) const;
};

} // namespace sg::viz
