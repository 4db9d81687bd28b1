// Enumerations of the dataflow dialect.
#ifndef SG_DATAFLOW_ENUMS
#define SG_DATAFLOW_ENUMS

include "mlir/IR/EnumAttr.td"

def Dataflow_RoutingDirection : I32EnumAttr<"RoutingDirection",
    "way round the ring", [
      I32EnumAttrCase<"PseudoRandom", 0>,
      I32EnumAttrCase<"CounterClockwise", 1>,
      I32EnumAttrCase<"Clockwise", 2>,
      I32EnumAttrCase<"BothWays", 3>]> {
  let cppNamespace = "::sg::dataflow";
  let genSpecializedAttr = 0;
}

#endif // SG_DATAFLOW_ENUMS
