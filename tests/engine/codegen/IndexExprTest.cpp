// Index arithmetic against plain evaluation: random expressions, every point.
#include "engine/codegen/IndexExpr.h"
#include <doctest/doctest.h>
#include <functional>
#include <random>

using namespace sg::codegen;

namespace {

/// Value of a Linear in one instance, given the counters' values.
int64_t valueOf(const IndexContext &index, const Linear &linear, unsigned i,
                const std::vector<int64_t> &counters) {
  int64_t sum = linear.base[i];
  for (const Term &term : linear.terms) {
    const Atom &atom = index.atom(term.atom);
    int64_t value = 0;
    if (atom.kind == AtomKind::Counter) {
      value = counters.at(atom.index);
    } else {
      int64_t a = valueOf(index, atom.a, i, counters);
      int64_t b = valueOf(index, atom.b, i, counters);
      switch (atom.kind) {
      case AtomKind::Mod:
        value = floorModulo(a, b);
        break;
      case AtomKind::Div:
        value = floorDivide(a, b);
        break;
      case AtomKind::Min:
        value = std::min(a, b);
        break;
      default:
        value = std::max(a, b);
      }
    }
    CHECK(value >= atom.range.low);
    CHECK(value <= atom.range.high);
    sum += term.coefficient[i] * value;
  }
  return sum;
}

/// An expression kept both ways.
struct Both {
  Linear linear;
  std::function<int64_t(unsigned, const std::vector<int64_t> &)> plain;
};

struct RandomExpressions {
  std::mt19937 random;
  IndexContext index{2};

  explicit RandomExpressions(unsigned seed) : random(seed) {}
  int64_t pick(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }

  Both leaf() {
    if (pick(0, 2) == 0) {
      Column column{pick(-20, 20), pick(-20, 20)};
      Linear linear = index.constant(0);
      linear.base = column;
      return {linear, [column](unsigned i, auto &) { return column[i]; }};
    }
    unsigned reg = unsigned(pick(0, 2));
    Linear linear = index.atomValue(index.counter(reg, reg + 1, 5 + reg));
    return {linear, [reg](unsigned, auto &c) { return c[reg]; }};
  }

  Both make(unsigned depth) {
    if (depth == 0)
      return leaf();
    Both a = make(depth - 1);
    int64_t kind = pick(0, 8);
    if (kind >= 4 && kind <= 6) {
      Column by{pick(1, 9), pick(1, 9)};
      if (pick(0, 1))
        by[1] = by[0];
      auto divide = [a, by, kind](unsigned i, auto &c) {
        int64_t x = a.plain(i, c), y = by[i];
        return kind == 4   ? floorDivide(x, y)
               : kind == 5 ? floorModulo(x, y)
                           : x / y;
      };
      return {kind == 4   ? index.floorDiv(a.linear, by)
              : kind == 5 ? index.mod(a.linear, by)
                          : index.truncDiv(a.linear, by),
              divide};
    }
    if (kind == 3) {
      Column by{pick(-6, 6), pick(-6, 6)};
      return {index.scale(a.linear, by),
              [a, by](unsigned i, auto &c) { return a.plain(i, c) * by[i]; }};
    }
    Both b = make(depth - 1);
    switch (kind) {
    case 0:
    case 1:
      return {index.add(a.linear, b.linear), [a, b](unsigned i, auto &c) {
                return a.plain(i, c) + b.plain(i, c);
              }};
    case 2:
      return {index.sub(a.linear, b.linear), [a, b](unsigned i, auto &c) {
                return a.plain(i, c) - b.plain(i, c);
              }};
    case 7:
      return {index.min(a.linear, b.linear), [a, b](unsigned i, auto &c) {
                return std::min(a.plain(i, c), b.plain(i, c));
              }};
    default:
      return {index.max(a.linear, b.linear), [a, b](unsigned i, auto &c) {
                return std::max(a.plain(i, c), b.plain(i, c));
              }};
    }
  }
};

} // namespace

TEST_CASE("random index expressions keep their value and their range") {
  unsigned nonLinear = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    RandomExpressions maker(seed);
    Both both = maker.make(4);
    Range range = maker.index.range(both.linear);
    for (const Term &term : both.linear.terms)
      nonLinear += maker.index.atom(term.atom).kind != AtomKind::Counter;
    for (int64_t x = 0; x < 5; ++x)
      for (int64_t y = 0; y < 6; ++y)
        for (int64_t z = 0; z < 7; z += 3)
          for (unsigned i = 0; i < 2; ++i) {
            CAPTURE(seed);
            std::vector<int64_t> counters{x, y, z};
            int64_t expected = both.plain(i, counters);
            REQUIRE(valueOf(maker.index, both.linear, i, counters) == expected);
            REQUIRE(expected >= range.low);
            REQUIRE(expected <= range.high);
          }
  }
  CHECK(nonLinear > 100); // the test is about those
}

TEST_CASE("div and mod fold when the parts fit") {
  IndexContext index(1);
  Linear i = index.atomValue(index.counter(0, 1, 100));
  Linear r = index.atomValue(index.counter(1, 2, 64));
  Linear flat = index.add(index.scale(i, 64), r);
  CHECK(index.floorDiv(flat, {64}) == i);
  CHECK(index.mod(flat, {64}) == r);
  // 65 values of r do not fit.
  Linear wide = index.atomValue(index.counter(2, 2, 65));
  Linear sum = index.add(index.scale(i, 64), wide);
  CHECK_FALSE(index.floorDiv(sum, {64}) == i);
}

TEST_CASE("equal parts become one atom") {
  IndexContext index(1);
  Linear i = index.atomValue(index.counter(0, 1, 100));
  Linear a = index.floorDiv(index.add(i, index.constant(64)), {64});
  Linear b = index.floorDiv(i, {64});
  CHECK(index.sub(a, b) == index.constant(1));
}

TEST_CASE("numbers beyond 64 bits are noticed") {
  IndexContext index(1);
  index.scale(index.constant(INT64_MAX), 2);
  CHECK(index.overflow);
}
