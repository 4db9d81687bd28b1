#include "app/cli/Text.h"
#include <doctest/doctest.h>

using namespace sg::cli;

TEST_CASE("numbers are grouped, sizes have units") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(grouped(-123) == "-123");
  CHECK(grouped(-1234) == "-1,234");
  CHECK(byteText(0) == "0 B");
  CHECK(byteText(1536) == "1.5 KiB");
  CHECK(byteText(int64_t(2) << 20) == "2 MiB");
  CHECK(percent(0.935) == "94 %");
  CHECK(fixed(1e300, 2).size() < 64);
}

TEST_CASE("tables align, also with characters of several bytes") {
  Table table({"a", "number"});
  table.right({1});
  table.add({"≈x", "5"});
  table.add({"long", "1,000"});
  CHECK(table.str() == "a     number\n"
                       "----  ------\n"
                       "≈x         5\n"
                       "long   1,000\n");
}
