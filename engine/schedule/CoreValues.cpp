#include "engine/schedule/CoreValues.h"
#include "engine/ir/ktdp/Ktdp.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <algorithm>

using namespace mlir;

namespace sg {

bool isUniform(const PerCore &values) {
  return std::all_of(values.begin(), values.end(),
                     [&](int64_t v) { return v == values.front(); });
}
int64_t maxOf(const PerCore &values) {
  return *std::max_element(values.begin(), values.end());
}
int64_t minOf(const PerCore &values) {
  return *std::min_element(values.begin(), values.end());
}

const PerCore *LinearForm::coefficient(Value value) const {
  for (const auto &[term, coefficient] : terms)
    if (term == value)
      return &coefficient;
  return nullptr;
}

// Element-wise arithmetic on tables; false on overflow.
static bool combine(PerCore &out, const PerCore &a, const PerCore &b,
                    bool (*op)(int64_t, int64_t, int64_t *)) {
  out.resize(a.size());
  for (size_t i = 0; i < a.size(); ++i)
    if (op(a[i], b[i], &out[i]))
      return false;
  return true;
}
static bool addOverflow(int64_t a, int64_t b, int64_t *r) {
  return __builtin_add_overflow(a, b, r);
}
static bool subOverflow(int64_t a, int64_t b, int64_t *r) {
  return __builtin_sub_overflow(a, b, r);
}
static bool mulOverflow(int64_t a, int64_t b, int64_t *r) {
  return __builtin_mul_overflow(a, b, r);
}
static bool badDivision(int64_t a, int64_t b) {
  return b == 0 || (a == INT64_MIN && b == -1);
}
static bool truncDiv(int64_t a, int64_t b, int64_t *r) {
  if (badDivision(a, b))
    return true;
  *r = a / b;
  return false;
}
static bool truncRem(int64_t a, int64_t b, int64_t *r) {
  if (badDivision(a, b))
    return true;
  *r = a % b;
  return false;
}
static bool floorDiv(int64_t a, int64_t b, int64_t *r) {
  if (badDivision(a, b))
    return true;
  *r = a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
  return false;
}
static bool ceilDiv(int64_t a, int64_t b, int64_t *r) {
  if (badDivision(a, b))
    return true;
  *r = a / b + ((a % b != 0 && (a < 0) == (b < 0)) ? 1 : 0);
  return false;
}
static bool floorMod(int64_t a, int64_t b, int64_t *r) {
  int64_t quotient;
  if (b <= 0 || floorDiv(a, b, &quotient))
    return true;
  *r = a - quotient * b;
  return false;
}
static bool minimum(int64_t a, int64_t b, int64_t *r) {
  *r = std::min(a, b);
  return false;
}
static bool maximum(int64_t a, int64_t b, int64_t *r) {
  *r = std::max(a, b);
  return false;
}

static bool isZero(const PerCore &values) {
  return std::all_of(values.begin(), values.end(),
                     [](int64_t v) { return v == 0; });
}

std::optional<LinearForm> CoreValues::add(const LinearForm &a,
                                          const LinearForm &b, int64_t sign) {
  auto *op = sign > 0 ? addOverflow : subOverflow;
  LinearForm sum;
  if (!combine(sum.constant, a.constant, b.constant, op))
    return std::nullopt;
  sum.terms = a.terms;
  PerCore zero = constant(0);
  for (const auto &[value, coefficient] : b.terms) {
    auto *found = std::find_if(
        sum.terms.begin(), sum.terms.end(),
        [wanted = value](auto &term) { return term.first == wanted; });
    const PerCore &left = found == sum.terms.end() ? zero : found->second;
    PerCore result;
    if (!combine(result, left, coefficient, op))
      return std::nullopt;
    if (found == sum.terms.end())
      sum.terms.push_back({value, result});
    else
      found->second = result;
  }
  llvm::erase_if(sum.terms, [](auto &term) { return isZero(term.second); });
  return sum;
}

std::optional<LinearForm> CoreValues::multiply(const LinearForm &a,
                                               const LinearForm &b) {
  if (!a.isConstant() && !b.isConstant())
    return std::nullopt;
  const LinearForm &form = a.isConstant() ? b : a;
  const PerCore &factor = a.isConstant() ? a.constant : b.constant;
  LinearForm product;
  if (!combine(product.constant, form.constant, factor, mulOverflow))
    return std::nullopt;
  for (const auto &[value, coefficient] : form.terms) {
    PerCore result;
    if (!combine(result, coefficient, factor, mulOverflow))
      return std::nullopt;
    if (!isZero(result))
      product.terms.push_back({value, result});
  }
  return product;
}

std::optional<LinearForm> CoreValues::linear(Value value) {
  return compute(value, 0);
}

std::optional<PerCore> CoreValues::evaluate(Value value) {
  std::optional<LinearForm> form = linear(value);
  if (!form)
    return std::nullopt;
  if (form->isConstant())
    return form->constant;
  lastBlocker = value.getDefiningOp();
  return std::nullopt;
}

std::optional<LinearForm> CoreValues::linear(AffineExpr expr,
                                             ArrayRef<LinearForm> dims,
                                             ArrayRef<LinearForm> symbols) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return LinearForm{constant(number.getValue()), {}};
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<LinearForm> a = linear(binary.getLHS(), dims, symbols);
  std::optional<LinearForm> b = linear(binary.getRHS(), dims, symbols);
  if (!a || !b)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add)
    return add(*a, *b);
  if (binary.getKind() == AffineExprKind::Mul)
    return multiply(*a, *b);
  if (!a->isConstant() || !b->isConstant())
    return std::nullopt;
  auto *op = binary.getKind() == AffineExprKind::Mod        ? floorMod
             : binary.getKind() == AffineExprKind::FloorDiv ? floorDiv
                                                            : ceilDiv;
  LinearForm result;
  if (!combine(result.constant, a->constant, b->constant, op))
    return std::nullopt;
  return result;
}

// Of what unsigned operations see: a negative number would be one beyond any
// size.
static bool isNegative(const LinearForm &form) {
  return form.isConstant() && minOf(form.constant) < 0;
}

static bool isUnsigned(Operation *op) {
  return isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp, arith::MinUIOp,
             arith::MaxUIOp, arith::ExtUIOp, arith::IndexCastUIOp>(op);
}

// Whether every number fits the type; truth values are 0 and 1.
static bool fitsType(const PerCore &numbers, Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.getWidth() >= 64)
    return true;
  if (integer.getWidth() == 1)
    return minOf(numbers) >= 0 && maxOf(numbers) <= 1;
  return llvm::isIntN(integer.getWidth(), minOf(numbers)) &&
         llvm::isIntN(integer.getWidth(), maxOf(numbers));
}

std::optional<LinearForm> CoreValues::compute(Value value, unsigned depth) {
  if (auto it = cache.find(value); it != cache.end())
    return it->second;
  std::optional<LinearForm> form;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    // A loop counter or an argument stands for itself.
    if (isa<func::FuncOp>(owner) ||
        (isa<scf::ForOp>(owner) && argument.getArgNumber() == 0))
      form = LinearForm{constant(0), {{value, constant(1)}}};
    else
      lastBlocker = owner;
  } else if (depth < 200) {
    Operation *op = value.getDefiningOp();
    form = computeOp(op, cast<OpResult>(value).getResultNumber(), depth);
    if (form && form->isConstant() &&
        !fitsType(form->constant, value.getType()))
      form.reset(); // it would wrap
    if (!form && !lastBlocker)
      lastBlocker = op;
  }
  if (form)
    cache[value] = *form;
  return form;
}

static std::optional<int64_t> evaluateCompare(arith::CmpIPredicate predicate,
                                              int64_t a, int64_t b) {
  auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return a == b;
  case arith::CmpIPredicate::ne:
    return a != b;
  case arith::CmpIPredicate::slt:
    return a < b;
  case arith::CmpIPredicate::sle:
    return a <= b;
  case arith::CmpIPredicate::sgt:
    return a > b;
  case arith::CmpIPredicate::sge:
    return a >= b;
  case arith::CmpIPredicate::ult:
    return ua < ub;
  case arith::CmpIPredicate::ule:
    return ua <= ub;
  case arith::CmpIPredicate::ugt:
    return ua > ub;
  case arith::CmpIPredicate::uge:
    return ua >= ub;
  }
  return std::nullopt;
}

// Functions of values known per tile that are not linear.
static bool (*tableFunction(Operation *op))(int64_t, int64_t, int64_t *) {
  if (isa<arith::DivSIOp, arith::DivUIOp>(op))
    return truncDiv;
  if (isa<arith::RemSIOp, arith::RemUIOp>(op))
    return truncRem;
  if (isa<arith::FloorDivSIOp>(op))
    return floorDiv;
  if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op))
    return ceilDiv;
  if (isa<arith::MinSIOp, arith::MinUIOp>(op))
    return minimum;
  if (isa<arith::MaxSIOp, arith::MaxUIOp>(op))
    return maximum;
  return nullptr;
}

std::optional<LinearForm> CoreValues::computeOp(Operation *op, unsigned result,
                                                unsigned depth) {
  lastBlocker = nullptr;
  LinearForm form;
  IntegerAttr integer;
  if (auto id = dyn_cast<ktdp::GetComputeTileIdOp>(op)) {
    if (id->getNumResults() != 1)
      return std::nullopt; // the grid is flattened first
    for (int64_t tile = 0; tile < tiles; ++tile)
      form.constant.push_back(tile);
    return form;
  }
  if (auto number = dyn_cast<arith::ConstantOp>(op)) {
    integer = dyn_cast<IntegerAttr>(number.getValue());
    if (!integer || integer.getValue().getSignificantBits() > 64)
      return std::nullopt;
    bool truth = integer.getType().isInteger(1);
    form.constant = constant(truth ? integer.getValue().getZExtValue()
                                   : integer.getValue().getSExtValue());
    return form;
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    DenseIntElementsAttr table;
    if (!matchPattern(extract.getTensor(), m_Constant(&table)) ||
        extract.getIndices().size() != 1)
      return std::nullopt;
    std::optional<LinearForm> at = compute(extract.getIndices()[0], depth + 1);
    if (!at || !at->isConstant())
      return std::nullopt;
    auto numbers = table.getValues<APInt>();
    for (int64_t index : at->constant) {
      if (index < 0 || index >= static_cast<int64_t>(numbers.size()))
        return std::nullopt;
      form.constant.push_back(numbers[index].getSExtValue());
    }
    return form;
  }

  SmallVector<LinearForm, 4> in;
  for (Value operand : op->getOperands()) {
    if (!operand.getType().isIntOrIndex())
      return std::nullopt;
    std::optional<LinearForm> value = compute(operand, depth + 1);
    if (!value)
      return std::nullopt;
    in.push_back(*value);
  }
  if (isUnsigned(op) && llvm::any_of(in, isNegative))
    return std::nullopt;
  if (isa<arith::ExtSIOp>(op) && op->getOperand(0).getType().isInteger(1))
    return add({constant(0), {}}, in[0], -1); // true is -1
  if (isa<arith::AddIOp>(op))
    return add(in[0], in[1]);
  if (isa<arith::SubIOp>(op))
    return add(in[0], in[1], -1);
  if (isa<arith::MulIOp>(op))
    return multiply(in[0], in[1]);
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp>(op))
    return in[0];
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    AffineMap map = apply.getAffineMap();
    return linear(map.getResult(0), ArrayRef(in).take_front(map.getNumDims()),
                  ArrayRef(in).drop_front(map.getNumDims()));
  }
  if (!llvm::all_of(in, [](auto &value) { return value.isConstant(); }))
    return std::nullopt;
  if (auto *function = tableFunction(op)) {
    if (!combine(form.constant, in[0].constant, in[1].constant, function))
      return std::nullopt;
    return form;
  }
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    for (int64_t tile = 0; tile < tiles; ++tile)
      form.constant.push_back(*evaluateCompare(
          compare.getPredicate(), in[0].constant[tile], in[1].constant[tile]));
    return form;
  }
  if (isa<arith::SelectOp>(op)) {
    for (int64_t tile = 0; tile < tiles; ++tile)
      form.constant.push_back(in[0].constant[tile] ? in[1].constant[tile]
                                                   : in[2].constant[tile]);
    return form;
  }
  return std::nullopt;
}

Value materialize(OpBuilder &builder, Location loc, const PerCore &values,
                  Value tileId) {
  if (isUniform(values))
    return arith::ConstantIndexOp::create(builder, loc, values.front());
  int64_t step;
  bool linear = !subOverflow(values[1], values[0], &step);
  for (size_t i = 1; linear && i < values.size(); ++i)
    linear = values[i] - values[i - 1] == step;
  if (linear) {
    AffineExpr id = builder.getAffineDimExpr(0);
    AffineMap map = AffineMap::get(1, 0, id * step + values[0]);
    return affine::AffineApplyOp::create(builder, loc, map, ValueRange{tileId});
  }
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size())},
                                    builder.getIndexType());
  Value table = arith::ConstantOp::create(
      builder, loc, type, DenseIntElementsAttr::get(type, ArrayRef(values)));
  return tensor::ExtractOp::create(builder, loc, table, ValueRange{tileId});
}

} // namespace sg
