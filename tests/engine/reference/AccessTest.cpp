// Views and access tiles: strides, orders, sets, scratchpads, against plain
// loops.
#include "Harness.h"
#include <algorithm>
#include <random>

using namespace sg::test;
using Values = std::vector<double>;

namespace {
// Loads a tile and stores it densely.
std::string gather(const std::string &viewText, const std::string &tileText,
                   int64_t points, const std::string &tileShape) {
  return "func.func @k(%a: index, %o: index) {\n" + viewText +
         view("%vo", "%o", {points}, "f16") + tileText +
         tile("%to", "%vo", {points}, "f16", "0", {points}) +
         "%d = ktdp.load %t : <" + tileShape + "xindex> -> tensor<" +
         tileShape + "xf16>\n%s = arith.constant dense<[" +
         std::to_string(points) + "]> : tensor<1xindex>\n" +
         "%r = tensor.reshape %d(%s) : (tensor<" + tileShape +
         "xf16>, tensor<1xindex>) -> tensor<" + std::to_string(points) +
         "xf16>\nktdp.store %r, %to : tensor<" + std::to_string(points) +
         "xf16>, <" + std::to_string(points) + "xindex>\nreturn }\n";
}
} // namespace

TEST_CASE("random strides, anchors, boxes and orders") {
  std::mt19937 random(5);
  for (int round = 0; round < 80; ++round) {
    size_t rank = 1 + random() % 3;
    std::vector<int64_t> sizes, strides, anchor, counts, order;
    for (size_t i = 0; i < rank; ++i) {
      sizes.push_back(1 + int64_t(random() % 6));
      strides.push_back(int64_t(random() % 21));
      counts.push_back(1 + int64_t(random() % sizes[i]));
      anchor.push_back(int64_t(random() % (sizes[i] - counts[i] + 1)));
      order.push_back(int64_t(i));
    }
    std::shuffle(order.begin(), order.end(), random);
    std::string subscripts, dims, results, shape;
    int64_t points = 1;
    for (size_t i = 0; i < rank; ++i) {
      std::string d = "d" + std::to_string(i);
      subscripts += (i ? ", " : "") + std::to_string(anchor[i]);
      dims += (i ? ", " : "") + d;
      results += (i ? ", d" : "d") + std::to_string(order[i]);
      shape += (i ? "x" : "") + std::to_string(counts[order[i]]);
      points *= counts[i];
    }
    Kernel kernel(gather(
        "%v = ktdp.construct_memory_view %a, sizes: " + list(sizes) +
            ", strides: " + list(strides) + " {coordinate_set = " + box(sizes) +
            ", memory_space = #ktdp.memory_space<global>} : memref<" +
            dimensions(sizes) + "f16>\n",
        "%t = ktdp.construct_access_tile %v[" + subscripts +
            "] {access_tile_set = " + box(counts) +
            ", access_tile_order = affine_map<(" + dims + ") -> (" + results +
            ")>} : memref<" + dimensions(sizes) + "f16> -> !ktdp.access_tile<" +
            shape + "xindex>\n",
        points, shape));
    REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
    const sg::KernelBuffer &buffer = kernel.info.buffers[0];
    kernel.set("arg0", iota(size_t(buffer.endElement - buffer.firstElement)));
    REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
    CHECK_MESSAGE(kernel.diagnostics.empty(), kernel.diagnostics);
    Values expected;
    std::vector<int64_t> at(rank, 0); // in the order of the visit
    for (int64_t p = 0; p < points; ++p) {
      int64_t rest = p, address = 0;
      for (size_t i = rank; i-- > 0; rest /= counts[order[i]])
        at[i] = rest % counts[order[i]];
      for (size_t i = 0; i < rank; ++i)
        address += (anchor[order[i]] + at[i]) * strides[order[i]];
      expected.push_back(double(address - buffer.firstElement));
    }
    CHECK(kernel.get("arg1") == expected);
  }
}

TEST_CASE("sets that are no box: triangles, steps, symbols") {
  struct Case {
    std::string set, symbols;
    bool (*holds)(int64_t, int64_t);
  };
  const Case cases[] = {
      {"(d0, d1) : (d0 >= 0, -d0 + 3 >= 0, d1 >= 0, d0 - d1 >= 0)", "",
       [](int64_t a, int64_t b) { return a < 4 && b <= a; }},
      {"(d0, d1) : (d0 >= 0, d1 >= 0, -d0 - d1 + 3 >= 0)", "",
       [](int64_t a, int64_t b) { return a + b <= 3; }},
      {"(d0, d1) : (d0 >= 0, -d0 + 3 >= 0, d1 >= 0, -d1 + 5 >= 0, (d0 + d1) "
       "mod 2 == 0)",
       "",
       [](int64_t a, int64_t b) { return a < 4 && b < 6 && (a + b) % 2 == 0; }},
      {"(d0, d1) : (d0 == 2, d1 - 1 >= 0, -d1 + 4 >= 0)", "",
       [](int64_t a, int64_t b) { return a == 2 && b >= 1 && b <= 4; }},
      {"(d0, d1)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0, d1 >= 0, s0 - d1 >= 0)",
       "%n", [](int64_t a, int64_t b) { return a < 3 && b <= 3; }},
      {"(d0, d1) : (d0 - d1 == 0, d0 >= 0, -d0 + 3 >= 0)", "",
       [](int64_t a, int64_t b) { return a == b && a < 4; }},
      {"(d0, d1) : (d0 floordiv 2 - 1 == 0, d0 >= 0, -d0 + 3 >= 0, d1 >= 0, "
       "-2 * d1 + 5 >= 0)",
       "", [](int64_t a, int64_t b) { return a / 2 == 1 && a < 4 && b <= 2; }},
  };
  for (const Case &entry : cases)
    for (bool swapped : {false, true}) {
      CAPTURE(entry.set);
      Values expected;
      for (int64_t x = 0; x < 6; ++x)
        for (int64_t y = 0; y < 6; ++y) {
          int64_t a = swapped ? y : x, b = swapped ? x : y;
          if (a < 4 && entry.holds(a, b))
            expected.push_back(double(a * 6 + b));
        }
      std::string points = std::to_string(expected.size());
      // The number of points fills one dimension: the other is 1.
      std::string shape = swapped ? points + "x1" : "1x" + points;
      Kernel kernel(gather(
          "%n = arith.constant 3 : index\n" + view("%v", "%a", {4, 6}, "f16"),
          "%t = ktdp.construct_access_tile %v[0, 0] " +
              (entry.symbols.empty() ? "" : "symbols(" + entry.symbols + ") ") +
              "{access_tile_set = affine_set<" + entry.set +
              ">, access_tile_order = affine_map<(d0, d1) -> (" +
              (swapped ? "d1, d0" : "d0, d1") +
              ")>} : memref<4x6xf16> -> !ktdp.access_tile<" + shape +
              "xindex>\n",
          int64_t(expected.size()), shape));
      REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
      kernel.set("arg0", iota(24));
      REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
      CHECK(kernel.get("arg1") == expected);
    }
}

TEST_CASE("stores through strides and orders") {
  Kernel kernel(
      R"(func.func @k(%o: index) {
    %v = ktdp.construct_memory_view %o, sizes: [2, 3], strides: [1, 4]
      {coordinate_set = )" +
      box({2, 3}) +
      R"(, memory_space = #ktdp.memory_space<global>} : memref<2x3xf16>
    %t = ktdp.construct_access_tile %v[0, 0] {access_tile_set = )" +
      box({2, 3}) +
      R"(, access_tile_order = affine_map<(d0, d1) -> (d1, d0)>} : memref<2x3xf16> -> !ktdp.access_tile<3x2xindex>
    %d = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf16>
    ktdp.store %d, %t : tensor<3x2xf16>, <3x2xindex>
    return })");
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  CHECK(kernel.info.buffers[0].endElement == 10);
  REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
  CHECK(kernel.get("arg0") == Values{1, 2, 0, 0, 3, 4, 0, 0, 5, 6});
  CHECK(kernel.state.buffers[0].written ==
        std::vector<uint8_t>{1, 1, 0, 0, 1, 1, 0, 0, 1, 1});
}

TEST_CASE("dynamic sizes, strides and tile sizes") {
  Kernel kernel(R"(func.func @k(%a: index, %o: index, %n: index, %s: index) {
    %v = ktdp.construct_memory_view %a, sizes: [%n, 2], strides: [%s, 1]
      {coordinate_set = affine_set<(d0, d1)[n] : (d0 >= 0, -d0 + n - 1 >= 0, d1 >= 0, -d1 + 1 >= 0)>,
       memory_space = #ktdp.memory_space<global>} : memref<?x2xf16>
    %w = ktdp.construct_memory_view %o, sizes: [%n, 2], strides: [2, 1]
      {coordinate_set = affine_set<(d0, d1)[n] : (d0 >= 0, -d0 + n - 1 >= 0, d1 >= 0, -d1 + 1 >= 0)>,
       memory_space = #ktdp.memory_space<global>} : memref<?x2xf16>
    %t = ktdp.construct_access_tile %v[0, 0] symbols(%n)
      {access_tile_set = affine_set<(d0, d1)[n] : (d0 >= 0, -d0 + n - 1 >= 0, d1 >= 0, -d1 + 1 >= 0)>,
       access_tile_order = affine_map<(d0, d1) -> (d0, d1)>} : memref<?x2xf16> -> !ktdp.access_tile<?x2xindex>
    %u = ktdp.construct_access_tile %w[0, 0] symbols(%n)
      {access_tile_set = affine_set<(d0, d1)[n] : (d0 >= 0, -d0 + n - 1 >= 0, d1 >= 0, -d1 + 1 >= 0)>,
       access_tile_order = affine_map<(d0, d1) -> (d0, d1)>} : memref<?x2xf16> -> !ktdp.access_tile<?x2xindex>
    %d = ktdp.load %t : <?x2xindex> -> tensor<?x2xf16>
    %e = arith.addf %d, %d : tensor<?x2xf16>
    ktdp.store %e, %u : tensor<?x2xf16>, <?x2xindex>
    return })");
  REQUIRE_MESSAGE(kernel.describe({{"arg2", "3"}, {"arg3", "5"}}),
                  kernel.diagnostics);
  CHECK(kernel.info.buffers[0].endElement == 12);
  kernel.set("arg0", iota(12));
  REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
  CHECK(kernel.get("arg1") == Values{0, 2, 10, 12, 20, 22});
}

TEST_CASE("subviews") {
  Kernel kernel(gather(
      view("%w", "%a", {4, 6}, "f16") +
          "%sub = memref.subview %w[1, 2] [2, 2] [2, 3] : memref<4x6xf16> to "
          "memref<2x2xf16, strided<[12, 3], offset: 8>>\n",
      "%t = ktdp.construct_access_tile %sub[0, 0] {access_tile_set = " +
          box({2, 2}) + ", access_tile_order = " + identity(2) +
          "} : memref<2x2xf16, strided<[12, 3], offset: 8>> -> "
          "!ktdp.access_tile<2x2xindex>\n",
      4, "2x2"));
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  CHECK(kernel.info.buffers[0].use == sg::BufferUse::In);
  kernel.set("arg0", iota(24));
  REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
  CHECK(kernel.get("arg1") == Values{8, 11, 20, 23});
}

TEST_CASE("a scratchpad belongs to its tile, and is bytes") {
  Kernel kernel(
      "func.func @k(%o: index) attributes {grid = [2]} {\n"
      "%id = ktdp.get_compute_tile_id : index\n%c0 = arith.constant 0 : index\n"
      "%c4 = arith.constant 4 : index\n%c2 = arith.constant 2 : index\n" +
      view("%l", "%c4", {2}, "f16", "ct_local") +
      view("%l32", "%c2", {1}, "i32", "ct_local") +
      view("%l0", "%c4", {2}, "f16", "ct_local, ct_id = 0") +
      view("%v", "%o", {2, 3}, "f16") +
      tile("%tl", "%l", {2}, "f16", "0", {2}) +
      tile("%t32", "%l32", {1}, "i32", "0", {1}) +
      tile("%t0", "%l0", {2}, "f16", "0", {2}) +
      tile("%to", "%v", {2, 3}, "f16", "%id, 0", {1, 3}) + R"(
    %n = arith.index_cast %id : index to i32
    %f = arith.sitofp %n : i32 to f16
    %one = arith.constant 1.0 : f16
    %d = tensor.from_elements %one, %f : tensor<2xf16>
    ktdp.store %d, %tl : tensor<2xf16>, <2xindex>
    %w = ktdp.load %t32 : <1xindex> -> tensor<1xi32>
    %x = tensor.extract %w[%c0] : tensor<1xi32>
    %k = arith.constant 15360 : i32
    %y = arith.divui %x, %k : i32
    %z = arith.remui %y, %k : i32
    %g = arith.sitofp %z : i32 to f16
    %first = ktdp.load %t0 : <2xindex> -> tensor<2xf16>
    %c1 = arith.constant 1 : index
    %p = tensor.extract %first[%c0] : tensor<2xf16>
    %q = tensor.extract %first[%c1] : tensor<2xf16>
    %r = tensor.from_elements %g, %p, %q : tensor<1x3xf16>
    ktdp.store %r, %to : tensor<1x3xf16>, <1x3xindex>
    return })");
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  CHECK(kernel.info.buffers.size() == 1);
  REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
  CHECK_MESSAGE(kernel.diagnostics.empty(), kernel.diagnostics);
  // f16 element 4 is byte 8, and so is i32 element 2. Bits 0x3c00 and, on tile
  // 1, 0x3c003c00 over 15360 = 0x3c00 (65537, whose remainder is 4097). Tile 1
  // sees what tile 0 left in its scratchpad.
  CHECK(kernel.get("arg0") == Values{1, 1, 0, 4096, 1, 0});
}

TEST_CASE("a tile of a tensor value") {
  CHECK(runWhole({{{3, 4}, "f16"}}, {{2, 2}, "f16"},
                 "%p = ktdp.construct_access_tile %in0[1, 2] {access_tile_set "
                 "= " +
                     box({2, 2}) + ", access_tile_order = " + identity(2) +
                     "} : tensor<3x4xf16> -> !ktdp.access_tile<2x2xindex>\n"
                     "%r = ktdp.load %p : <2x2xindex> -> tensor<2x2xf16>",
                 {iota(12)}) == Values{6, 7, 10, 11});
}
