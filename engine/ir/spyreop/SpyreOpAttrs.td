// Attributes of the spyreop dialect.
#ifndef SG_SPYREOP_ATTRS
#define SG_SPYREOP_ATTRS

include "engine/ir/spyreop/SpyreOpDialect.td"
include "engine/ir/spyreop/SpyreOpEnums.td"
include "mlir/IR/AttrTypeBase.td"

class SpyreOp_EnumAttr<EnumAttrInfo info, string mnemonic>
    : EnumAttr<SpyreOp_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def SpyreOp_ReductionKindAttr : SpyreOp_EnumAttr<SpyreOp_ReductionKind, "reduction_kind">;
def SpyreOp_ReductionScopeAttr : SpyreOp_EnumAttr<SpyreOp_ReductionScope, "reduction_scope">;
def SpyreOp_ComparePredicateAttr : SpyreOp_EnumAttr<SpyreOp_ComparePredicate, "compare_predicate">;

#endif
