// The events of a trace put in order for drawing and searching: per lane one
// or more tracks of slices that do not overlap. Built once per trace.
#pragma once
#include "engine/trace/Trace.h"
#include <span>
#include <vector>

namespace sg::viz {

inline constexpr uint32_t noEvent = UINT32_MAX;

/// What a lane does, coarsely: the three colours of a zoomed-out timeline.
enum class KindGroup : uint8_t {
  Transfer, ///< data on the move: DMA, push, pop, receive, send
  Work,     ///< vector operations, and the correction at launch
  Wait,     ///< blocked, whatever the reason
};
inline constexpr unsigned numKindGroups = 3;
inline constexpr unsigned numEventKinds = 12;
/// Inline, since it is asked for every slice that is looked at.
inline KindGroup groupOf(EventKind kind) {
  switch (kind) {
  case EventKind::Transfer:
  case EventKind::Push:
  case EventKind::Pop:
  case EventKind::Receive:
  case EventKind::Send:
    return KindGroup::Transfer;
  case EventKind::Compute:
  case EventKind::Correction:
    return KindGroup::Work;
  case EventKind::WaitInput:
  case EventKind::WaitOutput:
  case EventKind::WaitSignal:
  case EventKind::WaitMemory:
  case EventKind::WaitFence:
    return KindGroup::Wait;
  }
  return KindGroup::Work;
}

/// One event on its track, small enough to scan by the million.
struct Slice {
  int64_t begin = 0;  ///< cycles
  uint32_t event = 0; ///< index into Trace::events

  int64_t length() const { return int64_t(lengthKind >> 4); }
  int64_t end() const { return begin + length(); }
  EventKind kind() const { return EventKind(lengthKind & 15); }

  static constexpr int64_t maxLength = (int64_t(1) << 28) - 1;
  Slice() = default;
  /// A length above maxLength (2^28 - 1 cycles) is cut there.
  Slice(const Event &e, uint32_t event);

private:
  uint32_t lengthKind = 0;
};

/// All slices of a trace by lane and row. A lane without overlaps has one row;
/// a DMA lane, whose transfers overlap each other and its waits, has its waits
/// in row 0 and as many rows below as it has transfers at the same time.
class Tracks {
public:
  static constexpr uint32_t maxRows = 64;

  Tracks() = default;
  /// Events of lanes that do not exist are left out. Events need not be
  /// sorted, though a Trace's are.
  explicit Tracks(const Trace &trace);

  uint32_t lanes() const { return uint32_t(firstTrack.size()) - 1; }
  uint32_t rows(uint32_t lane) const {
    return lane < lanes() ? firstTrack[lane + 1] - firstTrack[lane] : 0;
  }
  /// Slices of one row sorted by begin; none overlaps the next. Empty when
  /// there is no such lane or row.
  std::span<const Slice> slices(uint32_t lane, uint32_t row) const;
  /// Row an event was put in; maxRows when it found no room (more than
  /// maxRows at the same time) or has no lane.
  uint32_t rowOf(uint32_t event) const {
    return event < rowOfEvent.size() ? rowOfEvent[event] : maxRows;
  }
  /// Events without a row.
  size_t unplaced() const { return homeless; }
  size_t events(uint32_t lane) const;

  /// Index of the first slice that ends after `cycle`.
  static size_t firstEndingAfter(std::span<const Slice> slices, int64_t cycle);

private:
  std::vector<uint32_t> firstTrack = {0}; ///< by lane, one more at the end
  std::vector<size_t> firstSlice = {0};   ///< by track, one more at the end
  std::vector<Slice> all;
  std::vector<uint8_t> rowOfEvent;
  size_t homeless = 0;

  void assignRows(const Trace &trace, std::span<const uint32_t> order);
};

} // namespace sg::viz
