#include "engine/ops/Format.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <limits>
#include <random>

using namespace sg;

namespace {
// The value of a 16-bit float by the definition of the format.
double decode(uint16_t bits, int exponentBits) {
  int fractionBits = 15 - exponentBits;
  int bias = (1 << (exponentBits - 1)) - 1;
  int exponent = (bits & 0x7fff) >> fractionBits;
  int fraction = bits & ((1 << fractionBits) - 1);
  double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == (1 << exponentBits) - 1)
    return fraction ? std::nan("") : sign * INFINITY;
  if (exponent == 0)
    return sign * std::ldexp(fraction, 1 - bias - fractionBits);
  return sign * std::ldexp(fraction + (1 << fractionBits),
                           exponent - bias - fractionBits);
}

uint16_t image(Format format, double value) {
  uint16_t bits = 0;
  storeScalar(format, {value, 0}, &bits);
  return bits;
}

// Every value, the middle between it and its neighbour, and both sides of that.
void checkRounding(Format format, int exponentBits) {
  uint16_t infinity =
      uint16_t(((1 << exponentBits) - 1) << (15 - exponentBits));
  for (uint16_t bits = 0; bits < infinity; ++bits) {
    double value = decode(bits, exponentBits);
    REQUIRE(image(format, value) == bits);
    REQUIRE(image(format, -value) == (bits | 0x8000));
    bool last = bits + 1 == infinity;
    // Above the largest value, the next step there would be decides.
    double next = last ? 2 * value - decode(uint16_t(bits - 1), exponentBits)
                       : decode(uint16_t(bits + 1), exponentBits);
    double middle = (value + next) / 2;
    uint16_t even = bits % 2 == 0 ? bits : uint16_t(bits + 1);
    REQUIRE(image(format, middle) == even);
    REQUIRE(image(format, std::nextafter(middle, 0.0)) == bits);
    REQUIRE(image(format, std::nextafter(middle, INFINITY)) == bits + 1);
    if (double(float(middle)) == middle) {
      uint16_t viaFloat = format == Format::F16 ? floatToF16(float(middle))
                                                : floatToBf16(float(middle));
      REQUIRE(viaFloat == even);
    }
  }
}
} // namespace

TEST_CASE("every f16 and bf16 pattern reads as the format defines") {
  for (uint32_t i = 0; i < 65536; ++i) {
    uint16_t bits = uint16_t(i);
    double half = decode(bits, 5), brain = decode(bits, 8);
    CAPTURE(i);
    if (std::isnan(half)) {
      REQUIRE(std::isnan(f16ToFloat(bits)));
      REQUIRE(floatToF16(f16ToFloat(bits)) == 0x7e00);
    } else {
      REQUIRE(double(f16ToFloat(bits)) == half);
      REQUIRE(std::signbit(f16ToFloat(bits)) == std::signbit(half));
      REQUIRE(floatToF16(f16ToFloat(bits)) == bits);
    }
    if (std::isnan(brain)) {
      REQUIRE(std::isnan(bf16ToFloat(bits)));
      REQUIRE(floatToBf16(bf16ToFloat(bits)) == 0x7fc0);
    } else {
      REQUIRE(double(bf16ToFloat(bits)) == brain);
      REQUIRE(std::signbit(bf16ToFloat(bits)) == std::signbit(brain));
      REQUIRE(floatToBf16(bf16ToFloat(bits)) == bits);
    }
  }
}

TEST_CASE("rounding is to nearest, ties to even, straight from double") {
  checkRounding(Format::F16, 5);
  checkRounding(Format::BF16, 8);
}

TEST_CASE("what does not fit becomes infinity, tiny values zero") {
  CHECK(image(Format::F16, 65519.999) == 0x7bff);
  CHECK(image(Format::F16, 65520) == 0x7c00);
  CHECK(image(Format::F16, -1e300) == 0xfc00);
  CHECK(image(Format::F16, std::ldexp(1, -25)) == 0);
  CHECK(image(Format::F16, std::ldexp(1.0001, -25)) == 1);
  CHECK(image(Format::F16, -1e-300) == 0x8000);
  CHECK(image(Format::BF16, 1e300) == 0x7f80);
  CHECK(image(Format::F16, std::nan("")) == 0x7e00);
  CHECK(image(Format::F16, -std::nan("")) == 0x7e00);
}

TEST_CASE("floats to f16 agree with the nearest value found by search") {
  std::mt19937 random(1);
  for (int i = 0; i < 200000; ++i) {
    uint32_t bits = random();
    float value;
    std::memcpy(&value, &bits, 4);
    if (!(std::fabs(value) < 65520))
      continue;
    // Work in units of the spacing at the value.
    int exponent = std::max(std::ilogb(value), -14);
    if (value == 0)
      exponent = -14;
    double spacing = std::ldexp(1.0, exponent - 10);
    double expected = std::nearbyint(double(value) / spacing) * spacing;
    REQUIRE(double(f16ToFloat(floatToF16(value))) == expected);
  }
}

TEST_CASE("integers wrap and i1 is one byte") {
  CHECK(roundTo(Format::I32, {0, int64_t(1) << 31}).i == INT32_MIN);
  CHECK(roundTo(Format::I8, {0, 200}).i == -56);
  CHECK(roundTo(Format::I16, {0, -32769}).i == 32767);
  CHECK(roundTo(Format::I1, {0, 3}).i == 1);
  CHECK(roundTo(Format::I1, {0, 2}).i == 0);
  CHECK(roundTo(Format::I64, {0, INT64_MIN}).i == INT64_MIN);
  CHECK(roundTo(Format::F32, {0.1, 0}).f == double(0.1f));
}

TEST_CASE("unaligned elements load and store") {
  for (unsigned i = 0; i < numFormats; ++i) {
    uint8_t memory[17] = {};
    Scalar value = {1, 1};
    storeScalar(Format(i), value, memory + 3);
    Scalar back = loadScalar(Format(i), memory + 3);
    CHECK((isFloat(Format(i)) ? back.f : double(back.i)) == 1);
    for (unsigned k = 3 + formatBytes(Format(i)); k < 17; ++k)
      CHECK(memory[k] == 0);
  }
}

TEST_CASE("names parse back") {
  for (unsigned i = 0; i < numFormats; ++i)
    CHECK(parseFormat(formatName(Format(i))) == Format(i));
  CHECK(parseFormat("index") == Format::I64);
  CHECK_FALSE(parseFormat("f64"));
  CHECK_FALSE(parseFormat(""));
}

TEST_CASE("distance in units in the last place") {
  auto f16 = [](double a, double b) {
    return ulpDistance(Format::F16, {a, 0}, {b, 0});
  };
  CHECK(f16(1, 1) == 0);
  CHECK(f16(1, 1.0009765625) == 1);
  CHECK(f16(0.0, -0.0) == 0);
  CHECK(f16(std::ldexp(1, -24), -std::ldexp(1, -24)) == 2);
  CHECK(f16(65504, INFINITY) == 1);
  CHECK(f16(NAN, NAN) == 0);
  CHECK(f16(NAN, 1) == UINT64_MAX);
  CHECK(ulpDistance(Format::I32, {0, -3}, {0, 4}) == 7);
  CHECK(ulpDistance(Format::I64, {0, INT64_MIN}, {0, INT64_MAX}) == UINT64_MAX);
  CHECK(ulpDistance(Format::F32, {1, 0}, {double(std::nextafterf(1, 2)), 0}) ==
        1);
}
