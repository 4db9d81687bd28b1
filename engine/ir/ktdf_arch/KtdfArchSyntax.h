// Pieces of syntax and checks that the architecture operations share.
#pragma once
#include "engine/ir/ktdf_arch/KtdfArch.h"

namespace sg::ktdf_arch {

/// [ `@` id ]
void parseId(mlir::OpAsmParser &parser, mlir::OperationState &result);

/// [ dictionary or alias of one ]
mlir::ParseResult parseDict(mlir::OpAsmParser &parser,
                            mlir::OperationState &result);
void printIdAndDict(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    llvm::ArrayRef<llvm::StringRef> elided = {});

/// `memory`, `exec_unit`, `port`, or the full type.
mlir::ParseResult parseEndpointType(mlir::AsmParser &parser, mlir::Type &type);
void printEndpointType(mlir::AsmPrinter &printer, mlir::Type type);
/// The same, separated by commas; at least one.
mlir::ParseResult parseEndpointTypes(mlir::AsmParser &parser,
                                     llvm::SmallVectorImpl<mlir::Type> &types);
void printEndpointTypes(mlir::AsmPrinter &printer, mlir::TypeRange types);

/// Devices, groups and neighborhoods hold resources only.
llvm::LogicalResult verifyResources(mlir::Operation *op, mlir::Region &body);

/// An attribute that must be a positive integer if it is there.
llvm::LogicalResult verifyPositive(mlir::Operation *op, mlir::Attribute attr,
                                   llvm::StringRef name);

/// The known fields of `ktdf_arch.features`.
llvm::LogicalResult verifyFeatures(mlir::Operation *op);

} // namespace sg::ktdf_arch
