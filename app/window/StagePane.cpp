#include "app/window/StagePane.h"
#include "viz/model/Numbers.h"
#include "viz/widgets/Controls.h"
#include <algorithm>

namespace sg::app {

using namespace viz;

void StagePane::search(Workspace &work) {
  if (searched == what && version == work.version)
    return;
  bool another = searched != what;
  visited = visited && !another;
  searched = what;
  version = work.version;
  hits = searchStages(work.build->stages(), searched);
  hitsByStage.assign(searched.empty() ? 0 : work.build->stages().size(), 0);
  for (const SearchHit &found : hits)
    ++hitsByStage[found.stage];
  if (!another)
    hit = std::min(hit, hits.size());
  else
    hit = size_t(std::find_if(hits.begin(), hits.end(),
                              [&](const SearchHit &found) {
                                return found.stage >= work.stage;
                              }) -
                 hits.begin());
}

void StagePane::nextHit(Workspace &work, int direction) {
  if (hits.empty())
    return;
  // The first step after typing goes to the hit that the search came to.
  if (visited || direction < 0)
    hit += direction > 0 ? 1 : hits.size() - 1;
  hit %= hits.size();
  visited = true;
  const SearchHit &found = hits[hit];
  work.showStage(found.stage);
  shown = found.stage;
  one.reveal(found.begin);
  two.reveal(found.begin, true);
  list.reveal();
}

void StagePane::move(Workspace &work, int direction) {
  if (!work.build || work.build->stages().empty())
    return;
  work.showStage(work.build->stageList.nextChanged(work.stage, direction));
  list.reveal();
}

void StagePane::drawList(Workspace &work) {
  const Style &style = work.style;
  paneTitle("Stages", style);
  if (!work.build || !work.build->hasStages()) {
    emptyPane(style, "No stages yet");
    return;
  }
  ImGui::SetNextItemWidth(-1);
  if (focusFind)
    focusNext();
  focusFind = false;
  if (ImGui::InputTextWithHint("##find in stages", "Find in all stages", what,
                               sizeof what,
                               ImGuiInputTextFlags_EnterReturnsTrue |
                                   ImGuiInputTextFlags_AutoSelectAll)) {
    nextHit(work, ImGui::GetIO().KeyShift ? -1 : 1);
    focusFind = true;
  }
  search(work);
  if (!searched.empty())
    ImGui::TextColored(
        ImGui::ColorConvertU32ToFloat4(hits.empty() ? style.bad : style.dim),
        hits.empty() ? "Nothing found" : "%zu of %zu%s",
        hits.empty() ? 0 : std::min(hit + 1, hits.size()), hits.size(),
        hits.size() >= SearchOptions().limit ? " and more" : "");
  std::vector<bool> related;
  for (const auto &ops : work.relatives.ops)
    related.push_back(!ops.empty());
  ImGui::BeginChild("##stages");
  if (auto chosen = list.draw(style, work.build->stageList, work.stage,
                              hitsByStage, related))
    work.showStage(*chosen);
  if (ImGui::IsWindowFocused() && !ImGui::GetIO().WantTextInput) {
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow))
      move(work, 1);
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow))
      move(work, -1);
  }
  ImGui::EndChild();
}

void StagePane::heading(Workspace &work) {
  const Style &style = work.style;
  const Stage &stage = work.build->stages()[work.stage];
  paneTitle(stage.name.c_str(), style);
  ImGui::SameLine();
  char facts[120];
  size_t lines = work.build->stageList.summaries()[work.stage].lines;
  std::snprintf(facts, sizeof facts, "%s operations, %s lines, %.2f ms",
                grouped(int64_t(stage.ops.size())).c_str(),
                grouped(int64_t(lines)).c_str(), stage.milliseconds);
  ImVec2 at = ImGui::GetCursorScreenPos();
  float gap = style.px(4), side = ImGui::GetFrameHeight() + gap;
  float padding = 2 * ImGui::GetStyle().FramePadding.x;
  float buttons = ImGui::CalcTextSize("Before/after").x + gap +
                  ImGui::CalcTextSize("Copy").x + 2 * padding;
  if (work.settings.sideBySide)
    buttons += 2 * side;
  float right = at.x + ImGui::GetContentRegionAvail().x;
  bool fits = at.x + buttons <= right;
  if (fits) {
    textIn(*ImGui::GetWindowDrawList(), style.sans, at,
           {right - buttons - style.px(8), at.y + ImGui::GetTextLineHeight()},
           style.dim, facts);
    ImGui::SetCursorScreenPos({right - buttons, at.y});
  } else {
    ImGui::NewLine();
  }
  // To the left of what shows them, which stays under the mouse.
  if (work.settings.sideBySide) {
    if (iconButton("Previous difference", Icon::Back, style,
                   "Previous difference"))
      two.nextDifference(true);
    ImGui::SameLine(0, gap);
    if (iconButton("Next difference", Icon::Forward, style, "Next difference"))
      two.nextDifference(false);
    ImGui::SameLine(0, gap);
  }
  if (toggle("Before/after", style, work.settings.sideBySide,
             "Show this stage beside the one before"))
    work.settings.sideBySide = !work.settings.sideBySide;
  ImGui::SameLine(0, gap);
  if (ImGui::Button("Copy")) {
    ImGui::SetClipboardText(stage.text.c_str());
    work.say("Copied the text of " + stage.name);
  }
}

void StagePane::purpose(Workspace &work) {
  const Style &style = work.style;
  const Stage &stage = work.build->stages()[work.stage];
  ImGui::PushTextWrapPos(0);
  ImGui::TextColored(
      ImGui::ColorConvertU32ToFloat4(style.dim), "%s%s", stage.purpose.c_str(),
      stage.changed || stage.failed ? "" : ". It changed nothing here.");
  if (stage.failed)
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(style.bad),
                       "It stopped with an error: %s",
                       work.build->failure().c_str());
  if (work.settings.sideBySide && work.stage > 0) {
    const StageDiff &diff = work.build->comparison(work.stage).ops;
    bool any = false;
    for (OpChange change : {OpChange::Added, OpChange::Removed, OpChange::Moved,
                            OpChange::Changed, OpChange::Rewritten})
      if (size_t count = diff.count(change)) {
        if (any)
          ImGui::SameLine(0, style.px(12));
        any = true;
        ImGui::TextColored(
            ImGui::ColorConvertU32ToFloat4(changeColour(change, style)),
            "%zu %s", count, opChangeName(change));
      }
    if (!any)
      ImGui::TextUnformatted("No operation changed.");
  }
  ImGui::PopTextWrapPos();
}

void StagePane::collect(const Workspace &work, uint32_t stage,
                        std::vector<CodeRange> &into) const {
  into.clear();
  const Selected &selected = work.selected;
  if (stage < work.relatives.ops.size())
    for (const RelatedOp &op : work.relatives.ops[stage]) {
      bool self = selected.kind == Selected::Op && selected.stage == stage &&
                  selected.index == op.op;
      into.push_back(
          {op.begin, op.end, self ? CodeRange::Selected : CodeRange::Related});
    }
  for (size_t i = 0; i < hits.size(); ++i)
    if (hits[i].stage == stage)
      into.push_back({hits[i].begin, hits[i].end,
                      i == hit ? CodeRange::CurrentHit : CodeRange::Hit});
  std::sort(into.begin(), into.end(),
            [](const CodeRange &a, const CodeRange &b) {
              return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
            });
}

// Scrolls to the first relative when something else was selected, or to the
// same place when another stage is shown.
void StagePane::revealSelection(Workspace &work) {
  if (revealed == work.revealed && shown == work.stage)
    return;
  bool another = shown != work.stage;
  revealed = work.revealed;
  shown = work.stage;
  list.reveal();
  const auto &ops = work.relatives.ops;
  if (work.stage < ops.size() && !ops[work.stage].empty()) {
    uint32_t begin = ops[work.stage].front().begin;
    if (work.selected.kind == Selected::Op && work.selected.stage == work.stage)
      begin = work.build->stages()[work.stage].ops[work.selected.index].begin;
    one.reveal(begin);
    two.reveal(begin, true);
  } else if (another) {
    one.toTop();
  }
}

void StagePane::clicked(Workspace &work, const CodeHappened &happened) {
  if (!happened.clicked)
    return;
  bool left = work.settings.sideBySide && work.stage > 0 && !happened.right;
  uint32_t stage = left ? work.stage - 1 : work.stage;
  Selected op;
  if (auto found = work.build->relations().opAt(stage, *happened.clicked)) {
    op.kind = Selected::Op;
    op.stage = stage;
    op.index = *found;
  }
  work.select(op);
  // The text under the mouse stays where it is.
  revealed = work.revealed;
}

void StagePane::drawText(Workspace &work) {
  if (!work.build || !work.build->hasStages()) {
    emptyPane(work.style, "Nothing compiled yet",
              work.working() ? "Compiling…"
                             : "Fix the error in the source, then Ctrl+Enter");
    return;
  }
  heading(work);
  purpose(work);
  revealSelection(work);
  collect(work, work.stage, ranges);
  CodeHappened happened;
  if (work.settings.sideBySide && work.stage > 0) {
    collect(work, work.stage - 1, rangesBefore);
    const StageComparison &both = work.build->comparison(work.stage);
    happened = two.draw("before and after", work.style, both.before, both.after,
                        both.rows, rangesBefore, ranges);
  } else {
    happened = one.draw("stage text", work.style, work.build->text(work.stage),
                        ranges);
  }
  clicked(work, happened);
}

} // namespace sg::app
