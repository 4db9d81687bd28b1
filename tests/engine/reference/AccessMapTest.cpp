// The elements that accesses name, against what the interpreter does: a store's
// are those it writes, a load's are those it complains of when nobody wrote
// them.
#include "engine/reference/AddressSlice.h"
#include "tests/engine/reference/Harness.h"
#include <random>
#include <set>

using namespace sg;
using namespace sg::test;

namespace {

AccessMap find(Kernel &kernel) {
  auto map = findAccesses(kernel.function, kernel.info, kernel.state);
  REQUIRE_MESSAGE(succeeded(map), kernel.diagnostics);
  return *map;
}

std::set<int64_t> elements(const AccessMap &map, const KernelAccess &access) {
  std::set<int64_t> out;
  for (const StridedBox &box : map.boxesOf(access)) {
    std::vector<int64_t> all{box.start};
    for (const StridedDim &dim : box.dims(map.dims)) {
      std::vector<int64_t> more;
      for (int64_t at : all)
        for (int64_t i = 0; i < dim.count; ++i)
          more.push_back(at + i * dim.stride);
      all = std::move(more);
    }
    out.insert(all.begin(), all.end());
  }
  return out;
}

const char *const rows = R"(
#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 15 >= 0, d1 >= 0, -d1 + 7 >= 0)>
#row = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 7 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>
func.func @k(%x: index, %z: index) attributes {grid = [3]} {
  %id = ktdp.get_compute_tile_id : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %xv = ktdp.construct_memory_view %x, sizes: [16, 8], strides: [8, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<16x8xf16>
  %zv = ktdp.construct_memory_view %z, sizes: [16, 8], strides: [1, 16]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<16x8xf16>
  scf.for %row = %id to %c16 step %c3 {
    %xt = ktdp.construct_access_tile %xv[%row, 0]
        {access_tile_set = #row, access_tile_order = #order}
        : memref<16x8xf16> -> !ktdp.access_tile<1x8xindex>
    %v = ktdp.load %xt : <1x8xindex> -> tensor<1x8xf16>
    %s = arith.addf %v, %v : tensor<1x8xf16>
    %zt = ktdp.construct_access_tile %zv[%row, 0]
        {access_tile_set = #row, access_tile_order = #order}
        : memref<16x8xf16> -> !ktdp.access_tile<1x8xindex>
    ktdp.store %s, %zt : tensor<1x8xf16>, <1x8xindex>
  }
  return
}
)";

} // namespace

TEST_CASE("every tile's rows in the order of its loop") {
  Kernel kernel(rows);
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  CHECK_FALSE(addressesNeedData(kernel.function));
  AccessMap map = find(kernel);
  // No buffer was needed for it.
  CHECK(kernel.state.buffers[0].bytes.empty());
  CHECK(map.tiles == 3);
  CHECK(map.complete);
  REQUIRE(map.views.size() == 2);
  REQUIRE(map.sites.size() == 2);
  CHECK(map.sites[0].op == "ktdp.load");
  CHECK(map.sites[1].op == "ktdp.store");
  CHECK(map.sites[1].line > map.sites[0].line);
  REQUIRE(map.accesses.size() == 32);
  size_t next = 0;
  for (uint32_t tile = 0; tile < 3; ++tile)
    for (int64_t row = tile; row < 16; row += 3)
      for (bool write : {false, true}) {
        const KernelAccess &access = map.accesses[next++];
        CHECK(access.tile == tile);
        CHECK(access.write == write);
        CHECK(map.views[access.view].buffer == uint32_t(write));
        std::set<int64_t> expected;
        for (int64_t c = 0; c < 8; ++c)
          expected.insert(write ? row + c * 16 : row * 8 + c);
        CHECK(elements(map, access) == expected);
        CHECK(map.touches(access, *expected.begin()));
        CHECK_FALSE(map.touches(access, *expected.rbegin() + 1));
      }
  // Boxes of one shape share their dimensions.
  CHECK(map.dims.size() == 2);
}

TEST_CASE("tiles that are no box, or partly outside of the view") {
  for (bool triangle : {true, false}) {
    CAPTURE(triangle);
    // The data is not computed, so that its size does not matter.
    std::string type = triangle ? "?x?" : "4x4";
    std::string set = triangle ? "affine_set<(d0, d1) : (d0 >= 0, -d0 + 3 >= "
                                 "0, d1 >= 0, d0 - d1 >= 0)>"
                               : box({4, 4});
    std::string data = triangle ? "tensor.empty(%i, %i) : tensor<?x?xf32>"
                                : "arith.constant dense<1.0> : tensor<4x4xf32>";
    std::string text = "func.func @k(%x: index) {\n" +
                       view("%v", "%x", {6, 6}, "f32") +
                       "%i = arith.constant 4 : index\n%j = arith.constant " +
                       (triangle ? "1" : "-2") + " : index\n%c = " + data +
                       "\n%t = ktdp.construct_access_tile %v[%i, %j] "
                       "{access_tile_set = " +
                       set + ", access_tile_order = " + identity(2) +
                       "} : memref<6x6xf32> -> !ktdp.access_tile<" + type +
                       "xindex>\nktdp.store %c, %t : tensor<" + type +
                       "xf32>, <" + type + "xindex>\nreturn }\n";
    Kernel kernel(text);
    REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
    AccessMap map = find(kernel);
    REQUIRE(map.accesses.size() == 1);
    std::set<int64_t> expected;
    for (int64_t r = 0; r < 2; ++r)
      for (int64_t c = 0; c <= (triangle ? r : 3); ++c)
        if (int64_t column = c + (triangle ? 1 : -2); column >= 0)
          expected.insert((4 + r) * 6 + column);
    CHECK(elements(map, map.accesses[0]) == expected);
    if (triangle)
      continue;
    REQUIRE(kernel.run());
    int64_t first = kernel.info.buffers[0].firstElement;
    for (int64_t e = 0; e < 36; ++e)
      CHECK(bool(kernel.state.buffers[0].written[size_t(e - first)]) ==
            (expected.count(e) == 1));
  }
}

TEST_CASE("a bound that is loaded needs the data") {
  std::string text =
      "func.func @k(%n: index, %x: index) {\n" + view("%nv", "%n", {1}, "i64") +
      tile("%nt", "%nv", {1}, "i64", "0", {1}) +
      "%l = ktdp.load %nt : <1xindex> -> tensor<1xi64>\n"
      "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
      "%e = tensor.extract %l[%c0] : tensor<1xi64>\n"
      "%end = arith.index_cast %e : i64 to index\n" +
      view("%v", "%x", {8}, "f32") +
      "%c = arith.constant dense<1.0> : tensor<1xf32>\n"
      "scf.for %i = %c0 to %end step %c1 {\n" +
      tile("%t", "%v", {8}, "f32", "%i", {1}) +
      "ktdp.store %c, %t : tensor<1xf32>, <1xindex>\n}\nreturn }\n";
  Kernel kernel(text);
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  CHECK(addressesNeedData(kernel.function));
  kernel.set("arg0", {5});
  CHECK(find(kernel).accesses.size() == 6);
}

TEST_CASE("random boxes contain what a loop over them visits") {
  std::mt19937 random(7);
  auto upTo = [&](unsigned n) { return int64_t(unsigned(random()) % n); };
  for (int round = 0; round < 300; ++round) {
    std::vector<StridedDim> dims;
    for (int64_t d = upTo(4); d > 0; --d)
      dims.push_back({1 + upTo(5), upTo(40) - 12});
    std::set<int64_t> inside{0};
    for (const StridedDim &dim : dims) {
      std::set<int64_t> more;
      for (int64_t at : inside)
        for (int64_t i = 0; i < dim.count; ++i)
          more.insert(at + i * dim.stride);
      inside = std::move(more);
    }
    std::vector<StridedDim> table;
    StridedBox made = BoxMaker(table).make(100, dims);
    for (int64_t at = -250; at < 350; ++at)
      CHECK(boxContains(made.dims(table), at) == (inside.count(at) == 1));
  }
}
