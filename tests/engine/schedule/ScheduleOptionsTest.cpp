// Options of the scheduler: what they accept, and what they say otherwise.
#include "engine/schedule/Schedule.h"
#include <doctest/doctest.h>

using namespace sg;

static std::string errorOf(const char *name, const char *value) {
  ScheduleOptions options;
  Result<void> result = options.set(name, value);
  return result ? "" : result.error().str();
}

TEST_CASE("options take the values they describe") {
  ScheduleOptions options;
  CHECK(options.doubleBuffering);
  for (auto [value, on] : {std::pair{"off", false},
                           {"on", true},
                           {"0", false},
                           {"1", true},
                           {"false", false},
                           {"true", true}}) {
    CHECK(options.set("double-buffering", value));
    CHECK(options.doubleBuffering == on);
  }
  CHECK(options.set("corelets", "2"));
  CHECK(options.set("tile-rows", "3"));
  CHECK(options.set("tile-columns", "1099511627776"));
  CHECK(options.set("vector-lanes", "5"));
  CHECK(options.corelets == 2);
  CHECK(options.tileRows == 3);
  CHECK(options.tileColumns == int64_t(1) << 40);
  CHECK(options.vectorLanes == 5);
  for (const auto &[name, values, meaning] : ScheduleOptions::describe()) {
    INFO(name);
    CHECK(options.set(name, values == "N" ? "7" : "on"));
    CHECK(!meaning.empty());
  }
}

TEST_CASE("options say what is wrong with a value") {
  CHECK(errorOf("double-buffering", "maybe") ==
        "option double-buffering is on or off, not 'maybe'");
  for (const char *value : {"0", "-1", "", "3x", "x", " 3", "+3", "1.5",
                            "1099511627777", "99999999999999999999"}) {
    INFO(std::string(value));
    CHECK(errorOf("tile-rows", value) ==
          std::string("option tile-rows needs a positive whole number, not '") +
              value + "'");
  }
}

TEST_CASE("an unknown option is answered with the list of options") {
  std::string error = errorOf("tiles", "3");
  CHECK(error.find("there is no option 'tiles'; there are ") == 0);
  for (const auto &option : ScheduleOptions::describe())
    CHECK(error.find(option[0]) != std::string::npos);
}

TEST_CASE("a refused value changes nothing") {
  ScheduleOptions options;
  REQUIRE(options.set("tile-rows", "3"));
  CHECK_FALSE(options.set("tile-rows", "none"));
  CHECK_FALSE(options.set("double-buffering", "none"));
  CHECK(options.tileRows == 3);
  CHECK(options.doubleBuffering);
}
