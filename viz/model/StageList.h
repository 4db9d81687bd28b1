// The list of stages: what each did in figures, runs of unchanged ones folded,
// and a search through all their texts in the order of the pipeline.
#pragma once
#include "engine/session/Session.h"
#include <set>

namespace sg::viz {

struct StageSummary {
  std::string name, purpose;
  size_t ops = 0, remarks = 0, lines = 0;
  double milliseconds = 0;
  double provenance = 1; ///< share of operations with an origin, 0 to 1
  bool changed = true, failed = false;
};

/// A line of the list: one stage, or a folded run of unchanged ones.
struct StageRow {
  uint32_t first = 0, count = 1; ///< stages
  bool fold = false;             ///< stands for `count` stages
};

class StageList {
public:
  StageList() = default;
  explicit StageList(const std::vector<Stage> &stages);

  const std::vector<StageSummary> &summaries() const { return all; }
  /// Rows from top to bottom. Runs of two and more unchanged stages in a row
  /// are folded unless opened; a stage with remarks or an error never is.
  const std::vector<StageRow> &rows() const { return visible; }
  /// Opens or closes the run that contains a stage.
  void setOpen(uint32_t stage, bool open);
  void setAllOpen(bool open);
  /// Row that shows a stage.
  size_t rowOf(uint32_t stage) const;
  /// The next stage in a direction (+1 or -1) that changed something, for the
  /// arrow keys; the same stage at the end.
  uint32_t nextChanged(uint32_t stage, int direction) const;

private:
  std::vector<StageSummary> all;
  std::vector<StageRow> visible;
  std::set<uint32_t> opened; ///< first stages of opened runs
  bool allOpen = false;

  bool quiet(uint32_t stage) const;
  uint32_t runStart(uint32_t stage) const;
  void update();
};

/// A place where a search found its text.
struct SearchHit {
  uint32_t stage = 0;
  uint32_t begin = 0, end = 0; ///< bytes of the stage's text
  uint32_t line = 0;           ///< from 0
};

struct SearchOptions {
  bool matchCase = false; ///< else ASCII letters of either case are equal
  bool wholeWord = false; ///< letters, digits, _ and . make words
  size_t limit = 10000;   ///< hits
};

/// Hits in the order of stages and, within one, of the text. They do not
/// overlap. An empty text finds nothing.
std::vector<SearchHit> searchStages(const std::vector<Stage> &stages,
                                    std::string_view text,
                                    const SearchOptions &options = {});

} // namespace sg::viz
