#include "viz/model/TextIndex.h"
#include <algorithm>
#include <cstring>

namespace sg::viz {

LineTable::LineTable(std::string_view text) : size(text.size()) {
  starts.push_back(0);
  const char *at = text.data(), *end = at + text.size();
  while (at < end) {
    const void *found = std::memchr(at, '\n', size_t(end - at));
    if (!found)
      break;
    at = static_cast<const char *>(found) + 1;
    starts.push_back(size_t(at - text.data()));
  }
}

uint32_t LineTable::lineOf(size_t offset) const {
  auto it = std::upper_bound(starts.begin(), starts.end(), offset);
  return uint32_t(it - starts.begin()) - 1;
}

void LineTable::edit(size_t begin, size_t removed, std::string_view inserted) {
  begin = std::min(begin, size);
  removed = std::min(removed, size - begin);
  // Lines that begin inside what was removed (behind its first byte) go.
  auto first = std::upper_bound(starts.begin(), starts.end(), begin);
  auto last = std::upper_bound(first, starts.end(), begin + removed);
  std::vector<size_t> more;
  for (size_t i = 0; i < inserted.size(); ++i)
    if (inserted[i] == '\n')
      more.push_back(begin + i + 1);
  for (auto it = last; it != starts.end(); ++it)
    *it = *it - removed + inserted.size();
  auto at = starts.erase(first, last);
  starts.insert(at, more.begin(), more.end());
  size = size - removed + inserted.size();
}

namespace {

/// Finds brackets and indentation, line by line.
class RegionFinder {
public:
  RegionFinder(std::string_view text, const LineTable &lines)
      : text(text), lines(lines), best(lines.lines(), 0) {}

  std::vector<FoldRegion> run() {
    for (uint32_t i = 0; i < lines.lines(); ++i) {
      std::string_view line = lines.line(text, i);
      indentation(line, i);
      brackets(line, i);
    }
    while (!outer.empty())
      popOuter(lastText);
    std::vector<FoldRegion> out;
    for (uint32_t i = 0; i < best.size(); ++i)
      if (best[i] > i)
        out.push_back({i, best[i]});
    return out;
  }

private:
  std::string_view text;
  const LineTable &lines;
  std::vector<uint32_t> best; ///< by first line: the last line
  struct Open {
    uint32_t line;
    char close;
  };
  std::vector<Open> open;
  struct Outer {
    uint32_t line;
    size_t indent;
  };
  std::vector<Outer> outer; ///< lines that what follows may belong to
  uint32_t lastText = 0;    ///< the last line that was not blank

  void note(uint32_t first, uint32_t last) {
    best[first] = std::max(best[first], last);
  }
  void popOuter(uint32_t last) {
    note(outer.back().line, last);
    outer.pop_back();
  }
  void indentation(std::string_view line, uint32_t number) {
    size_t indent = line.find_first_not_of(" \t\r");
    if (indent == std::string_view::npos)
      return;
    while (!outer.empty() && outer.back().indent >= indent)
      popOuter(lastText);
    outer.push_back({number, indent});
    lastText = number;
  }
  void brackets(std::string_view line, uint32_t number) {
    for (size_t i = 0; i < line.size(); ++i) {
      char c = line[i];
      if (c == '"') {
        for (++i; i < line.size() && line[i] != '"'; ++i)
          if (line[i] == '\\')
            ++i;
      } else if (c == ';' ||
                 (c == '/' && i + 1 < line.size() && line[i + 1] == '/')) {
        return;
      } else if (c == '{' || c == '[' || c == '(') {
        open.push_back({number, c == '{' ? '}' : c == '[' ? ']' : ')'});
      } else if ((c == '}' || c == ']' || c == ')') && !open.empty()) {
        // One that fits none is left alone, so that a broken text still folds.
        if (open.back().close != c)
          continue;
        if (open.back().line < number)
          note(open.back().line, number);
        open.pop_back();
      }
    }
  }
};

} // namespace

std::vector<FoldRegion> foldRegions(std::string_view text,
                                    const LineTable &lines) {
  return RegionFinder(text, lines).run();
}

} // namespace sg::viz
