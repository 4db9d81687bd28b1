#include "viz/model/Numbers.h"
#include <cmath>
#include <cstdio>

namespace sg::viz {

std::string grouped(int64_t value) {
  bool negative = value < 0;
  uint64_t rest = negative ? 0 - uint64_t(value) : uint64_t(value);
  std::string digits = std::to_string(rest);
  for (size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return negative ? "-" + digits : digits;
}

std::string addressText(int64_t address, Base base, int64_t most) {
  if (base == Base::Decimal)
    return grouped(address);
  int digits = 1;
  for (uint64_t rest = most > 0 ? uint64_t(most) : 0; rest > 15; rest >>= 4)
    ++digits;
  char text[32];
  uint64_t size = address < 0 ? 0 - uint64_t(address) : uint64_t(address);
  std::snprintf(text, sizeof text, "%s0x%0*llx", address < 0 ? "-" : "", digits,
                static_cast<unsigned long long>(size));
  return text;
}

std::string bytesText(int64_t bytes) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = double(bytes);
  unsigned unit = 0;
  while (std::abs(value) >= 1024 && unit < 4) {
    value /= 1024;
    ++unit;
  }
  char text[32];
  bool whole = value == std::floor(value) || std::abs(value) >= 100;
  std::snprintf(text, sizeof text, whole ? "%.0f %s" : "%.1f %s", value,
                units[unit]);
  return text;
}

double roundStep(double least) {
  if (!(least > 1))
    return 1;
  double power = std::pow(10, std::floor(std::log10(least)));
  for (double factor : {1.0, 2.0, 5.0})
    if (power * factor >= least)
      return power * factor;
  return power * 10;
}

std::string percentText(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", share * 100);
  return text;
}

} // namespace sg::viz
