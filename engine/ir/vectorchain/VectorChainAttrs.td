// Attributes of the vectorchain dialect.
#ifndef SG_VECTORCHAIN_ATTRS
#define SG_VECTORCHAIN_ATTRS

include "mlir/IR/EnumAttr.td"
include "engine/ir/vectorchain/VectorChainDialect.td"
include "engine/ir/vectorchain/VectorChainEnums.td"

def VectorChain_BinaryOperatorAttr
    : EnumAttr<VectorChain_Dialect, VectorChain_BinaryOperator, "binary_operator">;
def VectorChain_CompareOperatorAttr
    : EnumAttr<VectorChain_Dialect, VectorChain_CompareOperator,
               "element_wise_compare_operator">;
def VectorChain_ExpEstimateAttr
    : EnumAttr<VectorChain_Dialect, VectorChain_ExpEstimate, "exp_estimate">;
def VectorChain_EstimateVersionAttr
    : EnumAttr<VectorChain_Dialect, VectorChain_EstimateVersions,
               "estimate_versions">;
def VectorChain_EvalOrderAttr
    : EnumAttr<VectorChain_Dialect, VectorChain_EvalOrder, "eval_order">;

#endif // SG_VECTORCHAIN_ATTRS
