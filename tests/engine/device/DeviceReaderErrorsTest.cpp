// What the reader says of texts that are no device.
#include "ReadDevice.h"
#include <doctest/doctest.h>
#include <fstream>
#include <sstream>

using namespace sg;

/// A working device, with places for tests to break.
static std::string deviceText(const std::string &device = "",
                              const std::string &local = "",
                              const std::string &unit = "",
                              const std::string &extra = "",
                              const std::string &core = "") {
  return "ktdf_arch.device @d attributes {" + device + "} {\n" +
         "  %m = memory {kind = \"M\", size = 4096}\n" +
         "  group {kind = \"core\"" + core + "} share(%m) {\n" +
         "    %s = memory {kind = \"S\"" + local + "}\n" +
         "    %u = exec_unit {kind = \"U\"" + unit + "}\n" +
         "    datapath %m to %s : memory, memory\n" +
         "    datapath %s to %m : memory, memory\n" +
         "    datapath %s to %u : memory, exec_unit\n" +
         "    datapath %u to %s : exec_unit, memory\n" + extra + "  }\n}\n";
}

/// The text must fail with exactly one error that holds `part`, at `place`.
static void checkError(const std::string &text, const std::string &place,
                       const std::string &part) {
  ReadDevice &read = ReadDevice::text(text);
  INFO(text);
  INFO(read.said);
  CHECK(llvm::failed(read.device));
  CHECK(read.said.rfind(place, 0) == 0);
  CHECK(read.said.find(part) != std::string::npos);
}

TEST_CASE("the working text works") {
  ReadDevice &read = ReadDevice::text(deviceText());
  INFO(read.said);
  CHECK(llvm::succeeded(read.device));
}

TEST_CASE("unknown endpoint of a datapath") {
  checkError(deviceText("", "", "",
                        "    datapath %s to %nowhere : memory, exec_unit\n"),
             "10:20: ", "there is no resource '%nowhere' here");
  // Not shared with the group.
  checkError("ktdf_arch.device @d {\n  %a = memory {kind = \"A\"}\n"
             "  group share() {\n    %b = exec_unit\n"
             "    datapath %a to %b : memory, exec_unit\n  }\n}\n",
             "5:14: ", "there is no resource '%a' here");
  checkError(deviceText("", "", "", "    datapath %s to %s : memory, memory\n"),
             "10:5: ", "connects a resource to itself");
}

TEST_CASE("no route to or from a compute unit") {
  std::string unit = "    %v = exec_unit {kind = \"V\"}\n";
  checkError(deviceText("", "", "", unit),
             "10:10: ", "no route from 'M' to 'V'");
  checkError(deviceText("", "", "",
                        unit + "    datapath %s to %v : memory, exec_unit\n"),
             "10:10: ", "no route from 'V' to 'M'");
  checkError(
      deviceText("", "", "",
                 "    %v = exec_unit {kind = \"V\", features = {load}}\n"),
      "10:10: ", "'V' moves data but no datapath leads to it");
}

TEST_CASE("missing memories") {
  checkError("ktdf_arch.device @d {\n  group {kind = \"core\"} share() {\n"
             "    memory {kind = \"S\", size = 1}\n  }\n}",
             "1:1: ", "device 'd' has no global memory");
  checkError("ktdf_arch.device @d {\n  memory {kind = \"M\", size = 1}\n}",
             "1:1: ", "device 'd' has no local memory");
  checkError("ktdf_arch.device @d {}", "1:1: ", "no global memory");
  checkError(deviceText("mem_space_mapping = #ktdf_arch.map<"
                        "#ktdp.memory_space<global> = \"HBM\">"),
             "1:1: ", "maps to memory 'HBM'");
  checkError(deviceText("mem_space_mapping = #ktdf_arch.map<"
                        "#ktdp.memory_space<global> = \"S\">"),
             "4:10: ", "global memory 'S' is inside a group");
  checkError(deviceText("mem_space_mapping = 3"),
             "1:1: ", "'mem_space_mapping' must be a map");
}

TEST_CASE("sizes and figures") {
  checkError(deviceText("", ", size = 0"),
             "4:10: ", "'size' must be at least 1");
  checkError(deviceText("", ", size = -5"), "4:10: ", "must be at least 1");
  checkError(deviceText("", ", size = \"big\""),
             "4:10: ", "'size' must be a 64-bit integer");
  checkError(deviceText("", ", size = 9000000000000000000"),
             "4:10: ", "size of memory 'S' is 9000000000000000000");
  checkError(deviceText("", ", size = 123456789012345678901234567890 : i200"),
             "4:10: ", "'size' must be a 64-bit integer");
  checkError(deviceText("", ", sg.ports = \"two\""),
             "4:10: ", "memory 'S': 'sg.ports' must be an integer, not two");
  checkError(deviceText("", ", sg.bytes_per_cycle = -1.5"),
             "4:10: ", "sg.bytes_per_cycle of memory 'S' is -1.5");
  checkError(deviceText("", ", sg.bytes_per_cycle = 0x7F800000 : f32"),
             "4:10: ", "sg.bytes_per_cycle of memory 'S'");
  checkError(deviceText("", ", sg.latency_cycles = -1"),
             "4:10: ", "sg.latency_cycles of memory 'S' is -1");
  checkError(deviceText("", "", ", sg.cycles = 4"),
             "5:10: ", "exec_unit 'U': 'sg.cycles' must be a table");
  checkError(deviceText("", "", ", sg.cycles = {simple = 0}"),
             "5:10: ", "sg.cycles 'simple' of exec_unit 'U' is 0");
  checkError(deviceText("", "", ", sg.tile = [8, 8]"),
             "5:10: ", "'sg.tile' must be [m, n, k]");
  checkError(deviceText("", "", ", sg.tile = [8, 8, \"x\"]"),
             "5:10: ", "'sg.tile' must hold integers");
  checkError(deviceText("", "", ", features = 3"),
             "5:10: ", "'features' must be a dictionary");
  checkError(deviceText("", "", ", features = {simd = {lanes = 3}}"),
             "5:10: ", "'lanes' must be a map");
  checkError(deviceText("", "",
                        ", features = {simd = {lanes = #ktdf_arch.map<f16 = "
                        "0>}}"),
             "5:10: ", "'lanes' must be at least 1");
  checkError(deviceText("sg.clock_ghz = 0"), "1:1: ", "sg.clock_ghz is 0");
  checkError(deviceText("sg.signal_cycles = 1.5"),
             "1:1: ", "'sg.signal_cycles' must be an integer, not 1.5");
  checkError(deviceText("sg.topology = {kind = \"torus\"}"),
             "1:1: ", "kind of 'sg.topology' must be");
  checkError(deviceText("sg.topology = {kind = \"mesh\", rows = 2}"),
             "1:1: ", "a mesh needs 'cols'");
  checkError(deviceText("sg.topology = {kind = \"mesh\", rows = 2, cols = 2}"),
             "1:1: ", "mesh of 2 by 2, but the device has 1 cores");
}

TEST_CASE("counts of groups") {
  checkError(deviceText("", "", "", "", ", sg.count = 0"),
             "3:3: ", "'sg.count' must be an integer");
  checkError(deviceText("", "", "", "", ", sg.count = 32.0"),
             "3:3: ", "'sg.count' must be an integer");
  checkError(deviceText("", "", "", "", ", sg.count = 99999999"),
             "3:3: ", "'sg.count' must be an integer from 1 to 65536");
  checkError(deviceText("", "", "", "", ", sg.count = 60000"),
             "1:1: ", "the number of cores is 60000");
  std::string twoCores = R"(ktdf_arch.device @d {
  %m = memory {kind = "M"}
  group {kind = "core"} share(%m) {
    %s = memory {kind = "S"}
    group {kind = "corelet"} share(%s) {}
  }
  group {kind = "core"} share(%m) {
    %s = memory {kind = "S"}
    group {kind = "corelet", sg.count = 2} share(%s) {}
  }
})";
  checkError(twoCores, "7:3: ", "this core has 2 corelets");
}

TEST_CASE("one kind, one meaning") {
  checkError(
      deviceText("", "", "", "    memory {kind = \"S\", size = 3}\n"),
      "10:5: ", "kind 'S' is described twice, with different attributes");
  checkError(deviceText("", "", "", "    memory {kind = \"M\", size = 4096}\n"),
             "10:5: ", "kind 'M' is described twice, in different groups");
  checkError(deviceText("", "", "", "    exec_unit {kind = \"S\"}\n"),
             "10:5: ", "as a memory and as an exec_unit");
  checkError(deviceText("", "", "",
                        "    datapath {bandwidth = 4} %m to %s : memory, "
                        "memory\n"),
             "10:5: ", "datapath 'M' to 'S' is described twice");
}

TEST_CASE("files with no device or several") {
  checkError("", "1:1: ", "no device here");
  checkError("// nothing\n", "1:1: ", "no device here");
  checkError(deviceText() + "ktdf_arch.device @e { }\n",
             "12:1: ", "a file describes one device; @e is another one");
}

TEST_CASE("imports") {
  checkError("ktdf_arch.device @d import(\"missing.mlir\")", "1:1: ",
             "cannot import device @d from \"missing.mlir\": No such file");
  checkError("ktdf_arch.device @d import(\".\")", "1:1: ", "is a directory");
  checkError("ktdf_arch.device @d import(\"one-core.mlir\")",
             "1:1: ", "the file has no device of that name");
  checkError("ktdf_arch.device @broken import(\"broken.mlir\")", "1:42: ",
             "cannot import device @broken from \"broken.mlir\": the file has "
             "errors");
  ReadDevice &circle = ReadDevice::file(deviceInputs + "/circle-a.mlir");
  INFO(circle.said);
  CHECK(llvm::failed(circle.device));
  CHECK(circle.said == "1:1: cannot import device @around from "
                       "\"circle-a.mlir\": the imports go round in a circle\n");
}

TEST_CASE("files that cannot be read") {
  ReadDevice &missing = ReadDevice::file(deviceInputs + "/missing.mlir");
  CHECK(llvm::failed(missing.device));
  CHECK(missing.said.find("cannot read the device file: No such file") !=
        std::string::npos);
  ReadDevice &folder = ReadDevice::file(deviceInputs);
  CHECK(llvm::failed(folder.device));
  CHECK(folder.said.find("from a directory") != std::string::npos);
}

TEST_CASE("unknown attributes: kept quietly, but for sg.") {
  ReadDevice &read = ReadDevice::text(
      deviceText("", ", color = \"red\", sg.latncy_cycles = 3"));
  CHECK(llvm::succeeded(read.device));
  CHECK(read.said == "4:10: memory 'S': nothing reads 'sg.latncy_cycles' here; "
                     "known are sg.ports, sg.bytes_per_cycle, "
                     "sg.latency_cycles\n");
}

TEST_CASE("what multiplies is refused before it costs time") {
  // A thousand units, each of which reaches each other one.
  auto text = [](int kinds, int ports, const std::string &loops) {
    std::string text = "ktdf_arch.device @d {\n  %s:" + std::to_string(ports) +
                       " = switch[" + std::to_string(ports) + "]\n" + loops;
    for (int i = 0; i < kinds; ++i) {
      std::string unit = "%u" + std::to_string(i),
                  port = "%s#" + std::to_string(i % ports);
      text += "  " + unit + " = exec_unit {kind = \"" + unit + "\"}\n" +
              "  datapath " + unit + " to " + port + " : exec_unit, port\n" +
              "  datapath " + port + " to " + unit + " : port, exec_unit\n";
    }
    return text + "}\n";
  };
  checkError(text(1000, 1000, ""), "", "more than 16384 connections");
  // Few kinds of ways, but every port leads to every other.
  std::string loops;
  for (int i = 0; i < 1000; ++i)
    loops += "  datapath %s#" + std::to_string(i) + " to %s#" +
             std::to_string((i + 1) % 1000) + " : port, port\n";
  checkError(text(100, 1000, loops), "", "too many ways lead on");
}

TEST_CASE("hostile text is refused, not fatal") {
  std::string open(100000, '{');
  checkError("ktdf_arch.device @d " + open, "1:277: ", "brackets are nested");
  std::string nested = "ktdf_arch.device @d attributes {a = ";
  for (int i = 0; i < 5000; ++i)
    nested += "tensor<";
  checkError(nested, "", "brackets are nested");
  // What would crash MLIR's parser or verifier is refused here too.
  checkError("func.func @k(%a: tensor<f16>, %b: tensor<4x4xf16>) {\n"
             "  %0 = linalg.broadcast ins(%a : tensor<f16>) outs(%b : "
             "tensor<4x4xf16>) dimensions = [1, 1]\n  return\n}\n" +
                 deviceText(),
             "2:8: ", "has dimension 1 twice");
  checkError(deviceText("", ", a = array<index: 64>"),
             "4:40: ", "an array holds integers or floats");
  std::string sum = "(d0 floordiv 2)";
  for (int i = 0; i < 100000; ++i)
    sum += " + (d0 floordiv 3)";
  checkError("#m = affine_map<(d0) -> (" + sum + ")>\n" + deviceText(),
             "1:", "operators in one expression");
  std::string doubling = "#a0 = [1, 1]\n";
  for (int i = 0; i < 63; ++i)
    doubling += "#a" + std::to_string(i + 1) + " = [#a" + std::to_string(i) +
                ", #a" + std::to_string(i) + "]\n";
  checkError(doubling + deviceText("a = #a63"), "", "too many other aliases");
  checkError(std::string(5 << 20, ' '), "1:1: ", "at most 4194304 bytes");
  checkError("ktdf_arch.device @d { switch[4000000000] }",
             "1:29: ", "at most 1024 ports");
  checkError(std::string("ktdf_arch.device @d {\0}", 22), "", "");
  checkError("ktdf_arch.device @d { %m = memory }", "1:28: ", "needs a 'kind'");
  checkError("\"ktdf_arch.device\"() ({}) {sym_name = \"d\"} : () -> ()",
             "1:1: ", "has no body");
  checkError("\"ktdf_arch.device\"() ({^bb0(%a: i32):}) {sym_name = \"d\"} : "
             "() -> ()",
             "1:1: ", "takes no block arguments");
  checkError("ktdf_arch.device @d { memory {kind = \"A\", kind = \"B\"} }", "",
             "");
}

TEST_CASE("a real file, cut and changed everywhere") {
  std::ifstream file(deviceInputs + "/one-core.mlir");
  std::stringstream buffer;
  buffer << file.rdbuf();
  std::string text = buffer.str();
  REQUIRE(text.size() > 1000);
  // One context for all: loading the dialects takes longer than the reading.
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  size_t messages = 0;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &) {
    ++messages;
    return llvm::success();
  });
  auto read = [&](const std::string &text) {
    messages = 0;
    return llvm::succeeded(
        readDeviceText(text, "test.mlir", deviceInputs, context));
  };
  REQUIRE(read(text));
  for (size_t end = 0; end < text.size() - 40; end += 41) {
    CHECK_FALSE(read(text.substr(0, end)));
    CHECK(messages > 0);
  }
  for (size_t at = 0; at < text.size(); at += 29)
    for (char c : {'"', '<', '}', '%', '\0', '9'}) {
      std::string changed = text;
      changed[at] = c;
      bool isDevice = read(changed);
      CHECK((isDevice || messages > 0));
    }
}
