// The instruction lines of assembly text.
#include "engine/spyrecode/AssemblyParser.h"
#include "engine/spyrecode/TextNames.h"

namespace sg {

Operand AssemblyParser::operand() {
  if (token.kind == Token::Word && token.spelling.size() > 1) {
    if (token.spelling[0] == 'r')
      return Operand::reg(numbered("r", "an index register", 31));
    if (token.spelling[0] == 't')
      return Operand::table(numbered("t", "a table entry", 65535));
  }
  return Operand::imm(
      integer("a number, register or table entry", INT64_MIN, INT64_MAX));
}

Compare AssemblyParser::comparison() {
  for (unsigned i = 0; i < 6; ++i)
    if (accept(compareNames[i]))
      return Compare(i);
  fail("expected a comparison: == != < <= > >=");
  return Compare::Eq;
}

uint8_t AssemblyParser::memory() {
  if (accept("%"))
    return uint8_t(integer("a memory's index", 0, 255));
  if (!error && token.kind == Token::Word)
    for (size_t i = 0; i < binary.memories.size() && i < 256; ++i)
      if (binary.memories[i] == token.spelling) {
        advance();
        return uint8_t(i);
      }
  fail("expected a memory that '.memory' declares above, found '" +
       std::string(token.spelling) + "'");
  return 0;
}

Operand AssemblyParser::address() {
  expect("[");
  Operand op = operand();
  expect("]");
  return op;
}

Format AssemblyParser::format() {
  std::optional<Format> known;
  if (!error && token.kind == Token::Word)
    known = parseFormat(token.spelling);
  if (!known) {
    fail("expected an element format: f16, bf16, f32, i1, i8, i16, i32, i64");
    return Format::F16;
  }
  advance();
  return *known;
}

void AssemblyParser::shape(Instruction &in) {
  in.count = uint32_t(integer("the element count", 1, UINT32_MAX));
  expect("x");
  in.format = format();
}

void AssemblyParser::transfer(Instruction &in) {
  in.toMemory = memory();
  in.b = address();
  expect("<-");
  in.fromMemory = memory();
  in.a = address();
  comma();
  shape(in);
  // ", dims [...]" and ", buffer n" both begin with a comma.
  if (!token.is(","))
    return;
  advance();
  if (accept("dims")) {
    expect("[");
    while (!error) {
      TransferDim dim;
      dim.count = operand();
      expect(":");
      dim.fromStride = operand();
      expect("->");
      dim.toStride = operand();
      in.dims.push_back(dim);
      if (in.dims.size() > maxTransferDims)
        fail("a transfer has at most " + std::to_string(maxTransferDims) +
             " dimensions");
      if (!accept(","))
        break;
    }
    expect("]");
    if (!accept(","))
      return;
  }
  expect("buffer");
  in.tag = uint16_t(integer("a buffer's number", 1, 65534));
}

void AssemblyParser::compute(Instruction &in, const Token &word) {
  std::string_view spelling = word.spelling;
  size_t dot = spelling.rfind('.');
  std::optional<Format> operandFormat;
  if (dot != std::string_view::npos)
    operandFormat = parseFormat(spelling.substr(dot + 1));
  if (!operandFormat)
    return failAt(word, "unknown instruction '" + std::string(spelling) +
                            "'; an operation of the op table is written with "
                            "its format, like addf.f16");
  in.op = Opcode::Compute;
  in.format = in.result = *operandFormat;
  if (accept("->"))
    in.result = format();
  std::string_view name = spelling.substr(0, dot);
  unsigned arity = 1;
  const OpRow *row = ops.byName(name);
  if (name.substr(0, 3) == "op.") {
    int64_t encoding = 0;
    for (char c : name.substr(3))
      encoding = c >= '0' && c <= '9' && encoding <= 65535
                     ? encoding * 10 + (c - '0')
                     : 65536;
    if (name.size() == 3 || encoding > 65535)
      return failAt(word, "expected the row's encoding behind 'op.'");
    in.row = uint16_t(encoding);
    row = ops.byEncoding(in.row);
    arity = row ? row->arity : 1;
  } else if (row) {
    in.row = row->encoding;
    arity = row->arity;
  } else {
    return failAt(word, "the op table has no row '" + std::string(name) + "'");
  }
  in.dst = vectorReg();
  comma();
  for (unsigned i = 0; i < 3 && !error; ++i) {
    if (i >= arity && token.kind == Token::Number)
      break;
    in.src[i] = vectorReg();
    comma();
  }
  in.count = uint32_t(integer("the element count", 1, UINT32_MAX));
}

void AssemblyParser::body(Instruction &in) {
  switch (in.op) {
  case Opcode::Halt:
  case Opcode::End:
  case Opcode::Fence:
  case Opcode::Compute:
    return;
  case Opcode::Loop:
    in.dst = indexReg();
    comma();
    in.a = operand();
    return;
  case Opcode::When:
    in.a = operand();
    in.compare = comparison();
    in.b = operand();
    return;
  case Opcode::Linear:
    in.dst = indexReg();
    comma();
    in.a = operand();
    while (accept("+")) {
      Term term;
      term.reg = indexReg();
      expect("*");
      term.coefficient = operand();
      in.terms.push_back(term);
      if (in.terms.size() > maxTerms)
        fail("'lin' has at most " + std::to_string(maxTerms) + " terms");
    }
    return;
  case Opcode::Mod:
  case Opcode::Div:
  case Opcode::Min:
  case Opcode::Max:
    in.dst = indexReg();
    comma();
    in.a = operand();
    comma();
    in.b = operand();
    return;
  case Opcode::Signal:
  case Opcode::SignalAfter:
  case Opcode::Wait:
    in.port = port();
    return;
  case Opcode::Transfer:
    return transfer(in);
  case Opcode::Push:
    in.port = port();
    comma();
    in.fromMemory = memory();
    in.a = address();
    break;
  case Opcode::Pop:
    in.toMemory = memory();
    in.b = address();
    comma();
    in.port = port();
    break;
  case Opcode::Receive:
    in.dst = vectorReg();
    comma();
    in.port = port();
    break;
  case Opcode::Send:
    in.port = port();
    comma();
    in.src[0] = vectorReg();
    break;
  case Opcode::Constant:
    in.dst = vectorReg();
    comma();
    in.a = operand();
    break;
  case Opcode::Splat:
    in.dst = vectorReg();
    comma();
    in.src[0] = vectorReg();
    break;
  }
  comma();
  shape(in);
}

void AssemblyParser::instruction() {
  if (token.kind != Token::Word)
    return fail("expected an instruction");
  static const std::map<std::string_view, Opcode> words = [] {
    std::map<std::string_view, Opcode> all;
    for (unsigned op = 0; op < 256; ++op)
      if (const char *word = mnemonic(Opcode(op)))
        all.emplace(word, Opcode(op));
    return all;
  }();
  Token word = token;
  advance();
  Instruction in;
  auto it = words.find(word.spelling);
  if (it != words.end()) {
    in.op = it->second;
    body(in);
  } else {
    compute(in, word);
  }
  if ((in.op == Opcode::Push || in.op == Opcode::Pop) && accept(",")) {
    expect("buffer");
    in.tag = uint16_t(integer("a buffer's number", 1, 65534));
  }
  if (accept("@"))
    in.source = uint32_t(integer("a source's number", 1, UINT32_MAX));
  if (error)
    return;
  if (in.op == Opcode::Transfer && in.count > (1u << 31))
    return failAt(word, "a transfer's run has at most 2147483648 elements");
  binary.streams.back().code.push_back(std::move(in));
}

} // namespace sg
