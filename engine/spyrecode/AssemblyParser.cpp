// Tokens and directives; the instructions are in AssemblyInstructions.cpp.
#include "engine/spyrecode/AssemblyParser.h"
#include "engine/spyrecode/Assembly.h"
#include "engine/spyrecode/TextNames.h"

namespace sg {

void AssemblyParser::advance() {
  token = lexer.next();
  if (token.kind == Token::Bad)
    fail(token.text);
}

void AssemblyParser::failAt(const Token &at, std::string message) {
  if (!error)
    error = Error{std::move(message), std::string(fileName) + ":" +
                                          std::to_string(at.line) + ":" +
                                          std::to_string(at.column)};
}

static std::string found(const Token &token) {
  if (token.kind == Token::LineEnd)
    return "the end of the line";
  if (token.kind == Token::FileEnd)
    return "the end of the file";
  return "'" + std::string(token.spelling) + "'";
}

bool AssemblyParser::accept(std::string_view what) {
  if (error || !token.is(what))
    return false;
  advance();
  return true;
}

void AssemblyParser::expect(std::string_view what) {
  if (!accept(what))
    fail("expected '" + std::string(what) + "', found " + found(token));
}

int64_t AssemblyParser::integer(const char *what, int64_t least, int64_t most) {
  accept("#");
  if (error)
    return 0;
  if (token.kind != Token::Number) {
    fail(std::string("expected ") + what + " (a number), found " +
         found(token));
    return 0;
  }
  if (token.value < least || token.value > most) {
    fail(std::string(what) + " must be in " + std::to_string(least) + " to " +
         std::to_string(most));
    return 0;
  }
  int64_t value = token.value;
  advance();
  return value;
}

std::string AssemblyParser::text(const char *what) {
  if (error)
    return {};
  if (token.kind != Token::Text) {
    fail(std::string("expected ") + what + " in quotes, found " + found(token));
    return {};
  }
  std::string value = token.text;
  advance();
  return value;
}

int64_t AssemblyParser::numbered(std::string_view prefix, const char *what,
                                 int64_t most) {
  if (error)
    return 0;
  std::string_view word = token.spelling;
  int64_t value = 0;
  bool good = token.kind == Token::Word && word.size() > prefix.size() &&
              word.size() < prefix.size() + 11 &&
              word.substr(0, prefix.size()) == prefix;
  for (size_t i = prefix.size(); good && i < word.size(); ++i) {
    good = word[i] >= '0' && word[i] <= '9';
    value = value * 10 + (word[i] - '0');
  }
  if (!good || value > most) {
    fail(std::string("expected ") + what + " (" + std::string(prefix) +
         "0 to " + std::string(prefix) + std::to_string(most) + "), found " +
         found(token));
    return 0;
  }
  advance();
  return value;
}

void AssemblyParser::lineEnd() {
  if (error || token.kind == Token::FileEnd)
    return;
  if (token.kind != Token::LineEnd)
    return fail("unexpected " + found(token) + " at the end of the line");
  advance();
}

void AssemblyParser::buffer() {
  ScratchpadBuffer one;
  one.name = text("the buffer's name");
  comma();
  expect("address");
  one.address = integer("the address", 0, INT64_MAX);
  comma();
  expect("bytes");
  one.bytes = integer("the size", 0, INT64_MAX);
  binary.buffers.push_back(std::move(one));
}

void AssemblyParser::symbol() {
  SymbolExpr one;
  one.name = text("the symbol's name");
  expect("=");
  one.constant = integer("the constant", INT64_MIN, INT64_MAX);
  while (accept("+")) {
    SymbolExpr::Part part;
    part.argument = uint32_t(numbered("arg", "a launch argument", UINT32_MAX));
    expect("*");
    part.coefficient = integer("the coefficient", INT64_MIN, INT64_MAX);
    one.parts.push_back(part);
  }
  binary.symbols.push_back(std::move(one));
}

void AssemblyParser::instance() {
  Instance one;
  one.unit = text("the unit's kind");
  comma();
  expect("core");
  one.core = int32_t(integer("the core", 0, INT32_MAX));
  comma();
  if (accept("corelet")) {
    one.corelet = int32_t(integer("the corelet", 0, INT32_MAX));
    comma();
  }
  expect("runs");
  streamUses.push_back({uint32_t(binary.instances.size()), token});
  if (token.kind == Token::Text)
    advance();
  else
    integer("a stream's name or index", 0, UINT32_MAX);
  while (accept(",")) {
    bool peers = token.is("peers");
    if (!peers && !token.is("table"))
      return fail("expected 'peers' or 'table', found " + found(token));
    advance();
    expect("[");
    while (!error) {
      if (peers)
        one.peers.push_back(uint32_t(integer("a peer", 0, UINT32_MAX)));
      else
        one.table.push_back(integer("a table entry", INT64_MIN, INT64_MAX));
      if (!accept(","))
        break;
    }
    expect("]");
  }
  binary.instances.push_back(std::move(one));
}

void AssemblyParser::relocate() {
  Relocation one;
  expect("instance");
  one.instance = uint32_t(integer("an instance", 0, UINT32_MAX));
  comma();
  one.entry = uint32_t(numbered("t", "a table entry", 65535));
  comma();
  expect("symbol");
  one.slot = uint32_t(integer("a symbol", 0, UINT32_MAX));
  binary.relocations.push_back(one);
}

void AssemblyParser::directive() {
  Token word = token;
  advance();
  if (word.is(".end")) {
    if (!inStream)
      failAt(word, "'.end' without '.stream'");
    inStream = false;
  } else if (inStream) {
    failAt(word, "expected an instruction or '.end', found " + found(word));
  } else if (word.is(".device")) {
    binary.device = text("the device's name");
  } else if (word.is(".memory")) {
    binary.memories.push_back(text("the memory's kind"));
  } else if (word.is(".source")) {
    binary.sources.push_back(text("the source"));
  } else if (word.is(".buffer")) {
    buffer();
  } else if (word.is(".symbol")) {
    symbol();
  } else if (word.is(".instance")) {
    instance();
  } else if (word.is(".relocate")) {
    relocate();
  } else if (word.is(".stream")) {
    binary.streams.push_back({text("the stream's name"), {}});
    inStream = true;
    streamStart = word;
  } else {
    failAt(word, "unknown directive " + found(word) +
                     "; there are .device, .memory, .buffer, .symbol, "
                     ".source, .stream, .end, .instance and .relocate");
  }
}

void AssemblyParser::resolveStreams() {
  std::map<std::string, uint32_t> byName;
  for (size_t i = 0; i < binary.streams.size(); ++i)
    byName.emplace(binary.streams[i].name, uint32_t(i));
  for (const StreamUse &use : streamUses) {
    uint32_t &stream = binary.instances[use.instance].stream;
    if (use.name.kind == Token::Number) {
      stream = uint32_t(use.name.value);
      continue;
    }
    auto it = byName.find(use.name.text);
    if (it == byName.end())
      return failAt(use.name, "there is no stream '" + use.name.text + "'");
    stream = it->second;
  }
}

Result<Binary> AssemblyParser::run() {
  while (!error && token.kind != Token::FileEnd) {
    if (token.kind == Token::LineEnd) {
      advance();
      continue;
    }
    if (token.kind == Token::Word && token.spelling[0] == '.')
      directive();
    else if (inStream)
      instruction();
    else
      fail("expected a directive like '.stream', found " + found(token));
    lineEnd();
  }
  if (!error && inStream)
    failAt(streamStart, "this stream is not closed by '.end'");
  if (!error)
    resolveStreams();
  if (error)
    return *error;
  if (Result<void> ok = verify(binary); !ok)
    return Error{ok.error().str(), std::string(fileName)};
  return std::move(binary);
}

Result<Binary> assemble(std::string_view text, std::string_view fileName,
                        const OpTable &ops) {
  return AssemblyParser(text, fileName, ops).run();
}

} // namespace sg
