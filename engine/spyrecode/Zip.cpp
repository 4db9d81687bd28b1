// Layout: PKWARE, ".ZIP File Format Specification" (APPNOTE.TXT) 6.3, sections
// 4.3.7 (local header), 4.3.12 (central directory) and 4.3.16 (its end).
#include "engine/spyrecode/Zip.h"
#include "engine/spyrecode/ByteStream.h"
#include "engine/support/Utf8.h"

namespace sg {

uint32_t crc32(std::span<const uint8_t> bytes) {
  static const auto table = [] {
    std::array<uint32_t, 256> values{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit)
        value = value >> 1 ^ (value & 1 ? 0xEDB88320u : 0);
      values[i] = value;
    }
    return values;
  }();
  uint32_t crc = ~0u;
  for (uint8_t byte : bytes)
    crc = crc >> 8 ^ table[(crc ^ byte) & 255];
  return ~crc;
}

namespace {

constexpr uint16_t version = 20;        // 2.0: directories, plain files
constexpr uint16_t utf8Names = 1 << 11; // general purpose flag
constexpr uint16_t date1980 = 1 << 5 | 1;
constexpr uint16_t unixMade = 3 << 8 | version;
constexpr uint32_t plainFile = 0100644u << 16; // -rw-r--r--
constexpr uint64_t most = UINT32_MAX;

bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    size_t length = utf8Length(text);
    if (!length)
      return false;
    text.remove_prefix(length);
  }
  return true;
}

/// A name that stays below the folder it is unpacked in, on every system.
bool staysInside(std::string_view name) {
  if (name.empty() || name.size() > UINT16_MAX || !isUtf8(name) ||
      name.find_first_of(std::string_view("\\:\0", 3)) != name.npos)
    return false;
  for (size_t at = 0; at <= name.size();) {
    size_t end = std::min(name.find('/', at), name.size());
    std::string_view part = name.substr(at, end - at);
    if (part.empty() || part == "." || part == "..")
      return false;
    at = end + 1;
  }
  return true;
}

void putName(ByteWriter &out, std::string_view name) {
  out.bytes.insert(out.bytes.end(), name.begin(), name.end());
}

/// The fields that local header and central directory share.
void putFacts(ByteWriter &out, const std::string &name, uint32_t crc,
              size_t size) {
  out.u16(version);
  out.u16(utf8Names);
  out.u16(0); // stored
  out.u16(0); // time
  out.u16(date1980);
  out.u32(crc);
  out.u32(size); // stored and original
  out.u32(size);
  out.u16(name.size());
  out.u16(0); // no extra field
}

} // namespace

Result<std::vector<uint8_t>> toZip(const FileSet &files) {
  ByteWriter out, directory;
  if (files.size() > UINT16_MAX - 1)
    return Error{"more files than a zip archive holds", ""};
  uint64_t room = 22;
  for (const auto &[name, bytes] : files) {
    if (!staysInside(name))
      return Error{"this name cannot be put in an archive", name};
    room += 30 + 46 + 2 * name.size() + bytes.size();
    if (bytes.size() > most || room > most)
      return Error{"more than the 4 GiB that a zip archive holds", name};
  }
  out.bytes.reserve(room);
  for (const auto &[name, bytes] : files) {
    size_t at = out.bytes.size();
    uint32_t crc = crc32(bytes);
    out.u32(0x04034b50);
    putFacts(out, name, crc, bytes.size());
    putName(out, name);
    out.bytes.insert(out.bytes.end(), bytes.begin(), bytes.end());

    directory.u32(0x02014b50);
    directory.u16(unixMade);
    putFacts(directory, name, crc, bytes.size());
    directory.u16(0); // no comment
    directory.u16(0); // disk
    directory.u16(0); // internal attributes
    directory.u32(plainFile);
    directory.u32(at);
    putName(directory, name);
  }
  size_t start = out.bytes.size();
  out.bytes.insert(out.bytes.end(), directory.bytes.begin(),
                   directory.bytes.end());
  out.u32(0x06054b50);
  out.u16(0); // disks
  out.u16(0);
  out.u16(files.size()); // on this disk and in all
  out.u16(files.size());
  out.u32(directory.bytes.size());
  out.u32(start);
  out.u16(0); // no comment
  return std::move(out.bytes);
}

} // namespace sg
