// Work that is done slice by slice, so that a window on one thread goes on
// meanwhile. It is a list of steps, most of them loops, and stops between any
// two items of one.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace sg {

/// What comes out is the same whatever the slices. The steps refer to what they
/// work on: it must stay where it is until they are done or dropped, and
/// dropping them cancels.
class SlicedWork {
public:
  /// A step that is short.
  void then(std::function<void()> step) {
    add({nullptr, [step = std::move(step)](size_t, size_t) { step(); }, {}});
  }
  /// The steps of other work.
  void then(SlicedWork other) {
    for (Step &step : other.steps)
      add(std::move(step));
  }
  /// `body` is called for stretches [begin, end) that make up [0, count), in
  /// order. `count` is asked when the loop begins.
  void loop(std::function<size_t()> count,
            std::function<void(size_t, size_t)> body) {
    add({std::move(count), std::move(body), {}});
  }
  /// A loop that nobody knows the end of: `piece` does a little, and tells how
  /// many items that was worth; 0 when nothing is left.
  void pieces(std::function<size_t()> piece) {
    add({{}, {}, std::move(piece)});
  }

  bool done() const { return at == steps.size(); }
  /// 0 to 1, an estimate: every loop counts alike.
  double progress() const;
  /// Does about so many items, of about the same time each (some nanoseconds to
  /// a microsecond), and one at least; true while there are more.
  bool advance(size_t items);
  /// Goes on for about so long, a little at least.
  bool advanceFor(double milliseconds);
  void finish() { advance(std::numeric_limits<size_t>::max()); }

private:
  struct Step {
    std::function<size_t()> count;
    std::function<void(size_t, size_t)> body;
    std::function<size_t()> piece;
    double weight() const { return count || piece ? 1 : 0; }
  };
  std::vector<Step> steps;
  size_t at = 0; ///< the step that goes on
  bool begun = false;
  size_t position = 0, count = 0; ///< of its loop
  double passed = 0, all = 0;     ///< weights

  void add(Step step) {
    all += step.weight();
    steps.push_back(std::move(step));
  }
  void next() {
    passed += steps[at].weight();
    steps[at] = {}; // lets go of what only it held
    begun = false;
    if (++at == steps.size()) {
      steps.clear();
      at = 0;
    }
  }
};

inline bool SlicedWork::advance(size_t items) {
  while (!done() && items > 0) {
    Step &step = steps[at];
    if (step.piece) {
      size_t worth = step.piece();
      items -= std::min(items, worth);
      if (worth == 0)
        next();
      continue;
    }
    if (!begun) {
      begun = true;
      position = 0;
      count = step.count ? step.count() : 1;
    }
    size_t now = std::min(items, count - position);
    if (now)
      step.body(position, position + now);
    position += now;
    items -= now;
    if (position == count)
      next();
  }
  return !done();
}

inline bool SlicedWork::advanceFor(double milliseconds) {
  // A tenth of a millisecond or so, where clocks cost nothing to ask.
  constexpr size_t items = 1024;
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  std::chrono::duration<double, std::milli> passed{};
  while (advance(items) && passed.count() <= milliseconds)
    passed = Clock::now() - start;
  return !done();
}

inline double SlicedWork::progress() const {
  if (done())
    return 1;
  double part = begun && count ? double(position) / double(count) : 0;
  return all > 0 ? (passed + part * steps[at].weight()) / all : 0;
}

} // namespace sg
