// Types of the ktdf dialect.
#ifndef SG_KTDF_TYPES
#define SG_KTDF_TYPES

include "mlir/IR/AttrTypeBase.td"
include "engine/ir/ktdf/KtdfAttrs.td"

def Ktdf_TokenType : TypeDef<Ktdf_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "Orders stages; carries no data";
}

def Ktdf_FifoSlotType : TypeDef<Ktdf_Dialect, "FifoSlot"> {
  let mnemonic = "fifo.slot";
  let summary = "Elements handed from one unit to another, in order";
  let description = [{
    `!ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>`. The ends are strings or
    attributes. Older text with one name for both ends,
    `<"l1lu-to-sfu", 64xf16>`, is read and printed too; `dest` is null then.
  }];
  let parameters = (ins "::mlir::Attribute":$src, "::mlir::Attribute":$dest,
                        "int64_t":$numElements, "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Attribute":$src,
        "::mlir::Attribute":$dest, "int64_t":$numElements,
        "::mlir::Type":$elementType), [{
      return $_get(elementType.getContext(), src, dest, numElements, elementType);
    }]>,
    TypeBuilderWithInferredContext<(ins "::llvm::StringRef":$src,
        "::llvm::StringRef":$dest, "int64_t":$numElements,
        "::mlir::Type":$elementType), [{
      ::mlir::MLIRContext *context = elementType.getContext();
      return $_get(context, ::mlir::StringAttr::get(context, src),
                   ::mlir::StringAttr::get(context, dest), numElements,
                   elementType);
    }]>];
  let extraClassDeclaration = [{
    /// True when the capacity is given by an operand of the allocation.
    bool isDynamic() const {
      return ::mlir::ShapedType::isDynamic(getNumElements());
    }
    /// Names of the units at the ends; empty when an end is no string.
    ::llvm::StringRef getSrcName() const;
    ::llvm::StringRef getDestName() const;
  }];
}

#endif // SG_KTDF_TYPES
