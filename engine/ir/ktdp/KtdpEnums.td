// Enumerations of the ktdp dialect.
#ifndef SG_KTDP_ENUMS
#define SG_KTDP_ENUMS

include "mlir/IR/EnumAttr.td"

def Ktdp_MemorySpaceKind : I32EnumAttr<"MemorySpaceKind", "memory space", [
    I32EnumAttrCase<"Unspecified", 0, "unspecified">,
    I32EnumAttrCase<"CtLocal", 1, "ct_local">,
    I32EnumAttrCase<"Global", 2, "global">]> {
  let cppNamespace = "::sg::ktdp";
  let genSpecializedAttr = 0;
}

def Ktdp_RuntimeArgExtractKind
    : I32EnumAttr<"RuntimeArgExtractKind", "what to take of a runtime argument", [
        I32EnumAttrCase<"Value", 0, "value">,
        I32EnumAttrCase<"Granularity", 1, "granularity">,
        I32EnumAttrCase<"Upperbound", 2, "upperbound">]> {
  let cppNamespace = "::sg::ktdp";
}

#endif
