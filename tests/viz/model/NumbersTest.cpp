#include "viz/model/Numbers.h"
#include <doctest/doctest.h>

using namespace sg::viz;

TEST_CASE("numbers as text") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(-1234567) == "-1,234,567");
  CHECK(grouped(INT64_MIN) == "-9,223,372,036,854,775,808");
  CHECK(addressText(12345, Base::Decimal) == "12,345");
  CHECK(addressText(12345, Base::Hex) == "0x3039");
  CHECK(addressText(128, Base::Hex, 65535) == "0x0080");
  CHECK(addressText(-16, Base::Hex) == "-0x10");
  CHECK(bytesText(640) == "640 B");
  CHECK(bytesText(49152) == "48 KiB");
  CHECK(bytesText(1536 * 1024) == "1.5 MiB");
  CHECK(bytesText(int64_t(128) << 30) == "128 GiB");
  CHECK(percentText(0.125) == "12.5 %");
}

TEST_CASE("steps of an axis are round, whole and large enough") {
  CHECK(roundStep(0) == 1);
  CHECK(roundStep(-5) == 1);
  CHECK(roundStep(1) == 1);
  CHECK(roundStep(1.5) == 2);
  CHECK(roundStep(3) == 5);
  CHECK(roundStep(5.1) == 10);
  CHECK(roundStep(10) == 10);
  CHECK(roundStep(2000001) == 5000000);
}
