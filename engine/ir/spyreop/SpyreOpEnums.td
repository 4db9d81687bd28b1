// Enumerations of the spyreop dialect.
#ifndef SG_SPYREOP_ENUMS
#define SG_SPYREOP_ENUMS

include "mlir/IR/EnumAttr.td"

class SpyreOp_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::sg::spyreop";
  let genSpecializedAttr = 0;
}

def SpyreOp_ReductionKind : SpyreOp_Enum<"ReductionKind", "how elements are combined", [
  I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Sub", 1, "sub">,
  I32EnumAttrCase<"Max", 2, "max">, I32EnumAttrCase<"Min", 3, "min">,
  I32EnumAttrCase<"Mul", 4, "mul">, I32EnumAttrCase<"AbsMax", 5, "abs_max">]>;

def SpyreOp_ReductionScope : SpyreOp_Enum<"ReductionScope", "which elements are combined", [
  I32EnumAttrCase<"InSlice", 0, "in_slice">,
  I32EnumAttrCase<"AcrossSlice", 1, "across_slice">]>;

def SpyreOp_ComparePredicate : SpyreOp_Enum<"ComparePredicate", "how values are compared", [
  I32EnumAttrCase<"Equal", 0, "equal">,
  I32EnumAttrCase<"NotEqual", 1, "notequal">,
  I32EnumAttrCase<"GreaterThan", 2, "greaterthan">,
  I32EnumAttrCase<"GreaterEqual", 3, "greaterequal">,
  I32EnumAttrCase<"LesserThan", 4, "lesserthan">,
  I32EnumAttrCase<"LesserEqual", 5, "lesserequal">]>;

#endif
