// A document compiled and run, with everything the views draw: the stages, the
// trace and the models made of it. Made in slices, so that the window goes on
// meanwhile; what is there is never changed again.
#pragma once
#include "app/window/Document.h"
#include "viz/model/Fifos.h"
#include "viz/model/JobPlan.h"
#include "viz/model/Placement.h"
#include "viz/model/RingState.h"
#include "viz/model/Scratchpad.h"
#include "viz/model/Selection.h"
#include "viz/model/StageDiff.h"
#include "viz/model/StageList.h"
#include "viz/model/Timeline.h"
#include "viz/widgets/CodeView.h"
#include "viz/widgets/RunLook.h"
#include <memory>

namespace sg::app {

/// Two neighbouring stages compared.
struct StageComparison {
  viz::StageDiff ops;
  std::vector<viz::LineDiffRow> rows;
  viz::CodeText before, after; ///< with the changes marked
};

class Build {
public:
  Build(Document document, const std::string &archs);
  Build(const Build &) = delete;

  /// Works for about so long; true while there is more to do.
  bool advance(double milliseconds);
  bool done() const { return phase == Phase::Done; }
  double progress() const;   ///< 0 to 1
  std::string doing() const; ///< "choose-tiles", "simulating"

  const Document &document() const { return source; }
  const Session &session() const { return *compilation; }
  const std::vector<Stage> &stages() const { return compilation->stages(); }
  /// There is a first stage to look at.
  bool hasStages() const { return !stages().empty(); }
  bool hasRun() const { return execution.has_value() && done(); }
  /// The first error, compiling or running; empty when there is none.
  const std::string &failure() const { return error; }

  const RunResult &run() const { return *execution; }
  const viz::Timeline &timeline() const { return time; }
  const viz::Wiring &wiring() const { return wires; }
  const viz::Fifos &fifos() const { return queues; }
  const viz::RingState &ring() const { return coreRing; }
  const std::vector<viz::ScratchpadMap> &pads() const { return scratchpads; }
  /// Null for a core without one.
  const viz::ScratchpadMap *padOf(int32_t core) const;
  const std::vector<viz::SourceLabel> &labels() const { return names; }
  const viz::JobModel &job() const { return plan; }
  /// Also without a run, as soon as there is a first stage. Keeps pictures of
  /// what was asked for, hence not const.
  viz::Placement &placement() const { return placed; }
  /// Why there is no placement; empty when there is one.
  const std::string &placementFailure() const { return placementError; }
  const viz::Relations &relations() const { return related; }

  /// Kept once made.
  viz::CodeText &text(uint32_t stage) const;
  const StageComparison &
  comparison(uint32_t stage) const; ///< with the one before
  mutable viz::StageList stageList;

private:
  enum class Phase : uint8_t { Compile, Run, Interpret, Models, Done };
  Document source;
  std::unique_ptr<Session> compilation;
  Phase phase = Phase::Compile;
  unsigned modelStep = 0;
  std::unique_ptr<RunJob> running;          ///< refers to the session
  std::unique_ptr<MeaningJob> interpreting; ///< likewise
  std::string error;
  std::optional<RunResult> execution;
  std::vector<BufferData> meaning; ///< of a kernel that could not be run
  std::optional<Binary> binary;
  viz::Timeline time;
  viz::Wiring wires;
  viz::Fifos queues;
  viz::RingState coreRing;
  std::vector<viz::ScratchpadMap> scratchpads;
  std::vector<viz::SourceLabel> names;
  viz::JobModel plan;
  mutable viz::Placement placed;
  std::string placementError;
  viz::Relations related;
  mutable std::vector<std::unique_ptr<viz::CodeText>> texts;
  mutable std::vector<std::unique_ptr<StageComparison>> comparisons;

  void compileStep();
  void runStep(double milliseconds);
  void interpretStep(double milliseconds);
  RunRequest runRequest() const;
  void makeModel();
  void makePlacement();
  void finish();
};

} // namespace sg::app
