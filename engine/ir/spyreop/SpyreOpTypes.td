// Types of the spyreop dialect.
#ifndef SG_SPYREOP_TYPES
#define SG_SPYREOP_TYPES

include "engine/ir/spyreop/SpyreOpDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

class SpyreOp_ElementType<string name, string typeMnemonic, string typeSummary>
    : TypeDef<SpyreOp_Dialect, name,
              [VectorElementTypeInterface, MemRefElementTypeInterface]> {
  let mnemonic = typeMnemonic;
  let summary = typeSummary;
}

// A sign bit, 6 bits of exponent, 9 bits of mantissa; otherwise as IEEE 754 has it.
def SpyreOp_DF16 : SpyreOp_ElementType<"DF16", "df16", "df16 float">;
def SpyreOp_DF16Fused
    : SpyreOp_ElementType<"DF16Fused", "df16_fused", "pair of df16 floats">;
def SpyreOp_FP16Fused
    : SpyreOp_ElementType<"FP16Fused", "fp16_fused", "pair of f16 floats">;
def SpyreOp_FP32Fused
    : SpyreOp_ElementType<"FP32Fused", "fp32_fused", "pair of f32 floats">;

#endif
