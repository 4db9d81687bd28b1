#include "engine/reference/Points.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include <doctest/doctest.h>
#include <random>

using namespace sg::reference;

namespace {
struct Parsed {
  mlir::MLIRContext context;
  mlir::IntegerSet set;
  explicit Parsed(const std::string &text)
      : set(mlir::parseIntegerSet(text, &context)) {}
};

std::string bounds(const std::string &text, Shape symbols = {}) {
  Parsed parsed(text);
  std::string error;
  auto box = boundingBox(parsed.set, symbols, error);
  if (!box)
    return error;
  if (box->isEmpty())
    return "empty";
  std::string result = box->exact ? "exact" : "cover";
  for (size_t i = 0; i < box->low.size(); ++i)
    result +=
        " " + std::to_string(box->low[i]) + ".." + std::to_string(box->high[i]);
  return result;
}
} // namespace

TEST_CASE("bounds of sets") {
  CHECK(bounds("(d0) : (d0 >= 0, -d0 + 63 >= 0)") == "exact 0..63");
  CHECK(bounds("(d0) : (2 * d0 - 3 >= 0, -3 * d0 + 17 >= 0)") == "exact 2..5");
  CHECK(bounds("(d0, d1)[n] : (d0 == 3, d1 - n >= 0, 2 * n - d1 >= 0)", {4}) ==
        "exact 3..3 4..8");
  CHECK(bounds("(d0, d1) : (d0 >= 0, d1 >= 0, -d0 - d1 + 5 >= 0)") ==
        "cover 0..5 0..5");
  CHECK(bounds("(d0, d1) : (d0 >= 0, -d0 + 3 >= 0, d1 - d0 - 2 == 0)") ==
        "cover 0..3 2..5");
  CHECK(bounds("(d0) : (d0 >= 0, -d0 - 1 >= 0)") == "empty");
  CHECK(bounds("(d0)[n] : (d0 >= 0, -d0 + 3 >= 0, n - 5 >= 0)", {4}) ==
        "empty");
  CHECK(bounds("(d0) : (d0 >= 0)").find("upper bound") != std::string::npos);
  CHECK(bounds("(d0, d1) : (d0 >= 0, -d0 + 3 >= 0, 3 - d1 >= 0)")
            .find("d1 of the set has no lower") != std::string::npos);
  // A division bounds nothing by itself.
  CHECK(bounds("(d0) : (d0 floordiv 4 == 0)").find("bound") !=
        std::string::npos);
  CHECK(bounds("(d0) : (d0 mod 2 == 0, d0 >= 1, -d0 + 9 >= 0)") ==
        "cover 1..9");
  CHECK(bounds("() : ()") == "exact");
}

TEST_CASE("points of random sets are those a search finds") {
  std::mt19937 random(6);
  for (int round = 0; round < 100; ++round) {
    auto term = [&](const char *d) {
      return std::to_string(int(random() % 7) - 3) + " * " + d;
    };
    std::string text = "(d0, d1) : (d0 + 4 >= 0, -d0 + 4 >= 0, d1 + 4 >= 0, "
                       "-d1 + 4 >= 0, " +
                       term("d0") + " + " + term("d1") + " + " +
                       std::to_string(random() % 6) + " >= 0, " + term("d0") +
                       " + " + term("d1") +
                       (random() % 3 ? " + 2 >= 0)" : " == 0)");
    Parsed parsed(text);
    REQUIRE(parsed.set);
    std::string error;
    auto box = boundingBox(parsed.set, {}, error);
    REQUIRE(box);
    std::vector<std::pair<int64_t, int64_t>> found, expected;
    auto order = mlir::AffineMap::getPermutationMap(
        llvm::ArrayRef<unsigned>{1, 0}, &parsed.context);
    REQUIRE(forEachPoint(
        parsed.set, {}, *box, order,
        [&](llvm::ArrayRef<int64_t> p) {
          found.emplace_back(p[0], p[1]);
          return true;
        },
        error));
    for (int64_t d1 = -4; d1 <= 4; ++d1)
      for (int64_t d0 = -4; d0 <= 4; ++d0) {
        bool inside = true;
        for (unsigned i = 0; i < parsed.set.getNumConstraints(); ++i) {
          auto linear = linearOf(parsed.set.getConstraint(i), 2, {});
          REQUIRE(linear);
          int64_t value = linear->constant + linear->coefficients[0] * d0 +
                          linear->coefficients[1] * d1;
          inside &= parsed.set.isEq(i) ? value == 0 : value >= 0;
        }
        if (inside)
          expected.emplace_back(d0, d1);
      }
    CAPTURE(text);
    CHECK(found == expected);
  }
}
