#include "viz/widgets/CodeView.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include "viz/widgets/TextBuffer.h"
#include <algorithm>

namespace sg::viz {

CodeText::CodeText(std::string_view text) : text(text), lines(text) {
  folding = Folding(foldRegions(text, lines), lines.lines());
  for (uint32_t i = 0; i < lines.lines(); ++i)
    widest = std::max(widest, uint32_t(line(i).size()));
}

void markChanges(CodeText &text, const Stage &stage,
                 const std::vector<OpDiffEntry> &entries) {
  text.changes.assign(text.lines.lines(), OpChange::Same);
  for (size_t i = 0; i < std::min(entries.size(), stage.ops.size()); ++i)
    if (entries[i].change != OpChange::Same)
      text.changes[text.lines.lineOf(stage.ops[i].begin)] = entries[i].change;
}

ImU32 changeColour(OpChange change, const Style &theme) {
  switch (change) {
  case OpChange::Added:
    return theme.good;
  case OpChange::Removed:
    return theme.bad;
  case OpChange::Moved:
    return theme.accent;
  case OpChange::Changed:
  case OpChange::Rewritten:
    return theme.warning;
  case OpChange::Same:
    break;
  }
  return 0;
}

namespace {
// One column of code on screen.
struct Column {
  const Style &theme;
  const CodeMetrics &metrics;
  ImDrawList &list;
  float x0, x1;     // on screen
  float scroll = 0; // pixels to the right

  float textX() const { return x0 + metrics.gutter - scroll; }

  void paintRange(std::string_view line, uint32_t lineBegin, float y,
                  const CodeRange &range) const {
    uint32_t lineEnd = lineBegin + uint32_t(line.size());
    if (range.end <= lineBegin || range.begin > lineEnd)
      return;
    uint32_t from = std::max(range.begin, lineBegin) - lineBegin;
    uint32_t to = std::min(range.end, lineEnd) - lineBegin;
    ImU32 color = theme.related;
    if (range.kind == CodeRange::Selected)
      color = mix(theme.panel, theme.accent, 0.32f);
    else if (range.kind == CodeRange::Hit)
      color = mix(theme.panel, theme.warning, 0.35f);
    else if (range.kind == CodeRange::CurrentHit)
      color = mix(theme.panel, theme.warning, 0.7f);
    float left =
        textX() + metrics.charWidth * float(charactersBefore(line, from));
    float right =
        textX() + metrics.charWidth * float(charactersBefore(line, to));
    list.AddRectFilled({left - theme.px(2), y},
                       {right + theme.px(2), y + metrics.lineHeight}, color,
                       theme.px(3));
  }

  void paint(const CodeText &text, uint32_t number, float y,
             std::span<const CodeRange> ranges) const {
    float h = metrics.lineHeight;
    list.PushClipRect({x0, y}, {x1, y + h}, true);
    OpChange change =
        number < text.changes.size() ? text.changes[number] : OpChange::Same;
    if (change != OpChange::Same) {
      ImU32 color = changeColour(change, theme);
      list.AddRectFilled({x0, y}, {x1, y + h}, withAlpha(color, 0.10f));
      list.AddRectFilled({x0, y}, {x0 + theme.px(3), y + h}, color);
    }
    std::string_view line = text.line(number);
    uint32_t begin = uint32_t(text.lines.begin(number));
    auto first = std::upper_bound(
        ranges.begin(), ranges.end(), begin,
        [](uint32_t at, const CodeRange &range) { return at < range.begin; });
    // Ranges are lines at most, so the one before may reach in here.
    if (first != ranges.begin())
      --first;
    for (; first != ranges.end() && first->begin <= begin + line.size();
         ++first)
      paintRange(line, begin, y, *first);
    paintLine(list, theme, metrics, {textX(), y}, line, {x0, x1});
    if (scroll > 0)
      list.AddRectFilled({x0 + theme.px(3), y},
                         {x0 + metrics.gutter - theme.px(6), y + h},
                         theme.panel);
    paintNumber(list, theme, metrics, {x0, y}, number + 1, false);
    list.PopClipRect();
  }

  uint32_t offsetAt(const CodeText &text, uint32_t line, float x) const {
    float column = std::max(0.f, (x - textX()) / metrics.charWidth);
    return uint32_t(text.lines.begin(line)) +
           byteOfCharacter(text.line(line), uint32_t(column));
  }
};

// A click is a press and a release without much movement.
bool clicked(const Style &theme) {
  return ImGui::IsItemDeactivated() &&
         ImGui::GetMouseDragDelta(0, 0).x * ImGui::GetMouseDragDelta(0, 0).x <
             theme.px(4) * theme.px(4);
}
} // namespace

static void scrollToRow(uint32_t row, float lineHeight) {
  float y = float(row) * lineHeight, room = ImGui::GetWindowHeight();
  float top = ImGui::GetScrollY();
  if (y < top + lineHeight || y > top + room - 3 * lineHeight)
    ImGui::SetScrollY(std::max(0.f, y - room / 3));
}

// Code that is nested deeply begins far to the right: brings the line's first
// character into view, where `room` (pixels) would not show much of it.
static void scrollToIndent(std::string_view line, const CodeMetrics &metrics,
                           float room) {
  size_t indent = std::min(line.find_first_not_of(' '), line.size());
  float x = metrics.charWidth * float(indent);
  bool visible = x >= ImGui::GetScrollX() &&
                 x < ImGui::GetScrollX() + room - metrics.charWidth * 36;
  if (!visible)
    ImGui::SetScrollX(std::max(0.f, x - metrics.charWidth * 4));
}

CodeHappened CodeView::draw(const char *label, const Style &theme,
                            CodeText &text, std::span<const CodeRange> ranges) {
  CodeHappened happened;
  CodeMetrics metrics(theme);
  metrics.makeRoomFor(text.lines.lines(), theme);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild(label, {0, 0}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_HorizontalScrollbar |
                        ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  ImVec2 origin = ImGui::GetCursorScreenPos(), min = ImGui::GetWindowPos();
  ImVec2 size = ImGui::GetWindowSize();
  noteItem(label, min, {min.x + size.x, min.y + size.y});
  if (target) {
    uint32_t line = text.lines.lineOf(*target);
    text.folding.reveal(line);
    scrollToRow(text.folding.rowOfLine(line), metrics.lineHeight);
    scrollToIndent(text.line(line), metrics, size.x - metrics.gutter);
    target.reset();
  }
  ImVec2 room = ImGui::GetContentRegionAvail();
  float width = metrics.gutter + metrics.charWidth * float(text.widest + 3);
  float height = metrics.lineHeight * float(text.folding.rows());
  ImGui::InvisibleButton("##text",
                         {std::max(width, room.x), std::max(height, room.y)});
  bool click = clicked(theme), hovered = ImGui::IsItemHovered();
  ImDrawList &list = *ImGui::GetWindowDrawList();
  Column column{theme, metrics,        list,
                min.x, min.x + size.x, ImGui::GetScrollX()};
  uint32_t first =
      uint32_t(std::max(0.f, (min.y - origin.y) / metrics.lineHeight));
  ImVec2 mouse = ImGui::GetIO().MousePos;
  for (uint32_t row = first; row < text.folding.rows(); ++row) {
    float y = origin.y + float(row) * metrics.lineHeight;
    if (y > min.y + size.y)
      break;
    uint32_t line = text.folding.lineOfRow(row);
    column.paint(text, line, y, ranges);
    bool over = hovered && mouse.y >= y && mouse.y < y + metrics.lineHeight;
    bool foldable = text.folding.foldable(line);
    bool gutter = mouse.x < min.x + metrics.gutter - theme.px(2);
    if (foldable) {
      bool folded = text.folding.folded(line);
      drawIcon(
          list, folded ? Icon::Unfold : Icon::Fold,
          {min.x + metrics.gutter - theme.px(8), y + metrics.lineHeight / 2},
          theme.px(8), over && gutter ? theme.text : theme.faint);
      if (folded)
        list.AddText(
            theme.mono, theme.mono->FontSize,
            {column.textX() +
                 metrics.charWidth *
                     float(charactersBefore(text.line(line), UINT32_MAX) + 1),
             y + (metrics.lineHeight - theme.mono->FontSize) / 2},
            theme.dim, "…");
    }
    if (!over || !click)
      continue;
    if (gutter && foldable)
      text.folding.setFolded(line, !text.folding.folded(line));
    else
      happened.clicked = column.offsetAt(text, line, mouse.x);
  }
  ImGui::EndChild();
  return happened;
}

CodeHappened DiffView::draw(const char *label, const Style &theme,
                            const CodeText &left, const CodeText &right,
                            const std::vector<LineDiffRow> &rows,
                            std::span<const CodeRange> leftRanges,
                            std::span<const CodeRange> rightRanges) {
  CodeHappened happened;
  CodeMetrics metrics(theme);
  metrics.makeRoomFor(std::max(left.lines.lines(), right.lines.lines()), theme);
  float h = metrics.lineHeight;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild(label, {0, 0}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_HorizontalScrollbar |
                        ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  ImVec2 origin = ImGui::GetCursorScreenPos(), min = ImGui::GetWindowPos();
  ImVec2 size = ImGui::GetWindowSize();
  noteItem(label, min, {min.x + size.x, min.y + size.y});
  if (target) {
    const CodeText &text = targetRight ? right : left;
    uint32_t line = text.lines.lineOf(*target);
    for (uint32_t i = 0; i < rows.size(); ++i)
      if ((targetRight ? rows[i].right : rows[i].left) == line)
        scrollToRow(i, h);
    scrollToIndent(text.line(line), metrics, size.x / 2 - metrics.gutter);
    target.reset();
  }
  if (jump) {
    int64_t at = int64_t(
        (ImGui::GetScrollY() + ImGui::GetWindowHeight() / 3) / h + 0.5f);
    auto differs = [&rows](int64_t i) {
      return rows[size_t(i)].kind != LineDiffRow::Same &&
             (i == 0 || rows[size_t(i) - 1].kind == LineDiffRow::Same);
    };
    for (int64_t i = at + jump; i >= 0 && i < int64_t(rows.size()); i += jump)
      if (differs(i)) {
        ImGui::SetScrollY(
            std::max(0.f, float(i) * h - ImGui::GetWindowHeight() / 3));
        break;
      }
    jump = 0;
  }
  float middle = min.x + size.x / 2;
  float extra =
      metrics.charWidth * float(std::max(left.widest, right.widest) + 3) +
      metrics.gutter - size.x / 2;
  ImVec2 room = ImGui::GetContentRegionAvail();
  ImGui::InvisibleButton("##text",
                         {std::max({1.f, room.x, room.x + extra}),
                          std::max({1.f, h * float(rows.size()), room.y})});
  bool click = clicked(theme), hovered = ImGui::IsItemHovered();
  ImDrawList &list = *ImGui::GetWindowDrawList();
  float scroll = ImGui::GetScrollX();
  Column sides[2] = {
      {theme, metrics, list, min.x, middle - theme.px(1), scroll},
      {theme, metrics, list, middle + theme.px(1), min.x + size.x, scroll}};
  ImVec2 mouse = ImGui::GetIO().MousePos;
  uint32_t first = uint32_t(std::max(0.f, (min.y - origin.y) / h));
  for (uint32_t i = first; i < rows.size(); ++i) {
    float y = origin.y + float(i) * h;
    if (y > min.y + size.y)
      break;
    for (int side = 0; side < 2; ++side) {
      uint32_t line = side ? rows[i].right : rows[i].left;
      const CodeText &text = side ? right : left;
      if (line == noLine) {
        list.AddRectFilled({sides[side].x0, y}, {sides[side].x1, y + h},
                           withAlpha(theme.raised, 0.45f));
        continue;
      }
      sides[side].paint(text, line, y, side ? rightRanges : leftRanges);
      bool over = mouse.y >= y && mouse.y < y + h &&
                  mouse.x >= sides[side].x0 && mouse.x < sides[side].x1;
      if (click && hovered && over) {
        happened.clicked = sides[side].offsetAt(text, line, mouse.x);
        happened.right = side == 1;
      }
    }
  }
  list.AddLine({middle, min.y}, {middle, min.y + size.y}, theme.border);
  ImGui::EndChild();
  return happened;
}

} // namespace sg::viz
