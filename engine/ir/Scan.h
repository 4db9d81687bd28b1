// A look at MLIR text before the parser: what would crash it, overflow its
// stack or grow without bounds is refused with a position.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace sg {

/// Largest text that is read, in bytes.
inline constexpr size_t maxSourceBytes = size_t(64) << 20;
/// Deepest nesting of brackets of all kinds.
inline constexpr unsigned maxNesting = 256;
/// Most operators of one affine expression.
inline constexpr unsigned maxOperators = 1000;
/// Deepest chain of aliases, and the most aliases one stands for in all.
inline constexpr unsigned maxAliasDepth = 64;
inline constexpr unsigned maxAliasSize = 4096;

/// A refusal and where; line and column count from 1.
struct ScanError {
  unsigned line = 1, column = 1;
  std::string message;
};

/// The first reason not to parse `text`, or nothing.
std::optional<ScanError> scanSource(llvm::StringRef text);

} // namespace sg
