// Types of the dataflow dialect: vectors of element formats MLIR does not have.
#ifndef SG_DATAFLOW_TYPES
#define SG_DATAFLOW_TYPES

include "mlir/IR/AttrTypeBase.td"
include "engine/ir/dataflow/DataflowAttrs.td"

def Dataflow_CustomVectorType : TypeDef<Dataflow_Dialect, "CustomVector"> {
  let mnemonic = "custom_vector";
  let summary = "A vector of any element type: !dataflow.custom_vector<64xT>";
  let parameters = (ins "::mlir::Type":$elementType, "int64_t":$numElements);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Dataflow_MXFloatType : TypeDef<Dataflow_Dialect, "MXFloat"> {
  let mnemonic = "mxfp";
  let summary = "Microscaling float, also written !dataflow.custom<mxfp8>";
  let parameters = (ins "unsigned":$width);
  let assemblyFormat = "`<` $width `>`";
  let genVerifyDecl = 1;
}

def Dataflow_MXIntType : TypeDef<Dataflow_Dialect, "MXInt"> {
  let mnemonic = "mxint";
  let summary = "Microscaling integer, also written !dataflow.custom<mxint4>";
  let parameters = (ins "unsigned":$width);
  let assemblyFormat = "`<` $width `>`";
  let genVerifyDecl = 1;
}

/// What units compute on and send.
def Dataflow_AnyVector
    : AnyTypeOf<[AnyVectorOfAnyRank, Dataflow_CustomVectorType]>;

#endif // SG_DATAFLOW_TYPES
