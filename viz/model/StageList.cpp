#include "viz/model/StageList.h"
#include <algorithm>
#include <cctype>

namespace sg::viz {

StageList::StageList(const std::vector<Stage> &stages) {
  for (const Stage &stage : stages) {
    StageSummary one;
    one.name = stage.name;
    one.purpose = stage.purpose;
    one.ops = stage.ops.size();
    one.remarks = stage.remarks.size();
    one.lines = size_t(std::count(stage.text.begin(), stage.text.end(), '\n'));
    if (!stage.text.empty() && stage.text.back() != '\n')
      ++one.lines;
    one.milliseconds = stage.milliseconds;
    // As Stage::provenance, which needs the whole session to link.
    size_t known = size_t(
        std::count_if(stage.ops.begin(), stage.ops.end(),
                      [](const StageOp &op) { return !op.origins.empty(); }));
    one.provenance =
        stage.ops.empty() ? 1 : double(known) / double(stage.ops.size());
    one.changed = stage.changed;
    one.failed = stage.failed;
    all.push_back(std::move(one));
  }
  update();
}

bool StageList::quiet(uint32_t stage) const {
  const StageSummary &one = all[stage];
  return !one.changed && !one.failed && one.remarks == 0;
}

uint32_t StageList::runStart(uint32_t stage) const {
  while (stage > 0 && quiet(stage) && quiet(stage - 1))
    --stage;
  return stage;
}

void StageList::update() {
  visible.clear();
  for (uint32_t at = 0; at < all.size();) {
    uint32_t end = at + 1;
    if (quiet(at))
      while (end < all.size() && quiet(end))
        ++end;
    if (end - at > 1 && !allOpen && !opened.count(at)) {
      visible.push_back({at, end - at, true});
    } else {
      for (uint32_t i = at; i < end; ++i)
        visible.push_back({i, 1, false});
    }
    at = end;
  }
}

void StageList::setOpen(uint32_t stage, bool open) {
  if (stage >= all.size())
    return;
  if (open)
    opened.insert(runStart(stage));
  else
    opened.erase(runStart(stage));
  update();
}

void StageList::setAllOpen(bool open) {
  allOpen = open;
  opened.clear();
  update();
}

size_t StageList::rowOf(uint32_t stage) const {
  auto it = std::partition_point(
      visible.begin(), visible.end(),
      [&](const StageRow &row) { return row.first + row.count <= stage; });
  return size_t(it - visible.begin());
}

uint32_t StageList::nextChanged(uint32_t stage, int direction) const {
  int64_t step = direction < 0 ? -1 : 1;
  for (int64_t i = int64_t(stage) + step; i >= 0 && i < int64_t(all.size());
       i += step)
    if (all[size_t(i)].changed || all[size_t(i)].failed)
      return uint32_t(i);
  return stage;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; }

static bool inWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
}

static void searchText(const std::string &text, uint32_t stage,
                       std::string_view wanted, const SearchOptions &options,
                       std::vector<SearchHit> &out) {
  auto equal = [&](char a, char b) {
    return options.matchCase ? a == b : lower(a) == lower(b);
  };
  uint32_t line = 0;
  auto counted = text.begin();
  for (auto at = text.begin(); out.size() < options.limit;) {
    auto found =
        std::search(at, text.end(), wanted.begin(), wanted.end(), equal);
    if (found == text.end())
      return;
    auto end = found + long(wanted.size());
    bool whole = (found == text.begin() || !inWord(*(found - 1)) ||
                  !inWord(wanted.front())) &&
                 (end == text.end() || !inWord(*end) || !inWord(wanted.back()));
    if (options.wholeWord && !whole) {
      at = found + 1;
      continue;
    }
    line += uint32_t(std::count(counted, found, '\n'));
    counted = found;
    out.push_back({stage, uint32_t(found - text.begin()),
                   uint32_t(end - text.begin()), line});
    at = end;
  }
}

std::vector<SearchHit> searchStages(const std::vector<Stage> &stages,
                                    std::string_view text,
                                    const SearchOptions &options) {
  std::vector<SearchHit> out;
  if (text.empty())
    return out;
  for (uint32_t i = 0; i < stages.size(); ++i)
    searchText(stages[i].text, i, text, options, out);
  return out;
}

} // namespace sg::viz
