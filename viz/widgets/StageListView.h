// The stages of a compilation as a list: what each did, which changed nothing,
// where a search found its text.
#pragma once
#include "viz/model/StageList.h"
#include "viz/widgets/Style.h"
#include <optional>

namespace sg::viz {

class StageListView {
public:
  /// `hits`: search hits by stage, empty without a search. Returns the stage
  /// that was clicked.
  std::optional<uint32_t> draw(const Style &theme, StageList &stages,
                               uint32_t selected,
                               const std::vector<uint32_t> &hits,
                               const std::vector<bool> &related);
  /// Scrolls to the selected stage at the next frame.
  void reveal() { wantsReveal = true; }

private:
  bool wantsReveal = false;
  struct Row;
  void paint(const Style &theme, const Row &row) const;
};

} // namespace sg::viz
