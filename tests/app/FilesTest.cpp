#include "app/cli/Files.h"
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace sg::cli;
namespace fs = std::filesystem;

namespace {
struct Folder {
  fs::path path;
  Folder() {
    path = fs::temp_directory_path() /
           ("spyreglass-files-" + std::to_string(::getpid()));
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  std::string operator/(const char *name) const {
    return (path / name).string();
  }
};
} // namespace

TEST_CASE("what is written is read back, and nothing else is left") {
  Folder folder;
  std::string file = folder / "a";
  REQUIRE(writeFile(file, std::string_view("one\0two", 7)));
  REQUIRE(writeFile(file, std::string_view("1\0\xff", 3)));
  auto text = readFile(file);
  REQUIRE(text);
  CHECK(*text == std::string("1\0\xff", 3));
  CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 1);
}

TEST_CASE("links stay links") {
  Folder folder;
  REQUIRE(writeFile(folder / "target", "old"));
  fs::create_symlink("target", folder.path / "link");
  REQUIRE(writeFile(folder / "link", "new"));
  CHECK(fs::is_symlink(folder.path / "link"));
  CHECK(*readFile(folder / "target") == "new");
}

TEST_CASE("errors name the path") {
  Folder folder;
  for (const std::string &path : {folder / "no/such", folder.path.string()}) {
    auto read = readFile(path);
    REQUIRE_FALSE(read);
    CHECK(read.error().where == path);
    auto written = writeFile(path, "x");
    REQUIRE_FALSE(written);
    CHECK(written.error().where == path);
  }
  REQUIRE(writeFile(folder / "file", "x"));
  auto made = makeDirectory(folder / "file");
  REQUIRE_FALSE(made);
  CHECK(made.error().where == folder / "file");
  CHECK(writeFile("/dev/null", "x"));
}
