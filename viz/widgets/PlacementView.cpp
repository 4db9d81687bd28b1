#include "viz/widgets/PlacementView.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include <algorithm>
#include <cmath>

namespace sg::viz {

void PlacementView::reset() {
  started = false;
  pinned.reset();
  drawn = Drawn();
}

void PlacementView::adopt(const Placement &placement, uint32_t tensor) {
  slice = placement.slice(tensor);
  rowView.fit();
  columnView.fit();
  pinned.reset();
  drawn = Drawn();
  started = true;
}

// Goes on in the line as long as there is room for `width` pixels.
static void nextInLine(float gap, float width) {
  ImGui::SameLine(0, gap);
  if (ImGui::GetContentRegionAvail().x < width)
    ImGui::NewLine();
}

// Room for the rulers, left and above, and a margin.
static ImVec2 rulers(const Style &theme) {
  return {theme.px(58), theme.px(24)};
}
static float margin(const Style &theme) { return theme.px(6); }

// Elements are square unless the tensor is much longer than wide.
static ImVec2 pictureSize(ImVec2 room, int64_t rows, int64_t columns,
                          float rowHeight) {
  double ratio = double(columns) / double(std::max<int64_t>(rows, 1));
  if (rows == 1)
    return {room.x, std::min(room.y, rowHeight)};
  if (ratio < 0.25 || ratio > 4)
    return room;
  float width = std::min(room.x, float(double(room.y) * ratio));
  return {width, float(double(width) / ratio)};
}

PlacementView::Happened PlacementView::draw(const RunLook &look,
                                            Placement &placement) {
  Happened happened;
  const Style &theme = look.theme;
  if (placement.tensors().empty()) {
    emptyPane(theme, "No tensor in device memory",
              "This kernel has no view of device memory with elements.");
    return happened;
  }
  // The slice may have been set from outside.
  if (!started || !placement.has(slice))
    adopt(placement,
          slice.tensor < placement.tensors().size() ? slice.tensor : 0);
  if (!placement.hasRun())
    layer = PlacementLayer::Kernel;
  controls(look, placement);
  if (rowView.total() != double(placement.rows(slice)) ||
      columnView.total() != double(placement.columns(slice))) {
    rowView = ViewRange(placement.rows(slice));
    columnView = ViewRange(placement.columns(slice));
    pinned.reset();
  }
  // The facts stand beside the picture, which may not need all of the rest.
  float side = std::min(theme.px(280), ImGui::GetContentRegionAvail().x / 3);
  ImVec2 room = ImGui::GetContentRegionAvail(), edge = rulers(theme);
  edge = {edge.x + margin(theme), edge.y + margin(theme)};
  ImVec2 size = pictureSize(
      {room.x - side - theme.px(8) - edge.x, room.y - edge.y},
      placement.rows(slice), placement.columns(slice), theme.px(140));
  ImGui::BeginChild(
      "##picture", {std::max(size.x, 1.f) + edge.x, 0}, ImGuiChildFlags_None,
      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  picture(look, placement, happened);
  ImGui::EndChild();
  ImGui::SameLine(0, theme.px(8));
  ImGui::BeginChild(
      "##facts",
      {std::min(theme.px(420), ImGui::GetContentRegionAvail().x), 0});
  facts(look, placement, happened);
  ImGui::EndChild();
  return happened;
}

void PlacementView::chooseTensor(const Style &theme, Placement &placement) {
  const std::vector<PlacedTensor> &tensors = placement.tensors();
  auto label = [](const PlacedTensor &tensor) {
    return tensor.name + "  " + tensor.shape;
  };
  ImGui::SetNextItemWidth(theme.px(200));
  if (ImGui::BeginCombo("##tensor", label(tensors[slice.tensor]).c_str())) {
    for (uint32_t i = 0; i < tensors.size(); ++i) {
      ImGui::PushID(int(i));
      if (ImGui::Selectable(label(tensors[i]).c_str(), i == slice.tensor))
        adopt(placement, i);
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  tip("The tensor: a view of a buffer in device memory");
}

// Which two of more than two dimensions are shown, and where the others stand.
void PlacementView::chooseDimensions(const Style &theme,
                                     const PlacedTensor &tensor) {
  const Coordinates &sizes = tensor.space.sizes();
  TensorSlice before = slice;
  auto choice = [&](const char *label, int &dim, int &other) {
    nextInLine(theme.px(8), theme.px(118));
    ImGui::SetNextItemWidth(theme.px(118));
    std::string name = std::string(label) + ": d" + std::to_string(dim);
    ImGui::PushID(label);
    if (ImGui::BeginCombo("##dim", name.c_str())) {
      for (int d = 0; d < int(sizes.size()); ++d)
        if (ImGui::Selectable(("d" + std::to_string(d)).c_str(), d == dim)) {
          if (d == other)
            other = dim;
          dim = d;
        }
      ImGui::EndCombo();
    }
    ImGui::PopID();
  };
  choice("rows", slice.rowDim, slice.columnDim);
  choice("columns", slice.columnDim, slice.rowDim);
  for (int d = 0; d < int(sizes.size()); ++d) {
    if (d == slice.rowDim || d == slice.columnDim || sizes[size_t(d)] < 2)
      continue;
    nextInLine(theme.px(8), theme.px(96));
    ImGui::SetNextItemWidth(theme.px(96));
    int at = int(slice.at[size_t(d)]);
    ImGui::PushID(d);
    std::string format = "d" + std::to_string(d) + " = %d";
    if (ImGui::SliderInt("##at", &at, 0,
                         int(std::min<int64_t>(sizes[size_t(d)] - 1, 1 << 30)),
                         format.c_str(), ImGuiSliderFlags_AlwaysClamp))
      slice.at[size_t(d)] = at;
    ImGui::PopID();
  }
  if (before.rowDim != slice.rowDim || before.columnDim != slice.columnDim) {
    rowView.fit();
    columnView.fit();
    pinned.reset();
  }
}

void PlacementView::controls(const RunLook &look, Placement &placement) {
  const Style &theme = look.theme;
  chooseTensor(theme, placement);
  const PlacedTensor &tensor = placement.tensors()[slice.tensor];
  if (tensor.space.sizes().size() > 2)
    chooseDimensions(theme, tensor);
  nextInLine(theme.px(16), theme.px(150));
  bool machine = layer == PlacementLayer::Machine;
  if (toggle("Kernel", theme, !machine,
             "What the compute tiles of the kernel read and write"))
    layer = PlacementLayer::Kernel;
  ImGui::SameLine(0, theme.px(2));
  ImGui::BeginDisabled(!placement.hasRun());
  if (toggle("Transfers", theme, machine,
             "What the cores' transfers moved in this run"))
    layer = PlacementLayer::Machine;
  ImGui::EndDisabled();
  nextInLine(theme.px(16), theme.px(170));
  auto kind = [&](const char *label, PlacementKinds value, const char *text) {
    if (toggle(label, theme, kinds == value, text))
      kinds = value;
  };
  kind("All", PlacementKinds::All, "Reads and writes");
  ImGui::SameLine(0, theme.px(2));
  kind("Reads", PlacementKinds::Reads, "Only what is read");
  ImGui::SameLine(0, theme.px(2));
  kind("Writes", PlacementKinds::Writes, "Only what is written");
  nextInLine(theme.px(16), theme.px(150));
  if (toggle("Order", theme, byOrder,
             layer == PlacementLayer::Machine
                 ? "Shades by time: faint is moved first"
                 : "Shades by program order in each tile: faint comes first"))
    byOrder = !byOrder;
  if (placement.hasRun()) {
    ImGui::SameLine(0, theme.px(2));
    if (toggle("Now", theme, showNow,
               "What is in a scratchpad, or on its way, at the clock"))
      showNow = !showNow;
  }
  ImGui::SameLine(0, theme.px(2));
  if (iconButton("Fit placement", Icon::Fit, theme, "Show the whole tensor")) {
    rowView.fit();
    columnView.fit();
  }
}

void PlacementView::picture(const RunLook &look, Placement &placement,
                            Happened &happened) {
  const Style &theme = look.theme;
  ImVec2 min = ImGui::GetCursorScreenPos();
  ImVec2 room = ImGui::GetContentRegionAvail();
  ImVec2 edge = rulers(theme);
  min = {min.x + edge.x, min.y + edge.y};
  room = {room.x - edge.x - margin(theme), room.y - edge.y - margin(theme)};
  if (room.x < theme.px(40) || room.y < theme.px(20))
    return;
  const OwnerMap &owners = placement.owners(slice, layer, kinds);
  ImVec2 size =
      pictureSize(room, owners.rows(), owners.columns(), theme.px(140));
  Frame frame{look,    placement,
              owners,  *ImGui::GetWindowDrawList(),
              min,     {min.x + size.x, min.y + size.y},
              rowView, columnView};
  ImGui::SetCursorScreenPos(min);
  ImGui::InvisibleButton("##grid", size);
  noteItem("placement grid", frame.min, frame.max);
  mouse(frame, happened);
  rebuild(frame);
  paintRulers(frame);
  frame.list.PushClipRect(frame.min, frame.max, true);
  paintCells(frame);
  if (showNow && placement.hasRun())
    paintNow(frame);
  if (pinned)
    paintMark(frame, pinned->first, pinned->second, theme.accent);
  frame.list.PopClipRect();
  frame.list.AddRect(frame.min, frame.max, theme.border);
  if (!ImGui::IsItemHovered() || dragged)
    return;
  ImVec2 mouse = ImGui::GetIO().MousePos;
  auto row = int64_t(rowView.cycleAt(double(mouse.y - min.y), double(size.y)));
  auto column =
      int64_t(columnView.cycleAt(double(mouse.x - min.x), double(size.x)));
  row = std::clamp<int64_t>(row, 0, owners.rows() - 1);
  column = std::clamp<int64_t>(column, 0, owners.columns() - 1);
  frame.list.PushClipRect(frame.min, frame.max, true);
  paintMark(frame, row, column, theme.text);
  frame.list.PopClipRect();
  tooltip(look, placement, placement.at(slice, row, column));
}

void PlacementView::mouse(const Frame &frame, Happened &happened) {
  const ImGuiIO &io = ImGui::GetIO();
  double width = double(frame.max.x - frame.min.x);
  double height = double(frame.max.y - frame.min.y);
  double column =
      columnView.cycleAt(double(io.MousePos.x - frame.min.x), width);
  double row = rowView.cycleAt(double(io.MousePos.y - frame.min.y), height);
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    double factor = std::pow(1.25, double(io.MouseWheel));
    rowView.zoom(row, factor);
    columnView.zoom(column, factor);
  }
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0)) {
    columnView.pan(-double(io.MouseDelta.x) / width * columnView.width());
    rowView.pan(-double(io.MouseDelta.y) / height * rowView.width());
    dragged = true;
  }
  if (!ImGui::IsItemDeactivated())
    return;
  if (!dragged) {
    auto at = std::pair(
        std::clamp<int64_t>(int64_t(row), 0, frame.owners.rows() - 1),
        std::clamp<int64_t>(int64_t(column), 0, frame.owners.columns() - 1));
    if (pinned == at) {
      pinned.reset();
    } else {
      pinned = at;
      uint16_t core = frame.owners.at(at.first, at.second).core();
      if (core < severalCores)
        happened.core = core;
    }
  }
  dragged = false;
}

// Cells are made anew when what is visible has changed.
void PlacementView::rebuild(const Frame &frame) {
  float least = frame.px(1);
  Drawn wanted;
  wanted.slice = slice;
  wanted.layer = layer;
  wanted.kinds = kinds;
  wanted.rows = rowView;
  wanted.columns = columnView;
  wanted.maxRows = uint32_t(std::max(2.f, (frame.max.y - frame.min.y) / least));
  wanted.maxColumns =
      uint32_t(std::max(2.f, (frame.max.x - frame.min.x) / least));
  if (wanted == drawn)
    return;
  drawn = wanted;
  frame.owners.draw(int64_t(rowView.begin()), int64_t(std::ceil(rowView.end())),
                    int64_t(columnView.begin()),
                    int64_t(std::ceil(columnView.end())), drawn.maxRows,
                    drawn.maxColumns, grid);
  joinCells(grid, runs);
  cellsDrawn = runs.size();
}

} // namespace sg::viz
