#include "engine/codegen/Box.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace sg::codegen {
namespace {

std::string toText(mlir::AffineExpr expr) {
  std::string text;
  llvm::raw_string_ostream(text) << expr;
  return text;
}

bool allPositive(const Column &column) {
  return llvm::all_of(column, [](int64_t v) { return v > 0; });
}

std::optional<Linear> divide(mlir::AffineBinaryOpExpr binary, const Linear &lhs,
                             const Linear &rhs, IndexContext &index,
                             std::string &error) {
  if (!index.isConstant(rhs) || !allPositive(rhs.base)) {
    error = "'" + toText(binary) +
            "' divides by something that is not a "
            "positive constant";
    return std::nullopt;
  }
  if (binary.getKind() == mlir::AffineExprKind::Mod)
    return index.mod(lhs, rhs.base);
  if (binary.getKind() == mlir::AffineExprKind::FloorDiv)
    return index.floorDiv(lhs, rhs.base);
  return index.scale(index.floorDiv(index.scale(lhs, -1), rhs.base), -1);
}

} // namespace

std::optional<Linear> evaluate(mlir::AffineExpr expr,
                               llvm::ArrayRef<Linear> dims,
                               llvm::ArrayRef<Linear> symbols,
                               IndexContext &index, std::string &error) {
  using mlir::AffineExprKind;
  if (auto constant = llvm::dyn_cast<mlir::AffineConstantExpr>(expr))
    return index.constant(constant.getValue());
  if (auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(expr)) {
    if (dim.getPosition() < dims.size())
      return dims[dim.getPosition()];
    error = "a map has more dimensions than there are subscripts";
    return std::nullopt;
  }
  if (auto symbol = llvm::dyn_cast<mlir::AffineSymbolExpr>(expr)) {
    if (symbol.getPosition() < symbols.size())
      return symbols[symbol.getPosition()];
    error = "a map uses a symbol that has no value";
    return std::nullopt;
  }
  auto binary = llvm::cast<mlir::AffineBinaryOpExpr>(expr);
  std::optional<Linear> lhs =
      evaluate(binary.getLHS(), dims, symbols, index, error);
  std::optional<Linear> rhs =
      lhs ? evaluate(binary.getRHS(), dims, symbols, index, error)
          : std::nullopt;
  if (!rhs)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add)
    return index.add(*lhs, *rhs);
  if (binary.getKind() != AffineExprKind::Mul)
    return divide(binary, *lhs, *rhs, index, error);
  std::optional<Linear> product = index.mul(*lhs, *rhs);
  if (!product)
    error = "'" + toText(expr) +
            "' multiplies two values that are only known "
            "at run time";
  return product;
}

namespace {

struct Bounds {
  std::optional<Linear> low, high;
};

/// Takes over `coefficient * dim + rest >= 0` (`== 0` for equalities).
void tighten(Bounds &bounds, int64_t coefficient, const Linear &rest,
             bool equality, IndexContext &index) {
  int64_t size = coefficient > 0 ? coefficient : -coefficient;
  Column by(index.instances(), size);
  // dim >= -rest / c, rounded up, or dim <= rest / -c, rounded down.
  Linear limit = coefficient > 0 ? index.scale(index.floorDiv(rest, by), -1)
                                 : index.floorDiv(rest, by);
  Linear other =
      coefficient > 0
          ? index.floorDiv(index.scale(rest, -1), by)
          : index.scale(index.floorDiv(index.scale(rest, -1), by), -1);
  auto raise = [&](const Linear &value) {
    bounds.low = bounds.low ? index.max(*bounds.low, value) : value;
  };
  auto lower = [&](const Linear &value) {
    bounds.high = bounds.high ? index.min(*bounds.high, value) : value;
  };
  if (coefficient > 0) {
    raise(limit);
    if (equality)
      lower(other);
  } else {
    lower(limit);
    if (equality)
      raise(other);
  }
}

/// True when the constraint holds (or fails) everywhere in the box so far.
bool decidedBy(const Linear &value, bool equality, IndexContext &index,
               bool &empty) {
  Range range = index.range(value);
  if (range.high < 0 || (equality && range.low > 0)) {
    empty = true;
    return true;
  }
  return equality ? range.low == 0 && range.high == 0 : range.low >= 0;
}

} // namespace

Box boxOf(mlir::IntegerSet set, llvm::ArrayRef<Linear> symbols,
          IndexContext &index) {
  Box box;
  unsigned rank = set.getNumDims();
  // Stand-ins for the dimensions, so that every constraint is a combination.
  llvm::SmallVector<Linear> dims;
  llvm::SmallVector<unsigned> atoms;
  for (unsigned i = 0; i < rank; ++i) {
    atoms.push_back(index.dimension(i, Range{}));
    dims.push_back(index.atomValue(atoms.back()));
  }
  std::vector<Bounds> bounds(rank);
  llvm::SmallVector<std::pair<unsigned, Linear>> open;
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    std::optional<Linear> value =
        evaluate(set.getConstraint(i), dims, symbols, index, box.error);
    if (!value)
      return box;
    Linear rest = *value;
    llvm::erase_if(rest.terms, [&](const Term &term) {
      return llvm::is_contained(atoms, term.atom);
    });
    unsigned dimTerms = value->terms.size() - rest.terms.size();
    auto term = llvm::find_if(value->terms, [&](const Term &t) {
      return llvm::is_contained(atoms, t.atom);
    });
    if (dimTerms != 1 || index.dependsOnDim(rest) ||
        !isUniform(term->coefficient)) {
      open.emplace_back(i, *value);
      continue;
    }
    unsigned dim = llvm::find(atoms, term->atom) - atoms.begin();
    tighten(bounds[dim], term->coefficient.front(), rest, set.isEq(i), index);
  }
  llvm::SmallVector<Linear> inBox;
  for (unsigned i = 0; i < rank; ++i) {
    if (!bounds[i].low || !bounds[i].high) {
      box.error = "dimension d" + std::to_string(i) + " of the set has no " +
                  (bounds[i].low ? "upper" : "lower") + " bound";
      return box;
    }
    Linear count = index.add(index.sub(*bounds[i].high, *bounds[i].low),
                             index.constant(1));
    if (index.isConstant(count))
      box.empty |= llvm::all_of(count.base, [](int64_t c) { return c <= 0; });
    else
      count = index.max(count, index.constant(0));
    for (int64_t &c : count.base)
      c = index.isConstant(count) ? std::max<int64_t>(c, 0) : c;
    box.dims.push_back({*bounds[i].low, count});
    Range range{index.range(*bounds[i].low).low,
                index.range(*bounds[i].high).high};
    inBox.push_back(index.atomValue(index.dimension(i, range)));
  }
  // Constraints on several dimensions only pass when they say nothing new.
  for (auto &[i, value] : open) {
    std::string ignored;
    std::optional<Linear> again =
        evaluate(set.getConstraint(i), inBox, symbols, index, ignored);
    if (again && decidedBy(*again, set.isEq(i), index, box.empty))
      continue;
    box.error = "the set is not a box: '" + toText(set.getConstraint(i)) +
                (set.isEq(i) ? " == 0" : " >= 0") +
                "' does not bound one dimension by itself";
    return box;
  }
  return box;
}

std::vector<unsigned> enumerationOrder(mlir::AffineMap order,
                                       const std::vector<BoxDim> &dims,
                                       IndexContext &index,
                                       std::string &error) {
  std::vector<unsigned> named;
  for (mlir::AffineExpr result : order.getResults()) {
    if (llvm::isa<mlir::AffineConstantExpr>(result))
      continue;
    auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(result);
    if (!dim || dim.getPosition() >= dims.size()) {
      error = "'" + toText(result) + "' in an order map is not a dimension";
      return {};
    }
    if (!llvm::is_contained(named, dim.getPosition()))
      named.push_back(dim.getPosition());
  }
  std::vector<unsigned> all;
  for (unsigned i = 0; i < dims.size(); ++i) {
    if (llvm::is_contained(named, i))
      continue;
    if (index.uniformConstant(dims[i].count) != 1) {
      error = "the order map leaves out dimension d" + std::to_string(i) +
              ", which has more than one element";
      return {};
    }
    all.push_back(i);
  }
  all.insert(all.end(), named.begin(), named.end());
  return all;
}

} // namespace sg::codegen
