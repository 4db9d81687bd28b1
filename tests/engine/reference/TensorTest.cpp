// Operations on tensors and scalars, results worked out by hand.
#include "Harness.h"
#include <cmath>

using namespace sg::test;
using Values = std::vector<double>;

TEST_CASE("arith and math on tensors") {
  CHECK(runWhole({{{2, 2}, "f16"}, {{2, 2}, "f16"}}, {{2, 2}, "f16"},
                 R"(%s = arith.addf %in0, %in1 : tensor<2x2xf16>
                    %r = arith.mulf %s, %in1 : tensor<2x2xf16>)",
                 {{1, 2, 3, 4}, {10, 20, 30, 40}}) ==
        Values{110, 440, 990, 1760});
  // 2048 + 1 is no f16.
  CHECK(runWhole({{{1}, "f16"}, {{1}, "f16"}}, {{1}, "f16"},
                 "%r = arith.addf %in0, %in1 : tensor<1xf16>",
                 {{2048}, {1}}) == Values{2048});
  CHECK(runWhole({{{2}, "f32"}}, {{2}, "f32"},
                 "%r = math.exp %in0 : tensor<2xf32>",
                 {{0, 1}}) == Values{1, double(float(std::exp(1.0)))});
  CHECK(runWhole({{{3}, "bf16"}, {{3}, "bf16"}}, {{3}, "bf16"},
                 R"(%c = arith.cmpf ogt, %in0, %in1 : tensor<3xbf16>
       %r = arith.select %c, %in0, %in1 : tensor<3xi1>, tensor<3xbf16>)",
                 {{1, 5, 2}, {3, 4, 2}}) == Values{3, 5, 2});
  CHECK(runWhole({{{3}, "i32"}}, {{3}, "i32"},
                 R"(%c = arith.constant dense<[7, -2, 0]> : tensor<3xi32>
                    %q = arith.divsi %in0, %c : tensor<3xi32>
                    %r = arith.xori %q, %c : tensor<3xi32>)",
                 {{22, 9, 5}}) == Values{3 ^ 7, double(-4 ^ -2), 0});
}

TEST_CASE("casts between element types") {
  CHECK(runWhole({{{2}, "f32"}}, {{2}, "f16"},
                 "%r = arith.truncf %in0 : tensor<2xf32> to tensor<2xf16>",
                 {{0.1, 1e6}}) ==
        Values{0.0999755859375, std::numeric_limits<double>::infinity()});
  CHECK(runWhole({{{2}, "f32"}}, {{2}, "i32"},
                 "%r = arith.fptosi %in0 : tensor<2xf32> to tensor<2xi32>",
                 {{-2.7, 1e20}}) == Values{-2, 2147483647});
}

TEST_CASE("a scalar argument spreads over a tensor") {
  Kernel kernel("func.func @k(%x: index, %scale: f16, %flag: i1) {\n" +
                view("%v", "%x", {2, 3}, "f16") +
                tile("%t", "%v", {2, 3}, "f16", "0, 0", {2, 3}) + R"(
    %d = ktdp.load %t : <2x3xindex> -> tensor<2x3xf16>
    %s = tensor.splat %scale : tensor<2x3xf16>
    %m = arith.mulf %d, %s : tensor<2x3xf16>
    %r = arith.select %flag, %m, %d : tensor<2x3xf16>
    ktdp.store %r, %t : tensor<2x3xf16>, <2x3xindex>
    return })");
  REQUIRE_MESSAGE(kernel.describe({{"arg1", "0.5"}, {"arg2", "true"}}),
                  kernel.diagnostics);
  CHECK(kernel.info.arguments[1].kind == sg::ArgumentKind::Scalar);
  CHECK(kernel.info.arguments[1].value == 0x3800);
  kernel.set("arg0", iota(6, 2, 2));
  REQUIRE(kernel.run());
  CHECK(kernel.get("arg0") == iota(6, 1, 1));
  kernel.state.arguments = {0, 0x4000, 1}; // 2.0
  REQUIRE(kernel.run());
  CHECK(kernel.get("arg0") == iota(6, 2, 2));
}

TEST_CASE("spyreop intrinsics, with values from attributes too") {
  auto run = [](const std::string &op, double x) {
    return runWhole({{{1}, "f16"}}, {{1}, "f16"},
                    R"(%e = tensor.empty() : tensor<1xf16>
      %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
        iterator_types = ["parallel"]} ins(%in0 : tensor<1xf16>) outs(%e : tensor<1xf16>) {
      ^bb0(%a: f16, %b: f16):
        %y = )" + op + R"(
        linalg.yield %y : f16 } -> tensor<1xf16>)",
                    {{x}})[0];
  };
  CHECK(run("spyreop.sigmoid %a : f16", 0) == 0.5);
  CHECK(run("spyreop.silu %a : f16", 2) ==
        doctest::Approx(1.7616).epsilon(1e-3));
  CHECK(run("spyreop.gelu %a : f16", 1) ==
        doctest::Approx(0.8413).epsilon(1e-3));
  CHECK(run("spyreop.reciprocal %a : f16", 4) == 0.25);
  CHECK(run("spyreop.softplus %a beta 1.0 threshold 20.0 : f16", 0) ==
        doctest::Approx(0.6931).epsilon(1e-3));
  CHECK(run("spyreop.softplus %a beta 2.0 threshold 20.0 : f16", 0) ==
        doctest::Approx(0.3466).epsilon(1e-3));
  CHECK(run("spyreop.softplus %a beta 2.0 threshold 1.0 : f16", 1) == 1);
}

TEST_CASE("making and reading tensors") {
  CHECK(runWhole({{{2, 2}, "f16"}}, {{2, 2}, "f16"}, R"(
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = tensor.extract %in0[%c1, %c0] : tensor<2x2xf16>
    %y = tensor.extract %in0[%c0, %c1] : tensor<2x2xf16>
    %s = arith.addf %x, %y : f16
    %r = tensor.insert %s into %in0[%c1, %c1] : tensor<2x2xf16>)",
                 {{1, 2, 3, 4}}) == Values{1, 2, 3, 5});
  CHECK(runWhole({}, {{3}, "i32"}, R"(
    %a = arith.constant 5 : i32
    %b = arith.constant -6 : i32
    %r = tensor.from_elements %a, %b, %a : tensor<3xi32>)",
                 {}) == Values{5, -6, 5});
  CHECK(runWhole({}, {{2, 2}, "f32"}, R"(
    %r = arith.constant dense<[[1.5, -2.0], [0.25, 8.0]]> : tensor<2x2xf32>)",
                 {}) == Values{1.5, -2, 0.25, 8});
  CHECK(runWhole({}, {{2, 2}, "f16"},
                 "%r = arith.constant dense<0.1> : tensor<2x2xf16>",
                 {}) == Values(4, 0.0999755859375));
  CHECK(runWhole({}, {{2}, "i1"},
                 "%r = arith.constant dense<[true, false]> : tensor<2xi1>",
                 {}) == Values{1, 0});
}

TEST_CASE("slices") {
  CHECK(runWhole({{{3, 4}, "f16"}}, {{2, 2}, "f16"}, R"(
    %r = tensor.extract_slice %in0[1, 0] [2, 2] [1, 3] : tensor<3x4xf16> to tensor<2x2xf16>)",
                 {iota(12)}) == Values{4, 7, 8, 11});
  CHECK(runWhole({{{3, 4}, "f16"}}, {{4}, "f16"}, R"(
    %c2 = arith.constant 2 : index
    %r = tensor.extract_slice %in0[%c2, 0] [1, 4] [1, 1] : tensor<3x4xf16> to tensor<4xf16>)",
                 {iota(12)}) == Values{8, 9, 10, 11});
  CHECK(runWhole({{{3, 4}, "f16"}, {{2}, "f16"}}, {{3, 4}, "f16"}, R"(
    %r = tensor.insert_slice %in1 into %in0[0, 1] [2, 1] [2, 1] : tensor<2xf16> into tensor<3x4xf16>)",
                 {iota(12), {100, 200}}) ==
        Values{0, 100, 2, 3, 4, 5, 6, 7, 8, 200, 10, 11});
}

TEST_CASE("reshapes keep the row-major order") {
  Values expected = iota(12);
  CHECK(runWhole({{{12}, "f16"}}, {{3, 2, 2}, "f16"}, R"(
    %r = tensor.expand_shape %in0 [[0, 1, 2]] output_shape [3, 2, 2] : tensor<12xf16> into tensor<3x2x2xf16>)",
                 {expected}) == expected);
  CHECK(runWhole({{{3, 2, 2}, "f16"}}, {{3, 4}, "f16"}, R"(
    %r = tensor.collapse_shape %in0 [[0], [1, 2]] : tensor<3x2x2xf16> into tensor<3x4xf16>)",
                 {expected}) == expected);
  CHECK(runWhole({{{3, 4}, "f16"}}, {{2, 6}, "f16"}, R"(
    %s = arith.constant dense<[2, 6]> : tensor<2xindex>
    %r = tensor.reshape %in0(%s) : (tensor<3x4xf16>, tensor<2xindex>) -> tensor<2x6xf16>)",
                 {expected}) == expected);
  CHECK(runWhole({{{3, 4}, "f16"}}, {{3, 4}, "f16"}, R"(
    %c0 = arith.constant 0 : index
    %d = tensor.cast %in0 : tensor<3x4xf16> to tensor<?x4xf16>
    %n = tensor.dim %d, %c0 : tensor<?x4xf16>
    %e = tensor.empty(%n) : tensor<?x4xf16>
    %m = arith.addf %d, %d : tensor<?x4xf16>
    %f = tensor.collapse_shape %m [[0, 1]] : tensor<?x4xf16> into tensor<?xf16>
    %g = tensor.expand_shape %f [[0, 1]] output_shape [%n, 4] : tensor<?xf16> into tensor<?x4xf16>
    %r = tensor.cast %g : tensor<?x4xf16> to tensor<3x4xf16>)",
                 {expected}) == iota(12, 0, 2));
}
