// What the two operations that make access tiles share in text and verifier.
#pragma once
#include "engine/ir/ktdp/Ktdp.h"

namespace sg::ktdp {

/// `symbols(%n, %m)`, or nothing.
mlir::ParseResult parseSymbolOperands(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &operands);
void printSymbolOperands(mlir::OpAsmPrinter &printer,
                         mlir::OperandRange operands);

/// Reports attribute `name` of the operation in `state` at `loc` when it is
/// missing or no set (`isSet`) or map.
mlir::ParseResult checkAttribute(mlir::OpAsmParser &parser, llvm::SMLoc loc,
                                 const mlir::OperationState &state,
                                 llvm::StringRef name, bool isSet);

/// Checks that the set of a tile's points, its symbols' values, the order of
/// its dimensions and its type fit each other.
llvm::LogicalResult verifyTileShape(mlir::Operation *op,
                                    llvm::StringRef setName,
                                    mlir::IntegerSet set, size_t symbols,
                                    llvm::StringRef orderName,
                                    mlir::AffineMap order, AccessTileType type);

} // namespace sg::ktdp
