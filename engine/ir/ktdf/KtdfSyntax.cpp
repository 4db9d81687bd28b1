#include "engine/ir/ktdf/KtdfSyntax.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

namespace sg::ktdf {

ParseResult parseCellOrSlot(OpAsmParser &parser,
                            OpAsmParser::UnresolvedOperand &value,
                            Operands &indices, AffineMapAttr &map,
                            Operands &sizes, DenseI64ArrayAttr &staticSizes) {
  if (parser.parseOperand(value))
    return failure();
  // Square brackets are optional as a whole, which the parser of subscripts
  // does not know; and it wants at least one subscript when it does not see
  // them.
  if (succeeded(parser.parseOptionalLSquare())) {
    NamedAttrList unused;
    if (succeeded(parser.parseOptionalRSquare()))
      map = AffineMapAttr::get(AffineMap::get(parser.getContext()));
    else if (parser.parseAffineMapOfSSAIds(indices, map, "map", unused,
                                           AsmParser::Delimiter::None) ||
             parser.parseRSquare())
      return failure();
  }
  if (succeeded(parser.parseOptionalKeyword("size")))
    return parseDynamicIndexList(parser, sizes, staticSizes);
  return success();
}

void printCellOrSlot(OpAsmPrinter &printer, Operation *op, Value value,
                     OperandRange indices, AffineMapAttr map,
                     OperandRange sizes, DenseI64ArrayAttr staticSizes) {
  printer << value;
  if (map) {
    printer << "[";
    printer.printAffineMapOfSSAIds(map, indices);
    printer << "]";
  }
  if (staticSizes) {
    printer << " size ";
    printDynamicIndexList(printer, op, sizes, staticSizes);
  }
}

static ParseResult parseTypeOrNone(OpAsmParser &parser, Type &type) {
  if (succeeded(parser.parseOptionalKeyword("none")))
    return success();
  return parser.parseType(type);
}

static void printTypeOrNone(OpAsmPrinter &printer, Type type) {
  if (type)
    printer << type;
  else
    printer << "none";
}

ParseResult parseIndirectTypes(OpAsmParser &parser, Type &indSource,
                               Type &dirSource, Type &indDest, Type &dirDest) {
  return failure(parseTypeOrNone(parser, indSource) || parser.parseComma() ||
                 parser.parseType(dirSource) || parser.parseComma() ||
                 parseTypeOrNone(parser, indDest) || parser.parseComma() ||
                 parser.parseType(dirDest));
}

void printIndirectTypes(OpAsmPrinter &printer, Operation *, Type indSource,
                        Type dirSource, Type indDest, Type dirDest) {
  printTypeOrNone(printer, indSource);
  printer << ", " << dirSource << ", ";
  printTypeOrNone(printer, indDest);
  printer << ", " << dirDest;
}

static ParseResult parsePair(OpAsmParser &parser, Operands &first,
                             Operands &second) {
  return failure(
      parser.parseOperand(first.emplace_back()) || parser.parseColon() ||
      parser.parseOperand(second.emplace_back()) || parser.parseRSquare());
}

ParseResult parseBracketPairs(OpAsmParser &parser, Operands &first,
                              Operands &second) {
  if (failed(parser.parseOptionalLSquare()))
    return success();
  do {
    if (parsePair(parser, first, second))
      return failure();
    if (failed(parser.parseOptionalComma()))
      return success();
  } while (succeeded(parser.parseLSquare()));
  return failure();
}

void printBracketPairs(OpAsmPrinter &printer, Operation *, OperandRange first,
                       OperandRange second) {
  llvm::interleaveComma(llvm::zip(first, second), printer, [&](auto pair) {
    printer << "[" << std::get<0>(pair) << " : " << std::get<1>(pair) << "]";
  });
}

ParseResult parseDeriveSizePairs(OpAsmParser &parser, Operands &ivs,
                                 Operands &tileSizes) {
  while (succeeded(parser.parseOptionalLSquare()))
    if (parsePair(parser, ivs, tileSizes) || parser.parseComma())
      return failure();
  return success();
}

void printDeriveSizePairs(OpAsmPrinter &printer, Operation *op,
                          OperandRange ivs, OperandRange tileSizes) {
  printBracketPairs(printer, op, ivs, tileSizes);
  printer << ",";
}

ParseResult
parseCandidateTypes(OpAsmParser &parser,
                    ArrayRef<OpAsmParser::UnresolvedOperand> candidates,
                    SmallVectorImpl<Type> &types, Type &result) {
  if (parser.parseType(result))
    return failure();
  types.assign(candidates.size(), result);
  return success();
}

void printCandidateTypes(OpAsmPrinter &printer, Operation *, OperandRange,
                         TypeRange, Type result) {
  printer << result;
}

} // namespace sg::ktdf
