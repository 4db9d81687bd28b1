// linalg operations against plain loops.
#include "Harness.h"
#include <cmath>
#include <random>

using namespace sg::test;
using Values = std::vector<double>;

TEST_CASE("named element-wise operations") {
  struct Case {
    const char *op;
    double (*expected)(double, double);
  };
  const Case cases[] = {
      {"linalg.add", [](double a, double b) { return a + b; }},
      {"linalg.sub", [](double a, double b) { return a - b; }},
      {"linalg.mul", [](double a, double b) { return a * b; }},
      {"linalg.div", [](double a, double b) { return a / b; }},
      {"linalg.max", [](double a, double b) { return std::max(a, b); }},
      {"linalg.min", [](double a, double b) { return std::min(a, b); }},
  };
  Values a = {6, -4, 0.5, 8, 2, -1}, b = {2, 4, 0.25, -2, 2, 4};
  for (const Case &entry : cases) {
    CAPTURE(entry.op);
    Values expected;
    for (size_t i = 0; i < a.size(); ++i)
      expected.push_back(entry.expected(a[i], b[i]));
    CHECK(runWhole({{{2, 3}, "f16"}, {{2, 3}, "f16"}}, {{2, 3}, "f16"},
                   "%e = tensor.empty() : tensor<2x3xf16>\n%r = " +
                       std::string(entry.op) +
                       " ins(%in0, %in1 : tensor<2x3xf16>, tensor<2x3xf16>) "
                       "outs(%e : tensor<2x3xf16>) -> tensor<2x3xf16>",
                   {a, b}) == expected);
  }
  const Case unary[] = {
      {"linalg.exp", [](double a, double) { return std::exp(a); }},
      {"linalg.abs", [](double a, double) { return std::fabs(a); }},
      {"linalg.negf", [](double a, double) { return -a; }},
      {"linalg.floor", [](double a, double) { return std::floor(a); }},
      {"linalg.ceil", [](double a, double) { return std::ceil(a); }},
      {"linalg.square", [](double a, double) { return a * a; }},
      {"linalg.tanh", [](double a, double) { return std::tanh(a); }},
      {"linalg.erf", [](double a, double) { return std::erf(a); }},
      {"linalg.reciprocal", [](double a, double) { return 1 / a; }},
  };
  for (const Case &entry : unary) {
    CAPTURE(entry.op);
    Values expected;
    for (double x : a)
      expected.push_back(double(float(entry.expected(x, 0))));
    CHECK(runWhole({{{6}, "f32"}}, {{6}, "f32"},
                   "%e = tensor.empty() : tensor<6xf32>\n%r = " +
                       std::string(entry.op) +
                       " ins(%in0 : tensor<6xf32>) outs(%e : tensor<6xf32>) "
                       "-> tensor<6xf32>",
                   {a}) == expected);
  }
  CHECK(runWhole({{{2}, "i32"}, {{2}, "i32"}}, {{2}, "i32"},
                 "%e = tensor.empty() : tensor<2xi32>\n%r = linalg.add ins("
                 "%in0, %in1 : tensor<2xi32>, tensor<2xi32>) outs(%e : "
                 "tensor<2xi32>) -> tensor<2xi32>",
                 {{1, 2147483647}, {5, 1}}) == Values{6, -2147483648.0});
}

TEST_CASE("fill, broadcast, transpose, map") {
  CHECK(runWhole({}, {{2, 2}, "f16"}, R"(
    %c = arith.constant 1.5 : f16
    %e = tensor.empty() : tensor<2x2xf16>
    %r = linalg.fill ins(%c : f16) outs(%e : tensor<2x2xf16>) -> tensor<2x2xf16>)",
                 {}) == Values(4, 1.5));
  CHECK(runWhole({{{2}, "f16"}}, {{2, 3}, "f16"}, R"(
    %e = tensor.empty() : tensor<2x3xf16>
    %r = linalg.broadcast ins(%in0 : tensor<2xf16>) outs(%e : tensor<2x3xf16>) dimensions = [1])",
                 {{4, 5}}) == Values{4, 4, 4, 5, 5, 5});
  CHECK(runWhole({{{2, 3}, "f16"}}, {{3, 2}, "f16"}, R"(
    %e = tensor.empty() : tensor<3x2xf16>
    %r = linalg.transpose ins(%in0 : tensor<2x3xf16>) outs(%e : tensor<3x2xf16>) permutation = [1, 0])",
                 {iota(6)}) == Values{0, 3, 1, 4, 2, 5});
  CHECK(runWhole({{{3}, "f16"}, {{3}, "f16"}}, {{3}, "f16"}, R"(
    %e = tensor.empty() : tensor<3xf16>
    %r = linalg.map { arith.subf } ins(%in0, %in1 : tensor<3xf16>, tensor<3xf16>) outs(%e : tensor<3xf16>))",
                 {{5, 6, 7}, {1, 2, 4}}) == Values{4, 4, 3});
}

TEST_CASE("generic: row and column broadcast, transposed and shifted inputs") {
  CHECK(runWhole({{{2, 3}, "f16"}, {{3}, "f16"}, {{2, 1}, "f16"}},
                 {{2, 3}, "f16"}, R"(
    %e = tensor.empty() : tensor<2x3xf16>
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
        affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%in0, %in1, %in2 : tensor<2x3xf16>, tensor<3xf16>, tensor<2x1xf16>) outs(%e : tensor<2x3xf16>) {
    ^bb0(%a: f16, %b: f16, %c: f16, %o: f16):
      %s = arith.addf %a, %b : f16
      %m = arith.mulf %s, %c : f16
      linalg.yield %m : f16 } -> tensor<2x3xf16>)",
                 {iota(6), {10, 20, 30}, {1, 2}}) ==
        Values{10, 21, 32, 26, 48, 70});
  // A sliding sum: subscripts that add loops.
  CHECK(runWhole({{{5}, "f16"}, {{3}, "f16"}}, {{3}, "f16"}, R"(
    %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>,
        affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%in0, %in1 : tensor<5xf16>, tensor<3xf16>) outs(%in1 : tensor<3xf16>) {
    ^bb0(%a: f16, %b: f16, %o: f16):
      %s = arith.addf %a, %o : f16
      linalg.yield %s : f16 } -> tensor<3xf16>)",
                 {iota(5, 1), {100, 200, 300}}) == Values{106, 209, 312});
  // Subscripts that divide: every element twice.
  CHECK(runWhole({{{2}, "f16"}, {{4}, "f16"}}, {{4}, "f16"}, R"(
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 2)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]} ins(%in0 : tensor<2xf16>) outs(%in1 : tensor<4xf16>) {
    ^bb0(%a: f16, %o: f16):
      %s = arith.addf %a, %o : f16
      linalg.yield %s : f16 } -> tensor<4xf16>)",
                 {{10, 20}, {1, 2, 3, 4}}) == Values{11, 12, 23, 24});
}

TEST_CASE("generic: indices, constants, captured scalars, several results") {
  CHECK(runWhole({{{2, 2}, "f16"}}, {{2, 2}, "f16"}, R"(
    %k = arith.constant 0.5 : f16
    %e = tensor.empty() : tensor<2x2xf16>
    %p:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>,
        affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%in0 : tensor<2x2xf16>) outs(%e, %e : tensor<2x2xf16>, tensor<2x2xf16>) {
    ^bb0(%a: f16, %o: f16, %q: f16):
      %i = linalg.index 0 : index
      %n = arith.index_cast %i : index to i32
      %f = arith.sitofp %n : i32 to f16
      %h = arith.constant 100.0 : f16
      %x = arith.mulf %f, %h : f16
      %y = arith.addf %x, %k : f16
      linalg.yield %y, %a : f16, f16 } -> (tensor<2x2xf16>, tensor<2x2xf16>)
    %r = arith.addf %p#0, %p#1 : tensor<2x2xf16>)",
                 {{1, 2, 3, 4}}) == Values{1.5, 3.5, 102.5, 104.5});
}

TEST_CASE("generic: a region that needs more than the op table") {
  CHECK(runWhole({{{2, 3}, "f16"}, {{2}, "i32"}}, {{2, 3}, "f16"}, R"(
    %zero = arith.constant 0 : i32
    %e = tensor.empty() : tensor<2x3xf16>
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]} ins(%in1 : tensor<2xi32>) outs(%e : tensor<2x3xf16>) {
    ^bb0(%row: i32, %o: f16):
      %j = linalg.index 1 : index
      %i = arith.index_cast %row : i32 to index
      %v = tensor.extract %in0[%i, %j] : tensor<2x3xf16>
      %c = arith.cmpi eq, %row, %zero : i32
      %w = scf.if %c -> f16 {
        %n = arith.negf %v : f16
        scf.yield %n : f16
      } else {
        scf.yield %v : f16
      }
      linalg.yield %w : f16 } -> tensor<2x3xf16>)",
                 {iota(6, 1), {1, 0}}) == Values{4, 5, 6, -1, -2, -3});
}

TEST_CASE("reductions go in row-major order of the reduced dimensions") {
  // In f16, 2048 + 1 + 1 is 2048 from the left and 2050 from the right.
  CHECK(runWhole({{{3}, "f16"}}, {{1}, "f16"}, R"(
    %c = arith.constant 0.0 : f16
    %e = tensor.empty() : tensor<1xf16>
    %f = linalg.fill ins(%c : f16) outs(%e : tensor<1xf16>) -> tensor<1xf16>
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (0)>],
        iterator_types = ["reduction"]} ins(%in0 : tensor<3xf16>) outs(%f : tensor<1xf16>) {
    ^bb0(%a: f16, %o: f16):
      %s = arith.addf %o, %a : f16
      linalg.yield %s : f16 } -> tensor<1xf16>)",
                 {{2048, 1, 1}}) == Values{2048});
  for (int dim : {0, 1}) {
    int64_t kept = dim == 0 ? 3 : 2;
    std::string type = "tensor<" + std::to_string(kept) + "xf32>";
    Values sums = runWhole(
        {{{2, 3}, "f32"}}, {{kept}, "f32"},
        "%c = arith.constant 0.0 : f32\n%e = tensor.empty() : " + type +
            "\n%f = linalg.fill ins(%c : f32) outs(%e : " + type + ") -> " +
            type +
            "\n%r = linalg.reduce { arith.addf } ins(%in0 : "
            "tensor<2x3xf32>) outs(%f : " +
            type + ") dimensions = [" + std::to_string(dim) + "]",
        {iota(6)});
    CHECK(sums == (dim == 0 ? Values{3, 5, 7} : Values{3, 12}));
  }
  CHECK(runWhole({{{2, 3}, "f16"}}, {{2}, "f16"}, R"(
    %c = arith.constant 0xFC00 : f16
    %e = tensor.empty() : tensor<2xf16>
    %f = linalg.fill ins(%c : f16) outs(%e : tensor<2xf16>) -> tensor<2xf16>
    %r = linalg.reduce ins(%in0 : tensor<2x3xf16>) outs(%f : tensor<2xf16>) dimensions = [1]
      (%a: f16, %o: f16) {
        %m = arith.maximumf %a, %o : f16
        linalg.yield %m : f16 })",
                 {{1, 7, 3, -5, -4, -6}}) == Values{7, -4});
}

TEST_CASE("matrix products") {
  std::mt19937 random(3);
  int64_t m = 5, n = 7, k = 9;
  Values a, b, c;
  for (int64_t i = 0; i < m * k; ++i)
    a.push_back(double(int(random() % 9) - 4));
  for (int64_t i = 0; i < k * n; ++i)
    b.push_back(double(int(random() % 9) - 4));
  for (int64_t i = 0; i < m * n; ++i) {
    double sum = 1;
    for (int64_t x = 0; x < k; ++x)
      sum += a[(i / n) * k + x] * b[x * n + i % n];
    c.push_back(sum);
  }
  CHECK(runWhole({{{m, k}, "f16"}, {{k, n}, "f16"}}, {{m, n}, "f32"}, R"(
    %c = arith.constant dense<1.0> : tensor<5x7xf32>
    %r = linalg.matmul ins(%in0, %in1 : tensor<5x9xf16>, tensor<9x7xf16>) outs(%c : tensor<5x7xf32>) -> tensor<5x7xf32>)",
                 {a, b}) == c);
  CHECK(runWhole({{{2, 1, 2}, "f16"}, {{2, 2, 1}, "f16"}}, {{2, 1, 1}, "f16"},
                 R"(
    %c = arith.constant dense<0.0> : tensor<2x1x1xf16>
    %r = linalg.batch_matmul ins(%in0, %in1 : tensor<2x1x2xf16>, tensor<2x2x1xf16>) outs(%c : tensor<2x1x1xf16>) -> tensor<2x1x1xf16>)",
                 {{1, 2, 3, 4}, {5, 6, 7, 8}}) == Values{17, 53});
}

TEST_CASE("random generics agree with plain loops over random maps") {
  std::mt19937 random(4);
  for (int round = 0; round < 60; ++round) {
    // Three loops; each operand is indexed by a random list of them, so that
    // inputs are permuted, broadcast and of any rank.
    std::vector<int64_t> range = {1 + int64_t(random() % 4),
                                  1 + int64_t(random() % 5),
                                  1 + int64_t(random() % 3)};
    auto choose = [&](size_t count) {
      std::vector<int64_t> dims = {0, 1, 2};
      std::shuffle(dims.begin(), dims.end(), random);
      dims.resize(count);
      return dims;
    };
    std::vector<std::vector<int64_t>> maps = {choose(3), choose(random() % 4),
                                              choose(1 + random() % 3)};
    std::vector<std::vector<int64_t>> sizes;
    std::vector<Values> data;
    std::string mapText;
    for (size_t k = 0; k < 3; ++k) {
      sizes.emplace_back();
      size_t count = 1;
      std::string exprs;
      for (int64_t d : maps[k]) {
        sizes[k].push_back(range[d]);
        count *= size_t(range[d]);
        exprs += (exprs.empty() ? "d" : ", d") + std::to_string(d);
      }
      mapText += (k ? ", " : "") + std::string("affine_map<(d0, d1, d2) -> (") +
                 exprs + ")>";
      data.emplace_back();
      for (size_t i = 0; i < count; ++i)
        data[k].push_back(double(int(random() % 64)));
    }
    std::string iterators;
    std::vector<bool> kept(3, false);
    for (int64_t d : maps[2])
      kept[d] = true;
    for (int d = 0; d < 3; ++d)
      iterators += std::string(d ? ", " : "") +
                   (kept[d] ? "\"parallel\"" : "\"reduction\"");
    auto type = [&](size_t k) {
      return "tensor<" + dimensions(sizes[k]) + "f32>";
    };
    auto at = [&](size_t k, const int64_t *point) {
      int64_t index = 0;
      for (size_t i = 0; i < maps[k].size(); ++i)
        index = index * sizes[k][i] + point[maps[k][i]];
      return size_t(index);
    };
    Values expected = data[2];
    int64_t point[3];
    for (point[0] = 0; point[0] < range[0]; ++point[0])
      for (point[1] = 0; point[1] < range[1]; ++point[1])
        for (point[2] = 0; point[2] < range[2]; ++point[2])
          expected[at(2, point)] +=
              data[0][at(0, point)] - data[1][at(1, point)];
    std::vector<sg::test::Tensor> inputs = {
        {sizes[0], "f32"}, {sizes[1], "f32"}, {sizes[2], "f32"}};
    CAPTURE(mapText);
    CHECK(runWhole(inputs, {sizes[2], "f32"},
                   "%r = linalg.generic {indexing_maps = [" + mapText +
                       "], iterator_types = [" + iterators +
                       "]} ins(%in0, "
                       "%in1 : " +
                       type(0) + ", " + type(1) + ") outs(%in2 : " + type(2) +
                       ") {\n^bb0(%a: f32, %b: f32, %o: f32):\n"
                       "%d = arith.subf %a, %b : f32\n"
                       "%s = arith.addf %d, %o : f32\nlinalg.yield %s : f32 } "
                       "-> " +
                       type(2),
                   data) == expected);
  }
}
