// What is reported, and that nothing crashes.
#include "Harness.h"
#include <cctype>
#include <cstring>

using namespace sg::test;

namespace {
// One tile copies `tileText` of a 4x4 input; %id and %n can be used.
std::string copyKernel(const std::string &subscripts,
                       const std::string &grid = "2") {
  return "func.func @k(%a: index, %o: index) attributes {grid = [" + grid +
         "]} {\n%id = ktdp.get_compute_tile_id : index\n%two = arith.addi "
         "%id, %id : index\n" +
         view("%v", "%a", {4, 4}, "f16") + view("%w", "%o", {8}, "f16") +
         tile("%t", "%v", {4, 4}, "f16", subscripts, {1, 4}) +
         tile("%u", "%w", {8}, "f16", "%id * 4", {4}) + R"(
    %d = ktdp.load %t : <1x4xindex> -> tensor<1x4xf16>
    %e = tensor.collapse_shape %d [[0, 1]] : tensor<1x4xf16> into tensor<4xf16>
    ktdp.store %e, %u : tensor<4xf16>, <4xindex>
    return })";
}

std::string runFailing(const std::string &text,
                       const sg::ReferenceOptions &options = {}) {
  Kernel kernel(text);
  if (!kernel.describe())
    return "describe: " + kernel.diagnostics;
  bool ok = kernel.run(options);
  CHECK(ok == (kernel.errors == 0));
  return kernel.diagnostics;
}
bool has(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}
} // namespace

TEST_CASE("accesses outside of a view name tile, coordinate and shape") {
  std::string text = runFailing(copyKernel("%id + 3, 0"));
  CHECK(has(text, "tile 1 is outside of the view: coordinate (4, 0) of a view "
                  "of 4x4"));
  text = runFailing(copyKernel("0, %id"));
  CHECK(has(text, "coordinate (0, 4)"));
  text = runFailing(copyKernel("-1, 0"));
  CHECK(has(text, "tile 0 is outside"));
  CHECK(has(text, "(-1, 0)"));
  CHECK(has(runFailing(copyKernel("9223372036854775807, 0")), "coordinate"));
  CHECK(has(runFailing(copyKernel("%id * 9223372036854775807 + %two, 0")),
            "subscript has no value"));
}

TEST_CASE("tiles of a grid with axes are named by position") {
  Kernel kernel(copyKernel("%id + 3, 0"));
  REQUIRE(kernel.describe({}, {1, 2}));
  CHECK(kernel.run());
  CHECK(kernel.says("tile 1 (grid position 0, 1)"));
}

TEST_CASE("outside of a view loads give zero and stores do nothing") {
  // Rows 2 to 5 of four, columns 1 to 4 of four, to rows 6 to 9 of eight.
  Kernel kernel("func.func @k(%a: index, %o: index) {\n" +
                view("%v", "%a", {4, 4}, "f16") +
                view("%w", "%o", {8, 4}, "f16") +
                tile("%t", "%v", {4, 4}, "f16", "2, 1", {4, 4}) +
                tile("%u", "%w", {8, 4}, "f16", "6, 0", {4, 4}) + R"(
    %d = ktdp.load %t : <4x4xindex> -> tensor<4x4xf16>
    ktdp.store %d, %u : tensor<4x4xf16>, <4x4xindex>
    return })");
  REQUIRE(kernel.describe());
  kernel.set("arg0", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
  REQUIRE(kernel.run());
  CHECK(kernel.says("loads give zero there and stores do nothing"));
  std::vector<double> out = kernel.get("arg1");
  std::vector<double> tail(out.end() - 8, out.end());
  CHECK(tail == std::vector<double>{9, 10, 11, 0, 13, 14, 15, 0});
}

TEST_CASE("stores of two tiles to one element are a warning") {
  Kernel kernel("func.func @k(%o: index) attributes {grid = [3]} {\n"
                "%id = ktdp.get_compute_tile_id : index\n" +
                view("%w", "%o", {8}, "f16") +
                tile("%u", "%w", {8}, "f16", "%id * 2", {3}) + R"(
    %d = arith.constant dense<1.0> : tensor<3xf16>
    ktdp.store %d, %u : tensor<3xf16>, <3xindex>
    ktdp.store %d, %u : tensor<3xf16>, <3xindex>
    return })");
  REQUIRE(kernel.describe());
  CHECK(kernel.run());
  CHECK(kernel.errors == 0);
  CHECK(kernel.says("tile 1 stores element 2 of 'arg0', which tile 0 stored "
                    "too"));
}

TEST_CASE("reads of what nothing has written are a warning") {
  Kernel kernel("func.func @k(%o: index) {\n%c0 = arith.constant 0 : index\n" +
                view("%w", "%o", {8}, "f16") +
                view("%l", "%c0", {8}, "f16", "ct_local") +
                tile("%u", "%w", {8}, "f16", "0", {2}) +
                tile("%x", "%w", {8}, "f16", "1", {2}) +
                tile("%y", "%l", {8}, "f16", "3", {2}) + R"(
    %d = arith.constant dense<1.0> : tensor<2xf16>
    ktdp.store %d, %u : tensor<2xf16>, <2xindex>
    %e = ktdp.load %x : <2xindex> -> tensor<2xf16>
    %f = ktdp.load %y : <2xindex> -> tensor<2xf16>
    return })");
  REQUIRE(kernel.describe());
  CHECK(kernel.run());
  CHECK(kernel.says("reads element 2 of 'arg0', which nothing has written"));
  CHECK(kernel.says("reads element 3 of the scratchpad of tile 0"));
}

TEST_CASE("loops that cannot end and runs that take too long") {
  std::string loop = R"(func.func @k() {
    %c0 = arith.constant 0 : index
    %n = arith.constant 1000000000000 : index
    %s = arith.constant STEP : index
    scf.for %i = %c0 to %n step %s {
      %x = arith.addi %i, %i : index
    }
    return })";
  auto with = [&](const char *step) {
    std::string text = loop;
    text.replace(text.find("STEP"), 4, step);
    return text;
  };
  sg::ReferenceOptions options;
  options.maxSteps = 10000;
  CHECK(has(runFailing(with("1"), options), "gave up after 10000"));
  CHECK(has(runFailing(with("0"), options), "step is 0"));
  CHECK(has(runFailing(with("-4"), options), "step is -4"));
  CHECK(has(runFailing(R"(func.func @k() {
    %t = arith.constant true
    scf.while : () -> () { scf.condition(%t) } do { scf.yield }
    return })",
                       options),
            "gave up"));
  CHECK(has(runFailing(R"(func.func @k() {
    %a = arith.constant dense<1.0> : tensor<100x200xf16>
    %b = arith.addf %a, %a : tensor<100x200xf16>
    return })",
                       options),
            "gave up"));
}

TEST_CASE("too much memory is refused") {
  CHECK(has(runFailing(R"(func.func @k() {
    %e = tensor.empty() : tensor<100000x100000xf32>
    return })"),
            "too large to interpret"));
  CHECK(has(runFailing(R"(func.func @k() {
    %n = arith.constant -3 : index
    %e = tensor.empty(%n) : tensor<?xf32>
    return })"),
            "not possible"));
  CHECK(
      has(runFailing("func.func @k(%a: index) {\n" +
                     view("%v", "%a", {1 << 20, 1 << 14}, "f16") + "return }"),
          "more than 2 GiB"));
  CHECK(has(runFailing("func.func @k() {\n%c = arith.constant 4000000000000 : "
                       "index\n" +
                       view("%l", "%c", {4}, "f16", "ct_local") +
                       tile("%t", "%l", {4}, "f16", "0", {4}) +
                       "%d = ktdp.load %t : <4xindex> -> tensor<4xf16>\nreturn "
                       "}"),
            "more than the interpreter can hold"));
}

TEST_CASE("what the interpreter does not know is named") {
  CHECK(has(runFailing(R"(func.func @k(%t: index) {
    %v = arith.constant dense<1.0> : vector<4xf16>
    return })"),
            "arith.constant"));
  CHECK(has(runFailing(R"(func.func @k() {
    %c = arith.constant 1.0 : f64
    %d = arith.addf %c, %c : f64
    return })"),
            "arith.constant"));
  CHECK(has(runFailing(R"(func.func @k() {
    cf.br ^bb1
  ^bb1:
    return })"),
            "structured control flow"));
  CHECK(has(runFailing("func.func private @k()"), "no body"));
  CHECK(has(runFailing(R"(func.func @k(%m: memref<4xf16>) { return })"),
            "arguments are index"));
}

TEST_CASE("views that do not fit each other or depend on data") {
  CHECK(has(runFailing("func.func @k(%a: index) {\n" +
                       view("%v", "%a", {4}, "f16") +
                       view("%w", "%a", {4}, "f32") + "return }"),
            "different element types"));
  CHECK(has(runFailing("func.func @k(%a: index, %b: index) {\n%c = arith.muli "
                       "%a, %b : index\n" +
                       view("%v", "%c", {4}, "f16") + "return }"),
            "one base argument"));
  CHECK(has(runFailing("func.func @k(%a: index, %b: index) {\n%c0 = "
                       "arith.constant 0 : index\n" +
                       view("%v", "%a", {4}, "index") +
                       tile("%t", "%v", {4}, "index", "0", {4}) +
                       "%d = ktdp.load %t : <4xindex> -> tensor<4xindex>\n"
                       "%x = tensor.extract %d[%c0] : tensor<4xindex>\n%p = "
                       "arith.addi %x, %b : index\n" +
                       view("%w", "%p", {4}, "f16") + "return }"),
            "depends on data"));
}

TEST_CASE("grids and tiles that do not fit") {
  Kernel kernel(copyKernel("0, 0"));
  CHECK_FALSE(kernel.describe({}, {0}));
  CHECK(kernel.says("below 1"));
  CHECK(has(runFailing("func.func @k() attributes {grid = [2]} {\n%i, %j = "
                       "ktdp.get_compute_tile_id : index, index\nreturn }"),
            "grid with 1 axes"));
  CHECK(has(runFailing("func.func @k() attributes {grid = \"many\"} { return "
                       "}"),
            "one size per axis"));
  CHECK(has(runFailing("func.func @k(%a: index) {\n" +
                       view("%v", "%a", {4}, "f16") +
                       "%t = ktdp.construct_access_tile %v[0] {access_tile_set "
                       "= affine_set<(d0) : (d0 >= 0)>, access_tile_order = "
                       "affine_map<(d0) -> (d0)>} : memref<4xf16> -> "
                       "!ktdp.access_tile<4xindex>\nreturn }"),
            "has no upper bound"));
  CHECK(has(runFailing("func.func @k(%a: index) {\n" +
                       view("%v", "%a", {4}, "f16") +
                       "%t = ktdp.construct_access_tile %v[0] {access_tile_set "
                       "= affine_set<(d0) : (d0 >= 0, -d0 + 2 >= 0)>, "
                       "access_tile_order = affine_map<(d0) -> (d0)>} : "
                       "memref<4xf16> -> !ktdp.access_tile<4xindex>\n%d = "
                       "ktdp.load %t : <4xindex> -> tensor<4xf16>\nreturn }"),
            "3 points"));
}

TEST_CASE("indices outside of tensors") {
  CHECK(has(runFailing(R"(func.func @k() {
    %c = arith.constant 4 : index
    %t = arith.constant dense<1.0> : tensor<4xf16>
    %x = tensor.extract %t[%c] : tensor<4xf16>
    return })"),
            "index 4 of dimension 0 is outside of the tensor's 4"));
  CHECK(has(runFailing(R"(func.func @k() {
    %c = arith.constant 3 : index
    %t = arith.constant dense<1.0> : tensor<4xf16>
    %x = tensor.extract_slice %t[%c] [2] [1] : tensor<4xf16> to tensor<2xf16>
    return })"),
            "leaves dimension 0 of size 4"));
  CHECK(has(runFailing(R"(func.func @k() {
    %c = arith.constant 3 : index
    %t = arith.constant dense<1.0> : tensor<4xf16>
    %d = tensor.cast %t : tensor<4xf16> to tensor<?xf16>
    %x = tensor.cast %d : tensor<?xf16> to tensor<5xf16>
    return })"),
            "the result's type says 5"));
}

TEST_CASE("kernels with any number changed to an extreme run or are refused") {
  std::string text =
      "func.func @k(%a: index, %o: index, %n: index {sg.value = 3 : index}) "
      "attributes {grid = [2, 2]} {\n%id = ktdp.get_compute_tile_id : index\n"
      "%c0 = arith.constant 0 : index\n%c5 = arith.constant 5 : index\n"
      "%off = affine.apply affine_map<(d0)[s0] -> (d0 + s0 * 7)>(%id)[%n]\n"
      "%base = arith.addi %a, %off : index\n%v = ktdp.construct_memory_view "
      "%base, sizes: [%n, 4], strides: [6, 1] {coordinate_set = "
      "affine_set<(d0, "
      "d1) : (d0 >= 0)>, memory_space = #ktdp.memory_space<global>} : "
      "memref<?x4xf16>\n" +
      view("%w", "%o", {16, 4}, "f16") +
      view("%l", "%c5", {8}, "f16", "ct_local") +
      tile("%tl", "%l", {8}, "f16", "%id", {4}) +
      "scf.for %i = %c0 to %n step %n {\n%t = ktdp.construct_access_tile %v[%i "
      "* 2, 1] symbols(%n) {access_tile_set = affine_set<(d0, d1)[s0] : (d0 >= "
      "0, -d0 + 1 >= 0, d1 >= 0, -d1 * 2 + s0 >= 0, (d0 + d1) floordiv 3 == "
      "0)>, access_tile_order = affine_map<(d0, d1) -> (d1, d0)>} : "
      "memref<?x4xf16> -> !ktdp.access_tile<2x2xindex>\n" +
      tile("%u", "%w", {16, 4}, "f16", "%id * 4 + %i, 0", {1, 4}) + R"(
      %d = ktdp.load %t : <2x2xindex> -> tensor<2x2xf16>
      %e = tensor.collapse_shape %d [[0, 1]] : tensor<2x2xf16> into tensor<4xf16>
      ktdp.store %e, %tl : tensor<4xf16>, <4xindex>
      %x = tensor.extract_slice %e[%i] [2] [1] : tensor<4xf16> to tensor<2xf16>
      %y = tensor.insert_slice %x into %e[1] [2] [1] : tensor<2xf16> into tensor<4xf16>
      %z = tensor.expand_shape %y [[0, 1]] output_shape [1, 4] : tensor<4xf16> into tensor<1x4xf16>
      ktdp.store %z, %u : tensor<1x4xf16>, <1x4xindex>
    }
    return })";
  const char *extremes[] = {"0",
                            "1",
                            "2",
                            "100000",
                            "4294967296",
                            "4611686018427387904",
                            "9223372036854775807"};
  int ran = 0, refused = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    // The start of a number that is no part of a name.
    if (!isdigit(text[at]) ||
        (at && (isalnum(text[at - 1]) || strchr("%#_.", text[at - 1]))))
      continue;
    size_t end = text.find_first_not_of("0123456789", at);
    for (const char *extreme : extremes) {
      std::string changed = text.substr(0, at) + extreme + text.substr(end);
      Kernel kernel(changed);
      if (!kernel.function || !kernel.describe()) {
        CHECK_FALSE(kernel.diagnostics.empty());
        ++refused;
        continue;
      }
      int64_t elements = 0;
      for (const sg::KernelBuffer &buffer : kernel.info.buffers)
        elements +=
            std::min(buffer.endElement - buffer.firstElement, int64_t(1) << 40);
      if (elements > 10000000)
        continue; // would be allowed, but takes long to fill
      sg::ReferenceOptions options;
      options.maxSteps = 1000000;
      bool ok = kernel.run(options);
      CAPTURE(changed);
      CAPTURE(kernel.diagnostics);
      CHECK(ok == (kernel.errors == 0));
      ++(ok ? ran : refused);
    }
  }
  CHECK(ran > 20);
  CHECK(refused > 100);
}
