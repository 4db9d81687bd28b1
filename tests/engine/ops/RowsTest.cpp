// Every row against an independent computation in long double or 128-bit
// integers, and every fast path against eval.
#include "engine/ops/OpTable.h"
#include <chrono>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <functional>
#include <map>
#include <random>

using namespace sg;

namespace {
using Real = long double;
using Wide = __int128;
using RealFn = std::function<Real(const Real *)>;

Real roundEven(Real x) { return std::nearbyint(x); }

// The product is exact in long double. What adding the third loses only matters
// next to a tie, so one step towards it is enough.
Real exactFma(Real a, Real b, Real c) {
  Real product = a * b, sum = product + c;
  if (!std::isfinite(sum))
    return sum;
  Real part = sum - product;
  Real lost = (product - (sum - part)) + (c - part);
  return lost == 0 ? sum : std::nextafter(sum, lost > 0 ? INFINITY : -INFINITY);
}

const std::map<std::string, RealFn> floatReference = {
    {"addf", [](const Real *x) { return x[0] + x[1]; }},
    {"subf", [](const Real *x) { return x[0] - x[1]; }},
    {"mulf", [](const Real *x) { return x[0] * x[1]; }},
    {"divf", [](const Real *x) { return x[0] / x[1]; }},
    {"negf", [](const Real *x) { return -x[0]; }},
    {"absf", [](const Real *x) { return x[0] < 0 ? -x[0] : x[0] + 0; }},
    {"maxnumf", [](const Real *x) { return std::fmax(x[0], x[1]); }},
    {"minnumf", [](const Real *x) { return std::fmin(x[0], x[1]); }},
    {"maximumf",
     [](const Real *x) {
       return std::isunordered(x[0], x[1]) ? Real(NAN) : std::fmax(x[0], x[1]);
     }},
    {"minimumf",
     [](const Real *x) {
       return std::isunordered(x[0], x[1]) ? Real(NAN) : std::fmin(x[0], x[1]);
     }},
    {"absmaxf",
     [](const Real *x) { return std::fmax(std::fabs(x[0]), std::fabs(x[1])); }},
    {"absminf",
     [](const Real *x) { return std::fmin(std::fabs(x[0]), std::fabs(x[1])); }},
    {"square", [](const Real *x) { return x[0] * x[0]; }},
    {"sqrt", [](const Real *x) { return std::sqrt(x[0]); }},
    {"reciprocal", [](const Real *x) { return 1 / x[0]; }},
    {"floor", [](const Real *x) { return std::floor(x[0]); }},
    {"ceil", [](const Real *x) { return std::ceil(x[0]); }},
    {"trunc", [](const Real *x) { return std::trunc(x[0]); }},
    {"round", [](const Real *x) { return std::round(x[0]); }},
    {"roundeven", [](const Real *x) { return roundEven(x[0]); }},
    {"copysign", [](const Real *x) { return std::copysign(x[0], x[1]); }},
    {"remf", [](const Real *x) { return std::fmod(x[0], x[1]); }},
    {"fma", [](const Real *x) { return exactFma(x[0], x[1], x[2]); }},
    {"exp", [](const Real *x) { return std::exp(x[0]); }},
    {"exp2", [](const Real *x) { return std::exp2(x[0]); }},
    {"expm1", [](const Real *x) { return std::expm1(x[0]); }},
    {"log", [](const Real *x) { return std::log(x[0]); }},
    {"log2", [](const Real *x) { return std::log2(x[0]); }},
    {"log10", [](const Real *x) { return std::log10(x[0]); }},
    {"log1p", [](const Real *x) { return std::log1p(x[0]); }},
    {"rsqrt", [](const Real *x) { return 1 / std::sqrt(x[0]); }},
    {"tanh", [](const Real *x) { return std::tanh(x[0]); }},
    {"sin", [](const Real *x) { return std::sin(x[0]); }},
    {"cos", [](const Real *x) { return std::cos(x[0]); }},
    {"tan", [](const Real *x) { return std::tan(x[0]); }},
    {"atan", [](const Real *x) { return std::atan(x[0]); }},
    {"atan2", [](const Real *x) { return std::atan2(x[0], x[1]); }},
    {"erf", [](const Real *x) { return std::erf(x[0]); }},
    {"powf", [](const Real *x) { return std::pow(x[0], x[1]); }},
    {"sigmoid", [](const Real *x) { return 1 / (1 + std::exp(-x[0])); }},
    {"silu", [](const Real *x) { return x[0] / (1 + std::exp(-x[0])); }},
    {"gelu",
     [](const Real *x) {
       return x[0] * std::erfc(-x[0] / std::sqrt(Real(2))) / 2;
     }},
    {"softplus",
     [](const Real *x) {
       Real scaled = x[1] * x[0];
       Real log = scaled > 10000 ? scaled : std::log1p(std::exp(scaled));
       return scaled > x[2] ? x[0] : log / x[1];
     }},
};

unsigned width(Format format) {
  return format == Format::I1 ? 1 : 8 * formatBytes(format);
}
Wide signedOf(Format format, int64_t value) {
  if (format == Format::I1)
    return value & 1 ? -1 : 0;
  return value;
}
Wide unsignedOf(Format format, int64_t value) {
  return Wide(value) & ((Wide(1) << width(format)) - 1);
}

struct IntOperands {
  Wide a, b;   // signed
  Wide ua, ub; // unsigned
  unsigned width;
};
Wide floorDiv(Wide a, Wide b) {
  Wide q = a / b;
  return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}
const std::map<std::string, std::function<Wide(IntOperands)>> intReference = {
    {"addi", [](IntOperands x) { return x.a + x.b; }},
    {"subi", [](IntOperands x) { return x.a - x.b; }},
    {"muli", [](IntOperands x) { return x.a * x.b; }},
    {"maxsi", [](IntOperands x) { return std::max(x.a, x.b); }},
    {"minsi", [](IntOperands x) { return std::min(x.a, x.b); }},
    {"maxui", [](IntOperands x) { return std::max(x.ua, x.ub); }},
    {"minui", [](IntOperands x) { return std::min(x.ua, x.ub); }},
    {"absi", [](IntOperands x) { return x.a < 0 ? -x.a : x.a; }},
    {"andi", [](IntOperands x) { return x.a & x.b; }},
    {"ori", [](IntOperands x) { return x.a | x.b; }},
    {"xori", [](IntOperands x) { return x.a ^ x.b; }},
    {"xnori", [](IntOperands x) { return ~(x.a ^ x.b); }},
    {"andnoti", [](IntOperands x) { return x.a & ~x.b; }},
    {"shli", [](IntOperands x) { return x.ub < x.width ? x.ua << x.ub : 0; }},
    {"shrsi",
     [](IntOperands x) { return x.a >> std::min<Wide>(x.ub, x.width); }},
    {"shrui", [](IntOperands x) { return x.ub < x.width ? x.ua >> x.ub : 0; }},
    {"divsi", [](IntOperands x) { return x.b ? x.a / x.b : 0; }},
    {"divui", [](IntOperands x) { return x.ub ? x.ua / x.ub : 0; }},
    {"floordivsi", [](IntOperands x) { return x.b ? floorDiv(x.a, x.b) : 0; }},
    {"ceildivsi", [](IntOperands x) { return x.b ? -floorDiv(-x.a, x.b) : 0; }},
    {"ceildivui",
     [](IntOperands x) { return x.ub ? -floorDiv(-x.ua, x.ub) : 0; }},
    {"remsi", [](IntOperands x) { return x.b ? x.a % x.b : x.a; }},
    {"remui", [](IntOperands x) { return x.ub ? x.ua % x.ub : x.ua; }},
    {"cmpi.eq", [](IntOperands x) { return Wide(x.a == x.b); }},
    {"cmpi.ne", [](IntOperands x) { return Wide(x.a != x.b); }},
    {"cmpi.slt", [](IntOperands x) { return Wide(x.a < x.b); }},
    {"cmpi.sle", [](IntOperands x) { return Wide(x.a <= x.b); }},
    {"cmpi.sgt", [](IntOperands x) { return Wide(x.a > x.b); }},
    {"cmpi.sge", [](IntOperands x) { return Wide(x.a >= x.b); }},
    {"cmpi.ult", [](IntOperands x) { return Wide(x.ua < x.ub); }},
    {"cmpi.ule", [](IntOperands x) { return Wide(x.ua <= x.ub); }},
    {"cmpi.ugt", [](IntOperands x) { return Wide(x.ua > x.ub); }},
    {"cmpi.uge", [](IntOperands x) { return Wide(x.ua >= x.ub); }},
};

const std::map<std::string, std::function<bool(Real, Real)>> compareReference =
    {
        {"cmpf.false", [](Real, Real) { return false; }},
        {"cmpf.oeq", [](Real a, Real b) { return a == b; }},
        {"cmpf.ogt", [](Real a, Real b) { return a > b; }},
        {"cmpf.oge", [](Real a, Real b) { return a >= b; }},
        {"cmpf.olt", [](Real a, Real b) { return a < b; }},
        {"cmpf.ole", [](Real a, Real b) { return a <= b; }},
        {"cmpf.one", [](Real a, Real b) { return a < b || a > b; }},
        {"cmpf.ord", [](Real a, Real b) { return a == a && b == b; }},
        {"cmpf.ueq", [](Real a, Real b) { return !(a < b || a > b); }},
        {"cmpf.ugt", [](Real a, Real b) { return !(a <= b); }},
        {"cmpf.uge", [](Real a, Real b) { return !(a < b); }},
        {"cmpf.ult", [](Real a, Real b) { return !(a >= b); }},
        {"cmpf.ule", [](Real a, Real b) { return !(a > b); }},
        {"cmpf.une", [](Real a, Real b) { return a != b; }},
        {"cmpf.uno", [](Real a, Real b) { return a != a || b != b; }},
        {"cmpf.true", [](Real, Real) { return true; }},
};

// Special patterns first, then random ones: whole range, or near one.
Scalar sample(Format format, size_t index, std::mt19937_64 &random) {
  uint64_t bits = random();
  if (isFloat(format)) {
    static const double special[] = {
        0.0,  -0.0,     1,         -1,  0.5,  -0.5, 1.5,       2.5, -3.5, 65504,
        3e38, INFINITY, -INFINITY, NAN, 1e-7, 6e-8, -1.25e-40, 100, -100, 20};
    if (index < std::size(special))
      return roundTo(format, {special[index], 0});
    if (index % 2)
      return roundTo(format, {double(int64_t(bits)) / 1.1e18, 0});
    return loadScalar(format, &bits);
  }
  static const int64_t special[] = {0, 1, -1, 2, 31, 32, 63, 64};
  if (index < std::size(special))
    return roundTo(format, {0, special[index]});
  if (index < std::size(special) + 2)
    return roundTo(format, {0, int64_t(1) << (width(format) - 1)});
  return roundTo(format, {0, int64_t(index % 2 ? bits : bits % 100)});
}

std::vector<Format> formatsOf(uint32_t set) {
  std::vector<Format> result;
  for (unsigned i = 0; i < numFormats; ++i)
    if (set & (1u << i))
      result.push_back(Format(i));
  return result;
}

std::vector<Format> resultsOf(const OpRow &row, Format operand) {
  if (row.signature == Signature::Cast)
    return formatsOf(row.resultFormats);
  return {row.signature == Signature::Compare ? Format::I1 : operand};
}

// The nearest value of the format, through a double whose last bit is odd when
// it lost something: such a double is never taken for a tie.
Scalar nearest(Format format, Real value) {
  double rounded = double(value);
  uint64_t bits;
  std::memcpy(&bits, &rounded, 8);
  if (std::isfinite(rounded) && Real(rounded) != value && bits % 2 == 0)
    rounded =
        std::nextafter(rounded, Real(rounded) < value ? INFINITY : -INFINITY);
  return roundTo(format, {rounded, 0});
}
} // namespace

TEST_CASE("float rows agree with long double") {
  std::mt19937_64 random(7);
  for (const OpRow &row : OpTable::builtin().rows()) {
    if (row.signature != Signature::Same || !isFloat(formatsOf(row.formats)[0]))
      continue;
    CAPTURE(row.name);
    REQUIRE(floatReference.count(row.name));
    for (Format format : formatsOf(row.formats)) {
      for (size_t i = 0; i < 4000; ++i) {
        Scalar in[3];
        Real x[3];
        for (unsigned k = 0; k < row.arity; ++k) {
          in[k] = sample(format,
                         k == 0    ? i
                         : i < 400 ? i / 20
                                   : i + 40,
                         random);
          x[k] = in[k].f;
        }
        Scalar out = row.eval({in, row.arity}, format, format);
        Scalar expected = nearest(format, floatReference.at(row.name)(x));
        CAPTURE(formatName(format));
        CAPTURE(in[0].f);
        CAPTURE(in[1].f);
        CAPTURE(in[2].f);
        CAPTURE(out.f);
        CAPTURE(expected.f);
        REQUIRE(ulpDistance(format, out, expected) <= row.maxUlp);
        REQUIRE(ulpDistance(format, out, roundTo(format, out)) == 0);
      }
    }
  }
}

TEST_CASE("integer rows and comparisons agree with 128-bit integers") {
  std::mt19937_64 random(8);
  for (const OpRow &row : OpTable::builtin().rows()) {
    if (isFloat(formatsOf(row.formats)[0]) || row.arity == 3 ||
        row.signature == Signature::Cast)
      continue;
    CAPTURE(row.name);
    REQUIRE(intReference.count(row.name));
    for (Format format : formatsOf(row.formats))
      for (size_t i = 0; i < 3000; ++i) {
        Scalar in[2] = {
            sample(format, i % 12 < 10 && i < 120 ? i % 12 : i, random),
            sample(format, i < 120 ? i / 12 : i, random)};
        Format result = resultsOf(row, format)[0];
        Wide expected = intReference.at(row.name)(
            {signedOf(format, in[0].i), signedOf(format, in[1].i),
             unsignedOf(format, in[0].i), unsignedOf(format, in[1].i),
             width(format)});
        Scalar out = row.eval({in, row.arity}, format, result);
        CAPTURE(formatName(format));
        CAPTURE(in[0].i);
        CAPTURE(in[1].i);
        REQUIRE(out.i == roundTo(result, {0, int64_t(expected)}).i);
      }
  }
}

TEST_CASE("float comparisons, NaN included") {
  for (const auto &[name, reference] : compareReference) {
    CAPTURE(name);
    const OpRow *row = OpTable::builtin().byName(name);
    REQUIRE(row);
    const double values[] = {-INFINITY, -1, -0.0, 0.0, 1, INFINITY, NAN};
    for (double a : values)
      for (double b : values) {
        Scalar in[2] = {{a, 0}, {b, 0}};
        CHECK(row->eval(in, Format::F16, Format::I1).i == reference(a, b));
      }
  }
}

TEST_CASE("maximum and minimum order the zeros and treat NaN by their kind") {
  auto run = [](const char *name, double a, double b) {
    Scalar in[2] = {{a, 0}, {b, 0}};
    return OpTable::builtin()
        .byName(name)
        ->eval(in, Format::F16, Format::F16)
        .f;
  };
  for (const char *name : {"maximumf", "maxnumf"}) {
    CHECK_FALSE(std::signbit(run(name, -0.0, 0.0)));
    CHECK_FALSE(std::signbit(run(name, 0.0, -0.0)));
  }
  for (const char *name : {"minimumf", "minnumf"}) {
    CHECK(std::signbit(run(name, -0.0, 0.0)));
    CHECK(std::signbit(run(name, 0.0, -0.0)));
  }
  CHECK(std::isnan(run("maximumf", NAN, 1)));
  CHECK(std::isnan(run("minimumf", 1, NAN)));
  CHECK(run("maxnumf", NAN, 1) == 1);
  CHECK(run("minnumf", 1, NAN) == 1);
  CHECK(std::isnan(run("maxnumf", NAN, NAN)));
}

TEST_CASE("fma rounds once") {
  const OpRow *row = OpTable::builtin().byName("fma");
  // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24 lies half way between two f32 values; the
  // third operand decides, though a double loses it.
  double factor = 1 + std::ldexp(1, -12), below = 1 + std::ldexp(1, -11);
  for (double sign : {1.0, -1.0}) {
    Scalar in[3] = {{factor, 0}, {factor, 0}, {sign * std::ldexp(1, -100), 0}};
    double above = below + std::ldexp(1, -23);
    CHECK(row->eval(in, Format::F32, Format::F32).f ==
          (sign > 0 ? above : below));
  }
  // Half way between two bf16 values, 1 and 1 + 2^-7.
  for (double sign : {1.0, -1.0}) {
    Scalar in[3] = {{1 + std::ldexp(1, -7), 0},
                    {1 - std::ldexp(1, -8), 0},
                    {std::ldexp(1, -15) + sign * std::ldexp(1, -22), 0}};
    CHECK(row->eval(in, Format::BF16, Format::BF16).f ==
          (sign > 0 ? 1 + std::ldexp(1, -7) : 1));
  }
}

TEST_CASE("casts") {
  auto cast = [](const char *name, Scalar in, Format from, Format to) {
    return OpTable::builtin().byName(name)->eval({&in, 1}, from, to);
  };
  using enum Format;
  CHECK(cast("extf", {0.1, 0}, F16, F32).f == double(float(0.1)));
  CHECK(cast("truncf", {65520, 0}, F32, F16).f == INFINITY);
  CHECK(cast("truncf", {1.00048828125, 0}, F32, F16).f == 1);
  CHECK(cast("sitofp", {0, -3}, I32, F16).f == -3);
  CHECK(cast("sitofp", {0, 1}, I1, F16).f == -1);
  CHECK(cast("uitofp", {0, 1}, I1, F16).f == 1);
  CHECK(cast("uitofp", {0, -1}, I32, F32).f == 4294967296.0);
  CHECK(cast("sitofp", {0, 16777217}, I32, F32).f == 16777216);
  // 2^53 + 2^29 is a tie for f32; the one after it must not fall back to even.
  CHECK(cast("sitofp", {0, (int64_t(1) << 53) + (1 << 29) + 1}, I64, F32).f ==
        9007200328482816.0);
  CHECK(
      cast("sitofp", {0, (int64_t(1) << 62) + (int64_t(1) << 38) + 1}, I64, F32)
          .f == std::ldexp(8388609, 39));
  CHECK(cast("sitofp", {0, INT64_MIN}, I64, F32).f == -std::ldexp(1, 63));
  CHECK(cast("fptosi", {-2.9, 0}, F32, I32).i == -2);
  CHECK(cast("fptosi", {NAN, 0}, F32, I32).i == 0);
  CHECK(cast("fptosi", {1e20, 0}, F32, I32).i == INT32_MAX);
  CHECK(cast("fptosi", {-INFINITY, 0}, F32, I64).i == INT64_MIN);
  CHECK(cast("fptosi", {INFINITY, 0}, F32, I64).i == INT64_MAX);
  CHECK(cast("fptoui", {200, 0}, F16, I8).i == int8_t(200));
  CHECK(cast("fptoui", {1e30, 0}, F32, I64).i == -1);
  CHECK(cast("fptoui", {-5, 0}, F32, I32).i == 0);
  CHECK(cast("extsi", {0, 1}, I1, I32).i == -1);
  CHECK(cast("extui", {0, 1}, I1, I32).i == 1);
  CHECK(cast("extui", {0, -1}, I8, I32).i == 255);
  CHECK(cast("trunci", {0, 0x1ff}, I32, I8).i == -1);
  CHECK(cast("index_cast", {0, -5}, I64, I32).i == -5);
  CHECK(cast("index_castui", {0, -5}, I32, I64).i == 4294967291);
  CHECK(cast("bitcast", {1, 0}, F16, I16).i == 0x3c00);
  CHECK(cast("bitcast", {0, 0x3f800000}, I32, F32).f == 1);
}

TEST_CASE("three-operand rows") {
  Scalar select[3] = {{0, 1}, {2, 0}, {3, 0}};
  const OpTable &table = OpTable::builtin();
  CHECK(table.byName("select")->eval(select, Format::F16, Format::F16).f == 2);
  select[0].i = 0;
  CHECK(table.byName("select")->eval(select, Format::F16, Format::F16).f == 3);
  Scalar address[3] = {{0, 3}, {0, 100}, {0, -7}};
  CHECK(
      table.byName("idx32toaddr")->eval(address, Format::I32, Format::I32).i ==
      79);
}

TEST_CASE("every fast path gives what eval gives, bit for bit") {
  std::mt19937_64 random(9);
  unsigned paths = 0;
  for (const OpRow &row : OpTable::builtin().rows())
    for (Format format : formatsOf(row.formats))
      for (Format result : resultsOf(row, format)) {
        VectorFn fast = row.fastPath(format, result);
        if (!fast)
          continue;
        ++paths;
        CAPTURE(row.name);
        CAPTURE(formatName(format));
        constexpr size_t count = 1000; // not a multiple of any block
        std::vector<uint8_t> in[3], out(count * 8, 0xee), slow = out;
        const void *pointers[3];
        for (unsigned k = 0; k < row.arity; ++k) {
          Format f = row.signature == Signature::Select && k == 0 ? Format::I1
                                                                  : format;
          in[k].resize(count * formatBytes(f) + 1);
          for (size_t i = 0; i < count; ++i) // odd address: any alignment goes
            storeScalar(f,
                        sample(f,
                               k == 0    ? i
                               : i < 400 ? i / 20
                                         : i,
                               random),
                        in[k].data() + 1 + i * formatBytes(f));
          pointers[k] = in[k].data() + 1;
        }
        fast(pointers, out.data(), count);
        OpRow plain = row;
        std::fill_n(plain.vector, numFormats, nullptr);
        std::fill_n(&plain.castVector[0][0], numFormats * numFormats, nullptr);
        computeElements(plain, format, result, pointers, slow.data(), count);
        REQUIRE(out == slow);
        // In place: the result over the last operand.
        if (formatBytes(result) == formatBytes(format)) {
          computeElements(row, format, result, pointers,
                          in[row.arity - 1].data() + 1, count);
          REQUIRE(std::memcmp(in[row.arity - 1].data() + 1, slow.data(),
                              count * formatBytes(result)) == 0);
        }
      }
  CHECK(paths > 150);
}

TEST_CASE("64 lanes of f16 are added quickly") {
  uint16_t a[64], b[64], c[64];
  for (int i = 0; i < 64; ++i) {
    a[i] = floatToF16(float(i) * 0.3f);
    b[i] = floatToF16(float(i) - 20);
  }
  const void *in[2] = {a, b};
  VectorFn add =
      OpTable::builtin().byName("addf")->vector[unsigned(Format::F16)];
  double best = 1e9;
  for (int round = 0; round < 20; ++round) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 1000; ++i) {
      add(in, c, 64);
      a[i % 64] = c[(i * 7) % 64] & 0x7bff;
    }
    std::chrono::duration<double, std::nano> time =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count() / 1000);
  }
  MESSAGE("64-lane f16 add: ", best, " ns");
#ifdef __OPTIMIZE__
  CHECK(best < 2000); // far above, for slow and instrumented machines
#endif
}
