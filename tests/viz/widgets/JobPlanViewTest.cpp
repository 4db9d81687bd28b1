// The job plan on a screen that nobody sees: what is drawn, what clicks do, and
// that long programs cost no more than short ones.
#include "viz/widgets/JobPlanView.h"
#include "Screen.h"
#include "engine/spyrecode/Assembly.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::viz;
using sg::viz::test::Screen;

namespace {

SpyreCode job(const std::string &code, unsigned arguments) {
  auto binary = assemble(".device \"d\"\n.symbol \"x_ptr\" = 64 + arg0*2\n"
                         ".source \"arith.addf k.mlir:4:5\"\n"
                         ".stream \"s\"\n" +
                             code +
                             ".end\n"
                             ".instance \"A\", core 0, runs \"s\", table [9]\n"
                             ".instance \"A\", core 1, runs \"s\", table [8]\n"
                             ".relocate instance 0, t0, symbol 0\n",
                         "k.s");
  REQUIRE_MESSAGE(binary, binary.error().str());
  KernelInfo info;
  info.arguments.resize(arguments);
  SpyreCode out;
  auto plan = makeJobPlan(*binary, info);
  REQUIRE(plan);
  out.plan = *plan;
  out.binaries["init_binary.bin"] = *encode(*binary);
  return out;
}

const char *const loop = "  loop r1, t0 @1\n    min r2, r1, 5\n  end\n";

struct Shown {
  Screen screen;
  JobModel model;
  JobPlanView view;
  Relatives relatives;
  std::optional<JobPlanView::Happened> clicked;

  Shown(const SpyreCode &code, std::vector<int64_t> arguments)
      : model(code, nullptr, arguments) {
    frames(3);
  }
  auto draw() {
    return [this] {
      auto happened = view.draw(screen.style, model, relatives);
      if (happened.instruction)
        clicked = happened;
    };
  }
  void frames(int n) {
    for (int i = 0; i < n; ++i)
      screen.frame(draw());
  }
  bool has(const char *label) { return screen.items.find(label) != nullptr; }
  bool click(const char *label) { return screen.click(label, draw()); }
};

} // namespace

TEST_CASE("commands, instructions, and a click on one") {
  Shown shown(job(loop, 1), {100});
  for (const char *name : {"Allocate", "InitTransfer", "ComputeOnHost",
                           "DataTransfer", "ComputeOnDevice"})
    CHECK(shown.has((std::string("command ") + name).c_str()));
  CHECK(shown.has("instruction loop r1, t0"));
  REQUIRE(shown.click("instruction min r2, r1, 5"));
  REQUIRE(shown.clicked);
  CHECK(shown.clicked->instruction == 1);
  CHECK(shown.clicked->source == 0);
  REQUIRE(shown.click("instruction loop r1, t0"));
  CHECK(shown.clicked->instruction == 0);
  CHECK(shown.clicked->source == 1);
}

TEST_CASE("commands and tabs open what they are about") {
  Shown shown(job(loop, 1), {100});
  REQUIRE(shown.click("command ComputeOnHost"));
  CHECK(shown.has("0x018")); // the checksum, first in the correction's table
  CHECK(!shown.has("instruction loop r1, t0"));
  REQUIRE(shown.click("0x018"));
  CHECK(shown.has("##words"));
  REQUIRE(shown.click("Next change"));
  REQUIRE(shown.click("Instructions"));
  CHECK(shown.has("instruction loop r1, t0"));
  REQUIRE(shown.click("unit"));
  REQUIRE(shown.click("core 1 / A"));
  CHECK(shown.has("instruction t0 = 8"));
}

TEST_CASE("search finds instructions") {
  Shown shown(job(loop, 1), {100});
  REQUIRE(shown.click("##search"));
  shown.screen.type("MIN", shown.draw());
  CHECK(shown.has("##next hit"));
  REQUIRE(shown.click("##next hit"));
  CHECK(shown.has("instruction min r2, r1, 5"));
}

TEST_CASE("related instructions are marked") {
  Shown shown(job(loop, 1), {100});
  size_t plain = shown.screen.vertices();
  shown.relatives.sources = {0, 1};
  shown.frames(1);
  CHECK(shown.screen.vertices() > plain);
}

TEST_CASE("without a launch") {
  Shown plain(job(loop, 1), {});
  REQUIRE(plain.click("Correction"));
  CHECK(plain.has("No launch to show"));
  REQUIRE(plain.click("Words"));
  CHECK(!plain.has("Next change"));
}

TEST_CASE("jobs that cannot work") {
  SpyreCode code = job(loop, 1);
  std::vector<uint8_t> &file = code.binaries["init_binary.bin"];
  SUBCASE("a file cut short") {
    file.resize(100);
    Shown shown(code, {1});
    CHECK(shown.has("This program cannot be read"));
    REQUIRE(shown.click("Words"));
    REQUIRE(shown.click("Correction"));
  }
  SUBCASE("an empty file") {
    file.clear();
    Shown shown(code, {1});
    REQUIRE(shown.click("Words"));
    CHECK(shown.has("This file is empty"));
  }
  SUBCASE("no file") {
    code.binaries.clear();
    Shown shown(code, {1});
    CHECK(shown.has("The plan loads no program"));
  }
  SUBCASE("nothing") {
    Shown shown(SpyreCode(), {});
    CHECK(shown.has("There is no job yet"));
  }
}

TEST_CASE("a long program costs a frame no more than a short one") {
  std::string code;
  for (int i = 0; i < 100000; ++i)
    code += "  max r3, r1, 7\n";
  code += "  min r2, r1, 5 @1\n";
  Shown shown(job(code, 1), {100});
  CHECK(shown.screen.vertices() < 40000);
  shown.view.reveal(1);
  shown.frames(3);
  CHECK(shown.has("instruction min r2, r1, 5"));
  // A search goes on from frame to frame.
  REQUIRE(shown.click("##search"));
  shown.screen.type("min", shown.draw());
  shown.frames(6);
  CHECK(shown.has("instruction min r2, r1, 5"));
  REQUIRE(shown.click("Words"));
  CHECK(shown.screen.vertices() < 40000);
}
