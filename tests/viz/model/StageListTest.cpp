#include "viz/model/StageList.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::viz;

static std::vector<Stage> stages(const std::string &changed) {
  std::vector<Stage> out;
  for (char c : changed) {
    Stage stage;
    stage.name = "stage " + std::to_string(out.size());
    stage.changed = c == 'c';
    if (c == 'r')
      stage.remarks.push_back({});
    stage.failed = c == 'f';
    stage.text = "func\n  Add %" + std::to_string(out.size()) + "\nadd.add\n";
    out.push_back(stage);
  }
  return out;
}

static std::string picture(const StageList &list) {
  std::string out;
  for (const StageRow &row : list.rows())
    out += row.fold ? "[" + std::to_string(row.count) + "]"
                    : std::to_string(row.first);
  return out;
}

TEST_CASE("runs of unchanged stages fold and open") {
  StageList list(stages("cuuucurcuuf"));
  CHECK(picture(list) == "0[3]4567[2]10");
  CHECK(list.rowOf(2) == 1);
  CHECK(list.rowOf(4) == 2);
  list.setOpen(2, true);
  CHECK(picture(list) == "01234567[2]10");
  list.setOpen(3, false);
  CHECK(picture(list) == "0[3]4567[2]10");
  list.setAllOpen(true);
  CHECK(picture(list) == "012345678910");
  list.setAllOpen(false);
  CHECK(picture(list) == "0[3]4567[2]10");
  list.setOpen(99, true);
  CHECK(list.nextChanged(0, 1) == 4);
  CHECK(list.nextChanged(4, 1) == 7);
  CHECK(list.nextChanged(7, 1) == 10);
  CHECK(list.nextChanged(10, 1) == 10);
  CHECK(list.nextChanged(4, -1) == 0);
  CHECK(list.nextChanged(0, -1) == 0);
  CHECK(list.summaries()[0].lines == 3);
  CHECK(StageList().rows().empty());
}

TEST_CASE("a search finds in the order of the pipeline") {
  auto all = stages("cc");
  auto hits = searchStages(all, "add");
  REQUIRE(hits.size() == 6);
  CHECK(hits[0].stage == 0);
  CHECK(hits[0].line == 1);
  CHECK(hits[1].line == 2);
  CHECK(hits[2].line == 2);
  CHECK(hits[3].stage == 1);
  CHECK(all[0].text.substr(hits[0].begin, hits[0].end - hits[0].begin) ==
        "Add");
  SearchOptions options;
  options.matchCase = true;
  CHECK(searchStages(all, "add", options).size() == 4);
  options.wholeWord = true;
  CHECK(searchStages(all, "add", options).empty());
  CHECK(searchStages(all, "add.add", options).size() == 2);
  CHECK(searchStages(all, "%1", options).size() == 1);
  options.limit = 1;
  CHECK(searchStages(all, "add.add", options).size() == 1);
  CHECK(searchStages(all, "").empty());
  CHECK(searchStages(all, "nowhere").empty());
}
