// Which lines are visible when some regions are folded.
#include "viz/model/TextIndex.h"
#include <algorithm>

namespace sg::viz {

Folding::Folding(std::vector<FoldRegion> regions, uint32_t lines)
    : regions(std::move(regions)), closed(this->regions.size(), 0),
      total(lines) {
  update();
}

const FoldRegion *Folding::find(uint32_t line) const {
  auto it =
      std::partition_point(regions.begin(), regions.end(),
                           [&](const FoldRegion &r) { return r.first < line; });
  return it != regions.end() && it->first == line ? &*it : nullptr;
}

bool Folding::folded(uint32_t line) const {
  const FoldRegion *region = find(line);
  return region && closed[size_t(region - regions.data())];
}

void Folding::setFolded(uint32_t line, bool folded) {
  const FoldRegion *region = find(line);
  if (!region)
    return;
  closed[size_t(region - regions.data())] = folded;
  update();
}

void Folding::setAllFolded(bool folded) {
  std::fill(closed.begin(), closed.end(), uint8_t(folded));
  update();
}

void Folding::reveal(uint32_t line) {
  for (size_t i = 0; i < regions.size() && regions[i].first < line; ++i)
    if (regions[i].last >= line)
      closed[i] = 0;
  update();
}

void Folding::update() {
  hidden.clear();
  uint32_t gone = 0;
  for (size_t i = 0; i < regions.size(); ++i) {
    const FoldRegion &r = regions[i];
    if (!closed[i] || r.last <= r.first || r.last >= total)
      continue;
    // Regions that start inside a hidden one go with it.
    if (!hidden.empty() && r.first <= hidden.back().last) {
      if (r.last > hidden.back().last) {
        gone += r.last - hidden.back().last;
        hidden.back().last = r.last;
      }
      continue;
    }
    hidden.push_back({r.first + 1, r.last, gone});
    gone += r.last - r.first;
  }
  visible = total - gone;
}

uint32_t Folding::lineOfRow(uint32_t row) const {
  // Behind how many hidden stretches is it?
  auto it =
      std::partition_point(hidden.begin(), hidden.end(), [&](const Hidden &h) {
        return h.first - h.before <= row;
      });
  if (it == hidden.begin())
    return row;
  --it;
  return row + it->before + (it->last - it->first + 1);
}

uint32_t Folding::rowOfLine(uint32_t line) const {
  auto it =
      std::partition_point(hidden.begin(), hidden.end(),
                           [&](const Hidden &h) { return h.first <= line; });
  if (it == hidden.begin())
    return line;
  --it;
  if (line <= it->last)
    return it->first - 1 - it->before;
  return line - it->before - (it->last - it->first + 1);
}

} // namespace sg::viz
