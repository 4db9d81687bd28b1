#include "viz/model/StageDiff.h"
#include "tests/viz/model/Random.h"
#include <chrono>
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::viz;

/// One operation per line; depth by leading spaces; origins behind a bar.
static Stage stage(const std::string &lines) {
  Stage out;
  for (size_t at = 0; at < lines.size();) {
    size_t end = std::min(lines.find('\n', at), lines.size());
    std::string line = lines.substr(at, end - at);
    at = end + 1;
    StageOp op;
    size_t bar = line.find('|');
    for (size_t i = bar; i + 1 < line.size(); ++i)
      if (line[i + 1] != ' ')
        op.origins.push_back(uint32_t(line[i + 1] - '0'));
    line = line.substr(0, bar);
    size_t indent = line.find_first_not_of(' ');
    op.depth = uint32_t(indent);
    op.begin = uint32_t(out.text.size() + indent);
    out.text += line;
    op.end = uint32_t(out.text.size());
    size_t equals = line.find("= ");
    op.name = line.substr(equals == std::string::npos ? indent : equals + 2);
    op.name = op.name.substr(0, op.name.find(' '));
    out.text += '\n';
    out.ops.push_back(op);
  }
  return out;
}

static std::string changes(const std::vector<OpDiffEntry> &side) {
  std::string out;
  for (const OpDiffEntry &entry : side)
    out += "=m~r-+"[size_t(entry.change)];
  return out;
}

TEST_CASE("same, added and removed; SSA numbers do not matter") {
  Stage a = stage("func|0\n %0 = load|1\n %1 = add %0|2\n store %1|3");
  Stage b = stage("func|0\n %0 = const|\n %1 = load|1\n %2 = add %1|2");
  StageDiff diff = diffStages(a, b);
  CHECK(changes(diff.before) == "===-");
  CHECK(changes(diff.after) == "=+==");
  CHECK(diff.counterparts(true, 2).front() == 3);
  CHECK(diff.counterparts(true, 3).empty());
  CHECK(diff.counterparts(false, 1).empty());
  CHECK(diff.count(OpChange::Same) == 3);
  CHECK(diff.count(OpChange::Removed) == 1);
  CHECK(diff.counterparts(false, 99).empty());
}

TEST_CASE("an operation that changed place has moved") {
  Stage a = stage("x|1\ny|2\nz|3\nw|4");
  Stage b = stage("y|2\nz|3\nx|1\nw|4");
  StageDiff diff = diffStages(a, b);
  CHECK(changes(diff.before) == "m===");
  CHECK(changes(diff.after) == "==m=");
}

TEST_CASE("the same operation with other text has changed") {
  Stage a = stage("%0 = load [0] {a}|1\n%1 = add|2");
  Stage b = stage("%0 = load [8] {b}|1\n%1 = add|2");
  StageDiff diff = diffStages(a, b);
  CHECK(changes(diff.before) == "~=");
  CHECK(diff.before[0].other == 0);
}

TEST_CASE("one operation becomes several that share its origin") {
  Stage a = stage("func|0\n linalg.generic|5\n return|6");
  Stage b = stage("func|0\n for|5\n  recv|5\n  add|5\n return|6\n halt|");
  StageDiff diff = diffStages(a, b);
  CHECK(changes(diff.before) == "=r=");
  CHECK(changes(diff.after) == "=rrr=+");
  auto many = diff.counterparts(true, 1);
  CHECK(std::vector<uint32_t>(many.begin(), many.end()) ==
        std::vector<uint32_t>{1, 2, 3});
  auto one = diff.counterparts(false, 3);
  CHECK(std::vector<uint32_t>(one.begin(), one.end()) ==
        std::vector<uint32_t>{1});
}

TEST_CASE("several become one with all of their origins") {
  Stage a = stage("mul|1\nadd|2\nother|3");
  Stage b = stage("fma|1 2\nother|3");
  StageDiff diff = diffStages(a, b);
  CHECK(changes(diff.after) == "r=");
  CHECK(diff.counterparts(false, 0).size() >= 1);
  CHECK(diff.before[0].change == OpChange::Rewritten);
}

TEST_CASE("own text ends where nested operations begin") {
  Stage a = stage("for %i|1\n add|2");
  a.ops[0].end = uint32_t(a.text.size());
  CHECK(ownText(a, 0) == "for %i");
  CHECK(ownText(a, 1) == "add");
  CHECK(ownText(a, 7) == "");
  a.ops[1].end = 100000; // beyond the text
  CHECK(ownText(a, 1) == "add");
}

TEST_CASE("pairs are mutual and every operation has a verdict") {
  test::Random random(11);
  for (int round = 0; round < 60; ++round) {
    auto make = [&] {
      std::string text;
      for (int64_t n = random.below(40); n-- > 0;)
        text += "op" + std::to_string(random.below(9)) + "|" +
                std::to_string(random.below(6)) + "\n";
      return stage(text);
    };
    Stage a = make(), b = make();
    StageDiff diff = diffStages(a, b);
    REQUIRE(diff.before.size() == a.ops.size());
    REQUIRE(diff.after.size() == b.ops.size());
    uint32_t last = 0;
    for (uint32_t i = 0; i < diff.before.size(); ++i) {
      const OpDiffEntry &e = diff.before[i];
      if (e.other != UINT32_MAX) {
        CHECK(diff.after[e.other].other == i);
        CHECK(diff.after[e.other].change == e.change);
        CHECK(a.ops[i].name == b.ops[e.other].name);
      }
      if (e.change == OpChange::Same) {
        CHECK(e.other >= last);
        last = e.other;
      }
      CHECK((e.change == OpChange::Removed) ==
            diff.counterparts(true, i).empty());
    }
    for (uint32_t j = 0; j < diff.after.size(); ++j)
      CHECK((diff.after[j].change == OpChange::Added) ==
            diff.counterparts(false, j).empty());
  }
}

TEST_CASE("ten thousand operations are compared at once") {
  test::Random random(13);
  std::string first, second;
  for (int i = 0; i < 10000; ++i) {
    std::string op = "op" + std::to_string(random.below(300)) + " x" +
                     std::to_string(random.below(50)) + "|" +
                     std::to_string(i % 7) + "\n";
    first += op;
    if (random.below(3))
      second += op;
    if (!random.below(3))
      second += "new" + std::to_string(random.below(100)) + "|" +
                std::to_string(i % 9) + "\n";
  }
  Stage a = stage(first), b = stage(second);
  auto begin = std::chrono::steady_clock::now();
  StageDiff diff = diffStages(a, b);
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  CHECK(diff.count(OpChange::Same) > 5000);
  // A guard against quadratic time, with room for slow machines.
  CHECK(took.count() < 5);
}
