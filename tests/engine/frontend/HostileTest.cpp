// Texts made to break the front end: each has to end in a diagnostic.
#include "Parse.h"
#include "engine/ir/Scan.h"
#include <doctest/doctest.h>

static std::string repeat(const std::string &text, size_t count) {
  std::string result;
  result.reserve(text.size() * count);
  for (size_t i = 0; i < count; ++i)
    result += text;
  return result;
}

// `text` fails, says `words`, and says where.
static void refuses(const std::string &text, llvm::StringRef words) {
  Parsed parsed(text);
  INFO(parsed.messages.substr(0, 400));
  CHECK(!parsed.module);
  CHECK(parsed.says(words));
}

TEST_CASE("deep nesting is refused with its position") {
  refuses("func.func @k() {\n" + repeat("scf.execute_region {\n", 100000),
          "257:20: brackets are nested more than 256 deep");
  refuses("#a = " + repeat("[", 100000), "1:262: brackets are nested");
  refuses("!a = " + repeat("tuple<", 100000), "brackets are nested");
  refuses("#a = affine_map<(d0) -> (" + repeat("(", 1000000),
          "brackets are nested");
  refuses("#a = " + repeat("{a = ", 100000), "brackets are nested");
}

TEST_CASE("nesting up to the limit is parsed") {
  size_t depth = sg::maxNesting - 2;
  Parsed regions("func.func @k() {\n" +
                 repeat("scf.execute_region {\n", depth) +
                 repeat("scf.yield }\n", depth) + "return }");
  INFO(regions.messages);
  CHECK(regions.module);
  Parsed attributes("func.func @k() attributes {a = " + repeat("[", depth) +
                    repeat("]", depth) + "} { return }");
  CHECK(attributes.module);
  Parsed expression("#a = affine_map<(d0) -> (" + repeat("(", depth - 1) +
                    "d0" + repeat(")", depth - 1) +
                    ")>\nfunc.func @k() attributes {a = #a} { return }");
  INFO(expression.messages);
  CHECK(expression.module);
}

TEST_CASE("brackets that are none do not nest") {
  std::string arrows = "func.func @k() {\n  // " + repeat("(", 1000) + "\n" +
                       repeat("  \"func.call\"() <{callee = @k}> {a = "
                              "\"((([[[{{{\\\"(((\"} : () -> ()\n",
                              400) +
                       "return }";
  Parsed parsed(arrows);
  INFO(parsed.messages);
  CHECK(parsed.module);
  std::string set = "#s = affine_set<(d0) : (" + repeat("d0 >= 0, ", 600) +
                    "d0 <= 5)>\nfunc.func @k() attributes {s = #s} { return }";
  Parsed relations(set);
  INFO(relations.messages);
  CHECK(relations.module);
}

TEST_CASE("endless expressions are refused") {
  refuses("#a = affine_map<(d0) -> (d0" + repeat(" + d0", 2000) + ")>",
          "more than 1000 operators in one expression");
  refuses("#a = affine_map<(d0) -> (" + repeat("-", 100000) + "d0)>",
          "more than 1000 operators in one expression");
  refuses("#a = affine_map<(d0) -> (d0" + repeat(" mod 7", 2000) + ")>",
          "more than 1000 operators in one expression");
  Parsed many("func.func @k() {\n" +
              repeat("%c = arith.constant -1 : index\n", 1) +
              "%0 = arith.constant dense<[" + repeat("-1, ", 3000) +
              "-1]> : tensor<3001xi32>\nreturn }");
  INFO(many.messages);
  CHECK(many.module);
}

TEST_CASE("aliases do not multiply") {
  std::string doubling = "#a0 = [1]\n", chain = "!a0 = tuple<i32>\n";
  for (int i = 1; i < 70; ++i) {
    std::string name = "a" + std::to_string(i),
                last = "a" + std::to_string(i - 1);
    doubling += "#" + name + " = [#" + last + ", #" + last + "]\n";
    chain += "!" + name + " = tuple<!" + last + ">\n";
  }
  refuses(doubling, "13:15: #a12 stands for too many other aliases");
  refuses(chain, "stands for too many other aliases");
  // Many aliases side by side, and uses outside definitions, are fine.
  std::string flat;
  for (int i = 0; i < 5000; ++i)
    flat += "#m" + std::to_string(i) + " = affine_map<(d0) -> (d0)>\n";
  flat += "func.func @k() attributes {a = [" + repeat("#m1, ", 5000) +
          "#m2]} { return }\n";
  flat += "#loc1 = loc(\"k.py\":1:2)\n#loc2 = loc(\"x\"(#loc1))\n";
  Parsed parsed(flat);
  INFO(parsed.messages);
  CHECK(parsed.module);
}

TEST_CASE("lists of dimensions that MLIR's parser would crash on") {
  auto with = [](llvm::StringRef op, llvm::StringRef list) {
    return ("func.func @k(%a: tensor<4xf16>, %b: tensor<4x4xf16>) {\n  " + op +
            " " + list + "\n  return\n}")
        .str();
  };
  const char *broadcast = "%0 = linalg.broadcast ins(%a : tensor<4xf16>) "
                          "outs(%b : tensor<4x4xf16>)",
             *transpose = "%0 = linalg.transpose ins(%b : tensor<4x4xf16>) "
                          "outs(%b : tensor<4x4xf16>)",
             *reduce = "%0 = linalg.reduce { arith.addf } ins(%b : "
                       "tensor<4x4xf16>) outs(%a : tensor<4xf16>)";
  for (const char *list :
       {"x", "1", "[1, x]", "[1,]", "[", "[1.5]", "[1 2]", "[-]", "[0x]",
        "[99999999999999999999]", "dense<1>", "array<i64: 1>", "// 1"}) {
    std::string dimensions = std::string("dimensions = ") + list;
    refuses(with(broadcast, dimensions), "2:");
    refuses(with(reduce, dimensions), "2:");
    refuses(with(transpose, std::string("permutation =\n") + list), "2:");
    refuses(with("linalg.reduce", dimensions), "2:");
  }
  for (const std::string &good :
       {with(broadcast, "dimensions = [1]"),
        with(broadcast, "dimensions // the last\n = [ // here\n 1 ]"),
        with(transpose, "permutation = [1, 0]"),
        with(reduce, "dimensions = [1]"),
        with(reduce, "dimensions = [1] {permutation = \"x\", dimensions = x}"),
        with("%dimensions = arith.constant 1 : index", "")}) {
    Parsed parsed(good);
    INFO(parsed.messages);
    CHECK((parsed.module || parsed.says("attribute value")));
  }
}

TEST_CASE("broadcasts that MLIR's verifier would crash on") {
  auto with = [](llvm::StringRef op) {
    return ("#d = array<i64: 1, 1>\n"
            "func.func @k(%a: tensor<f16>, %b: tensor<4x4xf16>) {\n  " +
            op + "\n  return\n}")
        .str();
  };
  std::string custom = "%0 = linalg.broadcast ins(%a : tensor<f16>) outs(%b : "
                       "tensor<4x4xf16>) dimensions = ";
  refuses(with(custom + "[1, 1]"), "3:8: 'linalg.broadcast' op has dimension 1 "
                                   "twice in 'dimensions'");
  for (const char *list : {"array<i64: 1, 1>", "#d"})
    refuses(with(std::string("%0 = \"linalg.broadcast\"(%a, %b) <{dimensions "
                             "= ") +
                 list +
                 "}> ({ ^bb0(%x: f16, %y: f16): linalg.yield %x : f16 }) : "
                 "(tensor<f16>, tensor<4x4xf16>) -> tensor<4x4xf16>"),
            "has dimension 1 twice");
  Parsed good(with(custom + "[0, 1]"));
  INFO(good.messages);
  CHECK(good.module);
}

TEST_CASE("dense arrays that MLIR's parser would crash on") {
  auto with = [](llvm::StringRef array) {
    return ("!t = index\nfunc.func @k() attributes {a = " + array +
            "} { return }")
        .str();
  };
  for (const char *bad : {"array<index: 1>", "array<index>", "array<!t: 1>",
                          "array // of\n < index : 1, 2>"})
    refuses(with(bad), ":");
  for (const char *good : {"array<i64: 1, 2>", "array<f16: 1.0>", "array<i1>",
                           "[\"array<index: 1>\"]"}) {
    Parsed parsed(with(good));
    INFO(parsed.messages);
    CHECK(parsed.module);
  }
  for (const char *other :
       {"array<none: 1>", "array<", "array<complex<f32>: 1>", "array<i7: 1>"})
    refuses(with(other), ":");
}

TEST_CASE("too much text is refused") {
  std::string big(sg::maxSourceBytes + 1, ' ');
  refuses(big, "1:1: the text has 64 MB, more than the 64 MB that are read");
}

TEST_CASE("huge numbers are diagnostics") {
  std::string view = "func.func @k(%a: index) {\n%v = "
                     "ktdp.construct_memory_view %a, sizes: [SIZE], strides: "
                     "[1] {coordinate_set = affine_set<(d0) : (d0 >= 0)>, "
                     "memory_space = #ktdp.memory_space<global>} : "
                     "memref<?xf16>\nreturn }";
  auto with = [&](llvm::StringRef size) {
    std::string text = view;
    return text.replace(text.find("SIZE"), 4, size.str());
  };
  Parsed largest(with("9223372036854775807"));
  INFO(largest.messages);
  CHECK(largest.module);
  refuses(with("99999999999999999999999999"), "integer");
  refuses(with("-9223372036854775808"), "2:");
  refuses("func.func @k(%t: !ktdp.access_tile<99999999999999999999x4xindex>) "
          "{ return }",
          "1:");
  refuses("func.func @k(%t: !ktdp.runtime_arg<index, "
          "granularity=99999999999999999999>) { return }",
          "1:");
}

TEST_CASE("broken text of all kinds ends in a diagnostic") {
  std::string kernel = R"(#set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>
#map = affine_map<(d0) -> (d0)>
func.func @k(%a: index, %n: index) attributes {grid = [4]} {
  %i = ktdp.get_compute_tile_id : index
  %v = ktdp.construct_memory_view %a, sizes: [64], strides: [%n] {coordinate_set = #set, memory_space = #ktdp.spyre_memory_space<LX, core = 1>} : memref<64xi32>
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m) %v[ind(%v[%m + %i])] {variables_space_set = #set, variables_space_order = #map} : memref<64xi32>, memref<64xi32> -> <64xindex>
  %d = ktdp.load %t : <64xindex> -> tensor<64xi32>
  %u = ktdp.construct_access_tile %v[%i * 2] {access_tile_set = #set, access_tile_order = #map} : memref<64xi32> -> <64xindex>
  ktdp.store %d, %u : tensor<64xi32>, <64xindex>
  return
})";
  Parsed whole(kernel);
  INFO(whole.messages);
  REQUIRE(whole.module);
  // Cut anywhere.
  for (size_t length = 0; length < kernel.size() - 1; length += 3) {
    Parsed cut(kernel.substr(0, length));
    CHECK(!cut.messages.empty());
  }
  // One character replaced, everywhere: parsed or refused, never worse.
  for (size_t place = 0; place < kernel.size(); ++place)
    for (char c : {'\0', '>', '{', '"', '%', '-', '9', '\xff'}) {
      std::string changed = kernel;
      changed[place] = c;
      Parsed parsed(changed);
      CHECK((parsed.module || !parsed.messages.empty()));
    }
}
