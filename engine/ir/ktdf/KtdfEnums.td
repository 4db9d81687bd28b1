// Enumerations of the ktdf dialect.
#ifndef SG_KTDF_ENUMS
#define SG_KTDF_ENUMS

include "mlir/IR/EnumAttr.td"

def Ktdf_LoopType : I32EnumAttr<"LoopType", "how a loop's iterations relate", [
    I32EnumAttrCase<"ParallelLoop", 0, "parallel_loop">,
    I32EnumAttrCase<"ReductionLoop", 1, "reduction_loop">]> {
  let cppNamespace = "::sg::ktdf";
  let genSpecializedAttr = 0;
}

#endif // SG_KTDF_ENUMS
