#include "engine/spyrecode/AssemblyLexer.h"
#include "engine/spyrecode/TextNames.h"

namespace sg {

static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static int hexDigit(char c) {
  if (isDigit(c))
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

void AssemblyLexer::skipBlanks() {
  while (at < file.size() &&
         (file[at] == ' ' || file[at] == '\t' || file[at] == '\r'))
    ++at;
  if (at < file.size() && file[at] == ';')
    while (at < file.size() && file[at] != '\n')
      ++at;
}

static Token bad(Token token, std::string why) {
  token.kind = Token::Bad;
  token.text = std::move(why);
  return token;
}

Token AssemblyLexer::number(Token token) {
  size_t start = at;
  bool negative = file[at] == '-';
  at += negative;
  unsigned radix = 10;
  if (file.substr(at, 2) == "0x" || file.substr(at, 2) == "0X") {
    radix = 16;
    at += 2;
  }
  uint64_t value = 0;
  size_t digits = 0;
  bool overflow = false;
  for (; at < file.size(); ++at, ++digits) {
    int digit = hexDigit(file[at]);
    if (digit < 0 || unsigned(digit) >= radix)
      break;
    overflow |= value > (UINT64_MAX - uint64_t(digit)) / radix;
    value = value * radix + uint64_t(digit);
  }
  token.kind = Token::Number;
  token.spelling = file.substr(start, at - start);
  // Hexadecimal may spell all 64 bits; decimal is signed.
  uint64_t most =
      radix == 16 && !negative ? UINT64_MAX : uint64_t(INT64_MAX) + negative;
  if (digits == 0 || overflow || value > most)
    return bad(token,
               "'" + std::string(token.spelling) + "' is not a 64-bit integer");
  token.value = int64_t(negative ? 0 - value : value);
  return token;
}

Token AssemblyLexer::quotedText(Token token) {
  size_t start = at++;
  token.kind = Token::Text;
  while (at < file.size() && file[at] != '"' && file[at] != '\n') {
    char c = file[at++];
    if (c != '\\') {
      token.text += c;
      continue;
    }
    char escape = at < file.size() ? file[at++] : 0;
    if (escape == '"' || escape == '\\') {
      token.text += escape;
    } else if (escape == 'x' && at + 1 < file.size() &&
               hexDigit(file[at]) >= 0 && hexDigit(file[at + 1]) >= 0) {
      token.text += char(hexDigit(file[at]) * 16 + hexDigit(file[at + 1]));
      at += 2;
    } else {
      return bad(token, "unknown escape; write \\\", \\\\ or \\xNN");
    }
  }
  if (at >= file.size() || file[at] != '"')
    return bad(token, "the text is not closed by '\"'");
  ++at;
  token.spelling = file.substr(start, at - start);
  return token;
}

Token AssemblyLexer::next() {
  skipBlanks();
  Token token;
  token.line = line;
  token.column = unsigned(at - lineStart + 1);
  if (at >= file.size())
    return token;
  char c = file[at];
  size_t start = at;
  if (c == '\n') {
    token.kind = Token::LineEnd;
    ++at;
    ++line;
    lineStart = at;
    return token;
  }
  if (isDigit(c) || (c == '-' && at + 1 < file.size() && isDigit(file[at + 1])))
    return number(token);
  if (c == '"')
    return quotedText(token);
  if (isWordStart(c) || c == '.') {
    ++at;
    while (at < file.size() && isWordPart(file[at]))
      ++at;
    token.kind = Token::Word;
    token.spelling = file.substr(start, at - start);
    return token;
  }
  token.kind = Token::Punct;
  for (std::string_view two : {"<-", "->", "<=", ">=", "==", "!="})
    if (file.substr(at, 2) == two) {
      at += 2;
      token.spelling = two;
      return token;
    }
  if (std::string_view("[],:+*=<>@%#").find(c) == std::string_view::npos)
    return bad(token, "unexpected character");
  token.spelling = file.substr(at++, 1);
  return token;
}

} // namespace sg
