// Archives: the bytes of a small one, what unzip makes of a large one, names
// that are refused.
#include "engine/spyrecode/Zip.h"
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>

using namespace sg;
namespace fs = std::filesystem;

static std::vector<uint8_t> bytesOf(std::string_view text) {
  return {text.begin(), text.end()};
}

TEST_CASE("CRC-32 of the check value and of nothing") {
  CHECK(crc32(bytesOf("123456789")) == 0xCBF43926);
  CHECK(crc32({}) == 0);
}

TEST_CASE("an archive without files is its end record") {
  auto zip = toZip({});
  REQUIRE(zip);
  std::vector<uint8_t> expected = bytesOf("PK\5\6");
  expected.resize(22);
  CHECK(*zip == expected);
}

TEST_CASE("the same files give the same bytes, every file is in them") {
  FileSet files = {{"b.bin", {0, 1, 2, 255}}, {"a.json", bytesOf("{}")}};
  auto zip = toZip(files);
  REQUIRE(zip);
  CHECK(*zip == *toZip(files));
  std::string text(zip->begin(), zip->end());
  CHECK(text.find("a.json{}") == 30);
  CHECK(text.find("b.bin") > text.find("a.json"));
  CHECK(zip->size() == 22 + 2 * (30 + 46) + 2 * (6 + 5) + 2 + 4);
}

TEST_CASE("unzip finds nothing wrong and gives back every byte") {
  if (std::system("unzip -v > /dev/null 2>&1") != 0) {
    MESSAGE("unzip is not installed");
    return;
  }
  FileSet files = {{"empty", {}},
                   {"spyrecode.json", bytesOf("{\"JobExecPlan\": []}\n")},
                   {"folder/n\xc3\xa4me.bin", {}}};
  std::vector<uint8_t> &large = files["folder/n\xc3\xa4me.bin"];
  for (uint32_t i = 0; i < 300000; ++i)
    large.push_back(uint8_t(i * 2654435761u >> 13));
  auto zip = toZip(files);
  REQUIRE(zip);
  fs::path folder =
      fs::temp_directory_path() / ("sg-zip-" + std::to_string(std::rand()));
  fs::create_directories(folder);
  std::ofstream out(folder / "a.zip", std::ios::binary);
  out.write(reinterpret_cast<const char *>(zip->data()),
            std::streamsize(zip->size()));
  out.close();
  std::string quiet = " > /dev/null 2>&1";
  std::string at = "cd '" + folder.string() + "' && ";
  CHECK(std::system((at + "unzip -t a.zip" + quiet).c_str()) == 0);
  CHECK(std::system((at + "LC_ALL=C.UTF-8 unzip a.zip" + quiet).c_str()) == 0);
  for (const auto &[name, bytes] : files) {
    std::ifstream in(folder / name, std::ios::binary);
    std::vector<uint8_t> back((std::istreambuf_iterator<char>(in)), {});
    CHECK_MESSAGE(back == bytes, name);
  }
  fs::remove_all(folder);
}

TEST_CASE("names that would leave the folder are refused") {
  for (std::string name :
       {std::string(), std::string("/etc/passwd"), std::string("../up"),
        std::string("a/../b"), std::string("a//b"), std::string("a/"),
        std::string("c:\\x"), std::string("a\\b"), std::string("a\0b", 3),
        std::string("\xff.bin"), std::string("cut\xc3")}) {
    INFO(name);
    auto zip = toZip({{name, {}}});
    CHECK(!zip);
    if (!zip)
      CHECK(zip.error().where == name);
  }
}
