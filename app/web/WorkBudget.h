// How long a frame may work on a kernel: as long as everything else about a
// frame takes, so that where drawing is slow (no graphics hardware) the work is
// not slowed down with it; within limits that keep the page answering.
#pragma once
#include <algorithm>

namespace sg::app {

class WorkBudget {
public:
  static constexpr double least = 8, most = 40; ///< milliseconds

  /// When a frame begins, in milliseconds of a clock; what it may work for.
  double begin(double now) {
    double other = now - lastBegin - lastWork;
    lastBegin = now;
    return consecutive ? std::clamp(other, least, most) : least;
  }
  /// After its work. `more`: there is some left, so that another frame follows
  /// at once.
  void end(double now, bool more) {
    lastWork = now - lastBegin;
    consecutive = more;
  }

private:
  double lastBegin = 0, lastWork = 0;
  bool consecutive = false;
};

} // namespace sg::app
