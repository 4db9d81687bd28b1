// Binary -> file image.
#include "engine/spyrecode/ByteStream.h"
#include "engine/spyrecode/Fields.h"
#include "engine/spyrecode/Image.h"

namespace sg {
namespace image {

const char *sectionName(uint32_t section) {
  static const char *const names[] = {
      "?",      "device",  "memories",    "streams", "code",   "instances",
      "tables", "symbols", "relocations", "buffers", "sources"};
  return section <= numSections ? names[section] : names[0];
}

uint64_t checksum(std::span<const uint8_t> bytes) {
  static const uint8_t zeros[8] = {};
  uint64_t hash = fnv1a(bytes.first(checksumAt));
  hash = fnv1a(zeros, hash);
  return fnv1a(bytes.subspan(checksumAt + 8), hash);
}

} // namespace image

namespace {

void put(ByteWriter &out, const Operand &operand) {
  out.u8(operand.kind);
  out.u64(uint64_t(operand.value));
}

void put(ByteWriter &out, const Instruction &in) {
  uint32_t fields = *fieldsOf(in.op);
  out.u8(uint8_t(in.op));
  out.u32(in.source);
  if (fields & (FieldDst | FieldVectorDst))
    out.u8(in.dst);
  if (fields & FieldSrc0)
    out.u8(in.src[0]);
  if (fields & FieldSrc12) {
    out.u8(in.src[1]);
    out.u8(in.src[2]);
  }
  if (fields & FieldFormat)
    out.u8(uint8_t(in.format));
  if (fields & FieldResult)
    out.u8(uint8_t(in.result));
  if (fields & FieldCompare)
    out.u8(uint8_t(in.compare));
  if (fields & FieldRow)
    out.u16(in.row);
  if (fields & FieldPort)
    out.u8(in.port);
  if (fields & FieldFrom)
    out.u8(in.fromMemory);
  if (fields & FieldTo)
    out.u8(in.toMemory);
  if (fields & FieldTag)
    out.u16(in.tag);
  if (fields & FieldCount)
    out.u32(in.count);
  if (fields & FieldA)
    put(out, in.a);
  if (fields & FieldB)
    put(out, in.b);
  if (fields & FieldTerms) {
    out.u8(in.terms.size());
    for (const Term &term : in.terms) {
      out.u8(term.reg);
      put(out, term.coefficient);
    }
  }
  if (fields & FieldDims) {
    out.u8(in.dims.size());
    for (const TransferDim &dim : in.dims) {
      put(out, dim.count);
      put(out, dim.fromStride);
      put(out, dim.toStride);
    }
  }
}

class Encoder {
public:
  explicit Encoder(const Binary &binary) : binary(binary) {}

  std::vector<uint8_t> run() {
    out.bytes.resize(image::firstSection);
    begin(image::Device, 1);
    out.text(binary.device);
    end();
    texts(image::Memories, binary.memories);
    streams();
    instances();
    tables();
    symbols();
    begin(image::Relocations, binary.relocations.size());
    for (const Relocation &one : binary.relocations) {
      out.u32(one.instance);
      out.u32(one.entry);
      out.u32(one.slot);
    }
    end();
    begin(image::Buffers, binary.buffers.size());
    for (const ScratchpadBuffer &one : binary.buffers) {
      out.text(one.name);
      out.u64(uint64_t(one.address));
      out.u64(uint64_t(one.bytes));
    }
    end();
    texts(image::Sources, binary.sources);
    header();
    return std::move(out.bytes);
  }

private:
  const Binary &binary;
  ByteWriter out;
  image::Layout layout;
  uint32_t open = 0;

  void begin(uint32_t section, size_t count) {
    out.align(image::alignment);
    open = section;
    layout.parts[section].count = uint32_t(count);
    layout.parts[section].offset = out.bytes.size();
  }
  void end() {
    layout.parts[open].bytes = out.bytes.size() - layout.parts[open].offset;
  }
  void texts(uint32_t section, const std::vector<std::string> &all) {
    begin(section, all.size());
    for (const std::string &one : all)
      out.text(one);
    end();
  }

  void streams() {
    // The index comes first in the file but holds the offsets of the code:
    // encode the code aside, at the offset that follows the index.
    begin(image::Streams, binary.streams.size());
    size_t indexBytes = 0;
    for (const Stream &stream : binary.streams)
      indexBytes += 4 + stream.name.size() + 8 + 8 + 4;
    uint64_t codeAt = out.bytes.size() + indexBytes;
    codeAt =
        (codeAt + image::alignment - 1) / image::alignment * image::alignment;
    ByteWriter code;
    for (const Stream &stream : binary.streams) {
      code.align(image::alignment);
      uint64_t at = code.bytes.size();
      for (const Instruction &in : stream.code)
        put(code, in);
      out.text(stream.name);
      out.u64(codeAt + at);
      out.u64(code.bytes.size() - at);
      out.u32(stream.code.size());
    }
    end();
    begin(image::Code, binary.streams.size());
    out.bytes.insert(out.bytes.end(), code.bytes.begin(), code.bytes.end());
    end();
  }

  void instances() {
    begin(image::Instances, binary.instances.size());
    for (const Instance &one : binary.instances) {
      out.text(one.unit);
      out.u32(uint32_t(one.core));
      out.u32(uint32_t(one.corelet));
      out.u32(one.stream);
      out.u32(one.table.size());
      out.u32(one.peers.size());
      for (uint32_t peer : one.peers)
        out.u32(peer);
    }
    end();
  }

  void tables() {
    size_t entries = 0;
    for (const Instance &one : binary.instances)
      entries += one.table.size();
    begin(image::Tables, entries);
    for (const Instance &one : binary.instances)
      for (int64_t value : one.table)
        out.u64(uint64_t(value));
    end();
  }

  void symbols() {
    begin(image::Symbols, binary.symbols.size());
    for (const SymbolExpr &one : binary.symbols) {
      out.text(one.name);
      out.u64(uint64_t(one.constant));
      out.u32(one.parts.size());
      for (const SymbolExpr::Part &part : one.parts) {
        out.u32(part.argument);
        out.u64(uint64_t(part.coefficient));
      }
    }
    end();
  }

  void header() {
    out.align(image::alignment);
    uint8_t *bytes = out.bytes.data();
    std::memcpy(bytes, image::magic, sizeof image::magic);
    storeLittle(bytes + 8, image::version, 4);
    storeLittle(bytes + 12, image::numSections, 4);
    storeLittle(bytes + 16, out.bytes.size(), 8);
    for (uint32_t i = 1; i <= image::numSections; ++i) {
      uint8_t *entry =
          bytes + image::headerBytes + (i - 1) * image::sectionEntryBytes;
      storeLittle(entry, i, 4);
      storeLittle(entry + 4, layout.parts[i].count, 4);
      storeLittle(entry + 8, layout.parts[i].offset, 8);
      storeLittle(entry + 16, layout.parts[i].bytes, 8);
    }
    renewChecksum(out.bytes);
  }
};

} // namespace

Result<std::vector<uint8_t>> encode(const Binary &binary) {
  if (Result<void> ok = verify(binary); !ok)
    return ok.error();
  return Encoder(binary).run();
}

bool renewChecksum(std::span<uint8_t> bytes) {
  if (bytes.size() < image::headerBytes)
    return false;
  storeLittle(bytes.data() + image::checksumAt, image::checksum(bytes), 8);
  return true;
}

} // namespace sg
