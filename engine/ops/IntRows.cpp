// Integer arithmetic. Results wrap. Where MLIR leaves a result open (division
// by zero, shifts by the width or more) the table picks one, so that every part
// of the engine agrees.
#include "engine/ops/RowKit.h"

namespace sg::rows {
namespace {

// Wrapping arithmetic without the undefined overflow of signed integers.
constexpr int64_t wrap(uint64_t value) { return int64_t(value); }

#define SG_INT_OP(NAME, EXPRESSION)                                            \
  struct NAME {                                                                \
    static int64_t apply([[maybe_unused]] Format f, int64_t a, int64_t b) {    \
      return EXPRESSION;                                                       \
    }                                                                          \
  }

// Quotient and remainder of signed numbers; a divisor of zero gives quotient 0
// and the dividend as remainder, the one overflowing quotient wraps.
constexpr int64_t quotient(int64_t a, int64_t b) {
  return b == 0 ? 0 : b == -1 ? wrap(0 - uint64_t(a)) : a / b;
}
constexpr int64_t remainder(int64_t a, int64_t b) {
  return b == 0 ? a : b == -1 ? 0 : a % b;
}
constexpr int64_t floorQuotient(int64_t a, int64_t b) {
  int64_t rest = remainder(a, b);
  return quotient(a, b) - (b != 0 && rest != 0 && (rest < 0) != (b < 0));
}
constexpr int64_t ceilQuotient(int64_t a, int64_t b) {
  int64_t rest = remainder(a, b);
  return quotient(a, b) + (b != 0 && rest != 0 && (rest < 0) == (b < 0));
}
constexpr uint64_t quotientU(uint64_t a, uint64_t b) { return b ? a / b : 0; }
constexpr uint64_t remainderU(uint64_t a, uint64_t b) { return b ? a % b : a; }
// Everything is shifted out by the width or more; negative counts are large.
constexpr int64_t shiftRight(int64_t a, uint64_t by) {
  return a >> (by > 63 ? 63 : by);
}
constexpr uint64_t shiftRightU(uint64_t a, uint64_t by) {
  return by > 63 ? 0 : a >> by;
}
constexpr uint64_t shiftLeft(uint64_t a, uint64_t by) {
  return by > 63 ? 0 : a << by;
}

SG_INT_OP(Add, wrap(uint64_t(a) + uint64_t(b)));
SG_INT_OP(Sub, wrap(uint64_t(a) - uint64_t(b)));
SG_INT_OP(Mul, wrap(uint64_t(a) * uint64_t(b)));
SG_INT_OP(DivS, quotient(a, b));
SG_INT_OP(DivU, wrap(quotientU(asUnsigned(f, a), asUnsigned(f, b))));
SG_INT_OP(FloorDivS, floorQuotient(a, b));
SG_INT_OP(CeilDivS, ceilQuotient(a, b));
SG_INT_OP(CeilDivU, wrap(quotientU(asUnsigned(f, a), asUnsigned(f, b)) +
                         (b != 0 && remainderU(asUnsigned(f, a),
                                               asUnsigned(f, b)) != 0)));
SG_INT_OP(RemS, remainder(a, b));
SG_INT_OP(RemU, wrap(remainderU(asUnsigned(f, a), asUnsigned(f, b))));
SG_INT_OP(And, a &b);
SG_INT_OP(Or, a | b);
SG_INT_OP(Xor, a ^ b);
SG_INT_OP(Xnor, ~(a ^ b));
SG_INT_OP(AndNot, a & ~b);
SG_INT_OP(ShL, wrap(shiftLeft(uint64_t(a), asUnsigned(f, b))));
SG_INT_OP(ShRS, shiftRight(a, asUnsigned(f, b)));
SG_INT_OP(ShRU, wrap(shiftRightU(asUnsigned(f, a), asUnsigned(f, b))));
SG_INT_OP(MaxS, asSigned(f, a) > asSigned(f, b) ? a : b);
SG_INT_OP(MinS, asSigned(f, a) < asSigned(f, b) ? a : b);
SG_INT_OP(MaxU, asUnsigned(f, a) > asUnsigned(f, b) ? a : b);
SG_INT_OP(MinU, asUnsigned(f, a) < asUnsigned(f, b) ? a : b);
#undef SG_INT_OP

struct Abs {
  static int64_t apply(Format, int64_t a) {
    return a < 0 ? wrap(0 - uint64_t(a)) : a;
  }
};
// An address: base + stride * index, in 32 bits.
struct Address {
  static int64_t apply(Format, int64_t index, int64_t base, int64_t stride) {
    return wrap(uint64_t(base) + uint64_t(stride) * uint64_t(index));
  }
};

template <typename Op>
void add(std::vector<OpRow> &rows, uint32_t formats, OpRow row) {
  if (row.dataflow.op == "dataflow.opaque")
    row.dataflow.kind = row.name;
  rows.push_back(computedInt<Op, 2>(std::move(row), formats));
}

DataflowSpelling binary(std::string kind) {
  return {"vectorchain.binary", std::move(kind)};
}

void addBitRows(std::vector<OpRow> &rows) {
  add<And>(rows, ints,
           {.name = "andi",
            .summary = "bits set in both",
            .encoding = 0x110,
            .mlirNames = {"arith.andi"},
            .dataflow = binary("and0")});
  add<Or>(rows, ints,
          {.name = "ori",
           .summary = "bits set in either",
           .encoding = 0x111,
           .mlirNames = {"arith.ori"},
           .dataflow = binary("or0")});
  add<Xor>(rows, ints,
           {.name = "xori",
            .summary = "bits set in one of the two",
            .encoding = 0x112,
            .mlirNames = {"arith.xori"}});
  add<Xnor>(rows, ints,
            {.name = "xnori",
             .summary = "bits that are equal",
             .encoding = 0x113,
             .dataflow = binary("xnor")});
  add<AndNot>(rows, ints,
              {.name = "andnoti",
               .summary = "bits of the first that the second has not",
               .encoding = 0x114,
               .dataflow = binary("and_not")});
  add<ShL>(rows, wideInts,
           {.name = "shli",
            .summary = "shift left; 0 when shifted by the width or more",
            .encoding = 0x115,
            .mlirNames = {"arith.shli"}});
  add<ShRS>(rows, wideInts,
            {.name = "shrsi",
             .summary = "shift right, filling with the sign",
             .encoding = 0x116,
             .mlirNames = {"arith.shrsi"}});
  add<ShRU>(rows, wideInts,
            {.name = "shrui",
             .summary = "shift right, filling with zeros",
             .encoding = 0x117,
             .mlirNames = {"arith.shrui"}});
}

void addDivisionRows(std::vector<OpRow> &rows) {
  auto division = [](OpRow row) {
    row.cost = CostClass::Divide;
    return row;
  };
  add<DivS>(rows, wideInts,
            division({.name = "divsi",
                      .summary = "signed quotient towards zero; 0 for x / 0",
                      .encoding = 0x120,
                      .mlirNames = {"arith.divsi", "linalg.div"}}));
  add<DivU>(rows, wideInts,
            division({.name = "divui",
                      .summary = "unsigned quotient; 0 for x / 0",
                      .encoding = 0x121,
                      .mlirNames = {"arith.divui", "linalg.div_unsigned"}}));
  add<FloorDivS>(rows, wideInts,
                 division({.name = "floordivsi",
                           .summary = "signed quotient rounded down",
                           .encoding = 0x122,
                           .mlirNames = {"arith.floordivsi"}}));
  add<CeilDivS>(rows, wideInts,
                division({.name = "ceildivsi",
                          .summary = "signed quotient rounded up",
                          .encoding = 0x123,
                          .mlirNames = {"arith.ceildivsi"}}));
  add<CeilDivU>(rows, wideInts,
                division({.name = "ceildivui",
                          .summary = "unsigned quotient rounded up",
                          .encoding = 0x124,
                          .mlirNames = {"arith.ceildivui"}}));
  add<RemS>(rows, wideInts,
            division({.name = "remsi",
                      .summary = "signed remainder with the first's sign",
                      .encoding = 0x125,
                      .mlirNames = {"arith.remsi"}}));
  add<RemU>(rows, wideInts,
            division({.name = "remui",
                      .summary = "unsigned remainder",
                      .encoding = 0x126,
                      .mlirNames = {"arith.remui"}}));
}

} // namespace

void addIntRows(std::vector<OpRow> &rows) {
  add<Add>(rows, ints,
           {.name = "addi",
            .summary = "sum of two integers",
            .encoding = 0x100,
            .mlirNames = {"arith.addi", "linalg.add", "spyreop.addi32toi32",
                          "spyreop.addi64toi64"},
            .dataflow = binary("add")});
  add<Sub>(rows, ints,
           {.name = "subi",
            .summary = "difference of two integers",
            .encoding = 0x101,
            .mlirNames = {"arith.subi", "linalg.sub"},
            .dataflow = binary("sub")});
  add<Mul>(rows, ints,
           {.name = "muli",
            .summary = "product of two integers",
            .cost = CostClass::Multiply,
            .encoding = 0x102,
            .mlirNames = {"arith.muli", "linalg.mul", "spyreop.muli32toi32"},
            .dataflow = binary("mul")});
  add<MaxS>(rows, ints,
            {.name = "maxsi",
             .summary = "larger of two signed integers",
             .encoding = 0x103,
             .mlirNames = {"arith.maxsi", "linalg.max"},
             .dataflow = binary("max")});
  add<MinS>(rows, ints,
            {.name = "minsi",
             .summary = "smaller of two signed integers",
             .encoding = 0x104,
             .mlirNames = {"arith.minsi", "linalg.min"},
             .dataflow = binary("min")});
  add<MaxU>(rows, ints,
            {.name = "maxui",
             .summary = "larger of two unsigned integers",
             .encoding = 0x105,
             .mlirNames = {"arith.maxui"}});
  add<MinU>(rows, ints,
            {.name = "minui",
             .summary = "smaller of two unsigned integers",
             .encoding = 0x106,
             .mlirNames = {"arith.minui"}});
  rows.push_back(computedInt<Abs, 1>({.name = "absi",
                                      .summary = "magnitude of an integer",
                                      .encoding = 0x107,
                                      .mlirNames = {"math.absi"},
                                      .dataflow = {"dataflow.opaque", "absi"}},
                                     wideInts));
  rows.push_back(
      computedInt<Address, 3>({.name = "idx32toaddr",
                               .summary = "base address + stride * index",
                               .cost = CostClass::Multiply,
                               .encoding = 0x108,
                               .mlirNames = {"spyreop.idx32toaddr"},
                               .attributes = {"base_address", "static_stride"},
                               .dataflow = {"dataflow.opaque", "idx32toaddr"}},
                              bit(Format::I32)));
  addBitRows(rows);
  addDivisionRows(rows);
}

} // namespace sg::rows
