// A set of files as one zip archive, for who cannot be handed a directory (a
// browser's download).
#pragma once
#include "engine/spyrecode/SpyreCode.h"

namespace sg {

/// The files, stored as they are, in the order of their names. The same files
/// always give the same bytes (every date is 1 January 1980). Errors: names
/// that are absolute, lead out of the archive or are not UTF-8, sizes that need
/// the format's 64-bit extension (4 GiB, 65,535 files).
Result<std::vector<uint8_t>> toZip(const FileSet &files);

/// CRC-32 as zip uses it (polynomial 0xEDB88320, bits reflected).
uint32_t crc32(std::span<const uint8_t> bytes);

} // namespace sg
