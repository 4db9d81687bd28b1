#include "viz/model/LaneTree.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::viz;

static std::vector<Lane> lanes() {
  std::vector<Lane> out;
  for (int core = 0; core < 2; ++core)
    for (int corelet = 0; corelet < 2; ++corelet)
      out.push_back({"", "SFU", core, corelet});
  for (int core = 0; core < 2; ++core)
    out.push_back({"", "MNILU", core, -1});
  return out;
}

static std::string labels(const LaneTree &tree) {
  std::string out;
  for (const DisplayRow &row : tree.rows())
    out += row.label + (row.folded ? "+ " : " ");
  return out;
}

TEST_CASE("lanes by core, a core's own units before its corelets") {
  LaneTree tree(lanes());
  CHECK(labels(tree) == "core 0 MNILU corelet 0 SFU corelet 1 SFU "
                        "core 1 MNILU corelet 0 SFU corelet 1 SFU ");
  CHECK(tree.rows()[1].lanes == std::vector<uint32_t>{4});
  CHECK(tree.rows()[0].lanes.size() == 3);
  CHECK(tree.rowOf(2) == 9);
  CHECK(tree.rowOf(99) == tree.rows().size());
}

TEST_CASE("folding") {
  LaneTree tree(lanes());
  tree.fold(0, 1, true);
  CHECK(labels(tree) == "core 0 MNILU corelet 0 SFU corelet 1+ "
                        "core 1 MNILU corelet 0 SFU corelet 1 SFU ");
  CHECK(tree.rowOf(1) == 4);
  tree.fold(0, true);
  CHECK(labels(tree) == "core 0+ core 1 MNILU corelet 0 SFU corelet 1 SFU ");
  CHECK(tree.rowOf(1) == 0);
  tree.fold(0, false);
  CHECK(labels(tree).find("corelet 1+") != std::string::npos);
  tree.showOnly(1);
  CHECK(labels(tree) == "core 0+ core 1 MNILU corelet 0 SFU corelet 1 SFU ");
  tree.foldAll(true);
  CHECK(labels(tree) == "core 0+ core 1+ ");
  CHECK(tree.rows()[0].drawn());
}
