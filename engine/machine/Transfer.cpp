#include "engine/machine/Transfer.h"
#include <algorithm>

namespace sg {

static constexpr int64_t most = int64_t(1) << 50;

/// Bytes one side spends: walks from the innermost dimension outwards as long
/// as it continues the piece before it.
static bool sideCost(const TransferShape &shape, bool fromSide,
                     int64_t granularity, int64_t &cost) {
  int64_t piece = shape.runBytes, pieces = shape.runs;
  for (unsigned i = shape.numDims; i-- > 0;) {
    const TransferShape::Dim &dim = shape.dims[i];
    if ((fromSide ? dim.fromStride : dim.toStride) != piece)
      break;
    piece *= dim.count;
    pieces /= dim.count;
  }
  int64_t rounded = (piece + granularity - 1) / granularity * granularity;
  __int128 total = __int128(rounded) * pieces;
  cost = int64_t(std::min<__int128>(total, most));
  return total <= most;
}

bool TransferShape::finish(int64_t fromGranularity, int64_t toGranularity) {
  __int128 total = runBytes;
  unsigned kept = 0;
  for (unsigned i = 0; i < numDims; ++i) {
    if (dims[i].count <= 0) {
      runs = bytes = fromCost = toCost = 0;
      return true;
    }
    total *= dims[i].count;
    if (total > most || std::abs(dims[i].fromStride) > most ||
        std::abs(dims[i].toStride) > most)
      return false;
    if (dims[i].count > 1)
      dims[kept++] = dims[i];
  }
  numDims = kept;
  bytes = int64_t(total);
  while (numDims && dims[numDims - 1].fromStride == runBytes &&
         dims[numDims - 1].toStride == runBytes)
    runBytes *= dims[--numDims].count;
  runs = bytes / runBytes;
  return sideCost(*this, true, fromGranularity, fromCost) &&
         sideCost(*this, false, toGranularity, toCost);
}

void TransferShape::extent(bool fromSide, int64_t &low, int64_t &high) const {
  // Each product is below 2^100 in principle: saturate far outside any memory.
  __int128 lo = 0, hi = runBytes;
  for (unsigned i = 0; i < numDims; ++i) {
    __int128 span = __int128(dims[i].count - 1) *
                    (fromSide ? dims[i].fromStride : dims[i].toStride);
    (span < 0 ? lo : hi) += span;
  }
  low = int64_t(std::max<__int128>(lo, -(__int128(1) << 60)));
  high = int64_t(std::min<__int128>(hi, __int128(1) << 60));
}

} // namespace sg
