// The events of a launch while it goes on. Kept in pieces that are each in
// order, so that what is left at the end is a merge, which can stop and go on
// anywhere.
#pragma once
#include "engine/trace/Trace.h"

namespace sg {

class EventLog {
public:
  EventLog() = default;
  EventLog(const EventLog &) = delete; ///< `rangeMaker` points to a sibling
  void add(const Event &event);
  /// The event added last; it may be changed until the next one comes.
  Event &last() { return pieces.back().back().event; }
  size_t size() const { return count; }
  /// Notes device memory that the last event has read or written: a box of
  /// bytes. Reads before writes.
  void addRange(int64_t start, std::vector<StridedDim> dims, bool write);

  /// Moves about so many events, sorted, and their ranges to the end of an
  /// empty trace; true while there are more. Nothing may be added any more.
  bool moveTo(Trace &trace, int64_t events);

private:
  struct Entry {
    Event event;
    uint32_t firstRange = 0, numRanges = 0;
  };
  static bool less(const Entry &a, const Entry &b);
  static constexpr size_t pieceSize = size_t(1) << 14;

  std::vector<std::vector<Entry>> pieces; ///< sorted, all but the last
  size_t count = 0;
  std::vector<DeviceRange> ranges; ///< `event` is not set
  std::vector<StridedDim> rangeDims;
  BoxMaker rangeMaker{rangeDims};

  /// What is left of a piece.
  struct Rest {
    size_t piece = 0, at = 0;
  };
  std::vector<Rest> heap; ///< the smallest entry first
  bool merging = false;

  void beginMerge(Trace &trace);
  void emit(const Entry &entry, Trace &trace);
};

} // namespace sg
