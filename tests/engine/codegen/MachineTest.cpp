// Whole programs, from DataflowIR to the machine's memory.
#include "engine/machine/Machine.h"
#include "tests/engine/codegen/Compile.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::test;

namespace {

using Halves = std::vector<float>;

/// Runs a kernel whose arguments are the bases of its buffers (all f16);
/// returns their content afterwards.
std::vector<Halves> run(const std::string &text, std::vector<Halves> buffers,
                        std::vector<int64_t> scalars = {}) {
  Compiled compiled = compile(text);
  REQUIRE_MESSAGE(compiled.binary, compiled.errors);
  KernelInfo info;
  info.name = "f";
  for (size_t i = 0; i < buffers.size() + scalars.size(); ++i) {
    bool base = i < buffers.size();
    info.arguments.push_back({"p" + std::to_string(i),
                              base ? Format::I64 : Format::F16,
                              base ? ArgumentKind::Base : ArgumentKind::Scalar,
                              {}});
  }
  mlir::MLIRContext context;
  mlir::FailureOr<SpyreCode> code = generateSpyreCode(
      *compiled.binary, smallDevice(), info, mlir::UnknownLoc::get(&context));
  REQUIRE(succeeded(code));
  // Through the files, as a runtime would read them.
  Result<SpyreCode> job = fromFiles(toFiles(*code));
  REQUIRE_MESSAGE(bool(job), (job ? "" : job.error().str()));
  auto machine = Machine::create(*job, smallDevice());
  REQUIRE_MESSAGE(bool(machine), (machine ? "" : machine.error().str()));
  std::vector<int64_t> arguments;
  std::vector<uint64_t> addresses;
  for (const Halves &buffer : buffers) {
    auto address = (*machine)->allocate(buffer.size() * 2);
    REQUIRE(bool(address));
    addresses.push_back(*address);
    arguments.push_back(int64_t(*address / 2));
    std::vector<uint8_t> bytes;
    for (float value : buffer) {
      uint16_t bits = floatToF16(value);
      bytes.push_back(uint8_t(bits));
      bytes.push_back(uint8_t(bits >> 8));
    }
    REQUIRE(bool((*machine)->write(*address, bytes)));
  }
  arguments.insert(arguments.end(), scalars.begin(), scalars.end());
  REQUIRE(bool((*machine)->prepare()));
  auto launched = (*machine)->launch(arguments);
  REQUIRE_MESSAGE(bool(launched), (launched ? "" : launched.error().str()));
  for (size_t b = 0; b < buffers.size(); ++b) {
    std::vector<uint8_t> bytes(buffers[b].size() * 2);
    REQUIRE(bool((*machine)->read(addresses[b], bytes)));
    for (size_t i = 0; i < buffers[b].size(); ++i)
      buffers[b][i] =
          f16ToFloat(uint16_t(bytes[2 * i] | bytes[2 * i + 1] << 8));
  }
  return buffers;
}

float half(float value) { return f16ToFloat(floatToF16(value)); }

std::string view(const std::string &name, const std::string &memory,
                 const std::string &start) {
  return "    %" + name + " = dataflow.get_logical_memory_view %" + memory +
         ", %" + start +
         " {layout_map = affine_map<(d0, d1) -> (d0 * 64 + d1)>} : index, "
         "index, memref<64x64xf16>\n";
}

const std::string row = "affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 63 >= "
                        "0)>",
                  order = "affine_map<(d0, d1) -> (d0, d1)>";

std::string copy(const std::string &from, const std::string &fromRow,
                 const std::string &to, const std::string &toRow,
                 const std::string &name) {
  std::string still = "affine_map<(d0) -> (0, 0)>";
  return "      agen.composite_load_and_store src:%" + from + "[%" + fromRow +
         ", 0] dst:%" + to + "[%" + toRow + ", 0] time_symbols(), load_iv(%" +
         name + ":vector<64xf16>) {load_set = " + row +
         ", load_order = " + order + ", load_time_addr_map = " + still +
         ", store_set = " + row + ", store_order = " + order +
         ", store_time_addr_map = " + still +
         ", time_set = affine_set<(d0) : (d0 == 0)>, time_order = "
         "affine_map<(d0) -> (d0)>} { agen.yield } : memref<64x64xf16>, "
         "memref<64x64xf16>\n";
}

std::string load(const std::string &name, const std::string &from,
                 const std::string &index, const std::string &unit) {
  return "      %" + name + " = agen.vector_load %" + from + "[%" + index +
         ", 0] {load_set = " + row + ", load_order = " + order +
         "} : memref<64x64xf16>, vector<64xf16>\n      dataflow.send %" + unit +
         ", %" + name + " : vector<64xf16>\n";
}

std::string store(const std::string &unit, const std::string &to,
                  const std::string &index) {
  return "      %r = dataflow.receive %" + unit +
         " : vector<64xf16>\n      agen.vector_store %r, %" + to + "[%" +
         index + ", 0] {store_set = " + row + ", store_order = " + order +
         "} : memref<64x64xf16>, vector<64xf16>\n";
}

std::string program(const std::string &units) {
  return "  dataflow.program_unit iter_arg : %me -> (" + units + ") : {\n";
}
std::string signal(const std::string &unit) {
  return "      dataflow.sync_send %" + unit +
         " {wait_immediately_for_async_transfers = true} : index\n";
}
std::string wait(const std::string &unit) {
  return "      dataflow.sync_recv %" + unit + " : index\n";
}
/// %name of the unit beside the running one, for units with one core each.
std::string beside(const std::string &name, const std::string &mine) {
  return "    %m_" + name + " = uniform.def_immutable_mapping([%" + mine +
         "0 -> %" + name + "0], [%" + mine + "1 -> %" + name +
         "1]):index\n    %" + name + " = uniform.query_map(map:%m_" + name +
         ", key:%me) : index\n";
}
const std::string binaryTail =
    ", op_specific_map = affine_map<(d0) -> (d0)>} : vector<64xf16>, "
    "vector<64xf16>, vector<64xf16>\n";

} // namespace

TEST_CASE("two rows are added") {
  std::string text = module(
      "%in: index, %out: index",
      units(0) + program("%mnilu0") + view("a", "ddr", "in") +
          view("x", "l1", "c0") + "    scf.for %i = %c0 to %c2 step %c1 {\n" +
          copy("a", "i", "x", "i", "v") + "    }\n" + signal("l1lu0") +
          wait("l1lu0") + "  }\n" + program("%l1lu0") + view("x", "l1", "c0") +
          signal("mnilu0") + wait("mnilu0") +
          "    scf.for %i = %c0 to %c2 step %c1 {\n" +
          load("v", "x", "i", "sfu0") + "    }\n  }\n" + program("%sfu0") +
          "    %v = dataflow.receive %l1lu0 : vector<64xf16>\n    %w = "
          "dataflow.receive %l1lu0 : vector<64xf16>\n    %s = "
          "vectorchain.binary %v, %w {binary_op = "
          "#vectorchain<binary_operator add>" +
          binaryTail + "    dataflow.send %l1su0, %s : vector<64xf16>\n  }\n" +
          program("%l1su0") + view("y", "l1", "c128") +
          store("sfu0", "y", "c0") + signal("mnisu0") + "  }\n" +
          program("%mnisu0") + view("y", "l1", "c128") +
          view("b", "ddr", "out") + wait("l1su0") +
          copy("y", "c0", "b", "c0", "v") + "  }\n");
  Halves in, expected;
  for (int i = 0; i < 128; ++i)
    in.push_back(half(0.37f * i - 11));
  for (int i = 0; i < 64; ++i)
    expected.push_back(half(in[i] + in[i + 64]));
  CHECK(run(text, {in, Halves(64)})[1] == expected);
}

TEST_CASE("two cores, double buffers, scalars and named registers") {
  // out = sqrt(in * k + in) for 8 rows, four on each core, through two rows of
  // scratchpad on either side that are handed back and forth.
  std::string rows = R"(
    %shares = uniform.def_immutable_mapping([%MINE0 -> %c0], [%MINE1 -> %c4]):index
    %first = uniform.query_map(map:%shares, key:%me) : index
)";
  auto share = [&](const std::string &mine) {
    std::string text = rows;
    for (size_t at; (at = text.find("MINE")) != std::string::npos;)
      text.replace(at, 4, mine);
    return text;
  };
  std::string loop = "    scf.for %i = %c0 to %c4 step %c1 {\n      %phase = "
                     "arith.remui %i, %c2 : index\n      %row = arith.addi "
                     "%first, %i : index\n      %late = arith.cmpi sge, %i, "
                     "%c2 : index\n";
  auto whenLate = [](const std::string &what) {
    return "      scf.if %late {\n" + what + "      }\n";
  };
  std::string reg = "    %RN = dataflow.get_logical_memory_view %regs, %AT "
                    "{layout_map = affine_map<(d0) -> (d0)>} : index, index, "
                    "memref<64xf16>\n";
  auto regView = [&](const std::string &name, const std::string &at) {
    std::string text = reg;
    text.replace(text.find("RN"), 2, name);
    text.replace(text.find("AT"), 2, at);
    return text;
  };
  std::string set = "affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>",
              id = "affine_map<(d0) -> (d0)>";
  std::string text = module(
      "%in: index, %out: index, %k: f16",
      units(0) + units(1) +
          "  symbol.create_id %k {symbol_id = -1 : si64} : f16\n" +
          program("%mnilu0, %mnilu1") + share("mnilu") +
          beside("l1lu", "mnilu") + view("a", "ddr", "in") +
          view("x", "l1", "c0") + loop + whenLate(wait("l1lu")) +
          copy("a", "row", "x", "phase", "v") + signal("l1lu") +
          "    }\n  }\n" + program("%l1lu0, %l1lu1") + share("l1lu") +
          beside("mnilu", "l1lu") + beside("sfu", "l1lu") +
          view("x", "l1", "c0") + loop + wait("mnilu") +
          load("v", "x", "phase", "sfu") + signal("mnilu") + "    }\n  }\n" +
          program("%sfu0, %sfu1") + beside("l1lu", "sfu") +
          beside("l1su", "sfu") + regView("r0", "c0") + regView("r1", "c64") +
          "    %bits = vectorchain.constant_bitstream {is_symbol = true, value "
          "= [-1]} : vector<1xf16>\n    %kk = vectorchain.shuffle input(%bits) "
          "{indices = [0 : i32], repetition = 64 : i32} : vector<1xf16>, "
          "vector<64xf16>\n    scf.for %i = %c0 to %c4 step %c1 {\n      %v = "
          "dataflow.receive %l1lu : vector<64xf16>\n      %p = "
          "vectorchain.binary %v, %kk {binary_op = "
          "#vectorchain<binary_operator mul>" +
          binaryTail +
          "      %s = vectorchain.binary %p, %v {binary_op = "
          "#vectorchain<binary_operator add>" +
          binaryTail + "      agen.vector_store %s, %r0[0] {store_set = " +
          set + ", store_order = " + id +
          "} : memref<64xf16>, vector<64xf16>\n      dataflow.opaque "
          "{func_name = \"sqrt\", read_only_register_dictionary = {in0 = "
          "\"R0\"}, read_write_register_dictionary = {out0 = \"R1\"}, "
          "parameter_dictionary = {}}\n      %q = agen.vector_load %r1[0] "
          "{load_set = " +
          set + ", load_order = " + id +
          "} : memref<64xf16>, vector<64xf16>\n      dataflow.send %l1su, %q : "
          "vector<64xf16>\n    }\n  }\n" +
          program("%l1su0, %l1su1") + share("l1su") + beside("sfu", "l1su") +
          beside("mnisu", "l1su") + view("y", "l1", "c256") + loop +
          whenLate(wait("mnisu")) + store("sfu", "y", "phase") +
          signal("mnisu") + "    }\n  }\n" + program("%mnisu0, %mnisu1") +
          share("mnisu") + beside("l1su", "mnisu") + view("y", "l1", "c256") +
          view("b", "ddr", "out") + loop + wait("l1su") +
          copy("y", "phase", "b", "row", "v") + signal("l1su") +
          "    }\n  }\n");
  Halves in, expected;
  for (int i = 0; i < 8 * 64; ++i) {
    in.push_back(half(0.031f * i));
    expected.push_back(half(std::sqrt(half(half(in[i] * 1.5f) + in[i]))));
  }
  Halves out = run(text, {in, Halves(8 * 64)}, {floatToF16(1.5f)})[1];
  for (int i = 0; i < 8 * 64; ++i)
    REQUIRE(out[i] == doctest::Approx(expected[i]).epsilon(1e-3));
}
