// The picture of a placement: cells, rulers, what happens at the clock.
#include "viz/widgets/Controls.h"
#include "viz/widgets/PlacementView.h"
#include <algorithm>
#include <cmath>

namespace sg::viz {

float PlacementView::orderShare(const Frame &frame, uint32_t id) const {
  if (layer == PlacementLayer::Kernel) {
    auto [number, of] = frame.placement.orderOf(id);
    return of > 1 ? float(number) / float(of - 1) : 1;
  }
  const auto &moves = frame.placement.moves();
  if (id >= moves.size() || frame.placement.cycles() <= 0)
    return 1;
  return float(double(moves[id].begin) / double(frame.placement.cycles()));
}

// What several cores share has no colour of its own.
static ImU32 ownColour(const Placement &placement, const Style &theme,
                       uint16_t core) {
  return core == severalCores
             ? mix(theme.panel, theme.text, 0.55f)
             : toImgui(coreColor(core, placement.cores(), theme.palette()));
}

ImU32 PlacementView::cellColour(const Frame &frame,
                                const OwnerCell &cell) const {
  const Style &theme = frame.look.theme;
  if (cell.owner.none())
    return mix(theme.panel, theme.background, 0.5f);
  uint16_t core = cell.owner.core();
  ImU32 color = ownColour(frame.placement, theme, core);
  float solid =
      byOrder ? 0.25f + 0.75f * orderShare(frame, cell.owner.first) : 0.85f;
  if (showNow && frame.placement.hasRun())
    solid *= 0.55f;
  if (cell.mixed || cell.gap)
    solid *= 0.75f;
  return mix(theme.panel, color, solid);
}

// Diagonal lines over a rectangle of a picture that is clipped already.
static void hatch(ImDrawList &list, ImVec2 min, ImVec2 max, float step,
                  ImU32 color) {
  list.PushClipRect(min, max, true);
  float height = max.y - min.y;
  // Lines of neighbours continue each other.
  float first = std::floor((min.x - max.y) / step) * step;
  for (float x = first; x < max.x - min.y + step; x += step)
    list.AddLine({x + min.y, min.y}, {x + min.y + height, max.y}, color);
  list.PopClipRect();
}

void PlacementView::paintCells(const Frame &frame) const {
  const Style &theme = frame.look.theme;
  constexpr size_t mostHatched = 400;
  size_t hatched = 0;
  for (const OwnerRun &run : runs) {
    auto row = double(grid.row0 + int64_t(run.row) * grid.rowStep);
    auto column = double(grid.column0 + int64_t(run.column) * grid.columnStep);
    ImVec2 a{frame.xOf(column), frame.yOf(row)};
    ImVec2 b{frame.xOf(column + double(run.columns * grid.columnStep)),
             frame.yOf(row + double(run.rows * grid.rowStep))};
    a = {std::max(a.x, frame.min.x), std::max(a.y, frame.min.y)};
    b = {std::min(b.x, frame.max.x), std::min(b.y, frame.max.y)};
    if (a.x >= b.x || a.y >= b.y)
      continue;
    // A line between tiles, where they are large enough to spare it.
    float gapX = b.x - a.x > frame.px(4) ? 1 : 0;
    float gapY = b.y - a.y > frame.px(4) ? 1 : 0;
    ImU32 color = cellColour(frame, run.cell);
    frame.list.AddRectFilled(a, {b.x - gapX, b.y - gapY}, color);
    bool shared = run.cell.overlap, nobody = run.cell.owner.none();
    if ((shared || nobody) && b.x - a.x > frame.px(6) &&
        b.y - a.y > frame.px(6) && ++hatched < mostHatched)
      hatch(frame.list, a, b, frame.px(shared ? 7 : 12),
            shared ? withAlpha(theme.panel, 0.5f) : theme.grid);
  }
}

void PlacementView::paintNow(const Frame &frame) const {
  const Style &theme = frame.look.theme;
  std::vector<MovingRect> rects;
  frame.placement.now(slice, int64_t(frame.look.clock), rects);
  // What is under way is drawn over what is there.
  for (bool moves : {false, true})
    for (const MovingRect &rect : rects) {
      if (rect.moving != moves)
        continue;
      ImVec2 a{frame.xOf(double(rect.column0)), frame.yOf(double(rect.row0))};
      ImVec2 b{frame.xOf(double(rect.column1)), frame.yOf(double(rect.row1))};
      b = {std::max(b.x, a.x + 1), std::max(b.y, a.y + 1)};
      uint16_t core = frame.owners.at(rect.row0, rect.column0).core();
      if (core != severalCores)
        core = uint16_t(std::max(frame.placement.moves()[rect.move].core, 0));
      ImU32 color = ownColour(frame.placement, theme, core);
      if (!moves) {
        frame.list.AddRectFilled(a, b, color);
        continue;
      }
      frame.list.AddRectFilled(a, b, mix(color, theme.text, 0.75f));
      if (b.x - a.x > frame.px(5) && b.y - a.y > frame.px(5))
        frame.list.AddRect(a, b, color, 0, 0, frame.px(1.5f));
    }
}

void PlacementView::paintMark(const Frame &frame, int64_t row, int64_t column,
                              ImU32 color) const {
  float x0 = frame.xOf(double(column)), x1 = frame.xOf(double(column + 1));
  float y0 = frame.yOf(double(row)), y1 = frame.yOf(double(row + 1));
  ImU32 line = withAlpha(color, 0.35f);
  float x = (x0 + x1) / 2, y = (y0 + y1) / 2;
  frame.list.AddLine({frame.min.x, y}, {frame.max.x, y}, line);
  frame.list.AddLine({x, frame.min.y}, {x, frame.max.y}, line);
  float grow = std::max(0.f, frame.px(3) - (x1 - x0) / 2);
  frame.list.AddRect({x0 - grow, y0 - grow}, {x1 + grow, y1 + grow}, color, 0,
                     0, frame.px(1.5f));
}

// The distance of the numbers of a ruler: powers of two, as tiles have.
static int64_t rulerStep(double elementsPerPixel, double pixels) {
  int64_t step = 1;
  while (double(step) < elementsPerPixel * pixels && step < int64_t(1) << 40)
    step *= 2;
  return step;
}

void PlacementView::paintRulers(const Frame &frame) const {
  const Style &theme = frame.look.theme;
  double width = double(frame.max.x - frame.min.x);
  double height = double(frame.max.y - frame.min.y);
  int64_t step = rulerStep(columnView.width() / width, double(theme.px(46)));
  auto first = int64_t(columnView.begin()) / step * step;
  for (int64_t at = first; double(at) < columnView.end(); at += step) {
    float x = frame.xOf(double(at));
    if (x < frame.min.x - 1)
      continue;
    frame.list.AddLine({x, frame.min.y - frame.px(5)}, {x, frame.min.y},
                       theme.border);
    textIn(
        frame.list, theme.sans, {x + frame.px(2), frame.min.y - frame.px(22)},
        {x + frame.px(46), frame.min.y - frame.px(4)}, theme.dim, grouped(at));
  }
  step = rulerStep(rowView.width() / height, double(theme.px(20)));
  first = int64_t(rowView.begin()) / step * step;
  for (int64_t at = first; double(at) < rowView.end(); at += step) {
    float y = frame.yOf(double(at));
    if (y < frame.min.y - 1)
      continue;
    frame.list.AddLine({frame.min.x - frame.px(5), y}, {frame.min.x, y},
                       theme.border);
    textIn(frame.list, theme.sans, {frame.min.x - frame.px(58), y},
           {frame.min.x - frame.px(8), y + frame.px(18)}, theme.dim,
           grouped(at), 1);
  }
}

} // namespace sg::viz
