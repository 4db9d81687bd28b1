// One bit per byte of a memory: whether it was ever written.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace sg {

class ByteMask {
public:
  explicit ByteMask(uint64_t bytes = 0) : words((bytes + 63) / 64) {}

  void set(uint64_t begin, uint64_t end) {
    forWords(begin, end, [&](uint64_t word, uint64_t mask) {
      words[word] |= mask;
      return true;
    });
  }
  /// The first byte of [begin, end) that is not set, or `end`.
  uint64_t firstUnset(uint64_t begin, uint64_t end) const {
    uint64_t found = end;
    forWords(begin, end, [&](uint64_t word, uint64_t mask) {
      uint64_t missing = ~words[word] & mask;
      if (missing)
        found = word * 64 + uint64_t(__builtin_ctzll(missing));
      return !missing;
    });
    return found;
  }
  bool test(uint64_t byte) const { return words[byte / 64] >> byte % 64 & 1; }

private:
  std::vector<uint64_t> words;

  /// Calls f(word, bits of it in the range) until it returns false.
  template <typename F> void forWords(uint64_t begin, uint64_t end, F f) const {
    while (begin < end) {
      uint64_t word = begin / 64, low = begin % 64;
      uint64_t n = std::min<uint64_t>(64 - low, end - begin);
      uint64_t mask = (n == 64 ? ~uint64_t(0) : (uint64_t(1) << n) - 1) << low;
      if (!f(word, mask))
        return;
      begin += n;
    }
  }
};

} // namespace sg
