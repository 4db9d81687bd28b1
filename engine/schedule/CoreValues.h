// Integer expressions of a kernel as every compute tile sees them: a constant
// per tile plus multiples of loop counters and base-address arguments. Grid
// and sizes are known when a kernel is scheduled, so anything that depends on
// the tile id alone is a table with one number per tile.
#pragma once
#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace sg {

/// One number per compute tile.
using PerCore = llvm::SmallVector<int64_t, 4>;

bool isUniform(const PerCore &values);
/// Largest and smallest entry.
int64_t maxOf(const PerCore &values);
int64_t minOf(const PerCore &values);

/// constant + sum of coefficient * value, for each tile. The values are loop
/// counters or `index` arguments of the function.
struct LinearForm {
  PerCore constant;
  llvm::SmallVector<std::pair<mlir::Value, PerCore>, 1> terms;

  const PerCore *coefficient(mlir::Value value) const;
  bool isConstant() const { return terms.empty(); }
};

/// Evaluates index and integer values of one function.
class CoreValues {
public:
  /// `tiles` is the number of compute tiles of the (flattened) grid.
  explicit CoreValues(int64_t tiles) : tiles(tiles) {}

  int64_t numTiles() const { return tiles; }
  PerCore constant(int64_t value) const { return PerCore(tiles, value); }

  /// Nothing when the value is not linear; `blocker()` then is the operation
  /// (or the argument's owner) that prevents it.
  std::optional<LinearForm> linear(mlir::Value value);
  /// Nothing when the value depends on more than the tile id.
  std::optional<PerCore> evaluate(mlir::Value value);
  /// An affine expression over `dims` then `symbols`.
  std::optional<LinearForm> linear(mlir::AffineExpr expr,
                                   llvm::ArrayRef<LinearForm> dims,
                                   llvm::ArrayRef<LinearForm> symbols);
  mlir::Operation *blocker() const { return lastBlocker; }

  std::optional<LinearForm> add(const LinearForm &a, const LinearForm &b,
                                int64_t sign = 1);
  std::optional<LinearForm> multiply(const LinearForm &a, const LinearForm &b);

private:
  std::optional<LinearForm> compute(mlir::Value value, unsigned depth);
  std::optional<LinearForm> computeOp(mlir::Operation *op, unsigned result,
                                      unsigned depth);

  int64_t tiles;
  llvm::DenseMap<mlir::Value, LinearForm> cache;
  mlir::Operation *lastBlocker = nullptr;
};

/// Writes a per-tile number as IR: a constant when all are equal, an
/// affine.apply of the tile id when linear in it, else a look-up in a constant
/// table. `tileId` is the flat tile id.
mlir::Value materialize(mlir::OpBuilder &builder, mlir::Location loc,
                        const PerCore &values, mlir::Value tileId);

} // namespace sg
