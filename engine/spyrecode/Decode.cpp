// File image -> Binary. The bytes may be anything; every length and index is
// checked before it is used.
#include "engine/spyrecode/ByteStream.h"
#include "engine/spyrecode/Fields.h"
#include "engine/spyrecode/Image.h"
#include <cstdio>

namespace sg {

static Error errorAt(uint64_t offset, std::string message) {
  char where[32];
  std::snprintf(where, sizeof where, "offset 0x%llx",
                (unsigned long long)offset);
  return Error{std::move(message), where};
}

namespace image {

/// The header's own fields.
static Result<void> checkHeader(std::span<const uint8_t> bytes) {
  if (bytes.size() < firstSection)
    return errorAt(bytes.size(), "the file ends within its header; a "
                                 "SpyreBinary has at least " +
                                     std::to_string(firstSection) + " bytes");
  if (std::memcmp(bytes.data(), magic, sizeof magic) != 0)
    return errorAt(0, "not a SpyreBinary: the magic number is missing");
  uint64_t has = loadLittle(bytes.data() + 8, 4);
  if (has != version)
    return errorAt(8, "version " + std::to_string(has) +
                          " of the format is unknown; this program reads "
                          "version " +
                          std::to_string(version));
  if (loadLittle(bytes.data() + 12, 4) != numSections)
    return errorAt(12, "expected " + std::to_string(numSections) + " sections");
  uint64_t size = loadLittle(bytes.data() + 16, 8);
  if (size != bytes.size())
    return errorAt(16, "the header says " + std::to_string(size) +
                           " bytes, the file has " +
                           std::to_string(bytes.size()));
  if (size % alignment)
    return errorAt(16, "the size is no multiple of 128");
  if (loadLittle(bytes.data() + checksumAt, 8) != checksum(bytes))
    return errorAt(checksumAt, "the checksum does not match the content");
  for (size_t i = checksumAt + 8; i < headerBytes; ++i)
    if (bytes[i])
      return errorAt(i, "reserved bytes of the header must be zero");
  return {};
}

Result<Layout> readLayout(std::span<const uint8_t> bytes) {
  if (Result<void> ok = checkHeader(bytes); !ok)
    return ok.error();
  Layout layout;
  uint64_t next = firstSection;
  for (uint32_t i = 1; i <= numSections; ++i) {
    uint64_t at = headerBytes + (i - 1) * sectionEntryBytes;
    const uint8_t *entry = bytes.data() + at;
    Layout::Part &part = layout.parts[i];
    if (loadLittle(entry, 4) != i)
      return errorAt(at, std::string("expected the entry of section '") +
                             sectionName(i) + "'");
    part.count = uint32_t(loadLittle(entry + 4, 4));
    part.offset = loadLittle(entry + 8, 8);
    part.bytes = loadLittle(entry + 16, 8);
    if (part.offset % alignment)
      return errorAt(at + 8, std::string("section '") + sectionName(i) +
                                 "' is not aligned to 128 bytes");
    if (part.offset != next)
      return errorAt(at + 8, std::string("section '") + sectionName(i) +
                                 "' does not follow the one before it");
    if (part.bytes > bytes.size() - part.offset)
      return errorAt(at + 16, std::string("section '") + sectionName(i) +
                                  "' reaches past the end of the file");
    next = (part.offset + part.bytes + alignment - 1) / alignment * alignment;
  }
  if (next != bytes.size())
    return errorAt(next, "bytes after the last section");
  return layout;
}

} // namespace image

namespace {

Operand getOperand(ByteReader &in) {
  Operand operand;
  uint8_t kind = in.u8();
  if (kind > Operand::Register)
    in.fail();
  else
    operand.kind = Operand::Kind(kind);
  operand.value = int64_t(in.u64());
  return operand;
}

Format getFormat(ByteReader &in) {
  uint8_t value = in.u8();
  if (value >= numFormats) {
    in.fail();
    return Format::F16;
  }
  return Format(value);
}

void getLists(ByteReader &in, uint32_t fields, Instruction &out) {
  if (fields & FieldTerms) {
    unsigned n = in.u8();
    if (n > maxTerms)
      in.fail();
    for (unsigned i = 0; i < n && !in.failed; ++i) {
      Term term;
      term.reg = in.u8();
      term.coefficient = getOperand(in);
      out.terms.push_back(term);
    }
  }
  if (fields & FieldDims) {
    unsigned n = in.u8();
    if (n > maxTransferDims)
      in.fail();
    for (unsigned i = 0; i < n && !in.failed; ++i) {
      TransferDim dim;
      dim.count = getOperand(in);
      dim.fromStride = getOperand(in);
      dim.toStride = getOperand(in);
      out.dims.push_back(dim);
    }
  }
}

Instruction getInstruction(ByteReader &in) {
  Instruction out;
  uint8_t op = in.u8();
  std::optional<uint32_t> known = fieldsOf(Opcode(op));
  if (!known) {
    in.at -= in.failed ? 0 : 1;
    in.fail();
    return out;
  }
  uint32_t fields = *known;
  out.op = Opcode(op);
  out.source = in.u32();
  if (fields & (FieldDst | FieldVectorDst))
    out.dst = in.u8();
  if (fields & FieldSrc0)
    out.src[0] = in.u8();
  if (fields & FieldSrc12) {
    out.src[1] = in.u8();
    out.src[2] = in.u8();
  }
  if (fields & FieldFormat)
    out.format = getFormat(in);
  if (fields & FieldResult)
    out.result = getFormat(in);
  if (fields & FieldCompare) {
    uint8_t compare = in.u8();
    if (compare > uint8_t(Compare::Ge))
      in.fail();
    else
      out.compare = Compare(compare);
  }
  if (fields & FieldRow)
    out.row = in.u16();
  if (fields & FieldPort)
    out.port = in.u8();
  if (fields & FieldFrom)
    out.fromMemory = in.u8();
  if (fields & FieldTo)
    out.toMemory = in.u8();
  if (fields & FieldTag)
    out.tag = in.u16();
  if (fields & FieldCount)
    out.count = in.u32();
  if (fields & FieldA)
    out.a = getOperand(in);
  if (fields & FieldB)
    out.b = getOperand(in);
  getLists(in, fields, out);
  return out;
}

class Decoder {
public:
  Decoder(std::span<const uint8_t> bytes, const image::Layout &layout)
      : bytes(bytes), layout(layout) {
    mapped.layout = layout;
  }

  Result<image::Mapped> run() {
    section(image::Device,
            [&](ByteReader &in, uint32_t) { binary.device = in.text(); });
    if (layout.parts[image::Device].count != 1)
      fail(layout.parts[image::Device].offset, "expected one device name");
    texts(image::Memories, binary.memories);
    streams();
    instances();
    symbols();
    section(image::Relocations, [&](ByteReader &in, uint32_t) {
      Relocation one;
      one.instance = in.u32();
      one.entry = in.u32();
      one.slot = in.u32();
      binary.relocations.push_back(one);
    });
    section(image::Buffers, [&](ByteReader &in, uint32_t) {
      ScratchpadBuffer one;
      one.name = in.text();
      one.address = int64_t(in.u64());
      one.bytes = int64_t(in.u64());
      binary.buffers.push_back(std::move(one));
    });
    texts(image::Sources, binary.sources);
    if (error)
      return *error;
    if (Result<void> ok = verify(binary); !ok)
      return ok.error();
    return std::move(mapped);
  }

private:
  std::span<const uint8_t> bytes;
  const image::Layout &layout;
  image::Mapped mapped;
  Binary &binary = mapped.binary;
  std::optional<Error> error;

  void fail(uint64_t offset, std::string message) {
    if (!error)
      error = errorAt(offset, std::move(message));
  }

  ByteReader reader(uint32_t section) {
    const image::Layout::Part &part = layout.parts[section];
    return ByteReader{bytes.subspan(part.offset, part.bytes), part.offset};
  }

  /// Reads the section's items one by one; all of its bytes must be used.
  template <typename Item> void section(uint32_t which, Item item) {
    if (error)
      return;
    ByteReader in = reader(which);
    for (uint32_t i = 0; i < layout.parts[which].count && !in.failed; ++i)
      item(in, i);
    finish(in, which);
  }
  void finish(const ByteReader &in, uint32_t which) {
    if (in.failed)
      fail(in.failedAt, std::string("section '") + image::sectionName(which) +
                            "': truncated, or a value out of range");
    else if (in.left())
      fail(in.offset(), std::string("section '") + image::sectionName(which) +
                            "' holds more than its count says");
  }

  void texts(uint32_t which, std::vector<std::string> &all) {
    section(which, [&](ByteReader &in, uint32_t) { all.push_back(in.text()); });
  }

  void streams() {
    const image::Layout::Part &code = layout.parts[image::Code];
    uint64_t next = code.offset, end = code.offset;
    section(image::Streams, [&](ByteReader &in, uint32_t) {
      uint64_t entryAt = in.offset();
      Stream stream;
      stream.name = in.text();
      uint64_t offset = in.u64(), size = in.u64();
      uint32_t count = in.u32();
      if (in.failed || error)
        return;
      if (offset != next || offset > code.offset + code.bytes ||
          size > code.offset + code.bytes - offset)
        return fail(entryAt, "stream '" + stream.name +
                                 "' is misaligned or outside the code section");
      end = offset + size;
      next = (end + image::alignment - 1) / image::alignment * image::alignment;
      ByteReader body{bytes.subspan(offset, size), offset};
      std::vector<uint64_t> begins;
      for (uint32_t i = 0; i < count && !body.failed; ++i) {
        begins.push_back(body.offset());
        stream.code.push_back(getInstruction(body));
      }
      begins.push_back(body.offset());
      mapped.instructions.push_back(std::move(begins));
      if (body.failed)
        fail(body.failedAt, "stream '" + stream.name +
                                "': truncated, or an unknown opcode or value");
      else if (body.left())
        fail(body.offset(),
             "stream '" + stream.name + "' holds more than its instructions");
      binary.streams.push_back(std::move(stream));
    });
    if (end != code.offset + code.bytes)
      fail(end, "section 'code' holds more than the streams");
    if (code.count != layout.parts[image::Streams].count)
      fail(code.offset, "section 'code': wrong count of streams");
  }

  void instances() {
    ByteReader values = reader(image::Tables);
    if (layout.parts[image::Tables].bytes !=
        uint64_t(layout.parts[image::Tables].count) * 8)
      fail(values.base, "section 'tables' is not 8 bytes per entry");
    section(image::Instances, [&](ByteReader &in, uint32_t) {
      Instance one;
      one.unit = in.text();
      one.core = int32_t(in.u32());
      one.corelet = int32_t(in.u32());
      one.stream = in.u32();
      uint32_t entries = in.u32();
      uint32_t peers = in.count(4);
      for (uint32_t i = 0; i < peers; ++i)
        one.peers.push_back(in.u32());
      if (uint64_t(entries) * 8 > values.left())
        in.fail();
      mapped.tables.push_back(values.offset());
      for (uint32_t i = 0; i < entries && !in.failed; ++i)
        one.table.push_back(int64_t(values.u64()));
      binary.instances.push_back(std::move(one));
    });
    finish(values, image::Tables);
  }

  void symbols() {
    section(image::Symbols, [&](ByteReader &in, uint32_t) {
      SymbolExpr one;
      one.name = in.text();
      one.constant = int64_t(in.u64());
      uint32_t parts = in.count(12);
      for (uint32_t i = 0; i < parts; ++i) {
        SymbolExpr::Part part;
        part.argument = in.u32();
        part.coefficient = int64_t(in.u64());
        one.parts.push_back(part);
      }
      binary.symbols.push_back(std::move(one));
    });
  }
};

} // namespace

Result<image::Mapped> image::decodeMapped(std::span<const uint8_t> bytes) {
  Result<Layout> layout = readLayout(bytes);
  if (!layout)
    return layout.error();
  return Decoder(bytes, *layout).run();
}

Result<Binary> decode(std::span<const uint8_t> bytes) {
  Result<image::Mapped> mapped = image::decodeMapped(bytes);
  if (!mapped)
    return mapped.error();
  return std::move(mapped->binary);
}

Result<std::vector<uint64_t>>
relocationOffsets(std::span<const uint8_t> bytes) {
  Result<image::Mapped> mapped = image::decodeMapped(bytes);
  if (!mapped)
    return mapped.error();
  std::vector<uint64_t> offsets;
  for (const Relocation &one : mapped->binary.relocations)
    offsets.push_back(mapped->offsetOf(one));
  return offsets;
}

} // namespace sg
