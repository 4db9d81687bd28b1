// Comparisons, and the selection that uses their results.
#include "engine/ops/RowKit.h"

namespace sg::rows {
namespace {

// What a comparison of two floats or integers can come out as; a predicate is
// the set of outcomes it is true for.
enum Outcome : unsigned { Less = 1, Equal = 2, Greater = 4, Unordered = 8 };

template <typename T> unsigned outcome(T a, T b) {
  return a < b ? Less : a > b ? Greater : a == b ? Equal : Unordered;
}

// Float predicate: `Set` of outcomes. The comparison is exact in any format.
template <unsigned Set> struct FloatCompare {
  static Scalar eval(std::span<const Scalar> in, Format, Format) {
    return {0, (outcome(in[0].f, in[1].f) & Set) != 0};
  }
  template <Format F>
  static void vector(const void *const *in, void *out, size_t count) {
    inBlocks<Element<F>, Element<Format::I1>, float, int64_t, 2>(
        in, out, count, [](auto &values, auto &results, size_t n) {
          for (size_t i = 0; i < n; ++i)
            results[i] = (outcome(values[0][i], values[1][i]) & Set) != 0;
        });
  }
};

template <unsigned Set, bool IsUnsigned> struct IntCompare {
  static bool compare(Format format, int64_t a, int64_t b) {
    unsigned result =
        IsUnsigned ? outcome(asUnsigned(format, a), asUnsigned(format, b))
                   : outcome(asSigned(format, a), asSigned(format, b));
    return (result & Set) != 0;
  }
  static Scalar eval(std::span<const Scalar> in, Format format, Format) {
    return {0, compare(format, in[0].i, in[1].i)};
  }
  template <Format F>
  static void vector(const void *const *in, void *out, size_t count) {
    inBlocks<Element<F>, Element<Format::I1>, int64_t, int64_t, 2>(
        in, out, count, [](auto &values, auto &results, size_t n) {
          for (size_t i = 0; i < n; ++i)
            results[i] = compare(F, values[0][i], values[1][i]);
        });
  }
};

OpRow compareRow(std::string op, std::string predicate, std::string summary,
                 uint16_t encoding, std::string dataflowKind) {
  OpRow row;
  row.name = op + "." + predicate;
  row.summary = std::move(summary);
  row.arity = 2;
  row.signature = Signature::Compare;
  row.encoding = encoding;
  row.mlirNames = {"arith." + op + ":" + predicate};
  row.dataflow = {"dataflow.opaque", row.name};
  if (!dataflowKind.empty())
    row.dataflow = {"vectorchain.element_wise_compare", dataflowKind};
  return row;
}

// The DataflowIR comparison answers false for NaN, so it spells the ordered
// predicates only.
template <unsigned Set>
void addFloat(std::vector<OpRow> &rows, std::string predicate,
              std::string summary, uint16_t encoding,
              std::string dataflowKind = "") {
  using Forms = FloatCompare<Set>;
  OpRow row =
      compareRow("cmpf", predicate, summary, encoding, std::move(dataflowKind));
  row.formats = floats;
  row.eval = Forms::eval;
  row.vector[unsigned(Format::F16)] = Forms::template vector<Format::F16>;
  row.vector[unsigned(Format::BF16)] = Forms::template vector<Format::BF16>;
  row.vector[unsigned(Format::F32)] = Forms::template vector<Format::F32>;
  rows.push_back(std::move(row));
}

template <unsigned Set, bool IsUnsigned = false>
void addInt(std::vector<OpRow> &rows, std::string predicate,
            std::string summary, uint16_t encoding,
            std::string dataflowKind = "") {
  using Forms = IntCompare<Set, IsUnsigned>;
  OpRow row =
      compareRow("cmpi", predicate, summary, encoding, std::move(dataflowKind));
  row.formats = ints;
  row.eval = Forms::eval;
  row.vector[unsigned(Format::I32)] = Forms::template vector<Format::I32>;
  rows.push_back(std::move(row));
}

Scalar evalSelect(std::span<const Scalar> in, Format, Format out) {
  return roundTo(out, in[0].i ? in[1] : in[2]);
}

template <Format F>
void vectorSelect(const void *const *in, void *out, size_t count) {
  using E = Element<F>;
  using M = typename E::Memory;
  const char *condition = static_cast<const char *>(in[0]);
  const char *yes = static_cast<const char *>(in[1]);
  const char *no = static_cast<const char *>(in[2]);
  char *to = static_cast<char *>(out);
  for (size_t i = 0; i < count; ++i) {
    M value = bits::read<M>((condition[i] ? yes : no) + i * sizeof(M));
    bits::write<M>(to + i * sizeof(M), E::store(E::load(value)));
  }
}

OpRow selectRow() {
  OpRow row{.name = "select",
            .summary = "second where the first is true, else third",
            .arity = 3,
            .signature = Signature::Select,
            .formats = floats | ints,
            .encoding = 0x240,
            .mlirNames = {"arith.select", "linalg.select"},
            .dataflow = {"vectorchain.element_wise_selection", ""},
            .eval = evalSelect};
  row.vector[unsigned(Format::F16)] = vectorSelect<Format::F16>;
  row.vector[unsigned(Format::BF16)] = vectorSelect<Format::BF16>;
  row.vector[unsigned(Format::F32)] = vectorSelect<Format::F32>;
  row.vector[unsigned(Format::I32)] = vectorSelect<Format::I32>;
  return row;
}

} // namespace

void addCompareRows(std::vector<OpRow> &rows) {
  addFloat<0>(rows, "false", "never", 0x200);
  addFloat<Equal>(rows, "oeq", "equal", 0x201, "compare_eq");
  addFloat<Greater>(rows, "ogt", "greater", 0x202, "compare_gt");
  addFloat<Greater | Equal>(rows, "oge", "greater or equal", 0x203,
                            "compare_ge");
  addFloat<Less>(rows, "olt", "less", 0x204, "compare_lt");
  addFloat<Less | Equal>(rows, "ole", "less or equal", 0x205, "compare_le");
  addFloat<Less | Greater>(rows, "one", "less or greater", 0x206,
                           "compare_neq");
  addFloat<Less | Equal | Greater>(rows, "ord", "neither is NaN", 0x207);
  addFloat<Equal | Unordered>(rows, "ueq", "equal, or one is NaN", 0x208);
  addFloat<Greater | Unordered>(rows, "ugt", "greater, or one is NaN", 0x209);
  addFloat<Greater | Equal | Unordered>(
      rows, "uge", "greater or equal, or one is NaN", 0x20a);
  addFloat<Less | Unordered>(rows, "ult", "less, or one is NaN", 0x20b);
  addFloat<Less | Equal | Unordered>(rows, "ule",
                                     "less or equal, or one is NaN", 0x20c);
  addFloat<Less | Greater | Unordered>(rows, "une", "not equal, or one is NaN",
                                       0x20d);
  addFloat<Unordered>(rows, "uno", "one is NaN", 0x20e);
  addFloat<Less | Equal | Greater | Unordered>(rows, "true", "always", 0x20f);

  addInt<Equal>(rows, "eq", "equal integers", 0x220, "compare_eq");
  addInt<Less | Greater>(rows, "ne", "different integers", 0x221,
                         "compare_neq");
  addInt<Less>(rows, "slt", "signed less", 0x222, "compare_lt");
  addInt<Less | Equal>(rows, "sle", "signed less or equal", 0x223,
                       "compare_le");
  addInt<Greater>(rows, "sgt", "signed greater", 0x224, "compare_gt");
  addInt<Greater | Equal>(rows, "sge", "signed greater or equal", 0x225,
                          "compare_ge");
  addInt<Less, true>(rows, "ult", "unsigned less", 0x226);
  addInt<Less | Equal, true>(rows, "ule", "unsigned less or equal", 0x227);
  addInt<Greater, true>(rows, "ugt", "unsigned greater", 0x228);
  addInt<Greater | Equal, true>(rows, "uge", "unsigned greater or equal",
                                0x229);
  rows.push_back(selectRow());
}

} // namespace sg::rows
