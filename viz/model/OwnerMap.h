// Who owns what of a plane of coordinates: rectangles that cores read or write,
// as rows of segments. Exact for every element, however fine the pattern, and
// quickly drawn at any zoom.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sg::viz {

inline constexpr uint16_t noCore = 0xffff, severalCores = 0xfffe;
inline constexpr uint32_t noId = UINT32_MAX;

/// A rectangle of elements [row0, row1) x [column0, column1) that one access
/// touches.
struct OwnedRect {
  int64_t row0 = 0, row1 = 0, column0 = 0, column1 = 0;
  uint32_t id = 0; ///< of the access; those with lower ids come first
  uint16_t core = 0;
  bool write = false;
};

/// What is known of an element.
struct Owner {
  uint32_t first = noId;                     ///< lowest id that touches it
  uint16_t reader = noCore, writer = noCore; ///< or severalCores

  bool none() const { return first == noId; }
  /// The core that reads or writes it; severalCores when more than one does.
  uint16_t core() const;
  void add(const OwnedRect &rect);
  bool operator==(const Owner &) const = default;
};

/// What is known of the elements that share one cell of a picture.
struct OwnerCell {
  Owner owner;          ///< of the first element that has one
  bool mixed = false;   ///< elements belong to different cores
  bool overlap = false; ///< an element belongs to several
  bool gap = false;     ///< an element belongs to nobody
  void add(const OwnerCell &other);
  bool operator==(const OwnerCell &) const = default;
};

/// A picture of the plane: cells of rowStep x columnStep elements from
/// (row0, column0) on, row-major; the last ones may be cut off by the plane's
/// end.
struct OwnerGrid {
  int64_t row0 = 0, column0 = 0, rowStep = 1, columnStep = 1;
  uint32_t rows = 0, columns = 0;
  std::vector<OwnerCell> cells;
};

/// Equal cells of a grid that form a rectangle, in cells.
struct OwnerRun {
  uint32_t row = 0, column = 0, rows = 1, columns = 1;
  OwnerCell cell;
};

/// What a core has: the smallest rectangle around it, and how many elements of
/// that. No elements: the rectangle is empty.
struct OwnerExtent {
  int64_t row0 = 0, row1 = 0, column0 = 0, column1 = 0, elements = 0;
};

class OwnerMap {
public:
  OwnerMap() = default;
  /// Rectangles in any order; what is outside of rows x columns is cut off.
  OwnerMap(int64_t rows, int64_t columns, std::vector<OwnedRect> rects);

  int64_t rows() const { return height; }
  int64_t columns() const { return width; }
  /// False when the pattern is too fine to be kept (a hundred megabytes): the
  /// rest counts as nobody's.
  bool complete() const { return all; }
  Owner at(int64_t row, int64_t column) const;
  /// Elements of nobody, and of several cores.
  int64_t uncovered() const { return gaps; }
  int64_t overlapping() const { return overlaps; }
  /// Of elements that belong to no other core.
  OwnerExtent extentOf(uint16_t core) const;

  /// Cells for the elements [row0, row1) x [column0, column1), at most
  /// maxRows x maxColumns (2 or more) of them, sized by powers of two and
  /// aligned to multiples of their size.
  void draw(int64_t row0, int64_t row1, int64_t column0, int64_t column1,
            uint32_t maxRows, uint32_t maxColumns, OwnerGrid &into) const;

private:
  struct Segment {
    int64_t column = 0; ///< up to the next one's
    Owner owner;
  };
  struct Band {
    int64_t row = 0;           ///< up to the next one's
    size_t first = 0, end = 0; ///< segments
  };
  struct Interval {
    int64_t column = 0;
    OwnerCell cell;
  };
  int64_t height = 0, width = 0, gaps = 0, overlaps = 0;
  bool all = true;
  std::vector<Band> bands; ///< the last one is the end
  std::vector<Segment> segments;

  void addBand(int64_t row, int64_t end, const std::vector<OwnedRect> &rects,
               const std::vector<uint32_t> &active);
  size_t bandAt(int64_t row) const;
  size_t segmentAt(const Band &band, int64_t column) const;
  void merge(const Band &band, int64_t column0, int64_t column1,
             std::vector<Interval> &row, std::vector<Interval> &spare) const;
};

/// Joins equal neighbours, along rows first.
void joinCells(const OwnerGrid &grid, std::vector<OwnerRun> &into);

} // namespace sg::viz
