#include "engine/codegen/IndexExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace sg::codegen {

int64_t floorModulo(int64_t a, int64_t b) {
  int64_t rest = a % b;
  return rest < 0 ? rest + b : rest;
}

int64_t floorDivide(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

bool isUniform(const Column &column) { return llvm::all_equal(column); }

int64_t IndexContext::addChecked(int64_t a, int64_t b) {
  int64_t result = 0;
  overflow |= llvm::AddOverflow(a, b, result);
  return result;
}

int64_t IndexContext::mulChecked(int64_t a, int64_t b) {
  int64_t result = 0;
  overflow |= llvm::MulOverflow(a, b, result);
  return result;
}

Linear IndexContext::constant(int64_t value) const {
  Linear result;
  result.base.assign(instances_, value);
  return result;
}

Linear IndexContext::atomValue(unsigned id) const {
  Linear result = constant(0);
  Term term;
  term.atom = id;
  term.coefficient.assign(instances_, 1);
  result.terms.push_back(term);
  return result;
}

unsigned IndexContext::intern(Atom atom) {
  // From the back: what repeats was mostly computed a moment ago.
  for (size_t i = atoms_.size(); i-- > 0;) {
    const Atom &known = atoms_[i];
    if (known.kind == atom.kind && known.index == atom.index &&
        known.a == atom.a && known.b == atom.b)
      return i;
  }
  atoms_.push_back(std::move(atom));
  return atoms_.size() - 1;
}

Linear IndexContext::launchArgument(unsigned argument) {
  Atom atom;
  atom.kind = AtomKind::Launch;
  atom.index = argument;
  atom.range = {0, Range::unbounded}; // addresses and sizes are not negative
  return atomValue(intern(atom));
}

unsigned IndexContext::counter(unsigned reg, unsigned level,
                               std::optional<int64_t> count) {
  Atom atom;
  atom.kind = AtomKind::Counter;
  atom.index = reg;
  atom.level = level;
  atom.range = {0, count ? std::max<int64_t>(*count - 1, 0) : Range::unbounded};
  return intern(atom);
}

unsigned IndexContext::dimension(unsigned index, Range range) {
  Atom atom;
  atom.kind = AtomKind::Dim;
  atom.index = index;
  atom.range = range;
  // Never interned: two transfers may use the same number for other extents.
  atoms_.push_back(atom);
  return atoms_.size() - 1;
}

Linear IndexContext::add(const Linear &a, const Linear &b) {
  Linear result;
  for (unsigned i = 0; i < instances_; ++i)
    result.base.push_back(addChecked(a.base[i], b.base[i]));
  auto left = a.terms.begin(), right = b.terms.begin();
  while (left != a.terms.end() || right != b.terms.end()) {
    if (right == b.terms.end() ||
        (left != a.terms.end() && left->atom < right->atom)) {
      result.terms.push_back(*left++);
      continue;
    }
    if (left == a.terms.end() || right->atom < left->atom) {
      result.terms.push_back(*right++);
      continue;
    }
    Term sum = *left;
    for (unsigned i = 0; i < instances_; ++i)
      sum.coefficient[i] =
          addChecked(sum.coefficient[i], right->coefficient[i]);
    if (llvm::any_of(sum.coefficient, [](int64_t c) { return c != 0; }))
      result.terms.push_back(sum);
    ++left;
    ++right;
  }
  return result;
}

Linear IndexContext::sub(const Linear &a, const Linear &b) {
  return add(a, scale(b, -1));
}

Linear IndexContext::scale(const Linear &a, int64_t by) {
  return scale(a, Column(instances_, by));
}

Linear IndexContext::scale(const Linear &a, const Column &by) {
  Linear result;
  for (unsigned i = 0; i < instances_; ++i)
    result.base.push_back(mulChecked(a.base[i], by[i]));
  for (const Term &term : a.terms) {
    Term scaled = term;
    for (unsigned i = 0; i < instances_; ++i)
      scaled.coefficient[i] = mulChecked(term.coefficient[i], by[i]);
    if (llvm::any_of(scaled.coefficient, [](int64_t c) { return c != 0; }))
      result.terms.push_back(scaled);
  }
  return result;
}

std::optional<Linear> IndexContext::mul(const Linear &a, const Linear &b) {
  if (isConstant(b))
    return scale(a, b.base);
  if (isConstant(a))
    return scale(b, a.base);
  return std::nullopt;
}

std::optional<int64_t> IndexContext::uniformConstant(const Linear &a) const {
  if (!isConstant(a) || !isUniform(a.base))
    return std::nullopt;
  return a.base.front();
}

bool IndexContext::dependsOnDim(const Linear &a) const {
  return llvm::any_of(a.terms, [&](const Term &term) {
    const Atom &atom = atoms_[term.atom];
    return atom.kind == AtomKind::Dim || dependsOnDim(atom.a) ||
           dependsOnDim(atom.b);
  });
}

unsigned IndexContext::level(const Linear &a) const {
  unsigned level = 0;
  for (const Term &term : a.terms)
    level = std::max(level, atoms_[term.atom].level);
  return level;
}

Range IndexContext::range(const Linear &a) const {
  auto clamp = [](__int128 value) {
    constexpr __int128 limit = Range::unbounded;
    return int64_t(std::clamp<__int128>(value, -limit, limit));
  };
  Range result{Range::unbounded, -Range::unbounded};
  for (unsigned i = 0; i < instances_; ++i) {
    __int128 low = a.base[i], high = a.base[i];
    for (const Term &term : a.terms) {
      const Range &r = atoms_[term.atom].range;
      __int128 c = term.coefficient[i];
      if (c == 0)
        continue;
      __int128 x = c * r.low, y = c * r.high;
      // An unknown bound stays unknown, whatever is added to it.
      bool openLow = r.low <= -Range::unbounded;
      bool openHigh = r.high >= Range::unbounded;
      if (c < 0) {
        std::swap(x, y);
        std::swap(openLow, openHigh);
      }
      constexpr __int128 far = __int128(1) << 100;
      low += openLow ? -far : x;
      high += openHigh ? far : y;
    }
    result.low = std::min(result.low, clamp(low));
    result.high = std::max(result.high, clamp(high));
  }
  return result;
}

void IndexContext::requestSplit(const Linear &rest, int64_t by) {
  if (split)
    return;
  for (const Term &term : rest.terms) {
    int64_t c = term.coefficient.front();
    const Atom &atom = atoms_[term.atom];
    if (atom.kind != AtomKind::Dim || !isUniform(term.coefficient) || c <= 0 ||
        by % c != 0)
      continue;
    int64_t inner = by / c, extent = atom.range.high + 1;
    if (extent > inner && extent % inner == 0) {
      split = SplitRequest{term.atom, inner};
      return;
    }
  }
}

Linear IndexContext::floorDiv(const Linear &a, const Column &by) {
  // a = by * multiple + rest; only the rest needs a division.
  Linear multiple = constant(0), rest = constant(0);
  for (const Term &term : a.terms) {
    bool divides = true;
    for (unsigned i = 0; i < instances_; ++i)
      divides &= term.coefficient[i] % by[i] == 0;
    Term part = term;
    if (!divides) {
      rest.terms.push_back(part);
      continue;
    }
    for (unsigned i = 0; i < instances_; ++i)
      part.coefficient[i] /= by[i];
    multiple.terms.push_back(part);
  }
  int64_t smallest = *std::min_element(by.begin(), by.end());
  // The constant may stay whole with the rest when that alone fits.
  rest.base = a.base;
  Range whole = range(rest);
  if (whole.low >= 0 && whole.high < smallest)
    return multiple;
  for (unsigned i = 0; i < instances_; ++i) {
    multiple.base[i] = floorDivide(a.base[i], by[i]);
    rest.base[i] = floorModulo(a.base[i], by[i]);
  }
  Range r = range(rest);
  if (rest.terms.empty() || (r.low >= 0 && r.high < smallest))
    return multiple;
  if (dependsOnDim(rest))
    requestSplit(rest, smallest);
  Atom atom;
  atom.kind = AtomKind::Div;
  atom.a = rest;
  atom.b = constant(0);
  atom.b.base = by;
  atom.level = level(rest);
  auto bound = [&](int64_t limit, bool isLow) {
    if (limit <= -Range::unbounded || limit >= Range::unbounded)
      return limit;
    return floorDivide(limit, isLow == (limit >= 0)
                                  ? *std::max_element(by.begin(), by.end())
                                  : smallest);
  };
  atom.range = {bound(r.low, true), bound(r.high, false)};
  return add(multiple, atomValue(intern(atom)));
}

Linear IndexContext::mod(const Linear &a, const Column &by) {
  Linear quotient = floorDiv(a, by);
  bool needsDivision = llvm::any_of(quotient.terms, [&](const Term &term) {
    const Atom &atom = atoms_[term.atom];
    return atom.kind == AtomKind::Div && atom.b.base == by;
  });
  if (!needsDivision)
    return sub(a, scale(quotient, by));
  Linear rest = constant(0);
  for (const Term &term : a.terms)
    for (unsigned i = 0; i < instances_; ++i)
      if (term.coefficient[i] % by[i] != 0) {
        rest.terms.push_back(term);
        break;
      }
  if (rest.terms.empty())
    return sub(a, scale(quotient, by));
  for (unsigned i = 0; i < instances_; ++i)
    rest.base[i] = floorModulo(a.base[i], by[i]);
  Range r = range(rest);
  if (r.low >= 0 && r.high < *std::min_element(by.begin(), by.end()))
    return rest;
  Atom atom;
  atom.kind = AtomKind::Mod;
  atom.a = rest;
  atom.b = constant(0);
  atom.b.base = by;
  atom.level = level(rest);
  atom.range = {0, *std::max_element(by.begin(), by.end()) - 1};
  return atomValue(intern(atom));
}

Linear IndexContext::truncDiv(const Linear &a, const Column &by) {
  if (range(a).low >= 0)
    return floorDiv(a, by);
  Linear zero = constant(0);
  return sub(floorDiv(max(a, zero), by), floorDiv(max(scale(a, -1), zero), by));
}

Linear IndexContext::min(const Linear &a, const Linear &b) {
  return minMax(a, b, AtomKind::Min);
}

Linear IndexContext::max(const Linear &a, const Linear &b) {
  return minMax(a, b, AtomKind::Max);
}

Linear IndexContext::minMax(const Linear &a, const Linear &b, AtomKind kind) {
  bool isMin = kind == AtomKind::Min;
  Linear difference = sub(a, b);
  Range d = range(difference);
  if (d.high <= 0)
    return isMin ? a : b;
  if (d.low >= 0)
    return isMin ? b : a;
  if (isConstant(a) && isConstant(b)) {
    Linear result = a;
    for (unsigned i = 0; i < instances_; ++i)
      result.base[i] = isMin ? std::min(a.base[i], b.base[i])
                             : std::max(a.base[i], b.base[i]);
    return result;
  }
  Atom atom;
  atom.kind = kind;
  atom.a = a;
  atom.b = b;
  atom.level = std::max(level(a), level(b));
  Range x = range(a), y = range(b);
  atom.range = isMin ? Range{std::min(x.low, y.low), std::min(x.high, y.high)}
                     : Range{std::max(x.low, y.low), std::max(x.high, y.high)};
  return atomValue(intern(atom));
}

} // namespace sg::codegen
