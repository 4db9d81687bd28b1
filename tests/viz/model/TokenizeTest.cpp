#include "tests/viz/model/Random.h"
#include "viz/model/TextIndex.h"
#include <doctest/doctest.h>

using namespace sg::viz;

/// "text:class " for every token but punctuation.
static std::string tokens(std::string_view line) {
  static const char *names = "pkovtasnc.";
  std::vector<TextToken> all;
  tokenize(line, all);
  std::string out;
  for (const TextToken &t : all)
    if (t.kind != TokenClass::Punctuation)
      out += std::string(line.substr(t.begin, t.end - t.begin)) + ":" +
             names[size_t(t.kind)] + " ";
  return out;
}

TEST_CASE("MLIR") {
  CHECK(tokens("  %12 = arith.addf %x_ptr, %3#1 : tensor<4x128xf16>") ==
        "%12:v arith.addf:o %x_ptr:v %3:v 1:n tensor:t 4:n 128:n f16:t ");
  CHECK(tokens("func.func @add(%a: index) attributes {grid = [4]} {") ==
        "func.func:o @add:v %a:v index:t attributes:k grid:a 4:n ");
  CHECK(tokens("#map = affine_map<(d0) -> (d0)>") ==
        "#map:a affine_map:k d0:k d0:k ");
  CHECK(tokens(": !ktdp.access_tile<512xindex> // done") ==
        "!ktdp.access_tile:t 512:n index:t // done:c ");
  CHECK(tokens("\"dataflow.opaque\"(%0) {s = \"a \\\" b\"} ^bb1") ==
        "\"dataflow.opaque\":o %0:v s:a \"a \\\" b\":s ^bb1:v ");
  CHECK(tokens("%c = arith.constant -1.5e-3 : f32") ==
        "%c:v arith.constant:o -1.5e-3:n f32:t ");
  CHECK(tokens("dense<0xFF> : memref<?x?xbf16>") ==
        "dense:n 0xFF:n memref:t bf16:t ");
  CHECK(tokens("return") == "return:o ");
}

TEST_CASE("assembly and JSON") {
  CHECK(tokens("    push p1, L1[r3], 64 x f16, buffer 1 @17 ; x_ptr.0") ==
        "push:o p1:v L1:k r3:v 64:n x:k f16:t buffer:k 1:n @17:v ; x_ptr.0:c ");
  CHECK(tokens(".stream \"sfu\"") == ".stream:k \"sfu\":s ");
  CHECK(tokens("  \"size\": \"128\", \"on\": true") ==
        "\"size\":a \"128\":s \"on\":a true:n ");
}

TEST_CASE("whatever the line, tokens are in order and inside it") {
  test::Random random(4);
  const std::string letters = "%^@#!\"\\/;x.0e-+ a1f(]<\t\xff$";
  for (int round = 0; round < 3000; ++round) {
    std::string line;
    for (int64_t n = random.below(20); n-- > 0;)
      line += letters[size_t(random.below(int64_t(letters.size())))];
    std::vector<TextToken> all;
    tokenize(line, all);
    uint32_t at = 0;
    for (const TextToken &t : all) {
      CHECK(t.begin >= at);
      CHECK(t.end > t.begin);
      CHECK(t.end <= line.size());
      for (uint32_t i = at; i < t.begin; ++i)
        CHECK(std::string(" \t\r").find(line[i]) != std::string::npos);
      at = t.end;
    }
  }
}
