#include "Parse.h"
#include <doctest/doctest.h>

using sg::FrontendKind;

static const char *const twoKernels = R"(
func.func @first(%a: index) attributes {grid = [2, 16]} {
  %x, %y = ktdp.get_compute_tile_id : index, index
  return
}
func.func @second() { return }
func.func private @declared(index)
)";

TEST_CASE("a text without a module becomes one") {
  Parsed parsed(twoKernels);
  INFO(parsed.messages);
  REQUIRE(parsed.module);
  CHECK(sg::findKernels(*parsed.module).size() == 2);

  Parsed wrapped("module @m { func.func @k() { return } }");
  INFO(wrapped.messages);
  REQUIRE(wrapped.module);
  CHECK(wrapped.module->getSymName() == "m");
  CHECK(sg::findKernels(*wrapped.module).size() == 1);
}

TEST_CASE("a kernel is chosen by name") {
  Parsed parsed(twoKernels);
  REQUIRE(parsed.module);
  parsed.run([&] {
    auto second = sg::selectKernel(*parsed.module, "second");
    REQUIRE(succeeded(second));
    CHECK(second->getSymName() == "second");
    CHECK(failed(sg::selectKernel(*parsed.module, "")));
    CHECK(failed(sg::selectKernel(*parsed.module, "third")));
    CHECK(failed(sg::selectKernel(*parsed.module, "declared")));
  });
  CHECK(parsed.says("there are 2 kernels: choose one of first, second"));
  CHECK(parsed.says("there is no kernel 'third': choose one of first, second"));
  CHECK(parsed.says("there is no kernel 'declared'"));

  Parsed one("func.func @only() { return }");
  REQUIRE(one.module);
  auto only = sg::selectKernel(*one.module, "");
  REQUIRE(succeeded(only));
  CHECK(only->getSymName() == "only");
}

TEST_CASE("the grid is up to three positive numbers") {
  auto gridOf = [](const std::string &attributes) {
    Parsed parsed("func.func @k() " + attributes + " { return }");
    if (!parsed.module)
      return "error: " + parsed.messages;
    auto grid = sg::readGrid(sg::findKernels(*parsed.module).front());
    REQUIRE(succeeded(grid));
    std::string text;
    for (int64_t axis : *grid)
      text += std::to_string(axis) + " ";
    return text;
  };
  CHECK(gridOf("") == "");
  CHECK(gridOf("attributes {grid = []}") == "");
  CHECK(gridOf("attributes {grid = [32]}") == "32 ");
  CHECK(gridOf("attributes {grid = [4, 1, 2]}") == "4 1 2 ");
  CHECK(gridOf("attributes {grid = [3 : index]}") == "3 ");
  CHECK(gridOf("attributes {grid = array<i64: 2, 16>}") == "2 16 ");
  CHECK(gridOf("attributes {grid = array<i32: 5>}") == "5 ");
  for (const char *bad :
       {"[0]", "[-4]", "32", "[1, 1, 1, 1]", "[\"a\"]", "[1.5]", "\"32\"",
        "[340282366920938463463374607431768211455 : i128]"}) {
    INFO(bad);
    std::string grid = gridOf("attributes {grid = " + std::string(bad) + "}");
    CHECK(grid.find("1:1: kernel 'k' has grid = ") != std::string::npos);
    CHECK(grid.find("write up to three positive numbers") != std::string::npos);
  }
  for (const char *huge : {"[9223372036854775807]", "[1048576, 2]",
                           "[2097152, 2097152, 2097152]"}) {
    INFO(huge);
    CHECK(gridOf("attributes {grid = " + std::string(huge) + "}")
              .find("no device is that large") != std::string::npos);
  }
}

TEST_CASE("tile ids fit the grid") {
  Parsed parsed(R"(func.func @k() attributes {grid = [2, 16]} {
  %x, %y, %z = ktdp.get_compute_tile_id : index, index, index
  return
})");
  CHECK(!parsed.module);
  CHECK(parsed.says("2:16: asks for 3 coordinates in a grid of 2 axes"));
}

TEST_CASE("the older way to ask for one coordinate is rewritten") {
  Parsed parsed(R"(func.func @k() -> (index, index) attributes {grid = [2, 8]} {
  %x = ktdp.get_compute_tile_id {dim = 0} : index
  %y = ktdp.get_compute_tile_id {dim = 1} : index
  return %x, %y : index, index
})");
  INFO(parsed.messages);
  REQUIRE(parsed.module);
  mlir::Block &body = sg::findKernels(*parsed.module).front().front();
  for (unsigned axis : {0u, 1u}) {
    auto value =
        llvm::cast<mlir::OpResult>(body.getTerminator()->getOperand(axis));
    CHECK(value.getOwner()->getNumResults() == 2);
    CHECK(value.getResultNumber() == axis);
    CHECK(!value.getOwner()->hasAttr("dim"));
  }
  for (const char *dim : {"2", "-1", "1.0", "\"x\"",
                          "99999999999999999999999999999999999999 : i128"}) {
    Parsed bad("func.func @k() attributes {grid = [2, 8]} {\n"
               "  %x = ktdp.get_compute_tile_id {dim = " +
               std::string(dim) + "} : index\n  return }");
    INFO(dim);
    CHECK(!bad.module);
    CHECK(bad.says("2:8: asks for axis"));
    CHECK(bad.says("of a grid of 2 axes"));
  }
}

TEST_CASE("a tile future is delivered once") {
  std::string produce = R"(
#tiles = affine_set<(i)[g] : (i - g == 0)>
func.func @k(%v: tensor<4xf16>) {
  %f = ktdp.inter_tile_produce producer_tiles_per_group = #tiles
      -> <(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>> {
  ^bb0(%g: index):
    ktdp.yield_partial %v : tensor<4xf16>
  }
)";
  std::string consume =
      "ktdp.inter_tile_consume(%f) consumer_tiles_per_group = #tiles : "
      "<(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>> -> "
      "tensor<4xf16>\n";
  Parsed never(produce + "return }");
  CHECK(!never.module);
  CHECK(never.says("4:8: is delivered nowhere"));
  Parsed once(produce + "%a = " + consume + "return }");
  INFO(once.messages);
  CHECK(once.module);
  Parsed twice(produce + "%a = " + consume + "%b = " + consume + "return }");
  CHECK(!twice.module);
  CHECK(twice.says("4:8: is delivered twice"));
}

TEST_CASE("errors of parser and verifier have a position") {
  Parsed syntax("func.func @k() {\n  %0 = arith.constant : index\n}");
  CHECK(!syntax.module);
  CHECK(syntax.messages.rfind("2:", 0) == 0);

  Parsed dominance("func.func @k() -> index {\n  return %x : index\n}");
  CHECK(!dominance.module);
  CHECK(dominance.says("2:10: use of undeclared SSA value name"));

  Parsed unknown("func.func @k() {\n  foo.bar\n  return\n}");
  CHECK(!unknown.module);
  CHECK(unknown.messages.rfind("2:3: ", 0) == 0);
}

TEST_CASE("a text without kernels is refused") {
  for (const char *text :
       {"", "// nothing\n", "module {}", "func.func private @k(index)"}) {
    Parsed parsed(text);
    INFO(text);
    CHECK(!parsed.module);
    CHECK(parsed.says("there is no kernel: write a func.func with a body"));
  }
}

TEST_CASE("the kind of a text shows") {
  CHECK(sg::detectFrontend("") == FrontendKind::Ktir);
  CHECK(sg::detectFrontend("func.func @k() { return }") == FrontendKind::Ktir);
  CHECK(sg::detectFrontend("// tt.func\nmodule {\n}") == FrontendKind::Ktir);
  CHECK(sg::detectFrontend("{-# dialect_resources: {} #-}") ==
        FrontendKind::Ktir);
  CHECK(sg::detectFrontend("#loc = loc(unknown)\nmodule {\n  tt.func public "
                           "@k() {\n") == FrontendKind::Triton);
  CHECK(sg::detectFrontend("module { tt.func @k() { tt.return } }") ==
        FrontendKind::Triton);
  CHECK(sg::detectFrontend("\n  [{\"op\": \"add\"}]") ==
        FrontendKind::Inductor);
  CHECK(sg::detectFrontend("{\"kernels\": []}") == FrontendKind::Inductor);

  Parsed triton("module { tt.func @k() { tt.return } }", FrontendKind::Auto);
  CHECK(!triton.module);
  CHECK(triton.says("Triton input is not supported yet: bring the KTIR"));
  Parsed inductor("[]", FrontendKind::Auto);
  CHECK(inductor.says("Inductor input is not supported yet: bring the KTIR"));
  Parsed ktir("func.func @k() { return }", FrontendKind::Auto);
  CHECK(ktir.module);
}
