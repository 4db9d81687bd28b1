#include "viz/model/LaneTree.h"
#include <algorithm>
#include <map>

namespace sg::viz {

LaneTree::LaneTree(const std::vector<Lane> &lanes) {
  std::map<int32_t, std::map<int32_t, std::vector<uint32_t>>> groups;
  for (uint32_t i = 0; i < lanes.size(); ++i)
    groups[lanes[i].core][std::max(lanes[i].corelet, -1)].push_back(i);
  for (const auto &[core, corelets] : groups) {
    size_t head = everything.size();
    everything.push_back({DisplayRow::Core,
                          0,
                          false,
                          core,
                          -1,
                          {},
                          "core " + std::to_string(core)});
    for (const auto &[corelet, members] : corelets) {
      std::vector<uint32_t> &all = everything[head].lanes;
      all.insert(all.end(), members.begin(), members.end());
      if (corelet >= 0)
        everything.push_back({DisplayRow::Corelet, 1, false, core, corelet,
                              members, "corelet " + std::to_string(corelet)});
      for (uint32_t lane : members)
        everything.push_back({DisplayRow::Unit,
                              uint8_t(corelet < 0 ? 1 : 2),
                              false,
                              core,
                              corelet,
                              {lane},
                              lanes[lane].unit});
    }
  }
  update();
}

void LaneTree::update() {
  visible.clear();
  for (DisplayRow row : everything) {
    bool inCore = foldedCores.count(row.core);
    bool inCorelet = foldedCorelets.count({row.core, row.corelet});
    switch (row.kind) {
    case DisplayRow::Core:
      row.folded = inCore;
      break;
    case DisplayRow::Corelet:
      if (inCore)
        continue;
      row.folded = inCorelet;
      break;
    case DisplayRow::Unit:
      if (inCore || inCorelet)
        continue;
      break;
    }
    visible.push_back(std::move(row));
  }
}

void LaneTree::fold(int32_t core, bool folded) {
  if (folded)
    foldedCores.insert(core);
  else
    foldedCores.erase(core);
  update();
}

void LaneTree::fold(int32_t core, int32_t corelet, bool folded) {
  // Units of a whole core (corelet -1) fold with their core only.
  if (corelet < 0)
    return fold(core, folded);
  if (folded)
    foldedCorelets.insert({core, corelet});
  else
    foldedCorelets.erase({core, corelet});
  update();
}

void LaneTree::foldAll(bool folded) {
  foldedCores.clear();
  if (folded)
    for (const DisplayRow &row : everything)
      foldedCores.insert(row.core);
  update();
}

void LaneTree::showOnly(int32_t core) {
  foldAll(true);
  fold(core, false);
}

size_t LaneTree::rowOf(uint32_t lane) const {
  for (size_t i = 0; i < visible.size(); ++i)
    if (visible[i].drawn() &&
        std::find(visible[i].lanes.begin(), visible[i].lanes.end(), lane) !=
            visible[i].lanes.end())
      return i;
  return visible.size();
}

} // namespace sg::viz
