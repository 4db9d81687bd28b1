// Where the parts of a timeline lie in one frame; for its own files.
#pragma once
#include "viz/widgets/TimelineView.h"
#include <algorithm>

namespace sg::viz {

struct TimelineView::Frame {
  const RunLook &look;
  const Timeline &timeline;
  const Wiring &wiring;
  ImDrawList &list;
  ImVec2 min, max;    ///< the whole view
  float ruler, label; ///< height, width
  std::vector<float>
      tops; ///< of every row, from the first; one more at the end
  float scroll = 0;
  bool hovered = false;

  float px(float logical) const { return look.theme.px(logical); }
  float left() const { return min.x + label; }
  float pixels() const { return std::max(1.f, max.x - left()); }
  float top() const { return min.y + ruler; }
  bool overLanes(ImVec2 p) const {
    return p.x >= left() && p.x < max.x && p.y >= top() && p.y < max.y;
  }
  bool overRuler(ImVec2 p) const {
    return p.x >= left() && p.x < max.x && p.y >= min.y && p.y < top();
  }
  size_t rowAt(float y) const {
    float at = y - top() + scroll;
    auto it = std::upper_bound(tops.begin(), tops.end(), at);
    return size_t(it - tops.begin()) - 1;
  }
};

/// Several events, or a share of time, instead of one event.
inline bool isShare(const TimelineRect &rect) {
  return rect.event == noEvent || rect.count != 1;
}

} // namespace sg::viz
