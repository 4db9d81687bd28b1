// Makes half of the changes of a text with the damage of the mutation tests,
// which keeps most of it parsing; the rest are libFuzzer's own. Included once,
// by the source file of a fuzzer.
#pragma once
#include "tests/engine/session/Mutate.h"
#include <algorithm>
#include <cstdint>
#include <cstring>

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t most, unsigned seed) {
  std::mt19937 random(seed);
  if (random() % 4 == 0)
    return LLVMFuzzerMutate(data, size, most);
  std::string text(reinterpret_cast<const char *>(data), size);
  for (size_t times = 1 + random() % 3; times > 0; --times)
    text = sg::test::damaged(
        text, sg::test::Damage(random() % sg::test::damageKinds), random);
  size_t length = std::min(text.size(), most);
  std::memcpy(data, text.data(), length);
  return length;
}
