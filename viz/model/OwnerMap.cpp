#include "viz/model/OwnerMap.h"
#include <algorithm>

namespace sg::viz {
namespace {

constexpr size_t maxSegments = size_t(1) << 22;

uint16_t both(uint16_t a, uint16_t b) {
  return a == noCore || a == b ? b : b == noCore ? a : severalCores;
}

OwnerCell cellOf(const Owner &owner) {
  OwnerCell cell;
  cell.owner = owner;
  cell.gap = owner.none();
  cell.overlap = owner.core() == severalCores;
  return cell;
}

} // namespace

uint16_t Owner::core() const { return both(reader, writer); }

void Owner::add(const OwnedRect &rect) {
  first = std::min(first, rect.id);
  uint16_t &side = rect.write ? writer : reader;
  side = both(side, rect.core);
}

void OwnerCell::add(const OwnerCell &other) {
  overlap |= other.overlap;
  gap |= other.gap;
  mixed |= other.mixed;
  if (other.owner.none())
    return;
  if (owner.none())
    owner = other.owner;
  else
    mixed |= owner.reader != other.owner.reader ||
             owner.writer != other.owner.writer;
}

OwnerMap::OwnerMap(int64_t rows, int64_t columns, std::vector<OwnedRect> rects)
    : height(std::max<int64_t>(rows, 0)), width(std::max<int64_t>(columns, 0)) {
  for (OwnedRect &rect : rects) {
    rect.row0 = std::max<int64_t>(rect.row0, 0);
    rect.row1 = std::min(rect.row1, height);
    rect.column0 = std::max<int64_t>(rect.column0, 0);
    rect.column1 = std::min(rect.column1, width);
  }
  std::erase_if(rects, [](const OwnedRect &rect) {
    return rect.row0 >= rect.row1 || rect.column0 >= rect.column1;
  });
  std::sort(rects.begin(), rects.end(), [](const auto &a, const auto &b) {
    return a.row0 != b.row0 ? a.row0 < b.row0 : a.id < b.id;
  });
  std::vector<int64_t> cuts{0, height};
  for (const OwnedRect &rect : rects) {
    cuts.push_back(rect.row0);
    cuts.push_back(rect.row1);
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::vector<uint32_t> active;
  size_t next = 0;
  for (size_t i = 0; i + 1 < cuts.size(); ++i) {
    std::erase_if(active, [&](uint32_t r) { return rects[r].row1 <= cuts[i]; });
    for (; next < rects.size() && rects[next].row0 == cuts[i]; ++next)
      active.push_back(uint32_t(next));
    addBand(cuts[i], cuts[i + 1], rects, active);
  }
  bands.push_back({height, segments.size(), segments.size()});
}

void OwnerMap::addBand(int64_t row, int64_t end,
                       const std::vector<OwnedRect> &rects,
                       const std::vector<uint32_t> &active) {
  std::vector<int64_t> cuts{0};
  all = all && segments.size() + active.size() <= maxSegments;
  if (all)
    for (uint32_t r : active) {
      cuts.push_back(rects[r].column0);
      cuts.push_back(rects[r].column1);
    }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  if (cuts.size() > 1 && cuts.back() == width)
    cuts.pop_back();
  std::vector<Owner> owners(cuts.size());
  if (all)
    for (uint32_t r : active)
      for (auto at = size_t(
               std::lower_bound(cuts.begin(), cuts.end(), rects[r].column0) -
               cuts.begin());
           at < cuts.size() && cuts[at] < rects[r].column1; ++at)
        owners[at].add(rects[r]);
  Band band{row, segments.size(), 0};
  for (size_t i = 0; i < cuts.size(); ++i) {
    int64_t elements =
        ((i + 1 < cuts.size() ? cuts[i + 1] : width) - cuts[i]) * (end - row);
    gaps += owners[i].none() ? elements : 0;
    overlaps += owners[i].core() == severalCores ? elements : 0;
    if (i == 0 || owners[i] != owners[i - 1])
      segments.push_back({cuts[i], owners[i]});
  }
  band.end = segments.size();
  // Bands alike are one.
  if (!bands.empty() &&
      std::equal(segments.begin() + long(bands.back().first),
                 segments.begin() + long(bands.back().end),
                 segments.begin() + long(band.first), segments.end(),
                 [](const Segment &a, const Segment &b) {
                   return a.column == b.column && a.owner == b.owner;
                 }))
    segments.resize(band.first);
  else
    bands.push_back(band);
}

size_t OwnerMap::bandAt(int64_t row) const {
  auto above = std::upper_bound(
      bands.begin(), bands.end(), row,
      [](int64_t at, const Band &band) { return at < band.row; });
  return size_t(above - bands.begin()) - 1;
}

size_t OwnerMap::segmentAt(const Band &band, int64_t column) const {
  auto begin = segments.begin() + long(band.first);
  auto above = std::upper_bound(
      begin, segments.begin() + long(band.end), column,
      [](int64_t at, const Segment &one) { return at < one.column; });
  return size_t(above - segments.begin()) - 1;
}

Owner OwnerMap::at(int64_t row, int64_t column) const {
  if (row < 0 || row >= height || column < 0 || column >= width)
    return {};
  return segments[segmentAt(bands[bandAt(row)], column)].owner;
}

OwnerExtent OwnerMap::extentOf(uint16_t core) const {
  OwnerExtent extent;
  for (size_t i = 0; i + 1 < bands.size(); ++i) {
    const Band &band = bands[i];
    for (size_t s = band.first; s < band.end; ++s) {
      if (segments[s].owner.core() != core)
        continue;
      int64_t from = segments[s].column;
      int64_t to = s + 1 < band.end ? segments[s + 1].column : width;
      bool first = !extent.elements;
      extent.elements += (bands[i + 1].row - band.row) * (to - from);
      extent.row0 = first ? band.row : extent.row0;
      extent.row1 = bands[i + 1].row;
      extent.column0 = first ? from : std::min(extent.column0, from);
      extent.column1 = std::max(extent.column1, to);
    }
  }
  return extent;
}

// Adds a band's part of [column0, column1) to a row of intervals.
void OwnerMap::merge(const Band &band, int64_t column0, int64_t column1,
                     std::vector<Interval> &row,
                     std::vector<Interval> &spare) const {
  spare.clear();
  size_t a = 0, b = segmentAt(band, column0);
  bool isFirst = row.empty();
  for (int64_t at = column0; at < column1;) {
    OwnerCell cell = cellOf(segments[b].owner);
    int64_t end = b + 1 < band.end ? segments[b + 1].column : column1;
    int64_t segmentEnd = end;
    if (!isFirst) {
      OwnerCell before = row[a].cell;
      before.add(cell);
      cell = before;
      end = std::min(end, a + 1 < row.size() ? row[a + 1].column : column1);
    }
    if (spare.empty() || !(spare.back().cell == cell))
      spare.push_back({at, cell});
    at = end;
    b += at == segmentEnd;
    if (!isFirst && a + 1 < row.size() && row[a + 1].column == at)
      ++a;
  }
  std::swap(row, spare);
}

void OwnerMap::draw(int64_t row0, int64_t row1, int64_t column0,
                    int64_t column1, uint32_t maxRows, uint32_t maxColumns,
                    OwnerGrid &into) const {
  into.cells.clear();
  into.rows = into.columns = 0;
  row0 = std::max<int64_t>(row0, 0), row1 = std::min(row1, height);
  column0 = std::max<int64_t>(column0, 0), column1 = std::min(column1, width);
  if (row0 >= row1 || column0 >= column1)
    return;
  // Powers of two, as the sizes of tiles often are: their borders are those of
  // cells. Aligned cells may need one more than there is room for.
  auto step = [](int64_t begin, int64_t end, int64_t most) {
    int64_t size = 1;
    while ((end - 1) / size - begin / size + 1 > most)
      size *= 2;
    return size;
  };
  into.rowStep = step(row0, row1, std::max(maxRows, 2u));
  into.columnStep = step(column0, column1, std::max(maxColumns, 2u));
  into.row0 = row0 / into.rowStep * into.rowStep;
  into.column0 = column0 / into.columnStep * into.columnStep;
  into.rows = uint32_t((row1 - into.row0 + into.rowStep - 1) / into.rowStep);
  into.columns = uint32_t((column1 - into.column0 + into.columnStep - 1) /
                          into.columnStep);
  into.cells.resize(size_t(into.rows) * into.columns);
  int64_t end = std::min(width, into.column0 + into.columns * into.columnStep);
  std::vector<Interval> row, spare;
  for (uint32_t r = 0; r < into.rows; ++r) {
    int64_t from = into.row0 + r * into.rowStep;
    int64_t to = std::min(height, from + into.rowStep);
    OwnerCell *cells = &into.cells[size_t(r) * into.columns];
    size_t band = bandAt(from);
    if (r > 0 && bands[band].row <= from - into.rowStep &&
        bands[band + 1].row >= to) {
      std::copy(cells - into.columns, cells, cells); // as the row above
      continue;
    }
    row.clear();
    for (size_t b = band; bands[b].row < to; ++b)
      merge(bands[b], into.column0, end, row, spare);
    for (size_t i = 0; i < row.size(); ++i) {
      int64_t first = row[i].column - into.column0;
      int64_t last =
          (i + 1 < row.size() ? row[i + 1].column : end) - into.column0 - 1;
      for (int64_t c = first / into.columnStep; c <= last / into.columnStep;
           ++c) {
        if (c * into.columnStep >= first)
          cells[c] = row[i].cell;
        else
          cells[c].add(row[i].cell);
      }
    }
  }
}

void joinCells(const OwnerGrid &grid, std::vector<OwnerRun> &into) {
  into.clear();
  // Runs of the row above that may grow, by the column they begin at.
  std::vector<uint32_t> open(grid.columns, noId);
  for (uint32_t r = 0; r < grid.rows; ++r) {
    const OwnerCell *cells = &grid.cells[size_t(r) * grid.columns];
    for (uint32_t c = 0; c < grid.columns;) {
      uint32_t end = c + 1;
      while (end < grid.columns && cells[end] == cells[c])
        ++end;
      uint32_t above = open[c];
      if (above != noId && into[above].row + into[above].rows == r &&
          into[above].columns == end - c && into[above].cell == cells[c]) {
        ++into[above].rows;
      } else {
        open[c] = uint32_t(into.size());
        into.push_back({r, c, 1, end - c, cells[c]});
      }
      c = end;
    }
  }
}

} // namespace sg::viz
