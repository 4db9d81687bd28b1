// Random well-formed element-wise KTIR kernels, made from a number: loops and
// grids, views with gaps, offsets and permuted dimensions, broadcasts, several
// stores, programs that read what an earlier one wrote, tiles past the end.
#pragma once
#include "engine/session/Session.h"
#include <set>

namespace sg::test {

struct RandomKernel {
  CompileRequest request;     ///< text, device and options
  std::set<std::string> rows; ///< op-table rows it uses
  /// For messages: seed, device and options, then the text.
  std::string describe() const;
  uint64_t seed = 0;
};

/// The same kernel for the same seed on every platform. archDirs is left to
/// the caller.
RandomKernel randomKernel(uint64_t seed);

} // namespace sg::test
