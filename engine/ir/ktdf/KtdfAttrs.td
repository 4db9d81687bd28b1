// Attributes of the ktdf dialect.
#ifndef SG_KTDF_ATTRS
#define SG_KTDF_ATTRS

include "mlir/IR/EnumAttr.td"
include "engine/ir/ktdf/KtdfDialect.td"
include "engine/ir/ktdf/KtdfEnums.td"

def Ktdf_LoopTypeAttr : EnumAttr<Ktdf_Dialect, Ktdf_LoopType, "loop_type"> {
  let summary = "Marks a loop as parallel or as a reduction";
  let assemblyFormat = "`<` $value `>`";
}

#endif // SG_KTDF_ATTRS
