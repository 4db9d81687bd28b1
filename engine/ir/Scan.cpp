#include "engine/ir/Scan.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <vector>

using namespace sg;
using llvm::StringRef;

namespace {

// How much an alias stands for: `#b = [#a, #a]` is one deeper than #a and twice
// as large. Chains of such lines grow without any nesting in the text.
struct Alias {
  unsigned depth = 1, size = 1;
};

class Scanner {
public:
  explicit Scanner(StringRef text) : text(text) {}
  std::optional<ScanError> run();

private:
  char at(size_t place) const { return place < text.size() ? text[place] : 0; }
  void newLine();
  void skipComment();
  void skipString();
  void open();
  void close();
  void word();
  void alias();
  void numberList(size_t start, StringRef name);
  void denseArray();
  size_t afterSpace(size_t place) const;
  void countOperator();
  void fail(size_t place, const llvm::Twine &message);

  StringRef text;
  size_t pos = 0, lineStart = 0;
  unsigned line = 1;
  char before = 0; ///< last character of the token before this one
  // Operators since the last comma, for every open bracket and the top level.
  std::vector<unsigned> operators = {0};
  llvm::StringMap<Alias> aliases;
  // The alias whose definition is being read, and whether anything followed
  // `=`.
  StringRef defining;
  Alias defined;
  bool sawValue = false;
  std::optional<ScanError> error;
};

} // namespace

void Scanner::fail(size_t place, const llvm::Twine &message) {
  error = ScanError{line, static_cast<unsigned>(place - lineStart + 1),
                    message.str()};
}

void Scanner::newLine() {
  ++line;
  lineStart = pos + 1;
  if (defining.empty() || operators.size() > 1 || !sawValue)
    return;
  aliases[defining] = defined;
  defining = {};
}

void Scanner::skipComment() {
  while (pos < text.size() && text[pos] != '\n')
    ++pos;
}

// From the opening quote to the closing one; a string ends with its line.
void Scanner::skipString() {
  ++pos;
  while (pos < text.size() && text[pos] != '"' && text[pos] != '\n')
    pos += text[pos] == '\\' && at(pos + 1) != '\n' ? 2 : 1;
  if (at(pos) == '"')
    ++pos;
}

void Scanner::open() {
  if (operators.size() > maxNesting)
    return fail(pos,
                "brackets are nested more than " + llvm::Twine(maxNesting) +
                    " deep: split the code, or give the inner part a name");
  operators.push_back(0);
  ++pos;
}

void Scanner::close() {
  if (operators.size() > 1)
    operators.pop_back();
  ++pos;
}

void Scanner::countOperator() {
  if (++operators.back() > maxOperators)
    fail(pos, "there are more than " + llvm::Twine(maxOperators) +
                  " operators in one expression: split it");
}

void Scanner::word() {
  size_t start = pos;
  while (llvm::isAlnum(at(pos)) || at(pos) == '_' || at(pos) == '.' ||
         at(pos) == '$')
    ++pos;
  StringRef name = text.slice(start, pos);
  if (name == "mod" || name == "floordiv" || name == "ceildiv")
    countOperator();
  if (name == "dimensions" || name == "permutation")
    numberList(start, name);
  if (name == "array")
    denseArray();
}

// The next place that is neither white space nor comment.
size_t Scanner::afterSpace(size_t place) const {
  while (place < text.size()) {
    if (at(place) == '/' && at(place + 1) == '/')
      place = std::min(text.find('\n', place), text.size());
    else if (llvm::isSpace(at(place)))
      ++place;
    else
      break;
  }
  return place;
}

// linalg.reduce, broadcast and transpose end with `dimensions = [0, 1]`; MLIR
// 22 reads a null list there, and crashes, when anything else follows the `=`.
// In a dictionary any attribute may have that name.
void Scanner::numberList(size_t start, StringRef name) {
  size_t place = afterSpace(pos);
  if (StringRef("{,%@^#!").contains(before) || at(place) != '=')
    return;
  auto refuse = [&] {
    fail(start, "after " + llvm::Twine(name) +
                    " goes a list of whole numbers, as in " + name +
                    " = [0, 1]");
  };
  place = afterSpace(place + 1);
  if (at(place) != '[')
    return refuse();
  place = afterSpace(place + 1);
  if (at(place) == ']')
    return;
  while (true) {
    if (at(place) == '-')
      place = afterSpace(place + 1);
    size_t digits = place;
    while (llvm::isDigit(at(place)))
      ++place;
    if (place == digits || place - digits > 18)
      return refuse();
    place = afterSpace(place);
    if (at(place) == ']')
      return;
    if (at(place) != ',')
      return refuse();
    place = afterSpace(place + 1);
  }
}

// `array<i64: 1, 2>`: MLIR 22 asks the type there for its width, and crashes
// when it is index, written out or by an alias.
void Scanner::denseArray() {
  size_t place = afterSpace(pos);
  if (at(place) != '<')
    return;
  size_t start = afterSpace(place + 1);
  if (at(start) == '!' || text.substr(start).starts_with("index"))
    fail(start, "an array holds integers or floats of a given width, as in "
                "array<i64: 1, 2>");
}

// `#name` or `!name`: the start of a definition, or a use of one.
void Scanner::alias() {
  size_t start = pos++;
  while (llvm::isAlnum(at(pos)) || at(pos) == '_' || at(pos) == '$')
    ++pos;
  StringRef name = text.slice(start, pos);
  size_t next = pos;
  while (at(next) == ' ' || at(next) == '\t')
    ++next;
  if (operators.size() == 1 && at(next) == '=' && at(next + 1) != '=') {
    if (!defining.empty())
      aliases[defining] = defined;
    defining = name;
    defined = {};
    sawValue = false;
    pos = next + 1;
    return;
  }
  auto known = aliases.find(name);
  if (defining.empty() || known == aliases.end())
    return;
  defined.depth = std::max(defined.depth, known->second.depth + 1);
  defined.size += known->second.size;
  if (defined.depth > maxAliasDepth || defined.size > maxAliasSize)
    fail(start, llvm::Twine(defining) +
                    " stands for too many other aliases (more than " +
                    llvm::Twine(maxAliasSize) + ", or a chain of more than " +
                    llvm::Twine(maxAliasDepth) + "): write it out");
}

std::optional<ScanError> Scanner::run() {
  while (pos < text.size() && !error) {
    char c = text[pos];
    if (c == '\n') {
      newLine();
      ++pos;
      continue;
    }
    if (c == '/' && at(pos + 1) == '/') {
      skipComment();
      continue;
    }
    bool isSpace = c == ' ' || c == '\t' || c == '\r';
    sawValue |= !isSpace;
    size_t start = pos;
    if (c == '"')
      skipString();
    else if (c == '#' || c == '!')
      alias();
    else if (c == '(' || c == '[' || c == '{' ||
             (c == '<' && at(pos + 1) != '='))
      open();
    else if (c == ')' || c == ']' || c == '}')
      close();
    else if (c == '>' && at(pos + 1) != '=')
      close();
    else if (c == '-' && at(pos + 1) == '>')
      pos += 2;
    else if (llvm::isAlnum(c) || c == '_')
      word();
    else {
      if (c == ',' || c == '=')
        operators.back() = 0;
      else if (c == '+' || c == '*' || c == '-')
        countOperator();
      ++pos;
    }
    if (!isSpace && pos > start)
      before = text[pos - 1];
  }
  return error;
}

std::optional<ScanError> sg::scanSource(StringRef text) {
  if (text.size() > maxSourceBytes)
    return ScanError{1, 1,
                     "the text has " + std::to_string(text.size() >> 20) +
                         " MB, more than the " +
                         std::to_string(maxSourceBytes >> 20) +
                         " MB that are read"};
  return Scanner(text).run();
}
