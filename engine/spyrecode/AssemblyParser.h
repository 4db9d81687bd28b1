// Assembly text -> Binary, by recursive descent over one line at a time.
#pragma once
#include "engine/ops/OpTable.h"
#include "engine/spyrecode/AssemblyLexer.h"
#include "engine/spyrecode/Binary.h"

namespace sg {

class AssemblyParser {
public:
  AssemblyParser(std::string_view text, std::string_view fileName,
                 const OpTable &ops)
      : lexer(text), fileName(fileName), ops(ops) {
    advance();
  }
  Result<Binary> run();

private:
  AssemblyLexer lexer;
  std::string_view fileName;
  const OpTable &ops;
  Token token;
  Binary binary;
  std::optional<Error> error;
  bool inStream = false;
  Token streamStart;
  /// Words a stream reference used, resolved when all streams are known.
  struct StreamUse {
    uint32_t instance;
    Token name;
  };
  std::vector<StreamUse> streamUses;

  // Tokens.
  void advance();
  void failAt(const Token &at, std::string message);
  void fail(std::string message) { failAt(token, std::move(message)); }
  bool accept(std::string_view what);
  void expect(std::string_view what);
  void comma() { expect(","); }
  int64_t integer(const char *what, int64_t least, int64_t most);
  std::string text(const char *what);
  /// "r3", "p0", "v12": the number behind the letters.
  int64_t numbered(std::string_view prefix, const char *what, int64_t most);
  void lineEnd();

  // Directives.
  void directive();
  void buffer();
  void symbol();
  void instance();
  void relocate();
  void resolveStreams();

  // Instructions.
  void instruction();
  void body(Instruction &in);
  void compute(Instruction &in, const Token &word);
  void transfer(Instruction &in);
  Operand operand();
  Compare comparison();
  uint8_t memory();
  Operand address();
  Format format();
  void shape(Instruction &in);
  uint8_t indexReg() { return uint8_t(numbered("r", "an index register", 31)); }
  uint8_t vectorReg() {
    return uint8_t(numbered("v", "a vector register", 255));
  }
  uint8_t port() { return uint8_t(numbered("p", "a port", 255)); }
};

} // namespace sg
