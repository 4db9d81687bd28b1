#include "viz/widgets/CodePaint.h"
#include "tests/viz/widgets/Screen.h"
#include <doctest/doctest.h>

using namespace sg::viz;

TEST_CASE("a line of megabytes can be read to its end") {
  test::Screen screen;
  for (size_t length : {size_t(15000), size_t(3) << 20})
    for (double share : {0.0, 0.5, 0.999}) {
      CAPTURE(length);
      CAPTURE(share);
      std::string line = "\"" + std::string(length, 'x') + "\"";
      int drawn = 0;
      screen.frame([&] {
        CodeMetrics metrics(screen.style);
        ImDrawList &list = *ImGui::GetWindowDrawList();
        int before = list.VtxBuffer.Size;
        float x = -float(double(length) * share) * metrics.charWidth;
        paintLine(list, screen.style, metrics, {x, 0}, line, {0, 600});
        drawn = list.VtxBuffer.Size - before;
      });
      CHECK(drawn > 40);
    }
}
