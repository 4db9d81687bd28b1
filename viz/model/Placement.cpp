#include "viz/model/Placement.h"
#include "viz/model/Numbers.h"
#include <algorithm>
#include <map>
#include <set>

namespace sg::viz {
namespace {

/// Views of one buffer that can be chosen.
constexpr size_t maxViews = 8;
/// Boxes made for one picture.
constexpr int64_t maxBoxes = int64_t(1) << 23;
constexpr size_t maxCached = 6;

std::string shapeText(const Coordinates &sizes, Format format) {
  std::string text;
  for (int64_t size : sizes)
    text += (text.empty() ? "" : "x") + std::to_string(size);
  return (text.empty() ? "1" : text) + " " + std::string(formatName(format));
}

/// Rows and columns for memory that has no shape: as square as it divides.
Coordinates foldedShape(int64_t elements) {
  int64_t rows = 1;
  for (int64_t r = 2; r <= elements / r && r <= 1 << 20; ++r)
    if (elements % r == 0)
      rows = r;
  return {rows, elements / rows};
}

bool shows(PlacementKinds kinds, bool write) {
  return kinds == PlacementKinds::All ||
         (kinds == PlacementKinds::Writes) == write;
}

} // namespace

Placement::Placement(const KernelInfo &info, AccessMap accesses)
    : info(info), map(std::move(accesses)), numCores(map.tiles) {
  addresses.resize(info.buffers.size());
  for (uint32_t buffer = 0; buffer < info.buffers.size(); ++buffer)
    addTensors(buffer);
  countOrder();
}

void Placement::addTensors(uint32_t number) {
  const KernelBuffer &buffer = info.buffers[number];
  int64_t elements = buffer.endElement - buffer.firstElement;
  if (elements <= 0)
    return;
  auto add = [&](const BufferView &view, const std::string &name) {
    TensorSpace space(view.offset, view.sizes, view.strides);
    if (!space.valid())
      return false;
    list.push_back({name, shapeText(space.sizes(), buffer.format), number,
                    buffer.format, space});
    return space.elements() == elements;
  };
  BufferView first{number, buffer.viewOffset, buffer.shape, buffer.strides};
  std::set<BufferView> seen{first};
  bool whole = add(first, buffer.name);
  for (const BufferView &view : map.views) {
    if (view.buffer != number || seen.size() >= maxViews ||
        !seen.insert(view).second)
      continue;
    int64_t distance = view.offset - first.offset;
    whole |= add(view, buffer.name + (distance ? " + " + grouped(distance)
                                               : std::string()));
  }
  if (whole)
    return;
  Coordinates shape = foldedShape(elements);
  add({number, buffer.firstElement, shape, {shape[1], 1}},
      buffer.name + ", all of it");
}

void Placement::countOrder() {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> counts;
  auto key = [&](const KernelAccess &access) {
    return std::pair(access.tile, map.views[access.view].buffer);
  };
  for (const KernelAccess &access : map.accesses)
    order.emplace_back(counts[key(access)]++, 0);
  for (size_t i = 0; i < order.size(); ++i)
    order[i].second = counts[key(map.accesses[i])];
}

std::pair<uint32_t, uint32_t> Placement::orderOf(uint32_t access) const {
  return access < order.size() ? order[access] : std::pair(0u, 0u);
}

TensorSlice Placement::slice(uint32_t tensor) const {
  TensorSlice slice;
  slice.tensor = tensor;
  if (tensor >= list.size())
    return slice;
  int rank = int(list[tensor].space.sizes().size());
  slice.at.assign(size_t(rank), 0);
  slice.columnDim = rank - 1;
  slice.rowDim = rank - 2;
  return slice;
}

bool Placement::has(const TensorSlice &slice) const {
  if (slice.tensor >= list.size())
    return false;
  const Coordinates &sizes = list[slice.tensor].space.sizes();
  int rank = int(sizes.size());
  if (slice.at.size() != sizes.size() || slice.rowDim < -1 ||
      slice.rowDim >= rank || slice.columnDim < -1 || slice.columnDim >= rank ||
      (slice.columnDim < 0) != (rank == 0) ||
      (slice.rowDim < 0) != (rank < 2) ||
      (rank > 0 && slice.rowDim == slice.columnDim))
    return false;
  for (size_t d = 0; d < sizes.size(); ++d)
    if (slice.at[d] < 0 || slice.at[d] >= sizes[d])
      return false;
  return true;
}

int64_t Placement::rows(const TensorSlice &slice) const {
  const Coordinates &sizes = list[slice.tensor].space.sizes();
  return slice.rowDim < 0 ? 1 : sizes[size_t(slice.rowDim)];
}

int64_t Placement::columns(const TensorSlice &slice) const {
  const Coordinates &sizes = list[slice.tensor].space.sizes();
  return slice.columnDim < 0 ? 1 : sizes[size_t(slice.columnDim)];
}

Coordinates Placement::coordinates(const TensorSlice &slice, int64_t row,
                                   int64_t column) const {
  Coordinates at = slice.at;
  if (slice.rowDim >= 0)
    at[size_t(slice.rowDim)] = row;
  if (slice.columnDim >= 0)
    at[size_t(slice.columnDim)] = column;
  return at;
}

// Adds the rectangles in which a box meets the slice; those that continue the
// last one make it higher.
void Placement::rects(const TensorSlice &slice, const StridedBox &box,
                      const std::vector<StridedDim> &dims, int64_t &budget,
                      const OwnedRect &like,
                      std::vector<OwnedRect> &into) const {
  auto shape = box.dims(dims);
  auto add = [&](const CoordinateBox &part) {
    for (size_t d = 0; d < part.low.size(); ++d) {
      if (int(d) == slice.rowDim || int(d) == slice.columnDim)
        continue;
      int64_t off = slice.at[d] - part.low[d];
      if (off < 0 || off % part.step[d] || off / part.step[d] >= part.count[d])
        return;
    }
    struct Side {
      int64_t low = 0, count = 1, step = 1, wide = 1;
    };
    auto sideOf = [&](int dim) {
      Side side;
      if (dim < 0)
        return side;
      side = {part.low[size_t(dim)], part.count[size_t(dim)],
              part.step[size_t(dim)], 1};
      if (side.step == 1)
        std::swap(side.count, side.wide);
      return side;
    };
    Side row = sideOf(slice.rowDim), column = sideOf(slice.columnDim);
    for (int64_t r = 0; r < row.count && budget > 0; ++r)
      for (int64_t c = 0; c < column.count && budget > 0; ++c, --budget) {
        OwnedRect rect = like;
        rect.row0 = row.low + r * row.step;
        rect.row1 = rect.row0 + row.wide;
        rect.column0 = column.low + c * column.step;
        rect.column1 = rect.column0 + column.wide;
        if (!into.empty() && into.back().id == rect.id &&
            into.back().row1 == rect.row0 &&
            into.back().column0 == rect.column0 &&
            into.back().column1 == rect.column1)
          into.back().row1 = rect.row1;
        else
          into.push_back(rect);
      }
  };
  list[slice.tensor].space.boxes(box.start, {shape.begin(), shape.end()},
                                 budget, add);
}

std::vector<OwnedRect> Placement::collect(const TensorSlice &slice,
                                          PlacementLayer layer,
                                          PlacementKinds kinds) const {
  std::vector<OwnedRect> all;
  int64_t budget = maxBoxes;
  uint32_t buffer = list[slice.tensor].buffer;
  OwnedRect like;
  for (uint32_t i = 0;
       layer == PlacementLayer::Kernel && i < map.accesses.size(); ++i) {
    const KernelAccess &access = map.accesses[i];
    if (map.views[access.view].buffer != buffer || !shows(kinds, access.write))
      continue;
    like.id = i;
    like.core = uint16_t(std::min<uint32_t>(access.tile, severalCores - 1));
    like.write = access.write;
    for (const StridedBox &box : map.boxesOf(access))
      rects(slice, box, map.dims, budget, like, all);
  }
  for (uint32_t i = 0; layer == PlacementLayer::Machine && i < moved.size();
       ++i) {
    const TensorMove &move = moved[i];
    if (move.buffer != buffer || !shows(kinds, move.write))
      continue;
    like.id = i;
    like.core = uint16_t(std::clamp(move.core, 0, severalCores - 1));
    like.write = move.write;
    rects(slice, move.elements, moveDims, budget, like, all);
  }
  return all;
}

const OwnerMap &Placement::owners(const TensorSlice &slice,
                                  PlacementLayer layer, PlacementKinds kinds) {
  for (size_t i = 0; i < cache.size(); ++i)
    if (cache[i].slice == slice && cache[i].layer == layer &&
        cache[i].kinds == kinds) {
      std::rotate(cache.begin(), cache.begin() + long(i),
                  cache.begin() + long(i) + 1);
      return cache.front().owners;
    }
  std::vector<OwnedRect> all = collect(slice, layer, kinds);
  if (cache.size() >= maxCached)
    cache.pop_back();
  cache.insert(cache.begin(),
               {slice, layer, kinds,
                OwnerMap(rows(slice), columns(slice), std::move(all))});
  return cache.front().owners;
}

ElementInfo Placement::at(const TensorSlice &slice, int64_t row,
                          int64_t column) const {
  ElementInfo out;
  const PlacedTensor &tensor = list[slice.tensor];
  out.at = coordinates(slice, row, column);
  out.element = tensor.space.element(out.at);
  out.value = values.describe(tensor.buffer, out.element);
  if (addresses[tensor.buffer])
    out.address = *addresses[tensor.buffer] +
                  out.element * int64_t(formatBytes(tensor.format));
  for (uint32_t i = 0; i < map.accesses.size(); ++i) {
    const KernelAccess &access = map.accesses[i];
    if (map.views[access.view].buffer != tensor.buffer ||
        !map.touches(access, out.element))
      continue;
    out.accesses.push_back(i);
    if (out.cores.empty() || out.cores.back() != int32_t(access.tile))
      out.cores.push_back(int32_t(access.tile));
  }
  for (uint32_t i = 0; i < moved.size(); ++i)
    if (moved[i].buffer == tensor.buffer &&
        boxContains(moved[i].elements.dims(moveDims),
                    out.element - moved[i].elements.start))
      out.moves.push_back(i);
  return out;
}

void Placement::now(const TensorSlice &slice, int64_t cycle,
                    std::vector<MovingRect> &into) const {
  into.clear();
  std::vector<OwnedRect> found;
  int64_t budget = int64_t(1) << 16;
  for (uint32_t i = 0; i < moved.size() && budget > 0; ++i) {
    const TensorMove &move = moved[i];
    bool moving = move.begin <= cycle && cycle < move.end;
    bool resident = move.residentBegin <= cycle && cycle < move.residentEnd;
    if (move.buffer != list[slice.tensor].buffer || (!moving && !resident))
      continue;
    found.clear();
    rects(slice, move.elements, moveDims, budget, {}, found);
    for (const OwnedRect &rect : found)
      into.push_back(
          {rect.row0, rect.row1, rect.column0, rect.column1, i, moving});
  }
}

} // namespace sg::viz
