// The stages of the compilation: the list, and the text of one of them, alone
// or beside the one before.
#pragma once
#include "app/window/Workspace.h"
#include "viz/widgets/StageListView.h"

namespace sg::app {

class StagePane {
public:
  void drawList(Workspace &work);
  void drawText(Workspace &work);
  void find() { focusFind = true; }
  void nextHit(Workspace &work, int direction);
  /// The next stage that changed something.
  void move(Workspace &work, int direction);

private:
  viz::StageListView list;
  viz::CodeView one;
  viz::DiffView two;
  char what[256] = "";
  bool focusFind = false;
  std::vector<viz::SearchHit> hits;
  std::vector<uint32_t> hitsByStage;
  size_t hit = 0;
  bool visited = false; ///< `hit` was shown
  std::string searched;
  uint64_t version = 0, revealed = 0;
  uint32_t shown = ~uint32_t(0);
  std::vector<viz::CodeRange> ranges, rangesBefore;

  void search(Workspace &work);
  void heading(Workspace &work);
  void purpose(Workspace &work);
  void collect(const Workspace &work, uint32_t stage,
               std::vector<viz::CodeRange> &into) const;
  void revealSelection(Workspace &work);
  void clicked(Workspace &work, const viz::CodeHappened &happened);
};

} // namespace sg::app
