// What cannot be compiled is said at the operation, for people.
#include "tests/engine/codegen/Compile.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::test;

namespace {

std::string program(const std::string &unit, const std::string &body,
                    const std::string &args = "",
                    const std::string &before = "") {
  return module(args, units(0) + units(1) + before +
                          "  dataflow.program_unit iter_arg : %me -> (%" +
                          unit + ") : {\n" + body + "  }\n");
}

/// Compiles to nothing, with exactly this somewhere in the message.
void refuses(const std::string &text, const std::string &message) {
  Compiled result = compile(text);
  CAPTURE(text);
  CAPTURE(result.errors);
  CHECK_FALSE(result.binary);
  CHECK(result.errors.find("does not parse") == std::string::npos);
  CHECK(result.errors.find("0: ") != 0); // it has a line
  CHECK_MESSAGE(result.errors.find(message) != std::string::npos, message);
}

const std::string set = "affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>",
                  id = "affine_map<(d0) -> (d0)>";

std::string view(const std::string &name, const std::string &memory,
                 const std::string &start = "c0",
                 const std::string &layout = id,
                 const std::string &element = "f16") {
  return "    %" + name + " = dataflow.get_logical_memory_view %" + memory +
         ", %" + start + " {layout_map = " + layout +
         "} : index, index, memref<4096x" + element + ">\n";
}

std::string load(const std::string &at = "%c0",
                 const std::string &loadSet = set,
                 const std::string &view = "x") {
  return "    %v = agen.vector_load %" + view + "[" + at +
         "] {load_set = " + loadSet + ", load_order = " + id +
         "} : memref<4096xf16>, vector<64xf16>\n";
}
const std::string sendIt = "    dataflow.send %sfu0, %v : vector<64xf16>\n";

std::string
transfer(const std::string &timeSet = "affine_set<(d0) : (d0 == 0)>",
         const std::string &loadSet = set, const std::string &loadOrder = id,
         const std::string &body = "") {
  return "    agen.composite_load_and_store src:%a[0] dst:%b[0] "
         "time_symbols(), load_iv(%v:vector<64xf16>) {load_set = " +
         loadSet + ", load_order = " + loadOrder +
         ", load_time_addr_map = affine_map<(d0) -> (d0)>, store_set = " + set +
         ", store_order = " + id +
         ", store_time_addr_map = affine_map<(d0) -> (d0)>, time_set = " +
         timeSet + ", time_order = " + id + "} { " + body +
         " agen.yield } : memref<4096xf16>, memref<4096xf16>\n";
}
const std::string views = view("a", "ddr") + view("b", "l1");

} // namespace

TEST_CASE("modules without something to run") {
  refuses("func.func @f() { return }", "no function to run");
  refuses(module("", "") + "func.func @g() {\n  call @f() : () -> ()\n  "
                           "return\n}\n",
          "runs nothing");
  std::string two = module("", units(0) + "  dataflow.program_unit iter_arg : "
                                          "%me -> (%mnilu0) : {\n  }\n");
  std::string other = two;
  other.replace(other.find("@f"), 2, "@g");
  refuses(two + other, "one entry function must call the programs in order");
  refuses("func.func private @p()\nfunc.func @f() {\n  call @p() : () -> ()\n  "
          "return\n}\n",
          "'p' is not defined in this module");
}

TEST_CASE("units the device does not have") {
  auto unit = [](const std::string &attributes) {
    return module("", "  %u = dataflow.get_unit {" + attributes +
                          "} : index\n  dataflow.program_unit iter_arg : %me "
                          "-> (%u) : {\n  }\n");
  };
  refuses(unit("core = 0 : i32, name = \"u\", type = \"tpu\""),
          "no unit or memory of type 'tpu'; it has mnilu, mnisu");
  refuses(unit("core = 2 : i32, name = \"u\", type = \"mnilu\""),
          "core 2 does not exist: the device has 2");
  refuses(unit("core = 0 : i32, name = \"u\", type = \"sfu\""),
          "does not say which corelet");
  refuses(unit("name = \"u\", type = \"l1\""), "is a memory");
  refuses(module("", units(0) + "  %again = dataflow.get_unit {core = 0 : i32, "
                                "name = \"again\", type = \"MNILU\"} : "
                                "index\n  dataflow.program_unit iter_arg : %me "
                                "-> (%mnilu0, %again) : {\n  }\n"),
          "listed twice");
  refuses(program("pt0", "    dataflow.sync_send %sfu0 : index\n"),
          "no matrix instructions");
}

TEST_CASE("index values that units cannot compute") {
  auto at = [](const std::string &body, const std::string &args = "") {
    return program("l1lu0", view("x", "l1") + body + load("%at") + sendIt,
                   args);
  };
  refuses(at("    %at = arith.muli %p, %p : index\n", "%p: index"),
          "one factor must be a constant");
  refuses(at("    %at = arith.divsi %c5, %p : index\n", "%p: index"),
          "the divisor must be a positive constant");
  refuses(at("    %at = arith.xori %p, %c1 : index\n", "%p: index"),
          "'arith.xori' cannot compute an address");
  refuses(at("    %n = arith.subi %p, %c5 : index\n    %at = arith.remui %n, "
             "%c3 : index\n",
             "%p: index"),
          "the dividend may be negative");
  refuses(at("    %big = arith.constant 9223372036854775807 : index\n    %at = "
             "arith.addi %big, %c1 : index\n"),
          "does not fit 64 bits");
  refuses(at("    %m = uniform.def_immutable_mapping([%l1lu1 -> %c1]):index\n  "
             "  %at = uniform.query_map(map:%m, key:%me) : index\n"),
          "the mapping has no entry for l1lu of core 0, corelet 0");
  refuses(at("    %at = symbol.create_symbol {SymbolId = -7 : i64} : index\n"),
          "symbol -7 is not defined");
}

TEST_CASE("control that units cannot run") {
  refuses(program("l1lu0", "    scf.for %i = %c0 to %c5 step %p {\n    }\n",
                  "%p: index"),
          "the step must be a positive constant");
  refuses(program("l1lu0",
                  "    %t = arith.constant true\n    %r = scf.if %t -> (index) "
                  "{\n      scf.yield %c0 : index\n    } else {\n      "
                  "scf.yield %c1 : index\n    }\n"),
          "scf.if with results");
  refuses(program("l1lu0",
                  "    %s = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = "
                  "%c0) -> (index) {\n      scf.yield %a : index\n    }\n"),
          "only vector units carry values around loops");
  refuses(program("sfu0",
                  "    %s = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = "
                  "%c0) -> (index) {\n      scf.yield %a : index\n    }\n"),
          "only vectors are carried around loops");
  refuses(program("l1lu0", "    scf.while : () -> () {\n      %t = "
                           "arith.constant false\n      scf.condition(%t)\n    "
                           "} do {\n      scf.yield\n    }\n"),
          "'scf.while' has no code");
  std::string deep, close;
  for (int i = 0; i < 17; ++i) {
    deep += "    scf.for %i" + std::to_string(i) + " = %c0 to %c2 step %c1 {\n";
    close += "    }\n";
  }
  refuses(program("l1lu0",
                  deep + "      dataflow.sync_send %sfu0 : index\n" + close),
          "nested deeper than 16");
  refuses(program("mnilu0", "    dataflow.sync_recv %l1lu1 : index\n"),
          "this would wait for ever: l1lu of core 1, corelet 0 has no program");
  refuses(program("mnilu0", "    dataflow.sync_send %l1_0 : index\n"),
          "is a memory; messages go to units");
}

TEST_CASE("index registers may run out") {
  // Sixteen counters and fifteen counts known at run time only, then an
  // address of two quotients.
  std::string body = view("x", "l1"), close, upper = "%p";
  for (int k = 0; k < 16; ++k) {
    std::string n = std::to_string(k);
    body += "    scf.for %i" + n + " = %c0 to " + upper + " step %c1 {\n";
    close += "    }\n";
    upper = "%u" + n;
    body += "      " + upper + " = arith.divui %i" + n + ", %c2 : index\n";
  }
  body += "      %q = arith.divui %i0, %c3 : index\n      %r = arith.divui "
          "%i15, %c5 : index\n      %s = arith.addi %q, %r : index\n      %t "
          "= arith.divui %i9, %c7 : index\n      %at = arith.addi %s, %t : "
          "index\n" +
          load("%at") + sendIt;
  refuses(program("l1lu0", body + close, "%p: index"),
          "more than 32 index registers");
}

TEST_CASE("memory views") {
  refuses(program("l1lu0", view("x", "l1_1") + load() + sendIt),
          "l1lu of core 0 cannot reach l1 of core 1");
  refuses(program("l1lu0", view("x", "sfu1") + load() + sendIt),
          "'sfu' is not a memory of the device");
  refuses(program("l1lu0", view("x", "l1", "c0",
                                "affine_map<(d0) -> ((d0 * 3) floordiv 2)>") +
                               load() + sendIt),
          "do not lie at constant strides");
  refuses(program("l1lu0",
                  view("x", "l1", "c0", id, "i4") +
                      "    %v = agen.vector_load %x[0] {load_set = " + set +
                      ", load_order = " + id +
                      "} : memref<4096xi4>, vector<64xi4>\n    dataflow.send "
                      "%sfu0, %v : vector<64xi4>\n"),
          "are not supported");
}

TEST_CASE("load and store units") {
  std::string x = view("x", "l1");
  refuses(program("l1lu0", x + load()), "loaded and never sent");
  refuses(
      program("l1lu0", view("x", "l1", "c0", "affine_map<(d0) -> (d0 * 2)>") +
                           load() + sendIt),
      "must follow each other in memory");
  refuses(program("l1lu0",
                  x +
                      load("%c0", "affine_set<(d0) : (d0 >= 0, -d0 + 31 >= "
                                  "0)>") +
                      sendIt),
          "the set has 32 elements, the vector 64");
  refuses(
      program("l1lu0",
              x + load() + "    dataflow.sync_send %sfu0 : index\n" + sendIt),
      "may not stand between a vector's load and its send");
  refuses(program("mnilu0", x + load() + sendIt), "unit MNILU cannot load");
  std::string running =
      "  dataflow.program_unit iter_arg : %u -> (%sfu0) : {\n  }\n";
  std::string receive = "    %v = dataflow.receive %sfu0 : vector<64xf16>\n";
  refuses(program("l1su0", receive, "", running), "received and never stored");
  refuses(program("l1lu0", receive, "", running), "cannot receive vectors");
  refuses(program("l1su0",
                  receive + receive.substr(0, 5) + "w" + receive.substr(6) + x +
                      "    agen.vector_store %v, %x[0] {store_set = " + set +
                      ", store_order = " + id +
                      "} : memref<4096xf16>, vector<64xf16>\n",
                  "", running),
          "may not stand between a vector's receive and its store");
  refuses(program("l1su0", receive + sendIt, "", running),
          "can only store what it receives");
}

TEST_CASE("transfers") {
  refuses(program("l1lu0", views + transfer()), "only DMA units");
  refuses(program("mnilu0", views + transfer("affine_set<(d0) : (d0 >= 0)>")),
          "time_set: dimension d0 of the set has no upper bound");
  refuses(program("mnilu0",
                  views + transfer("affine_set<(d0) : (d0 >= 0, -d0 + 9 >= 0, "
                                   "d0 mod 2 == 0)>")),
          "the set is not a box");
  refuses(program("mnilu0",
                  views + transfer("affine_set<(d0) : (d0 == 0)>",
                                   "affine_set<(d0) : (d0 >= 0, -d0 + 31 >= "
                                   "0)>")),
          "differ in their number of elements");
  refuses(
      program("mnilu0", views + transfer("affine_set<(d0) : (d0 == 0)>", set,
                                         "affine_map<(d0) -> (d0 * 2)>")),
      "in an order map is not a dimension");
  refuses(program("mnilu0",
                  views + transfer("affine_set<(d0) : (d0 == 0)>", set, id,
                                   "dataflow.send %sfu0, %v : vector<64xf16>")),
          "may only hold agen.yield");
  std::string mixed =
      view("a", "ddr") + view("b", "l1", "c0", id, "bf16") + transfer();
  mixed.replace(mixed.rfind("memref<4096xf16>"), 16, "memref<4096xbf16>");
  refuses(program("mnilu0", mixed), "a transfer does not convert");
}

TEST_CASE("vector computations") {
  std::string running =
      "  dataflow.program_unit iter_arg : %u -> (%l1lu0) : {\n  }\n";
  std::string receive = "    %v = dataflow.receive %l1lu0 : vector<64xf16>\n";
  auto vectors = [&](const std::string &body, const std::string &args = "",
                     const std::string &before = "") {
    return program("sfu0", receive + body, args, running + before);
  };
  refuses(vectors("    %s = vectorchain.binary %v, %v {binary_op = "
                  "#vectorchain<binary_operator mul_div2>, op_specific_map = "
                  "affine_map<(d0) -> (d0)>} : vector<64xf16>, vector<64xf16>, "
                  "vector<64xf16>\n"),
          "'vectorchain.binary mul_div2' is no operation of the op table for "
          "f16; it has add");
  refuses(vectors("    %s = vectorchain.binary %v, %v {binary_op = "
                  "#vectorchain<binary_operator add>, op_specific_map = "
                  "affine_map<(d0) -> (0)>} : vector<64xf16>, vector<64xf16>, "
                  "vector<64xf16>\n"),
          "op_specific_map must be the identity");
  refuses(vectors("    %s = vectorchain.shuffle input(%v) {indices = [1 : i32, "
                  "0 : i32], repetition = 32 : i32} : vector<64xf16>, "
                  "vector<64xf16>\n"),
          "only spreading lane 0");
  refuses(vectors("    %s = vectorchain.constant_bitstream {value = [0x1, "
                  "0x2]} : vector<2xf16>\n"),
          "the elements differ");
  refuses(vectors("    %s = vectorchain.constant_bitstream {is_symbol = true, "
                  "value = [-4]} : vector<1xf16>\n"),
          "symbol -4 is not defined");
  refuses(vectors("    %s = vectorchain.constant_bitstream {is_symbol = true, "
                  "value = [-4]} : vector<1xf16>\n",
                  "%p: index",
                  "  symbol.create_id %p {symbol_id = -4 : si64} : index\n"),
          "is argument 0 of type 'index'");
  refuses(vectors("    dataflow.opaque {func_name = \"nothing\", "
                  "read_only_register_dictionary = {}, "
                  "read_write_register_dictionary = {}, parameter_dictionary "
                  "= {}}\n"),
          "name the registers of the operands in0");
  refuses(vectors("    dataflow.opaque {func_name = \"sqrt\", "
                  "read_only_register_dictionary = {in0 = \"R1\"}, "
                  "read_write_register_dictionary = {out0 = \"R2\"}, "
                  "parameter_dictionary = {}}\n"),
          "\"R1\" is read before anything was stored in it");
  refuses(vectors(view("x", "l1") +
                  "    %w = agen.vector_load %x[0] {load_set = " + set +
                  ", load_order = " + id +
                  "} : memref<4096xf16>, vector<64xf16>\n"),
          "reaches its register memory only");
  refuses(vectors(view("x", "regs") +
                  "    %w = agen.vector_load %x[0] {load_set = " + set +
                  ", load_order = " + id +
                  "} : memref<4096xf16>, vector<64xf16>\n"),
          "read before anything was stored");
  refuses(program("l1lu0", "    %s = vectorchain.constant_bitstream {value = "
                           "[0x1]} : vector<1xf16>\n"),
          "unit L1LU cannot compute");
}
