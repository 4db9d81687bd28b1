#include "Harness.h"

using namespace sg::test;
using sg::ArgumentKind;
using sg::BufferUse;

TEST_CASE("kinds of arguments") {
  Kernel kernel(
      "func.func @k(%x: index, %n: index, %y: index, %s: f16, %u: i32, %row: "
      "index, %r: !ktdp.runtime_arg<index, granularity=4, upperbound=8>, %d: "
      "index {sg.value = 7 : index}) attributes {grid = [2, 3]} {\n"
      "%c64 = arith.constant 64 : index\n%m = arith.muli %n, %c64 : index\n"
      "%x1 = arith.addi %x, %m : index\n%v = ktdp.construct_memory_view %x1, "
      "sizes: [8, 4], strides: [4, 1] {coordinate_set = " +
      box({8, 4}) +
      ", memory_space = #ktdp.memory_space<global>} : memref<8x4xf16>\n"
      "%rv = ktdp.runtime_arg_extract value from %r : !ktdp.runtime_arg<index, "
      "granularity=4, upperbound=8> -> index\n"
      "%w = ktdp.construct_memory_view %y, sizes: [%rv, 4], strides: [%d, 1] "
      "{coordinate_set = affine_set<(d0, d1) : (d0 >= 0)>, memory_space = "
      "#ktdp.memory_space<global>} : memref<?x4xf16>\n" +
      tile("%t", "%v", {8, 4}, "f16", "%row, 0", {1, 4}) +
      "%tw = ktdp.construct_access_tile %w[0, 0] {access_tile_set = " +
      box({1, 4}) + ", access_tile_order = " + identity(2) +
      "} : memref<?x4xf16> -> !ktdp.access_tile<1x4xindex>\n" + R"(
    %a = ktdp.load %t : <1x4xindex> -> tensor<1x4xf16>
    %f = linalg.fill ins(%s : f16) outs(%a : tensor<1x4xf16>) -> tensor<1x4xf16>
    ktdp.store %f, %tw : tensor<1x4xf16>, <1x4xindex>
    return })");
  // %n only moves the base, but by 64 elements each.
  CHECK_FALSE(kernel.describe({{"arg5", "1"}}));
  CHECK(kernel.says("--define"));
  kernel.diagnostics.clear();
  REQUIRE_MESSAGE(kernel.describe({{"arg5", "0x1"}, {"arg1", "2"}}),
                  kernel.diagnostics);
  const sg::KernelInfo &info = kernel.info;
  CHECK(info.name == "k");
  CHECK(info.grid == std::vector<int64_t>{2, 3});
  std::vector<ArgumentKind> kinds;
  for (const sg::KernelArgument &argument : info.arguments)
    kinds.push_back(argument.kind);
  CHECK(kinds ==
        std::vector<ArgumentKind>{ArgumentKind::Base, ArgumentKind::Fixed,
                                  ArgumentKind::Base, ArgumentKind::Scalar,
                                  ArgumentKind::Unused, ArgumentKind::Fixed,
                                  ArgumentKind::Fixed, ArgumentKind::Fixed});
  CHECK(info.arguments[3].format == sg::Format::F16);
  CHECK_FALSE(info.arguments[3].value);
  CHECK(info.arguments[5].value == 1);
  CHECK(info.arguments[6].value == 8); // the upper bound
  CHECK(info.arguments[7].value == 7);
  REQUIRE(info.buffers.size() == 2);
  CHECK(info.buffers[0].name == "arg0");
  CHECK(info.buffers[0].argument == 0u);
  CHECK(info.buffers[0].use == BufferUse::In);
  CHECK(info.buffers[0].firstElement == 128);
  CHECK(info.buffers[0].endElement == 160);
  CHECK(info.buffers[0].shape == std::vector<int64_t>{8, 4});
  CHECK(info.buffers[1].use == BufferUse::Out);
  CHECK(info.buffers[1].strides == std::vector<int64_t>{7, 1});
  CHECK(info.buffers[1].endElement == 7 * 7 + 4);
}

TEST_CASE("values of arguments are checked") {
  std::string text = R"(func.func @k(%n: index, %s: f16, %b: i8,
      %r: !ktdp.runtime_arg<index, granularity=4, upperbound=8>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = ktdp.runtime_arg_extract value from %r : !ktdp.runtime_arg<index, granularity=4, upperbound=8> -> index
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %m step %c1 {
        %t = tensor.splat %s : tensor<4xf16>
        %u = tensor.splat %b : tensor<4xi8>
      }
    }
    return })";
  auto message = [&](const std::map<std::string, std::string> &defines) {
    Kernel kernel(text);
    bool ok = kernel.describe(defines);
    CHECK(ok == (kernel.errors == 0));
    return kernel.diagnostics;
  };
  auto has = [](const std::string &text, const char *part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(message({{"arg0", "3"}}) == "");
  CHECK(has(message({}), "--define arg0=VALUE"));
  CHECK(has(message({{"arg0", "three"}}), "'three' is not an integer"));
  CHECK(has(message({{"arg0", "3"}, {"arg1", "x"}}), "'x' is not a number"));
  CHECK(has(message({{"arg0", "3"}, {"arg2", "300"}}), "does not fit i8"));
  CHECK(message({{"arg0", "3"}, {"arg2", "200"}}) == "");
  CHECK(has(message({{"arg0", "3"}, {"size", "4"}}),
            "no argument 'size' to define; the kernel has arg0, arg1"));
  CHECK(has(message({{"arg0", "3"}, {"arg3", "12"}}), "upper bound of 8"));
  CHECK(has(message({{"arg0", "3"}, {"arg3", "6"}}), "granularity of 4"));
  Kernel kernel(text);
  REQUIRE(kernel.describe({{"arg0", "3"}, {"arg1", "-0.5"}, {"arg2", "-1"}}));
  CHECK(kernel.info.arguments[1].value == 0xb800);
  CHECK(kernel.info.arguments[2].value == 255);
}

TEST_CASE("names come from the caller") {
  Kernel kernel(
      "func.func @k(%x: index) {\n%c = arith.constant 4096 : index\n" +
      view("%v", "%x", {4}, "f16") + view("%w", "%c", {4}, "f16") + "return }");
  auto info = sg::describeKernel(
      kernel.function, {}, {}, [](mlir::Value value) -> std::string {
        return isa<mlir::BlockArgument>(value) ? "x_ptr" : "w_view";
      });
  REQUIRE(succeeded(info));
  CHECK(info->arguments[0].name == "x_ptr");
  REQUIRE(info->buffers.size() == 2);
  CHECK(info->buffers[0].name == "x_ptr");
  CHECK(info->buffers[1].name == "w_view");
  CHECK(info->buffers[1].constantAddress == 4096);
  CHECK(info->buffers[1].firstElement == 0);
  CHECK(info->buffers[1].endElement == 4);
  CHECK_FALSE(info->buffers[1].argument);
}

TEST_CASE("constant addresses are buffers; one address is one buffer") {
  Kernel kernel(
      "func.func @k() {\n%a = arith.constant 1024 : index\n%b = arith.constant "
      "2048 : index\n%a2 = arith.constant 1024 : index\n" +
      view("%va", "%a", {4}, "f16") + view("%vb", "%b", {4}, "f16") +
      view("%vc", "%a2", {6}, "f16") +
      tile("%ta", "%va", {4}, "f16", "0", {4}) +
      tile("%tb", "%vb", {4}, "f16", "0", {4}) +
      tile("%tc", "%vc", {6}, "f16", "2", {4}) + R"(
    %d = ktdp.load %ta : <4xindex> -> tensor<4xf16>
    ktdp.store %d, %tb : tensor<4xf16>, <4xindex>
    ktdp.store %d, %tc : tensor<4xf16>, <4xindex>
    return })");
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  REQUIRE(kernel.info.buffers.size() == 2);
  CHECK(kernel.info.buffers[0].name == "view0");
  CHECK(kernel.info.buffers[0].use == BufferUse::InOut);
  CHECK(kernel.info.buffers[0].endElement == 6);
  CHECK(kernel.info.buffers[1].name == "view1");
  CHECK(kernel.info.buffers[1].constantAddress == 2048);
  kernel.set("view0", iota(6));
  REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
  CHECK(kernel.get("view1") == iota(4));
  CHECK(kernel.get("view0") == std::vector<double>{0, 1, 0, 1, 2, 3});
}

TEST_CASE("views that move with the tile or a loop") {
  Kernel kernel("func.func @k(%x: index, %y: index) attributes {grid = [3]} {\n"
                "%id = ktdp.get_compute_tile_id : index\n"
                "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : "
                "index\n%c4 = arith.constant 4 : index\n%c100 = arith.constant "
                "100 : index\n%o = arith.muli %id, %c100 : index\n%base = "
                "arith.addi %o, %x : index\n" +
                view("%v", "%base", {2, 4}, "f16") +
                "scf.for %i = %c0 to %c4 step %c1 {\n%p = affine.apply "
                "affine_map<(d0)[s0, s1] -> (d0 * 8 + s0 + s1 * 1000)>(%i)[%y, "
                "%id]\n" +
                view("%w", "%p", {4}, "f16") +
                tile("%tv", "%v", {2, 4}, "f16", "1, 0", {1, 4}) +
                "%tw = ktdp.construct_access_tile %w[0] {access_tile_set = " +
                box({4}) + ", access_tile_order = " + identity(1) +
                "} : memref<4xf16> -> !ktdp.access_tile<4xindex>\n" + R"(
      %d = ktdp.load %tv : <1x4xindex> -> tensor<1x4xf16>
      %e = tensor.collapse_shape %d [[0, 1]] : tensor<1x4xf16> into tensor<4xf16>
      ktdp.store %e, %tw : tensor<4xf16>, <4xindex>
    }
    return })");
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  REQUIRE(kernel.info.buffers.size() == 2);
  CHECK(kernel.info.buffers[0].firstElement == 0);
  CHECK(kernel.info.buffers[0].endElement == 208);
  CHECK(kernel.info.buffers[1].endElement == 2000 + 24 + 4);
  kernel.set("arg0", iota(208));
  REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
  CHECK(kernel.get("arg1")[2000 + 24 + 3] == 207);
  CHECK(kernel.get("arg1")[1000 + 8] == 104);
}

TEST_CASE("work counts what all tiles compute") {
  Kernel kernel("func.func @k(%x: index) attributes {grid = [4]} {\n"
                "%id = ktdp.get_compute_tile_id : index\n%c10 = arith.constant "
                "10 : index\n%c4 = arith.constant 4 : index\n" +
                view("%v", "%x", {10, 8}, "f16") +
                "scf.for %i = %id to %c10 step %c4 {\n" +
                tile("%t", "%v", {10, 8}, "f16", "%i, 0", {1, 8}) + R"(
      %d = ktdp.load %t : <1x8xindex> -> tensor<1x8xf16>
      %e = math.exp %d : tensor<1x8xf16>
      %z = tensor.empty() : tensor<1x8xf16>
      %f = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
          iterator_types = ["parallel", "parallel"]} ins(%e : tensor<1x8xf16>) outs(%z : tensor<1x8xf16>) {
      ^bb0(%a: f16, %b: f16):
        %p = arith.mulf %a, %a : f16
        %q = arith.addf %p, %a : f16
        linalg.yield %q : f16 } -> tensor<1x8xf16>
      %g = arith.addf %f, %d : tensor<1x8xf16>
      ktdp.store %g, %t : tensor<1x8xf16>, <1x8xindex>
    }
    return })");
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  std::map<std::string, int64_t> work(kernel.info.work.begin(),
                                      kernel.info.work.end());
  CHECK(work == std::map<std::string, int64_t>{
                    {"simple", 160}, {"multiply", 80}, {"transcendental", 80}});
}

TEST_CASE("two base candidates: the one with a value is an offset") {
  std::string text = "func.func @k(%x: index, %off: index) {\n%b = arith.addi "
                     "%x, %off : index\n" +
                     view("%v", "%b", {4}, "f16") + "return }";
  Kernel kernel(text);
  CHECK_FALSE(kernel.describe());
  CHECK(kernel.says("one base argument plus an offset"));
  Kernel defined(text);
  REQUIRE_MESSAGE(defined.describe({{"arg1", "12"}}), defined.diagnostics);
  CHECK(defined.info.buffers[0].argument == 0u);
  CHECK(defined.info.buffers[0].firstElement == 12);
}
