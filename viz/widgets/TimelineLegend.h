// What the colours of the timeline stand for, on one line.
#pragma once
#include "viz/widgets/RunLook.h"

namespace sg::viz {

/// Fills what is left of the current line; what does not fit is in its tooltip.
/// `buffers` are the trace's; `drawn` is what the timeline has on screen.
void timelineLegend(const RunLook &look,
                    const std::vector<std::string> &buffers, Drawn drawn);

} // namespace sg::viz
