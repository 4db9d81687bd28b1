#include "engine/codegen/Values.h"
#include "engine/codegen/Box.h"
#include "engine/codegen/Text.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"

namespace sg::codegen {

using mlir::failure;
using mlir::FailureOr;
namespace arith = mlir::arith;

namespace {

constexpr unsigned maxValueDepth = 2000;

bool isQuery(mlir::Operation *op) {
  llvm::StringRef name = op->getName().getStringRef();
  return name == "uniform.query_map" || name == "symbol.query_map";
}

bool isMapping(mlir::Operation *op) {
  llvm::StringRef name = op->getName().getStringRef();
  return name == "uniform.def_immutable_mapping" ||
         name == "symbol.symbol_immutable_mapping";
}

bool isSymbol(mlir::Operation *op) {
  return op->getName().getStringRef() == "symbol.create_symbol";
}

std::optional<int64_t> constantOf(mlir::Value value) {
  auto op = value.getDefiningOp<arith::ConstantOp>();
  auto integer = op ? llvm::dyn_cast<mlir::IntegerAttr>(op.getValue())
                    : mlir::IntegerAttr();
  if (!integer || integer.getValue().getSignificantBits() > 64)
    return std::nullopt;
  return integer.getValue().getSExtValue();
}

} // namespace

void ValueReader::enterPart(unsigned part) {
  part_ = part;
  known_.clear();
  known_.emplace_back();
}

void ValueReader::bind(mlir::Value value, Linear linear) {
  known_.back()[{value, frame()}] = std::move(linear);
}

FailureOr<Linear> ValueReader::index(mlir::Value value, mlir::Operation *at) {
  return index(here(value), at);
}

FailureOr<Linear> ValueReader::index(FramedValue value, mlir::Operation *at) {
  if (std::optional<int64_t> number = constantOf(value.value))
    return builder_.index.constant(*number);
  for (auto &scope : llvm::reverse(known_)) {
    auto it = scope.find({value.value, value.frame});
    if (it != scope.end())
      return it->second;
  }
  if (depth_ > maxValueDepth)
    return at->emitError("this index value depends on too long a chain of "
                         "operations"),
           failure();
  ++depth_;
  FailureOr<Linear> result = compute(value, at);
  --depth_;
  if (failed(result))
    return failure();
  if (builder_.index.overflow) {
    builder_.index.overflow = false;
    return at->emitError("an index value does not fit 64 bits"), failure();
  }
  known_.back()[{value.value, value.frame}] = *result;
  return result;
}

FailureOr<Linear> ValueReader::compute(FramedValue value, mlir::Operation *at) {
  value = chaseArguments(value);
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(value.value)) {
    bool isKernel =
        value.frame && !value.frame->parent &&
        argument.getOwner() == &value.frame->function.getBody().front();
    if (isKernel &&
        llvm::isa<mlir::IndexType, mlir::IntegerType>(argument.getType()))
      return builder_.index.launchArgument(argument.getArgNumber());
    at->emitError() << "this needs an index value; argument "
                    << argument.getArgNumber() << " of type "
                    << argument.getType()
                    << " is neither an index argument of the kernel nor a "
                       "loop counter";
    return failure();
  }
  mlir::Operation *op = value.value.getDefiningOp();
  if (isQuery(op))
    return perInstance(value, at);
  if (isSymbol(op)) {
    FailureOr<FramedValue> named = symbol(op, value.frame);
    if (failed(named))
      return failure();
    return index(*named, at);
  }
  return arithmetic(op, value.frame);
}

FailureOr<Linear> ValueReader::perInstance(FramedValue value,
                                           mlir::Operation *at) {
  IndexContext &index = builder_.index;
  Linear result = index.constant(0);
  std::vector<std::pair<FramedValue, Linear>> seen;
  for (unsigned i = 0; i < index.instances(); ++i) {
    FailureOr<FramedValue> mine = resolve(value, i, at);
    if (failed(mine))
      return failure();
    auto it = llvm::find_if(seen, [&](auto &s) { return s.first == *mine; });
    if (it == seen.end()) {
      FailureOr<Linear> linear = this->index(*mine, at);
      if (failed(linear))
        return failure();
      seen.emplace_back(*mine, *linear);
      it = std::prev(seen.end());
    }
    // Take over this instance's column and nothing else.
    Column mask(index.instances(), 0);
    mask[i] = 1;
    result = index.add(result, index.scale(it->second, mask));
  }
  return result;
}

FailureOr<Linear> ValueReader::arithmetic(mlir::Operation *op,
                                          CallFrame *frame) {
  IndexContext &index = builder_.index;
  if (llvm::isa<mlir::affine::AffineApplyOp, mlir::affine::AffineMinOp,
                mlir::affine::AffineMaxOp>(op))
    return affine(op, frame);
  if (llvm::isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
                arith::ExtUIOp>(op))
    return this->index({op->getOperand(0), frame}, op);
  bool known =
      llvm::isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::MinSIOp,
                arith::MaxSIOp, arith::RemSIOp, arith::RemUIOp, arith::DivSIOp,
                arith::DivUIOp, arith::FloorDivSIOp, arith::CeilDivSIOp>(op);
  if (!known) {
    op->emitError() << "'" << op->getName()
                    << "' cannot compute an address or a bound; use arith "
                       "constants, addi, subi, muli, remsi, divsi, "
                       "floordivsi, ceildivsi, minsi, maxsi, index_cast, "
                       "affine.apply, affine.min, affine.max, "
                       "uniform.query_map, loop counters or kernel arguments";
    return failure();
  }
  FailureOr<Linear> a = this->index({op->getOperand(0), frame}, op);
  FailureOr<Linear> b = succeeded(a)
                            ? this->index({op->getOperand(1), frame}, op)
                            : FailureOr<Linear>(failure());
  if (failed(b))
    return failure();
  if (llvm::isa<arith::AddIOp>(op))
    return index.add(*a, *b);
  if (llvm::isa<arith::SubIOp>(op))
    return index.sub(*a, *b);
  if (llvm::isa<arith::MinSIOp>(op))
    return index.min(*a, *b);
  if (llvm::isa<arith::MaxSIOp>(op))
    return index.max(*a, *b);
  if (!llvm::isa<arith::MulIOp>(op))
    return division(op, *a, *b);
  if (std::optional<Linear> product = index.mul(*a, *b))
    return *product;
  op->emitError("one factor must be a constant (or a constant per unit): the "
                "units cannot multiply two values known only at run time");
  return failure();
}

FailureOr<Linear> ValueReader::division(mlir::Operation *op, const Linear &a,
                                        const Linear &b) {
  IndexContext &index = builder_.index;
  if (!index.isConstant(b) ||
      llvm::any_of(b.base, [](int64_t v) { return v <= 0; }))
    return op->emitError("the divisor must be a positive constant (or one per "
                         "unit)"),
           failure();
  if (llvm::isa<arith::FloorDivSIOp>(op))
    return index.floorDiv(a, b.base);
  if (llvm::isa<arith::CeilDivSIOp>(op))
    return index.scale(index.floorDiv(index.scale(a, -1), b.base), -1);
  bool nonNegative = index.range(a).low >= 0;
  if (!nonNegative && llvm::isa<arith::DivUIOp, arith::RemUIOp>(op))
    return op->emitError("the dividend may be negative; use the signed "
                         "operation"),
           failure();
  if (llvm::isa<arith::DivSIOp, arith::DivUIOp>(op))
    return index.truncDiv(a, b.base);
  if (nonNegative)
    return index.mod(a, b.base);
  return index.sub(a, index.scale(index.truncDiv(a, b.base), b.base));
}

FailureOr<Linear> ValueReader::affine(mlir::Operation *op, CallFrame *frame) {
  auto attribute = op->getAttrOfType<mlir::AffineMapAttr>("map");
  mlir::AffineMap map = attribute.getValue();
  llvm::SmallVector<Linear> operands;
  for (mlir::Value operand : op->getOperands()) {
    FailureOr<Linear> value = index({operand, frame}, op);
    if (failed(value))
      return failure();
    operands.push_back(*value);
  }
  llvm::ArrayRef<Linear> all(operands);
  std::optional<Linear> result;
  for (mlir::AffineExpr expr : map.getResults()) {
    std::string error;
    std::optional<Linear> value =
        evaluate(expr, all.take_front(map.getNumDims()),
                 all.drop_front(map.getNumDims()), builder_.index, error);
    if (!value)
      return op->emitError() << error, failure();
    if (!result)
      result = value;
    else if (llvm::isa<mlir::affine::AffineMinOp>(op))
      result = builder_.index.min(*result, *value);
    else
      result = builder_.index.max(*result, *value);
  }
  return *result;
}

FailureOr<llvm::SmallVector<Linear>>
ValueReader::apply(mlir::AffineMap map, mlir::ValueRange operands,
                   mlir::Operation *at) {
  llvm::SmallVector<Linear> values, results;
  for (mlir::Value operand : operands) {
    FailureOr<Linear> value = index(operand, at);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  llvm::ArrayRef<Linear> all(values);
  if (all.size() != map.getNumInputs())
    return at->emitError("a map and its operands do not fit"), failure();
  for (mlir::AffineExpr expr : map.getResults()) {
    std::string error;
    std::optional<Linear> value =
        evaluate(expr, all.take_front(map.getNumDims()),
                 all.drop_front(map.getNumDims()), builder_.index, error);
    if (!value)
      return at->emitError() << error, failure();
    results.push_back(*value);
  }
  return results;
}

FailureOr<int64_t> ValueReader::constant(mlir::Value value, mlir::Operation *at,
                                         llvm::StringRef what) {
  FailureOr<Linear> linear = index(value, at);
  if (failed(linear))
    return failure();
  if (std::optional<int64_t> number = builder_.index.uniformConstant(*linear))
    return *number;
  return at->emitError() << what << " must be one constant", failure();
}

bool ValueReader::sameKey(FramedValue a, FramedValue b) {
  if (a == b || a.value == b.value)
    return true;
  std::optional<int64_t> x = constantOf(a.value), y = constantOf(b.value);
  if (x || y)
    return x == y;
  auto left = a.value.getDefiningOp<dataflow::GetUnitOp>();
  auto right = b.value.getDefiningOp<dataflow::GetUnitOp>();
  return left && right && left.getType() == right.getType() &&
         left.getCore() == right.getCore() &&
         left.getCorelet() == right.getCorelet() &&
         (left.getCore() || left.getName() == right.getName());
}

FailureOr<FramedValue> ValueReader::symbol(mlir::Operation *op,
                                           CallFrame *frame) {
  auto id = op->getAttrOfType<mlir::IntegerAttr>("SymbolId");
  if (!id)
    return op->emitError("a symbol needs its number: SymbolId = -1 : i64"),
           failure();
  for (CallFrame *at = frame; at; at = at->parent) {
    auto it = at->symbols.find(id.getValue().getSExtValue());
    if (it != at->symbols.end())
      return FramedValue{it->second, at};
  }
  op->emitError() << "symbol " << id.getValue().getSExtValue()
                  << " is not defined: no symbol.create_id with this number in "
                     "the function or its callers";
  return failure();
}

FailureOr<FramedValue> ValueReader::query(mlir::Operation *op, CallFrame *frame,
                                          unsigned instance) {
  FailureOr<FramedValue> map =
      resolve({op->getOperand(0), frame}, instance, op);
  FailureOr<FramedValue> key =
      succeeded(map) ? resolve({op->getOperand(1), frame}, instance, op)
                     : FailureOr<FramedValue>(failure());
  if (failed(key))
    return failure();
  mlir::Operation *mapping = map->value.getDefiningOp();
  if (!mapping || !isMapping(mapping))
    return op->emitError("the map is not the result of a "
                         "uniform.def_immutable_mapping"),
           failure();
  unsigned size = mapping->getNumOperands() / 2;
  for (unsigned i = 0; i < size; ++i) {
    FailureOr<FramedValue> candidate =
        resolve({mapping->getOperand(i), map->frame}, instance, op);
    if (failed(candidate))
      return failure();
    if (sameKey(*candidate, *key))
      return FramedValue{mapping->getOperand(size + i), map->frame};
  }
  const UnitRef &unit = plan_.units[instance];
  auto error = op->emitError()
               << "the mapping has no entry for " << lowerCase(unit.kind)
               << " of core " << unit.core;
  if (unit.corelet >= 0)
    error << ", corelet " << unit.corelet;
  return failure();
}

FailureOr<FramedValue> ValueReader::resolve(FramedValue value,
                                            unsigned instance,
                                            mlir::Operation *at) {
  for (unsigned step = 0; step < maxValueDepth; ++step) {
    value = chaseArguments(value);
    const UnitProgram &part = plan_.parts[part_];
    auto program = part.op;
    if (program.getIterArg() && value.value == program.getIterArg()) {
      unsigned position = plan_.operands[part_][instance];
      value = {program.getUnits()[position], part.frame};
      continue;
    }
    mlir::Operation *op = value.value.getDefiningOp();
    if (!op || !(isQuery(op) || isSymbol(op)))
      return value;
    FailureOr<FramedValue> next = isQuery(op) ? query(op, value.frame, instance)
                                              : symbol(op, value.frame);
    if (failed(next))
      return failure();
    value = *next;
  }
  return at->emitError("a value is looked up through too many mappings"),
         failure();
}

FailureOr<std::vector<UnitRef>> ValueReader::units(FramedValue value,
                                                   mlir::Operation *at) {
  std::vector<UnitRef> result;
  for (unsigned i = 0; i < builder_.index.instances(); ++i) {
    FailureOr<FramedValue> unit = resolve(value, i, at);
    if (failed(unit))
      return failure();
    auto get = unit->value.getDefiningOp<dataflow::GetUnitOp>();
    if (!get) {
      at->emitError("this names a unit or memory by a value that is not the "
                    "result of a dataflow.get_unit (groups of units are not "
                    "supported)");
      return failure();
    }
    FailureOr<UnitRef> ref = unitOf(get, device_);
    if (failed(ref))
      return failure();
    result.push_back(*ref);
  }
  return result;
}

FailureOr<uint32_t> ValueReader::scalarSymbol(int64_t id, Format format,
                                              mlir::Operation *at) {
  for (CallFrame *from = frame(); from; from = from->parent) {
    auto it = from->symbols.find(id);
    if (it == from->symbols.end())
      continue;
    FramedValue value{it->second, from};
    // Same bits under another type.
    while (true) {
      value = chaseArguments(value);
      mlir::Operation *op = value.value.getDefiningOp();
      if (!op || !llvm::isa<arith::BitcastOp>(op))
        break;
      value.value = op->getOperand(0);
    }
    auto argument = llvm::dyn_cast<mlir::BlockArgument>(value.value);
    if (!argument || value.frame->parent)
      return at->emitError() << "symbol " << id << " must name an argument of "
                             << "the kernel itself; compute with it on the "
                                "vector unit",
             failure();
    std::optional<Format> have = formatOf(argument.getType());
    if (!have || formatBytes(*have) != formatBytes(format)) {
      at->emitError() << "symbol " << id << " is argument "
                      << argument.getArgNumber() << " of type "
                      << argument.getType()
                      << ", but the vector's elements are "
                      << std::string(formatName(format));
      return failure();
    }
    return argument.getArgNumber();
  }
  at->emitError() << "symbol " << id
                  << " is not defined: no symbol.create_id with this number in "
                     "the function or its callers";
  return failure();
}

} // namespace sg::codegen
