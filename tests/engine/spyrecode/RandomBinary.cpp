#include "RandomBinary.h"
#include "engine/spyrecode/Fields.h"
#include <set>

namespace sg::test {
namespace {

class Maker {
public:
  explicit Maker(std::mt19937 &random) : random(random) {}

  Binary run() {
    binary.device = text();
    for (unsigned n = upTo(3) + 1; n--;)
      binary.memories.push_back(text());
    for (unsigned n = upTo(3); n--;)
      binary.buffers.push_back({text(), upTo(1 << 20), upTo(1 << 20)});
    for (unsigned n = upTo(3); n--;)
      binary.sources.push_back(text());
    symbols();
    unsigned streams = upTo(4) + 1;
    for (unsigned i = 0; i < streams; ++i)
      binary.streams.push_back({text(), code()});
    unsigned instances = upTo(6) + 1;
    for (unsigned i = 0; i < instances; ++i) {
      Instance one;
      one.unit = "U" + std::to_string(i);
      one.core = int32_t(upTo(40));
      one.corelet = int32_t(upTo(3)) - 1;
      one.stream = uint32_t(upTo(streams));
      for (unsigned p = 0; p < ports; ++p)
        one.peers.push_back(uint32_t(upTo(instances)));
      for (unsigned t = 0; t < entries; ++t)
        one.table.push_back(number());
      binary.instances.push_back(std::move(one));
    }
    relocations(instances);
    return std::move(binary);
  }

private:
  static constexpr unsigned ports = 3, entries = 5;
  std::mt19937 &random;
  Binary binary;

  /// 0 to n - 1.
  unsigned upTo(unsigned n) { return unsigned(random()) % n; }
  int64_t number() {
    switch (upTo(5)) {
    case 0:
      return INT64_MIN;
    case 1:
      return INT64_MAX;
    case 2:
      return int64_t(uint64_t(random()) << 32 | random());
    default:
      return int64_t(upTo(4096)) - 100;
    }
  }
  std::string text() {
    static const char *const some[] = {
        "DDR", "L1", "a \"b\"\\", "", "x;y\n\x01", "mnilu.2", "%3", "r1", "64"};
    return some[upTo(9)];
  }
  Operand operand() {
    switch (upTo(3)) {
    case 0:
      return Operand::reg(upTo(indexRegisters));
    case 1:
      return Operand::table(upTo(entries));
    default:
      return Operand::imm(number());
    }
  }

  void symbols() {
    for (unsigned n = upTo(4); n--;) {
      SymbolExpr one{text(), number(), {}};
      for (unsigned parts = upTo(3); parts--;)
        one.parts.push_back({upTo(9), number()});
      binary.symbols.push_back(std::move(one));
    }
  }

  void relocations(unsigned instances) {
    if (binary.symbols.empty())
      return;
    std::set<std::pair<uint32_t, uint32_t>> seen;
    for (unsigned n = upTo(5); n--;) {
      Relocation one{upTo(instances), upTo(entries),
                     upTo(unsigned(binary.symbols.size()))};
      if (seen.insert({one.instance, one.entry}).second)
        binary.relocations.push_back(one);
    }
  }

  Instruction instruction(Opcode op) {
    Instruction in;
    in.op = op;
    in.dst = uint8_t(upTo(indexRegisters));
    for (uint8_t &reg : in.src)
      reg = uint8_t(upTo(256));
    in.format = Format(upTo(numFormats));
    in.result = Format(upTo(numFormats));
    in.compare = Compare(upTo(6));
    in.row = uint16_t(upTo(2) ? upTo(80) : upTo(65536));
    in.port = uint8_t(upTo(ports));
    in.fromMemory = uint8_t(upTo(unsigned(binary.memories.size())));
    in.toMemory = uint8_t(upTo(unsigned(binary.memories.size())));
    in.tag = uint16_t(upTo(unsigned(binary.buffers.size()) + 1));
    in.source = upTo(unsigned(binary.sources.size()) + 1);
    in.count = upTo(maxVectorElements) + 1;
    in.a = operand();
    in.b = operand();
    if (op == Opcode::Mod || op == Opcode::Div)
      in.b = Operand::imm(1 + upTo(99));
    for (unsigned n = upTo(maxTerms + 1); n--;)
      in.terms.push_back({uint8_t(upTo(indexRegisters)), operand()});
    for (unsigned n = upTo(maxTransferDims + 1); n--;)
      in.dims.push_back({operand(), operand(), operand()});
    dropUnusedFields(in);
    return in;
  }

  std::vector<Instruction> code() {
    std::vector<Opcode> all;
    for (unsigned op = 0; op < 256; ++op)
      if (fieldsOf(Opcode(op)) && Opcode(op) != Opcode::End)
        all.push_back(Opcode(op));
    std::vector<Instruction> code;
    unsigned depth = 0;
    for (unsigned n = upTo(25); n--;) {
      if (depth && upTo(4) == 0) {
        code.push_back(instruction(Opcode::End));
        --depth;
        continue;
      }
      Opcode op = all[upTo(unsigned(all.size()))];
      if (opensBlock(op) && depth == maxLoopDepth)
        continue;
      code.push_back(instruction(op));
      depth += opensBlock(op);
    }
    for (; depth; --depth)
      code.push_back(instruction(Opcode::End));
    return code;
  }
};

} // namespace

Binary randomBinary(std::mt19937 &random) { return Maker(random).run(); }

std::vector<uint8_t> mutate(std::vector<uint8_t> bytes, std::mt19937 &random) {
  auto upTo = [&](size_t n) { return n ? random() % n : 0; };
  for (unsigned n = 1 + unsigned(upTo(4)); n-- && !bytes.empty();) {
    size_t at = upTo(bytes.size());
    size_t length = std::min<size_t>(1 + upTo(9), bytes.size() - at);
    auto begin = bytes.begin() + long(at), end = begin + long(length);
    switch (upTo(6)) {
    case 0:
      bytes.erase(begin, end);
      break;
    case 1: {
      std::vector<uint8_t> piece(begin, end);
      bytes.insert(bytes.begin() + long(upTo(bytes.size())), piece.begin(),
                   piece.end());
      break;
    }
    case 2:
      bytes.resize(at);
      break;
    case 3:
      bytes[at] ^= uint8_t(1u << upTo(8));
      break;
    case 4:
      std::fill(begin, end, uint8_t(0xff));
      break;
    default:
      bytes[at] = uint8_t(random());
      break;
    }
  }
  return bytes;
}

} // namespace sg::test
