// Loops, conditions, per-unit tables and symbolic bases: the addresses units
// touch, in order.
#include "tests/engine/codegen/Compile.h"
#include "tests/engine/codegen/StreamRunner.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::test;

namespace {

/// A load unit's program that pushes one vector from element `%at` of L1.
std::string push(const std::string &at) {
  return "    %v_" + at + " = agen.vector_load %x[%" + at +
         "] {load_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>, "
         "load_order = affine_map<(d0) -> (d0)>} : memref<4096xf16>, "
         "vector<64xf16>\n    dataflow.send %sfu, %v_" +
         at + " : vector<64xf16>\n";
}

/// Load programs of both cores around `body`; %me is the running unit, %core
/// its core's number, %x the view of L1.
std::string loadProgram(const std::string &body, const std::string &args = "") {
  return module(args, units(0) + units(1) + R"(
  dataflow.program_unit iter_arg : %me -> (%l1lu0, %l1lu1) : {
    %cores = uniform.def_immutable_mapping([%l1lu0 -> %c0], [%l1lu1 -> %c1]):index
    %core = uniform.query_map(map:%cores, key:%me) : index
    %sfus = uniform.def_immutable_mapping([%l1lu0 -> %sfu0], [%l1lu1 -> %sfu1]):index
    %sfu = uniform.query_map(map:%sfus, key:%me) : index
    %x = dataflow.get_logical_memory_view %l1, %c0 {layout_map = affine_map<(d0) -> (d0)>} : index, index, memref<4096xf16>
)" + body + "  }\n");
}

std::vector<int64_t> addresses(const Binary &binary, int core,
                               const std::vector<int64_t> &arguments = {}) {
  std::vector<int64_t> result;
  for (const Event &event :
       runInstance(binary, instanceOf(binary, "L1LU", core, 0), arguments)) {
    CHECK(event.op == Opcode::Push);
    result.push_back(event.from);
  }
  return result;
}

std::vector<int64_t> run(const std::string &body, int core,
                         const std::string &args = "",
                         const std::vector<int64_t> &arguments = {}) {
  Compiled result = compile(loadProgram(body, args));
  REQUIRE_MESSAGE(result.binary, result.errors);
  return addresses(*result.binary, core, arguments);
}

using Addresses = std::vector<int64_t>;

} // namespace

TEST_CASE("one stream serves all instances, tables tell them apart") {
  std::string body = R"(
    %off = arith.muli %core, %c256 : index
    scf.for %i = %c0 to %c3 step %c1 {
      %row = arith.muli %i, %c64 : index
      %at = arith.addi %row, %off : index
)" + push("at") + "    }\n";
  Compiled result = compile(loadProgram(body));
  REQUIRE_MESSAGE(result.binary, result.errors);
  const Binary &binary = *result.binary;
  CHECK(instanceOf(binary, "L1LU", 0, 0).stream ==
        instanceOf(binary, "L1LU", 1, 0).stream);
  CHECK(addresses(binary, 0) == Addresses{0, 128, 256});
  CHECK(addresses(binary, 1) == Addresses{512, 640, 768});
  // Loop, one Linear, Push, End, Halt: nothing is computed twice.
  CHECK(binary.streams[instanceOf(binary, "L1LU", 0, 0).stream].code.size() ==
        5);
  // Each pushes to its own vector unit.
  const Instance &one = instanceOf(binary, "L1LU", 1, 0);
  REQUIRE(one.peers.size() == 1);
  CHECK(binary.instances[one.peers[0]].unit == "SFU");
  CHECK(binary.instances[one.peers[0]].core == 1);
}

TEST_CASE("bounds and steps of any kind, also per unit") {
  std::string body = R"(
    %low = arith.addi %core, %c3 : index
    %high = arith.constant 10 : index
    %step = arith.addi %core, %c2 : index
    scf.for %i = %low to %high step %step {
)" + push("i") + "    }\n";
  CHECK(run(body, 0) == Addresses{6, 10, 14, 18}); // 3, 5, 7, 9
  CHECK(run(body, 1) == Addresses{8, 14});         // 4, 7
}

TEST_CASE("bounds that depend on outer loops; empty and single loops") {
  std::string body = R"(
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %i to %c3 step %c1 {
        %r = arith.muli %i, %c16 : index
        %at = arith.addi %r, %j : index
)" + push("at") + R"(
      }
    }
    scf.for %k = %c5 to %c5 step %c1 {
)" + push("k") + R"(
    }
    scf.for %m = %c5 to %c6 step %c1 {
)" + push("m") + "    }\n";
  CHECK(run(body, 0) == Addresses{0, 2, 4, 34, 36, 68, 10});
}

TEST_CASE("arithmetic on index values") {
  std::string body = R"(
    scf.for %i = %c0 to %c9 step %c1 {
      %a = arith.subi %i, %c4 : index
      %q = arith.divsi %a, %c3 : index
      %r = arith.remsi %a, %c3 : index
      %f = arith.floordivsi %a, %c3 : index
      %c = arith.ceildivsi %a, %c3 : index
      %lo = arith.minsi %i, %c5 : index
      %hi = arith.maxsi %a, %c0 : index
      %u = arith.remui %i, %c4 : index
      %m = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 2 + s0)>(%i)[%core]
      %n = affine.min affine_map<(d0) -> (d0 * 2, 7)>(%i)
      %s0 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 2 + d1 * 20 + d2 * 3 + d3 * 100 + 700)>(%q, %r, %f, %c)
      %s1 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 5 + d1 * 11 + d2 * 13 + d3 * 17 + d4)>(%lo, %hi, %u, %m, %n)
      %at = arith.addi %s0, %s1 : index
)" + push("at") + "    }\n";
  for (int core : {0, 1}) {
    Addresses expected;
    for (int64_t i = 0; i < 9; ++i) {
      int64_t a = i - 4, q = a / 3, r = a % 3;
      int64_t f = a >= 0 ? a / 3 : -((-a + 2) / 3);
      int64_t c = a >= 0 ? (a + 2) / 3 : -(-a / 3);
      int64_t lo = std::min<int64_t>(i, 5), hi = std::max<int64_t>(a, 0);
      int64_t s0 = q * 2 + r * 20 + f * 3 + c * 100 + 700;
      int64_t s1 = lo * 5 + hi * 11 + i % 4 * 13 + (i / 2 + core) * 17 +
                   std::min<int64_t>(2 * i, 7);
      expected.push_back(2 * (s0 + s1));
    }
    CHECK(run(body, core) == expected);
  }
}

TEST_CASE("more than eight terms are summed in steps") {
  std::string body, sum = "c0";
  for (int i = 0; i < 10; ++i)
    body += "    scf.for %i" + std::to_string(i) + " = %c0 to %c2 step %c1 {\n";
  for (int i = 0; i < 10; ++i) {
    std::string n = std::to_string(i);
    body += "      %w" + n + " = arith.constant " + std::to_string(1 << i) +
            " : index\n      %p" + n + " = arith.muli %i" + n + ", %w" + n +
            " : index\n      %s" + n + " = arith.addi %" + sum + ", %p" + n +
            " : index\n";
    sum = "s" + n;
  }
  body += push(sum);
  for (int i = 0; i < 10; ++i)
    body += "    }\n";
  Addresses result = run(body, 0);
  REQUIRE(result.size() == 1024);
  std::sort(result.begin(), result.end());
  for (int64_t i = 0; i < 1024; ++i)
    REQUIRE(result[i] == 2 * i);
}

TEST_CASE("conditions: every predicate, both branches, and, or, per unit") {
  for (auto [name, holds] : std::initializer_list<
           std::pair<const char *, bool (*)(int64_t, int64_t)>>{
           {"eq", [](int64_t a, int64_t b) { return a == b; }},
           {"ne", [](int64_t a, int64_t b) { return a != b; }},
           {"slt", [](int64_t a, int64_t b) { return a < b; }},
           {"sle", [](int64_t a, int64_t b) { return a <= b; }},
           {"sgt", [](int64_t a, int64_t b) { return a > b; }},
           {"sge", [](int64_t a, int64_t b) { return a >= b; }},
           {"ult", [](int64_t a, int64_t b) { return a < b; }},
           {"uge", [](int64_t a, int64_t b) { return a >= b; }}}) {
    std::string body = "    scf.for %i = %c0 to %c5 step %c1 {\n"
                       "      %if = arith.cmpi " +
                       std::string(name) +
                       ", %i, %c2 : index\n      %j = arith.addi %i, %c64 : "
                       "index\n      scf.if %if {\n" +
                       push("i") + "      } else {\n" + push("j") +
                       "      }\n    }\n";
    Addresses expected;
    for (int64_t i = 0; i < 5; ++i)
      expected.push_back(2 * (holds(i, 2) ? i : i + 64));
    CAPTURE(name);
    CHECK(run(body, 0) == expected);
  }
  for (const char *op : {"andi", "ori"}) {
    std::string body = R"(
    scf.for %i = %c0 to %c6 step %c1 {
      %p = arith.cmpi sge, %i, %c2 : index
      %q = arith.cmpi eq, %core, %c1 : index
      %both = arith.)" +
                       std::string(op) + R"( %p, %q : i1
      %j = arith.addi %i, %c64 : index
      scf.if %both {
)" + push("i") + "      } else {\n" +
                       push("j") + "      }\n    }\n";
    for (int core : {0, 1}) {
      Addresses expected;
      for (int64_t i = 0; i < 6; ++i) {
        bool p = i >= 2, q = core == 1;
        bool both = op[0] == 'a' ? p && q : p || q;
        expected.push_back(2 * (both ? i : i + 64));
      }
      CAPTURE(op);
      CHECK(run(body, core) == expected);
    }
  }
}

TEST_CASE("constant conditions and loops in both branches") {
  std::string body = R"(
    %true = arith.constant true
    scf.if %true {
)" + push("c5") + "    } else {\n" +
                     push("c6") + R"(    }
    scf.for %i = %c0 to %c2 step %c1 {
      %p = arith.cmpi eq, %i, %c0 : index
      scf.if %p {
        scf.for %j = %c0 to %c2 step %c1 {
)" + push("j") + R"(        }
      } else {
        scf.for %k = %c7 to %c9 step %c1 {
)" + push("k") + "        }\n      }\n    }\n";
  CHECK(run(body, 1) == Addresses{10, 0, 2, 14, 16});
}

TEST_CASE("start addresses known at launch") {
  std::string body = R"(
    %share = arith.muli %core, %c128 : index
    %twice = arith.muli %p, %c2 : index
    %base = arith.addi %twice, %share : index
    scf.for %i = %c0 to %c2 step %c1 {
      %row = arith.muli %i, %c64 : index
      %at = arith.addi %base, %row : index
)" + push("at") + "    }\n";
  Compiled result = compile(loadProgram(body, "%q: index, %p: index"));
  REQUIRE_MESSAGE(result.binary, result.errors);
  const Binary &binary = *result.binary;
  CHECK(addresses(binary, 0, {7, 1000}) == Addresses{4000, 4128});
  CHECK(addresses(binary, 1, {7, 1000}) == Addresses{4256, 4384});
  REQUIRE(binary.symbols.size() == 2);
  CHECK(binary.symbols[0].parts ==
        std::vector<SymbolExpr::Part>{{1, 4}}); // 2 * elements of 2 bytes
  CHECK(binary.symbols[1].constant == 256);
  CHECK(binary.relocations.size() == 2);
}

TEST_CASE("symbols by number, chosen per unit") {
  std::string body = R"(
    %s0 = symbol.create_symbol {SymbolId = -1 : i64} : index
    %s1 = symbol.create_symbol {SymbolId = -2 : i64} : index
    %map = uniform.def_immutable_mapping([%l1lu0 -> %s0], [%l1lu1 -> %s1]):index
    %at = uniform.query_map(map:%map, key:%me) : index
)" + push("at");
  std::string text = loadProgram(body, "%p: index");
  text.insert(text.find("  return"),
              "  symbol.create_id %p {symbol_id = -1 : si64} : index\n"
              "  %words = arith.divsi %p, %c64 : index\n"
              "  symbol.create_id %words {symbol_id = -2 : si64} : index\n");
  Compiled result = compile(text);
  REQUIRE_MESSAGE(result.binary, result.errors);
  CHECK(addresses(*result.binary, 0, {640}) == Addresses{1280});
  CHECK(addresses(*result.binary, 1, {640}) == Addresses{20});
}

TEST_CASE("many addresses at once fall back to computing them at their use") {
  // 40 different values of one loop level, all used again in a second loop.
  std::string body = "    scf.for %i = %c0 to %c2 step %c1 {\n";
  for (int i = 0; i < 40; ++i) {
    std::string n = std::to_string(i);
    body += "      %d" + n + " = arith.constant " + std::to_string(i + 2) +
            " : index\n      %a" + n + " = arith.muli %i, %d" + n +
            " : index\n";
  }
  for (const char *loop : {"j", "k"}) {
    body +=
        std::string("      scf.for %") + loop + " = %c0 to %c2 step %c1 {\n";
    for (int i = 0; i < 40; ++i)
      body += push("a" + std::to_string(i)).replace(0, 0, "");
    body += "      }\n";
    // Names of vectors are local to their loop.
  }
  body += "    }\n";
  Addresses result = run(body, 0);
  REQUIRE(result.size() == 320);
  CHECK(result[160 + 39] == 2 * 41);
}
