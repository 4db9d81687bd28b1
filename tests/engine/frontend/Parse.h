// What the front end's tests share: parse a text, keep what was said about it.
#pragma once
#include "engine/frontend/Frontend.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

struct Parsed {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  /// "line:column: message", one per line.
  std::string messages;
  mlir::OwningOpRef<mlir::ModuleOp> module;

  explicit Parsed(llvm::StringRef text,
                  sg::FrontendKind kind = sg::FrontendKind::Ktir) {
    run([&] {
      auto result = sg::parseSource(kind, text, "kernel.mlir", context);
      if (succeeded(result))
        module = std::move(*result);
    });
  }

  /// Collects the diagnostics of `function`.
  template <typename Function> void run(Function function) {
    mlir::ScopedDiagnosticHandler handler(
        &context, [&](mlir::Diagnostic &diagnostic) {
          llvm::raw_string_ostream stream(messages);
          // The place in the text comes first in a location.
          diagnostic.getLocation()->walk([&](mlir::Location part) {
            auto loc = llvm::dyn_cast<mlir::FileLineColLoc>(part);
            if (!loc)
              return mlir::WalkResult::advance();
            stream << loc.getLine() << ':' << loc.getColumn() << ": ";
            return mlir::WalkResult::interrupt();
          });
          stream << diagnostic << '\n';
          return mlir::success();
        });
    function();
  }

  bool says(llvm::StringRef words) const {
    return llvm::StringRef(messages).contains(words);
  }
};
