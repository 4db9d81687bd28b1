#include "tests/engine/session/Mutate.h"
#include <algorithm>
#include <array>
#include <cctype>
#include <climits>
#include <cstdlib>

namespace sg::test {

namespace {

struct Span {
  size_t begin = 0, end = 0;
};

const char *const numbers[] = {"0",
                               "-1",
                               "1",
                               "2",
                               "3",
                               "7",
                               "63",
                               "65",
                               "1024",
                               "1000000",
                               "2147483648",
                               "-2147483649",
                               "4294967296",
                               "1152921504606846976",
                               "9223372036854775807",
                               "-9223372036854775808",
                               "18446744073709551616",
                               "1000000000000000000000000000000",
                               "0x7fffffff",
                               "1.5",
                               "-0.0",
                               "1.0e300"};

const char *const types[] = {"f16",  "bf16",  "f32",  "f64",
                             "i1",   "i8",    "i32",  "i64",
                             "i128", "index", "none", "tensor<4xf16>",
                             "f80",  "si32",  "i7",   "complex<f32>"};

const char *const values[] = {"\"x\"",
                              "unit",
                              "[]",
                              "[1.0]",
                              "{}",
                              "-1 : i8",
                              "dense<1> : tensor<1xi64>",
                              "1.0",
                              "f16",
                              "[[[]]]",
                              "@k",
                              "true",
                              "array<i64: 0, -1>",
                              "affine_map<(d0) -> (d0)>"};

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' ||
         c == '%' || c == '#' || c == '!' || c == '@' || c == '^';
}

// Words with their sigils, and everything else one character at a time;
// comments and white space are none.
std::vector<Span> tokensOf(std::string_view text) {
  std::vector<Span> tokens;
  for (size_t at = 0; at < text.size();) {
    if (text.substr(at, 2) == "//") {
      at = std::min(text.find('\n', at), text.size());
    } else if (std::isspace(static_cast<unsigned char>(text[at]))) {
      ++at;
    } else {
      size_t end = at;
      while (end < text.size() && isWord(text[end]))
        ++end;
      end = std::max(end, at + 1);
      tokens.push_back({at, end});
      at = end;
    }
  }
  return tokens;
}

// Numbers, also those within shapes: `64x512xf16` has two.
std::vector<Span> numbersOf(std::string_view text) {
  std::vector<Span> found;
  for (const Span &token : tokensOf(text)) {
    if (!std::isdigit(static_cast<unsigned char>(text[token.begin])))
      continue;
    for (size_t at = token.begin; at < token.end;) {
      size_t end = at;
      while (end < token.end &&
             std::isdigit(static_cast<unsigned char>(text[end])))
        ++end;
      if (end == at)
        break;
      found.push_back({at, end});
      at = end < token.end && text[end] == 'x' ? end + 1 : token.end;
    }
  }
  return found;
}

std::vector<Span> typesOf(std::string_view text) {
  std::vector<Span> found;
  for (const Span &token : tokensOf(text)) {
    std::string_view word = text.substr(token.begin, token.end - token.begin);
    for (std::string_view type : {"f16", "f32", "bf16", "i1", "i32", "index"})
      if (word == type || (word.ends_with(type) && word.size() > type.size() &&
                           word[word.size() - type.size() - 1] == 'x'))
        found.push_back({token.end - type.size(), token.end});
  }
  return found;
}

// What stands right of a `=` up to where its brackets close.
std::vector<Span> valuesOf(std::string_view text) {
  std::vector<Span> found;
  std::vector<Span> tokens = tokensOf(text);
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (text[tokens[i].begin] != '=' || text.substr(tokens[i].begin, 2) == "==")
      continue;
    int depth = 0;
    for (size_t j = i + 1; j < tokens.size() && j < i + 64; ++j) {
      char c = text[tokens[j].begin];
      depth += (c == '<' || c == '[' || c == '{' || c == '(') -
               (c == '>' || c == ']' || c == '}' || c == ')');
      char next = j + 1 < tokens.size() ? text[tokens[j + 1].begin] : '\n';
      if (depth <= 0 && next != '<') {
        found.push_back({tokens[i + 1].begin, tokens[j].end});
        break;
      }
    }
  }
  return found;
}

std::vector<Span> linesOf(std::string_view text) {
  std::vector<Span> lines;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (text.substr(at, 2) != "//" && end - at > 1)
      lines.push_back({at, end});
    at = end;
  }
  return lines;
}

class Damager {
public:
  Damager(std::string_view text, std::mt19937 &random)
      : text(text), random(random) {}
  std::string apply(Damage kind);

private:
  size_t upTo(size_t count) { return random() % count; }
  template <size_t N> std::string oneOf(const char *const (&list)[N]) {
    return list[upTo(N)];
  }
  std::string flip() {
    if (text.empty())
      return "\x01";
    text[upTo(text.size())] ^= char(1u << upTo(8));
    return text;
  }
  std::string replace(const Span &span, const std::string &with) {
    text.replace(span.begin, span.end - span.begin, with);
    return text;
  }
  std::string swap(std::vector<Span> spans) {
    Span a = spans[upTo(spans.size())], b = spans[upTo(spans.size())];
    if (a.begin > b.begin)
      std::swap(a, b);
    if (a.begin == b.begin)
      return flip();
    std::string left = text.substr(a.begin, a.end - a.begin);
    std::string right = text.substr(b.begin, b.end - b.begin);
    replace(b, left);
    return replace(a, right);
  }
  // Sets are written with the last index: 64 becomes 128, so 63 becomes 127.
  std::string everywhere(const std::vector<Span> &spans, bool follow) {
    Span chosen = spans[upTo(spans.size())];
    std::string old = text.substr(chosen.begin, chosen.end - chosen.begin);
    std::string with = follow ? oneOf(numbers) : oneOf(types);
    std::string less, lessWith;
    if (follow && old.size() < 10 && old != "0") {
      less = std::to_string(std::atoll(old.c_str()) - 1);
      long long number = std::strtoll(with.c_str(), nullptr, 0);
      lessWith = std::to_string(number > LLONG_MIN ? number - 1 : number);
    }
    for (size_t i = spans.size(); i-- > 0;) {
      std::string_view word = std::string_view(text).substr(
          spans[i].begin, spans[i].end - spans[i].begin);
      if (word == old)
        replace(spans[i], with);
      else if (!less.empty() && word == less)
        replace(spans[i], lessWith);
    }
    return text;
  }
  std::string nest();

  std::string text;
  std::mt19937 &random;
};

std::string Damager::nest() {
  static const char *const brackets[] = {"(",       "[",        "{", "<",
                                         "tensor<", "module {", "-", "dense<["};
  std::vector<Span> tokens = tokensOf(text);
  std::string piece = oneOf(brackets), all;
  for (size_t count = size_t(8) << upTo(8); count > 0; --count)
    all += piece;
  return text.insert(tokens[upTo(tokens.size())].begin, all);
}

std::string Damager::apply(Damage kind) {
  std::vector<Span> spans;
  switch (kind) {
  case Damage::FlipByte:
  case Damage::Truncate:
    break;
  case Damage::DropToken:
  case Damage::RepeatToken:
  case Damage::SwapTokens:
  case Damage::Nest:
    spans = tokensOf(text);
    break;
  case Damage::Number:
  case Damage::Size:
    spans = numbersOf(text);
    break;
  case Damage::Type:
  case Damage::AllTypes:
    spans = typesOf(text);
    break;
  case Damage::Value:
    spans = valuesOf(text);
    break;
  case Damage::DropLine:
  case Damage::RepeatLine:
  case Damage::SwapLines:
    spans = linesOf(text);
    break;
  }
  if (kind == Damage::Truncate)
    return text.substr(0, text.empty() ? 0 : upTo(text.size()));
  if (spans.empty())
    return flip();
  Span chosen = spans[upTo(spans.size())];
  std::string old = text.substr(chosen.begin, chosen.end - chosen.begin);
  switch (kind) {
  case Damage::DropToken:
  case Damage::DropLine:
    return replace(chosen, "");
  case Damage::RepeatToken:
    return replace(chosen, old + " " + old);
  case Damage::RepeatLine:
    return text.insert(spans[upTo(spans.size())].begin, old);
  case Damage::SwapTokens:
  case Damage::SwapLines:
    return swap(std::move(spans));
  case Damage::Number:
    return replace(chosen, oneOf(numbers));
  case Damage::Size:
    return everywhere(spans, true);
  case Damage::AllTypes:
    return everywhere(spans, false);
  case Damage::Type:
    return replace(chosen, oneOf(types));
  case Damage::Value:
    return replace(chosen, oneOf(values));
  case Damage::Nest:
    return nest();
  case Damage::FlipByte:
  case Damage::Truncate:
    break;
  }
  return flip();
}

} // namespace

const char *damageName(Damage kind) {
  static constexpr std::array names = {
      "byte flipped", "token dropped", "token repeated", "tokens swapped",
      "number",       "size",          "type",           "all types",
      "value",        "line dropped",  "line repeated",  "lines swapped",
      "truncated",    "nested deeply"};
  static_assert(names.size() == damageKinds);
  return names[size_t(kind)];
}

std::string damaged(std::string_view text, Damage kind, std::mt19937 &random) {
  return Damager(text, random).apply(kind);
}

} // namespace sg::test
