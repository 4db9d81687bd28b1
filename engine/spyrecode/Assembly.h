// SpyreBinary as text and back; each is the other's inverse.
#pragma once
#include "engine/ops/OpTable.h"
#include "engine/spyrecode/Binary.h"
#include <string>
#include <string_view>

namespace sg {

/// Text of a whole binary. Op-table rows appear by name. Relocated table
/// entries are annotated in comments.
std::string disassemble(const Binary &binary,
                        const OpTable &ops = OpTable::builtin());
/// One instruction as it appears there, without indentation or comment.
std::string disassemble(const Binary &binary, const Instruction &instruction,
                        const OpTable &ops = OpTable::builtin());

/// Errors say line and column ("fileName:3:7") and what to write instead.
Result<Binary> assemble(std::string_view text, std::string_view fileName,
                        const OpTable &ops = OpTable::builtin());

} // namespace sg
