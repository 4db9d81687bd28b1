#include "engine/trace/Trace.h"
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace sg;

static Trace twoLanes() {
  Trace trace;
  trace.lanes = {{"core 0 / MNILU", "MNILU", 0, -1},
                 {"core 3 / corelet 1 / SFU", "SFU", 3, 1}};
  trace.sources = {"%1 = \"arith.addf\" @ add.mlir:3:4"};
  trace.buffers = {"x_ptr"};
  Event transfer{2, 104, 0, 0, 4096, 1, EventKind::Transfer, 0};
  Event wait{0, 5, 1, 1, 0, 0, EventKind::WaitInput, 7};
  trace.events = {wait, transfer};
  trace.totals.cycles = 110;
  return trace;
}

TEST_CASE("chrome trace: one process per core, one thread per unit") {
  auto json = nlohmann::json::parse(toChromeTrace(twoLanes()), nullptr, false);
  REQUIRE(json.is_object());
  auto &events = json["traceEvents"];
  REQUIRE(events.size() == 6); // 2 processes, 2 threads, 2 events
  CHECK(events[0]["args"]["name"] == "core 0");
  CHECK(events[1]["name"] == "thread_name");
  CHECK(events[1]["args"]["name"] == "core 0 / MNILU");
  CHECK(events[3]["pid"] == 3);
  CHECK(events[3]["tid"] == 1);
}

TEST_CASE("chrome trace: a cycle is a microsecond, details are arguments") {
  auto json = nlohmann::json::parse(toChromeTrace(twoLanes()), nullptr, false);
  REQUIRE(json.is_object());
  auto &wait = json["traceEvents"][4];
  CHECK(wait["name"] == "wait for input");
  CHECK(wait["cat"] == "wait");
  CHECK(wait["args"]["port"] == 7);
  CHECK(wait["args"]["source"] == "%1 = \"arith.addf\" @ add.mlir:3:4");
  auto &transfer = json["traceEvents"][5];
  CHECK(transfer["ts"] == 2);
  CHECK(transfer["dur"] == 102);
  CHECK(transfer["args"]["bytes"] == 4096);
  CHECK(transfer["args"]["buffer"] == "x_ptr");
  CHECK(!transfer["args"].contains("port"));
}

TEST_CASE("chrome trace: names that are not UTF-8 still give valid JSON") {
  Trace trace = twoLanes();
  trace.lanes[0].name = "bad \xff name";
  trace.events[0].lane = 99; // no such lane: left out
  trace.events[1].source = 99;
  auto json = nlohmann::json::parse(toChromeTrace(trace), nullptr, false);
  REQUIRE(json.is_object());
  CHECK(json["traceEvents"].size() == 5);
}

TEST_CASE("every event kind has a name and knows whether it is a wait") {
  for (unsigned kind = 0; kind <= unsigned(EventKind::Correction); ++kind) {
    std::string name = eventKindName(EventKind(kind));
    CHECK(name != "unknown");
    CHECK(isWait(EventKind(kind)) == (name.rfind("wait for", 0) == 0));
  }
}
