#include "viz/model/LineDiff.h"
#include "tests/viz/model/Random.h"
#include <doctest/doctest.h>

using namespace sg::viz;

static std::string picture(const std::vector<LineDiffRow> &rows) {
  std::string out;
  for (const LineDiffRow &row : rows)
    out += "=~-+"[row.kind];
  return out;
}

TEST_CASE("lines side by side") {
  CHECK(picture(lineDiff("a\nb\nc\n", "a\nx\nc\n")) == "=~=");
  CHECK(picture(lineDiff("a\nb\n", "a\nn\nb\n")) == "=+=");
  CHECK(picture(lineDiff("a\nb\nc", "c")) == "--=");
  CHECK(picture(lineDiff("a\nb\nc\n", "x\nc\n")) == "~-=");
  CHECK(picture(lineDiff("", "")) == "");
  CHECK(picture(lineDiff("", "a")) == "+");
  auto rows = lineDiff("a\nb\n", "a\nn\nb\n");
  CHECK(rows[1].left == noLine);
  CHECK(rows[1].right == 1);
  CHECK(rows[2].left == 1);
  CHECK(rows[2].right == 2);
}

TEST_CASE("numbers of values can be left out of the comparison") {
  std::string a = "%0 = op\n%1 = add %0, %0\nuse %1\n";
  std::string b = "%0 = new\n%1 = op\n%2 = add %1, %1\nuse %2\n";
  LineDiffOptions ignore;
  ignore.ignoreSsaNumbers = true;
  CHECK(picture(lineDiff(a, b, ignore)) == "+===");
  CHECK(picture(lineDiff(a, b)) != "+===");
  CHECK(withoutSsaNumbers("%12 = f.g %x_ptr, %c1_i, #map3, ^bb2(%1:2)") ==
        "% = f.g %x_ptr, %c1_i, #map, ^bb(%:2)");
  CHECK(withoutSsaNumbers("%1st i32 \"7\"") == "%1st i32 \"7\"");
}

TEST_CASE("every line of both sides appears once, in order") {
  test::Random random(3);
  for (int round = 0; round < 100; ++round) {
    std::string a, b;
    uint32_t na = uint32_t(random.below(30)), nb = uint32_t(random.below(30));
    for (uint32_t i = 0; i < na; ++i)
      a += std::to_string(random.below(6)) + "\n";
    for (uint32_t i = 0; i < nb; ++i)
      b += std::to_string(random.below(6)) + "\n";
    uint32_t i = 0, j = 0;
    for (const LineDiffRow &row : lineDiff(a, b)) {
      if (row.left != noLine) {
        CHECK(row.left == i++);
      }
      if (row.right != noLine) {
        CHECK(row.right == j++);
      }
      CHECK((row.left == noLine) == (row.kind == LineDiffRow::Added));
      CHECK((row.right == noLine) == (row.kind == LineDiffRow::Removed));
    }
    CHECK(i == na);
    CHECK(j == nb);
  }
}

TEST_CASE("long equal runs fold, differences keep their context") {
  std::vector<LineDiffRow> rows(100);
  rows[50].kind = LineDiffRow::Changed;
  auto parts = foldEqual(rows, 3);
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].hidden);
  CHECK(parts[0].count == 47);
  CHECK_FALSE(parts[1].hidden);
  CHECK(parts[1].first == 47);
  CHECK(parts[1].count == 7);
  CHECK(parts[2].hidden);
  CHECK(parts[2].first == 54);
  CHECK(parts[2].count == 46);
  rows.assign(100, {});
  CHECK(foldEqual(rows).size() == 1);
  rows.assign(9, {});
  rows[4].kind = LineDiffRow::Added;
  CHECK(foldEqual(rows).size() == 1); // not worth it
  CHECK(foldEqual({}).empty());
}
