// The timeline of a synthetic trace on a screen of 1920 x 1080, zoomed and
// panned by a script: what a frame costs.
#pragma once
#include "tests/bench/CpuTime.h"
#include "tests/bench/SyntheticTrace.h"
#include "tests/viz/widgets/Screen.h"
#include "viz/widgets/TimelineView.h"

namespace sg::bench {

struct FrameCost {
  std::vector<double> milliseconds; ///< by frame
  size_t vertices = 0;              ///< the most of any frame
};

inline FrameCost runTimelineScript(const Trace &trace) {
  viz::test::Screen screen(1920, 1080);
  viz::Timeline timeline(trace);
  viz::Wiring wiring(trace, nullptr, "LX");
  viz::RunColours colours(trace, screen.style);
  std::vector<viz::SourceLabel> labels = viz::sourceLabels(trace.sources);
  viz::Relatives relatives;
  viz::TimelineView view;
  view.reset(timeline);
  view.lanes.foldAll(false);
  viz::RunLook look{screen.style, colours,  labels, viz::ColourBy::Operation, 0,
                    viz::noEvent, relatives};
  FrameCost cost;
  screen.items.stop(); // the window records nothing
  auto frame = [&] {
    double begin = cpuMilliseconds();
    screen.frame([&] { view.draw(look, timeline, wiring); });
    cost.milliseconds.push_back(cpuMilliseconds() - begin);
    cost.vertices = std::max(cost.vertices, screen.vertices());
  };
  ImGuiIO &io = ImGui::GetIO();
  double total = double(timeline.cycles());
  for (int round = 0; round < 3; ++round) {
    look.colourBy = viz::ColourBy(round);
    view.fit();
    // In to single events, with a pan at every second step, and out again.
    for (int step = 0; step < 140; ++step) {
      io.AddMousePosEvent(300 + float(step) * 11, 200 + float(step % 60) * 13);
      view.view.zoom(total * (0.2 + 0.003 * step), step < 80 ? 1.2 : 1 / 1.25);
      frame();
      view.view.pan(view.view.width() * (step % 4 < 2 ? 0.05 : -0.03));
      frame();
    }
  }
  return cost;
}

} // namespace sg::bench
