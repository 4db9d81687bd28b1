// The right side of the job plan: instructions, words, what correction does.
#include "viz/model/Numbers.h"
#include "viz/widgets/Controls.h"
#include "viz/widgets/ItemRegistry.h"
#include "viz/widgets/JobPlanView.h"
#include "viz/widgets/LineList.h"
#include <algorithm>
#include <cinttypes>
#include <utility>

namespace sg::viz {

static std::string hexBytes(const std::vector<uint8_t> &bytes, uint64_t begin,
                            uint64_t end) {
  static const char digits[] = "0123456789abcdef";
  std::string text;
  for (uint64_t i = begin; i < std::min<uint64_t>(end, bytes.size()); ++i) {
    text += text.empty() ? "" : " ";
    text += digits[bytes[i] >> 4];
    text += digits[bytes[i] & 15];
  }
  return text;
}

static std::string hexWord(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%016" PRIx64, value);
  return text;
}

static std::string offsetText(const JobBinary &image, uint64_t offset) {
  return addressText(int64_t(offset), Base::Hex, int64_t(image.before.size()));
}

// Instructions.

void JobPlanView::startSearch() {
  hits.clear();
  hit = searched = 0;
}

/// A part of the rows per frame, so that the window goes on meanwhile.
void JobPlanView::searchOn() {
  constexpr size_t part = 20000;
  if (!search[0] || searched >= listing.rows().size())
    return;
  bool first = hits.empty();
  for (uint32_t row : listing.search(search, searched, searched + part))
    hits.push_back(row);
  searched += part;
  if (first && !hits.empty())
    wantedRow = hits[0];
}

void JobPlanView::listingTools(const Style &theme, const JobModel &model) {
  const auto &instances = model.binaries()[binary].mapped.binary.instances;
  ImGui::SetNextItemWidth(theme.px(220));
  std::string name = unit && *unit < instances.size()
                         ? unitName(instances[*unit])
                         : "all streams";
  ImVec2 at = ImGui::GetCursorScreenPos();
  noteItem("unit", at, {at.x + theme.px(220), at.y + ImGui::GetFrameHeight()});
  if (ImGui::BeginCombo("##unit", name.c_str(), ImGuiComboFlags_HeightLarge)) {
    ImGuiListClipper clipper;
    clipper.Begin(int(instances.size()) + 1);
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        std::string text =
            i ? unitName(instances[size_t(i) - 1]) : "all streams";
        ImGui::PushID(i);
        if (ImGui::Selectable(text.c_str(), text == name)) {
          unit = i ? std::optional<uint32_t>(uint32_t(i - 1)) : std::nullopt;
          listing = Listing(model.binaries()[binary], unit);
          startSearch();
          wantedRow = 0;
        }
        ImGui::PopID();
      }
    ImGui::EndCombo();
  }
  tip("The instructions of one unit with its own values, or of all");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(theme.px(180));
  bool entered =
      ImGui::InputTextWithHint("##search", "Search", search, sizeof search,
                               ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemEdited())
    startSearch();
  searchOn();
  if (!search[0])
    return;
  auto step = [this](size_t by) {
    if (hits.empty())
      return;
    hit = (hit + by) % hits.size();
    wantedRow = hits[hit];
  };
  ImGui::SameLine(0, theme.px(4));
  bool back = iconButton("##previous hit", Icon::Back, theme, "The hit before",
                         !hits.empty());
  ImGui::SameLine(0, theme.px(2));
  bool next = iconButton("##next hit", Icon::Forward, theme,
                         "The next hit (Enter)", !hits.empty());
  if (back)
    step(hits.size() - 1);
  if (next || entered)
    step(1);
  ImGui::SameLine();
  if (hits.empty())
    ImGui::TextDisabled(searched < listing.rows().size() ? "searching"
                                                         : "nothing found");
  else
    ImGui::TextDisabled("%zu of %zu", hit + 1, hits.size());
}

void JobPlanView::paintInstruction(const LineList &lines,
                                   const JobBinary &image,
                                   const ListingRow &row, float y) const {
  const Style &theme = lines.theme;
  if (row.kind == ListingRow::Title) {
    std::string text = listing.text(row), note = listing.note(row);
    float x = lines.column(0), high = lines.height();
    textIn(*lines.list, theme.bold, {x, y}, {lines.max.x, y + high}, theme.text,
           text);
    float used =
        theme.bold
            ->CalcTextSizeA(theme.bold->FontSize, FLT_MAX, 0, text.c_str())
            .x;
    textIn(*lines.list, theme.sans, {x + used + theme.px(10), y},
           {lines.max.x, y + high}, theme.dim, note);
    return;
  }
  auto [begin, end] = listing.bytes(row);
  lines.text(0, y, theme.faint, offsetText(image, begin));
  // Where room is short the bytes give way: they are among the words as well.
  bool wide = lines.max.x > lines.column(92);
  float code = wide ? 36 : 9;
  if (wide) {
    std::string bytes = hexBytes(image.before, begin, std::min(begin + 8, end));
    if (end - begin > 8)
      bytes += " …";
    bool replaced = row.kind == ListingRow::Entry && row.patched;
    lines.text(9, y, replaced ? theme.warning : theme.faint, bytes);
  }
  std::string text(size_t(row.depth) * 2, ' ');
  text += listing.text(row);
  paintLine(*lines.list, theme, lines.metrics, {lines.column(code), y}, text,
            {lines.min.x, lines.max.x});
  float after = lines.column(code + std::max(34.f, float(text.size()) + 2));
  textIn(*lines.list, theme.sans, {after, y}, {lines.max.x, y + lines.height()},
         row.patched ? theme.warning : theme.dim, listing.note(row));
}

void JobPlanView::instructions(const Style &theme, const JobModel &model,
                               const Relatives &relatives, Happened &happened) {
  const JobBinary &image = model.binaries()[binary];
  if (!image.error.empty())
    return emptyPane(theme, "This program cannot be read", image.error.c_str());
  listingTools(theme, model);
  if (wanted)
    if (auto row = listing.find(std::exchange(wanted, 0)))
      wantedRow = row;
  LineList lines(theme);
  lines.begin("##instructions", listing.rows().size(),
              std::exchange(wantedRow, std::nullopt));
  for (size_t i = lines.first(); i < lines.last(); ++i) {
    const ListingRow &row = listing.rows()[i];
    uint32_t source = listing.source(row);
    bool related = source < relatives.sources.size() &&
                   relatives.sources[source] && source;
    bool found = std::binary_search(hits.begin(), hits.end(), uint32_t(i));
    bool current = found && hits[hit] == i;
    if (row.kind == ListingRow::Title)
      lines.back(i, theme.raised);
    if (related)
      lines.back(i, theme.related);
    if (found)
      lines.back(i, withAlpha(theme.warning, current ? 0.38f : 0.16f));
    bool over = row.kind == ListingRow::Instruction && lines.over(i);
    if (over)
      lines.back(i, withAlpha(theme.hover, 0.6f));
    paintInstruction(lines, image, row, lines.y(i));
    if (notesItems())
      noteItem("instruction " + listing.text(row), {lines.min.x, lines.y(i)},
               {lines.max.x, lines.y(i) + lines.height()});
    if (over && lines.clicked()) {
      happened.instruction = listing.number(row);
      happened.source = source;
    }
  }
  lines.end();
}

// Words.

void JobPlanView::paintWords(const LineList &lines, const JobBinary &image,
                             uint64_t offset, uint64_t bytes, float y) const {
  const Style &theme = lines.theme;
  lines.text(0, y, theme.faint, offsetText(image, offset));
  float side = float(bytes) * 3 + 1;
  for (uint64_t at = offset;
       at < std::min<uint64_t>(offset + bytes, image.before.size()); at += 8) {
    const PatchedWord *word = image.patchAt(at);
    bool changed = word && word->before != word->after;
    float column = 9 + float(at - offset) * 3;
    if (word)
      for (int corrected = 0; corrected < 2; ++corrected) {
        float x = lines.column(column + side * float(corrected));
        lines.list->AddRectFilled(
            {x - theme.px(2), y},
            {x + lines.metrics.charWidth * 23 + theme.px(2),
             y + lines.height()},
            withAlpha(changed ? theme.warning : theme.dim, 0.22f), theme.px(3));
      }
    lines.text(column, y, word ? theme.text : theme.dim,
               hexBytes(image.before, at, at + 8));
    if (!image.after.empty())
      lines.text(column + side, y, word ? theme.warning : theme.dim,
                 hexBytes(image.after, at, at + 8));
  }
  float from = 9 + side * (image.after.empty() ? 1 : 2);
  // The name where a part begins; behind it the same would be said again.
  const ImagePart *part = image.partAt(
      std::min<uint64_t>(offset + bytes - 1, image.before.size() - 1));
  if (part)
    textIn(*lines.list, theme.sans, {lines.column(from), y},
           {lines.max.x, y + lines.height()},
           part->begin >= offset ? theme.text : theme.faint, part->name);
}

void JobPlanView::words(const Style &theme, const JobModel &model) {
  const JobBinary &image = model.binaries()[binary];
  if (image.before.empty())
    return emptyPane(theme, "This file is empty");
  LineList lines(theme);
  bool both = !image.after.empty();
  float sides = both ? 2 : 1;
  float characters = (ImGui::GetContentRegionAvail().x - theme.px(20)) /
                     lines.metrics.charWidth;
  uint64_t bytes = characters > 9 + 49 * sides + 14 ? 16 : 8;
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled(both ? "left: the file, right: as it runs"
                           : "the file; no launch is shown");
  if (both && !image.patches.empty()) {
    ImGui::SameLine();
    if (ImGui::Button("Next change")) {
      // Behind the one that was shown last, going round.
      uint64_t from = wordsAt;
      auto next = std::find_if(
          image.patches.begin(), image.patches.end(),
          [from](const PatchedWord &word) { return word.offset > from; });
      wordsAt = next == image.patches.end() ? image.patches.front().offset
                                            : next->offset;
      wantedOffset = wordsAt;
    }
  }
  std::optional<size_t> target;
  if (wantedOffset)
    target = size_t(*std::exchange(wantedOffset, std::nullopt) / bytes);
  lines.begin("##words", size_t((image.before.size() + bytes - 1) / bytes),
              target);
  for (size_t i = lines.first(); i < lines.last(); ++i) {
    uint64_t offset = uint64_t(i) * bytes;
    if (both && wordsAt >= offset && wordsAt < offset + bytes && wordsAt)
      lines.back(i, withAlpha(theme.accent, 0.14f));
    paintWords(lines, image, offset, bytes, lines.y(i));
    if (lines.over(i))
      if (const ImagePart *part = image.partAt(offset + bytes - 1))
        ImGui::SetTooltip("%s", part->name.c_str());
  }
  lines.end();
}

// Correction.

static void arguments(const Style &theme, const JobModel &model) {
  std::string text;
  for (size_t i = 0; i < model.arguments().size(); ++i)
    text += (i ? ",  " : "") + model.argumentNames()[i] + " = " +
            grouped(model.arguments()[i]);
  ImGui::PushStyleColor(ImGuiCol_Text, theme.dim);
  ImGui::TextWrapped("Launch arguments: %s",
                     text.empty() ? "not known" : text.c_str());
  ImGui::PopStyleColor();
}

void JobPlanView::correction(const Style &theme, const JobModel &model) {
  const JobBinary &image = model.binaries()[binary];
  arguments(theme, model);
  const Binary &program = image.mapped.binary;
  if (program.relocations.empty())
    return emptyPane(theme, "Nothing to correct",
                     "This program runs as it is: no word depends on the "
                     "launch.");
  if (image.patches.empty())
    return emptyPane(theme, "No launch to show",
                     "Run the kernel to see what the correction changes.");
  if (!ImGui::BeginTable("##correction", 5,
                         ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
                             ImGuiTableFlags_Resizable |
                             ImGuiTableFlags_SizingStretchProp))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("word", 0, 0.7f);
  ImGui::TableSetupColumn("of", 0, 2);
  ImGui::TableSetupColumn("becomes", 0, 1.6f);
  ImGui::TableSetupColumn("before", 0, 1);
  ImGui::TableSetupColumn("after", 0, 1.3f);
  ImGui::TableHeadersRow();
  ImGuiListClipper clipper;
  clipper.Begin(int(image.patches.size()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const PatchedWord &word = image.patches[size_t(i)];
      const CorrectionValue *lane = model.cause(image, word);
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      std::string name = offsetText(image, word.offset);
      if (ImGui::Selectable(name.c_str(), false,
                            ImGuiSelectableFlags_SpanAllColumns)) {
        tab = Tab::Words;
        wordsAt = word.offset;
        wantedOffset = word.offset;
      }
      ImGui::TableNextColumn();
      if (word.relocation < program.relocations.size()) {
        const Relocation &one = program.relocations[word.relocation];
        ImGui::Text("%s, t%u",
                    unitName(program.instances[one.instance]).c_str(),
                    one.entry);
      } else {
        ImGui::TextUnformatted("header: checksum");
      }
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(lane ? lane->expression.c_str()
                                  : "follows from the others");
      for (uint64_t value : {word.before, word.after}) {
        ImGui::TableNextColumn();
        std::string text = lane ? grouped(int64_t(value)) : hexWord(value);
        bool marked = word.before != word.after && value == word.after;
        ImGui::TextColored(
            ImGui::ColorConvertU32ToFloat4(marked ? theme.warning : theme.text),
            "%s", text.c_str());
      }
    }
  ImGui::EndTable();
}

} // namespace sg::viz
