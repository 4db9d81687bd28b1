// Numbers as people read them in the views: addresses, sizes, cycles.
#pragma once
#include <cstdint>
#include <string>

namespace sg::viz {

enum class Base : uint8_t { Decimal, Hex };

/// "12,345".
std::string grouped(int64_t value);
/// A byte address: "12,345" or "0x3039". `most` (the largest address shown
/// beside it) sets the number of hex digits, so that columns line up.
std::string addressText(int64_t address, Base base, int64_t most = 0);
/// "640 B", "48 KiB", "1.5 MiB": three digits are enough for a glance.
std::string bytesText(int64_t bytes);
/// The step of an axis: 1, 2 or 5 times a power of ten, a whole number, at
/// least `least`.
double roundStep(double least);
/// "12.5 %" of 0..1.
std::string percentText(double share);

} // namespace sg::viz
