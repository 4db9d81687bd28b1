// How long the explorer's models take: building and asking the timeline of 128
// lanes with a million and with ten million events, comparing stages, reading
// long texts, and who owns what of a large tensor.
#include "tests/bench/SyntheticTrace.h"
#include "viz/model/OwnerMap.h"
#include "viz/model/RangeStats.h"
#include "viz/model/StageDiff.h"
#include "viz/model/TextIndex.h"
#include "viz/model/Timeline.h"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <map>

using namespace sg;
using namespace sg::bench;
using namespace sg::viz;

namespace {

const Trace &traceOf(size_t millions) {
  static std::map<size_t, Trace> traces;
  auto [it, isNew] = traces.try_emplace(millions);
  if (isNew)
    it->second = makeTrace(millions * 1000000);
  return it->second;
}

const Timeline &timelineOf(size_t millions) {
  static std::map<size_t, Timeline> timelines;
  auto it = timelines.find(millions);
  if (it == timelines.end())
    it = timelines.emplace(millions, Timeline(traceOf(millions))).first;
  return it->second;
}

void buildTimeline(benchmark::State &state) {
  const Trace &trace = traceOf(size_t(state.range(0)));
  size_t bytes = 0;
  for (auto _ : state) {
    Timeline timeline(trace);
    bytes = timeline.pyramid().bytes();
    benchmark::DoNotOptimize(timeline);
  }
  state.counters["pyramid MB"] = double(bytes) / 1e6;
}

/// A view of 1/range(1) of the trace, 1920 pixels wide.
void layoutTimeline(benchmark::State &state) {
  const Timeline &timeline = timelineOf(size_t(state.range(0)));
  LaneTree tree(timeline.trace().lanes);
  double total = double(timeline.cycles());
  ViewRange view(timeline.cycles());
  view.show(total / 3, total / 3 + total / double(state.range(1)));
  std::vector<TimelineRect> rects;
  for (auto _ : state) {
    timeline.layout(view, 1920, tree.rows(), rects);
    benchmark::DoNotOptimize(rects.data());
  }
  std::map<std::pair<uint32_t, uint32_t>, size_t> perTrack;
  size_t most = 0;
  for (const TimelineRect &r : rects)
    most = std::max(most, ++perTrack[{r.row, r.track}]);
  state.counters["rects"] = double(rects.size());
  state.counters["most per 100 px"] = double(most) / 19.2;
  state.counters["coarse"] = timeline.coarse(view, 1920);
}

void hitTimeline(benchmark::State &state) {
  const Timeline &timeline = timelineOf(size_t(state.range(0)));
  Random random;
  for (auto _ : state)
    benchmark::DoNotOptimize(
        timeline.hit(uint32_t(random.below(128)),
                     int64_t(random.below(uint64_t(timeline.cycles())))));
}

void statsOfAll(benchmark::State &state) {
  const Timeline &timeline = timelineOf(size_t(state.range(0)));
  std::vector<uint32_t> lanes;
  for (uint32_t i = 0; i < 128; ++i)
    lanes.push_back(i);
  for (auto _ : state)
    benchmark::DoNotOptimize(rangeStats(timeline, 0, timeline.cycles(), lanes));
}

/// Stages of range(0) operations of which a third differ.
void diffOps(benchmark::State &state) {
  Random random;
  Stage sides[2];
  auto add = [](Stage &stage, const std::string &text, uint32_t origin) {
    StageOp op;
    op.name = text.substr(0, text.find(' '));
    op.begin = uint32_t(stage.text.size());
    stage.text += text;
    op.end = uint32_t(stage.text.size());
    stage.text += '\n';
    op.origins = {origin};
    stage.ops.push_back(op);
  };
  for (int64_t i = 0; i < state.range(0); ++i) {
    std::string text = "op" + std::to_string(random.below(40)) + " %" +
                       std::to_string(i) +
                       " {a = " + std::to_string(random.below(200)) + "}";
    add(sides[0], text, uint32_t(i / 9));
    if (random.below(3))
      add(sides[1], text, uint32_t(i / 9));
    else
      add(sides[1], "new %" + std::to_string(i), uint32_t(i / 9));
  }
  for (auto _ : state)
    benchmark::DoNotOptimize(diffStages(sides[0], sides[1]));
}

std::string longText(int64_t lines) {
  std::string text;
  for (int64_t i = 0; i < lines; ++i)
    text += i % 10 == 0   ? "scf.for %i = %c0 to %c1 {\n"
            : i % 10 == 9 ? "}\n"
                          : "  %" + std::to_string(i) +
                                " = arith.addf %a, %b : tensor<4x128xf16>\n";
  return text;
}

void lineTable(benchmark::State &state) {
  std::string text = longText(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(LineTable(text));
}

void editLine(benchmark::State &state) {
  std::string text = longText(state.range(0));
  LineTable lines(text);
  bool insert = true;
  for (auto _ : state) {
    lines.edit(1000, insert ? 0 : 2, insert ? "a\n" : "");
    insert = !insert;
  }
}

void regionsOfText(benchmark::State &state) {
  std::string text = longText(state.range(0));
  LineTable lines(text);
  for (auto _ : state)
    benchmark::DoNotOptimize(foldRegions(text, lines));
}

/// A screen of 80 lines.
void tokenizeScreen(benchmark::State &state) {
  std::string text = longText(80);
  LineTable lines(text);
  std::vector<TextToken> tokens;
  for (auto _ : state)
    for (uint32_t i = 0; i < 80; ++i) {
      tokenize(lines.line(text, i), tokens);
      benchmark::DoNotOptimize(tokens.data());
    }
}

/// A tensor of 4096 x 4096 elements in tiles of rows x columns, dealt to 32
/// cores in turn; 0 rows: the triangle below the diagonal, row by row.
std::vector<OwnedRect> tilesOf(int64_t rows, int64_t columns) {
  constexpr int64_t size = 4096;
  std::vector<OwnedRect> rects;
  for (int64_t r = 0; r < size; r += std::max<int64_t>(rows, 1))
    for (int64_t c = 0; c < size; c += columns) {
      OwnedRect rect{r, r + rows, c, c + columns, 0, 0, false};
      if (rows == 0)
        rect = {r, r + 1, 0, r + 1, 0, 0, false};
      rect.id = uint32_t(rects.size());
      rect.core = uint16_t(rects.size() % 32);
      rects.push_back(rect);
    }
  return rects;
}

void buildOwners(benchmark::State &state) {
  auto rects = tilesOf(state.range(0), state.range(1));
  for (auto _ : state)
    benchmark::DoNotOptimize(OwnerMap(4096, 4096, rects));
}

/// A picture of 960 x 540 cells of the whole, with its rectangles.
void drawOwners(benchmark::State &state) {
  OwnerMap map(4096, 4096, tilesOf(state.range(0), state.range(1)));
  OwnerGrid grid;
  std::vector<OwnerRun> runs;
  for (auto _ : state) {
    map.draw(0, 4096, 0, 4096, 540, 960, grid);
    joinCells(grid, runs);
    benchmark::DoNotOptimize(runs.data());
  }
  state.counters["rects"] = double(runs.size());
}

} // namespace

BENCHMARK(buildTimeline)->Arg(1)->Arg(10)->Unit(benchmark::kMillisecond);
BENCHMARK(layoutTimeline)
    ->ArgNames({"Mevents", "zoom"})
    ->ArgsProduct({{1, 10}, {1, 4, 12, 20, 30, 60, 200, 2000, 50000}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(hitTimeline)->Arg(1)->Arg(10);
BENCHMARK(statsOfAll)->Arg(1)->Arg(10)->Unit(benchmark::kMillisecond);
BENCHMARK(diffOps)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);
BENCHMARK(lineTable)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(editLine)->Arg(1000000)->Unit(benchmark::kMicrosecond);
BENCHMARK(regionsOfText)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(tokenizeScreen)->Unit(benchmark::kMicrosecond);
BENCHMARK(buildOwners)
    ->ArgNames({"rows", "columns"})
    ->ArgsProduct({{128, 1, 64, 0}, {4096}})
    ->Args({64, 64})
    ->Args({128, 4})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(drawOwners)
    ->ArgNames({"rows", "columns"})
    ->ArgsProduct({{128, 1, 64, 0}, {4096}})
    ->Args({64, 64})
    ->Args({128, 4})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();
