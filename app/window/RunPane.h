// The run: the clock with its buttons, and one view at a time under tabs.
#pragma once
#include "app/window/Workspace.h"
#include "viz/widgets/CoreView.h"
#include "viz/widgets/JobPlanView.h"
#include "viz/widgets/PlacementView.h"
#include "viz/widgets/RingView.h"
#include "viz/widgets/ScratchpadView.h"
#include "viz/widgets/TimelineView.h"

namespace sg::app {

class RunPane {
public:
  void draw(Workspace &work);
  /// Lets go of a run that is no longer shown. `draw` does it too; before it,
  /// nothing else may be asked of the pane.
  void update(const Workspace &work);
  /// For another run.
  void reset(const Workspace &work);
  viz::TimelineView &timeline() { return time; }
  const viz::TimelineView &timeline() const { return time; }
  /// Pixels of the view that was drawn last.
  PixelRect viewPart() const { return part; }

private:
  viz::TimelineView time;
  viz::ScratchpadView pad;
  viz::CoreView core;
  viz::RingView ring;
  viz::PlacementView placement;
  viz::JobPlanView job;
  std::weak_ptr<Build> shown; ///< another may lie where it lay
  uint64_t revealed = 0;
  PixelRect part;
  /// Statistics of the timeline's range: counted when it changes.
  struct {
    int64_t begin = 0, end = 0; ///< cycles
    std::vector<uint32_t> lanes;
    viz::RangeStats stats;
  } measured;

  void transport(Workspace &work);
  void tabs(Workspace &work);
  void view(Workspace &work);
  void timelineTab(Workspace &work);
  const viz::RangeStats &measure(const viz::Timeline &timeline);
  void scratchpadTab(Workspace &work);
  void ringTab(Workspace &work);
  void coreTab(Workspace &work);
  void placementTab(Workspace &work);
  void jobPlanTab(Workspace &work);
  void selectLine(Workspace &work, uint32_t line, uint32_t column);
  void selectEvent(Workspace &work, uint32_t event);
};

} // namespace sg::app
