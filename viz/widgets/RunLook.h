// What all views of a run share when they draw: one theme, one colour per
// operation and buffer, one selection, one clock.
#pragma once
#include "viz/model/CoreState.h"
#include "viz/model/Selection.h"
#include "viz/widgets/Style.h"
#include <array>

namespace sg::viz {

enum class ColourBy : uint8_t { Operation, Buffer, Activity };

struct RunColours {
  std::array<ImU32, numEventKinds> byKind = {};
  std::array<ImU32, numKindGroups> byGroup = {};
  std::vector<ImU32> bySource; ///< Trace::sources
  std::vector<ImU32> byBuffer; ///< Trace::buffers
  std::vector<bool> seen;      ///< by source: some event has it

  RunColours() = default;
  RunColours(const Trace &trace, const Style &theme);
};

/// A trace's source text in parts: "agen.vector_load add.mlir:12:8".
struct SourceLabel {
  std::string operation;         ///< "agen.vector_load"
  std::string shortName;         ///< "vector_load"
  uint32_t line = 0, column = 0; ///< in the source; 0 = unknown
};
std::vector<SourceLabel> sourceLabels(const std::vector<std::string> &sources);

/// What a timeline has on screen: single events, shares of time where they are
/// too narrow, or both. They have other colours.
struct Drawn {
  bool events = false, shares = false;
};

struct RunLook {
  const Style &theme;
  const RunColours &colours;
  const std::vector<SourceLabel> &labels;
  ColourBy colourBy = ColourBy::Operation;
  double clock = 0; ///< cycles
  uint32_t selectedEvent = noEvent;
  const Relatives &relatives;

  /// Whether an event belongs to the selection, or nothing is selected.
  bool lit(const Event &event) const {
    return relatives.empty() || relatives.has(event);
  }
  ImU32 colourOf(const Event &event) const;
  /// Of a share of time where single events are too narrow to be drawn.
  ImU32 groupColour(KindGroup group) const;
  /// "vector_load", or the kind where there is no operation.
  std::string nameOf(const Event &event) const;
};

/// What a unit does where single events are too narrow to be drawn: "moves
/// data".
const char *groupText(KindGroup group);
/// The lines of a tooltip for an event: what, from where, how long, which
/// buffer, why it waits.
void eventTooltip(const RunLook &look, const Timeline &timeline,
                  const Wiring &wiring, uint32_t event);
/// "waits for input from core 0 / corelet 1 / L1LU"; empty for what is no
/// wait.
std::string waitText(const Timeline &timeline, const Wiring &wiring,
                     const Event &event);

} // namespace sg::viz
