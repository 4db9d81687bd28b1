#include "viz/model/TextIndex.h"
#include "tests/viz/model/Random.h"
#include <doctest/doctest.h>

using namespace sg::viz;

static void same(const LineTable &a, const LineTable &b) {
  REQUIRE(a.lines() == b.lines());
  for (uint32_t i = 0; i < a.lines(); ++i) {
    CHECK(a.begin(i) == b.begin(i));
    CHECK(a.end(i) == b.end(i));
  }
}

TEST_CASE("lines of a text") {
  std::string text = "ab\n\ncd";
  LineTable lines(text);
  CHECK(lines.lines() == 3);
  CHECK(lines.line(text, 0) == "ab");
  CHECK(lines.line(text, 1) == "");
  CHECK(lines.line(text, 2) == "cd");
  CHECK(lines.line(text, 9) == "");
  CHECK(lines.lineOf(0) == 0);
  CHECK(lines.lineOf(2) == 0);
  CHECK(lines.lineOf(3) == 1);
  CHECK(lines.lineOf(5) == 2);
  CHECK(lines.lineOf(500) == 2);
  CHECK(LineTable("").lines() == 1);
  CHECK(LineTable("a\n").lines() == 2);
}

TEST_CASE("an edited table is the table of the edited text") {
  test::Random random(5);
  std::string text;
  LineTable lines(text);
  for (int i = 0; i < 500; ++i) {
    size_t begin = size_t(random.below(int64_t(text.size()) + 1));
    size_t removed = size_t(
        random.below(std::min<int64_t>(int64_t(text.size() - begin), 9) + 1));
    std::string inserted;
    for (int64_t n = random.below(9); n-- > 0;)
      inserted += random.below(3) ? 'x' : '\n';
    text.replace(begin, removed, inserted);
    lines.edit(begin, removed, inserted);
    same(lines, LineTable(text));
  }
  lines.edit(1000000, 5, "\n");
  CHECK(lines.lines() == LineTable(text + "\n").lines());
}

static std::string regions(const std::string &text) {
  std::string out;
  for (const FoldRegion &r : foldRegions(text, LineTable(text)))
    out += std::to_string(r.first) + "-" + std::to_string(r.last) + " ";
  return out;
}

TEST_CASE("regions between brackets and by indentation") {
  CHECK(regions("func {\n  a\n  for {\n    b\n  }\n}\nc") == "0-5 2-4 ");
  CHECK(regions("a {b}\nc") == "");
  CHECK(regions("\"{\"\n// {\n; {\nx") == "");
  CHECK(regions(".stream\n  loop\n    add\n  end\n.end") == "0-3 1-2 ");
  CHECK(regions("{\n\"a\": [\n1\n]\n}") == "0-4 1-3 ");
  CHECK(regions("a }\nb {\n)\n}") == "1-3 ");
  CHECK(regions("a {\nb") == "");
  CHECK(regions("a\n\n  b\n\nc") == "0-2 ");
  CHECK(regions("") == "");
}

TEST_CASE(
    "rows and lines of a folded text agree with a list of visible lines") {
  test::Random random(6);
  for (int round = 0; round < 200; ++round) {
    uint32_t count = 1 + uint32_t(random.below(30));
    std::vector<FoldRegion> regions;
    for (uint32_t i = 0; i + 1 < count; ++i)
      if (!random.below(3))
        regions.push_back({i, i + 1 + uint32_t(random.below(count - i - 1))});
    // Nested or apart, as brackets are.
    std::vector<FoldRegion> proper;
    for (FoldRegion r : regions) {
      for (const FoldRegion &outer : proper)
        if (r.first <= outer.last)
          r.last = std::min(r.last, outer.last);
      if (r.last > r.first)
        proper.push_back(r);
    }
    Folding folding(proper, count);
    std::vector<uint8_t> closed(proper.size(), 0);
    for (int step = 0; step < 6 && !proper.empty(); ++step) {
      size_t which = size_t(random.below(int64_t(proper.size())));
      closed[which] = !closed[which];
      folding.setFolded(proper[which].first, closed[which]);
      CHECK(folding.folded(proper[which].first) == bool(closed[which]));
      std::vector<uint32_t> visible;
      for (uint32_t line = 0; line < count; ++line) {
        bool hidden = false;
        for (size_t i = 0; i < proper.size(); ++i)
          hidden |=
              closed[i] && proper[i].first < line && line <= proper[i].last;
        if (!hidden)
          visible.push_back(line);
        CHECK(folding.rowOfLine(line) == visible.size() - 1);
      }
      REQUIRE(folding.rows() == visible.size());
      for (uint32_t row = 0; row < visible.size(); ++row)
        CHECK(folding.lineOfRow(row) == visible[row]);
    }
  }
}

TEST_CASE("a hidden line can be brought to light") {
  Folding folding({{0, 9}, {2, 5}}, 12);
  folding.setAllFolded(true);
  CHECK(folding.rows() == 3);
  folding.reveal(4);
  CHECK(folding.rows() == 12);
  CHECK_FALSE(folding.foldable(1));
  CHECK(folding.foldable(2));
}
