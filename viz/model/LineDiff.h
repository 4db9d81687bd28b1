// Two texts side by side: which line stands beside which.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sg::viz {

inline constexpr uint32_t noLine = UINT32_MAX;

struct LineDiffRow {
  enum Kind : uint8_t { Same, Changed, Removed, Added };
  uint32_t left = noLine, right = noLine; ///< line numbers from 0
  Kind kind = Same;
};

struct LineDiffOptions {
  /// Lines that differ only in the numbers of SSA values (%12, #map3, ^bb1)
  /// count as the same: those move whenever an operation is added above.
  bool ignoreSsaNumbers = false;
};

/// Every line of both texts once, in order. Runs of removed and added lines
/// between two equal ones stand beside each other as changed.
std::vector<LineDiffRow> lineDiff(std::string_view left, std::string_view right,
                                  const LineDiffOptions &options = {});

/// What is left to show of a diff when equal runs are folded: rows
/// [first, first + count) are shown, or hidden.
struct DiffSection {
  uint32_t first = 0, count = 0;
  bool hidden = false;
};
/// Hides equal runs but for `context` rows around every difference; a run that
/// would hide fewer than 4 rows stays.
std::vector<DiffSection> foldEqual(const std::vector<LineDiffRow> &rows,
                                   uint32_t context = 3);

/// A copy of a text in which SSA numbers are gone ("%12 = op %3" becomes
/// "% = op %"); named values stay.
std::string withoutSsaNumbers(std::string_view text);

} // namespace sg::viz
