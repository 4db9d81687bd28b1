// Splits assembly text into tokens with positions.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace sg {

struct Token {
  enum Kind : uint8_t { Word, Number, Text, Punct, LineEnd, FileEnd, Bad };
  Kind kind = FileEnd;
  std::string_view spelling; ///< as in the file; Bad: empty
  std::string text;          ///< Text: unescaped content. Bad: why.
  int64_t value = 0;         ///< Number
  unsigned line = 1, column = 1;

  bool is(std::string_view what) const {
    return (kind == Word || kind == Punct) && spelling == what;
  }
};

class AssemblyLexer {
public:
  explicit AssemblyLexer(std::string_view file) : file(file) {}
  Token next();

private:
  std::string_view file;
  size_t at = 0, lineStart = 0;
  unsigned line = 1;

  void skipBlanks();
  Token number(Token token);
  Token quotedText(Token token);
};

} // namespace sg
