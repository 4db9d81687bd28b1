// One selection for all views: whatever is selected (an operation of a stage,
// an event, a scratchpad buffer, a place in the source), its relatives in
// every stage, among the events and among the buffers.
#pragma once
#include "engine/session/Session.h"
#include <optional>

namespace sg::viz {

struct Selected {
  enum Kind : uint8_t { Nothing, Op, Event, Buffer, Source };
  Kind kind = Nothing;
  uint32_t stage = 0; ///< Op
  uint32_t index = 0; ///< Op: of Stage::ops. Event: of Trace::events. Buffer:
                      ///< of Trace::buffers
  uint32_t line = 0, column = 0; ///< Source, from 1; column 0 = whole line
  bool operator==(const Selected &) const = default;
};

/// A related operation of one stage.
struct RelatedOp {
  uint32_t op = 0;             ///< index into Stage::ops
  uint32_t begin = 0, end = 0; ///< bytes to highlight: its own first line
  bool exact = false; ///< comes from just the selected origins; else it also
                      ///< comes from others, or only from some of them
};

struct Relatives {
  std::vector<uint32_t> origins; ///< operations of the first stage, sorted
  std::vector<std::vector<RelatedOp>> ops; ///< by stage
  std::vector<uint8_t> sources; ///< by Event::source (0 = unknown): related?
  std::vector<uint8_t> buffers; ///< by scratchpad buffer: related?
  /// Lines and columns of the source, from 1, sorted, each once.
  std::vector<std::pair<uint32_t, uint32_t>> places;
  Selected from;

  /// Whether an event belongs to the selection. A selected event is alone with
  /// those of the same instruction source; a selected buffer has its users.
  bool has(const sg::Event &event) const;
  /// Nothing to tell from the rest: nothing is selected, or a line of the
  /// source without operations.
  bool empty() const {
    return origins.empty() &&
           (from.kind == Selected::Nothing || from.kind == Selected::Source);
  }
};

/// Knows what belongs together in one compilation and, if there is one, run.
class Relations {
public:
  Relations() = default;
  /// The stages and the trace must outlive it; trace and binary may be null.
  Relations(const std::vector<Stage> &stages, const Trace *trace,
            const Binary *binary);

  Relatives find(const Selected &selected) const;
  /// The innermost operation of a stage at a byte of its text.
  std::optional<uint32_t> opAt(uint32_t stage, uint32_t offset) const;

private:
  const std::vector<Stage> *stages = nullptr;
  const Trace *trace = nullptr;
  std::vector<std::vector<uint32_t>> originsOfSource; ///< by Event::source
  std::vector<std::vector<uint32_t>> sourcesOfBuffer; ///< by buffer
  std::vector<std::string> families; ///< buffer names without the phase

  void readInstructions(const Binary &binary);
  void readSources();
  std::vector<uint32_t> originsOf(const Selected &selected) const;
};

/// "x_ptr.1" -> "x_ptr": the buffer all phases belong to.
std::string bufferFamily(const std::string &name);
/// Line and column at the end of "op file.mlir:12:8".
std::optional<std::pair<uint32_t, uint32_t>>
placeInSource(const std::string &source);

} // namespace sg::viz
