#include "viz/widgets/CodeEditor.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include "imgui_internal.h"
#include <algorithm>
#include <cmath>

namespace sg::viz {

struct CodeEditor::Frame {
  const Style &theme;
  CodeMetrics metrics;
  ImDrawList &list;
  ImVec2 origin;   ///< of the first line's gutter, on screen
  ImVec2 min, max; ///< what is visible
  bool hovered = false;

  float xOf(std::string_view line, uint32_t column) const {
    return origin.x + metrics.gutter +
           metrics.charWidth * float(charactersBefore(line, column));
  }
};

// Marks take a row each below their line.
float CodeEditor::yOf(uint32_t line, const CodeMetrics &metrics) const {
  auto before = std::lower_bound(
      marks.begin(), marks.end(), line,
      [](const EditorMark &mark, uint32_t l) { return mark.at.line < l; });
  return float(line + (before - marks.begin())) * metrics.lineHeight;
}

uint32_t CodeEditor::lineAt(float y, const CodeMetrics &metrics) const {
  if (y <= 0)
    return 0;
  uint32_t low = 0, high = buffer.lineCount() - 1;
  while (low < high) {
    uint32_t middle = (low + high + 1) / 2;
    if (yOf(middle, metrics) <= y)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

void CodeEditor::measure() {
  if (widthVersion == buffer.version())
    return;
  widthVersion = buffer.version();
  size_t most = 0;
  for (uint32_t i = 0; i < buffer.lineCount(); ++i)
    most = std::max(most, buffer.line(i).size());
  widest = float(most);
  for (EditorMark &mark : marks)
    mark.at = buffer.clamp(mark.at);
}

std::string CodeEditor::selectedText() const {
  return buffer.text(std::min(cursor, anchor), std::max(cursor, anchor));
}

void CodeEditor::goTo(TextPos pos) {
  cursor = anchor = buffer.clamp(pos);
  wishedColumn = charactersBefore(buffer.line(cursor.line), cursor.column);
  reveal = true;
}

void CodeEditor::select(TextPos from, TextPos to) {
  goTo(to);
  anchor = buffer.clamp(from);
}

bool CodeEditor::find(const std::string &what, bool backwards) {
  auto at = buffer.find(
      what, backwards ? std::min(cursor, anchor) : std::max(cursor, anchor),
      backwards);
  if (at)
    select(*at, {at->line, at->column + uint32_t(what.size())});
  return at.has_value();
}

void CodeEditor::undo() {
  if (auto at = buffer.undo())
    goTo(*at);
}

void CodeEditor::redo() {
  if (auto at = buffer.redo())
    goTo(*at);
}

CodeEditor::Happened CodeEditor::draw(const char *label, const Style &theme) {
  Happened happened;
  measure();
  cursor = buffer.clamp(cursor), anchor = buffer.clamp(anchor);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild(label, {0, 0}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_HorizontalScrollbar |
                        ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  if (wantsFocus)
    ImGui::SetWindowFocus();
  wantsFocus = false;
  hasFocus = ImGui::IsWindowFocused();
  ImVec2 min = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  Frame frame{theme,
              CodeMetrics(theme),
              *ImGui::GetWindowDrawList(),
              ImGui::GetCursorScreenPos(),
              min,
              {min.x + size.x, min.y + size.y}};
  frame.metrics.makeRoomFor(buffer.lineCount(), theme);
  float h = frame.metrics.lineHeight;
  pageLines = std::max(1.f, size.y / h - 1);
  ImVec2 content{frame.metrics.gutter + (widest + 4) * frame.metrics.charWidth,
                 float(buffer.lineCount() + marks.size()) * h + theme.px(8)};
  content.x = std::max(content.x, ImGui::GetContentRegionAvail().x);
  content.y = std::max(content.y, ImGui::GetContentRegionAvail().y);
  ImGui::InvisibleButton("##text", content);
  frame.hovered = ImGui::IsItemHovered();
  noteItem(label, frame.min, frame.max);
  mouse(frame, happened);
  if (hasFocus)
    happened.changed = keys();
  scroll(frame);
  if (hasFocus)
    claimText(frame);
  paint(frame);
  if (frame.hovered)
    showMessage(frame);
  ImGui::EndChild();
  return happened;
}

void CodeEditor::mouse(const Frame &frame, Happened &happened) {
  if (frame.hovered)
    ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
  const ImGuiIO &io = ImGui::GetIO();
  uint32_t line = lineAt(io.MousePos.y - frame.origin.y, frame.metrics);
  float x = (io.MousePos.x - frame.origin.x - frame.metrics.gutter) /
            frame.metrics.charWidth;
  TextPos at{line, byteOfCharacter(buffer.line(line),
                                   uint32_t(std::max(0.f, std::round(x))))};
  if (ImGui::IsItemActivated()) {
    dragging = true;
    cursor = at;
    if (!io.KeyShift)
      anchor = at;
    int clicks = ImGui::GetMouseClickedCount(0);
    if (clicks == 2) {
      anchor = buffer.previousWord(buffer.nextWord(at));
      cursor = buffer.nextWord(anchor);
      while (cursor > anchor && cursor.column > 0 &&
             buffer.line(line)[cursor.column - 1] == ' ')
        --cursor.column;
    } else if (clicks > 2) {
      anchor = {line, 0};
      cursor = buffer.next({line, uint32_t(buffer.line(line).size())});
    }
    dragging = clicks == 1;
  } else if (ImGui::IsItemActive() && dragging && cursor != at) {
    cursor = at;
    reveal = true;
  }
  if (ImGui::IsItemDeactivated()) {
    happened.clicked = dragging && cursor == anchor;
    dragging = false;
  }
  if (ImGui::IsItemActive())
    wishedColumn = charactersBefore(buffer.line(cursor.line), cursor.column);
}

void CodeEditor::scroll(const Frame &frame) {
  if (!reveal)
    return;
  reveal = false;
  float h = frame.metrics.lineHeight, y = yOf(cursor.line, frame.metrics);
  float room = ImGui::GetWindowHeight() - ImGui::GetStyle().ScrollbarSize;
  float top = ImGui::GetScrollY();
  if (y < top || y + 2 * h > top + room)
    ImGui::SetScrollY(std::max(0.f, y < top - room || y > top + 2 * room
                                        ? y - room / 3
                                    : y < top ? y - h
                                              : y + 2 * h - room));
  float x = frame.xOf(buffer.line(cursor.line), cursor.column) - frame.origin.x;
  float left = ImGui::GetScrollX(), width = ImGui::GetWindowWidth();
  if (x - frame.metrics.gutter < left)
    ImGui::SetScrollX(
        std::max(0.f, x - frame.metrics.gutter - 4 * frame.metrics.charWidth));
  else if (x + 4 * frame.metrics.charWidth > left + width)
    ImGui::SetScrollX(x + 8 * frame.metrics.charWidth - width);
}

void CodeEditor::claimText(const Frame &frame) const {
  ImGuiContext &context = *ImGui::GetCurrentContext();
  context.WantTextInputNextFrame = 1;
  context.PlatformImeData.WantVisible = true;
  context.PlatformImeData.InputPos = {
      frame.xOf(buffer.line(cursor.line), cursor.column),
      frame.origin.y + yOf(cursor.line, frame.metrics)};
  context.PlatformImeData.InputLineHeight = frame.metrics.lineHeight;
}

void CodeEditor::paintSelection(const Frame &frame, uint32_t line,
                                float y) const {
  TextPos from = std::min(cursor, anchor), to = std::max(cursor, anchor);
  if (from == to || line < from.line || line > to.line)
    return;
  const std::string &text = buffer.line(line);
  float x0 = frame.xOf(text, line == from.line ? from.column : 0);
  float x1 = line == to.line ? frame.xOf(text, to.column)
                             : frame.xOf(text, uint32_t(text.size())) +
                                   frame.metrics.charWidth;
  frame.list.AddRectFilled({x0, y}, {x1, y + frame.metrics.lineHeight},
                           frame.theme.selection);
}

void CodeEditor::paintMarks(const Frame &frame, uint32_t line, float y) const {
  const Style &theme = frame.theme;
  float h = frame.metrics.lineHeight;
  for (const EditorMark &mark : marks) {
    if (mark.at.line != line)
      continue;
    ImU32 color = mark.error ? theme.bad : theme.warning;
    const std::string &text = buffer.line(line);
    uint32_t end = buffer.nextWord(mark.at).column;
    float x0 = std::max(frame.xOf(text, mark.at.column),
                        frame.min.x + frame.metrics.gutter);
    float x1 =
        std::max(x0 + frame.metrics.charWidth,
                 frame.xOf(text, end > mark.at.column ? end : mark.at.column));
    paintSquiggle(frame.list, theme, x0, x1, y + h - theme.px(2), color);
    frame.list.AddCircleFilled({frame.min.x + theme.px(8), y + h / 2},
                               theme.px(3.5f), color);
  }
  uint32_t row = 0;
  for (const EditorMark &mark : marks) {
    if (mark.at.line != line)
      continue;
    ImU32 color = mark.error ? theme.bad : theme.warning;
    float top = y + h * float(++row);
    float x = std::max(frame.min.x, frame.origin.x) + frame.metrics.gutter;
    frame.list.AddRectFilled({frame.min.x, top}, {frame.max.x, top + h},
                             mix(theme.panel, color, 0.14f));
    std::string first = mark.message.substr(0, mark.message.find('\n'));
    textIn(frame.list, theme.sans, {x, top},
           {frame.max.x - theme.px(16), top + h}, color, first);
    noteItem("mark " + std::to_string(line + 1), {x, top},
             {frame.max.x, top + h});
  }
}

void CodeEditor::paint(const Frame &frame) const {
  const Style &theme = frame.theme;
  const CodeMetrics &metrics = frame.metrics;
  float h = metrics.lineHeight;
  uint32_t first = lineAt(frame.min.y - frame.origin.y - h, metrics);
  frame.list.PushClipRect(frame.min, frame.max, true);
  for (uint32_t i = first; i < buffer.lineCount(); ++i) {
    float y = frame.origin.y + yOf(i, metrics);
    if (y > frame.max.y)
      break;
    for (const EditorBand &band : bands)
      if (band.line == i)
        frame.list.AddRectFilled({frame.min.x, y}, {frame.max.x, y + h},
                                 band.primary
                                     ? mix(theme.panel, theme.accent, 0.2f)
                                     : theme.related);
    if (i == cursor.line && hasFocus && anchor == cursor)
      frame.list.AddRect({frame.min.x, y}, {frame.max.x, y + h},
                         withAlpha(theme.faint, 0.25f));
    paintSelection(frame, i, y);
    paintLine(frame.list, theme, metrics, {frame.origin.x + metrics.gutter, y},
              buffer.line(i), {frame.min.x, frame.max.x});
    if (i == cursor.line && hasFocus) {
      float x = frame.xOf(buffer.line(i), cursor.column);
      frame.list.AddRectFilled({x - theme.px(0.5f), y + theme.px(1)},
                               {x + theme.px(1.5f), y + h - theme.px(1)},
                               theme.accent);
    }
    // The numbers stay where they are when long lines are scrolled.
    if (frame.origin.x < frame.min.x)
      frame.list.AddRectFilled(
          {frame.min.x, y},
          {frame.min.x + metrics.gutter - theme.px(6), y + h}, theme.panel);
    paintNumber(frame.list, theme, metrics, {frame.min.x, y}, i + 1,
                i == cursor.line && hasFocus);
    if (!marks.empty())
      paintMarks(frame, i, y);
  }
  frame.list.PopClipRect();
}

void CodeEditor::showMessage(const Frame &frame) const {
  float y = ImGui::GetIO().MousePos.y - frame.origin.y;
  uint32_t line = lineAt(y, frame.metrics);
  std::string all;
  for (const EditorMark &mark : marks)
    if (mark.at.line == line)
      all += (all.empty() ? "" : "\n") + mark.message;
  if (all.empty() || !ImGui::BeginTooltip())
    return;
  ImGui::PushTextWrapPos(frame.theme.px(520));
  ImGui::TextUnformatted(all.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

} // namespace sg::viz
