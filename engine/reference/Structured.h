// linalg operations: loops over a space of points, each reading and writing
// elements that affine maps name.
#pragma once
#include "engine/reference/Executor.h"
#include "engine/reference/Points.h"
#include "engine/reference/RowLookup.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg::reference {

/// A value inside the region.
struct BodyValue {
  enum Kind : uint8_t { Operand, Constant, Captured, Index, Computed };
  Kind kind = Operand;
  unsigned which = 0; ///< operand, slot, loop or entry of `ops`
  Scalar constant;
  Format format = Format::F16;
};

/// An operation inside the region; its result is the value of the same number
/// among the computed ones.
struct BodyOp {
  RowUse use;
  llvm::SmallVector<unsigned, 3> inputs; ///< body values
  unsigned result = 0;
};

struct StructuredPlan : Plan {
  struct Operand {
    unsigned slot = 0;
    bool isScalar = false;
    Format format = Format::F16;
    mlir::AffineMap map;
    /// Per subscript: linear in the loops, or nothing.
    llvm::SmallVector<std::optional<LinearExpr>, 4> subscripts;
  };
  std::vector<Operand> operands; ///< inputs, then outputs
  unsigned inputs = 0;
  llvm::SmallVector<bool, 6> parallel; ///< per loop
  /// Operand and subscript that give each loop's range.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 6> ranges;
  llvm::SmallVector<bool, 2> keepsInit; ///< per output: starts from its operand

  bool rowsOnly = false; ///< the region is described by what follows
  std::vector<BodyValue> values;
  std::vector<BodyOp> ops;
  llvm::SmallVector<unsigned, 2> yields; ///< body values
};

/// Describes the region by rows of the op table; leaves rowsOnly false when it
/// holds anything else.
void planBody(const OpTable &ops, Compiler &compiler, mlir::Block &block,
              StructuredPlan &plan);

/// One execution: shapes are known.
class StructuredRun {
public:
  StructuredRun(Executor &run, const Step &step)
      : run(run), step(step),
        plan(static_cast<const StructuredPlan &>(*step.plan)) {}
  bool execute();

private:
  struct Bound {
    const uint8_t *data = nullptr;
    uint8_t *result = nullptr;
    unsigned bytes = 1;
    Shape shape;
    bool linear = true;
    int64_t base = 0;
    Shape strides; ///< per loop
  };

  bool findRanges();
  bool bindOperands();
  bool checkSubscripts(unsigned operand);
  bool makeResults();
  void mergeLoops();
  void chooseStrip();
  bool runStrips();
  bool runStrip(int64_t start, int64_t count);
  bool runSingles();
  bool runRegion();
  /// Element an operand is read from or written to at the current point, with
  /// the strip's loop at `strip`; nothing after reporting it is outside.
  std::optional<int64_t> address(unsigned operand, int64_t strip);
  bool gather(unsigned operand, int64_t start, int64_t count, uint8_t *to);
  uint8_t *buffer(unsigned value) { return buffers[value].data(); }

  Executor &run;
  const Step &step;
  const StructuredPlan &plan;
  Shape ranges;
  llvm::SmallVector<bool, 6> parallel;
  std::vector<Bound> bound;
  std::vector<std::shared_ptr<Tensor>> results;
  bool usesIndices = false, allLinear = true;
  int strip = -1;
  Shape point;  ///< current point; the strip's entry is its start
  Shape counts; ///< ranges with the strip's loop taken out
  std::vector<std::vector<uint8_t>> buffers; ///< per body value
  std::vector<const void *> pointers;
};

} // namespace sg::reference
