// Device memory of one machine: eight segments of 16 GiB of address space, of
// which only what is reserved may be touched and only what is touched takes
// room. Knows which bytes were ever written.
#pragma once
#include "engine/machine/ByteMask.h"
#include "engine/spyrecode/SpyreCode.h"
#include <map>
#include <memory>

namespace sg {

/// A failed access: where, and what is wrong with it.
struct AccessFault {
  uint64_t address = 0;
  std::string message;
};

class GlobalMemory {
public:
  explicit GlobalMemory(uint64_t capacity) : capacity(capacity) {}

  /// Makes [address, address + bytes) usable. Overlapping reservations are
  /// fine. An error when the range leaves its segment or the device is full.
  Result<void> reserve(uint64_t address, uint64_t bytes);
  /// The first free place in segments 0 to 5, aligned, with a gap of one stick
  /// around it, so that running over the end is noticed.
  Result<uint64_t> allocate(uint64_t bytes);

  std::optional<AccessFault> write(uint64_t address, const uint8_t *data,
                                   uint64_t bytes);
  /// Reads bytes that were written; the fault names the first that was not.
  std::optional<AccessFault> read(uint64_t address, uint8_t *data,
                                  uint64_t bytes);
  /// Reads whatever is there (zero where nothing was written).
  std::optional<AccessFault> peek(uint64_t address, uint8_t *data,
                                  uint64_t bytes);
  std::optional<AccessFault> written(uint64_t address, uint8_t *flags,
                                     uint64_t bytes);

private:
  static constexpr uint64_t pageBytes = 64 << 10;
  struct Page {
    std::unique_ptr<uint8_t[]> bytes{new uint8_t[pageBytes]()};
    ByteMask valid{pageBytes};
  };
  uint64_t capacity, used = 0;
  std::map<uint64_t, uint64_t> ranges; ///< begin -> end, apart and sorted
  uint64_t lastBegin = 0, lastEnd = 0; ///< the range hit last
  std::vector<std::unique_ptr<Page>> pages[8];

  std::optional<AccessFault> check(uint64_t address, uint64_t bytes);
  Page *page(uint64_t address, bool create);
  /// Calls f(page or null, offset in page, bytes, bytes done before).
  template <typename F>
  void forPages(uint64_t address, uint64_t bytes, bool create, F f) {
    for (uint64_t done = 0; done < bytes;) {
      uint64_t at = (address + done) % pageBytes;
      uint64_t n = std::min(pageBytes - at, bytes - done);
      f(page(address + done, create), at, n, done);
      done += n;
    }
  }
};

} // namespace sg
