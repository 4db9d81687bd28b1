// The longest common subsequence of two sequences of tokens: what text and
// operation comparison both rest on.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace sg::viz {

struct SequencePair {
  uint32_t left = 0, right = 0; ///< indices of equal tokens
  bool operator==(const SequencePair &) const = default;
};

/// Pairs of equal tokens, both indices ascending. The result is a longest one
/// as long as the two differ by at most `maxCost` insertions and deletions
/// between tokens they share; beyond that it is a good one in bounded time.
/// Method: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations",
/// Algorithmica 1986, in linear space.
std::vector<SequencePair> commonSubsequence(std::span<const uint64_t> left,
                                            std::span<const uint64_t> right,
                                            int64_t maxCost = 2048);

} // namespace sg::viz
