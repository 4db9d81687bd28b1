// The shape of one DMA transfer: what it moves and what that costs on the wire.
#pragma once
#include "engine/machine/Program.h"

namespace sg {

/// A strided copy with its numbers known. Addresses and strides in bytes.
struct TransferShape {
  struct Dim {
    int64_t count = 1, fromStride = 0, toStride = 0;
  };
  int64_t from = 0, to = 0;
  int64_t runBytes = 0; ///< contiguous on both sides
  int64_t runs = 0;     ///< how many; 0: nothing to do
  Dim dims[maxTransferDims];
  unsigned numDims = 0; ///< outermost first
  int64_t bytes = 0;    ///< runs * runBytes
  /// Bytes each side spends: its contiguous pieces, each rounded up to the
  /// datapath's granularity.
  int64_t fromCost = 0, toCost = 0;

  /// Joins dimensions that continue each other, then computes the costs.
  /// False when a number leaves the range of sense (2^50 bytes).
  bool finish(int64_t fromGranularity, int64_t toGranularity);
  /// Smallest offset and one past the largest that a side touches, relative
  /// to its start.
  void extent(bool fromSide, int64_t &low, int64_t &high) const;
};

} // namespace sg
