// SpyreBinary in memory: one instruction stream per kind of work, instances
// that run a stream on a unit with constants and peers of their own, and the
// places that are only known at launch.
//
// Scalars live in three places. Immediates are the same for every instance.
// Table entries (64 bits) differ by instance or are patched at launch. Index
// registers r0..r31 hold loop counters and addresses; the sequencer computes
// them beside the data path, at no cost in cycles.
#pragma once
#include "engine/ops/Format.h"
#include "engine/support/Result.h"
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sg {

enum class Opcode : uint8_t {
  Halt = 0,
  // Control. Blocks nest and are closed by End.
  Loop = 1, ///< r[dst] = 0 .. a-1, body runs `a` times
  When = 2, ///< body runs if (a <cmp> b)
  End = 3,
  // Index registers.
  Linear = 4, ///< r[dst] = a + sum over terms of register * coefficient
  Mod = 5,    ///< r[dst] = a mod b (b > 0, result not negative)
  Div = 6,    ///< r[dst] = floor(a / b) (b > 0)
  Min = 7,    ///< r[dst] = min(a, b)
  Max = 8,    ///< r[dst] = max(a, b)
  // Synchronisation.
  Signal = 16, ///< adds one to the count peer[port] waits on
  Wait = 17,   ///< until peer[port] has signalled; takes one off
  Fence = 18,  ///< until every transfer this unit started has ended
  SignalAfter = 19, ///< a Signal that leaves once every transfer this unit has
                    ///< started so far has ended; the unit goes on
  // Data movement.
  Transfer = 24, ///< DMA: strided copy memory -> memory, asynchronous
  Push = 25,     ///< memory -> FIFO to peer[port], one vector
  Pop = 26,      ///< FIFO from peer[port] -> memory, one vector
  // Vector unit.
  Receive = 32,  ///< v[dst] = FIFO from peer[port]
  Send = 33,     ///< FIFO to peer[port] = v[src0]
  Compute = 34,  ///< v[dst] = row(v[src0], v[src1], v[src2]) element-wise
  Constant = 35, ///< v[dst] = all lanes the bits of `a`
  Splat = 36,    ///< v[dst] = all lanes element 0 of v[src0]
};

enum class Compare : uint8_t { Eq, Ne, Lt, Le, Gt, Ge };

/// A scalar operand.
struct Operand {
  enum Kind : uint8_t { Immediate = 0, Table = 1, Register = 2 };
  Kind kind = Immediate;
  int64_t value = 0; ///< immediate, table index or register number

  static Operand imm(int64_t v) { return {Immediate, v}; }
  static Operand table(int64_t i) { return {Table, i}; }
  static Operand reg(int64_t r) { return {Register, r}; }
  bool operator==(const Operand &) const = default;
};

/// One term of Linear: register * coefficient (immediate or table entry).
struct Term {
  uint8_t reg = 0;
  Operand coefficient;
  bool operator==(const Term &) const = default;
};

/// One dimension of a Transfer, outermost first. Strides in bytes.
struct TransferDim {
  Operand count;
  Operand fromStride, toStride;
  bool operator==(const TransferDim &) const = default;
};

struct Instruction {
  Opcode op = Opcode::Halt;
  uint8_t dst = 0;                 ///< index or vector register
  std::array<uint8_t, 3> src = {}; ///< vector registers
  Format format = Format::F16;     ///< operand elements
  Format result = Format::F16;     ///< Compute: result elements
  Compare compare = Compare::Eq;   ///< When
  uint16_t row = 0;                ///< Compute: encoding of the op-table row
  uint8_t port = 0;                ///< index into the instance's peers
  uint8_t fromMemory = 0;          ///< index into Binary::memories
  uint8_t toMemory = 0;
  uint16_t tag = 0;   ///< index into Binary::buffers + 1; 0 = none (Transfer,
                      ///< Push, Pop: the scratchpad buffer touched)
  uint32_t count = 0; ///< elements of the vector (or of one Transfer run)
  Operand a, b;       ///< scalars; Transfer, Push, Pop: byte addresses
                      ///< (a = from, b = to)
  std::vector<Term> terms;       ///< Linear, at most 8
  std::vector<TransferDim> dims; ///< Transfer, at most 8
  uint32_t source = 0; ///< index into Binary::sources + 1; 0 = unknown
  bool operator==(const Instruction &) const = default;
};

struct Stream {
  std::string name; ///< "mnilu", "sfu", …
  std::vector<Instruction> code;
  bool operator==(const Stream &) const = default;
};

/// A unit instance and what it runs.
struct Instance {
  std::string unit; ///< kind, as in the device: "MNILU"
  int32_t core = 0;
  int32_t corelet = -1;        ///< -1 for units that belong to the whole core
  uint32_t stream = 0;         ///< index into Binary::streams
  std::vector<uint32_t> peers; ///< port -> index into Binary::instances
  std::vector<int64_t> table;
  bool operator==(const Instance &) const = default;
};

/// A table entry whose value is an expression over launch arguments. The
/// correction rows hold 16 lanes of 64 bits each; lane `slot % 16` of row
/// `slot / 16` is this expression's value.
struct Relocation {
  uint32_t instance = 0;
  uint32_t entry = 0; ///< index into the instance's table
  uint32_t slot = 0;  ///< index into Binary::symbols
  bool operator==(const Relocation &) const = default;
};

/// constant + sum of coefficient * argument. Base addresses: `argument` is the
/// address in elements and the coefficient the element's bytes. Data scalars:
/// the argument's bits with coefficient 1.
struct SymbolExpr {
  std::string name; ///< for people: "x_ptr"
  int64_t constant = 0;
  struct Part {
    uint32_t argument = 0; ///< index into KernelInfo::arguments
    int64_t coefficient = 1;
    bool operator==(const Part &) const = default;
  };
  std::vector<Part> parts;
  bool operator==(const SymbolExpr &) const = default;
};

/// A scratchpad buffer, for pictures and messages; the machine does not need
/// it to execute.
struct ScratchpadBuffer {
  std::string name;    ///< "x_ptr", "x_ptr.1" (second phase), …
  int64_t address = 0; ///< bytes
  int64_t bytes = 0;
  bool operator==(const ScratchpadBuffer &) const = default;
};

struct Binary {
  std::string device;                ///< name of the device it was made for
  std::vector<std::string> memories; ///< kinds: "DDR", "L1"
  std::vector<Stream> streams;
  std::vector<Instance> instances;
  std::vector<SymbolExpr> symbols;
  std::vector<Relocation> relocations;
  std::vector<ScratchpadBuffer> buffers;
  /// Where instructions come from: "%12 = vectorchain.binary @ add.mlir:12:8".
  std::vector<std::string> sources;
  bool operator==(const Binary &) const = default;
};

inline constexpr unsigned indexRegisters = 32;
inline constexpr unsigned maxLoopDepth = 16;
inline constexpr unsigned maxTerms = 8;
inline constexpr unsigned maxTransferDims = 8;
/// Elements of one vector (Push, Pop, Receive, Send, Compute, …).
inline constexpr unsigned maxVectorElements = 4096;

/// Checks everything a reader must not trust: indices, nesting, counts, op
/// rows are left to the loader. The error names stream and instruction.
Result<void> verify(const Binary &binary);

/// The file image (format: engine/spyrecode/FORMAT.md), and back. Reading
/// rejects what is truncated, misaligned, out of range, of an unknown version
/// or of a wrong checksum; the error's `where` is the offset.
Result<std::vector<uint8_t>> encode(const Binary &binary);
Result<Binary> decode(std::span<const uint8_t> bytes);
/// Byte offset of each relocation's table entry in the image `encode` makes
/// (what the correction writes), in the order of Binary::relocations.
Result<std::vector<uint64_t>> relocationOffsets(std::span<const uint8_t> bytes);
/// Writes the checksum that belongs to the image's present content, after
/// entries were patched. False when the image is too short to hold one.
bool renewChecksum(std::span<uint8_t> bytes);

/// Resets every field that an instruction's opcode does not use to its
/// default, which `verify` asks for: one meaning, one encoding, one text.
void dropUnusedFields(Instruction &instruction);

} // namespace sg
