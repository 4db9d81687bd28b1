// A device in words and tables, for people: `spyreglass device` prints this.
#pragma once
#include "engine/device/Device.h"
#include <string>

namespace sg {

/// Cores and clock, memories, units, datapaths, the routes between the global
/// memory and the compute units, and the defaults taken. Ends with a newline.
std::string describe(const Device &device);

} // namespace sg
