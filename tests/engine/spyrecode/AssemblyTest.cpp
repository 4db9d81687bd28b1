#include "engine/spyrecode/Assembly.h"
#include "RandomBinary.h"
#include <doctest/doctest.h>

using namespace sg;

TEST_CASE("assemble(disassemble(b)) == b for random binaries") {
  std::mt19937 random(3);
  for (int i = 0; i < 500; ++i) {
    CAPTURE(i);
    Binary binary = test::randomBinary(random);
    std::string text = disassemble(binary);
    CAPTURE(text);
    Result<Binary> back = assemble(text, "random.s");
    REQUIRE_MESSAGE(back, back.error().str());
    CHECK(*back == binary);
    CHECK(disassemble(*back) == text);
  }
}

/// Every instruction, as the disassembler writes it.
static const char *const everything = R"(; SpyreBinary
.device "spyre-mini"
.memory "DDR"
.memory "L1"
.buffer "x_ptr", address 0, bytes 4096
.symbol "x_ptr" = 16 + arg0*2
.source "%12 = arith.addf @ add.mlir:12:8"

.stream "mnilu"
  loop r1, 24
    lin r3, 4096 + r1*128 + r2*t0
    mod r4, r1, 2
    div r5, r1, 2
    min r6, r1, 23
    max r7, r1, t1                       ; t1 = x_ptr
    when r1 < 23
      transfer L1[r3] <- DDR[t1], 64 x f16, dims [2: 128 -> 256, t0: r1 -> 64], buffer 1 @1 ; t1 = x_ptr; x_ptr; %12 = arith.addf @ add.mlir:12:8
    end
    fence
    signal p0
    wait p0
  end
  halt
.end

.stream "sfu"
  push p0, L1[r3], 64 x f16, buffer 1    ; x_ptr
  pop L1[r3], p0, 64 x f16
  recv v1, p0, 64 x f16
  const v2, 15360, 64 x f16
  splat v4, v2, 64 x f16
  addf.f16 v3, v1, v2, 64 @1             ; %12 = arith.addf @ add.mlir:12:8
  send p0, v3, 64 x f16
.end

.instance "MNILU", core 0, runs "mnilu", peers [1], table [128, 4096] ; 0
.instance "SFU", core 0, corelet 1, runs "sfu", peers [0] ; 1
.relocate instance 0, t1, symbol 0 ; x_ptr
)";

TEST_CASE("the text of every instruction") {
  Result<Binary> binary = assemble(everything, "every.s");
  REQUIRE_MESSAGE(binary, binary.error().str());
  CHECK(disassemble(*binary) == everything);
  const auto &code = binary->streams[1].code;
  CHECK(disassemble(*binary, code[5]) == "addf.f16 v3, v1, v2, 64 @1");
  CHECK(code[5].row == OpTable::builtin().byName("addf")->encoding);
  CHECK(binary->streams[0].code[7].dims[1].fromStride == Operand::reg(1));
}

TEST_CASE("spellings that the disassembler does not use") {
  Result<Binary> binary = assemble(R"(.memory "L1"
.stream "s"
  loop r1, #24
  lin r2, #0x10 + r1*#128   ; comment
  end
.end
.instance "A", core 0, runs 0)",
                                   "a.s");
  REQUIRE_MESSAGE(binary, binary.error().str());
  CHECK(binary->streams[0].code[1].a == Operand::imm(16));
  CHECK(binary->streams[0].code[1].terms[0].coefficient == Operand::imm(128));
}

TEST_CASE("compare and cast name their result") {
  const char *text = R"(.stream "s"
  cmpf.olt.f16->i1 v1, v2, v3, 64
  extf.f16->f32 v4, v2, 64
  select.f16 v5, v1, v2, v3, 64
  op.65000.f16 v1, v0, v0, v0, 64
.end
)";
  Result<Binary> binary = assemble(text, "c.s");
  REQUIRE_MESSAGE(binary, binary.error().str());
  const auto &code = binary->streams[0].code;
  CHECK(code[0].result == Format::I1);
  CHECK(code[1].result == Format::F32);
  CHECK(code[2].src[2] == 3);
  CHECK(code[3].row == 65000);
  CHECK(disassemble(*binary).find(std::string(text).substr(12)) !=
        std::string::npos);
}

static std::string errorOf(const std::string &line) {
  Result<Binary> result =
      assemble(".memory \"L1\"\n.stream \"s\"\n" + line + "\n.end\n", "f.s");
  return result ? "none" : result.error().str();
}

TEST_CASE("errors say line, column and what to write") {
  CHECK(errorOf("  fence") == "none");
  CHECK(errorOf("  loop v1, 3") ==
        "f.s:3:8: expected an index register (r0 to r31), found 'v1'");
  CHECK(errorOf("  loop r32, 3").find("f.s:3:8: ") == 0);
  CHECK(errorOf("  push p0, L2[0], 64 x f16") ==
        "f.s:3:12: expected a memory that '.memory' declares above, found "
        "'L2'");
  CHECK(errorOf("  push p0, L1[0], 64 x f17")
            .find("f.s:3:24: expected an element format") == 0);
  CHECK(errorOf("  nonsense.f16 v1, v2, 64") ==
        "f.s:3:3: the op table has no row 'nonsense'");
  CHECK(errorOf("  jump r1").find("f.s:3:3: unknown instruction 'jump'") == 0);
  CHECK(errorOf("  when r1 = 3").find("f.s:3:11: expected a comparison") == 0);
  CHECK(errorOf("  fence fence") ==
        "f.s:3:9: unexpected 'fence' at the end of the line");
  CHECK(errorOf("  loop r1, 99999999999999999999") ==
        "f.s:3:12: '99999999999999999999' is not a 64-bit integer");
  CHECK(errorOf("  lin r1, 0 + r1*1 + r1*1 + r1*1 + r1*1 + r1*1 + r1*1 + r1*1 "
                "+ r1*1 + r1*1")
            .find("at most 8 terms") != std::string::npos);
  CHECK(errorOf("  loop r1, 2").find("not closed by 'end'") !=
        std::string::npos);
  CHECK(errorOf("  &").find("f.s:3:3: unexpected character") == 0);
  CHECK(assemble(".stream \"s\"\n", "f.s").error().str() ==
        "f.s:1:1: this stream is not closed by '.end'");
  CHECK(assemble(".instance \"A\", core 0, runs \"t\"", "f.s").error().str() ==
        "f.s:1:29: there is no stream 't'");
  CHECK(assemble(".strem \"s\"\n", "f.s")
            .error()
            .str()
            .find("f.s:1:1: unknown directive '.strem'; there are .device") ==
        0);
}
