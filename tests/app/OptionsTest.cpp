#include "app/cli/Options.h"
#include <doctest/doctest.h>

using namespace sg::cli;

static Parsed parse(std::vector<const char *> words) {
  words.insert(words.begin(), "spyreglass");
  return parseCommandLine(int(words.size()), words.data());
}

TEST_CASE("options of run") {
  Parsed parsed =
      parse({"run", "--grid", "2x16", "--define", "n=-3", "--define", "f=a=b",
             "k.mlir", "--in", "x=zeros", "--seed", "7", "--verify"});
  REQUIRE_MESSAGE(!parsed.finished, parsed.text);
  const Options &options = parsed.options;
  CHECK(options.command == "run");
  CHECK(options.files == std::vector<std::string>{"k.mlir"});
  CHECK(options.grid == std::vector<int64_t>{2, 16});
  CHECK(options.defines == Pairs{{"n", "-3"}, {"f", "a=b"}});
  CHECK(options.inputs == Pairs{{"x", "zeros"}});
  CHECK(options.seed == 7);
  CHECK(options.verify);
  CHECK_FALSE(options.deviceGiven);
  CHECK(options.device == "spyre");
}

TEST_CASE("what is wrong with a command line has status 2") {
  for (std::vector<const char *> words : std::vector<std::vector<const char *>>{
           {"nosuch"},
           {"run"},
           {"run", "a", "b"},
           {"run", "a", "--nosuch"},
           {"run", "a", "--grid", "0"},
           {"run", "a", "--grid", "2x"},
           {"run", "a", "--grid", "1x1x1x1"},
           {"run", "a", "--grid", "99999999999999999999"},
           {"run", "a", "--define", "x"},
           {"run", "a", "--define", "=1"},
           {"run", "a", "--define", "x="},
           {"run", "a", "--seed", "-1"},
           {"run", "a", "--emit", "nosuch"},
           {"run", "a", "--stop-after", "all"},
           {"compile", "a", "--frontend", "nosuch"},
           {"assemble", "a.s"},
           {"ops", "extra"}}) {
    Parsed parsed = parse(words);
    CAPTURE(std::string(words.back()));
    CHECK(parsed.finished);
    CHECK(parsed.status == BadUsage);
    CHECK_FALSE(parsed.text.empty());
  }
}

TEST_CASE("help and version are no errors") {
  for (const char *word : {"--help", "-h", "--version"}) {
    Parsed parsed = parse({word});
    CHECK(parsed.finished);
    CHECK(parsed.status == Done);
    CHECK_FALSE(parsed.text.empty());
  }
  CHECK(parse({}).text.find("Examples:") != std::string::npos);
  CHECK(parse({"run", "--help"}).text.find("--verify") != std::string::npos);
}

TEST_CASE("text on standard output moves the report away") {
  CHECK(parse({"run", "a", "--out", "x=-"}).options.writesToStdout());
  CHECK(parse({"run", "a", "--emit", "tile"}).options.writesToStdout());
  CHECK_FALSE(parse({"run", "a", "--emit", "tile", "-o", "d"})
                  .options.writesToStdout());
  CHECK_FALSE(parse({"run", "a"}).options.writesToStdout());
}
