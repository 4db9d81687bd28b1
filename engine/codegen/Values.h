// What the SSA values of one stream are: index values as linear combinations
// with a column per instance, units, truth values.
#pragma once
#include "engine/codegen/Program.h"
#include "engine/codegen/StreamBuilder.h"
#include "mlir/IR/AffineMap.h"

namespace sg::codegen {

/// Reads values for the part of a stream being generated. Errors are
/// diagnostics at `at`, the operation that needs the value, or at the one that
/// computes it.
class ValueReader {
public:
  ValueReader(StreamBuilder &builder, const StreamPlan &plan,
              const Device &device)
      : builder_(builder), plan_(plan), device_(device) {}

  /// Values of part `part` are read from now on.
  void enterPart(unsigned part);
  /// Loop counters are bound while their loop is open.
  void bind(mlir::Value value, Linear linear);
  void openScope() { known_.emplace_back(); }
  void closeScope() { known_.pop_back(); }

  mlir::FailureOr<Linear> index(mlir::Value value, mlir::Operation *at);
  mlir::FailureOr<Linear> index(FramedValue value, mlir::Operation *at);
  /// The same constant in every instance.
  mlir::FailureOr<int64_t> constant(mlir::Value value, mlir::Operation *at,
                                    llvm::StringRef what);
  mlir::FailureOr<std::vector<UnitRef>> units(mlir::Value value,
                                              mlir::Operation *at) {
    return units(here(value), at);
  }
  mlir::FailureOr<std::vector<UnitRef>> units(FramedValue value,
                                              mlir::Operation *at);
  /// Results of an affine map with its operands, dimensions first.
  mlir::FailureOr<llvm::SmallVector<Linear>>
  apply(mlir::AffineMap map, mlir::ValueRange operands, mlir::Operation *at);
  /// The kernel argument a data scalar comes from: symbol number `id`.
  mlir::FailureOr<uint32_t> scalarSymbol(int64_t id, Format format,
                                         mlir::Operation *at);
  /// Where a value comes from in instance `instance`: through calls, the
  /// unit that runs, mappings and symbols.
  mlir::FailureOr<FramedValue> resolve(FramedValue value, unsigned instance,
                                       mlir::Operation *at);
  CallFrame *frame() const { return plan_.parts[part_].frame; }
  FramedValue here(mlir::Value value) const { return {value, frame()}; }

private:
  mlir::FailureOr<Linear> compute(FramedValue value, mlir::Operation *at);
  mlir::FailureOr<Linear> arithmetic(mlir::Operation *op, CallFrame *frame);
  mlir::FailureOr<Linear> division(mlir::Operation *op, const Linear &a,
                                   const Linear &b);
  mlir::FailureOr<Linear> affine(mlir::Operation *op, CallFrame *frame);
  mlir::FailureOr<Linear> perInstance(FramedValue value, mlir::Operation *at);
  mlir::FailureOr<FramedValue> query(mlir::Operation *op, CallFrame *frame,
                                     unsigned instance);
  mlir::FailureOr<FramedValue> symbol(mlir::Operation *op, CallFrame *frame);
  bool sameKey(FramedValue a, FramedValue b);

  StreamBuilder &builder_;
  const StreamPlan &plan_;
  const Device &device_;
  unsigned part_ = 0;
  unsigned depth_ = 0;
  using Key = std::pair<mlir::Value, CallFrame *>;
  std::vector<llvm::DenseMap<Key, Linear>> known_;
};

} // namespace sg::codegen
