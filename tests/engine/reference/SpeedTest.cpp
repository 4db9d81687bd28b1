#include "Harness.h"
#include <chrono>

using namespace sg::test;

TEST_CASE("2048x2048 f16 added on 32 tiles, row by row") {
  Kernel kernel(
      "func.func @k(%a: index, %b: index, %o: index) attributes {grid = [32]} "
      "{\n%id = ktdp.get_compute_tile_id : index\n%n = arith.constant 2048 : "
      "index\n%s = arith.constant 32 : index\n" +
      view("%va", "%a", {2048, 2048}, "f16") +
      view("%vb", "%b", {2048, 2048}, "f16") +
      view("%vo", "%o", {2048, 2048}, "f16") +
      "scf.for %i = %id to %n step %s {\n" +
      tile("%ta", "%va", {2048, 2048}, "f16", "%i, 0", {1, 2048}) +
      tile("%tb", "%vb", {2048, 2048}, "f16", "%i, 0", {1, 2048}) +
      tile("%to", "%vo", {2048, 2048}, "f16", "%i, 0", {1, 2048}) + R"(
      %x = ktdp.load %ta : <1x2048xindex> -> tensor<1x2048xf16>
      %y = ktdp.load %tb : <1x2048xindex> -> tensor<1x2048xf16>
      %e = tensor.empty() : tensor<1x2048xf16>
      %z = linalg.add ins(%x, %y : tensor<1x2048xf16>, tensor<1x2048xf16>) outs(%e : tensor<1x2048xf16>) -> tensor<1x2048xf16>
      ktdp.store %z, %to : tensor<1x2048xf16>, <1x2048xindex>
    }
    return })");
  auto now = std::chrono::steady_clock::now;
  auto milliseconds = [&](auto since) {
    return std::chrono::duration<double, std::milli>(now() - since).count();
  };
  auto start = now();
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  MESSAGE("describe: ", milliseconds(start), " ms");
  size_t elements = 2048 * 2048;
  for (int i = 0; i < 2; ++i) {
    kernel.state.buffers[i].bytes.resize(2 * elements, 0);
    kernel.state.buffers[i].written.assign(elements, 1);
  }
  for (size_t i = 0; i < elements; ++i) {
    uint16_t a = sg::floatToF16(float(i % 1000)), b = sg::floatToF16(0.5f);
    memcpy(&kernel.state.buffers[0].bytes[2 * i], &a, 2);
    memcpy(&kernel.state.buffers[1].bytes[2 * i], &b, 2);
  }
  start = now();
  REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
  double time = milliseconds(start);
  MESSAGE("interpret: ", time, " ms");
  uint16_t last;
  memcpy(&last, &kernel.state.buffers[2].bytes[2 * (elements - 1)], 2);
  CHECK(sg::f16ToFloat(last) == float((elements - 1) % 1000) + 0.5f);
#ifdef __OPTIMIZE__
  CHECK(time < 2000); // far above, for slow and instrumented machines
#endif
}

TEST_CASE("a 256x256x256 matrix product") {
  std::string text = wholeKernel({{{256, 256}, "f16"}, {{256, 256}, "f16"}},
                                 {{256, 256}, "f32"}, R"(
    %c = arith.constant dense<0.0> : tensor<256x256xf32>
    %r = linalg.matmul ins(%in0, %in1 : tensor<256x256xf16>, tensor<256x256xf16>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>)");
  Kernel kernel(text);
  REQUIRE(kernel.describe());
  kernel.set("arg0", std::vector<double>(65536, 0.5));
  kernel.set("arg1", std::vector<double>(65536, 2));
  auto start = std::chrono::steady_clock::now();
  REQUIRE_MESSAGE(kernel.run(), kernel.diagnostics);
  MESSAGE("interpret: ",
          std::chrono::duration<double, std::milli>(
              std::chrono::steady_clock::now() - start)
              .count(),
          " ms");
  CHECK(kernel.get("arg2") == std::vector<double>(65536, 256));
}
