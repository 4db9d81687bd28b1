// A kernel that is interpreted piece by piece means the same.
#include "Harness.h"

using namespace sg;
using namespace sg::test;

namespace {

/// Loops with carried values in a branch in a loop, a while loop, a region that
/// is no row of the table, and stores of different tiles to one place.
const std::string text =
    "func.func @k(%a: index, %o: index) attributes {grid = [5]} {\n"
    "%id = ktdp.get_compute_tile_id : index\n" +
    view("%va", "%a", {4, 3}, "i32") + view("%vo", "%o", {4, 3}, "i32") +
    tile("%to", "%vo", {4, 3}, "i32", "3 * %id, 0", {1, 3}) + R"(
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %n = arith.constant 37 : i32
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %init = tensor.splat %zero : tensor<1x3xi32>
    %sum, %count = scf.for %i = %c0 to %c4 step %c1
        iter_args(%s = %init, %k = %zero) -> (tensor<1x3xi32>, i32) {
)" + tile("%ta", "%va", {4, 3}, "i32", "%i, 0", {1, 3}) +
    R"(
      %d = ktdp.load %ta : <1x3xindex> -> tensor<1x3xi32>
      %odd = arith.remsi %i, %c2 : index
      %isOdd = arith.cmpi eq, %odd, %c1 : index
      %s2, %k2 = scf.if %isOdd -> (tensor<1x3xi32>, i32) {
        %r, %q = scf.for %j = %c0 to %i step %c1
            iter_args(%p = %s, %m = %k) -> (tensor<1x3xi32>, i32) {
          %x = arith.addi %p, %d : tensor<1x3xi32>
          %y = arith.addi %m, %one : i32
          scf.yield %x, %y : tensor<1x3xi32>, i32
        }
        scf.yield %r, %q : tensor<1x3xi32>, i32
      } else {
        scf.yield %d, %k : tensor<1x3xi32>, i32
      }
      scf.yield %s2, %k2 : tensor<1x3xi32>, i32
    }
    %w = scf.while (%v = %count) : (i32) -> i32 {
      %less = arith.cmpi slt, %v, %n : i32
      scf.condition(%less) %v : i32
    } do {
    ^bb0(%v: i32):
      %next = arith.addi %v, %one : i32
      scf.yield %next : i32
    }
    %empty = tensor.empty() : tensor<1x3xi32>
    %out = linalg.generic {
        indexing_maps = [affine_map<(i, j) -> (i, j)>,
                         affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}
        ins(%sum : tensor<1x3xi32>) outs(%empty : tensor<1x3xi32>) {
    ^bb0(%x: i32, %y: i32):
      %t = scf.for %j = %c0 to %c4 step %c1 iter_args(%z = %x) -> (i32) {
        %u = arith.addi %z, %w : i32
        scf.yield %u : i32
      }
      linalg.yield %t : i32
    } -> tensor<1x3xi32>
    ktdp.store %out, %to : tensor<1x3xi32>, <1x3xindex>
    return })";

struct Outcome {
  std::string diagnostics;
  std::vector<double> values;
  std::vector<uint8_t> written;
  int pieces = 0;
  bool failed = false;
};

Outcome runIn(int64_t operations, ReferenceOptions options = {}) {
  Kernel kernel(text);
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  std::vector<double> input(12);
  for (size_t i = 0; i < input.size(); ++i)
    input[i] = double(i * i);
  kernel.set("arg0", input);
  Outcome outcome;
  Interpretation run(kernel.function, kernel.info, kernel.state, options);
  double progress = 0;
  while (run.advance(operations)) {
    ++outcome.pieces;
    CHECK(run.progress() >= progress);
    CHECK(run.progress() < 1);
    progress = run.progress();
  }
  outcome.failed = run.failed();
  CHECK(run.progress() == 1);
  CHECK(!run.advance(operations));
  outcome.diagnostics = kernel.diagnostics;
  outcome.values = kernel.get("arg1");
  outcome.written = kernel.state.buffers[1].written;
  return outcome;
}

} // namespace

TEST_CASE("whatever the pieces, buffers and warnings are the same") {
  Outcome whole = runIn(INT64_MAX);
  REQUIRE_MESSAGE(!whole.failed, whole.diagnostics);
  // Rows 1 (one time) and 3 (three times) onto row 2, then 4 times 37.
  CHECK(whole.values[0] == 36 + 3 * 81 + 4 * 37);
  CHECK(whole.diagnostics.find("outside of the view") != std::string::npos);
  for (int64_t operations : {1, 2, 3, 10, 1000}) {
    CAPTURE(operations);
    Outcome outcome = runIn(operations);
    CHECK(!outcome.failed);
    CHECK(outcome.diagnostics == whole.diagnostics);
    CHECK(outcome.values == whole.values);
    CHECK(outcome.written == whole.written);
    CHECK(outcome.pieces > whole.pieces);
  }
  CHECK(runIn(1).pieces > 300);
}

TEST_CASE("whatever the pieces, errors are the same") {
  ReferenceOptions options;
  options.maxSteps = 200;
  Outcome whole = runIn(INT64_MAX, options);
  CHECK(whole.failed);
  CHECK(whole.diagnostics.find("gave up after 200") != std::string::npos);
  Outcome outcome = runIn(1, options);
  CHECK(outcome.failed);
  CHECK(outcome.diagnostics == whole.diagnostics);
  CHECK(outcome.values == whole.values);
}
