// How busy every lane is, bucket by bucket, at ever coarser levels: what a
// zoomed-out timeline is drawn from without looking at its events.
#pragma once
#include "viz/model/Tracks.h"
#include <array>

namespace sg::viz {

/// Share of time per kind group, 0 to 1. Groups may overlap (a DMA unit waits
/// while its transfers go on), so the sum may pass 1.
using Coverage = std::array<float, numKindGroups>;

class Pyramid {
public:
  Pyramid() = default;
  /// Level 0 has buckets of a power of two cycles, one for every two to four
  /// events of the fullest lane, at most 2^16 of them per lane. Overlapping
  /// events of one group count once.
  Pyramid(const Trace &trace, const Tracks &tracks);

  /// Cycles of one bucket of a level.
  int64_t bucketCycles(unsigned level = 0) const {
    return int64_t(1) << (shift + level);
  }
  unsigned levels() const { return unsigned(levelBuckets.size()); }
  size_t buckets(unsigned level) const { return levelBuckets[level]; }
  /// Mean coverage of buckets [first, last) of a level; what lies behind the
  /// end of the trace counts as idle.
  Coverage coverage(uint32_t lane, unsigned level, size_t first,
                    size_t last) const;
  size_t bytes() const { return cells.size() * sizeof(Cell); }

private:
  /// In 1/65535.
  using Cell = std::array<uint16_t, numKindGroups>;
  unsigned shift = 0;
  uint32_t laneCount = 0;
  std::vector<size_t> levelBuckets; ///< by level, per lane
  std::vector<size_t> levelStart;   ///< into a lane's cells
  size_t laneCells = 0;
  std::vector<Cell> cells;

  void fillBase(uint32_t lane, const Trace &trace, const Tracks &tracks,
                std::vector<std::array<double, numKindGroups>> &cycles);
};

} // namespace sg::viz
