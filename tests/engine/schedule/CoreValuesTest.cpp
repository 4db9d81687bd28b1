// Integer expressions as every compute tile sees them.
#include "engine/ir/ktdp/Ktdp.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tests/engine/schedule/ParsedKernel.h"

using namespace sg;
using namespace sg::test;

// A function of the flat id %id that returns one value.
static std::string function(const std::string &body,
                            const std::string &type = "index") {
  return "func.func @f(%base: index, %data: memref<4xindex>) -> " + type +
         " {\n  %id = ktdp.get_compute_tile_id : index\n" + body +
         "\n  return %r : " + type + "\n}\n";
}

static std::string evaluate(const std::string &body, int64_t tiles = 4,
                            const std::string &type = "index") {
  ParsedKernel kernel(function(body, type));
  CoreValues values(tiles);
  std::optional<PerCore> result = values.evaluate(kernel.returned(0));
  return result ? text(*result) : "unknown";
}

TEST_CASE("values that depend on the tile id alone are tables") {
  CHECK(evaluate("%c = arith.constant 3 : index\n"
                 "%r = arith.muli %id, %c : index") == "[0, 3, 6, 9]");
  CHECK(evaluate("%c = arith.constant 2 : index\n"
                 "%r = arith.divsi %id, %c : index") == "[0, 0, 1, 1]");
  CHECK(evaluate("%c = arith.constant 3 : index\n"
                 "%r = arith.remsi %id, %c : index") == "[0, 1, 2, 0]");
  CHECK(evaluate("%r = affine.apply affine_map<(d) -> ((d floordiv 2) * 10 + d "
                 "mod 2 + d ceildiv 2)>(%id)") == "[0, 2, 11, 13]");
  CHECK(evaluate("%c = arith.constant 1 : index\n"
                 "%b = arith.cmpi sgt, %id, %c : index\n"
                 "%r = arith.select %b, %id, %c : index") == "[1, 1, 2, 3]");
  CHECK(evaluate("%c = arith.constant dense<[5, 1, 7, 2]> : tensor<4xindex>\n"
                 "%r = tensor.extract %c[%id] : tensor<4xindex>") ==
        "[5, 1, 7, 2]");
  CHECK(evaluate("%c = arith.constant 2 : index\n"
                 "%m = arith.minsi %id, %c : index\n"
                 "%n = arith.constant 1 : index\n"
                 "%r = arith.maxsi %m, %n : index") == "[1, 1, 2, 2]");
}

TEST_CASE("negative numbers divide as their operation says") {
  auto divide = [](const char *op, int a, int b) {
    return evaluate("%a = arith.constant " + std::to_string(a) +
                        " : index\n%b = arith.constant " + std::to_string(b) +
                        " : index\n%r = arith." + op + " %a, %b : index",
                    1);
  };
  CHECK(divide("divsi", -7, 2) == "[-3]");
  CHECK(divide("remsi", -7, 2) == "[-1]");
  CHECK(divide("floordivsi", -7, 2) == "[-4]");
  CHECK(divide("ceildivsi", -7, 2) == "[-3]");
  CHECK(divide("ceildivsi", 7, 2) == "[4]");
  CHECK(divide("divui", 7, 2) == "[3]");
  CHECK(divide("minui", 7, 2) == "[2]");
  // As unsigned numbers these are far beyond any size.
  for (const char *op : {"divui", "remui", "ceildivui", "minui", "maxui"}) {
    INFO(std::string(op));
    CHECK(divide(op, -7, 2) == "unknown");
    CHECK(divide(op, 7, -2) == "unknown");
  }
  for (const char *op : {"divsi", "remsi", "floordivsi", "ceildivsi", "divui"})
    CHECK(divide(op, 1, 0) == "unknown");
}

TEST_CASE("narrow integers keep to their width") {
  auto narrow = [](const std::string &body) { return evaluate(body, 1); };
  CHECK(narrow("%a = arith.constant -3 : i32\n"
               "%r = arith.index_cast %a : i32 to index") == "[-3]");
  CHECK(narrow("%a = arith.constant -3 : i32\n"
               "%r = arith.index_castui %a : i32 to index") == "unknown");
  CHECK(
      narrow("%a = arith.constant -3 : i32\n%b = arith.extui %a : i32 to i64\n"
             "%r = arith.index_cast %b : i64 to index") == "unknown");
  CHECK(narrow("%a = arith.constant 300 : i32\n"
               "%b = arith.trunci %a : i32 to i8\n"
               "%r = arith.index_cast %b : i8 to index") == "unknown");
  CHECK(narrow("%a = arith.constant 2147483647 : i32\n"
               "%b = arith.addi %a, %a : i32\n"
               "%r = arith.index_cast %b : i32 to index") == "unknown");
  // A truth value is 1 or, sign-extended, -1.
  for (const char *truth :
       {"%t = arith.constant true\n", "%o = arith.constant 1 : index\n%t = "
                                      "arith.cmpi eq, %o, %o : index\n"}) {
    INFO(std::string(truth));
    CHECK(narrow(std::string(truth) + "%b = arith.extui %t : i1 to i32\n"
                                      "%r = arith.index_cast %b : i32 to "
                                      "index") == "[1]");
    CHECK(narrow(std::string(truth) + "%b = arith.extsi %t : i1 to i32\n"
                                      "%r = arith.index_cast %b : i32 to "
                                      "index") == "[-1]");
  }
}

TEST_CASE("what does not fit 64 bits is unknown, not wrapped") {
  const char *big = "%a = arith.constant 4611686018427387904 : index\n"
                    "%two = arith.constant 2 : index\n";
  CHECK(evaluate(std::string(big) + "%r = arith.muli %a, %two : index") ==
        "unknown");
  CHECK(evaluate(std::string(big) + "%r = arith.addi %a, %a : index") ==
        "unknown");
  CHECK(evaluate(std::string(big) +
                 "%z = arith.constant -4611686018427387904 : index\n"
                 "%s = arith.subi %z, %a : index\n"
                 "%m = arith.constant -1 : index\n"
                 "%r = arith.divsi %s, %m : index") == "unknown");
  // Only the last tile would overflow.
  CHECK(evaluate(std::string(big) + "%r = arith.muli %a, %id : index", 2) ==
        "[0, 4611686018427387904]");
  CHECK(evaluate(std::string(big) + "%r = arith.muli %a, %id : index", 3) ==
        "unknown");
  CHECK(evaluate("%c = arith.constant dense<[5, 1]> : tensor<2xindex>\n"
                 "%r = tensor.extract %c[%id] : tensor<2xindex>",
                 3) == "unknown");
}

TEST_CASE("loop counters and arguments stay terms of a linear form") {
  ParsedKernel kernel(R"(
func.func @f(%base: index, %out: memref<1xindex>) {
  %id = ktdp.get_compute_tile_id : index
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c5 {
    scf.for %j = %c0 to %c5 step %c5 {
      %a = arith.muli %i, %c32 : index
      %b = arith.muli %j, %id : index
      %c = arith.addi %a, %b : index
      %d = arith.addi %c, %base : index
      %e = arith.subi %d, %i : index
      %f = arith.addi %e, %c5 : index
      memref.store %f, %out[%c0] : memref<1xindex>
      %g = arith.subi %i, %i : index
      memref.store %g, %out[%c0] : memref<1xindex>
      %h = arith.muli %i, %j : index
      memref.store %h, %out[%c0] : memref<1xindex>
      %k = arith.remsi %i, %c5 : index
      memref.store %k, %out[%c0] : memref<1xindex>
    }
  }
  return
}
)");
  CoreValues values(3);
  auto loops = kernel.all<mlir::scf::ForOp>();
  auto stores = kernel.all<mlir::memref::StoreOp>();
  mlir::Value j = loops[0].getInductionVar(), i = loops[1].getInductionVar();
  auto form = values.linear(stores[0].getValue());
  REQUIRE(form);
  CHECK(text(form->constant) == "[5, 5, 5]");
  REQUIRE(form->coefficient(i));
  CHECK(text(*form->coefficient(i)) == "[31, 31, 31]");
  REQUIRE(form->coefficient(j));
  CHECK(text(*form->coefficient(j)) == "[0, 1, 2]");
  REQUIRE(form->coefficient(kernel.function.getArgument(0)));
  CHECK(form->terms.size() == 3);
  CHECK_FALSE(values.evaluate(stores[0].getValue()));

  form = values.linear(stores[1].getValue());
  REQUIRE(form);
  CHECK(form->isConstant());
  CHECK_FALSE(values.linear(stores[2].getValue()));
  CHECK(values.blocker() == stores[2].getValue().getDefiningOp());
  CHECK_FALSE(values.linear(stores[3].getValue()));
  CHECK(values.blocker() == stores[3].getValue().getDefiningOp());
}

TEST_CASE("data and coordinates on a grid are not known") {
  CHECK(evaluate("%r = memref.load %data[%id] : memref<4xindex>") == "unknown");
  CHECK(evaluate("%a, %r = ktdp.get_compute_tile_id : index, index") ==
        "unknown");
  CHECK(evaluate("%a = arith.constant 1.0 : f32\n"
                 "%b = arith.fptosi %a : f32 to i32\n"
                 "%r = arith.index_cast %b : i32 to index") == "unknown");
}

TEST_CASE("a long chain of operations is no reason to crash") {
  std::string body = "%v0 = arith.addi %id, %id : index\n";
  for (int i = 1; i <= 5000; ++i)
    body += "%v" + std::to_string(i) + " = arith.addi %v" +
            std::to_string(i - 1) + ", %id : index\n";
  body += "%r = arith.addi %v5000, %id : index";
  std::string result = evaluate(body, 2);
  CHECK((result == "unknown" || result == "[0, 5003]"));
}

TEST_CASE("what is written as IR evaluates to what it was") {
  Dice dice(1);
  int constants = 0, linear = 0, tables = 0;
  for (int round = 0; round < 200; ++round) {
    ParsedKernel kernel(function("%r = arith.addi %id, %id : index"));
    int64_t tiles = dice(1, 6);
    PerCore numbers;
    int64_t first = dice(-100, 100), step = dice(0, 2) * dice(-50, 50);
    bool random = dice(0, 2) == 0;
    for (int64_t tile = 0; tile < tiles; ++tile)
      numbers.push_back(random ? dice(-3, 3) : first + step * tile);
    mlir::Operation *id =
        kernel.all<ktdp::GetComputeTileIdOp>().front().getOperation();
    mlir::OpBuilder builder(kernel.returned(0).getDefiningOp());
    mlir::Value value =
        materialize(builder, id->getLoc(), numbers, id->getResult(0));
    CoreValues values(tiles);
    std::optional<PerCore> back = values.evaluate(value);
    REQUIRE(back);
    CHECK(text(*back) == text(numbers));
    constants += bool(value.getDefiningOp<mlir::arith::ConstantOp>());
    linear += bool(value.getDefiningOp<mlir::affine::AffineApplyOp>());
    tables += bool(value.getDefiningOp<mlir::tensor::ExtractOp>());
    if (isUniform(numbers))
      CHECK(bool(value.getDefiningOp<mlir::arith::ConstantOp>()));
  }
  CHECK(constants > 0);
  CHECK(linear > 0);
  CHECK(tables > 0);
}

TEST_CASE("steps between extreme numbers are a table") {
  ParsedKernel kernel(function("%r = arith.addi %id, %id : index"));
  mlir::Operation *id =
      kernel.all<ktdp::GetComputeTileIdOp>().front().getOperation();
  mlir::OpBuilder builder(kernel.returned(0).getDefiningOp());
  PerCore numbers{-1, INT64_MAX, INT64_MIN};
  mlir::Value value =
      materialize(builder, id->getLoc(), numbers, id->getResult(0));
  std::optional<PerCore> back = CoreValues(3).evaluate(value);
  REQUIRE(back);
  CHECK(text(*back) == text(numbers));
}
