// One core's own memory during a launch. It begins empty: reading a byte that
// this launch did not write is a fault.
#pragma once
#include "engine/machine/GlobalMemory.h"
#include "engine/machine/Server.h"
#include <cstring>

namespace sg {

class Scratchpad {
public:
  Scratchpad(uint64_t size, Server port)
      : port(port), size(size), bytes(new uint8_t[size]), valid(size) {}

  std::optional<AccessFault> write(uint64_t address, const uint8_t *data,
                                   uint64_t n) {
    if (auto fault = check(address, n))
      return fault;
    std::memcpy(bytes.get() + address, data, n);
    valid.set(address, address + n);
    peak = std::max(peak, address + n);
    return std::nullopt;
  }
  std::optional<AccessFault> read(uint64_t address, uint8_t *data,
                                  uint64_t n) const {
    if (auto fault = check(address, n))
      return fault;
    uint64_t hole = valid.firstUnset(address, address + n);
    if (hole < address + n)
      return AccessFault{hole, "this byte was never written"};
    std::memcpy(data, bytes.get() + address, n);
    return std::nullopt;
  }

  Server port;       ///< its bandwidth, shared by everybody who uses it
  uint64_t peak = 0; ///< one past the highest byte written

private:
  uint64_t size;
  std::unique_ptr<uint8_t[]> bytes;
  ByteMask valid;

  std::optional<AccessFault> check(uint64_t address, uint64_t n) const {
    if (address <= size && n <= size - address)
      return std::nullopt;
    return AccessFault{address,
                       "the memory ends at byte " + std::to_string(size)};
  }
};

} // namespace sg
