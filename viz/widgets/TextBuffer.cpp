#include "viz/widgets/TextBuffer.h"
#include <algorithm>
#include <cctype>

namespace sg::viz {

static bool continues(char c) { return (c & 0xc0) == 0x80; }
static bool isWord(char c) {
  return isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}

uint32_t charactersBefore(std::string_view line, uint32_t byte) {
  line = line.substr(0, byte);
  return uint32_t(line.size()) -
         uint32_t(std::count_if(line.begin(), line.end(), continues));
}

uint32_t byteOfCharacter(std::string_view line, uint32_t character) {
  size_t at = 0;
  while (at < line.size() && character--)
    for (++at; at < line.size() && continues(line[at]);)
      ++at;
  return uint32_t(at);
}

// Lines of a text; "\r\n" counts as one end, tabs become spaces.
static std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> lines(1);
  for (char c : text)
    if (c == '\n')
      lines.emplace_back();
    else if (c == '\t')
      lines.back() += "  ";
    else if (c != '\r')
      lines.back() += c;
  return lines;
}

void TextBuffer::reset(std::string_view text) {
  lines = split(text);
  history.clear();
  done = 0;
  ++changes;
}

std::string TextBuffer::text() const { return text({}, end()); }

std::string TextBuffer::text(TextPos from, TextPos to) const {
  from = clamp(from), to = clamp(to);
  if (to <= from)
    return {};
  if (from.line == to.line)
    return lines[from.line].substr(from.column, to.column - from.column);
  std::string result = lines[from.line].substr(from.column) + "\n";
  for (uint32_t i = from.line + 1; i < to.line; ++i)
    result += lines[i] + "\n";
  return result + lines[to.line].substr(0, to.column);
}

TextPos TextBuffer::end() const {
  return {uint32_t(lines.size()) - 1, uint32_t(lines.back().size())};
}

TextPos TextBuffer::clamp(TextPos pos) const {
  if (pos.line >= lines.size())
    return end();
  const std::string &line = lines[pos.line];
  pos.column = std::min(pos.column, uint32_t(line.size()));
  while (pos.column > 0 && pos.column < line.size() &&
         continues(line[pos.column]))
    --pos.column;
  return pos;
}

TextPos TextBuffer::next(TextPos pos) const {
  const std::string &line = lines[pos.line];
  if (pos.column >= line.size())
    return pos.line + 1 < lines.size() ? TextPos{pos.line + 1, 0} : pos;
  do
    ++pos.column;
  while (pos.column < line.size() && continues(line[pos.column]));
  return pos;
}

TextPos TextBuffer::previous(TextPos pos) const {
  if (pos.column == 0)
    return pos.line > 0
               ? TextPos{pos.line - 1, uint32_t(lines[pos.line - 1].size())}
               : pos;
  do
    --pos.column;
  while (pos.column > 0 && continues(lines[pos.line][pos.column]));
  return pos;
}

TextPos TextBuffer::nextWord(TextPos pos) const {
  const std::string &line = lines[pos.line];
  if (pos.column >= line.size())
    return next(pos);
  bool word = isWord(line[pos.column]);
  while (pos.column < line.size() && line[pos.column] != ' ' &&
         isWord(line[pos.column]) == word)
    ++pos.column;
  while (pos.column < line.size() && line[pos.column] == ' ')
    ++pos.column;
  return pos;
}

TextPos TextBuffer::previousWord(TextPos pos) const {
  const std::string &line = lines[pos.line];
  if (pos.column == 0)
    return previous(pos);
  while (pos.column > 0 && line[pos.column - 1] == ' ')
    --pos.column;
  if (pos.column == 0)
    return pos;
  bool word = isWord(line[pos.column - 1]);
  while (pos.column > 0 && line[pos.column - 1] != ' ' &&
         isWord(line[pos.column - 1]) == word)
    --pos.column;
  return pos;
}

TextPos TextBuffer::change(TextPos from, TextPos to, std::string_view with) {
  std::vector<std::string> added = split(with);
  std::string tail = lines[to.line].substr(to.column);
  TextPos after{from.line + uint32_t(added.size()) - 1,
                uint32_t(added.back().size())};
  if (added.size() == 1)
    after.column += from.column;
  added.front().insert(0, lines[from.line], 0, from.column);
  added.back() += tail;
  auto first = lines.begin() + from.line;
  if (added.size() == 1 && from.line == to.line) {
    *first = std::move(added.front());
  } else {
    first = lines.erase(first, lines.begin() + to.line + 1);
    lines.insert(first, std::make_move_iterator(added.begin()),
                 std::make_move_iterator(added.end()));
  }
  ++changes;
  return after;
}

static TextPos after(TextPos at, std::string_view text) {
  size_t last = text.rfind('\n');
  if (last == text.npos)
    return {at.line, at.column + uint32_t(text.size())};
  return {at.line + uint32_t(std::count(text.begin(), text.end(), '\n')),
          uint32_t(text.size() - last - 1)};
}

bool TextBuffer::joins(const Edit &last, const Edit &edit) const {
  return edit.removed.empty() && last.removed.empty() &&
         edit.inserted.size() == 1 && isWord(edit.inserted[0]) &&
         !last.inserted.empty() && isWord(last.inserted.back()) &&
         last.inserted.size() < 64 && after(last.at, last.inserted) == edit.at;
}

TextPos TextBuffer::replace(TextPos from, TextPos to, std::string_view with) {
  from = clamp(from), to = clamp(to);
  if (to < from)
    std::swap(from, to);
  if (from == to && with.empty())
    return from;
  Edit edit{from, text(from, to), {}};
  TextPos stop = change(from, to, with);
  edit.inserted = text(from, stop);
  history.resize(done);
  if (!history.empty() && joins(history.back(), edit))
    history.back().inserted += edit.inserted;
  else
    history.push_back(std::move(edit));
  done = history.size();
  return stop;
}

std::optional<TextPos> TextBuffer::undo() {
  if (!canUndo())
    return std::nullopt;
  const Edit &edit = history[--done];
  return change(edit.at, after(edit.at, edit.inserted), edit.removed);
}

std::optional<TextPos> TextBuffer::redo() {
  if (!canRedo())
    return std::nullopt;
  const Edit &edit = history[done++];
  return change(edit.at, after(edit.at, edit.removed), edit.inserted);
}

static size_t findIn(std::string_view line, std::string_view what, size_t from,
                     bool backwards) {
  auto same = [](char a, char b) {
    return tolower(static_cast<unsigned char>(a)) ==
           tolower(static_cast<unsigned char>(b));
  };
  if (!backwards) {
    if (from > line.size())
      return line.npos;
    auto it = std::search(line.begin() + long(from), line.end(), what.begin(),
                          what.end(), same);
    return it == line.end() ? line.npos : size_t(it - line.begin());
  }
  line = line.substr(0, from);
  auto it =
      std::find_end(line.begin(), line.end(), what.begin(), what.end(), same);
  return it == line.end() ? line.npos : size_t(it - line.begin());
}

std::optional<TextPos> TextBuffer::find(std::string_view what, TextPos from,
                                        bool backwards) const {
  if (what.empty())
    return std::nullopt;
  from = clamp(from);
  size_t count = lines.size();
  for (size_t i = 0; i <= count; ++i) {
    size_t index = backwards ? (from.line + count - i % count) % count
                             : (from.line + i) % count;
    size_t start = i == 0 ? from.column : backwards ? lines[index].size() : 0;
    size_t at = findIn(lines[index], what, start, backwards);
    if (at != std::string::npos)
      return TextPos{uint32_t(index), uint32_t(at)};
  }
  return std::nullopt;
}

} // namespace sg::viz
