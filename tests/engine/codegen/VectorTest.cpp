// Vector unit programs: registers, constants, carried values, named registers.
#include "tests/engine/codegen/Compile.h"
#include "tests/engine/codegen/StreamRunner.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::test;

namespace {

/// A vector program on core 0 with peers that have (empty) programs.
std::string vectorProgram(const std::string &body, const std::string &args = "",
                          const std::string &before = "") {
  return module(args, units(0) + before +
                          "  dataflow.program_unit iter_arg : %me -> (%l1lu0) "
                          ": {\n  }\n  dataflow.program_unit iter_arg : %me "
                          "-> (%sfu0) : {\n" +
                          body + "  }\n");
}

std::vector<Instruction> code(const std::string &text) {
  Compiled result = compile(text);
  REQUIRE_MESSAGE(result.binary, result.errors);
  const Binary &binary = *result.binary;
  return binary.streams[instanceOf(binary, "SFU", 0, 0).stream].code;
}

std::vector<Opcode> opcodes(const std::vector<Instruction> &code) {
  std::vector<Opcode> result;
  for (const Instruction &in : code)
    result.push_back(in.op);
  return result;
}

using Ops = std::vector<Opcode>;

std::string receive(const std::string &name) {
  return "    %" + name + " = dataflow.receive %l1lu0 : vector<64xf16>\n";
}
std::string add(const std::string &name, const std::string &a,
                const std::string &b) {
  return "    %" + name + " = vectorchain.binary %" + a + ", %" + b +
         " {binary_op = #vectorchain<binary_operator add>, op_specific_map = "
         "affine_map<(d0) -> (d0)>} : vector<64xf16>, vector<64xf16>, "
         "vector<64xf16>\n";
}
std::string send(const std::string &name) {
  return "    dataflow.send %l1su0, %" + name + " : vector<64xf16>\n";
}
std::string splat(const std::string &name, const std::string &bits) {
  return "    %b_" + name + " = vectorchain.constant_bitstream {" + bits +
         "} : vector<1xf16>\n    %" + name +
         " = vectorchain.shuffle input(%b_" + name +
         ") {indices = [0 : i32], repetition = 64 : i32} : vector<1xf16>, "
         "vector<64xf16>\n";
}

} // namespace

TEST_CASE("receive, compute, send reuse registers") {
  auto in =
      code(vectorProgram(receive("a") + receive("b") + add("s", "a", "b") +
                         send("s") + receive("c") + send("c")));
  CHECK(opcodes(in) == Ops{Opcode::Receive, Opcode::Receive, Opcode::Compute,
                           Opcode::Send, Opcode::Receive, Opcode::Send,
                           Opcode::Halt});
  CHECK(in[2].row == OpTable::builtin().byName("addf")->encoding);
  CHECK(in[2].src[0] == in[0].dst);
  CHECK(in[2].src[1] == in[1].dst);
  CHECK(in[2].count == 64);
  for (const Instruction &i : in)
    CHECK(i.dst < 2);
}

TEST_CASE("constants are spread in one instruction") {
  auto in = code(vectorProgram(splat("k", "value = [0x3c00]") + send("k")));
  CHECK(opcodes(in) == Ops{Opcode::Constant, Opcode::Send, Opcode::Halt});
  CHECK(in[0].a == Operand::imm(0x3c00));
  CHECK(in[0].count == 64);
}

TEST_CASE("a data scalar is a symbol and becomes a relocated entry") {
  Compiled result = compile(
      vectorProgram(splat("k", "is_symbol = true, value = [-3]") + send("k"),
                    "%n: index, %x: f16",
                    "  symbol.create_id %x {symbol_id = -3 : si64} : f16\n"));
  REQUIRE_MESSAGE(result.binary, result.errors);
  const Binary &binary = *result.binary;
  REQUIRE(binary.symbols.size() == 1);
  CHECK(binary.symbols[0].parts == std::vector<SymbolExpr::Part>{{1, 1}});
  REQUIRE(binary.relocations.size() == 1);
  const Instance &sfu = instanceOf(binary, "SFU", 0, 0);
  CHECK(&binary.instances[binary.relocations[0].instance] == &sfu);
  CHECK(binary.streams[sfu.stream].code[0].a == Operand::table(0));
}

TEST_CASE("lane 0 of a received vector is spread") {
  auto in = code(vectorProgram(
      "    %a = dataflow.receive %l1lu0 : vector<1xf16>\n    %s = "
      "vectorchain.shuffle input(%a) {indices = [0 : i32], repetition = 64 : "
      "i32} : vector<1xf16>, vector<64xf16>\n" +
      send("s")));
  CHECK(opcodes(in) ==
        Ops{Opcode::Receive, Opcode::Splat, Opcode::Send, Opcode::Halt});
  CHECK(in[0].count == 1);
  CHECK(in[1].count == 64);
}

TEST_CASE("comparison, selection and conversion take their row's formats") {
  auto in = code(vectorProgram(receive("a") + receive("b") + R"(
    %c = vectorchain.element_wise_compare %a, %b {compare_op = #vectorchain<element_wise_compare_operator compare_lt>} : vector<64xf16>, vector<64xf16>, vector<64xi1>
    %s = vectorchain.element_wise_selection %c ? %a : %b : vector<64xi1>, vector<64xf16>, vector<64xf16>, vector<64xf16>
    %f = vectorchain.cast %s : vector<64xf16>, vector<64xf32>
    dataflow.send %l1su0, %f : vector<64xf32>
)"));
  REQUIRE(in.size() == 7);
  const OpTable &ops = OpTable::builtin();
  CHECK(in[2].row == ops.byName("cmpf.olt")->encoding);
  CHECK(in[2].result == Format::I1);
  CHECK(in[3].row == ops.byName("select")->encoding);
  CHECK(in[3].format == Format::F16);
  CHECK(in[3].src[0] == in[2].dst);
  CHECK(in[4].row == ops.byName("extf")->encoding);
  CHECK(in[4].result == Format::F32);
  CHECK(in[5].format == Format::F32);
}

TEST_CASE("a value from outside stays through the loop") {
  auto in = code(vectorProgram(receive("k") + R"(
    scf.for %i = %c0 to %c4 step %c1 {
)" + receive("a") + add("s", "a", "k") +
                               send("s") + "    }\n"));
  CHECK(opcodes(in) == Ops{Opcode::Receive, Opcode::Loop, Opcode::Receive,
                           Opcode::Compute, Opcode::Send, Opcode::End,
                           Opcode::Halt});
  CHECK(in[2].dst != in[0].dst);
  CHECK(in[3].dst != in[0].dst); // the register of %k is needed next turn
}

TEST_CASE("a carried value is accumulated in place") {
  auto in = code(vectorProgram(splat("z", "value = [0x0]") + R"(
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %z) -> (vector<64xf16>) {
)" + receive("a") + add("s", "acc", "a") +
                               R"(
      scf.yield %s : vector<64xf16>
    }
)" + send("r")));
  CHECK(opcodes(in) == Ops{Opcode::Constant, Opcode::Loop, Opcode::Receive,
                           Opcode::Compute, Opcode::End, Opcode::Send,
                           Opcode::Halt});
  CHECK(in[3].dst == in[0].dst);
  CHECK(in[3].src[0] == in[0].dst);
  CHECK(in[5].src[0] == in[0].dst);
}

TEST_CASE("an outer loop's start value survives the inner loop") {
  // %z starts the inner loop anew at each turn, so it must not be overwritten.
  auto in = code(vectorProgram(splat("z", "value = [0x0]") + R"(
    scf.for %o = %c0 to %c2 step %c1 {
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %z) -> (vector<64xf16>) {
)" + receive("a") + add("s", "acc", "a") +
                               R"(
        scf.yield %s : vector<64xf16>
      }
)" + send("r") + "    }\n"));
  CHECK(opcodes(in) == Ops{Opcode::Constant, Opcode::Loop, Opcode::Compute,
                           Opcode::Loop, Opcode::Receive, Opcode::Compute,
                           Opcode::End, Opcode::Send, Opcode::End,
                           Opcode::Halt});
  CHECK(in[2].src[0] == in[0].dst);
  CHECK(in[2].dst != in[0].dst);
  CHECK(in[5].dst == in[2].dst);
}

TEST_CASE("exchanged carried values go through copies") {
  auto in = code(vectorProgram(receive("p") + receive("q") + R"(
    %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %p, %y = %q) -> (vector<64xf16>, vector<64xf16>) {
      scf.yield %y, %x : vector<64xf16>, vector<64xf16>
    }
    dataflow.send %l1su0, %r#0 : vector<64xf16>
)"));
  // Emulate: an odd number of turns exchanges them.
  std::vector<int> v(64, -1);
  int sent = -1, received = 0;
  auto step = [&](const Instruction &i) {
    if (i.op == Opcode::Receive)
      v[i.dst] = received++;
    if (i.op == Opcode::Compute)
      v[i.dst] = v[i.src[0]];
    if (i.op == Opcode::Send)
      sent = v[i.src[0]];
  };
  size_t loop = 0, end = 0;
  for (size_t i = 0; i < in.size(); ++i) {
    if (in[i].op == Opcode::Loop)
      loop = i;
    if (in[i].op == Opcode::End)
      end = i;
  }
  for (size_t i = 0; i < loop; ++i)
    step(in[i]);
  for (int turn = 0; turn < 3; ++turn)
    for (size_t i = loop + 1; i < end; ++i)
      step(in[i]);
  for (size_t i = end; i < in.size(); ++i)
    step(in[i]);
  CHECK(sent == 1);
}

namespace {

std::string regView(const std::string &name, const std::string &at) {
  return "    %" + name + " = dataflow.get_logical_memory_view %regs, %" + at +
         " {layout_map = affine_map<(d0) -> (d0)>} : index, index, "
         "memref<64xf16>\n";
}
std::string store(const std::string &value, const std::string &view) {
  return "    agen.vector_store %" + value + ", %" + view +
         "[0] {store_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>, "
         "store_order = affine_map<(d0) -> (d0)>} : memref<64xf16>, "
         "vector<64xf16>\n";
}
std::string load(const std::string &value, const std::string &view) {
  return "    %" + value + " = agen.vector_load %" + view +
         "[0] {load_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>, "
         "load_order = affine_map<(d0) -> (d0)>} : memref<64xf16>, "
         "vector<64xf16>\n";
}

} // namespace

TEST_CASE("operations without a name of their own work on named registers") {
  auto in =
      code(vectorProgram(regView("r0", "c0") + regView("r1", "c64") +
                         receive("a") + store("a", "r0") +
                         "    dataflow.opaque {func_name = \"sqrt\", "
                         "read_only_register_dictionary = {in0 = \"R0\"}, "
                         "read_write_register_dictionary = {out0 = \"R1\"}, "
                         "parameter_dictionary = {}}\n" +
                         load("s", "r1") + send("s")));
  CHECK(opcodes(in) ==
        Ops{Opcode::Receive, Opcode::Compute, Opcode::Send, Opcode::Halt});
  CHECK(in[1].row == OpTable::builtin().byName("sqrt")->encoding);
  CHECK(in[1].src[0] == in[0].dst);
  CHECK(in[2].src[0] == in[1].dst);
}

TEST_CASE("a named register accumulates around a loop") {
  auto in = code(vectorProgram(
      regView("r", "c0") + splat("z", "value = [0x0]") + store("z", "r") +
      "    scf.for %i = %c0 to %c4 step %c1 {\n" + receive("a") +
      load("acc", "r") + add("s", "acc", "a") + store("s", "r") + "    }\n" +
      load("t", "r") + send("t")));
  CHECK(opcodes(in) == Ops{Opcode::Constant, Opcode::Loop, Opcode::Receive,
                           Opcode::Compute, Opcode::End, Opcode::Send,
                           Opcode::Halt});
  CHECK(in[3].dst == in[0].dst);
  CHECK(in[3].src[0] == in[0].dst);
  CHECK(in[2].dst != in[0].dst);
}

TEST_CASE("a register written before it is read is just a value") {
  // Two names for one vector, old and new content: no copies.
  auto in = code(vectorProgram(regView("r", "c0") + receive("a") +
                               store("a", "r") + load("old", "r") +
                               receive("b") + store("b", "r") + send("old") +
                               load("new", "r") + send("new") + send("a")));
  CHECK(opcodes(in) == Ops{Opcode::Receive, Opcode::Receive, Opcode::Send,
                           Opcode::Send, Opcode::Send, Opcode::Halt});
  CHECK(in[2].src[0] == in[0].dst);
  CHECK(in[3].src[0] == in[1].dst);
  CHECK(in[4].src[0] == in[0].dst);
}

TEST_CASE("a kept register's old value is copied when it is still needed") {
  // The loop makes the register a kept one: it reads what the turn before
  // stored.
  auto in = code(vectorProgram(
      regView("r", "c0") + receive("z") + store("z", "r") +
      "    scf.for %i = %c0 to %c4 step %c1 {\n" + load("old", "r") +
      receive("b") + store("b", "r") + send("old") + "    }\n"));
  CHECK(opcodes(in) == Ops{Opcode::Receive, Opcode::Loop, Opcode::Compute,
                           Opcode::Receive, Opcode::Send, Opcode::End,
                           Opcode::Halt});
  CHECK(in[2].src[0] == in[0].dst);
  CHECK(in[3].dst == in[0].dst);
  CHECK(in[4].src[0] == in[2].dst);
}

TEST_CASE("a value under two names is not overwritten by a loop") {
  auto in = code(vectorProgram(regView("r", "c0") + receive("a") +
                               store("a", "r") + load("x", "r") +
                               R"(
    %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %x) -> (vector<64xf16>) {
)" + receive("b") + add("t", "acc", "b") +
                               R"(
      scf.yield %t : vector<64xf16>
    }
)" + load("y", "r") + send("s") +
                               send("y")));
  // One copy before the loop; %y is still what was received.
  CHECK(opcodes(in) == Ops{Opcode::Receive, Opcode::Compute, Opcode::Loop,
                           Opcode::Receive, Opcode::Compute, Opcode::End,
                           Opcode::Send, Opcode::Send, Opcode::Halt});
  CHECK(in[7].src[0] == in[0].dst);
  CHECK(in[4].dst == in[1].dst);
  CHECK(in[1].dst != in[0].dst);
}

TEST_CASE("sixteen vectors fit the register memory, seventeen do not") {
  auto program = [](int n) {
    std::string text;
    for (int i = 0; i < n; ++i)
      text += receive("a" + std::to_string(i));
    for (int i = 0; i < n; ++i)
      text += send("a" + std::to_string(i));
    return vectorProgram(text);
  };
  CHECK(compile(program(16)).binary);
  Compiled full = compile(program(17));
  CHECK_FALSE(full.binary);
  CHECK(full.errors.find("unit SFU would hold 2176 bytes of vectors") !=
        std::string::npos);
  CHECK(full.errors.find("SFU_REG has 2048") != std::string::npos);
  // Without a register memory the 64 registers are the limit.
  Device device = smallDevice();
  std::erase_if(device.memories,
                [](const DeviceMemory &m) { return m.kind == "SFU_REG"; });
  auto without = [&](int n) {
    std::string text = program(n);
    size_t at = text.find("  %regs");
    text.erase(at, text.find('\n', at) - at);
    return compile(text, device);
  };
  CHECK(without(64).binary);
  Compiled many = without(65);
  CHECK_FALSE(many.binary);
  CHECK(many.errors.find("more than 64 vectors") != std::string::npos);
}
