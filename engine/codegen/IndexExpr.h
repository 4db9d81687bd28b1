// Index arithmetic of one stream, kept as linear combinations so that it folds
// into few instructions. A value has one column entry per instance of the
// stream; what is not linear (mod, div, min, max) becomes an atom.
#pragma once
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace sg::codegen {

/// One number per instance of the stream.
using Column = llvm::SmallVector<int64_t, 2>;

struct Term {
  unsigned atom = 0;
  Column coefficient;
  bool operator==(const Term &) const = default;
};

/// base + sum of coefficient * atom; terms are sorted by atom and none of them
/// is zero in every instance.
struct Linear {
  Column base;
  llvm::SmallVector<Term, 2> terms;
  bool operator==(const Linear &) const = default;
};

enum class AtomKind : uint8_t {
  Launch,  ///< kernel argument `index`, known at launch
  Counter, ///< loop counter in virtual register `index`
  Dim,     ///< enumeration dimension `index` of a transfer, not a register
  Mod,
  Div,
  Min,
  Max,
};

/// Inclusive bounds; `unbounded` on either side stands for "not known".
struct Range {
  static constexpr int64_t unbounded = int64_t(1) << 62;
  int64_t low = -unbounded, high = unbounded;
  bool operator==(const Range &) const = default;
};

struct Atom {
  AtomKind kind = AtomKind::Launch;
  unsigned index = 0;
  Linear a, b; ///< operands of Mod, Div, Min, Max
  Range range;
  unsigned level = 0; ///< nesting of the loop body it belongs to; 0 = outside
};

/// A dimension that must be cut before a layout's div or mod becomes linear:
/// the inner part counts `inner` steps.
struct SplitRequest {
  unsigned dim = 0; ///< Atom number
  int64_t inner = 0;
};

/// Arithmetic on Linear values for a stream of `instances` instances. Every
/// result is exact; numbers that do not fit 64 bits set `overflow`.
class IndexContext {
public:
  explicit IndexContext(unsigned instances) : instances_(instances) {}

  unsigned instances() const { return instances_; }
  const Atom &atom(unsigned id) const { return atoms_[id]; }

  Linear constant(int64_t value) const;
  Linear atomValue(unsigned id) const;
  Linear launchArgument(unsigned argument);
  /// `count` bounds the counter when it is known.
  unsigned counter(unsigned reg, unsigned level, std::optional<int64_t> count);
  unsigned dimension(unsigned index, Range range);

  Linear add(const Linear &a, const Linear &b);
  Linear sub(const Linear &a, const Linear &b);
  Linear scale(const Linear &a, const Column &by);
  Linear scale(const Linear &a, int64_t by);
  /// Empty when neither side is constant.
  std::optional<Linear> mul(const Linear &a, const Linear &b);
  /// Division rounding down, and its remainder; `by` is positive everywhere.
  Linear floorDiv(const Linear &a, const Column &by);
  Linear mod(const Linear &a, const Column &by);
  /// Division rounding towards zero.
  Linear truncDiv(const Linear &a, const Column &by);
  Linear min(const Linear &a, const Linear &b);
  Linear max(const Linear &a, const Linear &b);

  Range range(const Linear &a) const;
  unsigned level(const Linear &a) const;
  bool isConstant(const Linear &a) const { return a.terms.empty(); }
  /// The value when it is the same constant in every instance.
  std::optional<int64_t> uniformConstant(const Linear &a) const;
  bool dependsOnDim(const Linear &a) const;

  bool overflow = false;
  std::optional<SplitRequest> split; ///< set by div and mod of dimensions

private:
  unsigned intern(Atom atom);
  Linear minMax(const Linear &a, const Linear &b, AtomKind kind);
  void requestSplit(const Linear &rest, int64_t by);
  int64_t addChecked(int64_t a, int64_t b);
  int64_t mulChecked(int64_t a, int64_t b);

  unsigned instances_;
  std::vector<Atom> atoms_;
};

/// Floor division and its remainder of two numbers, `b` positive.
int64_t floorDivide(int64_t a, int64_t b);
int64_t floorModulo(int64_t a, int64_t b);

bool isUniform(const Column &column);

} // namespace sg::codegen
