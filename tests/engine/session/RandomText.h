// What the random kernels are made with: dice, kernel text under construction,
// and values of that text.
#pragma once
#include "engine/ops/Format.h"
#include <cstdint>
#include <string>
#include <vector>

namespace sg::test {

/// Random numbers that are the same on every platform (SplitMix64).
class Dice {
public:
  explicit Dice(uint64_t seed) : state(seed * 0x2545f4914f6cdd1dull + 17) {}
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  /// Both ends included.
  int64_t range(int64_t low, int64_t high) {
    return low + int64_t(next() % uint64_t(high - low + 1));
  }
  bool chance(int percent) { return range(0, 99) < percent; }
  template <typename T> const T &pick(const std::vector<T> &list) {
    return list[next() % list.size()];
  }
  template <typename T> void shuffle(std::vector<T> &list) {
    for (size_t i = list.size(); i > 1; --i)
      std::swap(list[i - 1], list[next() % i]);
  }

private:
  uint64_t state;
};

using Extents = std::vector<int64_t>;

/// "tensor<2x3xf16>"
std::string tensorType(const Extents &shape, Format format);
/// "1, 2, 3" of numbers
std::string join(const Extents &numbers);
std::string join(const std::vector<std::string> &parts);
/// "d0, d1, d2"
std::string dimNames(size_t count);

/// Lines of a kernel's body.
class Text {
public:
  std::string fresh(const std::string &prefix = "%v") {
    return prefix + std::to_string(count++);
  }
  void line(const std::string &text) {
    lines += std::string(indent * 2, ' ') + text + '\n';
  }
  /// "%v7 = <text>"; returns the name.
  std::string let(const std::string &text, const std::string &prefix = "%v") {
    std::string name = fresh(prefix);
    line(name + " = " + text);
    return name;
  }
  std::string index(int64_t value) {
    return let("arith.constant " + std::to_string(value) + " : index", "%c");
  }
  unsigned indent = 1;
  std::string lines;

private:
  unsigned count = 0;
};

/// A tensor value. Each of its dimensions runs along one dimension of the
/// tile that is computed, or has extent 1 (-1).
struct RandomValue {
  std::string name;
  Format format = Format::F16;
  std::vector<int> dims;
};

} // namespace sg::test
