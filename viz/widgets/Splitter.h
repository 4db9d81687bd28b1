// A bar between two panes that the mouse moves.
#pragma once
#include "viz/widgets/Style.h"

namespace sg::viz {

/// Draws the bar in the rectangle between the panes and moves `share` (0 to 1
/// of `length` pixels) as it is dragged; both sides keep `least` pixels. A
/// double click restores `standard`. True when it moved.
bool splitter(const char *label, const Style &theme, ImVec2 min, ImVec2 max,
              bool sideways, float length, float least, float standard,
              float &share);

} // namespace sg::viz
