#include "app/window/SourcePane.h"
#include "viz/widgets/Controls.h"
#include <algorithm>
#include <cstring>

namespace sg::app {

using namespace viz;

// The line an operation that reaches over several begins on; the line itself
// when none does. What it goes on with is indented further.
static uint32_t operationLine(const TextBuffer &text,
                              const std::vector<StageOp> &ops, uint32_t line) {
  auto begins = [&ops](uint32_t at) {
    return std::any_of(ops.begin(), ops.end(),
                       [at](const StageOp &op) { return op.line == at + 1; });
  };
  size_t indent = text.line(line).find_first_not_of(' ');
  if (begins(line) || indent == std::string::npos)
    return line;
  for (uint32_t at = line; at-- > 0;) {
    const std::string &above = text.line(at);
    size_t first = above.find_first_not_of(' ');
    if (first == std::string::npos)
      return line;
    if (first < indent)
      return begins(at) && above[above.find_last_not_of(' ')] != '{' ? at
                                                                     : line;
  }
  return line;
}

void SourcePane::draw(Workspace &work) {
  if (opened != work.opened) {
    opened = work.opened;
    editor.buffer.reset(work.document.text);
    editor.goTo({});
    fresh = true;
    editor.marks.clear();
    edits = editor.buffer.version();
  }
  if (version != work.version)
    takeMessages(work);
  markRelatives(work);
  title(work);
  if (finding)
    findBar(work);
  messagesWithoutPlace(work);
  CodeEditor::Happened happened = editor.draw("source", work.style);
  // Also what a menu undid.
  if (edits != editor.buffer.version())
    work.document.text = editor.buffer.text();
  edits = editor.buffer.version();
  if (happened.clicked && work.build && !work.build->stages().empty() &&
      work.build->document().text == work.document.text) {
    Selected place;
    place.kind = Selected::Source;
    place.line = operationLine(editor.buffer, work.build->stages()[0].ops,
                               editor.caret().line) +
                 1;
    work.select(place);
    revealed = work.revealed; // it is where the user clicked
  }
}

void SourcePane::title(Workspace &work) {
  paneTitle(work.document.name.c_str(), work.style);
  if (work.edited()) {
    ImGui::SameLine();
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(work.style.warning),
                       "edited");
    tip("Ctrl+Enter compiles what is here now");
  } else if (work.outdated) {
    ImGui::SameLine();
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(work.style.bad),
                       "has errors");
    tip("The other panes still show the last text that could be read");
  }
}

void SourcePane::find() {
  finding = focusFind = true;
  std::string selection = editor.selectedText();
  if (!selection.empty() && selection.size() < sizeof what &&
      selection.find('\n') == std::string::npos)
    std::memcpy(what, selection.c_str(), selection.size() + 1);
}

void SourcePane::findBar(Workspace &work) {
  float side = ImGui::GetFrameHeight(), gap = work.style.px(4);
  ImGui::SetNextItemWidth(std::max(
      work.style.px(60), ImGui::GetContentRegionAvail().x - 3 * (side + gap)));
  if (focusFind)
    focusNext();
  focusFind = false;
  bool enter = ImGui::InputTextWithHint(
      "##find in source", "Find in the source", what, sizeof what,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  if (ImGui::IsItemEdited())
    notFound = false;
  bool escape = ImGui::IsItemFocused() && ImGui::IsKeyPressed(ImGuiKey_Escape);
  bool backwards = ImGui::GetIO().KeyShift;
  ImGui::SameLine(0, gap);
  bool previous = iconButton("Previous##find", Icon::Back, work.style,
                             "Previous (Shift+Enter)");
  ImGui::SameLine(0, gap);
  bool next =
      iconButton("Next##find", Icon::Forward, work.style, "Next (Enter)");
  ImGui::SameLine(0, gap);
  bool close =
      iconButton("Close##find", Icon::Cross, work.style, "Close (Esc)");
  if ((enter || previous || next) && what[0]) {
    notFound = !editor.find(what, previous || (enter && backwards));
    if (enter)
      focusFind = true;
  }
  if (notFound)
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(work.style.bad),
                       "Not in this text");
  if (close || escape) {
    finding = false;
    editor.focus();
  }
}

void SourcePane::takeMessages(const Workspace &work) {
  version = work.version;
  editor.marks.clear();
  for (const Diagnostic &message : work.messages) {
    if (message.line == 0 || message.severity > Severity::Warning)
      continue;
    EditorMark mark;
    mark.at = editor.buffer.clamp(
        {message.line - 1, message.column ? message.column - 1 : 0});
    mark.error = message.severity == Severity::Error;
    mark.message = message.message;
    for (const Diagnostic &note : message.notes)
      mark.message += "\n" + note.str();
    editor.marks.push_back(std::move(mark));
  }
  std::sort(editor.marks.begin(), editor.marks.end(),
            [](const EditorMark &a, const EditorMark &b) {
              return a.at != b.at ? a.at < b.at : a.message < b.message;
            });
  // A text that was just opened shows what is wrong with it; while it is
  // edited nothing may move.
  if (fresh && !editor.marks.empty())
    editor.goTo(editor.marks.front().at);
  fresh = false;
}

void SourcePane::goToMessage(Workspace &work, int direction) {
  const auto &marks = editor.marks;
  if (marks.empty())
    return work.say("No messages");
  TextPos caret = editor.caret();
  const EditorMark *target = direction > 0 ? &marks.front() : &marks.back();
  if (direction > 0) {
    for (auto it = marks.rbegin(); it != marks.rend(); ++it)
      if (it->at > caret)
        target = &*it;
  } else {
    for (const EditorMark &mark : marks)
      if (mark.at < caret)
        target = &mark;
  }
  editor.goTo(target->at);
  editor.focus();
}

// The lines of what is selected, wherever it was selected.
void SourcePane::markRelatives(Workspace &work) {
  bool moved = revealed != work.revealed;
  revealed = work.revealed;
  if (marked == work.selected && !moved)
    return;
  marked = work.selected;
  editor.bands.clear();
  for (const auto &[line, column] : work.relatives.places)
    editor.bands.push_back({line - 1, line == marked.line});
  if (moved && !editor.bands.empty() && marked.kind != Selected::Source) {
    uint32_t first = editor.bands.front().line;
    editor.goTo(editor.buffer.clamp({first, 0}));
  }
}

void SourcePane::messagesWithoutPlace(const Workspace &work) const {
  for (const Diagnostic &message : work.messages)
    if (message.severity == Severity::Error && message.line == 0) {
      ImGui::PushTextWrapPos(0);
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(work.style.bad), "%s",
                         message.message.c_str());
      ImGui::PopTextWrapPos();
    }
}

} // namespace sg::app
