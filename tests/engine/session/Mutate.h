// Damages a text the way people, editors and attackers do: one small change
// that leaves most of it intact, so that the damage gets past the parser.
// The same random state gives the same change on every platform.
#pragma once
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace sg::test {

enum class Damage : uint8_t {
  FlipByte,
  DropToken,
  RepeatToken,
  SwapTokens,
  Number,   ///< becomes 0, -1, a power of two, more than 64 bits
  Size,     ///< like Number, everywhere it stands; what is one less follows
  Type,     ///< becomes another type
  AllTypes, ///< the same type everywhere
  Value,    ///< of an attribute; becomes one of another kind
  DropLine,
  RepeatLine,
  SwapLines,
  Truncate,
  Nest, ///< many brackets at one place
};
constexpr size_t damageKinds = size_t(Damage::Nest) + 1;
const char *damageName(Damage kind);

/// `text` with one change of this kind. A text without anything to change that
/// way comes back with a byte flipped.
std::string damaged(std::string_view text, Damage kind, std::mt19937 &random);

} // namespace sg::test
