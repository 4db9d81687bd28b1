#include "engine/ops/OpTable.h"
#include <doctest/doctest.h>
#include <set>

using namespace sg;

namespace {
Scalar first(std::span<const Scalar> in, Format, Format) { return in[0]; }

OpRow row(std::string name, uint16_t encoding) {
  OpRow result;
  result.name = name;
  result.summary = "a test";
  result.formats = 1u << unsigned(Format::F16);
  result.encoding = encoding;
  result.dataflow.kind = name;
  result.eval = first;
  return result;
}

std::string problem(std::vector<OpRow> rows) {
  Result<OpTable> table = OpTable::create(std::move(rows));
  return table ? "" : table.error().str();
}

bool mentions(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}
} // namespace

TEST_CASE("the built-in table is consistent") {
  const OpTable &table = OpTable::builtin();
  REQUIRE(table.rows().size() > 90);
  for (const OpRow &row : table.rows()) {
    CAPTURE(row.name);
    CHECK_FALSE(row.summary.empty());
    CHECK(table.byName(row.name) == &row);
    CHECK(table.byEncoding(row.encoding) == &row);
    for (unsigned i = 0; i < numFormats; ++i) {
      Format format = Format(i);
      if (!(row.formats & (1u << i))) {
        bool hasPath = row.vector[i] != nullptr;
        CHECK_FALSE(hasPath);
        continue;
      }
      CHECK(table.byDataflow(row.dataflow.op, row.dataflow.kind, format) ==
            &row);
      for (const std::string &name : row.mlirNames) {
        size_t colon = name.find(':');
        std::string op = name.substr(0, colon);
        std::string predicate =
            colon == std::string::npos ? "" : name.substr(colon + 1);
        CHECK(table.byMlirName(op, predicate, format) == &row);
        CHECK(table.byMlirName(op, predicate));
      }
    }
  }
}

TEST_CASE("rows are found by MLIR name and format") {
  const OpTable &table = OpTable::builtin();
  auto name = [&](auto... arguments) {
    const OpRow *row = table.byMlirName(arguments...);
    return row ? row->name : "none";
  };
  CHECK(name("linalg.add", "", Format::F16) == "addf");
  CHECK(name("linalg.add", "", Format::I32) == "addi");
  CHECK(name("linalg.max", "", Format::BF16) == "maximumf");
  CHECK(name("linalg.max", "", Format::I64) == "maxsi");
  CHECK(name("arith.cmpf", "olt") == "cmpf.olt");
  CHECK(name("arith.cmpi", "ult", Format::I32) == "cmpi.ult");
  CHECK(name("arith.cmpf", "olt", Format::I32) == "none");
  CHECK(name("arith.cmpf") == "none");
  CHECK(name("spyreop.realdiv") == "divf");
  CHECK(name("spyreop.addi32toi32") == "addi");
  CHECK(name("math.cbrt") == "none");
  CHECK(table.byName("nothing") == nullptr);
  CHECK(table.byEncoding(0xffff) == nullptr);
  CHECK(table.byDataflow("vectorchain.binary", "add", Format::I32)->name ==
        "addi");
  CHECK(table.byDataflow("vectorchain.cast", "", Format::F16)->name == "extf");
  CHECK(table.byDataflow("vectorchain.cast", "", Format::F32)->name ==
        "truncf");
  CHECK(table.byDataflow("dataflow.opaque", "gelu", Format::F16)->name ==
        "gelu");
}

TEST_CASE("a table with a mistake is refused with its name") {
  CHECK(problem({row("a", 1), row("b", 2)}) == "");
  CHECK(mentions(problem({row("a", 1), row("a", 2)}), "'a'"));
  CHECK(mentions(problem({row("a", 1), row("b", 1)}), "encoding 1"));
  OpRow one = row("a", 1), two = row("b", 2);
  one.mlirNames = two.mlirNames = {"math.x"};
  CHECK(mentions(problem({one, two}), "math.x"));
  two.formats = 1u << unsigned(Format::I32);
  CHECK(problem({one, two}) == "");
  one = row("a", 1), two = row("b", 2);
  one.dataflow = two.dataflow = {"vectorchain.binary", "add"};
  CHECK(mentions(problem({one, two}), "vectorchain.binary add"));
  auto changed = [](auto change) {
    OpRow result = row("a", 1);
    change(result);
    return problem({result});
  };
  CHECK(mentions(changed([](OpRow &r) { r.eval = nullptr; }), "eval"));
  CHECK(mentions(changed([](OpRow &r) { r.arity = 0; }), "0 operands"));
  CHECK(mentions(changed([](OpRow &r) { r.arity = 4; }), "4 operands"));
  CHECK(mentions(changed([](OpRow &r) { r.formats = 0; }), "format"));
  CHECK(mentions(changed([](OpRow &r) { r.formats = 1u << 9; }), "format"));
  CHECK(mentions(changed([](OpRow &r) { r.signature = Signature::Cast; }),
                 "result format"));
  CHECK(mentions(changed([](OpRow &r) { r.signature = Signature::Compare; }),
                 "operands"));
  CHECK(mentions(changed([](OpRow &r) { r.attributes = {"beta"}; }),
                 "attributes"));
  CHECK(mentions(changed([](OpRow &r) { r.name = ""; }), "no name"));
}

TEST_CASE("a copied table keeps its own rows") {
  auto original = std::make_unique<OpTable>(OpTable::builtin());
  OpTable copy = *original;
  original.reset();
  const OpRow *found = copy.byMlirName("math.exp");
  REQUIRE(found);
  CHECK(found >= copy.rows().data());
  CHECK(found < copy.rows().data() + copy.rows().size());
}

TEST_CASE("result formats") {
  const OpTable &table = OpTable::builtin();
  auto format = [&](const char *name, std::vector<Format> operands,
                    std::optional<Format> to = std::nullopt) -> std::string {
    Result<Format> result = resultFormat(*table.byName(name), operands, to);
    return result ? std::string(formatName(*result)) : result.error().message;
  };
  using enum Format;
  CHECK(format("addf", {F16, F16}) == "f16");
  CHECK(format("cmpf.olt", {BF16, BF16}) == "i1");
  CHECK(format("select", {I1, F32, F32}) == "f32");
  CHECK(format("extf", {F16}, F32) == "f32");
  CHECK(mentions(format("addf", {F16}), "2 operands"));
  CHECK(mentions(format("addf", {F16, F32}), "one format"));
  CHECK(mentions(format("addf", {I32, I32}), "i32"));
  CHECK(mentions(format("select", {F16, F32, F32}), "i1"));
  CHECK(mentions(format("extf", {F16}), "convert"));
  CHECK(mentions(format("truncf", {F32}, I32), "i32"));
}

TEST_CASE("cost classes have names") {
  CHECK(costClassName(OpTable::builtin().byName("exp")->cost) ==
        "transcendental");
  CHECK(costClassName(CostClass::Simple) == "simple");
}
