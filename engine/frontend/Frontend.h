// The front ends: text in, verified KTIR out. Every error is a diagnostic of
// the context, with file, line and column where there is one.
#pragma once
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <cstdint>

namespace sg {

enum class FrontendKind { Auto, Ktir, Triton, Inductor };

/// "auto", "ktir", "triton", "inductor".
llvm::StringRef frontendName(FrontendKind kind);

/// The kind of a text by its looks: JSON is Inductor's, a tt.func Triton's,
/// everything else KTIR. Never Auto.
FrontendKind detectFrontend(llvm::StringRef text);

/// Reads `text` with the front end `kind`; Auto detects it. `fileName` is what
/// diagnostics call the text.
llvm::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
parseSource(FrontendKind kind, llvm::StringRef text, llvm::StringRef fileName,
            mlir::MLIRContext &context);

/// Reads and verifies KTIR; a missing enclosing `module` is added. Registers
/// the dialects it needs in `context`. Fails on text over 64 MB, on nesting
/// that would overflow the parser's stack, and on what checkKtir refuses.
llvm::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
parseKtir(llvm::StringRef text, llvm::StringRef fileName,
          mlir::MLIRContext &context);

/// What KTIR has to be beyond its operations' verifiers: at least one kernel,
/// grids of at most three positive axes, tile ids that fit the grid, and every
/// tile future delivered once.
llvm::LogicalResult checkKtir(mlir::ModuleOp module);

/// The kernels of a module, in its order: functions with a body.
llvm::SmallVector<mlir::func::FuncOp> findKernels(mlir::ModuleOp module);

/// The kernel called `name`; with an empty name, the only one there is. The
/// diagnostic lists the names there are.
llvm::FailureOr<mlir::func::FuncOp> selectKernel(mlir::ModuleOp module,
                                                 llvm::StringRef name);

/// The axes of a kernel's `grid` attribute, outermost first: up to three
/// positive numbers of tiles. Empty without the attribute: one tile.
llvm::FailureOr<llvm::SmallVector<int64_t>> readGrid(mlir::func::FuncOp kernel);

} // namespace sg
