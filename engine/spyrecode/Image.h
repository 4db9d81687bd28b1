// The layout of a binary's file image, shared by writer and reader. FORMAT.md
// describes it in words.
#pragma once
#include "engine/spyrecode/Binary.h"

namespace sg::image {

inline constexpr uint8_t magic[8] = {'S', 'G', 'B', 'I', 'N', 13, 10, 26};
inline constexpr uint32_t version = 1;
inline constexpr size_t headerBytes = 64, checksumAt = 24;
inline constexpr size_t sectionEntryBytes = 24;
inline constexpr size_t alignment = 128;

enum Section : uint32_t {
  Device = 1,
  Memories,
  Streams,
  Code,
  Instances,
  Tables,
  Symbols,
  Relocations,
  Buffers,
  Sources,
};
inline constexpr uint32_t numSections = 10;
inline constexpr size_t firstSection =
    (headerBytes + numSections * sectionEntryBytes + alignment - 1) /
    alignment * alignment;

const char *sectionName(uint32_t section);
/// FNV-1a of the image with the checksum field taken as zero.
uint64_t checksum(std::span<const uint8_t> bytes);

/// Where the sections of an image lie. Checks header, table and checksum.
struct Layout {
  struct Part {
    uint32_t count = 0;
    uint64_t offset = 0, bytes = 0;
  };
  Part parts[numSections + 1]; ///< by Section
};
Result<Layout> readLayout(std::span<const uint8_t> bytes);

/// A binary and where its words lie, byte offsets in the image.
struct Mapped {
  Binary binary;
  Layout layout;
  /// By stream: where each instruction begins, and one past the last.
  std::vector<std::vector<uint64_t>> instructions;
  std::vector<uint64_t> tables; ///< by instance: its first table entry

  /// Of a relocation's table entry.
  uint64_t offsetOf(const Relocation &relocation) const {
    return tables[relocation.instance] + uint64_t(relocation.entry) * 8;
  }
};
/// Reads like `decode`.
Result<Mapped> decodeMapped(std::span<const uint8_t> bytes);

} // namespace sg::image
