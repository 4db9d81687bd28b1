// What a compilation step did, operation by operation: which stayed, moved,
// changed, were rewritten into others, came or went.
#pragma once
#include "engine/session/Session.h"
#include <span>

namespace sg::viz {

enum class OpChange : uint8_t {
  Same,      ///< one to one, the same text, in the same order
  Moved,     ///< one to one, the same text, elsewhere
  Changed,   ///< one to one, the same kind of operation, other text
  Rewritten, ///< some operations became some others from the same source
  Removed,   ///< nothing in the later stage comes from where it came from
  Added,     ///< nothing was there before that it could come from
};
const char *opChangeName(OpChange change);

/// Operations that became others: the sides share their origins.
struct OpGroup {
  std::vector<uint32_t> before, after;
};

struct OpDiffEntry {
  OpChange change = OpChange::Same;
  /// Same, Moved, Changed: the operation on the other side.
  uint32_t other = UINT32_MAX;
  /// Rewritten: index into StageDiff::groups.
  uint32_t group = UINT32_MAX;
};

/// Indices are those of Stage::ops of the two stages.
struct StageDiff {
  std::vector<OpDiffEntry> before, after;
  std::vector<OpGroup> groups;
  size_t count(OpChange change) const; ///< of `after`; Removed: of `before`

  /// Counterparts of an operation on the other side: one, several, or none
  /// (unmatched).
  std::span<const uint32_t> counterparts(bool inBefore, uint32_t op) const;
};

/// Compares by text without SSA numbers, origins, and order. An operation's
/// text is its own first line, without what is nested in it.
StageDiff diffStages(const Stage &before, const Stage &after);

/// An operation's own text: up to the first operation nested in it or the end
/// of its first line.
std::string_view ownText(const Stage &stage, uint32_t op);

} // namespace sg::viz
