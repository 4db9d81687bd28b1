// .npy files: what NumPy writes, what we write, and files nobody should trust.
#include "app/cli/Npy.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <limits>

using namespace sg;
using namespace sg::cli;

namespace {

std::string npy(const std::string &header, const std::string &data,
                int version = 1) {
  std::string file = "\x93NUMPY";
  file += char(version);
  file += '\0';
  size_t length = header.size();
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i, length >>= 8)
    file += char(length & 255);
  return file + header + data;
}

std::string dict(const std::string &type, const std::string &shape,
                 const char *fortran = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + fortran +
         ", 'shape': " + shape + ", }\n";
}

template <typename T> std::string bytes(std::vector<T> values) {
  return std::string(reinterpret_cast<const char *>(values.data()),
                     values.size() * sizeof(T));
}

std::string errorOf(const std::string &file) {
  auto array = readNpy(file);
  return array ? "" : array.error().message;
}

} // namespace

TEST_CASE("every format comes back from what was written") {
  for (unsigned i = 0; i < numFormats; ++i) {
    Format format = Format(i);
    CAPTURE(formatName(format));
    std::string data(6 * formatBytes(format), '\1');
    std::string file = writeNpy(format, {2, 3}, data);
    CHECK((file.size() - data.size()) % 64 == 0);
    auto array = readNpy(file);
    REQUIRE_MESSAGE(array, array.error().message);
    CHECK(array->shape == std::vector<int64_t>{2, 3});
    auto back = toFormat(*array, format);
    REQUIRE_MESSAGE(back, back.error().message);
    CHECK(std::string(back->begin(), back->end()) == data);
  }
}

TEST_CASE("shapes of rank 0 and 1, empty arrays, versions 2 and 3") {
  CHECK(readNpy(writeNpy(Format::F16, {}, "ab"))->shape.empty());
  CHECK(readNpy(writeNpy(Format::F16, {1}, "ab"))->shape ==
        std::vector<int64_t>{1});
  CHECK(readNpy(npy(dict("<f4", "(0, 4)"), ""))->data.empty());
  CHECK(readNpy(npy(dict("<i4", "(1,)"), "abcd", 2)));
  CHECK(readNpy(npy(dict("<i4", "(1L,)"), "abcd", 3)));
}

TEST_CASE("Fortran order is transposed") {
  auto array = readNpy(
      npy(dict("<i4", "(2, 3)", "True"), bytes<int32_t>({1, 2, 3, 4, 5, 6})));
  REQUIRE(array);
  CHECK(array->data == bytes<int32_t>({1, 3, 5, 2, 4, 6}));
}

TEST_CASE("f8 is rounded to nearest, ties to even") {
  // 1 + 2^-11 lies between two f16; 1 + 3 * 2^-11 between the next two.
  auto array = readNpy(
      npy(dict("<f8", "(4,)"),
          bytes<double>({1 + std::ldexp(1, -11), 1 + 3 * std::ldexp(1, -11),
                         1e10, std::nan("")})));
  REQUIRE(array);
  auto half = toFormat(*array, Format::F16);
  REQUIRE(half);
  CHECK(loadScalar(Format::F16, &(*half)[0]).f == 1.0);
  CHECK(loadScalar(Format::F16, &(*half)[2]).f == 1 + std::ldexp(1, -9));
  CHECK(std::isinf(loadScalar(Format::F16, &(*half)[4]).f));
  CHECK(std::isnan(loadScalar(Format::F16, &(*half)[6]).f));
}

TEST_CASE("i8 becomes any integer format that holds it") {
  auto array = readNpy(npy(dict("<i8", "(2,)"), bytes<int64_t>({-5, 127})));
  CHECK(loadScalar(Format::I8, &(*toFormat(*array, Format::I8))[0]).i == -5);
  CHECK(loadScalar(Format::I32, &(*toFormat(*array, Format::I32))[4]).i == 127);
  auto bit = toFormat(*array, Format::I1);
  REQUIRE_FALSE(bit);
  CHECK(bit.error().message.find("-5") != std::string::npos);
}

TEST_CASE("bf16 comes as bits or as floats") {
  std::string one("\x80\x3f", 2);
  for (const char *type : {"<u2", "V2", "|V2", "<V2"}) {
    auto array = readNpy(npy(dict(type, "(1,)"), one));
    REQUIRE(array);
    CHECK(loadScalar(Format::BF16, toFormat(*array, Format::BF16)->data()).f ==
          1.0);
  }
  auto wide = readNpy(npy(dict("<f4", "(1,)"), bytes<float>({1.0f})));
  CHECK(loadScalar(Format::BF16, toFormat(*wide, Format::BF16)->data()).f == 1);
}

TEST_CASE("other types are refused, and both are named") {
  auto array = readNpy(npy(dict("<f4", "(1,)"), "abcd"));
  auto wrong = toFormat(*array, Format::F16);
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().message.find("f16") != std::string::npos);
  CHECK(wrong.error().message.find("<f4") != std::string::npos);
  auto two = readNpy(npy(dict("|u1", "(1,)"), "\2"));
  CHECK_FALSE(toFormat(*two, Format::I1));
  for (const char *type : {">f2", "|O", "<c8", "<U3", "<m8[ns]", ""})
    CHECK_FALSE(errorOf(npy(dict(type, "(1,)"), "abcdefgh")).empty());
}

TEST_CASE("damaged files are refused") {
  std::string good = writeNpy(Format::F32, {2, 2}, std::string(16, 'x'));
  REQUIRE(readNpy(good));
  for (size_t length = 0; length < good.size(); ++length)
    CHECK_FALSE(errorOf(good.substr(0, length)).empty());
  CHECK_FALSE(errorOf(good + "x").empty());
  for (const char *shape :
       {"(-1,)", "(4", "4", "(9999999999999999999999,)", "('a',)", "(1 2)",
        "(4611686018427387904, 4611686018427387904)", "(,)", "()()"})
    CHECK_FALSE(errorOf(npy(dict("<f4", shape), "abcd")).empty());
  CHECK_FALSE(errorOf(npy("", "")).empty());
  CHECK_FALSE(errorOf(npy("{", "")).empty());
  CHECK_FALSE(errorOf(npy("{'descr': '<f4'}", "abcd")).empty());
  CHECK_FALSE(errorOf(npy("{'descr': [('a', '<f4')], 'fortran_order': False, "
                          "'shape': (1,)}",
                          "abcd"))
                  .empty());
  CHECK_FALSE(errorOf(npy(dict("<f4", "(1,)", "Maybe"), "abcd")).empty());
  // Any byte changed: an error or an array, never a crash.
  for (size_t at = 0; at < good.size(); ++at)
    for (int value = 0; value < 256; value += 5) {
      std::string bad = good;
      bad[at] = char(value);
      if (auto array = readNpy(bad))
        for (unsigned i = 0; i < numFormats; ++i)
          (void)toFormat(*array, Format(i));
    }
}
