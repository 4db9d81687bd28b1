// Enumerations of the vectorchain dialect.
#ifndef SG_VECTORCHAIN_ENUMS
#define SG_VECTORCHAIN_ENUMS

include "mlir/IR/EnumAttr.td"

class VectorChain_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::sg::vectorchain";
  let genSpecializedAttr = 0;
}

def VectorChain_BinaryOperator : VectorChain_Enum<"BinaryOperator",
    "operation on two vectors", [
      I32EnumAttrCase<"And", 0, "and0">, I32EnumAttrCase<"Or", 1, "or0">,
      I32EnumAttrCase<"Xnor", 2, "xnor">, I32EnumAttrCase<"AndNot", 3, "and_not">,
      I32EnumAttrCase<"Min", 4, "min">, I32EnumAttrCase<"Max", 5, "max">,
      I32EnumAttrCase<"AbsMin", 6, "abs_min">,
      I32EnumAttrCase<"AbsMax", 7, "abs_max">,
      I32EnumAttrCase<"Add", 8, "add">, I32EnumAttrCase<"Mul", 9, "mul">,
      I32EnumAttrCase<"Sub", 10, "sub">,
      I32EnumAttrCase<"MulDiv2", 11, "mul_div2">]>;

def VectorChain_CompareOperator : VectorChain_Enum<"CompareOperator",
    "comparison of two vectors", [
      I32EnumAttrCase<"Eq", 0, "compare_eq">,
      I32EnumAttrCase<"Neq", 1, "compare_neq">,
      I32EnumAttrCase<"Lt", 2, "compare_lt">,
      I32EnumAttrCase<"Le", 3, "compare_le">,
      I32EnumAttrCase<"Gt", 4, "compare_gt">,
      I32EnumAttrCase<"Ge", 5, "compare_ge">]>;

def VectorChain_ExpEstimate : VectorChain_Enum<"ExpEstimate",
    "step of the exponential", [
      I32EnumAttrCase<"A", 0, "a">, I32EnumAttrCase<"B", 1, "b">]>;

def VectorChain_EstimateVersions : VectorChain_Enum<"EstimateVersion",
    "part of an estimate", [
      I32EnumAttrCase<"Slope", 0, "slope">,
      I32EnumAttrCase<"Offset", 1, "offset">]>;

def VectorChain_EvalOrder : VectorChain_Enum<"EvalOrder", "order of a scan", [
      I32EnumAttrCase<"LeftToRight", 0, "left_to_right">,
      I32EnumAttrCase<"RightToLeft", 1, "right_to_left">]>;

#endif // SG_VECTORCHAIN_ENUMS
