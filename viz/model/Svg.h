// The timeline as a picture in a file: what the view shows, with its axis and a
// legend, as SVG.
#pragma once
#include "viz/model/Colors.h"
#include "viz/model/Timeline.h"

namespace sg::viz {

struct SvgOptions {
  enum ColourBy : uint8_t { Operation, Buffer, Activity };
  double width = 1600; ///< pixels, lanes' names included; at least 300
  Theme theme = Theme::Light;
  ColourBy colourBy = Operation;
  std::string title; ///< a line above the picture; may be empty
};

/// The rows of a view from `begin` to `end` (the visible part of it). Rows are
/// as high as the window draws them; narrow events are merged as there, so the
/// file's size follows from the picture's, not from the trace's.
std::string timelineSvg(const Timeline &timeline, const ViewRange &view,
                        std::span<const DisplayRow> rows,
                        const SvgOptions &options = {});

/// Text as it may stand in XML: markup escaped, what no XML holds (control
/// characters, broken UTF-8) replaced by U+FFFD.
std::string xmlText(std::string_view text);

} // namespace sg::viz
