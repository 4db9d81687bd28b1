// Enumerations of the agen dialect.
#ifndef SG_AGEN_ENUMS
#define SG_AGEN_ENUMS

include "mlir/IR/EnumAttr.td"

def Agen_RoutingDirection : I32EnumAttr<"RoutingDirection", "way round the ring", [
      I32EnumAttrCase<"PseudoRandom", 0>,
      I32EnumAttrCase<"CounterClockwise", 1>,
      I32EnumAttrCase<"Clockwise", 2>,
      I32EnumAttrCase<"BothWays", 3>]> {
  let cppNamespace = "::sg::agen";
  let genSpecializedAttr = 0;
}

#endif // SG_AGEN_ENUMS
