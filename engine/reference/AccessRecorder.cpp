#include "engine/reference/AccessRecorder.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

namespace sg::reference {

namespace {
// Boxes of all tiles together, and different views.
constexpr size_t maxBoxes = size_t(1) << 21, maxViews = size_t(1) << 14;
} // namespace

AccessRecorder::AccessRecorder(AccessMap &map, int64_t tiles)
    : map(map), maker(map.dims),
      boxesPerTile(std::max(maxBoxes / size_t(tiles), size_t(1))) {
  map = AccessMap();
  map.tiles = uint32_t(tiles);
}

void AccessRecorder::beginTile(int64_t number) {
  tile = uint32_t(number);
  boxesAtBegin = map.boxes.size();
}

uint32_t AccessRecorder::viewOf(const View &view) {
  BufferView key{uint32_t(view.where),
                 view.offset,
                 {view.sizes.begin(), view.sizes.end()},
                 {view.strides.begin(), view.strides.end()}};
  auto [at, isNew] = views.try_emplace(key, uint32_t(map.views.size()));
  if (isNew)
    map.views.push_back(std::move(key));
  return at->second;
}

uint32_t AccessRecorder::siteOf(Operation *op) {
  auto [at, isNew] = sites.try_emplace(op, uint32_t(map.sites.size()));
  if (isNew) {
    AccessSite site;
    site.op = op->getName().getStringRef().str();
    if (auto place = op->getLoc()->findInstanceOf<FileLineColLoc>()) {
      site.line = place.getLine();
      site.column = place.getColumn();
    }
    map.sites.push_back(std::move(site));
  }
  return at->second;
}

void AccessRecorder::addBox(const Access &access) {
  int64_t start = access.start;
  std::vector<StridedDim> dims;
  for (size_t i = 0; i < access.counts.size(); ++i) {
    int64_t stride = access.strides[i];
    if (access.outside)
      start += access.insideFirst[i] * stride;
    dims.push_back(
        {access.outside ? access.insideCounts[i] : access.counts[i], stride});
  }
  map.boxes.push_back(maker.make(start, std::move(dims)));
}

// Elements that follow each other at one distance are one box.
void AccessRecorder::addList(ArrayRef<int64_t> addresses) {
  for (size_t i = 0; i < addresses.size();) {
    int64_t start = addresses[i++];
    if (start == Access::nowhere)
      continue;
    int64_t count = 1, stride = 0;
    for (; i < addresses.size() && addresses[i] != Access::nowhere; ++i) {
      int64_t step = addresses[i] - addresses[i - 1];
      if (count > 1 && step != stride)
        break;
      stride = step;
      ++count;
    }
    if (map.boxes.size() - boxesAtBegin >= boxesPerTile) {
      map.complete = false;
      return;
    }
    map.boxes.push_back(maker.make(start, {{count, stride}}));
  }
}

void AccessRecorder::add(Operation *op, const Access &access, bool write) {
  if (!access.points || !access.touchesMemory() ||
      access.view->space != Space::Buffer)
    return;
  if (map.boxes.size() - boxesAtBegin >= boxesPerTile ||
      map.views.size() >= maxViews) {
    map.complete = false;
    return;
  }
  KernelAccess entry;
  entry.tile = tile;
  entry.view = viewOf(*access.view);
  entry.site = siteOf(op);
  entry.write = write;
  entry.firstBox = uint32_t(map.boxes.size());
  if (access.isBox)
    addBox(access);
  else
    addList(access.addresses);
  entry.numBoxes = uint32_t(map.boxes.size()) - entry.firstBox;
  map.accesses.push_back(entry);
}

} // namespace sg::reference
