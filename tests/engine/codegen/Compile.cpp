#include "tests/engine/codegen/Compile.h"
#include "engine/ir/Dialects.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include <doctest/doctest.h>

namespace sg::test {

Device smallDevice() {
  Device device;
  device.name = "small";
  device.cores = 2;
  device.corelets = 2;
  device.memories = {{"DDR", Scope::Device, int64_t(1) << 30},
                     {"L1", Scope::Core, 1 << 16},
                     {"SFU_REG", Scope::Corelet, 2048}};
  auto unit = [&](const char *kind, Scope scope, UnitRole role) {
    DeviceUnit result;
    result.kind = kind;
    result.scope = scope;
    result.role = role;
    if (role == UnitRole::Vector || role == UnitRole::Matrix)
      result.lanes = {{"f16", 64}, {"f32", 32}, {"i32", 32}};
    result.cycles = {
        {"simple", 1}, {"multiply", 1}, {"divide", 4}, {"transcendental", 4}};
    if (role == UnitRole::Matrix)
      result.tile = {8, 8, 8};
    device.units.push_back(result);
  };
  unit("MNILU", Scope::Core, UnitRole::Dma);
  unit("MNISU", Scope::Core, UnitRole::Dma);
  unit("L1LU", Scope::Corelet, UnitRole::Load);
  unit("L1SU", Scope::Corelet, UnitRole::Store);
  unit("SFU", Scope::Corelet, UnitRole::Vector);
  unit("PT", Scope::Corelet, UnitRole::Matrix);
  for (auto [from, to] :
       std::initializer_list<std::pair<const char *, const char *>>{
           {"DDR", "MNILU"},
           {"MNILU", "L1"},
           {"L1", "MNISU"},
           {"MNISU", "DDR"},
           {"L1", "L1LU"},
           {"L1LU", "SFU"},
           {"SFU", "L1SU"},
           {"L1SU", "L1"},
           {"SFU", "SFU_REG"},
           {"SFU_REG", "SFU"},
           {"L1LU", "PT"},
           {"PT", "L1SU"}})
    device.datapaths.push_back({from, to});
  device.memorySpaces = {{"global", "DDR"}, {"ct_local", "L1"}};
  return device;
}

Compiled compile(const std::string &text, const Device &device) {
  mlir::DialectRegistry registry;
  registerDialects(registry);
  mlir::MLIRContext context(registry);
  Compiled result;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
          return mlir::success();
        auto file =
            llvm::dyn_cast<mlir::FileLineColLoc>(diagnostic.getLocation());
        result.errors += std::to_string(file ? file.getLine() : 0) + ": " +
                         diagnostic.str() + "\n";
        return mlir::success();
      });
  mlir::ParserConfig config(&context);
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>(text, config, "test.mlir");
  if (!module) {
    result.errors = "does not parse: " + result.errors;
    return result;
  }
  mlir::FailureOr<Binary> binary = generateBinary(*module, device);
  if (succeeded(binary))
    result.binary = std::move(*binary);
  return result;
}

const Instance &instanceOf(const Binary &binary, const std::string &unit,
                           int core, int corelet) {
  for (const Instance &instance : binary.instances)
    if (instance.unit == unit && instance.core == core &&
        instance.corelet == corelet)
      return instance;
  FAIL("no instance of ", unit, " on core ", core);
  return binary.instances.front();
}

std::string units(int core, int corelets) {
  std::string c = std::to_string(core), text;
  auto add = [&](const std::string &value, const std::string &attributes,
                 const std::string &type) {
    text += "  %" + value + " = dataflow.get_unit {" + attributes +
            "name = \"" + value + "\", type = \"" + type + "\"} : index\n";
  };
  std::string onCore = "core = " + c + " : i32, ";
  add("mnilu" + c, onCore, "mnilu");
  add("mnisu" + c, onCore, "mnisu");
  add("l1_" + c, onCore, "l1");
  for (int l = 0; l < corelets; ++l) {
    std::string suffix = c + (l ? "_" + std::to_string(l) : "");
    std::string place = onCore + "corelet = " + std::to_string(l) + " : i32, ";
    for (const char *kind : {"l1lu", "sfu", "l1su", "pt"})
      add(kind + suffix, place, kind);
  }
  return text;
}

std::string module(const std::string &arguments, const std::string &body) {
  std::string text = "func.func @f(" + arguments + ") {\n";
  for (int c : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 32, 64, 128, 256})
    text += "  %c" + std::to_string(c) + " = arith.constant " +
            std::to_string(c) + " : index\n";
  text += "  %ddr = dataflow.get_unit {name = \"ddr\", type = \"ddr\"} : "
          "index\n  %l1 = dataflow.get_unit {name = \"l1\", type = \"l1\"} : "
          "index\n  %regs = dataflow.get_unit {name = \"sfu_reg\", type = "
          "\"sfu_reg\"} : index\n";
  return text + body + "  return\n}\n";
}

} // namespace sg::test
