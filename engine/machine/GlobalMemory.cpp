#include "engine/machine/GlobalMemory.h"
#include <cstring>

namespace sg {

Result<void> GlobalMemory::reserve(uint64_t address, uint64_t bytes) {
  if (bytes == 0)
    return {};
  if (address / segmentBytes > hostSegment ||
      bytes > segmentBytes - address % segmentBytes)
    return Error{"device memory [" + std::to_string(address) + ", +" +
                     std::to_string(bytes) +
                     ") does not lie in one segment of 16 GiB",
                 ""};
  // Join with every range it touches.
  uint64_t begin = address, end = address + bytes, joined = 0;
  auto it = ranges.upper_bound(begin);
  if (it != ranges.begin() && std::prev(it)->second >= begin)
    --it;
  auto first = it;
  for (; it != ranges.end() && it->first <= end; ++it) {
    begin = std::min(begin, it->first);
    end = std::max(end, it->second);
    joined += it->second - it->first;
  }
  if (used - joined + (end - begin) > capacity)
    return Error{"the device's memory of " + std::to_string(capacity) +
                     " bytes cannot hold " + std::to_string(bytes) +
                     " bytes more",
                 ""};
  used = used - joined + (end - begin);
  ranges.erase(first, it);
  ranges[begin] = end;
  lastBegin = lastEnd = 0;
  return {};
}

Result<uint64_t> GlobalMemory::allocate(uint64_t bytes) {
  uint64_t size = std::max<uint64_t>(bytes, 1);
  auto roundUp = [](uint64_t value) {
    return (value + pointerAlignment - 1) / pointerAlignment * pointerAlignment;
  };
  if (size > segmentBytes - 2 * pointerAlignment)
    return Error{"a buffer of " + std::to_string(bytes) +
                     " bytes does not fit a segment of 16 GiB",
                 ""};
  for (uint64_t segment = 0; segment < deviceOnlySegment; ++segment) {
    uint64_t at = segment * segmentBytes, limit = at + segmentBytes;
    auto it = ranges.upper_bound(at);
    if (it != ranges.begin() && std::prev(it)->second > at)
      --it;
    for (; it != ranges.end() && it->first < limit; ++it) {
      if (at + size + pointerAlignment <= it->first)
        break;
      at = roundUp(it->second) + pointerAlignment;
    }
    if (at + size > limit)
      continue;
    if (Result<void> ok = reserve(at, size); !ok)
      return ok.error();
    return at;
  }
  return Error{"segments 0 to 5 have no room for " + std::to_string(bytes) +
                   " bytes",
               ""};
}

std::optional<AccessFault> GlobalMemory::check(uint64_t address,
                                               uint64_t bytes) {
  if (address >= lastBegin && address < lastEnd && bytes <= lastEnd - address)
    return std::nullopt;
  auto it = ranges.upper_bound(address);
  if (it == ranges.begin() || address >= std::prev(it)->second)
    return AccessFault{address, "this address is not reserved"};
  --it;
  if (bytes > it->second - address)
    return AccessFault{it->second, "this address is not reserved"};
  lastBegin = it->first;
  lastEnd = it->second;
  return std::nullopt;
}

GlobalMemory::Page *GlobalMemory::page(uint64_t address, bool create) {
  auto &segment = pages[address / segmentBytes];
  uint64_t index = address % segmentBytes / pageBytes;
  if (index >= segment.size()) {
    if (!create)
      return nullptr;
    segment.resize(std::max<uint64_t>(index + 1, segment.size() * 2));
  }
  if (!segment[index] && create)
    segment[index] = std::make_unique<Page>();
  return segment[index].get();
}

std::optional<AccessFault>
GlobalMemory::write(uint64_t address, const uint8_t *data, uint64_t bytes) {
  if (auto fault = check(address, bytes))
    return fault;
  forPages(address, bytes, true,
           [&](Page *page, uint64_t at, uint64_t n, uint64_t done) {
             std::memcpy(page->bytes.get() + at, data + done, n);
             page->valid.set(at, at + n);
           });
  return std::nullopt;
}

std::optional<AccessFault> GlobalMemory::read(uint64_t address, uint8_t *data,
                                              uint64_t bytes) {
  if (auto fault = check(address, bytes))
    return fault;
  std::optional<AccessFault> fault;
  forPages(address, bytes, false,
           [&](Page *page, uint64_t at, uint64_t n, uint64_t done) {
             if (fault)
               return;
             uint64_t hole = page ? page->valid.firstUnset(at, at + n) : at;
             if (hole < at + n)
               fault = AccessFault{address + done + (hole - at),
                                   "this byte was never written"};
             else
               std::memcpy(data + done, page->bytes.get() + at, n);
           });
  return fault;
}

std::optional<AccessFault> GlobalMemory::peek(uint64_t address, uint8_t *data,
                                              uint64_t bytes) {
  if (auto fault = check(address, bytes))
    return fault;
  forPages(address, bytes, false,
           [&](Page *page, uint64_t at, uint64_t n, uint64_t done) {
             if (page)
               std::memcpy(data + done, page->bytes.get() + at, n);
             else
               std::memset(data + done, 0, n);
           });
  return std::nullopt;
}

std::optional<AccessFault>
GlobalMemory::written(uint64_t address, uint8_t *flags, uint64_t bytes) {
  if (auto fault = check(address, bytes))
    return fault;
  forPages(address, bytes, false,
           [&](Page *page, uint64_t at, uint64_t n, uint64_t done) {
             for (uint64_t i = 0; i < n; ++i)
               flags[done + i] = page && page->valid.test(at + i);
           });
  return std::nullopt;
}

} // namespace sg
