#include "viz/model/SequenceDiff.h"
#include "tests/viz/model/Random.h"
#include <doctest/doctest.h>

using namespace sg::viz;

static size_t longest(const std::vector<uint64_t> &a,
                      const std::vector<uint64_t> &b) {
  std::vector<std::vector<size_t>> best(a.size() + 1,
                                        std::vector<size_t>(b.size() + 1, 0));
  for (size_t i = 1; i <= a.size(); ++i)
    for (size_t j = 1; j <= b.size(); ++j)
      best[i][j] = a[i - 1] == b[j - 1]
                       ? best[i - 1][j - 1] + 1
                       : std::max(best[i - 1][j], best[i][j - 1]);
  return best[a.size()][b.size()];
}

static void checkPairs(const std::vector<uint64_t> &a,
                       const std::vector<uint64_t> &b,
                       const std::vector<SequencePair> &pairs) {
  for (size_t i = 0; i < pairs.size(); ++i) {
    REQUIRE(pairs[i].left < a.size());
    REQUIRE(pairs[i].right < b.size());
    CHECK(a[pairs[i].left] == b[pairs[i].right]);
    if (i) {
      CHECK(pairs[i - 1].left < pairs[i].left);
      CHECK(pairs[i - 1].right < pairs[i].right);
    }
  }
}

static std::vector<uint64_t> sequence(test::Random &random, int64_t size,
                                      int64_t letters) {
  std::vector<uint64_t> out;
  for (int64_t i = 0; i < size; ++i)
    out.push_back(uint64_t(random.below(letters)));
  return out;
}

TEST_CASE("pairs are as many as there can be") {
  test::Random random(7);
  for (int round = 0; round < 600; ++round) {
    int64_t letters = 1 + random.below(8);
    auto a = sequence(random, random.below(25), letters);
    auto b = sequence(random, random.below(25), letters);
    auto pairs = commonSubsequence(a, b);
    checkPairs(a, b, pairs);
    CHECK(pairs.size() == longest(a, b));
  }
}

TEST_CASE("with a limit on the cost pairs stay in order and it ends") {
  test::Random random(9);
  for (int round = 0; round < 400; ++round) {
    auto a = sequence(random, random.below(40), 1 + random.below(6));
    auto b = sequence(random, random.below(40), 1 + random.below(6));
    checkPairs(a, b, commonSubsequence(a, b, 1 + random.below(4)));
  }
  auto a = sequence(random, 20000, 50), b = sequence(random, 20000, 50);
  auto pairs = commonSubsequence(a, b, 64);
  checkPairs(a, b, pairs);
  CHECK(pairs.size() > 3000); // the longest has about 5200
}

TEST_CASE("equal and empty sequences") {
  std::vector<uint64_t> none, some = {1, 2, 3};
  CHECK(commonSubsequence(none, none).empty());
  CHECK(commonSubsequence(none, some).empty());
  CHECK(commonSubsequence(some, some).size() == 3);
}
