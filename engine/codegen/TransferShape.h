// From two walks over memory (source and destination of a DMA operation) to
// the strided dimensions of one Transfer.
#pragma once
#include "engine/codegen/IndexExpr.h"
#include <string>
#include <vector>

namespace sg::codegen {

/// One enumeration dimension of one side, slowest first. Stride in bytes.
struct WalkDim {
  int64_t count = 1;
  Column stride;
};

/// A dimension both sides share; the count may be known at run time only.
struct SharedDim {
  Linear count;
  Column fromStride, toStride;
};

/// The shape of a Transfer: dimensions, slowest first, and the elements of one
/// contiguous run.
struct TransferShape {
  std::vector<SharedDim> dims;
  int64_t run = 1;
  std::string error; ///< not empty: the two sides do not fit
};

/// Pairs the element walks of both sides (equal numbers of elements) behind
/// the shared time dimensions, joins what is contiguous on both and takes the
/// innermost run of consecutive elements as one piece.
TransferShape pairWalks(const std::vector<SharedDim> &time,
                        const std::vector<WalkDim> &from,
                        const std::vector<WalkDim> &to, int64_t elementBytes,
                        IndexContext &index);

} // namespace sg::codegen
