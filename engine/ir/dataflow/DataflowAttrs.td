// Attributes of the dataflow dialect.
#ifndef SG_DATAFLOW_ATTRS
#define SG_DATAFLOW_ATTRS

include "mlir/IR/EnumAttr.td"
include "engine/ir/dataflow/DataflowDialect.td"
include "engine/ir/dataflow/DataflowEnums.td"

def Dataflow_RoutingDirectionAttr
    : EnumAttr<Dataflow_Dialect, Dataflow_RoutingDirection, "direction">;

#endif // SG_DATAFLOW_ATTRS
