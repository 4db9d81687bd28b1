// Binaries of every shape that verify() accepts, from a seed.
#pragma once
#include "engine/spyrecode/Binary.h"
#include <random>

namespace sg::test {

Binary randomBinary(std::mt19937 &random);

/// Some changed bytes, removed pieces or repeated pieces.
std::vector<uint8_t> mutate(std::vector<uint8_t> bytes, std::mt19937 &random);

} // namespace sg::test
