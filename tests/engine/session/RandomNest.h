// Where the tiles of a random kernel lie: how a space is divided over compute
// tiles and loops, and the loops as text.
#pragma once
#include "tests/engine/session/RandomText.h"

namespace sg::test {

/// How positions along a dimension come about.
enum class Walk {
  Whole,      ///< one tile covers all of it
  Divided,    ///< compute tile i takes the i-th tile
  Block,      ///< compute tile i takes a block of tiles, a loop walks them
  BlockCount, ///< the same with a loop over 0, 1, 2, …
  Cyclic,     ///< compute tiles take tiles in turn
  Loop,       ///< every compute tile walks all of it
};

struct RandomDim {
  Walk walk = Walk::Whole;
  int64_t tile = 1;          ///< extent of a tile
  int64_t trips = 1;         ///< tiles of one compute tile (Block, BlockCount)
  int64_t size = 1;          ///< of the space
  bool exact = true;         ///< tiles never reach past `size`
  bool sizeArgument = false; ///< `size` is an argument of the kernel
  bool loops() const { return walk >= Walk::Block; }
};

class RandomNest {
public:
  RandomNest(Dice &dice, int64_t cores);

  std::vector<RandomDim> dims;
  int64_t repeat = 1; ///< > 1: a loop around that changes no position

  Extents tile() const;
  /// Opens the loops; `id` is the flat tile id. Sets `position`.
  void open(Dice &dice, Text &text, const std::string &id,
            const std::vector<std::string> &sizeArguments);
  void close(Text &text);
  /// Subscript of each dimension's tile start: a number or an expression.
  std::vector<std::string> position;

private:
  void divide(Dice &dice, RandomDim &dim, int64_t cores);
  void openLoop(Dice &dice, Text &text, size_t d, const std::string &id,
                const std::string &sizeArgument);
  int64_t cores;
  unsigned opened = 0;
};

} // namespace sg::test
