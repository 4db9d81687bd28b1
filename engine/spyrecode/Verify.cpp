// What every reader of a binary may rely on. Checks that need a device or an
// op table are the loader's.
#include "engine/spyrecode/Fields.h"
#include <map>
#include <set>
#include <tuple>

namespace sg {
namespace {

/// The bounds of what a stream's instructions may name: the smallest table and
/// peer list among the instances that run it.
struct StreamBounds {
  size_t table = SIZE_MAX, peers = SIZE_MAX;
  bool used = false;
};

class Verifier {
public:
  explicit Verifier(const Binary &binary) : binary(binary) {}

  Result<void> run() {
    if (binary.memories.size() > 255)
      fail("", "more than 255 memories");
    if (binary.buffers.size() > 65534)
      fail("", "more than 65534 scratchpad buffers");
    instances();
    for (size_t i = 0; i < binary.streams.size() && !error; ++i)
      stream(i);
    relocations();
    for (const ScratchpadBuffer &buffer : binary.buffers)
      if (buffer.address < 0 || buffer.bytes < 0)
        fail("buffer '" + buffer.name + "'", "negative address or size");
    if (error)
      return *error;
    return {};
  }

private:
  const Binary &binary;
  std::optional<Error> error;
  std::vector<StreamBounds> bounds;
  std::string where;

  void fail(std::string place, std::string message) {
    if (!error)
      error = Error{std::move(message), std::move(place)};
  }
  void bad(const std::string &message) { fail(where, message); }

  void instances() {
    bounds.resize(binary.streams.size());
    std::set<std::tuple<std::string, int32_t, int32_t>> seen;
    for (size_t i = 0; i < binary.instances.size(); ++i) {
      const Instance &one = binary.instances[i];
      where = "instance " + std::to_string(i) + " (" + one.unit + ")";
      if (one.core < 0 || one.corelet < -1)
        bad("core and corelet must not be negative (corelet -1: none)");
      if (!seen.insert({one.unit, one.core, one.corelet}).second)
        bad("unit " + one.unit + " of core " + std::to_string(one.core) +
            ", corelet " + std::to_string(one.corelet) +
            " already runs a stream; give it one instance");
      for (uint32_t peer : one.peers)
        if (peer >= binary.instances.size())
          bad("peer " + std::to_string(peer) + " does not exist; there are " +
              std::to_string(binary.instances.size()) + " instances");
      if (one.peers.size() > 256)
        bad("more than 256 peers");
      if (one.stream >= binary.streams.size()) {
        bad("stream " + std::to_string(one.stream) + " does not exist");
        continue;
      }
      StreamBounds &bound = bounds[one.stream];
      bound.used = true;
      bound.table = std::min(bound.table, one.table.size());
      bound.peers = std::min(bound.peers, one.peers.size());
    }
  }

  void operand(const Operand &op, const StreamBounds &bound, const char *what) {
    switch (op.kind) {
    case Operand::Immediate:
      return;
    case Operand::Table:
      if (op.value < 0 || op.value > 0xffff ||
          (bound.used && uint64_t(op.value) >= bound.table))
        bad(std::string(what) + ": table entry t" + std::to_string(op.value) +
            " is beyond the table of an instance that runs this stream");
      return;
    case Operand::Register:
      if (op.value < 0 || op.value >= int64_t(indexRegisters))
        bad(std::string(what) + ": there is no index register r" +
            std::to_string(op.value) + " (r0 to r31)");
      return;
    }
    bad(std::string(what) + ": unknown kind of operand");
  }

  void stream(size_t index) {
    const Stream &one = binary.streams[index];
    unsigned depth = 0;
    for (size_t i = 0; i < one.code.size() && !error; ++i) {
      where = "stream '" + one.name + "', instruction " + std::to_string(i);
      const Instruction &in = one.code[i];
      instruction(in, bounds[index]);
      if (opensBlock(in.op) && ++depth > maxLoopDepth)
        bad("blocks nest deeper than " + std::to_string(maxLoopDepth));
      if (in.op == Opcode::End && depth-- == 0)
        bad("'end' without a 'loop' or 'when'");
    }
    if (!error && depth)
      bad(std::to_string(depth) + " block(s) not closed by 'end'");
  }

  void instruction(const Instruction &in, const StreamBounds &bound) {
    std::optional<uint32_t> known = fieldsOf(in.op);
    if (!known)
      return bad("unknown opcode " + std::to_string(unsigned(in.op)));
    uint32_t fields = *known;
    Instruction clean = in;
    dropUnusedFields(clean);
    if (!(clean == in))
      return bad(
          "a field that '" +
          std::string(in.op == Opcode::Compute ? "compute" : mnemonic(in.op)) +
          "' does not use is set; reset it (dropUnusedFields)");
    if ((fields & FieldDst) && in.dst >= indexRegisters)
      bad("there is no index register r" + std::to_string(in.dst));
    if (unsigned(in.format) >= numFormats || unsigned(in.result) >= numFormats)
      bad("unknown element format");
    if (in.compare > Compare::Ge)
      bad("unknown comparison");
    if ((fields & FieldPort) && bound.used && in.port >= bound.peers)
      bad("port p" + std::to_string(in.port) +
          " is beyond the peers of an instance that runs this stream");
    if (((fields & FieldFrom) && in.fromMemory >= binary.memories.size()) ||
        ((fields & FieldTo) && in.toMemory >= binary.memories.size()))
      bad("memory index beyond the list of memories");
    if (in.tag > binary.buffers.size())
      bad("buffer " + std::to_string(in.tag) + " is not in the buffer list");
    if (in.source > binary.sources.size())
      bad("source " + std::to_string(in.source) + " is not in the source list");
    scalars(in, fields, bound);
  }

  void scalars(const Instruction &in, uint32_t fields,
               const StreamBounds &bound) {
    operand(in.a, bound, "first operand");
    operand(in.b, bound, "second operand");
    if ((in.op == Opcode::Mod || in.op == Opcode::Div) &&
        in.b.kind == Operand::Immediate && in.b.value <= 0)
      bad("the divisor must be positive");
    if (fields & FieldCount) {
      uint32_t most =
          in.op == Opcode::Transfer ? (1u << 31) : maxVectorElements;
      if (in.count == 0 || in.count > most)
        bad("element count " + std::to_string(in.count) + " is not in 1 to " +
            std::to_string(most));
    }
    if (in.terms.size() > maxTerms)
      bad("more than " + std::to_string(maxTerms) + " terms");
    for (const Term &term : in.terms) {
      if (term.reg >= indexRegisters)
        bad("there is no index register r" + std::to_string(term.reg));
      operand(term.coefficient, bound, "coefficient");
    }
    if (in.dims.size() > maxTransferDims)
      bad("more than " + std::to_string(maxTransferDims) + " dimensions");
    for (const TransferDim &dim : in.dims) {
      operand(dim.count, bound, "count of a dimension");
      operand(dim.fromStride, bound, "stride of a dimension");
      operand(dim.toStride, bound, "stride of a dimension");
    }
  }

  void relocations() {
    std::set<std::pair<uint32_t, uint32_t>> seen;
    for (size_t i = 0; i < binary.relocations.size(); ++i) {
      const Relocation &one = binary.relocations[i];
      where = "relocation " + std::to_string(i);
      if (one.instance >= binary.instances.size() ||
          one.entry >= binary.instances[one.instance].table.size())
        bad("table entry t" + std::to_string(one.entry) + " of instance " +
            std::to_string(one.instance) + " does not exist");
      if (one.slot >= binary.symbols.size())
        bad("symbol " + std::to_string(one.slot) + " does not exist");
      if (!seen.insert({one.instance, one.entry}).second)
        bad("its table entry already has a relocation");
    }
  }
};

} // namespace

Result<void> verify(const Binary &binary) { return Verifier(binary).run(); }

} // namespace sg
