// Bringing up an element-wise operation is adding its row to the op table:
// front end, interpreter, scheduler, code generation and machine pick it up.
#include "engine/session/Session.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace sg;

static const char *kernel = R"(
#set = affine_set<(d0) : (d0 >= 0, -d0 + 299 >= 0)>
#id = affine_map<(d0) -> (d0)>
func.func @roots(%x_ptr: index, %y_ptr: index) {
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [300], strides: [1]
    {coordinate_set = #set, memory_space = #ktdp.memory_space<global>} : memref<300xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [300], strides: [1]
    {coordinate_set = #set, memory_space = #ktdp.memory_space<global>} : memref<300xf16>
  %x_tile = ktdp.construct_access_tile %x_view[0] {access_tile_set = #set, access_tile_order = #id}
    : memref<300xf16> -> !ktdp.access_tile<300xindex>
  %x = ktdp.load %x_tile : <300xindex> -> tensor<300xf16>
  %y = math.cbrt %x : tensor<300xf16>
  %y_tile = ktdp.construct_access_tile %y_view[0] {access_tile_set = #set, access_tile_order = #id}
    : memref<300xf16> -> !ktdp.access_tile<300xindex>
  ktdp.store %y, %y_tile : tensor<300xf16>, <300xindex>
  return
}
)";

static CompileRequest request() {
  CompileRequest request;
  request.text = kernel;
  request.fileName = "roots.mlir";
  request.device = "spyre-mini";
  request.archDirs = {SPYREGLASS_SOURCE_DIR "/archs"};
  return request;
}

static OpRow cubeRoot() {
  OpRow row;
  row.name = "cbrt";
  row.summary = "cube root";
  row.formats = 1u << unsigned(Format::F16) | 1u << unsigned(Format::F32);
  row.cost = CostClass::Transcendental;
  row.encoding = 0x7ff0;
  row.mlirNames = {"math.cbrt"};
  row.dataflow = {"dataflow.opaque", "cbrt"};
  row.maxUlp = 1;
  row.eval = [](std::span<const Scalar> in, Format, Format out) {
    Scalar result;
    result.f = std::cbrt(in[0].f);
    return roundTo(out, result);
  };
  return row;
}

TEST_CASE("an operation without a row is refused by name") {
  auto session = Session::create(request());
  CHECK_FALSE(session->compile());
  REQUIRE(!session->diagnostics().empty());
  const Diagnostic &d = session->diagnostics().front();
  CHECK(d.message.find("math.cbrt") != std::string::npos);
  CHECK(d.line == 12);
}

TEST_CASE("a row is all it takes to bring an operation up") {
  auto builtin = OpTable::builtin().rows();
  std::vector<OpRow> rows(builtin.begin(), builtin.end());
  rows.push_back(cubeRoot());
  auto table = OpTable::create(std::move(rows));
  REQUIRE(table);
  auto session = Session::create(request(), *table);
  bool compiled = session->compile();
  for (const Diagnostic &d : session->diagnostics())
    INFO(d.str());
  REQUIRE(compiled);
  RunRequest run;
  run.verify = true;
  BufferFill input;
  input.kind = BufferFill::Iota;
  run.inputs.push_back({"x_ptr", input});
  auto result = session->run(run);
  REQUIRE(result);
  CHECK(result->verification.passed);
  for (const BufferContent &buffer : result->buffers)
    if (buffer.name == "y_ptr") {
      for (int i : {0, 1, 8, 27, 216})
        CHECK(loadScalar(Format::F16, &buffer.bytes[size_t(i) * 2]).f ==
              doctest::Approx(std::cbrt(i)).epsilon(1e-3));
      return;
    }
  FAIL("no buffer y_ptr");
}
