// What the unit tests of the scheduler share: a function parsed from text, and
// random numbers that are the same on every machine.
#pragma once
#include "engine/ir/Dialects.h"
#include "engine/schedule/CoreValues.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include <doctest/doctest.h>
#include <random>
#include <string>

namespace sg::test {

class ParsedKernel {
public:
  explicit ParsedKernel(const std::string &text)
      : handler(&context, [this](mlir::Diagnostic &diagnostic) {
          messages += diagnostic.str() + "\n";
          return mlir::success();
        }) {
    mlir::DialectRegistry registry;
    registerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    INFO(messages);
    INFO(text);
    REQUIRE(module);
    function = *module->getOps<mlir::func::FuncOp>().begin();
  }

  /// The i-th value that the function returns.
  mlir::Value returned(unsigned i) {
    return function.getBody().front().getTerminator()->getOperand(i);
  }
  /// The operations of one kind, in order.
  template <typename Op> llvm::SmallVector<Op> all() {
    llvm::SmallVector<Op> ops;
    function.walk([&](Op op) { ops.push_back(op); });
    return ops;
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::string messages;
  mlir::ScopedDiagnosticHandler handler;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
};

/// Numbers from first to last, both included.
class Dice {
public:
  explicit Dice(unsigned seed) : engine(seed) {}
  int64_t operator()(int64_t first, int64_t last) {
    return first + int64_t(engine() % uint64_t(last - first + 1));
  }

private:
  std::mt19937_64 engine;
};

inline std::string text(const PerCore &values) {
  std::string result = "[";
  for (int64_t value : values)
    result += (result.size() > 1 ? ", " : "") + std::to_string(value);
  return result + "]";
}

} // namespace sg::test
