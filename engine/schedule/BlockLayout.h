// How a block of the iteration space lies in the scratchpad and is cut into
// vectors, and how long its computation takes.
#pragma once
#include "engine/schedule/PipelineShape.h"

namespace sg {

/// A part of a block computed by one inner pipeline: `rows` rows of `length`
/// elements, the first at element `start` of the vector group.
struct Piece {
  int64_t start = 0;
  int64_t rows = 1; ///< dealt out to corelets
  int64_t length = 0;
};

/// Domain dimensions are grouped where all operands agree on using them, so
/// that a group is contiguous in every buffer. The last group is streamed in
/// vectors; operands that do not use it hold one element per row.
struct BlockLayout {
  llvm::SmallVector<int64_t> block;                      ///< per domain dim
  llvm::SmallVector<llvm::SmallVector<unsigned>> groups; ///< dims, outer first
  llvm::SmallVector<int64_t> groupExtent;
  llvm::SmallVector<Piece> pieces;
  int64_t lanes = 64; ///< elements per vector

  /// Extents of an operand's buffer: its groups in order; {1} for none.
  llvm::SmallVector<int64_t> bufferShape(const PipelineOperand &operand) const;
  bool usesGroup(const PipelineOperand &operand, unsigned group) const;
  bool isVector(const PipelineOperand &operand) const {
    return usesGroup(operand, groups.size() - 1);
  }
  int64_t bufferBytes(const PipelineOperand &operand) const;
};

BlockLayout layoutBlock(const PipelineShape &shape,
                        llvm::ArrayRef<int64_t> block, int64_t corelets,
                        int64_t lanes);

/// Elements per vector: the unit's lanes for the narrowest format, halved until
/// the values alive at one time fit its registers.
int64_t chooseLanes(const PipelineShape &shape, const Device &device,
                    const ScheduleOptions &options);

/// Cycles one vector keeps the slowest of load, vector and store unit busy.
double cyclesPerVector(const PipelineShape &shape, const BlockLayout &layout,
                       const ScheduleContext &context);

/// The op-table row of an operation inside a compute region; null if none.
const OpRow *rowOf(mlir::Operation *op, const OpTable &ops);

} // namespace sg
