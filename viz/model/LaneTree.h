// The lanes of a trace as a tree people can fold: cores, their corelets, their
// units. Turns what is folded into the list of rows to draw.
#pragma once
#include "engine/trace/Trace.h"
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sg::viz {

/// One line of the timeline's left column.
struct DisplayRow {
  enum Kind : uint8_t { Core, Corelet, Unit };
  Kind kind = Unit;
  uint8_t depth = 0;
  bool folded = false; ///< Core, Corelet: stands for all of its lanes
  int32_t core = 0, corelet = -1;
  /// Lanes it stands for: one for a unit, all below for a core or corelet.
  std::vector<uint32_t> lanes;
  std::string label; ///< "core 3", "corelet 1", "SFU"

  /// Whether the row has a picture of its own; the title of an open group has
  /// none.
  bool drawn() const { return kind == Unit || folded; }
};

class LaneTree {
public:
  LaneTree() = default;
  explicit LaneTree(const std::vector<Lane> &lanes);

  /// Rows from top to bottom. Units of a whole core come before its corelets;
  /// within a group lanes keep the trace's order.
  const std::vector<DisplayRow> &rows() const { return visible; }
  void fold(int32_t core, bool folded);
  void fold(int32_t core, int32_t corelet, bool folded);
  void foldAll(bool folded); ///< every core
  /// Folds all cores but one: to look at one of many.
  void showOnly(int32_t core);
  /// Row that shows a lane, itself or its folded group; rows().size() if none.
  size_t rowOf(uint32_t lane) const;

private:
  std::vector<DisplayRow> everything; ///< nothing folded
  std::vector<DisplayRow> visible;
  std::set<int32_t> foldedCores;
  std::set<std::pair<int32_t, int32_t>> foldedCorelets;

  void update();
};

} // namespace sg::viz
