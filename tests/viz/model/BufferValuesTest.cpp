// Sentences about what an element holds.
#include "viz/model/BufferValues.h"
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::viz;

namespace {

/// A buffer of f16 whose elements -2 .. 4 are known.
struct Contents {
  KernelInfo info;
  std::vector<BufferData> machine{1}, meaning{1};
  Contents() {
    KernelBuffer buffer;
    buffer.firstElement = -2;
    buffer.endElement = 4;
    info.buffers = {buffer};
    for (auto *side : {&machine, &meaning}) {
      (*side)[0].bytes.resize(12);
      (*side)[0].written.assign(6, 1);
    }
  }
  void set(std::vector<BufferData> &side, int64_t element, double value) {
    Scalar scalar;
    scalar.f = value;
    storeScalar(Format::F16, scalar, &side[0].bytes[size_t(element + 2) * 2]);
  }
};

} // namespace

TEST_CASE("an element's value after a run, and by the kernel's meaning") {
  Contents c;
  c.set(c.machine, -2, 1.25);
  c.set(c.meaning, -2, 1.25);
  c.set(c.machine, 0, 3);
  c.set(c.meaning, 0, -0.5);
  c.machine[0].written[3] = 0;
  c.meaning[0].written[4] = 0;
  c.machine[0].written[5] = c.meaning[0].written[5] = 0;
  BufferValues both(c.info, &c.machine, &c.meaning);
  CHECK(both.describe(0, -2) == "holds 1.25 after the run");
  CHECK(both.describe(0, 0) ==
        "holds 3 after the run, by the kernel's meaning -0.5");
  CHECK(both.describe(0, 1) ==
        "not written by the run, by the kernel's meaning 0");
  CHECK(both.describe(0, 2) ==
        "holds 0 after the run, by the kernel's meaning nothing is written");
  CHECK(both.describe(0, 3) == "never written");
  CHECK(both.describe(0, 4) == "never written"); // outside
  CHECK(both.describe(1, 0).empty());

  std::vector<BufferData> none;
  CHECK(BufferValues(c.info, &c.machine, &none).describe(0, 0) ==
        "holds 3 after the run");
  CHECK(BufferValues(c.info, nullptr, &c.meaning).describe(0, 0) ==
        "will hold -0.5, by the kernel's meaning");
  CHECK(BufferValues().describe(0, 0).empty());
}

TEST_CASE("integers are whole, truncated contents unknown") {
  KernelBuffer buffer;
  buffer.format = Format::I32;
  buffer.endElement = 2;
  BufferData data{{0xFE, 0xFF, 0xFF, 0xFF, 1, 2}, {1, 1}};
  CHECK(valueText(buffer, data, 0) == "-2");
  CHECK(valueText(buffer, data, 1).empty());
}
