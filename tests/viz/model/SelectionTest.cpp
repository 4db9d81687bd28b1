#include "viz/model/Selection.h"
#include "tests/viz/model/SmallMachine.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::viz;

/// Two stages over the small machine: the source's five operations on lines 1
/// to 5, and the binary's five instructions, each from one of them.
static std::vector<Stage> stages() {
  std::vector<Stage> out(2);
  out[0].name = "ktir";
  out[1].name = "spyrebinary";
  for (Stage &stage : out)
    for (uint32_t i = 0; i < 5; ++i) {
      StageOp op;
      op.name = "op" + std::to_string(i);
      op.begin = uint32_t(stage.text.size());
      stage.text += op.name + "\n";
      op.end = uint32_t(stage.text.size() - 1);
      op.origins = {i};
      op.line = i + 1;
      op.column = 3;
      stage.ops.push_back(op);
    }
  return out;
}

TEST_CASE("an operation's relatives in every view") {
  test::SmallMachine m;
  m.add(0, EventKind::Transfer, 0, 10, 0, 1);
  m.add(1, EventKind::Push, 10, 11, 0, 1);
  auto all = stages();
  all[1].ops[1].origins = {0, 1};
  Relations relations(all, &m.trace, &m.binary);
  Relatives found = relations.find({Selected::Op, 0, 0});
  CHECK(found.origins == std::vector<uint32_t>{0});
  REQUIRE(found.ops.size() == 2);
  REQUIRE(found.ops[1].size() == 2);
  CHECK(found.ops[1][0].op == 0);
  CHECK(found.ops[1][0].exact);
  CHECK_FALSE(found.ops[1][1].exact);
  CHECK(all[1].text.substr(found.ops[1][0].begin,
                           found.ops[1][0].end - found.ops[1][0].begin) ==
        "op0");
  CHECK(found.has(m.trace.events[0]));
  CHECK(found.has(m.trace.events[1]));
  // The instruction's tag names x.0; x.1 is its other phase.
  CHECK(found.buffers == std::vector<uint8_t>{1, 1, 0});
  CHECK(found.places == std::vector<std::pair<uint32_t, uint32_t>>{{1, 3}});
  found = relations.find({Selected::Op, 0, 2});
  CHECK_FALSE(found.has(m.trace.events[0]));
}

TEST_CASE("from an event, a buffer or the source to the operations") {
  test::SmallMachine m;
  m.add(0, EventKind::Transfer, 0, 10, 0, 1);
  m.add(4, EventKind::Transfer, 20, 30, 0, 3);
  auto all = stages();
  Relations relations(all, &m.trace, &m.binary);
  Relatives found = relations.find({Selected::Event, 0, 1});
  CHECK(found.origins == std::vector<uint32_t>{4});
  CHECK(found.has(m.trace.events[1]));
  CHECK_FALSE(found.has(m.trace.events[0]));
  CHECK(found.buffers == std::vector<uint8_t>{0, 0, 1});
  found = relations.find({Selected::Buffer, 0, 1});
  CHECK(found.origins == std::vector<uint32_t>{0});
  CHECK(found.buffers == std::vector<uint8_t>{0, 1, 0});
  CHECK_FALSE(found.has(m.trace.events[0])); // touches x.0
  Selected place;
  place.kind = Selected::Source;
  place.line = 5;
  found = relations.find(place);
  CHECK(found.origins == std::vector<uint32_t>{4});
  CHECK(found.has(m.trace.events[1]));
  CHECK(relations.opAt(0, 5) == 1u);
  CHECK_FALSE(relations.opAt(0, 3));
  CHECK_FALSE(relations.opAt(9, 3));
}

TEST_CASE("without a binary the place in the source still tells") {
  test::SmallMachine m;
  m.add(0, EventKind::Transfer, 0, 10, 0, 1);
  auto all = stages();
  Relations relations(all, &m.trace, nullptr);
  Relatives found = relations.find({Selected::Event, 0, 0});
  CHECK(found.origins == std::vector<uint32_t>{0});
}

TEST_CASE("nothing selected, or what is not there") {
  auto all = stages();
  Relations relations(all, nullptr, nullptr);
  CHECK(relations.find({}).empty());
  CHECK(relations.find({Selected::Op, 9, 9}).origins.empty());
  CHECK(relations.find({Selected::Op, 0, 99}).origins.empty());
  CHECK(relations.find({Selected::Event, 0, 99}).origins.empty());
  CHECK(relations.find({Selected::Buffer, 0, 99}).origins.empty());
  CHECK(Relations().find({Selected::Op, 0, 0}).empty() == false);
  std::vector<Stage> none;
  CHECK(Relations(none, nullptr, nullptr).find({Selected::Source}).ops.empty());
}

TEST_CASE("names and places") {
  CHECK(bufferFamily("x_ptr.1") == "x_ptr");
  CHECK(bufferFamily("x.y") == "x.y");
  CHECK(bufferFamily("x.") == "x.");
  CHECK(bufferFamily(".1") == ".1");
  CHECK(placeInSource("scf.for a/b.mlir:29:8") ==
        std::pair<uint32_t, uint32_t>(29, 8));
  CHECK_FALSE(placeInSource("scf.for"));
  CHECK_FALSE(placeInSource("a:b:c"));
  CHECK_FALSE(placeInSource(":"));
  CHECK_FALSE(placeInSource("x:99999999999:1"));
}
