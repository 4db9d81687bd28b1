// Token classes of MLIR, assembly and JSON, for colours only: it knows the
// shapes of words, no grammar.
#include "viz/model/TextIndex.h"
#include <algorithm>
#include <array>

namespace sg::viz {
namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool wordChar(char c) { return letter(c) || digit(c) || c == '$'; }

/// Words that are types by themselves.
bool isType(std::string_view w) {
  static constexpr std::array<std::string_view, 9> names = {
      "index", "tensor", "memref",  "vector", "bf16",
      "none",  "tuple",  "complex", "tf32"};
  if (std::find(names.begin(), names.end(), w) != names.end())
    return true;
  size_t prefix = w.starts_with("si") || w.starts_with("ui") ? 2
                  : w.starts_with("i") || w.starts_with("f") ? 1
                                                             : 0;
  return prefix && w.size() > prefix &&
         std::all_of(w.begin() + long(prefix), w.end(), digit);
}

/// Registers, ports and table entries of the assembly: r3, v12, p0, t1.
bool isRegister(std::string_view w) {
  return w.size() > 1 &&
         (w[0] == 'r' || w[0] == 'v' || w[0] == 'p' || w[0] == 't') &&
         std::all_of(w.begin() + 1, w.end(), digit);
}

class LineReader {
public:
  LineReader(std::string_view line, std::vector<TextToken> &out)
      : line(line), out(out) {}

  void run() {
    while (at < line.size()) {
      char c = line[at];
      if (c == ' ' || c == '\t' || c == '\r') {
        ++at;
        continue;
      }
      size_t begin = at;
      TokenClass kind = next(c);
      at = std::max(at, begin + 1);
      out.push_back({uint32_t(begin), uint32_t(at), kind});
    }
  }

private:
  std::string_view line;
  std::vector<TextToken> &out;
  size_t at = 0;

  char peek(size_t ahead) const {
    return at + ahead < line.size() ? line[at + ahead] : '\0';
  }
  /// Letters, digits and dots; a last dot does not belong to it.
  void word() {
    while (at < line.size() &&
           (wordChar(line[at]) || (line[at] == '.' && wordChar(peek(1)))))
      ++at;
  }
  bool followedBy(char c) const {
    size_t i = at;
    while (i < line.size() && line[i] == ' ')
      ++i;
    return i < line.size() && line[i] == c;
  }
  /// The first word of a line that is no MLIR is what it does.
  bool firstWord(size_t begin) const {
    return line.find_first_not_of(" \t") == begin;
  }

  TokenClass next(char c) {
    if (c == ';' || (c == '/' && peek(1) == '/')) {
      at = line.size();
      return TokenClass::Comment;
    }
    if (c == '"')
      return string();
    if (c == '%' || c == '^' ||
        (c == '@' && (letter(peek(1)) || digit(peek(1)) || peek(1) == '"'))) {
      ++at;
      c == '@' && at < line.size() && line[at] == '"' ? void(string()) : word();
      return TokenClass::Value;
    }
    if ((c == '#' || c == '!') && letter(peek(1))) {
      ++at;
      word();
      return c == '#' ? TokenClass::Attribute : TokenClass::Type;
    }
    if (digit(c) || (c == '-' && digit(peek(1))))
      return number();
    if (letter(c))
      return name();
    if (c == '.' && letter(peek(1))) {
      ++at;
      word();
      return TokenClass::Keyword; // .stream
    }
    ++at;
    if (c == '-' && at < line.size() && line[at] == '>')
      ++at;
    return TokenClass::Punctuation;
  }

  TokenClass string() {
    for (++at; at < line.size() && line[at] != '"'; ++at)
      if (line[at] == '\\')
        ++at;
    at = std::min(at + 1, line.size());
    // "func.func"(...): an operation in generic form. "key": of JSON.
    if (at < line.size() && line[at] == '(')
      return TokenClass::Op;
    return followedBy(':') ? TokenClass::Attribute : TokenClass::String;
  }

  TokenClass number() {
    ++at;
    bool hex = line[at - 1] == '0' && (peek(0) == 'x' || peek(0) == 'X');
    // 4x128xf16: the x ends the number; the rest is read on its own.
    while (at < line.size()) {
      char c = line[at];
      bool exponent = (c == '+' || c == '-') && !hex &&
                      (line[at - 1] == 'e' || line[at - 1] == 'E') &&
                      digit(peek(1));
      bool part =
          hex ? digit(c) || c == 'x' || c == 'X' || (c >= 'a' && c <= 'f') ||
                    (c >= 'A' && c <= 'F')
              : digit(c) || (c == '.' && digit(peek(1))) ||
                    ((c == 'e' || c == 'E') &&
                     (digit(peek(1)) || peek(1) == '+' || peek(1) == '-'));
      // "0x128xf16" is a shape of 0 elements only in theory; hex wins.
      if (!part && !exponent)
        break;
      ++at;
    }
    return TokenClass::Number;
  }

  TokenClass name() {
    size_t begin = at;
    // The x between sizes, and the type behind the last: 4x128xf16.
    bool inShape = begin > 0 && line[begin] == 'x' &&
                   (digit(line[begin - 1]) || line[begin - 1] == '?' ||
                    line[begin - 1] == ']');
    if (inShape) {
      ++at;
      return TokenClass::Punctuation;
    }
    word();
    std::string_view text = line.substr(begin, at - begin);
    if (isType(text))
      return TokenClass::Type;
    if (isRegister(text))
      return TokenClass::Value;
    if (text.find('.') != std::string_view::npos)
      return TokenClass::Op;
    if (text == "true" || text == "false" || text == "null" || text == "dense")
      return TokenClass::Number;
    if (followedBy('=') && !firstWord(begin))
      return TokenClass::Attribute;
    if (begin > 0 && line[begin - 1] == '<' &&
        line.substr(0, begin).find('#') != std::string_view::npos)
      return TokenClass::Attribute; // #ktdp.memory_space<global>
    return firstWord(begin) ? TokenClass::Op : TokenClass::Keyword;
  }
};

} // namespace

void tokenize(std::string_view line, std::vector<TextToken> &into) {
  into.clear();
  LineReader(line, into).run();
}

} // namespace sg::viz
