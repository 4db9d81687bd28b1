// Text forms shared by operations of the ktdf dialect; used by the generated
// parsers and printers only.
#pragma once
#include "engine/ir/ktdf/Ktdf.h"

namespace sg::ktdf {

using Operands = llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;

// `%a[%i, %j * 2] size [1, %n]` or, for a FIFO slot, `%slot size [64]`.
mlir::ParseResult parseCellOrSlot(mlir::OpAsmParser &parser,
                                  mlir::OpAsmParser::UnresolvedOperand &value,
                                  Operands &indices, mlir::AffineMapAttr &map,
                                  Operands &sizes,
                                  mlir::DenseI64ArrayAttr &staticSizes);
void printCellOrSlot(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::Value value, mlir::OperandRange indices,
                     mlir::AffineMapAttr map, mlir::OperandRange sizes,
                     mlir::DenseI64ArrayAttr staticSizes);

// `memref<…> or none, type, memref<…> or none, type`.
mlir::ParseResult parseIndirectTypes(mlir::OpAsmParser &parser,
                                     mlir::Type &indSource,
                                     mlir::Type &dirSource, mlir::Type &indDest,
                                     mlir::Type &dirDest);
void printIndirectTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        mlir::Type indSource, mlir::Type dirSource,
                        mlir::Type indDest, mlir::Type dirDest);

// `[%a : %b], [%c : %d]`.
mlir::ParseResult parseBracketPairs(mlir::OpAsmParser &parser, Operands &first,
                                    Operands &second);
void printBracketPairs(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                       mlir::OperandRange first, mlir::OperandRange second);

// The same with a comma after the last pair, too.
mlir::ParseResult parseDeriveSizePairs(mlir::OpAsmParser &parser, Operands &ivs,
                                       Operands &tileSizes);
void printDeriveSizePairs(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                          mlir::OperandRange ivs, mlir::OperandRange tileSizes);

// One type for all candidates and the result.
mlir::ParseResult parseCandidateTypes(
    mlir::OpAsmParser &parser,
    llvm::ArrayRef<mlir::OpAsmParser::UnresolvedOperand> candidates,
    llvm::SmallVectorImpl<mlir::Type> &types, mlir::Type &result);
void printCandidateTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                         mlir::OperandRange candidates, mlir::TypeRange types,
                         mlir::Type result);

} // namespace sg::ktdf
