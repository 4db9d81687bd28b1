// How programs become streams and instances: calls, several programs per unit,
// peers without a program, sources, buffers, signals.
#include "tests/engine/codegen/Compile.h"
#include "tests/engine/codegen/StreamRunner.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::test;

namespace {

std::string pushAt(const std::string &name, const std::string &view,
                   const std::string &at) {
  return "    %" + name + " = agen.vector_load %" + view + "[%" + at +
         "] {load_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>, "
         "load_order = affine_map<(d0) -> (d0)>} : memref<4096xf16>, "
         "vector<64xf16>\n    dataflow.send %sfu, %" +
         name + " : vector<64xf16>\n";
}

std::string view(const std::string &attributes = "") {
  return "    %x = dataflow.get_logical_memory_view %l1, %c256 {" + attributes +
         "layout_map = affine_map<(d0) -> (d0)>} : index, index, "
         "memref<4096xf16>\n";
}

std::vector<int64_t> froms(const Binary &binary, const Instance &instance,
                           const std::vector<int64_t> &arguments = {}) {
  std::vector<int64_t> result;
  for (const Event &event : runInstance(binary, instance, arguments))
    if (event.op == Opcode::Push)
      result.push_back(event.from);
  return result;
}

} // namespace

TEST_CASE("programs of a unit follow each other; units that differ get "
          "streams of their own") {
  std::string sfu = "    %sfus = uniform.def_immutable_mapping([%l1lu0 -> "
                    "%sfu0], [%l1lu1 -> %sfu1]):index\n    %sfu = "
                    "uniform.query_map(map:%sfus, key:%me) : index\n";
  Compiled result = compile(module(
      "",
      units(0) + units(1) +
          "  dataflow.program_unit iter_arg : %me -> (%l1lu0, %l1lu1) : {\n" +
          sfu + view() + pushAt("v", "x", "c0") +
          "  }\n  dataflow.program_unit iter_arg : %me -> (%l1lu1) : {\n" +
          sfu + view() + pushAt("v", "x", "c1") + "  }\n"));
  REQUIRE_MESSAGE(result.binary, result.errors);
  const Binary &binary = *result.binary;
  CHECK(froms(binary, instanceOf(binary, "L1LU", 0, 0)) ==
        std::vector<int64_t>{512});
  CHECK(froms(binary, instanceOf(binary, "L1LU", 1, 0)) ==
        std::vector<int64_t>{512, 514});
  // The vector units have no program; they are named as peers all the same.
  const Instance &idle = instanceOf(binary, "SFU", 1, 0);
  REQUIRE(binary.streams[idle.stream].code.size() == 1);
  CHECK(binary.streams[idle.stream].code[0].op == Opcode::Halt);
  CHECK(binary.streams[0].name == "l1lu");
  CHECK(binary.streams[1].name == "l1lu.1");
}

TEST_CASE("an entry function calls programs in nested modules, in order") {
  std::string consts = "      %c0 = arith.constant 0 : index\n";
  std::string body = R"(
      %l1 = dataflow.get_unit {name = "l1", type = "l1"} : index
      %lu = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "lu", type = "l1lu"} : index
      %sfu = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "sfu", type = "sfu"} : index
)" + consts + "      dataflow.program_unit iter_arg : %me -> (%lu) : {\n";
  auto schedule = [&](const std::string &name, const std::string &start) {
    return "  module @" + name + " {\n    func.func private @" + name +
           "_body()\n    func.func @" + name +
           "(%p: index) {\n      %two = arith.constant 2 : index\n      %d = "
           "arith.muli %p, %two : index\n      symbol.create_id %p {symbol_id "
           "= -1 : si64} : index\n      symbol.create_id %d {symbol_id = -2 : "
           "si64} : index\n      call @" +
           name +
           "_body() : () -> ()\n      return\n    }\n    module {\n    "
           "func.func @" +
           name + "_body() attributes {grid = [1]} {\n" + body +
           "      %s = symbol.create_symbol {SymbolId = " + start +
           " : i64} : index\n      %x = dataflow.get_logical_memory_view %l1, "
           "%s {layout_map = affine_map<(d0) -> (d0)>} : index, index, "
           "memref<4096xf16>\n" +
           pushAt("v", "x", "c0") +
           "      }\n      return\n    }\n    }\n  }\n";
  };
  Compiled result = compile(
      "module {\n  module {\n    func.func @kernel(%a: index, %b: index) {\n"
      "      call @one(%b) : (index) -> ()\n      call @two(%a) : (index) -> "
      "()\n      call @one(%a) : (index) -> ()\n      return\n    }\n    "
      "func.func private @one(index)\n    func.func private @two(index)\n  "
      "}\n" +
      schedule("one", "-1") + schedule("two", "-2") + "}\n");
  REQUIRE_MESSAGE(result.binary, result.errors);
  const Binary &binary = *result.binary;
  CHECK(froms(binary, instanceOf(binary, "L1LU", 0, 0), {100, 1000}) ==
        std::vector<int64_t>{2000, 400, 200});
}

TEST_CASE("signals, with a fence only where transfers may be under way") {
  std::string transfer = R"(
    %a = dataflow.get_logical_memory_view %ddr, %c0 {layout_map = affine_map<(d0) -> (d0)>} : index, index, memref<64xf16>
    %b = dataflow.get_logical_memory_view %l1, %c0 {layout_map = affine_map<(d0) -> (d0)>} : index, index, memref<64xf16>
    agen.composite_load_and_store src:%a[0] dst:%b[0] time_symbols(), load_iv(%v:vector<64xf16>)
      {load_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>, load_order = affine_map<(d0) -> (d0)>, load_time_addr_map = affine_map<(d0) -> (0)>,
       store_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>, store_order = affine_map<(d0) -> (d0)>, store_time_addr_map = affine_map<(d0) -> (0)>,
       time_set = affine_set<(d0) : (d0 == 0)>, time_order = affine_map<(d0) -> (d0)>}
      { agen.yield } : memref<64xf16>, memref<64xf16>
)";
  std::string wait = "{wait_immediately_for_async_transfers = true} ";
  Compiled result = compile(module(
      "", units(0) +
              "  dataflow.program_unit iter_arg : %me -> (%mnilu0) : {\n" +
              transfer + "    dataflow.sync_send %l1lu0 " + wait +
              ": index\n    dataflow.sync_recv %l1lu0 : index\n    "
              "dataflow.sync_send %l1lu0 : index\n  }\n  "
              "dataflow.program_unit iter_arg : %me -> (%l1lu0) : {\n    "
              "dataflow.sync_recv %mnilu0 : index\n    dataflow.sync_send "
              "%mnilu0 " +
              wait + ": index\n  }\n"));
  REQUIRE_MESSAGE(result.binary, result.errors);
  const Binary &binary = *result.binary;
  auto ops = [&](const Instance &instance) {
    std::vector<Opcode> list;
    for (const Instruction &in : binary.streams[instance.stream].code)
      list.push_back(in.op);
    return list;
  };
  CHECK(ops(instanceOf(binary, "MNILU", 0)) ==
        std::vector<Opcode>{Opcode::Transfer, Opcode::Fence, Opcode::Signal,
                            Opcode::Wait, Opcode::Signal, Opcode::Halt});
  CHECK(ops(instanceOf(binary, "L1LU", 0, 0)) ==
        std::vector<Opcode>{Opcode::Wait, Opcode::Signal, Opcode::Halt});
}

TEST_CASE("buffers and sources are listed") {
  Compiled result = compile(module("", units(0) + R"(
  dataflow.program_unit iter_arg : %me -> (%l1lu0) : {
    %sfu = uniform.query_map(map:%map, key:%me) : index
)" + view("sg.buffer = \"x_ptr\", sg.bytes = 8192 : i64, ") +
                                           pushAt("v", "x", "c0") + R"(
    %y = dataflow.get_logical_memory_view %l1, %c0 {layout_map = affine_map<(d0) -> (d0)>, sg.buffers = [{name = "y", address = 0 : i64, bytes = 128 : i64}, {name = "y.1", address = 128 : i64, bytes = 128 : i64}]} : index, index, memref<4096xf16>
)" + pushAt("w", "y", "c0") + "  }\n"));
  // %map is missing on purpose: a parse error names it.
  CHECK(result.errors.find("does not parse") == 0);
  std::string text = module("", units(0) + R"(
  %map = uniform.def_immutable_mapping([%l1lu0 -> %sfu0]):index
  dataflow.program_unit iter_arg : %me -> (%l1lu0) : {
    %sfu = uniform.query_map(map:%map, key:%me) : index
)" + view("sg.buffer = \"x_ptr\", sg.bytes = 8192 : i64, ") +
                                    pushAt("v", "x", "c0") + R"(
    %y = dataflow.get_logical_memory_view %l1, %c0 {layout_map = affine_map<(d0) -> (d0)>, sg.buffers = [{name = "y", address = 0 : i64, bytes = 128 : i64}, {name = "y.1", address = 128 : i64, bytes = 128 : i64}]} : index, index, memref<4096xf16>
)" + pushAt("w", "y", "c0") + "  }\n");
  result = compile(text);
  REQUIRE_MESSAGE(result.binary, result.errors);
  const Binary &binary = *result.binary;
  REQUIRE(binary.buffers.size() == 3);
  CHECK(binary.buffers[0] == ScratchpadBuffer{"x_ptr", 512, 8192});
  CHECK(binary.buffers[2] == ScratchpadBuffer{"y.1", 128, 128});
  const auto &code = binary.streams[0].code;
  REQUIRE(code.size() == 3);
  CHECK(code[0].tag == 1);
  CHECK(code[1].tag == 2);
  REQUIRE(code[0].source >= 1);
  CHECK(binary.sources[code[0].source - 1].find(
            "agen.vector_load test.mlir:") == 0);
  CHECK(binary.sources[code[0].source - 1] !=
        binary.sources[code[1].source - 1]);
}

TEST_CASE("a binary becomes a job with its device and kernel beside it") {
  Compiled result = compile(module("", units(0) + R"(
  dataflow.program_unit iter_arg : %me -> (%mnilu0) : {
  }
)"));
  REQUIRE_MESSAGE(result.binary, result.errors);
  mlir::MLIRContext context;
  KernelInfo info;
  info.name = "f";
  mlir::FailureOr<SpyreCode> code = generateSpyreCode(
      *result.binary, smallDevice(), info, mlir::UnknownLoc::get(&context));
  REQUIRE(succeeded(code));
  REQUIRE(code->binaries.count("init_binary.bin"));
  Result<Binary> again = decode(code->binaries["init_binary.bin"]);
  REQUIRE(bool(again));
  CHECK(*again == *result.binary);
  CHECK(code->device->name == "small");
  CHECK(code->kernel->name == "f");
  CHECK(code->plan.preparation.size() == 2);
}
