// The map attribute.
#ifndef SG_IR_KTDF_ARCH_ATTRS_TD
#define SG_IR_KTDF_ARCH_ATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "engine/ir/ktdf_arch/KtdfArchDialect.td"

def KtdfArch_MapAttr : AttrDef<KtdfArchDialect, "Map"> {
  let mnemonic = "map";
  let summary = "a map from attributes to attributes, in the order written";
  let description = [{
    Holds what a dictionary cannot: keys that are types or other attributes, as
    in `#ktdf_arch.map<f16 = 64, "DDR" = 128>`. A key occurs once.
  }];
  let parameters = (ins
    ArrayRefParameter<"std::pair<::mlir::Attribute, ::mlir::Attribute>">:$entries);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The value of a key; null when there is none.
    ::mlir::Attribute lookup(::mlir::Attribute key) const;
  }];
}

#endif
