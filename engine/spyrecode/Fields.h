// Which fields of an Instruction each opcode uses. Checks, the file image and
// the text all follow this one table.
#pragma once
#include "engine/spyrecode/Binary.h"

namespace sg {

enum Field : uint32_t {
  FieldDst = 1u << 0,
  FieldSrc0 = 1u << 1,
  FieldSrc12 = 1u << 2,
  FieldFormat = 1u << 3,
  FieldResult = 1u << 4,
  FieldCompare = 1u << 5,
  FieldRow = 1u << 6,
  FieldPort = 1u << 7,
  FieldFrom = 1u << 8,
  FieldTo = 1u << 9,
  FieldTag = 1u << 10,
  FieldCount = 1u << 11,
  FieldA = 1u << 12,
  FieldB = 1u << 13,
  FieldTerms = 1u << 14,
  FieldDims = 1u << 15,
  FieldVectorDst = 1u << 16, ///< `dst` names a vector register
};

/// The fields of a known opcode, or nothing for a byte that is no opcode.
std::optional<uint32_t> fieldsOf(Opcode op);
/// The word that starts the instruction in assembly text ("loop"); null for
/// Compute, whose word is the op-table row's name, and for unknown opcodes.
const char *mnemonic(Opcode op);

inline bool opensBlock(Opcode op) {
  return op == Opcode::Loop || op == Opcode::When;
}

} // namespace sg
