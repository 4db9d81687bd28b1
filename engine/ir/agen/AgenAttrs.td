// Attributes of the agen dialect.
#ifndef SG_AGEN_ATTRS
#define SG_AGEN_ATTRS

include "mlir/IR/EnumAttr.td"
include "engine/ir/agen/AgenDialect.td"
include "engine/ir/agen/AgenEnums.td"

def Agen_RoutingDirectionAttr
    : EnumAttr<Agen_Dialect, Agen_RoutingDirection, "direction">;

#endif // SG_AGEN_ATTRS
