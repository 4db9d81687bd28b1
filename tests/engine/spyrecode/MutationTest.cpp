// Damaged files of every kind: a reader answers with an error or a value that
// holds together, never with a crash (the sanitizer build sees the rest).
#include "RandomBinary.h"
#include "engine/spyrecode/Assembly.h"
#include "engine/spyrecode/SpyreCode.h"
#include <doctest/doctest.h>

using namespace sg;

static void mustHold(const Result<Binary> &result) {
  if (!result) {
    CHECK(!result.error().message.empty());
    return;
  }
  CHECK(verify(*result));
  Result<std::vector<uint8_t>> image = encode(*result);
  REQUIRE(image);
  CHECK(*decode(*image) == *result);
}

TEST_CASE("mutated file images") {
  std::mt19937 random(10);
  int read = 0;
  for (int i = 0; i < 8000; ++i) {
    Binary binary = test::randomBinary(random);
    std::vector<uint8_t> image = test::mutate(*encode(binary), random);
    mustHold(decode(image));
    // With a right checksum the damage reaches the sections.
    renewChecksum(image);
    Result<Binary> result = decode(image);
    mustHold(result);
    read += bool(result);
    (void)relocationOffsets(image);
  }
  CHECK(read > 0);
}

TEST_CASE("every flipped bit of an image is noticed") {
  std::mt19937 random(11);
  std::vector<uint8_t> image = *encode(test::randomBinary(random));
  for (size_t i = 0; i < image.size(); ++i) {
    image[i] ^= uint8_t(1u << i % 8);
    CHECK(!decode(image));
    image[i] ^= uint8_t(1u << i % 8);
  }
}

TEST_CASE("mutated assembly text") {
  std::mt19937 random(12);
  int read = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string text = disassemble(test::randomBinary(random));
    std::vector<uint8_t> bytes =
        test::mutate({text.begin(), text.end()}, random);
    Result<Binary> result = assemble(
        {reinterpret_cast<const char *>(bytes.data()), bytes.size()}, "m.s");
    if (!result)
      CHECK(result.error().where.find("m.s") == 0);
    mustHold(result);
    read += bool(result);
  }
  CHECK(read > 0);
}

TEST_CASE("mutated JSON of plans and kernels") {
  std::mt19937 random(13);
  int read = 0;
  for (int i = 0; i < 4000; ++i) {
    Binary binary = test::randomBinary(random);
    KernelInfo info;
    info.name = "k";
    info.arguments.resize(9);
    KernelBuffer buffer;
    buffer.shape = buffer.strides = {2, 3};
    buffer.argument = 1;
    info.buffers = {buffer};
    SpyreCode code;
    code.plan = *makeJobPlan(binary, info);
    code.binaries["init_binary.bin"] = *encode(binary);
    code.kernel = info;
    FileSet files = toFiles(code);
    const char *name = i % 2 ? "spyrecode.json" : "kernel.json";
    files[name] = test::mutate(files[name], random);
    Result<SpyreCode> result = fromFiles(files);
    if (!result)
      CHECK(!result.error().message.empty());
    else
      CHECK(fromFiles(toFiles(*result)));
    read += bool(result);
  }
  CHECK(read > 0);
}
