// Little-endian writing and bound-checked reading of the binary's file image.
#pragma once
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace sg {

/// FNV-1a, 64 bits (public domain hash by Fowler, Noll and Vo).
inline uint64_t fnv1a(std::span<const uint8_t> bytes,
                      uint64_t hash = 0xcbf29ce484222325ull) {
  for (uint8_t byte : bytes)
    hash = (hash ^ byte) * 0x100000001b3ull;
  return hash;
}

inline void storeLittle(uint8_t *to, uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i)
    to[i] = uint8_t(value >> (8 * i));
}
inline uint64_t loadLittle(const uint8_t *from, unsigned bytes) {
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i)
    value |= uint64_t(from[i]) << (8 * i);
  return value;
}

struct ByteWriter {
  std::vector<uint8_t> bytes;

  void put(uint64_t value, unsigned width) {
    bytes.resize(bytes.size() + width);
    storeLittle(bytes.data() + bytes.size() - width, value, width);
  }
  void u8(uint64_t value) { put(value, 1); }
  void u16(uint64_t value) { put(value, 2); }
  void u32(uint64_t value) { put(value, 4); }
  void u64(uint64_t value) { put(value, 8); }
  void text(const std::string &value) {
    u32(value.size());
    bytes.insert(bytes.end(), value.begin(), value.end());
  }
  void align(size_t to) { bytes.resize((bytes.size() + to - 1) / to * to); }
};

/// Reads past the end yield zeros and set `failed`; the first failing offset
/// is kept. Callers test `failed` before they trust what they read.
struct ByteReader {
  std::span<const uint8_t> bytes;
  uint64_t base = 0; ///< offset of bytes[0] in the file, for messages
  size_t at = 0;
  bool failed = false;
  uint64_t failedAt = 0;

  size_t left() const { return bytes.size() - at; }
  uint64_t offset() const { return base + at; }
  void fail() {
    if (!failed)
      failedAt = offset();
    failed = true;
  }
  uint64_t get(unsigned width) {
    if (failed || left() < width) {
      fail();
      return 0;
    }
    at += width;
    return loadLittle(bytes.data() + at - width, width);
  }
  uint8_t u8() { return uint8_t(get(1)); }
  uint16_t u16() { return uint16_t(get(2)); }
  uint32_t u32() { return uint32_t(get(4)); }
  uint64_t u64() { return get(8); }
  std::string text() {
    uint32_t size = u32();
    if (failed || left() < size) {
      fail();
      return {};
    }
    at += size;
    return std::string(reinterpret_cast<const char *>(bytes.data()) + at - size,
                       size);
  }
  /// A count of items of at least `least` bytes each; 0 and `failed` when they
  /// cannot all be there, so that hostile counts reserve no memory.
  uint32_t count(size_t least) {
    uint32_t n = u32();
    if (!failed && uint64_t(n) * least > left())
      fail();
    return failed ? 0 : n;
  }
};

} // namespace sg
