#include "tests/engine/session/RandomNest.h"
#include <algorithm>

namespace sg::test {

static int64_t randomExtent(Dice &dice, bool inner) {
  static const std::vector<int64_t> small = {1, 1, 2, 3, 4, 5, 7, 8, 13, 16};
  static const std::vector<int64_t> wide = {1,   2,   3,   17,  31,  32,  33,
                                            63,  64,  65,  77,  96,  100, 127,
                                            128, 129, 150, 192, 200, 256};
  return dice.pick(inner ? wide : small);
}

RandomNest::RandomNest(Dice &dice, int64_t cores) : cores(cores) {
  size_t rank = size_t(dice.pick<int64_t>({1, 1, 2, 2, 2, 2, 3, 3, 4}));
  dims.resize(rank);
  size_t wide = dice.chance(80) ? rank - 1 : size_t(dice.range(0, rank - 1));
  int64_t limit = dice.chance(5) ? 60000 : dice.chance(30) ? 8000 : 1500;
  int64_t total = 1;
  for (size_t d = 0; d < rank; ++d) {
    dims[d].tile = randomExtent(dice, d == wide);
    if (total * dims[d].tile > limit)
      dims[d].tile = std::max<int64_t>(1, limit / total);
    total *= dims[d].tile;
    dims[d].size = dims[d].tile;
  }
  size_t partition = dice.chance(70) ? 0 : size_t(dice.range(0, rank - 1));
  if (cores > 1 || dice.chance(50))
    divide(dice, dims[partition], cores);
  if (rank > 1 && dice.chance(35)) {
    size_t other = size_t(dice.range(0, rank - 1));
    if (other != partition) {
      RandomDim &dim = dims[other];
      dim.walk = Walk::Loop;
      dim.exact = dice.chance(70);
      dim.size = dim.tile * dice.range(1, 5);
      if (!dim.exact && dim.tile > 1)
        dim.size += dice.range(1, dim.tile - 1);
      dim.sizeArgument = dice.chance(20);
    }
  }
  if (dice.chance(5))
    repeat = dice.range(2, 3);
}

void RandomNest::divide(Dice &dice, RandomDim &dim, int64_t cores) {
  dim.walk = dice.pick<Walk>({Walk::Divided, Walk::Block, Walk::BlockCount,
                              Walk::Cyclic, Walk::Cyclic});
  dim.exact = dice.chance(75);
  int64_t tiles = cores;
  if (dim.walk == Walk::Block || dim.walk == Walk::BlockCount) {
    dim.trips = dice.range(1, 5);
    tiles *= dim.trips;
  } else if (dim.walk == Walk::Cyclic) {
    if (dice.chance(40))
      dim.tile = 1;
    tiles = dice.range(1, 4 * cores + 1); // some may have none
  }
  dim.size = tiles * dim.tile;
  if (!dim.exact && dim.tile > 1)
    dim.size -= dice.range(1, dim.tile - 1);
  dim.sizeArgument = dim.walk == Walk::Cyclic && dice.chance(25);
}

Extents RandomNest::tile() const {
  Extents shape;
  for (const RandomDim &dim : dims)
    shape.push_back(dim.tile);
  return shape;
}

void RandomNest::open(Dice &dice, Text &text, const std::string &id,
                      const std::vector<std::string> &sizeArguments) {
  position.assign(dims.size(), "0");
  opened = 0;
  if (repeat > 1) {
    std::string low = text.index(0), high = text.index(repeat),
                step = text.index(1);
    text.line("scf.for " + text.fresh("%r") + " = " + low + " to " + high +
              " step " + step + " {");
    ++text.indent;
    ++opened;
  }
  std::vector<size_t> order;
  for (size_t d = 0; d < dims.size(); ++d)
    order.push_back(d);
  if (dice.chance(25))
    dice.shuffle(order);
  for (size_t d : order)
    openLoop(dice, text, d, id, sizeArguments[d]);
}

void RandomNest::openLoop(Dice &dice, Text &text, size_t d,
                          const std::string &id,
                          const std::string &sizeArgument) {
  const RandomDim &dim = dims[d];
  if (dim.walk == Walk::Whole)
    return;
  auto times = [&](const std::string &value, int64_t factor) {
    return factor == 1 ? value
                       : text.let("arith.muli " + value + ", " +
                                      text.index(factor) + " : index",
                                  "%p");
  };
  std::string start =
      dim.walk == Walk::Loop ? text.index(0) : times(id, dim.tile * dim.trips);
  if (dim.walk == Walk::Divided) {
    position[d] = start;
    return;
  }
  std::string low = start, high, step;
  int64_t stride = dim.tile * (dim.walk == Walk::Cyclic ? cores : 1);
  if (dim.walk == Walk::Block) {
    high = text.let("arith.addi " + start + ", " +
                        text.index(dim.trips * dim.tile) + " : index",
                    "%p");
  } else if (dim.walk == Walk::BlockCount) {
    low = text.index(0);
    high = text.index(dim.trips);
    stride = 1;
  } else {
    high = sizeArgument.empty() ? text.index(dim.size) : sizeArgument;
  }
  step = text.index(stride);
  std::string counter = text.fresh("%i");
  text.line("scf.for " + counter + " = " + low + " to " + high + " step " +
            step + " {");
  ++text.indent;
  ++opened;
  position[d] = counter;
  if (dim.walk == Walk::BlockCount) {
    if (dice.chance(50)) {
      position[d] = start + " + " + counter + " * " + std::to_string(dim.tile);
    } else {
      std::string scaled = times(counter, dim.tile);
      position[d] =
          text.let("arith.addi " + start + ", " + scaled + " : index", "%p");
    }
  }
}

void RandomNest::close(Text &text) {
  for (; opened; --opened) {
    --text.indent;
    text.line("}");
  }
}

} // namespace sg::test
