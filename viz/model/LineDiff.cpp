#include "viz/model/LineDiff.h"
#include "viz/model/SequenceDiff.h"
#include <algorithm>
#include <cctype>
#include <functional>

namespace sg::viz {

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string withoutSsaNumbers(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    out += text[i++];
    char c = out.back();
    size_t word = 0; // letters between the sigil and the number
    std::string_view rest = text.substr(i);
    if (c == '#' && rest.starts_with("map"))
      word = 3;
    else if (c == '#' && rest.starts_with("set"))
      word = 3;
    else if (c == '^' && rest.starts_with("bb"))
      word = 2;
    else if (c != '%')
      continue;
    size_t end = i + word;
    while (end < text.size() && isDigit(text[end]))
      ++end;
    // "%1st" is a name, not a number.
    bool name = end < text.size() &&
                (std::isalpha(static_cast<unsigned char>(text[end])) ||
                 text[end] == '_' || text[end] == '$');
    if (name || end == i + word)
      continue;
    out += text.substr(i, word);
    i = end;
  }
  return out;
}

static std::vector<uint64_t> lineHashes(std::string_view text, bool ignore) {
  std::vector<uint64_t> out;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    out.push_back(ignore ? std::hash<std::string>()(withoutSsaNumbers(line))
                         : std::hash<std::string_view>()(line));
    at = end + 1;
  }
  return out;
}

std::vector<LineDiffRow> lineDiff(std::string_view left, std::string_view right,
                                  const LineDiffOptions &options) {
  std::vector<uint64_t> a = lineHashes(left, options.ignoreSsaNumbers);
  std::vector<uint64_t> b = lineHashes(right, options.ignoreSsaNumbers);
  std::vector<LineDiffRow> rows;
  uint32_t i = 0, j = 0;
  auto gap = [&](uint32_t iEnd, uint32_t jEnd) {
    for (; i < iEnd && j < jEnd; ++i, ++j)
      rows.push_back({i, j, LineDiffRow::Changed});
    for (; i < iEnd; ++i)
      rows.push_back({i, noLine, LineDiffRow::Removed});
    for (; j < jEnd; ++j)
      rows.push_back({noLine, j, LineDiffRow::Added});
  };
  for (const SequencePair &pair : commonSubsequence(a, b)) {
    gap(pair.left, pair.right);
    rows.push_back({i++, j++, LineDiffRow::Same});
  }
  gap(uint32_t(a.size()), uint32_t(b.size()));
  return rows;
}

std::vector<DiffSection> foldEqual(const std::vector<LineDiffRow> &rows,
                                   uint32_t context) {
  constexpr uint32_t least = 4;
  std::vector<DiffSection> out;
  auto add = [&](uint32_t first, uint32_t end, bool hidden) {
    if (end <= first)
      return;
    if (!out.empty() && out.back().hidden == hidden)
      out.back().count += end - first;
    else
      out.push_back({first, end - first, hidden});
  };
  uint32_t size = uint32_t(rows.size());
  for (uint32_t at = 0; at < size;) {
    uint32_t end = at;
    bool same = rows[at].kind == LineDiffRow::Same;
    while (end < size && (rows[end].kind == LineDiffRow::Same) == same)
      ++end;
    uint32_t first = at == 0 ? at : std::min(at + context, end);
    uint32_t last =
        end == size ? end : std::max(end - std::min(context, end), first);
    if (!same || last < first + least) {
      add(at, end, false);
    } else {
      add(at, first, false);
      add(first, last, true);
      add(last, end, false);
    }
    at = end;
  }
  return out;
}

} // namespace sg::viz
