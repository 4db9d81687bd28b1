#include "tests/engine/codegen/StreamRunner.h"
#include <doctest/doctest.h>

namespace sg::test {
namespace {

class Runner {
public:
  Runner(const Binary &binary, const Instance &instance,
         const std::vector<int64_t> &arguments)
      : code(binary.streams[instance.stream].code), table(instance.table) {
    size_t number = &instance - binary.instances.data();
    for (const Relocation &relocation : binary.relocations) {
      if (relocation.instance != number)
        continue;
      const SymbolExpr &symbol = binary.symbols[relocation.slot];
      int64_t value = symbol.constant;
      for (const SymbolExpr::Part &part : symbol.parts)
        value += part.coefficient * arguments.at(part.argument);
      table[relocation.entry] = value;
    }
  }

  std::vector<Event> run() {
    block(0, true);
    return std::move(events);
  }

private:
  const std::vector<Instruction> &code;
  std::vector<int64_t> table;
  int64_t registers[indexRegisters] = {};
  std::vector<Event> events;

  int64_t value(const Operand &operand) const {
    switch (operand.kind) {
    case Operand::Immediate:
      return operand.value;
    case Operand::Table:
      return table.at(operand.value);
    case Operand::Register:
      return registers[operand.value];
    }
    return 0;
  }

  static bool compare(Compare compare, int64_t a, int64_t b) {
    switch (compare) {
    case Compare::Eq:
      return a == b;
    case Compare::Ne:
      return a != b;
    case Compare::Lt:
      return a < b;
    case Compare::Le:
      return a <= b;
    case Compare::Gt:
      return a > b;
    case Compare::Ge:
      return a >= b;
    }
    return false;
  }

  /// Runs (or only skips) from `at` to the End or Halt of this block; returns
  /// its place.
  size_t block(size_t at, bool live) {
    for (;; ++at) {
      REQUIRE(at < code.size());
      const Instruction &in = code[at];
      switch (in.op) {
      case Opcode::Halt:
      case Opcode::End:
        return at;
      case Opcode::Loop: {
        int64_t count = live ? value(in.a) : 0;
        size_t end = block(at + 1, false);
        for (int64_t i = 0; i < count; ++i) {
          registers[in.dst] = i;
          block(at + 1, true);
        }
        at = end;
        break;
      }
      case Opcode::When:
        at = block(at + 1,
                   live && compare(in.compare, value(in.a), value(in.b)));
        break;
      default:
        if (live)
          step(in);
      }
    }
  }

  void step(const Instruction &in) {
    int64_t a = value(in.a), b = value(in.b);
    switch (in.op) {
    case Opcode::Linear: {
      int64_t sum = a;
      for (const Term &term : in.terms)
        sum += registers[term.reg] * value(term.coefficient);
      registers[in.dst] = sum;
      return;
    }
    case Opcode::Mod:
      registers[in.dst] = ((a % b) + b) % b;
      return;
    case Opcode::Div:
      registers[in.dst] = a / b - (a % b < 0);
      return;
    case Opcode::Min:
      registers[in.dst] = std::min(a, b);
      return;
    case Opcode::Max:
      registers[in.dst] = std::max(a, b);
      return;
    case Opcode::Transfer:
      return transfer(in, 0, a, b);
    default:
      events.push_back({in.op, a, b, in.port});
    }
  }

  void transfer(const Instruction &in, size_t dim, int64_t from, int64_t to) {
    if (dim < in.dims.size()) {
      const TransferDim &d = in.dims[dim];
      for (int64_t i = 0, n = value(d.count); i < n; ++i)
        transfer(in, dim + 1, from + i * value(d.fromStride),
                 to + i * value(d.toStride));
      return;
    }
    int64_t bytes = formatBytes(in.format);
    for (uint32_t i = 0; i < in.count; ++i)
      events.push_back({Opcode::Transfer, from + i * bytes, to + i * bytes, 0});
  }
};

} // namespace

std::vector<Event> runInstance(const Binary &binary, const Instance &instance,
                               const std::vector<int64_t> &arguments) {
  return Runner(binary, instance, arguments).run();
}

} // namespace sg::test
