#include "viz/model/ViewRange.h"
#include <algorithm>
#include <cmath>

namespace sg::viz {

ViewRange::ViewRange(int64_t totalCycles)
    : all(double(std::max<int64_t>(totalCycles, 1))), to(all) {}

double ViewRange::leastWidth() const { return std::min(all, 4.0); }

void ViewRange::fit() {
  from = 0;
  to = all;
}

void ViewRange::show(double begin, double end) {
  if (std::isnan(begin) || std::isnan(end))
    return;
  if (begin > end)
    std::swap(begin, end);
  begin = std::clamp(begin, -all, 2 * all);
  end = std::clamp(end, -all, 2 * all);
  double width = std::clamp(end - begin, leastWidth(), all);
  double center = (begin + end) / 2;
  // A width inside the limits keeps both ends exactly as given.
  if (width != end - begin)
    begin = center - width / 2;
  begin = std::clamp(begin, 0.0, all - width);
  from = begin;
  to = begin + width;
}

void ViewRange::focus(double begin, double end, double share) {
  double margin = std::abs(end - begin) * std::max(share, 0.0);
  show(std::min(begin, end) - margin, std::max(begin, end) + margin);
}

void ViewRange::zoom(double at, double factor) {
  if (!(factor > 0) || std::isnan(at) || std::isinf(factor))
    return;
  double place = (std::clamp(at, from, to) - from) / width();
  double next = std::clamp(width() / factor, leastWidth(), all);
  double start = std::clamp(at, from, to) - place * next;
  from = std::clamp(start, 0.0, all - next);
  to = from + next;
}

void ViewRange::pan(double cycles) {
  if (std::isnan(cycles))
    return;
  double keep = width();
  from = std::clamp(from + cycles, 0.0, all - keep);
  to = from + keep;
}

void ViewRange::reveal(double cycle, double share) {
  double margin = width() * std::clamp(share, 0.0, 0.5);
  if (cycle < from + margin)
    pan(cycle - from - margin);
  else if (cycle > to - margin)
    pan(cycle - to + margin);
}

} // namespace sg::viz
