// Loops, branches, tiles of the grid, scalar arithmetic.
#include "Harness.h"
#include <cmath>

using namespace sg::test;
using Values = std::vector<double>;

TEST_CASE("every tile adds its row") {
  Kernel kernel("func.func @k(%a: index, %o: index) attributes {grid = [4]} {\n"
                "%id = ktdp.get_compute_tile_id : index\n" +
                view("%va", "%a", {4, 3}, "f16") +
                view("%vo", "%o", {4, 3}, "f16") +
                tile("%ta", "%va", {4, 3}, "f16", "%id, 0", {1, 3}) +
                tile("%to", "%vo", {4, 3}, "f16", "3 - %id, 0", {1, 3}) + R"(
    %d = ktdp.load %ta : <1x3xindex> -> tensor<1x3xf16>
    %s = arith.addf %d, %d : tensor<1x3xf16>
    ktdp.store %s, %to : tensor<1x3xf16>, <1x3xindex>
    return })");
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  kernel.set("arg0", iota(12));
  REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
  CHECK(kernel.get("arg1") ==
        Values{18, 20, 22, 12, 14, 16, 6, 8, 10, 0, 2, 4});
  CHECK(kernel.diagnostics.empty());
  CHECK(kernel.state.buffers[1].written == std::vector<uint8_t>(12, 1));
}

TEST_CASE("grids of any rank are numbered row-major") {
  for (int rank : {1, 2, 3}) {
    std::vector<int64_t> grid = rank == 1   ? std::vector<int64_t>{12}
                                : rank == 2 ? std::vector<int64_t>{3, 4}
                                            : std::vector<int64_t>{2, 3, 2};
    std::string names, types, sum = "%z0", body;
    for (int i = 0; i < rank; ++i) {
      names += (i ? ", %i" : "%i") + std::to_string(i);
      types += i ? ", index" : "index";
    }
    Kernel kernel(
        "func.func @k(%o: index) {\n" + names +
        " = ktdp.get_compute_tile_id : " + types +
        "\n%flat = ktdp.get_compute_tile_id : index\n" +
        view("%v", "%o", {12, 3}, "i32") +
        tile("%t", "%v", {12, 3}, "i32", "%flat, 0", {1, 3}) +
        "%c0 = arith.constant 0 : i32\n%x0 = arith.index_cast %i0 : index to "
        "i32\n%x1 = arith.index_cast " +
        (rank > 1 ? "%i1" : "%i0") +
        " : index to i32\n%x2 = arith.index_cast " +
        (rank > 2 ? "%i2" : "%i0") + " : index to i32\n" + R"(
      %d = tensor.from_elements %x0, %x1, %x2 : tensor<1x3xi32>
      ktdp.store %d, %t : tensor<1x3xi32>, <1x3xindex>
      return })");
    REQUIRE_MESSAGE(kernel.describe({}, grid), kernel.diagnostics);
    REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
    Values got = kernel.get("arg0");
    for (int tile = 0; tile < 12; ++tile) {
      int position[3] = {tile, tile, tile};
      if (rank == 2)
        position[0] = position[2] = tile / 4, position[1] = tile % 4;
      if (rank == 3)
        position[0] = tile / 6, position[1] = tile / 2 % 3,
        position[2] = tile % 2;
      for (int i = 0; i < 3; ++i)
        CHECK(got[tile * 3 + i] == position[i]);
    }
  }
}

TEST_CASE("for: strided over rows, carrying values, over i32") {
  Kernel kernel("func.func @k(%a: index, %o: index) attributes {grid = [2]} {\n"
                "%id = ktdp.get_compute_tile_id : index\n" +
                view("%va", "%a", {6, 2}, "f32") +
                view("%vo", "%o", {2, 2}, "f32") + R"(
    %c2 = arith.constant 2 : index
    %c6 = arith.constant 6 : index
    %zero = arith.constant dense<0.0> : tensor<1x2xf32>
    %one = arith.constant dense<1.0> : tensor<1x2xf32>
    %sum, %count = scf.for %i = %id to %c6 step %c2 iter_args(%s = %zero, %n = %zero) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
)" + tile("%ta", "%va", {6, 2}, "f32", "%i, 0", {1, 2}) +
                R"(
      %d = ktdp.load %ta : <1x2xindex> -> tensor<1x2xf32>
      %x = arith.addf %s, %d : tensor<1x2xf32>
      %y = arith.addf %n, %one : tensor<1x2xf32>
      scf.yield %x, %y : tensor<1x2xf32>, tensor<1x2xf32>
    }
    %l = arith.constant 0 : i32
    %u = arith.constant 5 : i32
    %st = arith.constant 2 : i32
    %total = scf.for %j = %l to %u step %st iter_args(%t = %l) -> i32 : i32 {
      %t2 = arith.addi %t, %j : i32
      scf.yield %t2 : i32
    }
    %f = arith.sitofp %total : i32 to f32
    %fs = tensor.splat %f : tensor<1x2xf32>
    %m = arith.mulf %sum, %fs : tensor<1x2xf32>
    %r = arith.divf %m, %count : tensor<1x2xf32>
)" + tile("%to", "%vo", {2, 2}, "f32", "%id, 0", {1, 2}) +
                R"(
    ktdp.store %r, %to : tensor<1x2xf32>, <1x2xindex>
    return })");
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  kernel.set("arg0", iota(12));
  REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
  // Rows 0, 2, 4 and 1, 3, 5; the second loop adds 0 + 2 + 4.
  CHECK(kernel.get("arg1") == Values{24, 30, 36, 42});
}

TEST_CASE("loops swap their carried values and run zero times") {
  Kernel kernel("func.func @k(%o: index, %n: index) {\n" +
                view("%v", "%o", {2}, "i32") +
                tile("%t", "%v", {2}, "i32", "0", {2}) + R"(
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = arith.constant 7 : i32
    %b = arith.constant 9 : i32
    %x, %y = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (i32, i32) {
      scf.yield %q, %p : i32, i32
    }
    %r = tensor.from_elements %x, %y : tensor<2xi32>
    ktdp.store %r, %t : tensor<2xi32>, <2xindex>
    return })");
  for (const char *n : {"0", "1", "2", "3"}) {
    REQUIRE_MESSAGE(kernel.describe({{"arg1", n}}), kernel.diagnostics);
    kernel.state = {};
    REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
    CHECK(kernel.get("arg0") ==
          ((n[0] - '0') % 2 ? Values{9, 7} : Values{7, 9}));
  }
}

TEST_CASE("if and while") {
  Kernel kernel("func.func @k(%o: index) attributes {grid = [5]} {\n"
                "%id = ktdp.get_compute_tile_id : index\n" +
                view("%v", "%o", {5}, "i32") +
                tile("%t", "%v", {5}, "i32", "%id", {1}) + R"(
    %n = arith.index_cast %id : index to i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %c100 = arith.constant 100 : i32
    %w = scf.while (%x = %n) : (i32) -> i32 {
      %more = arith.cmpi slt, %x, %c100 : i32
      scf.condition(%more) %x : i32
    } do {
    ^bb0(%x: i32):
      %y = arith.muli %x, %c3 : i32
      %z = arith.addi %y, %c1 : i32
      scf.yield %z : i32
    }
    %small = arith.cmpi ult, %n, %c3 : i32
    %r = scf.if %small -> i32 {
      scf.yield %w : i32
    } else {
      %neg = arith.subi %n, %w : i32
      scf.yield %neg : i32
    }
    %d = tensor.from_elements %r : tensor<1xi32>
    scf.if %small {
      ktdp.store %d, %t : tensor<1xi32>, <1xindex>
    } else {
      ktdp.store %d, %t : tensor<1xi32>, <1xindex>
    }
    return })");
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
  // x -> 3x + 1 until 100: 0,1,4,13,40,121; 2,7,22,67,202; 3,10,31,94,283.
  CHECK(kernel.get("arg0") == Values{121, 121, 202, 3 - 283, 4 - 121});
}

TEST_CASE("affine arithmetic and index arithmetic") {
  Kernel kernel("func.func @k(%o: index) {\n" + view("%v", "%o", {6}, "i64") +
                tile("%t", "%v", {6}, "i64", "0", {6}) + R"(
    %a = arith.constant 13 : index
    %b = arith.constant -4 : index
    %x = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 5 + s0 mod 3 + 1)>(%a)[%b]
    %y = affine.min affine_map<(d0) -> (d0, 9, d0 * 2)>(%a)
    %z = affine.max affine_map<(d0) -> (d0, 9)>(%b)
    %q = arith.ceildivsi %a, %b : index
    %r = arith.floordivsi %a, %b : index
    %m = arith.remsi %b, %a : index
    %x64 = arith.index_cast %x : index to i64
    %y64 = arith.index_cast %y : index to i64
    %z64 = arith.index_cast %z : index to i64
    %q64 = arith.index_cast %q : index to i64
    %r64 = arith.index_cast %r : index to i64
    %m64 = arith.index_cast %m : index to i64
    %d = tensor.from_elements %x64, %y64, %z64, %q64, %r64, %m64 : tensor<6xi64>
    ktdp.store %d, %t : tensor<6xi64>, <6xindex>
    return })");
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
  CHECK(kernel.get("arg0") == Values{5, 9, 9, -3, -4, -4});
}

TEST_CASE("a new operation is one row more in the table") {
  std::string text = wholeKernel({{{2}, "f32"}}, {{2}, "f32"},
                                 "%r = math.cbrt %in0 : tensor<2xf32>");
  Kernel without(text);
  REQUIRE(without.describe());
  without.set("arg0", {8, 27});
  CHECK_FALSE(without.run());
  CHECK(without.says("math.cbrt"));

  std::vector<sg::OpRow> rows(sg::OpTable::builtin().rows().begin(),
                              sg::OpTable::builtin().rows().end());
  sg::OpRow row;
  row.name = "cbrt";
  row.formats = 1u << unsigned(sg::Format::F32);
  row.encoding = 0x7000;
  row.mlirNames = {"math.cbrt"};
  row.dataflow.kind = "cbrt";
  row.eval = [](std::span<const sg::Scalar> in, sg::Format, sg::Format out) {
    return sg::roundTo(out, {std::cbrt(in[0].f), 0});
  };
  rows.push_back(row);
  auto table = sg::OpTable::create(rows);
  REQUIRE(bool(table));
  Kernel with(text);
  REQUIRE(with.describe());
  with.set("arg0", {8, 27});
  sg::ReferenceOptions options;
  options.ops = &*table;
  REQUIRE_MESSAGE(with.run(options), with.diagnostics);
  CHECK(with.get("arg1") == Values{2, 3});
}
