#include "RandomBinary.h"
#include "engine/spyrecode/Assembly.h"
#include "engine/spyrecode/HostCompute.h"
#include "engine/spyrecode/Image.h"
#include <cstring>
#include <doctest/doctest.h>
#include <functional>

using namespace sg;

TEST_CASE("decode(encode(b)) == b for random binaries, byte for byte") {
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    CAPTURE(i);
    Binary binary = test::randomBinary(random);
    Result<std::vector<uint8_t>> image = encode(binary);
    REQUIRE_MESSAGE(image, image.error().str());
    CHECK(image->size() % 128 == 0);
    Result<Binary> back = decode(*image);
    REQUIRE_MESSAGE(back, back.error().str());
    CHECK(*back == binary);
    CHECK(*encode(*back) == *image);
  }
}

TEST_CASE("relocation offsets name the table entries in the image") {
  std::mt19937 random(2);
  int checked = 0;
  for (int i = 0; i < 300; ++i) {
    Binary binary = test::randomBinary(random);
    std::vector<uint8_t> image = *encode(binary);
    Result<std::vector<uint64_t>> offsets = relocationOffsets(image);
    REQUIRE(offsets);
    REQUIRE(offsets->size() == binary.relocations.size());
    for (size_t k = 0; k < offsets->size(); ++k) {
      const Relocation &one = binary.relocations[k];
      int64_t &entry = binary.instances[one.instance].table[one.entry];
      int64_t has = 0;
      REQUIRE((*offsets)[k] + 8 <= image.size());
      std::memcpy(&has, image.data() + (*offsets)[k], 8);
      CHECK(has == entry);
      entry = int64_t(k) * 1000 + 7;
      std::memcpy(image.data() + (*offsets)[k], &entry, 8);
      ++checked;
    }
    if (!offsets->empty())
      CHECK(!decode(image)); // the old checksum
    CHECK(renewChecksum(image));
    Result<Binary> patched = decode(image);
    REQUIRE(patched);
    CHECK(*patched == binary);
  }
  CHECK(checked > 100);
}

TEST_CASE("the map of an image finds every instruction and table") {
  std::mt19937 random(3);
  for (int i = 0; i < 100; ++i) {
    Binary binary = test::randomBinary(random);
    std::vector<uint8_t> image = *encode(binary);
    auto mapped = image::decodeMapped(image);
    REQUIRE(mapped);
    CHECK(mapped->binary == binary);
    REQUIRE(mapped->instructions.size() == binary.streams.size());
    for (size_t s = 0; s < binary.streams.size(); ++s) {
      const auto &begins = mapped->instructions[s];
      REQUIRE(begins.size() == binary.streams[s].code.size() + 1);
      for (size_t k = 0; k + 1 < begins.size(); ++k) {
        REQUIRE(begins[k + 1] >= begins[k] + 5);
        CHECK(image[begins[k]] == uint8_t(binary.streams[s].code[k].op));
      }
    }
    REQUIRE(mapped->tables.size() == binary.instances.size());
    for (size_t n = 0; n < binary.instances.size(); ++n)
      for (size_t e = 0; e < binary.instances[n].table.size(); ++e) {
        int64_t value = 0;
        std::memcpy(&value, image.data() + mapped->tables[n] + e * 8, 8);
        CHECK(value == binary.instances[n].table[e]);
      }
  }
}

TEST_CASE("correction writes the rows' lanes into the relocated entries") {
  std::mt19937 random(4);
  for (int i = 0; i < 100; ++i) {
    Binary binary = test::randomBinary(random);
    std::vector<uint8_t> image = *encode(binary);
    size_t lanes = correctionRows(binary.symbols.size()) * correctionLanes;
    std::vector<uint8_t> rows(lanes * 8);
    for (uint8_t &byte : rows)
      byte = uint8_t(random());
    REQUIRE(correctImage(image, rows));
    for (const Relocation &one : binary.relocations)
      std::memcpy(&binary.instances[one.instance].table[one.entry],
                  rows.data() + one.slot * 8, 8);
    auto back = decode(image);
    REQUIRE(back);
    CHECK(*back == binary);
    if (!binary.symbols.empty())
      CHECK(!correctImage(image, std::span(rows).first(rows.size() - 128)));
  }
  std::vector<uint8_t> broken(384);
  CHECK(!correctImage(broken, {}));
}

static std::vector<uint8_t> smallImage() {
  return *encode(*assemble(R"(.device "d"
.memory "L1"
.stream "s"
  loop r1, 4
    wait p0
  end
.end
.instance "A", core 0, runs "s", peers [0], table [1]
)",
                           "small.s"));
}

static std::string decodeError(std::vector<uint8_t> image, bool reseal) {
  if (reseal)
    renewChecksum(image);
  Result<Binary> result = decode(image);
  return result ? "none" : result.error().str();
}

TEST_CASE("a reader says what is wrong with a file, and at which offset") {
  std::vector<uint8_t> good = smallImage(), bad;
  CHECK(decodeError(good, false) == "none");
  CHECK(decodeError({}, false).find("offset 0x0") == 0);
  bad = good;
  bad[0] = 'X';
  CHECK(decodeError(bad, true) ==
        "offset 0x0: not a SpyreBinary: the magic number is missing");
  bad = good;
  bad[8] = 9;
  CHECK(decodeError(bad, true) ==
        "offset 0x8: version 9 of the format is unknown; this program reads "
        "version 1");
  bad = good;
  bad.resize(bad.size() - 128);
  CHECK(decodeError(bad, true).find("offset 0x10: the header says") == 0);
  bad = good;
  bad[400] ^= 1;
  CHECK(decodeError(bad, false) ==
        "offset 0x18: the checksum does not match the content");
  bad = good;
  bad[64 + 8] += 1; // first section's offset
  CHECK(decodeError(bad, true).find(
            "offset 0x48: section 'device' is not aligned to 128 bytes") == 0);
  bad = good;
  bad[64 + 24 + 16] = 0xff; // memories: size
  bad[64 + 24 + 17] = 0xff;
  CHECK(decodeError(bad, true).find("offset 0x68: section 'memories' reaches "
                                    "past the end of the file") == 0);
  bad = good;
  bad[384] = 200; // length of the device's name
  CHECK(decodeError(bad, true).find("section 'device': truncated") !=
        std::string::npos);
}

TEST_CASE("an unknown opcode is found at its offset") {
  std::vector<uint8_t> image = smallImage();
  // The code section: kind 4 is the fourth entry.
  uint64_t code = 0;
  std::memcpy(&code, image.data() + 64 + 3 * 24 + 8, 8);
  REQUIRE(image[code] == uint8_t(Opcode::Loop));
  image[code] = 250;
  char where[32];
  std::snprintf(where, sizeof where,
                "offset 0x%llx:", (unsigned long long)code);
  CHECK(decodeError(image, true).find(where) == 0);
}

static std::string verifyError(const std::function<void(Binary &)> &change) {
  Binary binary = *decode(smallImage());
  change(binary);
  Result<void> ok = verify(binary);
  return ok ? "none" : ok.error().str();
}

TEST_CASE("verify rejects what no reader could trust") {
  auto has = [](const std::string &text, const char *part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(verifyError([](Binary &) {}) == "none");
  CHECK(has(verifyError([](Binary &b) { b.instances[0].stream = 1; }),
            "stream 1 does not exist"));
  CHECK(has(verifyError([](Binary &b) { b.instances[0].peers = {3}; }),
            "peer 3 does not exist"));
  CHECK(has(verifyError([](Binary &b) { b.instances[0].peers = {}; }),
            "stream 's', instruction 1: port p0"));
  CHECK(has(verifyError([](Binary &b) { b.streams[0].code.pop_back(); }),
            "not closed by 'end'"));
  CHECK(has(verifyError([](Binary &b) {
              b.streams[0].code[0].op = Opcode::Fence;
              dropUnusedFields(b.streams[0].code[0]);
            }),
            "'end' without"));
  CHECK(has(verifyError(
                [](Binary &b) { b.streams[0].code[0].a = Operand::table(1); }),
            "table entry t1 is beyond"));
  CHECK(has(
      verifyError([](Binary &b) { b.streams[0].code[0].a = Operand::reg(32); }),
      "no index register r32"));
  CHECK(has(verifyError([](Binary &b) { b.streams[0].code[1].count = 5; }),
            "dropUnusedFields"));
  CHECK(has(verifyError([](Binary &b) { b.streams[0].code[1].source = 1; }),
            "source 1 is not in the source list"));
  CHECK(has(verifyError([](Binary &b) {
              b.relocations = {{0, 0, 0}};
            }),
            "symbol 0 does not exist"));
  CHECK(has(verifyError([](Binary &b) {
              b.symbols.resize(1);
              b.relocations = {{0, 0, 0}, {0, 0, 0}};
            }),
            "already has a relocation"));
  CHECK(
      has(verifyError([](Binary &b) { b.instances.push_back(b.instances[0]); }),
          "already runs a stream"));
}
